import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { MerchantIdentity } from './read.ts'

/** Settings that a merchant can change for its service. Who pays the fees is set per mode, the rest for both. */
export interface ServiceChange extends MerchantIdentity {
  readonly publicName: string
  readonly currency: CurrencyCode
  /** Null: as the tariff says. */
  readonly feePayer: Payer | null
}

/** Changes a service for payments from now on; those already requested keep their terms. */
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
    .set({
      publicName: p.publicName,
      currency: p.currency,
      address: p.address,
      phone: p.phone,
      email: p.email,
      taxNumber: p.taxNumber,
      tradeRegister: p.tradeRegister,
    })
    .where('id', '=', p.serviceId),
)
