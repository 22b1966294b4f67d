import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** What a merchant decides for its service in a mode, and what was agreed with us. */
export interface ServiceSettings {
  readonly publicName: string
  readonly currency: CurrencyCode
  /** Null: as the tariff says. */
  readonly feePayer: Payer | null
  /** Whole seconds; null where funds are available at once. */
  readonly availabilityDelaySeconds: number | null
  /** Operators and banks by which nothing is paid out for now; a null among them is all of them. */
  readonly suspendedPayouts: readonly (string | null)[]
}

/** The settings of a place, as they are for payments from now on. */
export async function readServiceSettings(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ServiceSettings> {
  return onPool(pool).one<ServiceSettings>(
    `select s.public_name as "publicName", s.currency, e.fee_payer as "feePayer",
       extract(epoch from e.availability_delay)::int as "availabilityDelaySeconds",
       array(select p.provider from payout_suspension p where p.lifted_at is null and p.mode = e.mode
         and (p.service_env_id is null or p.service_env_id = e.id)) as "suspendedPayouts"
     from service_env e join service s on s.id = e.service_id where e.id = $1`,
    [serviceEnvId],
  )
}
