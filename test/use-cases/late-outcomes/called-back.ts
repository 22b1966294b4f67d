import assert from 'node:assert/strict'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import type { operatorAnswered } from '#use-cases/operators/answered.ts'
import type { OperatorRequestId, RefundId, TransactionId } from '#domain/ids.ts'
import type { Books } from '#test/support/books.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { scriptedOperator } from '#test/workflows/scripted-operator.ts'

export type OrderId = TransactionId | RefundId

/** The operator, asked about an order that has ended, gives this answer. */
export function lookLate(
  books: Books,
  state: OrderState,
  order: Parameters<typeof checkLateAnswer>[1],
) {
  const operator = scriptedOperator({ answers: [], states: [state] })
  const steps = workerSteps(books, () => operator)
  return checkLateAnswer(steps, order)
}

/** The operator calls back about a payment or refund, which is heard as one of its payment. */
export async function tellOf(books: Books, id: OrderId, hear: typeof operatorAnswered) {
  const [order] = await books.rows<{
    readonly request: OperatorRequestId
    readonly payment: TransactionId
  }>(
    `select operator_request_id as request, id as payment from transaction where id = $1
     union all select operator_request_id, transaction_id from refund where id = $1`,
    id,
  )
  assert.ok(order)
  const { database, outbox } = books
  assert.equal(await hear(database, outbox, order.request), order.payment)
}

/** The same; true if it is watched then. */
export async function isWatchedAfter(
  books: Books,
  id: OrderId,
  hear: typeof operatorAnswered,
): Promise<boolean> {
  await tellOf(books, id, hear)
  const watches = await books.rows(
    `select from late_watch where coalesce(refund_id, transaction_id) = $1 and closed_at is null`,
    id,
  )
  return watches.length > 0
}
