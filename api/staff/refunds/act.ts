import { randomUUIDv7 } from 'node:crypto'
import { type ActId, asId, type RefundId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedRefund, type QueuedRefund } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import type { Answer } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import type { StaffRefundOrder } from '#use-cases/refunds/orders.ts'
import type { ActInput } from '#http/desk-act.ts'
import { causeOf } from '#api/staff/fields.ts'

interface RefundAct {
  readonly verb: 'approve' | 'reject'
  readonly work: (order: StaffRefundOrder, refund: QueuedRefund) => Promise<unknown>
}

/** Decides on a refund, with a line in the audit log before and its outcome after; the refund as it then is. */
export async function actOnRefund(
  { database, runUrl }: ApiContext,
  input: ActInput<{ readonly reason?: string }>,
  { verb, work }: RefundAct,
): Promise<Answer> {
  const { person } = input.caller
  const { reason } = input.body
  const id = asId<RefundId>(input.params.id)
  const before = await findQueuedRefund(database, id)
  const subject = { kind: 'refund', id }
  const { serviceEnvId } = before
  const act = { act: `refund.${verb}`, subject, serviceEnvId, cause: causeOf(input, reason) }
  const actId = asId<ActId>(randomUUIDv7())
  const order = { actId, refundId: id, staffMemberId: person.id, reason: reason ?? null }
  await logged(database, { actor: person, act }, () => work(order, before))
  const refund = await findQueuedRefund(database, id)
  return { body: { data: presentQueuedRefund(refund, runUrl('refund', id)) } }
}
