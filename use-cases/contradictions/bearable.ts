import type { Bearable } from '#domain/contradictions/contradiction.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { openRefundStatuses, type RefundOrigin } from '#domain/refunds/refund.ts'
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
  readonly transactionId: Expression<TransactionId>
  readonly refundId: Expression<RefundId | null>
}

/** The columns of its standing, besides what is open. */
export function bearableColumns({ transactionId, refundId }: Of) {
  const refunds = db.selectFrom('refund as b').where('b.transactionId', '=', transactionId)
  const origin = refunds.select('b.origin').where('b.id', '=', sql<RefundId>`${refundId}`)
  const isLimited = sql<boolean>`(coalesce(${origin} = ${service}, false) or exists ${takenBack(transactionId)})`
  const underWay = refunds
    .select('b.id')
    .where((eb) => oneOf(eb.ref('b.status'), openRefundStatuses))
  return [
    sql<bigint | null>`case when ${origin} = ${service} then ${sumIn(transactionId, 'to_refund')}
      when exists ${takenBack(transactionId)} then ${sumIn(transactionId, null)} end`.as('held'),
    sql<bigint>`-${sumIn(transactionId, 'written_off')}`.as('lost'),
    sql<boolean>`${isLimited} and exists ${underWay}`.as('isUnderWay'),
  ] as const
}

const service = sql.lit('service' satisfies RefundOrigin)

/** What an account of the platform holds of a payment and its refunds; null for all accounts of the merchant. */
function sumIn(transactionId: Expression<TransactionId>, kind: 'to_refund' | 'written_off' | null) {
  const entries = db
    .selectFrom('ledgerMovement as f')
    .innerJoin('ledgerEntry as g', 'g.movementId', 'f.id')
    .innerJoin('ledgerAccount as h', 'h.id', 'g.accountId')
    .select((eb) => eb.fn.sum('g.amount').as('sum'))
    .where('f.transactionId', '=', transactionId)
  const those =
    kind === null
      ? entries.where('h.serviceEnvId', 'is not', null)
      : entries.where('h.kind', '=', sql.lit(kind))
  return sql<bigint>`coalesce(${those}, 0)::bigint`
}
