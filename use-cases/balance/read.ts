import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'
import { takenOfFunds } from '#use-cases/funds/taken.ts'

/** Balances of a service in one mode, minor units of XOF (docs/money-and-ledger.md#balance). */
export interface Balance {
  readonly mode: Mode
  readonly available: bigint
  readonly pending: bigint
  /** In sandbox: funds that would await confirmation, which `available` includes as well. */
  readonly pendingConfirmation: bigint
  readonly pendingConfirmationCount: number
  /** From payments under review. */
  readonly held: bigint
  /** From payments whose review ended badly. */
  readonly withheld: bigint
  /** For payouts and refunds in progress. */
  readonly reserved: bigint
  readonly updatedAt: Date
}

/** Reads the account rows that every movement updates. Only what sandbox simulates has no account, and is summed. */
export function readBalance({ pool }: Database, serviceEnvId: ServiceEnvId): Promise<Balance> {
  return onPool(pool).only(balances({ serviceEnvId }))
}

const balances = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv as e')
    .leftJoin('ledgerAccount as a', (join) =>
      join.onRef('a.serviceEnvId', '=', 'e.id').on('a.currency', '=', 'XOF'),
    )
    .select('e.mode')
    .select((eb) => {
      const held = (kind: MerchantAccountKind) =>
        eb.fn.coalesce(
          eb.fn.max<bigint | null>('a.balance').filterWhere('a.kind', '=', kind),
          sql<bigint>`0`,
        )
      const confirming = eb
        .selectFrom('transaction as t')
        .whereRef('t.serviceEnvId', '=', 'e.id')
        .where((of) => oneOf(of.ref('t.fundsStatus'), ['pending_confirmation']))
      const simulated = confirming.select((of) =>
        ofMerchant(of.ref('t.id'), of.ref('t.netAmount')).as('simulated'),
      )
      const count = confirming.select(eb.fn.countAll().as('count'))
      return [
        held('available').as('available'),
        held('pending').as('pending'),
        sql<bigint>`case ${eb.ref('e.mode')} when 'sandbox' then ${simulated}
          else ${held('pending_confirmation')} end`.as('pendingConfirmation'),
        sql<number>`${count}::int`.as('pendingConfirmationCount'),
        held('held').as('held'),
        held('withheld').as('withheld'),
        held('reserved').as('reserved'),
        eb.fn.coalesce(eb.fn.max('a.updatedAt'), 'e.createdAt').as('updatedAt'),
      ]
    })
    .where('e.id', '=', p.serviceEnvId)
    .groupBy('e.id'),
)

/** The net of payments minus what was taken from it, as in live. */
function ofMerchant(paymentId: Expression<TransactionId>, net: Expression<bigint>) {
  return sql<bigint>`coalesce(sum(${net} - ${takenOfFunds(paymentId)}), 0)::int8`
}
