import type { TransactionId } from '#domain/ids.ts'
import type {
  FinalStatus,
  FundsAtSettlement,
  FundsStatus,
  TransactionStatus,
} from '#domain/transactions/transaction.ts'
import { type Changes, db, type Expression, type Params, sql } from '#db/statements.ts'

/** How a transaction ends; with `providerReference` null it keeps the one it has. */
export interface EndValues {
  readonly id: TransactionId
  readonly from: TransactionStatus
  readonly status: FinalStatus
  readonly failureCode: string | null
  readonly funds: FundsAtSettlement | null
  readonly providerReference: string | null
}

/**
 * The one change of a transaction's status, conditional under the row's lock: of two that race, the loser finds no row.
 * Funds are pending if the service's become available later. Part of a statement; `t` is the transaction, `e` its
 * service.
 */
export function movedToEnd(p: Params<EndValues>, completedAt: Expression<Date>) {
  return db
    .updateTable('transaction as t')
    .from('serviceEnv as e')
    .set((eb): Changes<'transaction'> => ({
      status: p.status,
      pendingReason: null,
      completedAt,
      failureCode: p.failureCode,
      fundsStatus: sql<FundsStatus>`case when ${p.funds}::text = 'available' and ${eb.ref('e.availabilityDelay')} is not null
        then 'pending' else ${p.funds} end`,
      fundsAvailableAt: sql<Date>`case when ${p.funds}::text = 'available' then now() + ${eb.ref('e.availabilityDelay')} end`,
      providerReference: eb.fn.coalesce(p.providerReference, eb.ref('t.providerReference')),
    }))
    .where('t.id', '=', p.id)
    .where('t.status', '=', p.from)
    .whereRef('e.id', '=', 't.serviceEnvId')
}
