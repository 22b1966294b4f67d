import type { ServiceEnvId } from '#domain/ids.ts'
import { openingBalance } from '#domain/ledger/ledger.ts'
import type { Money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { post } from '#db/ledger.ts'
import { inTransaction } from '#db/sql.ts'

/** Books a merchant's opening balance, at most once per service and mode. */
export async function openBalance(
  database: Database,
  { serviceEnvId, mode }: { readonly serviceEnvId: ServiceEnvId; readonly mode: Mode },
  amount: Money,
): Promise<void> {
  await inTransaction(database.pool, (sql) =>
    post(sql, {
      serviceEnvId,
      mode,
      transactionId: null,
      kind: 'opening_balance',
      provider: '',
      currency: amount.currency,
      entries: openingBalance(amount.minor),
    }),
  )
}
