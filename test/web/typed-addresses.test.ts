import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { success } from '#test/support/ends.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { searched, searchedAt, typedInAddresses } from '#test/support/typed-forms.ts'

describe('what people type into pages', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  it('stands in no address: no form of any page puts a free text there', async () => {
    const readers = {
      '/portail': await portalReader(api, merchant, 'owner'),
      '/staff': await deskBrowser(api, 'administrator'),
    }
    const found: string[] = []
    let read = 0
    for (const { path } of pagesOf('GET').filter((page) => !page.path.includes(':'))) {
      const reader = path.startsWith('/staff') ? readers['/staff'] : readers['/portail']
      const { status, text } = await reader.get(path)
      if (status !== 200) continue
      read += 1
      found.push(...typedInAddresses(text).map((field) => `${path}: ${field}`))
    }
    assert.ok(read > 60, `${read} pages`)
    assert.deepEqual(found, [])
  })

  it('leads to the page that answers it, which stays what it is when it is loaded again', async () => {
    const payment = { payer: 'Rachidatou Séko', phone: '2290197330412', outcome: success }
    const { live } = merchant
    const id = await makePayment(api.database, live, { ...payment, reference: 'TAPE-1' })
    const reader = await portalReader(api, merchant)
    const typed = ['Rachidatou', '2290197330412', 'TAPE-1', id]
    for (const q of typed) {
      const address = await searchedAt(reader, '/portail/recherche', { q })
      for (const text of [...typed, Buffer.from(q).toString('base64url')])
        assert.ok(!decodeURIComponent(address).includes(text), address)
      for (const _ of [1, 2]) {
        const { status, text } = await reader.get(address)
        assert.ok(status === 200 && text.includes(`/portail/transactions/${id}`), q)
      }
      assert.notEqual(await searchedAt(reader, '/portail/recherche', { q }), address)
    }
    const both = await searchedAt(reader, '/portail/transactions', { q: 'TAPE-1', canal: 'api' })
    assert.match(both, /^\/portail\/transactions\?canal=api&recherche=[\w-]+$/)
    const { text } = await reader.get(both)
    assert.ok(text.includes('value="TAPE-1"') && text.includes('data-copy="TAPE-1"'))
    const links = [...text.matchAll(/(?:href|hx-get)="([^"]*\?[^"]*)"/g)].map(([, to = '']) => to)
    assert.ok(links.filter((to) => to.includes('recherche=')).length > 10, links.join(' '))
    for (const to of links) assert.ok(!decodeURIComponent(to).includes('TAPE'), to)
  })

  it('leads to no address that is longer than what stands between can read', async () => {
    const reader = await portalReader(api, merchant)
    const long = 'x'.repeat(9_000)
    for (const fields of [{ q: long }, { canal: long }, { q: long, canal: long, statut: long }])
      assert.ok((await searchedAt(reader, '/portail/transactions', fields)).length < 2000)
  })

  it('goes along page after page', async () => {
    const shop = await createPortalMerchant(api.database)
    for (let made = 0; made < 27; made += 1)
      await makePayment(api.database, shop.live, { reference: `P-${made}` })
    const reader = await portalReader(api, shop)
    const first = await searched(reader, '/portail/transactions', { min: '1', type: 'collection' })
    const next = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(next, /\?type=collection&recherche=[\w-]+&suite=/)
    const second = await reader.get(next)
    assert.match(second.text, /name="min"[^>]* value="1"/)
    assert.equal(new Set(second.text.match(/data-copy="P-\d+"/g)).size, 2)
  })

  it('is opened by nobody else, in no other place and on no other page; then nothing is searched', async () => {
    await makePayment(api.database, merchant.live, { reference: 'MIEN-1', payer: 'Awa Mienne' })
    const reader = await portalReader(api, merchant)
    const address = await searchedAt(reader, '/portail/recherche', { q: 'Mienne' })
    const sealed = address.split('=')[1] ?? ''
    const colleague = await portalReader(api, merchant)
    const elsewhere = await portalReader(api, await createPortalMerchant(api.database))
    const isEmpty = async (browser: typeof reader, path: string) => {
      const { status, text } = await browser.get(path)
      assert.equal(status, 200, path)
      assert.match(text, /Que cherchez-vous/, path)
      assert.ok(!text.includes('Mienne'), path)
    }
    for (const other of [colleague, elsewhere]) await isEmpty(other, address)
    const changed = Array.from({ length: sealed.length }, (_, at) =>
      [sealed.slice(0, at), sealed[at] === 'A' ? 'B' : 'A', sealed.slice(at + 1)].join(''),
    )
    const odd = ['', 'x', sealed.slice(1), sealed.slice(0, -4), `${sealed}AAAA`, '%00', '%FF%FE']
    for (const text of [...odd, ...changed.filter((_, at) => at % 9 === 0)])
      await isEmpty(reader, `/portail/recherche?recherche=${text}`)
    assert.match((await reader.get('/portail/recherche?q=Mienne')).text, /Que cherchez-vous/)
    const ofList = await searchedAt(reader, '/portail/transactions', { q: 'Mienne' })
    await isEmpty(reader, ofList.replace('transactions', 'recherche'))
    const list = await reader.get(`/portail/transactions?recherche=${sealed}&q=x`)
    assert.ok(list.status === 200 && list.text.includes('MIEN-1'))
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    await isEmpty(reader, address)
    const desks = [await deskBrowser(api, 'agent'), await deskBrowser(api, 'agent')] as const
    const atDesk = await searchedAt(desks[0], '/staff/recherche', { q: 'introuvable' })
    assert.match((await desks[0].get(atDesk)).text, /Rien pour «\u00A0introuvable/)
    assert.match((await desks[1].get(atDesk)).text, /Que cherchez-vous/)
  })

  it('is searched for nobody who did not send it from our own page', async () => {
    const reader = await portalReader(api, merchant)
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of [
      '/portail/recherche',
      '/portail/recherche/resultats',
      '/portail/transactions',
    ])
      for (const more of [{ csrf_token: '' }, { csrf_token: 'x'.repeat(43) }]) {
        const body = new URLSearchParams({ q: 'Mienne', ...more })
        const headers = { Cookie: cookie }
        const init = { method: 'POST', body, headers, redirect: 'manual' } as const
        assert.equal((await fetch(api.baseUrl + path, init)).status, 403, path)
      }
  })

  it('comes back after a log-in if the session was over, sealed', async () => {
    const reader = await portalReader(api, merchant)
    const { text: before } = await reader.get('/portail')
    const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(before) ?? []
    await onPool(api.database.pool).rows(
      `update person_session set last_seen_at = now() - interval '2 hours' where person_id = $1`,
      [reader.user.id],
    )
    const sent = { csrf_token: token, q: 'Mienne' }
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${api.baseUrl}/portail/recherche`, {
      method: 'POST',
      body: new URLSearchParams(sent),
      headers: { Cookie: cookie },
      redirect: 'manual',
    })
    const text = await answer.text()
    assert.equal(answer.status, 422)
    assert.ok(text.includes('name="garde"') && !text.includes('Mienne'))
  })

  it('would be noticed in an address', () => {
    const form = (method: string, field: string) => `<form action="/x" ${method}>${field}</form>`
    for (const field of [
      '<input name="q">',
      '<input type="search" name="q"/>',
      '<textarea name="q"></textarea>',
    ]) {
      for (const method of ['', 'method="get"'])
        assert.equal(typedInAddresses(form(method, field)).length, 1, field)
      assert.deepEqual(typedInAddresses(form('method="post"', field)), [])
      const asking = '<div hx-get="/x" hx-include="[name=q]"></div>'
      assert.deepEqual(typedInAddresses(form('method="post"', field) + asking), ['hx-get q'])
    }
    for (const type of ['hidden', 'date', 'radio'])
      assert.deepEqual(typedInAddresses(form('', `<input type="${type}" name="q">`)), [])
  })
})
