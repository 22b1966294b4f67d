import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

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
  change: ServiceChange,
): Promise<void> {
  await onPool(pool).run(update({ ...change, id, serviceId }))
}

const update = prepared((p: Params<ServiceChange & { id: ServiceEnvId; serviceId: string }>) =>
  db
    .with('ofMode', (books) =>
      books.updateTable('serviceEnv').set({ feePayer: p.feePayer }).where('id', '=', p.id),
    )
    .updateTable('service')
    .set({ publicName: p.publicName, currency: p.currency })
    .where('id', '=', p.serviceId),
)
