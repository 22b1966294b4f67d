import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'
import { movingRefunds } from '#use-cases/refunds/find.ts'

/** Balances of a service in one mode, minor units of XOF (spec: Balance). */
export interface Balance {
  readonly mode: Mode
  readonly available: bigint
  readonly pending: bigint
  /** In sandbox what would await confirmation; `available` has it as well. */
  readonly pendingConfirmation: bigint
  readonly pendingConfirmationCount: number
  /** Of payments that are being verified. */
  readonly held: bigint
  /** Of payments whose verification ended badly. */
  readonly withheld: bigint
  /** Of payouts and refunds that are under way. */
  readonly reserved: bigint
  readonly updatedAt: Date
}

/** The account rows that every movement keeps up to date; only what is simulated in sandbox has none, and is added up. */
export async function readBalance(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<Balance> {
  const { simulated, confirming, confirmingCount, ...row } = await onPool(database.pool).only(
    balances({ serviceEnvId }),
  )
  return {
    ...row,
    available: row.available ?? 0n,
    pending: row.pending ?? 0n,
    pendingConfirmation: row.mode === 'sandbox' ? BigInt(simulated ?? 0) : (confirming ?? 0n),
    pendingConfirmationCount: confirmingCount ?? 0,
    held: row.held ?? 0n,
    withheld: row.withheld ?? 0n,
    reserved: row.reserved ?? 0n,
  }
}

const balances = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv as e')
    .leftJoin('ledgerAccount as a', (join) =>
      join.onRef('a.serviceEnvId', '=', 'e.id').on('a.currency', '=', 'XOF'),
    )
    .select('e.mode')
    .select((eb) => {
      const holds = (kind: MerchantAccountKind) =>
        eb.fn.max<bigint | null>('a.balance').filterWhere('a.kind', '=', kind)
      const confirming = eb
        .selectFrom('transaction as t')
        .whereRef('t.serviceEnvId', '=', 'e.id')
        .where((of) => oneOf(of.ref('t.fundsStatus'), ['pending_confirmation']))
      return [
        holds('available').as('available'),
        holds('pending').as('pending'),
        holds('pending_confirmation').as('confirming'),
        holds('held').as('held'),
        holds('withheld').as('withheld'),
        holds('reserved').as('reserved'),
        confirming.select(sql<number>`count(*)::int`.as('count')).as('confirmingCount'),
        eb
          .case()
          .when('e.mode', '=', 'sandbox')
          .then(
            confirming.select((of) => ofMerchant(of.ref('t.id'), of.ref('t.netAmount')).as('sum')),
          )
          .end()
          .as('simulated'),
        eb.fn.coalesce(eb.fn.max('a.updatedAt'), 'e.createdAt').as('updatedAt'),
      ]
    })
    .where('e.id', '=', p.serviceEnvId)
    .groupBy('e.id'),
)

/** The net of payments, less what refunds took of it, as in live. */
function ofMerchant(paymentId: Expression<TransactionId>, net: Expression<bigint>) {
  const taken = movingRefunds(paymentId).select(({ fn }) => fn.sum('r.fundsAmount').as('taken'))
  return sql<string | null>`sum(${net} - coalesce(${taken}, 0))`
}
