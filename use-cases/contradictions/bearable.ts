import type { Bearable } from '#domain/contradictions/contradiction.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { PaymentMethodType } from '#domain/transactions/transaction.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import { oneOf } from '#db/functions.ts'
import { db, type Expression, sql } from '#db/statements.ts'
import { takenBack } from '#use-cases/refunds/find.ts'

/** A contradiction, and what of it the service has to bear. */
export interface Standing extends Bearable {
  /** Minor units; negative what is to be recovered. */
  readonly open: bigint
  /** True while a refund may still take from what the owner has. */
  readonly isUnderWay: boolean
}

interface Of {
  /** What was booked when it was contradicted first. */
  readonly booked: Expression<bigint>
  readonly transactionId: Expression<TransactionId>
  readonly refundId: Expression<RefundId | null>
}

/** The columns of its standing, besides what is open. */
export function bearableColumns({ booked, transactionId, refundId }: Of) {
  const late = db
    .selectFrom('transaction as b')
    .select('b.id')
    .where('b.id', '=', transactionId)
    .where('b.lateOutcomeAt', 'is not', null)
  const isLimited = sql<boolean>`(exists ${late} or exists ${takenBack(transactionId)})`
  const underWay = db
    .selectFrom('refund as b')
    .select('b.id')
    .where('b.transactionId', '=', transactionId)
    .where((eb) => oneOf(eb.ref('b.status'), openRefundStatuses))
  return [
    sql<bigint | null>`case when exists ${late} then ${sumIn(transactionId, 'to_refund')}
      when exists ${takenBack(transactionId)} then ${sumIn(transactionId, null)} end`.as('held'),
    // Money owed of a payment that was taken back, or of a late debit, makes good all that the service lost of it.
    sql<bigint>`-case when ${isLimited} then ${sumIn(transactionId, 'written_off')}
      else least(0, ${sumIn(transactionId, 'written_off', refundId)}) end`.as('lost'),
    sql<bigint>`coalesce((${chargedBy(transactionId, refundId)}) - ${booked}, 0)`.as('kept'),
    sql<boolean>`${isLimited} and exists ${underWay}`.as('isUnderWay'),
  ] as const
}

/** What a bank transfer took from its merchant: owed in whole, even if the bank sends less back. */
function chargedBy(
  transactionId: Expression<TransactionId>,
  refundId: Expression<RefundId | null>,
) {
  return db
    .selectFrom('transaction as v')
    .select('v.amountCharged')
    .where('v.id', '=', transactionId)
    .where('v.paymentType', '=', sql.lit('bank_transfer' satisfies PaymentMethodType))
    .where(refundId, 'is', null)
}

/**
 * What an account of the platform holds of a payment and its refunds, or of one order alone; null for all accounts of the
 * merchant.
 */
function sumIn(
  transactionId: Expression<TransactionId>,
  kind: 'to_refund' | 'written_off' | null,
  refundId?: Expression<RefundId | null>,
) {
  const ofPayment = db
    .selectFrom('ledgerMovement as f')
    .innerJoin('ledgerEntry as g', 'g.movementId', 'f.id')
    .innerJoin('ledgerAccount as h', 'h.id', 'g.accountId')
    .select((eb) => eb.fn.sum('g.amount').as('sum'))
    .where('f.transactionId', '=', transactionId)
  const entries =
    refundId === undefined
      ? ofPayment
      : ofPayment.where('f.refundId', 'is not distinct from', refundId)
  const those =
    kind === null
      ? entries.where('h.serviceEnvId', 'is not', null)
      : entries.where('h.kind', '=', sql.lit(kind))
  return sql<bigint>`coalesce(${those}, 0)::bigint`
}
