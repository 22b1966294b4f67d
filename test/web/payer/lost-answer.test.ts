import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createLink, settleLatestOf } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('a payer whose network fails before the answer', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))

  const linkOf = async (changes: Parameters<typeof createLink>[2] = {}) => {
    const { id } = await createLink(api.database, tenant, changes)
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
    const sent = { ...form, ...typed }
    const { status, location } = await payer.post(path, sent)
    assert.equal(status, 303)
    payer.cookies.clear()
    for (const [name, value] of before) payer.cookies.set(name, value)
    return { location, sent }
  }

  it('asks for no second payment by opening the link again and paying, and is led to the first', async () => {
    const { id, path } = await linkOf()
    const payer = new PayerBrowser(api)
    const typed = goodPayer()
    const { location: first } = await sendInVain(payer, path, typed)
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

  it('sees the first payment on the page of the link, and where the form is typed otherwise', async () => {
    const { path } = await linkOf()
    const payer = new PayerBrowser(api)
    const { location } = await sendInVain(payer, path, goodPayer())
    const opened = await payer.get(path)
    assert.ok(opened.text.includes(`href="${location}"`), 'opened again')
    const other = await payer.post(path, { ...opened.form, ...goodPayer() })
    assert.equal(other.status, 409)
    assert.ok(other.text.includes(`href="${location}"`), 'typed otherwise')
    assert.ok((await payer.get(path)).text.includes(`href="${location}"`), 'and opened once more')
    assert.match(wordsOf(await payer.get(location)), /Awa Dossou|Validez sur votre téléphone/)
  })

  it('is led to it by a link of one use, and gets the receipt in full', async () => {
    const { id, path } = await linkOf({ maxPayments: 1 })
    const payer = new PayerBrowser(api)
    const { location, sent } = await sendInVain(payer, path, goodPayer())
    const kept = new Map(payer.cookies)
    for (const changed of [sent, { ...sent, ...goodPayer() }]) {
      const again = await payer.post(path, changed)
      assert.deepEqual([again.status, again.location], [303, location])
      payer.cookies.clear()
      for (const [name, value] of kept) payer.cookies.set(name, value)
    }
    const opened = await payer.get(path)
    assert.deepEqual([opened.status, opened.location], [303, location])
    await settleLatestOf(api.database, id, success)
    assert.match(wordsOf(await payer.get(location)), /Awa Dossou/)
    assert.equal(await countOf(id), 1)
  })

  it('is led to it by the number that pays, in a browser without cookies; another number is not', async () => {
    const { id, path } = await linkOf({ maxPayments: 1 })
    const typed = goodPayer()
    const payer = new PayerBrowser(api)
    const { form } = await new PayerBrowser(api).get(path)
    const seen = { ...form, cle: 'another-form' }
    const { location } = await sendInVain(payer, path, typed)
    const bare = new PayerBrowser(api)
    const found = await bare.post(path, { ...seen, ...typed })
    assert.deepEqual([found.status, found.location], [303, location])
    assert.match(wordsOf(await bare.get(location)), /01 ••••/)
    assert.equal((await bare.post(path, { ...seen, ...goodPayer() })).location, path)
    const told = wordsOf(await new PayerBrowser(api).get(path))
    assert.match(told, /Si c’est vous, validez la demande sur votre téléphone/)
    assert.equal(await countOf(id), 1)
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
