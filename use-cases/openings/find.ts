import { orFail } from '#domain/errors/errors.ts'
import type { LiveOpeningId, ServiceEnvId } from '#domain/ids.ts'
import type { LegalIdentity, OpeningState } from '#domain/openings/opening.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, owned, type QueuePage, type Scoped } from '#use-cases/desk/queue.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'

/** A request to open live mode, as staff see it. */
export interface LiveOpening extends Scoped, LegalIdentity {
  readonly id: LiveOpeningId
  readonly state: OpeningState
  /** Why it was refused. */
  readonly reason: string | null
  readonly askedAt: Date
  readonly asker: { readonly name: string; readonly email: string }
  /** The name that payers see, and the merchant's number. */
  readonly publicName: string
  readonly phone: string | null
  readonly decidedBy: Named | null
  readonly decidedAt: Date | null
}

/** Oldest first; with `isOpen` those that wait for a decision. */
export async function listOpenings(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, ...page }: QueuePage & { readonly isOpen: boolean },
): Promise<LiveOpening[]> {
  const queue = isOpen ? openings.where('o.state', '=', 'waiting') : openings
  const rows = await onPool(pool).all(oldestFirst(queue, ['o.askedAt', 'o.id'], page))
  return rows.map(toOpening)
}

/** One of them. Refusal: live_opening_not_found. */
export async function findOpening(
  { pool }: Pick<Database, 'pool'>,
  id: LiveOpeningId,
): Promise<LiveOpening> {
  return toOpening(orFail(await onPool(pool).first(byId({ id })), 'live_opening_not_found'))
}

const openings = owned
  .innerJoin('liveOpening as o', 'o.serviceEnvId', 'e.id')
  .innerJoin('person as asker', 'asker.id', 'o.askedBy')
  .select(['o.id', 'o.taxNumber', 'o.tradeRegister', 'o.address', 'o.state', 'o.reason'])
  .select(['o.askedAt', 'o.decidedAt', 's.publicName', 's.phone'])
  .select(['asker.name as askerName', 'asker.email as askerEmail'])
  .select((eb) => personNamed(eb.ref('o.decidedBy')).as('decidedBy'))

const byId = prepared((p: Params<{ id: LiveOpeningId }>) => openings.where('o.id', '=', p.id))

function toOpening(row: InferResult<typeof openings>[number]): LiveOpening {
  const { askerName: name, askerEmail: email, ...opening } = row
  return { ...opening, asker: { name, email } }
}

/** Whether a service's live mode is open, and the state of its last request; null if there was none. */
export interface LiveStanding {
  readonly isOpen: boolean
  readonly asked: {
    readonly state: OpeningState
    readonly reason: string | null
    readonly askedAt: Date
  } | null
}

/** The same for the merchant's own people. */
export async function readLiveStanding(
  { pool }: Pick<Database, 'pool'>,
  serviceId: string,
): Promise<LiveStanding> {
  const books = onPool(pool)
  const { id, isOpen } = await books.only(live({ serviceId }))
  return { isOpen, asked: (await books.first(last({ serviceEnvId: id }))) ?? null }
}

const live = prepared((p: Params<{ serviceId: string }>) =>
  db
    .selectFrom('serviceEnv')
    .select(['id', 'isOpen'])
    .where('serviceId', '=', p.serviceId)
    .where('mode', '=', 'live'),
)

const last = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('liveOpening')
    .select(['state', 'reason', 'askedAt'])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)
