import type { CurrencyCode } from '#domain/money/currency.ts'
import type { MerchantId, ServiceEnvId } from '#domain/ids.ts'
import { logoPath } from '#domain/settings/logo.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A service of a merchant, in one mode. */
export interface Place {
  readonly id: ServiceEnvId
  readonly serviceId: string
  readonly publicName: string
  readonly logoPath: string | null
  readonly mode: Mode
  /** False for a live mode that staff has not opened yet. */
  readonly isOpen: boolean
  /** The currency of the amounts that payers and the portal see. */
  readonly currency: CurrencyCode
}

/** The services of a merchant, oldest first, each in live and then sandbox; at most two hundred. */
export async function listPlaces(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
): Promise<Place[]> {
  const rows = await onPool(pool).all(placesOf({ merchantId }))
  return rows.map(({ digest, type, ...place }) => ({
    ...place,
    logoPath: digest && type && logoPath({ digest, type }),
  }))
}

const placesOf = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db
    .selectFrom('service as s')
    .innerJoin('serviceEnv as e', 'e.serviceId', 's.id')
    .leftJoin('serviceLogo as l', 'l.serviceId', 's.id')
    .select(['e.id', 's.id as serviceId', 's.publicName', 'e.mode', 'e.isOpen'])
    .select(['s.currency', 'l.digest', 'l.type'])
    .where('s.merchantId', '=', p.merchantId)
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .orderBy('e.mode')
    .limit(200),
)
