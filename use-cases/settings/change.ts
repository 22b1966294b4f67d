import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/** What a merchant decides for its service. Name and currency are of both modes, who pays the fees of one. */
export interface ServiceChange {
  readonly publicName: string
  readonly currency: CurrencyCode
  /** Null: as the tariff says. */
  readonly feePayer: Payer | null
}

/** Changes a service for payments from now on: those that were asked for keep their terms. */
export async function changeService(
  { pool }: Pick<Database, 'pool'>,
  { id, serviceId }: { readonly id: ServiceEnvId; readonly serviceId: string },
  { publicName, currency, feePayer }: ServiceChange,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.rows('update service set public_name = $2, currency = $3 where id = $1', [
      serviceId,
      publicName,
      currency,
    ])
    await sql.rows('update service_env set fee_payer = $2 where id = $1', [id, feePayer])
  })
}
