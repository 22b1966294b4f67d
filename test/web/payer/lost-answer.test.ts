import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser } from '#test/support/payer.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('a payer whose network fails before the answer', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))

  const linkOf = async () => {
    const { id } = await createLink(api.database, tenant)
    return { id, path: `/sandbox/pay/${id}` }
  }
  const countOf = async (id: string): Promise<number> => {
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      'select count(*)::int from transaction where payment_link_id = $1',
      [id],
    )
    return count
  }
  /** Sends the form and loses the answer, with the cookies in it. */
  const sendInVain = async (payer: PayerBrowser, path: string, typed: Record<string, string>) => {
    const { form } = await payer.get(path)
    const before = new Map(payer.cookies)
    const { status, location } = await payer.post(path, { ...form, ...typed })
    assert.equal(status, 303)
    payer.cookies.clear()
    for (const [name, value] of before) payer.cookies.set(name, value)
    return location
  }

  it('asks for no second payment by opening the link again and paying, and is led to the first', async () => {
    const { id, path } = await linkOf()
    const payer = new PayerBrowser(api)
    const typed = goodPayer()
    const first = await sendInVain(payer, path, typed)
    const again = await payer.pay(path, typed)
    assert.equal(again.status, 303)
    assert.equal(again.location, first)
    assert.equal(await countOf(id), 1)
    const meant = await payer.pay(path, typed)
    assert.equal(meant.status, 303)
    assert.notEqual(meant.location, first)
    assert.equal(await countOf(id), 2)
  })

  it('is told that something was sent where the form is typed otherwise, and decides then', async () => {
    const { id, path } = await linkOf()
    const payer = new PayerBrowser(api)
    await sendInVain(payer, path, goodPayer())
    const other = await payer.pay(path, goodPayer())
    assert.equal(other.status, 409)
    assert.match(other.text, /Vous avez déjà envoyé un paiement depuis cette page/)
    assert.equal(await countOf(id), 1)
    const wanted = await payer.post(path, { ...other.form, ...goodPayer() })
    assert.equal(wanted.status, 303)
    assert.equal(await countOf(id), 2)
  })

  it('has a key for each link, and one that other payers do not have', async () => {
    const [one, two] = [await linkOf(), await linkOf()]
    const payer = new PayerBrowser(api)
    const { form } = await payer.get(one.path)
    assert.equal((await payer.get(one.path)).form['cle'], form['cle'])
    assert.notEqual((await payer.get(two.path)).form['cle'], form['cle'])
    assert.notEqual((await new PayerBrowser(api).get(one.path)).form['cle'], form['cle'])
  })
})
