import { fail, orFail } from '#domain/errors/errors.ts'
import { type CollaboratorId, isUuid, type MerchantId } from '#domain/ids.ts'
import type { Person } from '#domain/people/person.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { addCashier } from '#use-cases/cash-sessions/open.ts'

/** Where somebody sells, and as which cashier; both null for anybody who is not a cashier. */
export interface Seat {
  readonly pointOfSaleId: string | null
  readonly collaboratorId: CollaboratorId | null
}

export const noSeat: Seat = { pointOfSaleId: null, collaboratorId: null }

interface Sitting {
  readonly id?: Person['id']
  readonly merchantId: MerchantId | null
  readonly name: string
  /** As which cashier they sell so far. */
  readonly collaboratorId?: CollaboratorId | null
}

/**
 * The seat of a cashier. A cashier of this name whom the service knows from its cash desks, and who is nobody else's, is
 * this person; otherwise it gets a new one. Refusals: point_of_sale_not_found, also for another merchant's and for a
 * cashier without one; cashiers_too_many.
 */
export async function takeSeat(
  tx: Sql,
  person: Sitting,
  { role, pointOfSaleId }: { readonly role: string; readonly pointOfSaleId: string | null },
): Promise<Seat> {
  if (role !== 'cashier') return noSeat
  const serviceId = await lockServiceOf(tx, person, pointOfSaleId)
  const { name, id: personId = null, collaboratorId: known = null } = person
  const free = await tx.first(freeCashier({ serviceId, name, known, personId }))
  const collaboratorId = free?.id ?? (await addCashier(tx, serviceId, name))
  return { pointOfSaleId, collaboratorId }
}

/** Locks the service of a merchant's point of sale, as whoever adds a cashier does. */
async function lockServiceOf(
  tx: Sql,
  { merchantId }: Pick<Sitting, 'merchantId'>,
  pointOfSaleId: string | null,
): Promise<string> {
  if (merchantId === null || pointOfSaleId === null || !isUuid(pointOfSaleId))
    throw fail('point_of_sale_not_found')
  return orFail(await tx.first(placeOf({ merchantId, pointOfSaleId })), 'point_of_sale_not_found')
    .serviceId
}

const placeOf = prepared((p: Params<{ merchantId: MerchantId; pointOfSaleId: string }>) =>
  db
    .selectFrom('pointOfSale as place')
    .innerJoin('serviceEnv as e', 'e.id', 'place.serviceEnvId')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select('s.id as serviceId')
    .where('place.id', '=', p.pointOfSaleId)
    .where('s.merchantId', '=', p.merchantId)
    .forNoKeyUpdate('s'),
)

interface Wanted {
  readonly serviceId: string
  readonly name: string
  readonly known: CollaboratorId | null
  readonly personId: Person['id'] | null
}

const freeCashier = prepared((p: Params<Wanted>) =>
  db
    .selectFrom('collaborator as c')
    .select('c.id')
    .where('c.serviceId', '=', p.serviceId)
    .where((eb) => eb.or([eb('c.id', '=', p.known), eb('c.name', '=', p.name)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('person')
            .select('person.id')
            .whereRef('person.collaboratorId', '=', 'c.id')
            .where('person.id', 'is distinct from', p.personId),
        ),
      ),
    )
    .orderBy((eb) => eb('c.id', 'is not distinct from', p.known), 'desc')
    .orderBy('c.createdAt')
    .orderBy('c.id')
    .limit(1),
)
