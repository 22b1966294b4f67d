import { randomUUIDv7 } from 'node:crypto'
import { type ActId, asId, type RefundId } from '#domain/ids.ts'
import { fail } from '#domain/errors.ts'
import { logged } from '#db/act-log.ts'
import { findQueuedRefund } from '#db/queries/refund-queue.ts'
import type { Session } from '#db/sessions.ts'
import type { ApiContext } from '#api/context.ts'
import type { Answer } from '#api/http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { approveRefund, rejectRefund } from '#api/refunds/orders.ts'
import { causeOf } from '#api/staff/fields.ts'

interface ActInput {
  readonly caller: Session<'staff'>
  readonly requestId: string
  readonly params: { readonly id: string }
  readonly body: { readonly reason?: string }
}

/**
 * Decides on a refund, with a line in the audit log before and its outcome after; the refund as it then is. Who asked for it
 * does not approve it: approval_by_another.
 */
export async function decideOnRefund(
  { database, runUrl, runUpdates }: ApiContext,
  input: ActInput,
  verb: 'approve' | 'reject',
): Promise<Answer> {
  const { person } = input.caller
  const { reason } = input.body
  const id = asId<RefundId>(input.params.id)
  const { serviceEnvId, requestedBy } = await findQueuedRefund(database, id)
  const subject = { kind: 'refund', id }
  const act = { act: `refund.${verb}`, subject, serviceEnvId, cause: causeOf(input, reason) }
  const work = verb === 'approve' ? approveRefund : rejectRefund
  await logged(database, { actor: person, act }, async () => {
    if (verb === 'approve' && requestedBy?.id === person.id) throw fail('approval_by_another')
    const actId = asId<ActId>(randomUUIDv7())
    const order = { actId, refundId: id, staffMemberId: person.id, reason: reason ?? null }
    await work({ database, runUpdates }, order)
  })
  const refund = await findQueuedRefund(database, id)
  return { body: { data: presentQueuedRefund(refund, runUrl('refund', id)) } }
}
