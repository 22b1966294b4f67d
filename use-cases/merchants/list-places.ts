import type { CurrencyCode } from '#domain/money/currency.ts'
import type { MerchantId, ServiceEnvId } from '#domain/ids.ts'
import { logoPath, type LogoType } from '#domain/settings/logo.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Where a merchant’s people work: one of their services, in one mode. */
export interface Place {
  readonly id: ServiceEnvId
  readonly serviceId: string
  readonly publicName: string
  readonly logoPath: string | null
  readonly mode: Mode
  /** Of the amounts that payers and the portal see. */
  readonly currency: CurrencyCode
}

/** The services of a merchant, the oldest first, each live and then in sandbox; the first two hundred. */
export async function listPlaces(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
): Promise<Place[]> {
  const rows = await onPool(pool).rows<PlaceRow>(
    `select e.id, s.id as "serviceId", s.public_name as "publicName", e.mode, s.currency, l.digest, l.type
     from service s join service_env e on e.service_id = s.id left join service_logo l on l.service_id = s.id
     where s.merchant_id = $1 order by s.created_at, s.id, e.mode limit 200`,
    [merchantId],
  )
  return rows.map(({ digest, type, ...place }) => ({
    ...place,
    logoPath: digest && type && logoPath({ digest, type }),
  }))
}

type PlaceRow = Omit<Place, 'logoPath'> & {
  readonly digest: string | null
  readonly type: LogoType | null
}
