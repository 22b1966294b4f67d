import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { givenCheckedScene, refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { acceptedTransfer, accountsOf, createBankTenant } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { addTariff } from '#test/support/tariffs.ts'

describe('a bank transfer that the bank sends back after it was made', () => {
  const scene = givenCheckedScene()
  const tenant = given(() => createBankTenant(scene.service.database))
  const agent = given(() => atDesk(scene.service.database, 'agent'))
  const afi = given(() => atDesk(scene.service.database, 'supervisor'))
  const luc = given(() => atDesk(scene.service.database, 'supervisor'))
  const browser = given(() => deskBrowser(scene.service, 'supervisor'))
  before(() =>
    addTariff(scene.service.database, tenant, {
      level: 'service',
      type: 'payout',
      kind: 'fixed',
      value: '500',
      payer: 'merchant',
    }),
  )

  const body = { reason: 'RIB clos, avis de la banque du jour', password }
  const on = (desk: AtDesk, id: string, [verb, given = body]: readonly [string, object?]) =>
    act(scene, desk, { path: `/bank-transfers/${id}/${verb}`, body: given })
  const settle = (desk: AtDesk, id: string, verb: string) =>
    act(scene, desk, { path: `/contradictions/${id}/${verb}`, body })
  const accounts = () => accountsOf(scene.service.database, tenant)

  async function taken(): Promise<string> {
    const id = await acceptedTransfer(scene.service, tenant, { amount: 20_000 })
    assert.equal((await on(agent, id, ['take', {}])).status, 200)
    return id
  }

  async function made(): Promise<string> {
    const id = await taken()
    const day = new Date().toISOString().slice(0, 10)
    const said = { bank_reference: `VIR-${id}`, transfer_on: day }
    assert.equal((await on(agent, id, ['transferred', said])).status, 200)
    return id
  }

  const movedBy = (id: string, kind = 'closing_contradicted') =>
    onPool(scene.service.database.pool).rows<{ account: string; amount: string }>(
      `select a.kind as account, e.amount::text as amount from ledger_movement m
         join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
       where m.transaction_id = $1 and m.kind = $2 order by 1`,
      [id, kind],
    )

  it('is no authentic payout any more for who checks its receipt, on the page and in print', async () => {
    const id = await made()
    const checked = async () => {
      const path = `/v2/transactions/${id}/receipt?width=32`
      const { data } = (await call(scene.service, { path, key: tenant.keys.secret })).json
      const { pathname } = new URL(data.verify_url)
      const page = await (await fetch(scene.service.baseUrl + pathname)).text()
      return { page, print: data.text as string }
    }
    const before = await checked()
    assert.match(before.page, /<h1>Versement authentique<\/h1>/)
    assert.doesNotMatch(before.print, /ANNULÉ/)
    assert.equal((await on(afi, id, ['returned'])).status, 200)
    const { page, print } = await checked()
    assert.match(page, /<h1>Versement annulé<\/h1>/)
    assert.match(page, /La banque avait confirmé ce versement, puis a répondu/)
    assert.match(print, /^ +VERSEMENT ANNULÉ$/m)
    assert.doesNotMatch(page + print, /opérateur[^<]*<\/(?:h1|title)|PAR L’OPÉRATEUR|authentique/)
  })

  it('is noted once, by a supervisor; the bank’s account is right again and the merchant’s unchanged', async () => {
    const id = await made()
    const before = await accounts()
    assert.deepEqual(refusalOf(await on(agent, id, ['returned'])), {
      status: 403,
      code: 'operation_not_allowed',
    })
    assert.equal((await look(scene, afi, `/bank-transfers/${id}`)).json.data.returned_at, null)
    const noted = await Promise.all([on(afi, id, ['returned']), on(luc, id, ['returned'])])
    assert.deepEqual(new Set(noted.map(({ status }) => status)), new Set([200, 409]))
    const { data } = (await look(scene, afi, `/bank-transfers/${id}`)).json
    assert.deepEqual([data.state, typeof data.returned_at], ['transferred', 'string'])
    assert.deepEqual(await movedBy(id), [
      { account: 'bank_clearing', amount: '-20000' },
      { account: 'contradicted', amount: '20500' },
      { account: 'fees', amount: '-500' },
    ])
    assert.deepEqual(await accounts(), before)
    const page = await browser.get(`/staff/virements/${id}`)
    assert.match(page.text, /Revenu de la banque/)
    const { text } = await browser.get(`/staff/transactions/${id}`)
    assert.match(text, /La banque a rendu ce virement/)
    assert.match(text, new RegExp(`href="/staff/virements/${id}"`))
    const queue = await look(scene, afi, '/payouts?state=contradicted')
    assert.ok(!queue.text.includes(id), 'it is no payout by an operator')
  })

  it('is said of the payout to its merchant, in one answer and in lists', async () => {
    const id = await made()
    const { secret: key } = tenant.keys
    const read = async () => {
      const one = (await call(scene.service, { path: `/v2/transactions/${id}`, key })).json.data
      const all = (await call(scene.service, { path: '/v2/transactions', key })).json.data
      const listed = all.find((each: { id: string }) => each.id === id)
      assert.deepEqual(listed.payout, one.payout)
      return one
    }
    assert.equal((await read()).payout.returned_at, null)
    assert.equal((await on(afi, id, ['returned'])).status, 200)
    const { status, payout } = await read()
    assert.deepEqual([status, payout.state], ['succeeded', 'transferred'])
    const { returned_at: at } = (await look(scene, afi, `/bank-transfers/${id}`)).json.data
    assert.equal(payout.returned_at, at)
  })

  it('gives the merchant its amount and fee once two supervisors have settled it', async () => {
    const id = await made()
    const before = Number((await accounts())['available'])
    assert.equal((await on(afi, id, ['returned'])).status, 200)
    assert.equal((await settle(afi, id, 'settle')).status, 200)
    assert.deepEqual(refusalOf(await settle(afi, id, 'approve')), {
      status: 409,
      code: 'approval_by_another',
    })
    assert.equal((await settle(luc, id, 'approve')).status, 200)
    assert.equal(Number((await accounts())['available']), before + 20_500)
  })

  it('may have lost fees of the bank: the merchant gets all of it, and the service bears them, as two decide', async () => {
    const id = await made()
    const before = Number((await accounts())['available'])
    for (const returned_amount of [20_001, 0, -1, 1.5, '19000']) {
      const refused = await on(afi, id, ['returned', { ...body, returned_amount }])
      assert.equal(refused.status, 422)
      assert.match(refused.text, /"returned_amount"/)
    }
    const noted = await on(afi, id, ['returned', { ...body, returned_amount: 19_000 }])
    assert.equal(noted.status, 200, noted.text)
    assert.deepEqual(await movedBy(id), [
      { account: 'bank_clearing', amount: '-19000' },
      { account: 'contradicted', amount: '19500' },
      { account: 'fees', amount: '-500' },
    ])
    const { data } = (await look(scene, afi, `/contradictions/${id}`)).json
    assert.deepEqual([data.amount, data.written_off_min], [19_500, 1000])
    const page = await browser.get(`/staff/contredits/${id}`)
    assert.match(page.text, /La banque a gardé 1\s000\sF\sCFA, qui sont à la charge du service/)
    for (const written_off of [0, 999, 1001]) {
      const given = { path: `/contradictions/${id}/settle`, body: { ...body, written_off } }
      assert.match((await act(scene, afi, given)).text, /"written_off_out_of_range"/)
    }
    assert.equal((await settle(afi, id, 'settle')).status, 200)
    assert.equal((await settle(luc, id, 'approve')).status, 200)
    assert.equal(Number((await accounts())['available']), before + 20_500)
    assert.deepEqual(await movedBy(id, 'contradiction_settled'), [
      { account: 'available', amount: '20500' },
      { account: 'contradicted', amount: '-19500' },
      { account: 'written_off', amount: '-1000' },
    ])
    const settled = await browser.get(`/staff/contredits/${id}`)
    assert.match(settled.text, /rendu au marchand, ce que la banque a gardé à la charge du service/)
  })

  it('is not noted of one that was not made, nor without password and reason, and each try is in the log', async () => {
    const id = await taken()
    assert.deepEqual(refusalOf(await on(afi, id, ['returned'])), {
      status: 409,
      code: 'action_not_allowed',
    })
    const [line] = await actsOf(scene.service.database, afi)
    assert.deepEqual(
      [line?.act, line?.outcome, line?.reason],
      ['bank_transfer.mark_returned', 'action_not_allowed', body.reason],
    )
    const done = await made()
    assert.equal((await on(afi, done, ['returned', { ...body, password: 'faux' }])).status, 403)
    assert.equal((await on(afi, done, ['returned', { password }])).status, 422)
    assert.deepEqual(await movedBy(done), [])
  })
})
