import { type CollaboratorId, type MerchantId, type ServiceEnvId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A point of sale of a merchant, in one of its services and modes. */
export interface PointOfSale {
  readonly id: string
  readonly name: string
  readonly serviceName: string
  readonly mode: Mode
}

/** All of a merchant's, live ones first; at most a thousand. */
export function listPointsOfSale(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
): Promise<PointOfSale[]> {
  return onPool(pool).all(placesOf({ merchantId }))
}

const placesOf = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db
    .selectFrom('pointOfSale as place')
    .innerJoin('serviceEnv as e', 'e.id', 'place.serviceEnvId')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select(['place.id', 'place.name', 's.publicName as serviceName', 'e.mode'])
    .where('s.merchantId', '=', p.merchantId)
    .orderBy('e.mode')
    .orderBy('place.name')
    .orderBy('place.id')
    .limit(1000),
)

/** Where a cashier sells, and as whom. */
export interface Counter {
  readonly id: string
  readonly name: string
  readonly serviceEnvId: ServiceEnvId
  readonly collaboratorId: CollaboratorId
}

/** The counter of a cashier; null for every other role. */
export async function findCounter(
  { pool }: Pick<Database, 'pool'>,
  { pointOfSaleId: id, collaboratorId }: Pick<PortalUser, 'pointOfSaleId' | 'collaboratorId'>,
): Promise<Counter | null> {
  if (id === null || collaboratorId === null) return null
  return { ...(await onPool(pool).only(placeById({ id }))), collaboratorId }
}

const placeById = prepared((p: Params<{ id: string }>) =>
  db.selectFrom('pointOfSale').select(['id', 'name', 'serviceEnvId']).where('id', '=', p.id),
)
