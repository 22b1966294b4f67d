import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { createMerchant } from '#test/support/books.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import {
  contradictedPayout,
  contradictedRefund,
} from '#test/use-cases/contradictions/contradictions.ts'

const reason = 'convenu au téléphone avec le marchand'

describe('contradictions, by the API of the desk', () => {
  const api = given(() => startApiAlone())
  const one = given(() => atDesk(api.database, 'supervisor'))
  const two = given(() => atDesk(api.database, 'supervisor'))
  const books = given(async () => ({ database: api.database, outbox: outboxOf(api.database) }))
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(() => openBalance(api.database, merchant, money(100_000n, 'XOF')))
  booksHoldAfterEach(() => api.database)

  const by = (desk: AtDesk, path: string, body: object = { password }) =>
    act(api, desk, { path: `/contradictions/${path}`, body })
  const listed = async (query: string) =>
    (await look(api, two, `/contradictions?limit=100${query}`)).json.data.map(
      ({ id }: { id: string }) => id,
    )

  it('are settled with a reason, by two supervisors: agents and administrators read alone', async () => {
    const id = await contradictedPayout(books, merchant)
    assert.ok((await listed('&mode=live')).includes(id))
    assert.ok(!(await listed('&mode=sandbox')).includes(id))
    const asking = { reason, password }
    for (const role of ['agent', 'administrator'] as const) {
      const other = await atDesk(api.database, role)
      assert.equal((await look(api, other, `/contradictions/${id}`)).status, 200)
      for (const verb of ['settle', 'approve', 'refuse'])
        assert.equal(
          refusalOf(await by(other, `${id}/${verb}`, asking)).code,
          'operation_not_allowed',
        )
    }
    assert.deepEqual(refusedFields(await by(one, `${id}/settle`, { password, reason: '' })), {
      reason: 'invalid_field',
    })
    const wrong = await by(one, `${id}/settle`, { reason, password: 'faux' })
    assert.equal(refusalOf(wrong).code, 'wrong_password')
    assert.equal(refusalOf(await by(two, `${id}/approve`)).code, 'action_not_allowed')
    const asked = (await by(one, `${id}/settle`, asking)).json.data
    const { object, state, direction, counterpart, amount, currency, transaction_id: of } = asked
    assert.deepEqual(
      [object, state, direction, counterpart, amount, currency, of],
      ['contradiction', 'open', 'to_recover', 'available', 1000, 'XOF', id],
    )
    assert.deepEqual(
      [asked.settlements[0].state, asked.settlements[0].asked_by.id],
      ['waiting', one.member.id],
    )
    assert.deepEqual(refusalOf(await by(one, `${id}/approve`)), {
      status: 409,
      code: 'approval_by_another',
    })
    const done = (await by(two, `${id}/approve`)).json.data
    assert.deepEqual(
      [done.state, done.settlements[0].state, done.settlements[0].decided_by.id],
      ['settled', 'done', two.member.id],
    )
    assert.ok(!(await listed('')).includes(id))
    assert.ok((await listed('&state=settled')).includes(id))
    assert.ok((await listed('&state=all')).includes(id))
    const log = await actsOf(api.database, two)
    const settled = log.find(({ outcome }) => outcome === 'done')
    assert.deepEqual(
      [settled?.act, settled?.subject, settled?.details],
      [
        'contradiction.settle',
        { kind: 'contradiction', id },
        { direction: 'to_recover', amount: 1000, currency: 'XOF' },
      ],
    )
  })

  it('of a refund have its id, and may be refused, then asked for by the other', async () => {
    const id = await contradictedRefund(books, merchant, 'paid')
    await by(one, `${id}/settle`, { reason, password })
    const refused = (await by(two, `${id}/refuse`)).json.data
    assert.deepEqual(
      [refused.state, refused.refund_id, refused.direction, refused.settlements[0].state],
      ['open', id, 'owed', 'refused'],
    )
    await by(two, `${id}/settle`, { reason, password })
    const withdrawn = (await by(two, `${id}/refuse`)).json.data
    assert.equal(withdrawn.settlements[1].state, 'withdrawn')
  })

  it('are decided by the request that was read: one that took its place is not approved, nor refused', async () => {
    const id = await contradictedPayout(books, merchant)
    const ask = async (writtenOff: number): Promise<string> => {
      const asked = await by(one, `${id}/settle`, { reason, password, written_off: writtenOff })
      return asked.json.data.settlements.at(-1).id
    }
    const read = await ask(0)
    const naming = (settlementId: string) => ({ password, settlement_id: settlementId })
    assert.equal((await by(one, `${id}/refuse`, naming(read))).status, 200)
    const other = await ask(1000)
    for (const verb of ['approve', 'refuse']) {
      for (const named of [read, randomUUID()])
        assert.deepEqual(refusalOf(await by(two, `${id}/${verb}`, naming(named))), {
          status: 409,
          code: 'action_not_allowed',
        })
      assert.deepEqual(refusedFields(await by(two, `${id}/${verb}`, naming('x'))), {
        settlement_id: 'invalid_field',
      })
    }
    const still = (await look(api, two, `/contradictions/${id}`)).json.data
    assert.deepEqual(
      [still.state, still.settlements.map(({ state }: { state: string }) => state)],
      ['open', ['withdrawn', 'waiting']],
    )
    const done = (await by(two, `${id}/approve`, naming(other))).json.data
    assert.deepEqual([done.state, done.settlements[1].state], ['settled', 'done'])
  })

  it('are refused where the balance is too small, and told where there is none', async () => {
    const poor = await createMerchant(books, { mode: 'live' })
    await openBalance(api.database, poor, money(1020n, 'XOF'))
    const id = await contradictedPayout(books, poor)
    const spent = await contradictedPayout(books, poor)
    for (const each of [id, spent]) await by(one, `${each}/settle`, { reason, password })
    assert.equal((await by(two, `${id}/approve`)).status, 200)
    const short = await by(two, `${spent}/approve`)
    assert.deepEqual(refusalOf(short), { status: 422, code: 'insufficient_balance' })
    assert.match(short.json.error.message, /20 XOF disponibles/)
    await by(two, `${spent}/refuse`)
    for (const no of [1.5, -1, '600', 1e15])
      assert.deepEqual(
        refusedFields(await by(one, `${spent}/settle`, { reason, password, written_off: no })),
        { written_off: 'invalid_field' },
      )
    const over = await by(one, `${spent}/settle`, { reason, password, written_off: 1001 })
    assert.deepEqual(refusalOf(over), { status: 422, code: 'written_off_out_of_range' })
    assert.match(over.json.error.message, /de 0 à 1\u00A0000 XOF/)
    await by(one, `${spent}/settle`, { reason, password, written_off: 990 })
    const { state, settlements } = (await by(two, `${spent}/approve`)).json.data
    assert.deepEqual([state, settlements.at(-1).written_off], ['settled', 990])
    for (const none of [randomUUID(), 'x'])
      assert.deepEqual(refusalOf(await by(one, `${none}/settle`, { reason, password })), {
        status: 404,
        code: 'contradiction_not_found',
      })
    assert.equal((await look(api, one, '/contradictions/x')).status, 404)
    assert.equal((await look(api, one, '/contradictions?state=x')).status, 422)
  })
})
