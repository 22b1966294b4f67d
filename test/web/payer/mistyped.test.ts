import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('an address that was copied, read out or typed', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))
  const link = given(async () => {
    const { id } = await createLink(api.database, tenant)
    await onPool(api.database.pool).rows(
      `insert into payment_link_word (word, payment_link_id) values ('foire-d-ete', $1)`,
      [id],
    )
    return { id, path: `/sandbox/pay/${id}` }
  })
  const ask = (path: string, method = 'GET') =>
    fetch(api.baseUrl + path, { method, redirect: 'manual', headers: { Accept: 'text/html' } })
  const landing = async (path: string): Promise<string | null> =>
    (await ask(path)).headers.get('Location')

  it('leads to the page it means, with what else it says', async () => {
    const { id, path } = link
    const meant = {
      [`${path}/`]: path,
      [`${path}.`]: path,
      [`${path}),`]: path,
      [`${path}%20`]: path,
      [`${path}%C2%A0%C2%BB`]: path,
      [`/sandbox/pay/${id.toUpperCase()}`]: path,
      [`/Sandbox/Pay/${id}/?fbclid=a&utm_source=whatsapp`]: `${path}?fbclid=a&utm_source=whatsapp`,
      '/P/FOIRE-D-ETE': '/p/foire-d-ete',
      '/p/foire-d-ete/': '/p/foire-d-ete',
      '/p/foire-d-%C3%A9t%C3%A9.': '/p/foire-d-%C3%A9t%C3%A9',
      '/verification/Ab_-/': '/verification/Ab_-',
      '/factures/Ab_-.': '/factures/Ab_-',
      [`${path}/Ab_-.`]: `${path}/Ab_-`,
    }
    for (const [typed, to] of Object.entries(meant)) assert.equal(await landing(typed), to, typed)
    assert.equal(await landing('/p/foire-d-%C3%A9t%C3%A9'), path)
  })

  it('leads nowhere else, and is left alone where it is right or means nothing', async () => {
    const { path } = link
    assert.equal((await ask(`${path}?fbclid=a&utm_source=whatsapp`)).status, 200)
    for (const wrong of ['/p/', '/p/.', '/p//', '/p/%00', '/p/%ff.', '/sandbox/pay/', '/payer/x/'])
      assert.equal((await ask(wrong)).status, 404, wrong)
    assert.equal(await landing('/p//autre.example/'), '/p/autre.example')
    assert.equal(await landing('/p/%2E%2E%2Fportail.'), '/p/portail')
    assert.equal(await landing('/p/a%3Fb%23c%2F..%2Fd.'), '/p/a%3Fb%23c/d')
    assert.equal((await ask(`${path}/`, 'POST')).status, 404)
  })
})
