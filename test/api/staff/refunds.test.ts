import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TransactionId } from '#domain/ids.ts'
import { lateDebit, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { eventually, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxTo } from '#test/support/orders.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { freshPhone } from '#test/support/tenant.ts'

const reason = 'vérifié auprès de l’opérateur'

describe('refunds, funds and late debits, at the desk', () => {
  const scene = given(() => startApiScene({ SANDBOX_OPERATOR_DELAY: '50ms' }))
  booksHoldAfterEach(() => scene.service.database)

  const books = () => {
    const { database, temporal: client } = scene.service
    return { database, outbox: outboxTo({ database, client }) }
  }
  const agent = () => atDesk(scene.service.database, 'agent')
  const supervisor = () => atDesk(scene.service.database, 'supervisor')
  const order = (desk: AtDesk, path: string) => act(scene, desk, { path, body: { reason } })
  const logOf = async (desk: AtDesk) =>
    (await actsOf(scene.service.database, desk)).map(
      ({ act: what, outcome }) => `${what} ${outcome}`,
    )
  const paid = async (ending = '1234', amount = 1000): Promise<TransactionId> => {
    const { json } = await scene.accept({ phone: freshPhone(ending), amount })
    await waitUntilFinal(scene, scene.tenant.keys.secret, json.data.id)
    return json.data.id
  }
  const asked = async (changes: { amount?: bigint; approvalAbove?: bigint } = {}) => {
    const transactionId = await paid()
    const wish = { transactionId, amount: 400n, ...changes }
    return (await refundOf(books(), scene.tenant, wish)).id
  }
  const isIn = async (desk: AtDesk, path: string, id: string): Promise<boolean> => {
    const { json } = await look(scene, desk, `${path}&limit=100`)
    return json.data.some((each: { id: string }) => each.id === id)
  }

  it('a refund is approved, and paid; the line in the log is of the merchant’s books', async () => {
    const desk = await agent()
    const id = await asked()
    const waiting = (await look(scene, desk, `/refunds/${id}`)).json.data
    assert.deepEqual(
      [waiting.status, waiting.amount, waiting.origin, waiting.approvals_needed],
      ['pending', 400, 'merchant', 1],
    )
    assert.ok(waiting.run_url.endsWith(`refund%2F${id}`))
    assert.ok(await isIn(desk, '/refunds?mode=sandbox', id))
    assert.equal((await order(desk, `/refunds/${id}/approve`)).status, 200)
    await eventually(async () => {
      const { json } = await look(scene, desk, `/refunds/${id}`)
      return json.data.status === 'succeeded'
    })
    assert.ok(!(await isIn(desk, '/refunds?mode=sandbox', id)))
    assert.ok(await isIn(desk, '/refunds?status=succeeded', id))
    const again = await order(desk, `/refunds/${id}/reject`)
    assert.deepEqual(refusalOf(again), { status: 409, code: 'action_not_allowed' })
    assert.deepEqual(await logOf(desk), ['refund.reject action_not_allowed', 'refund.approve done'])
    const [line] = await actsOf(scene.service.database, desk)
    assert.deepEqual(line?.subject, { kind: 'refund', id })
    assert.equal(line.serviceEnvId, scene.tenant.serviceEnvId)
  })

  it('a large refund needs two people, and the same one twice is one', async () => {
    const [first, second] = [await agent(), await supervisor()]
    const id = await asked({ approvalAbove: 100n })
    const once = await order(first, `/refunds/${id}/approve`)
    assert.equal(once.json.data.status, 'pending')
    assert.equal(once.json.data.approved_by.id, first.member.id)
    const again = await order(first, `/refunds/${id}/approve`)
    assert.equal(refusalOf(again).code, 'second_approver_required')
    const twice = await order(second, `/refunds/${id}/approve`)
    assert.equal(twice.json.data.second_approved_by.id, second.member.id)
  })

  it('a refund is decided once of two who decide at once, and rejected for a reason alone', async () => {
    const [first, second] = [await agent(), await agent()]
    const id = await asked()
    const unexplained = await act(scene, first, { path: `/refunds/${id}/reject` })
    assert.equal(refusalOf(unexplained).code, 'missing_field')
    const answers = await Promise.all([
      order(first, `/refunds/${id}/reject`),
      order(second, `/refunds/${id}/reject`),
    ])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409'])
    const read = await look(scene, first, `/refunds/${id}`)
    assert.equal(read.json.data.status, 'rejected')
  })

  it('funds that must be confirmed are confirmed by an agent, held ones decided by a supervisor', async () => {
    const [desk, senior] = [await agent(), await supervisor()]
    const [toConfirm, held, kept] = [await paid('0007'), await paid('0006'), await paid('0006')]
    for (const id of [toConfirm, held, kept]) {
      assert.ok(await isIn(desk, '/funds?mode=sandbox', id))
    }
    const refused = await order(desk, `/funds/${held}/release`)
    assert.deepEqual(refusalOf(refused), { status: 403, code: 'operation_not_allowed' })
    const confirmed = await order(desk, `/funds/${toConfirm}/confirm`)
    assert.equal(confirmed.json.data.funds_status, 'available')
    const released = await order(senior, `/funds/${held}/release`)
    assert.equal(released.json.data.funds_status, 'available')
    const withheld = await order(senior, `/funds/${kept}/withhold`)
    assert.equal(withheld.json.data.funds_status, 'withheld')
    const late = await order(senior, `/funds/${kept}/release`)
    assert.deepEqual(refusalOf(late), { status: 409, code: 'action_not_allowed' })
    for (const id of [toConfirm, held, kept]) {
      assert.ok(!(await isIn(desk, '/funds?mode=sandbox', id)))
    }
    assert.deepEqual(await logOf(desk), ['funds.confirm done'])
    assert.deepEqual(await logOf(senior), [
      'funds.release action_not_allowed',
      'funds.withhold done',
      'funds.release done',
    ])
    const nobody = await order(senior, `/funds/${randomUUID()}/release`)
    assert.deepEqual(refusalOf(nobody), { status: 404, code: 'transaction_not_found' })
  })

  it('a late debit is given back once, by one who asks and another who approves', async () => {
    const [first, second] = [await agent(), await agent()]
    const id = await lateDebit(books())
    assert.ok(await isIn(first, '/late-outcomes?mode=sandbox', id))
    const answers = await Promise.all([
      order(first, `/late-outcomes/${id}/refund`),
      order(first, `/late-outcomes/${id}/refund`),
    ])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '409'])
    const made = answers.find(({ status }) => status === 201)?.json.data
    assert.deepEqual([made.origin, made.amount, made.status], ['service', 1020, 'pending'])
    assert.equal(made.requested_by.id, first.member.id)
    assert.ok(!(await isIn(first, '/late-outcomes?mode=sandbox', id)))
    assert.ok(await isIn(first, '/late-outcomes?state=all', id))
    const own = await order(first, `/refunds/${made.id}/approve`)
    assert.equal(refusalOf(own).code, 'approval_by_another')
    assert.equal((await order(second, `/refunds/${made.id}/approve`)).status, 200)
    const outcomes = await logOf(first)
    assert.deepEqual(outcomes.toSorted(), [
      'late_outcome.refund done',
      'late_outcome.refund refund_not_allowed',
      'refund.approve approval_by_another',
    ])
    const none = await order(first, `/late-outcomes/${await paid()}/refund`)
    assert.equal(refusalOf(none).code, 'refund_not_allowed')
  })

  it('the oldest come first, and the queues go on where a page ends', async () => {
    const desk = await agent()
    const ids = [await asked(), await asked(), await asked()]
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { json } = await look(scene, desk, `/refunds?status=pending&limit=2${cursor}`)
      seen.push(...json.data.map(({ id }: { id: string }) => id))
      if (!json.meta.has_more) break
      cursor = `&cursor=${json.meta.next_cursor}`
    }
    assert.deepEqual(
      seen.filter((id) => ids.some((each) => each === id)),
      ids,
    )
    const funds = [await paid('0006'), await paid('0006')]
    const { json } = await look(scene, desk, '/funds?status=held&limit=100')
    const held = json.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(
      held.filter((id: string) => funds.some((each) => each === id)),
      funds,
    )
  })
})
