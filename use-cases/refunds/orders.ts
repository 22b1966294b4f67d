import { findRefund, readRefund } from './find.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ActId, RefundId, ServiceEnvId, StaffMemberId } from '#domain/ids.ts'
import { isRefundFinal, type RefundOrder } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { type ClosingContext, giveClosing, type StaffClosing } from '#use-cases/closings/give.ts'
import type { UpdateOf } from '#workflows/contract.ts'
import { type ActContext, recordOnce, sendRecorded } from '#use-cases/recorded-acts.ts'

/** A staff action on a refund; the same `actId` means the same action. */
export interface StaffRefundOrder {
  readonly actId: ActId
  readonly refundId: RefundId
  readonly staffMemberId: StaffMemberId
  /** 500 characters at most; stored in the database only. */
  readonly reason: string | null
}

/**
 * Staff approves a refund; the last approval needed sends it. Refusals: refund_not_found, action_not_allowed,
 * second_approver_required, idempotency_conflict, service_unavailable.
 */
export function approveRefund(context: ActContext, order: StaffRefundOrder): Promise<RefundRecord> {
  const { actId, refundId, staffMemberId: actedBy } = order
  return give(context, { actId, refundId, act: 'approve', actedBy }, order.reason)
}

/** Staff rejects a refund: its money returns. Refusals: as for an approval. */
export function rejectRefund(context: ActContext, order: StaffRefundOrder): Promise<RefundRecord> {
  const { actId, refundId, staffMemberId: actedBy } = order
  return give(context, { actId, refundId, act: 'reject', actedBy }, order.reason)
}

/**
 * The merchant cancels a refund before it is approved: its money returns. Refusals: refund_not_found, also for that of
 * another service or mode and for one that the platform gives; action_not_allowed, idempotency_conflict,
 * service_unavailable.
 */
export async function cancelRefund(
  context: ActContext,
  order: {
    readonly serviceEnvId: ServiceEnvId
    readonly actId: ActId
    readonly refundId: RefundId
    /** The member of the merchant's staff. */
    readonly cancelledBy: string
  },
): Promise<RefundRecord> {
  const { actId, refundId, cancelledBy: actedBy } = order
  const { origin } = await findRefund(context.database, order.serviceEnvId, refundId)
  if (origin !== 'merchant') throw fail('action_not_allowed')
  return give(context, { actId, refundId, act: 'cancel', actedBy }, null)
}

/**
 * In sandbox the merchant decides on its refund in place of staff. Refusals: refund_not_found, also for that of another
 * service or mode; sandbox_mode_required; action_not_allowed, idempotency_conflict, service_unavailable.
 */
export async function decideSandboxRefund(
  context: ActContext,
  order: {
    readonly serviceEnvId: ServiceEnvId
    readonly actId: ActId
    readonly refundId: RefundId
    readonly act: 'approve' | 'reject'
    /** A member of the merchant's staff. */
    readonly decidedBy: string
  },
): Promise<RefundRecord> {
  const { actId, refundId, act, decidedBy: actedBy } = order
  const { origin, mode } = await findRefund(context.database, order.serviceEnvId, refundId)
  if (mode !== 'sandbox') throw fail('sandbox_mode_required')
  if (origin !== 'merchant') throw fail('action_not_allowed')
  return give(context, { actId, refundId, act, actedBy }, null)
}

/**
 * Records a staff verdict on a refund whose operator does not answer: paid, or its money returns. Refusals:
 * refund_not_found, and those of `giveClosing`.
 */
export async function closeRefund(
  context: ClosingContext,
  { refundId, ...closing }: StaffClosing & { readonly refundId: RefundId },
): Promise<RefundRecord> {
  const read = () => readRefund(context.database, refundId)
  const { transactionId, amount } = await read()
  await giveClosing(
    context,
    { ...closing, transactionId, refundId, amount },
    {
      kind: 'refund',
      subjectId: refundId,
      isOpen: async () => !isRefundFinal((await read()).status),
    },
  )
  return read()
}

const names: Readonly<Record<RefundOrder['act'], Exclude<UpdateOf<'refund'>, 'closeUnknown'>>> = {
  approve: 'approveRefund',
  reject: 'rejectRefund',
  cancel: 'cancelRefund',
}

/**
 * Records the action, then sends it to the run; if the run has ended, the database says whether the action was
 * carried out.
 */
async function give(
  context: ActContext,
  order: RefundOrder,
  reason: string | null,
): Promise<RefundRecord> {
  const { actId, refundId, actedBy } = order
  const { database } = context
  const read = () => readRefund(database, refundId)
  await read()
  await writeRefundAct(database, { ...order, reason })
  const update = {
    kind: 'refund',
    subjectId: refundId,
    name: names[order.act],
    input: { actId, actedBy },
    updateId: actId,
    isOpen: async () => (await read()).status === 'pending',
  } as const
  await sendRecorded(context, update, applied({ actId }))
  return read()
}

/**
 * Records an action on a refund before it is sent to the run; the reason is stored in the database only. Refusal:
 * idempotency_conflict for the id of another action.
 */
export async function writeRefundAct(
  { pool }: Pick<Database, 'pool'>,
  { actId, refundId, act, actedBy, reason }: RefundOrder & { readonly reason: string | null },
): Promise<void> {
  const order = { id: actId, refundId, act, actedBy }
  await recordOnce(onPool(pool), {
    write: db
      .insertInto('refundAct')
      .values({ ...order, reason })
      .onConflict((conflict) => conflict.column('id').doNothing()),
    same: db
      .selectFrom('refundAct')
      .select('id')
      .where((eb) => eb.and(order)),
  })
}

const applied = prepared((p: Params<{ actId: ActId }>) =>
  db
    .selectFrom('refundAct')
    .select('id')
    .where('id', '=', p.actId)
    .where('appliedAt', 'is not', null),
)
