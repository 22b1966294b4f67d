import assert from 'node:assert/strict'
import { proveNext } from '#use-cases/ledger-proofs/prove.ts'
import { createMerchant } from '#test/support/books.ts'
import { paidCollection } from '#test/use-cases/refunds/refunds.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { act, actsOf, atDesk, look } from '#test/support/staff.ts'

describe('proofs of the books at the staff desk', () => {
  const api = given(() => startApiAlone())
  const desk = given(() => atDesk(api.database, 'administrator'))
  before(async () => {
    const books = { database: api.database, outbox: outboxOf(api.database) }
    await paidCollection(books, await createMerchant(books))
  })

  it('are ordered, once while one runs, and told with what does not hold', async () => {
    const order = () => act(api, desk, { path: '/ledger-proofs', body: { reason: 'clôture' } })
    const first = await order()
    assert.equal(first.status, 201)
    const { id } = first.json.data
    assert.equal((await order()).json.data.id, id)
    await api.database.pool.query(
      `begin; set local session_replication_role = replica;
       update ledger_account set balance = balance - 1 where kind = 'available'; commit`,
    )
    while ((await proveNext(api.database, id)).state === 'running');
    const { data } = (await look(api, desk, `/ledger-proofs/${id}`)).json
    assert.deepEqual(
      [data.state, data.differences, data.checked.movements, data.ordered_by.id],
      ['differs', 1, 1, desk.member.id],
    )
    const [difference] = data.first_differences
    assert.deepEqual(
      [difference.rule, difference.expected, difference.found, difference.currency],
      ['balance_differs', 1000, 999, 'XOF'],
    )
    const agent = await atDesk(api.database, 'agent')
    const [notice] = (await look(api, agent, '/notices?kind=books_differ&mode=live')).json.data
    assert.deepEqual([notice.proof_id, notice.transaction_id, notice.run_url], [id, null, null])
    const seen = { path: `/notices/${notice.id}/acknowledge` }
    assert.equal((await act(api, agent, seen)).json.data.acknowledged_by.id, agent.member.id)
    assert.equal(refusalOf(await act(api, agent, seen)).code, 'action_not_allowed')
    assert.deepEqual((await actsOf(api.database, agent))[0]?.details, { proof_id: id })
    const next = await order()
    assert.notEqual(next.json.data.id, id)
    const acts = await actsOf(api.database, desk)
    assert.deepEqual(
      acts.map(({ act: what, reason, subject }) => [what, reason, subject?.id]),
      [
        ['ledger.prove', 'clôture', next.json.data.id],
        ['ledger.prove', 'clôture', id],
      ],
    )
  })

  it('are listed for everybody of the staff, the latest first', async () => {
    const agent = await atDesk(api.database, 'agent')
    const { json } = await look(api, agent, '/ledger-proofs?limit=1')
    assert.deepEqual([json.data.length, json.meta.has_more], [1, true])
    const rest = await look(api, agent, `/ledger-proofs?cursor=${json.meta.next_cursor}`)
    assert.deepEqual(
      rest.json.data.map(({ state }: { state: string }) => state),
      ['differs'],
    )
    const none = '/ledger-proofs/01890000-0000-7000-8000-000000000000'
    assert.equal(refusalOf(await look(api, agent, none)).code, 'ledger_proof_not_found')
  })
})
