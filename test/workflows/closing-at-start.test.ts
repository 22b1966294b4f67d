import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WithStartWorkflowOperation } from '@temporalio/client'
import { asId, type ActId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { writeClosing } from '#use-cases/closings/give.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { workflowId } from '#workflows/contract.ts'
import { updates } from '#workflows/contract/messages.ts'

describe('a verdict that reaches a run in its first moment, as one that goes on in a new history has it', function () {
  this.timeout(120_000)
  // Its operator has the order, and says nothing.
  const service = given(() => startTestService({ SANDBOX_OPERATOR_DELAY: '30m' }))
  const tenant = given(() => createTenant(service.database))
  before(() => giveBalance(service.database, tenant, 100_000))

  it('of a payout that staff was told of: it counts', async () => {
    const transactionId = await sentPayout()
    await tell('payout_undecided', { transactionId })
    assert.equal(await verdict('payout', { transactionId, refundId: null }), 'succeeded')
  })

  it('of a payout that staff was not told of: it is refused, and the run goes on', async () => {
    const transactionId = await sentPayout()
    await assert.rejects(
      verdict('payout', { transactionId, refundId: null }),
      ({ cause }: Error) => (cause as { readonly type?: string }).type === 'action_not_allowed',
    )
    const { status } = await service.temporal.workflow
      .getHandle(workflowId('payout', transactionId))
      .describe()
    assert.equal(status.name, 'RUNNING')
  })

  it('of a refund that staff was told of: it counts', async () => {
    const { transactionId, refundId } = await sentRefund()
    await tell('refund_undecided', { transactionId, refundId })
    assert.equal(await verdict('refund', { transactionId, refundId }), 'succeeded')
  })

  async function sentPayout(): Promise<TransactionId> {
    const phone = await authorizePhone(service.database, tenant)
    const { json, text, status } = await call(service, payoutCall(tenant.keys.secret, { phone }))
    assert.equal(status, 202, text)
    const id = asId<TransactionId>(json.data.id)
    await isTaken('transaction', id)
    return id
  }

  async function sentRefund() {
    const parts = { database: service.database, client: service.temporal }
    const { json } = await call(service, collectionCall(tenant.keys.secret))
    const transactionId = asId<TransactionId>(json.data.id)
    const books = { database: service.database, outbox: outboxTo(parts) }
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    const { id: refundId } = await refundOf(books, tenant, { transactionId, amount: 500n })
    await ordersTo(parts).approve(refundId)
    await isTaken('refund', refundId)
    return { transactionId, refundId }
  }

  const isTaken = (table: string, id: string) =>
    eventually(async () => {
      const row = await onPool(service.database.pool).one<{ readonly state: string }>(
        `select operator_state as state from ${table} where id = $1`,
        [id],
      )
      return row.state === 'taken'
    })

  async function tell(kind: string, of: { transactionId: TransactionId; refundId?: RefundId }) {
    const { transactionId, refundId = null } = of
    const books = onPool(service.database.pool)
    await books.rows(
      'insert into staff_notice (kind, transaction_id, refund_id, number) values ($1, $2, $3, 1)',
      [kind, transactionId, refundId],
    )
    await books.rows('update refund set attention_at = now() where id = $1', [refundId])
  }

  /** Its run is ended, and another begins with the verdict in its first task. */
  async function verdict(
    kind: 'payout' | 'refund',
    subject: { readonly transactionId: TransactionId; readonly refundId: RefundId | null },
  ): Promise<string> {
    const subjectId = subject.refundId ?? subject.transactionId
    const { workflow } = service.temporal
    await workflow.getHandle(workflowId(kind, subjectId)).terminate()
    const actId = asId<ActId>(randomUUID())
    const closedBy = await newStaff(service.database)
    const word = { verdict: 'paid', operatorReference: 'OP-77', reason: 'Relevé' } as const
    await writeClosing(service.database, {
      ...subject,
      ...word,
      actId,
      closedBy,
      approvalsNeeded: 1,
    })
    const input = subject.refundId === null ? subject : { refundId: subject.refundId }
    const { status } = await workflow.executeUpdateWithStart(updates.closeUnknown, {
      args: [{ actId, actedBy: closedBy }],
      updateId: actId,
      startWorkflowOperation: new WithStartWorkflowOperation(kind, {
        workflowId: workflowId(kind, subjectId),
        taskQueue: 'payments',
        args: [input],
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    })
    return status
  }
})
