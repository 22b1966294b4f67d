import type { RefundId } from '#domain/ids.ts'
import { refundMoves } from '#domain/refunds/refund.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { now, sharingOperatorAccount } from '#db/functions.ts'
import { countAsSent } from '#db/runs/count-as-sent.ts'
import { onPool } from '#db/sql.ts'
import {
  type Changes,
  db,
  type ExpressionBuilder,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'
import { unusedReference } from '#use-cases/transactions/unused-reference.ts'
import { receivedRefunds, takenBack } from './find.ts'

/**
 * Records that an approved refund is about to be sent to the operator; returns the time to the one caller that may
 * send it. Undefined if it was sent before: its status is then checked, and it is never sent again blindly. Undefined
 * as well if the payer already has the money: see `withholdReceived`.
 */
export async function claimRefund({ pool }: Database, id: RefundId): Promise<Date | undefined> {
  return (await onPool(pool).first(claim({ id })))?.sentAt
}

/**
 * True if the refund was never sent and must not be: since it was approved, an earlier refund of the payment turned out
 * to have been paid after all, and with this one the payer would get more than they paid.
 */
export async function withholdReceived({ pool }: Database, id: RefundId): Promise<boolean> {
  return (await onPool(pool).run(withhold({ id }))) > 0
}

/**
 * Records that a refund which its sender gave back is about to be sent again; returns the time to the one caller that
 * may send it.
 */
export async function claimReleasedRefund(
  { pool }: Database,
  id: RefundId,
): Promise<Date | undefined> {
  return (await onPool(pool).first(claimReleased({ id })))?.sentAt
}

/**
 * A refund that by the database was never sent, or not even approved, while its run follows it at the operator: it
 * was sent, and the database was restored to an earlier moment. One that counted as sent before it was approved again
 * is followed from here on.
 */
export async function countRefundAsSent({ pool }: Database, id: RefundId): Promise<void> {
  await countAsSent(onPool(pool), 'refund', [id])
}

/**
 * True if a refund was sent, or counts as sent because it may have left before a restore, even if it is not approved
 * yet.
 */
export async function mayHaveLeft({ pool }: Database, id: RefundId): Promise<boolean> {
  return (await onPool(pool).first(left({ id }))) !== undefined
}

/** True if a refund that the operator did not find may be sent once more, under the same id: it is still wanted. */
export async function maySendRefundAgain({ pool }: Database, id: RefundId): Promise<boolean> {
  return (await onPool(pool).run(claimAgain({ id }))) > 0
}

/**
 * The operator certainly does not have the refund that left at this time, so it may be sent again under the same id.
 * Nothing changes if it was sent again since: the operator may have that one.
 */
export async function releaseRefund({ pool }: Database, id: RefundId, sentAt: Date): Promise<void> {
  await onPool(pool).run(release({ id, sentAt }))
}

/** The operator certainly does not have a refund that waits for an approval: nothing here has sent it meanwhile. */
export async function countRefundAsUnsent({ pool }: Database, id: RefundId): Promise<void> {
  await onPool(pool).run(uncount({ id }))
}

/** The operator has the refund, and may have given its own reference. */
export async function confirmRefund(
  { pool }: Database,
  id: RefundId,
  providerReference?: string,
): Promise<void> {
  await onPool(pool).run(confirm({ id, providerReference: providerReference ?? null }))
}

/** Records a notice to staff that the operator leaves the refund open; true if this notice is new. */
export async function flagRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
  number: number,
): Promise<boolean> {
  return (await onPool(pool).run(flag({ id, number }))) > 0
}

/** With this refund the payer would get back no more than they paid, and the operator has not given the payment back. */
const isWithinPayment = (eb: ExpressionBuilder<Tables, 'refund'>) =>
  eb.and([
    eb(
      receivedRefunds(eb.ref('refund.transactionId')).select((of) =>
        of.fn.sum('r.amount').as('sum'),
      ),
      '<=',
      eb
        .selectFrom('transaction as t')
        .select('t.amountCharged')
        .whereRef('t.id', '=', 'refund.transactionId'),
    ),
    eb.not(eb.exists(takenBack(eb.ref('refund.transactionId')))),
  ])

/** When it leaves; nobody sets its service's account at the operator meanwhile. */
const leaving = (eb: ExpressionBuilder<Tables, 'refund'>) =>
  [
    eb.ref('operatorSentAt').$notNull().as('sentAt'),
    sharingOperatorAccount(eb.ref('serviceEnvId'), eb.ref('provider')).as('account'),
  ] as const

const claim = prepared((p: Params<{ id: RefundId }>) =>
  db
    .updateTable('refund')
    .set({ status: 'processing', operatorState: 'sent', operatorSentAt: now })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(refundMoves, 'send'))
    .where('operatorState', '=', 'unsent')
    .where(isWithinPayment)
    .returning(leaving),
)

const left = prepared((p: Params<{ id: RefundId }>) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('id', '=', p.id)
    .where('operatorState', '<>', 'unsent'),
)

const claimReleased = prepared((p: Params<{ id: RefundId }>) =>
  db
    .updateTable('refund')
    .set({ operatorState: 'sent', operatorSentAt: now })
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('operatorState', '=', 'unsent')
    .where(isWithinPayment)
    .returning(leaving),
)

const claimAgain = prepared((p: Params<{ id: RefundId }>) =>
  db
    .updateTable('refund')
    .set({ operatorSentAt: now })
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('operatorState', '<>', 'unsent')
    .where(isWithinPayment),
)

const withhold = prepared((p: Params<{ id: RefundId }>) =>
  db
    .updateTable('refund')
    .set({ status: 'processing' })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(refundMoves, 'send'))
    .where('operatorState', '=', 'unsent')
    .where((eb) => eb.not(isWithinPayment(eb))),
)

const release = prepared((p: Params<{ id: RefundId; sentAt: Date }>) =>
  db
    .updateTable('refund')
    .set({ operatorState: 'unsent' })
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('operatorState', '=', 'sent')
    .where('operatorSentAt', '=', p.sentAt)
    .where('callbacks', '=', 0),
)

const uncount = prepared((p: Params<{ id: RefundId }>) =>
  db
    .updateTable('refund')
    .set({ operatorState: 'unsent' })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'sent'),
)

const confirm = prepared((p: Params<{ id: RefundId; providerReference: string | null }>) =>
  db
    .updateTable('refund')
    .set((eb): Changes<'refund'> => ({
      operatorState: 'taken',
      providerReference: eb.fn.coalesce(
        'providerReference',
        unusedReference(p.providerReference, {
          id: eb.ref('refund.id'),
          provider: eb.ref('refund.provider'),
        }),
      ),
    }))
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('operatorState', '=', 'sent'),
)

const flag = prepared((p: Params<{ id: RefundId; number: number }>) =>
  db
    .with('flagged', (books) =>
      books
        .updateTable('refund')
        .set((eb): Changes<'refund'> => ({ attentionAt: eb.fn.coalesce('attentionAt', now) }))
        .where('id', '=', p.id)
        .where('status', '=', 'processing')
        .returning(['id', 'transactionId']),
    )
    .insertInto('staffNotice')
    .columns(['transactionId', 'refundId', 'kind', 'number'])
    .expression((eb) =>
      eb
        .selectFrom('flagged')
        .select(['transactionId', 'id', sql.lit('refund_undecided').as('kind')])
        .select(sql<number>`${p.number}::int`.as('number')),
    )
    .onConflict((conflict) => conflict.constraint('staff_notice_once').doNothing()),
)
