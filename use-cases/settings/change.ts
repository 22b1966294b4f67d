import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type MerchantIdentity, readSettingsIn, type ServiceSettings } from './read.ts'

/** Settings that a merchant can change for its service. Who pays the fees is set per mode, the rest for both. */
export interface ServiceChange extends MerchantIdentity {
  readonly publicName: string
  readonly currency: CurrencyCode
  /** Null: as the tariff says. */
  readonly feePayer: Payer | null
}

interface ChangedPlace {
  readonly id: ServiceEnvId
  readonly serviceId: string
  /** True if the settings are still those that the change was made from. */
  readonly isStill?: (now: ServiceSettings) => boolean
}

/**
 * Changes a service for payments from now on; those already requested keep their terms. Refusal: changed_meanwhile.
 */
export async function changeService(
  { pool }: Pick<Database, 'pool'>,
  { id, serviceId, isStill }: ChangedPlace,
  change: ServiceChange,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.first(lock({ serviceId }))
    if (isStill && !isStill(await readSettingsIn(tx, id))) throw fail('changed_meanwhile')
    await tx.run(update({ ...change, id, serviceId }))
  })
}

const lock = prepared((p: Params<{ serviceId: string }>) =>
  db.selectFrom('service').select('id').where('id', '=', p.serviceId).forNoKeyUpdate(),
)

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
