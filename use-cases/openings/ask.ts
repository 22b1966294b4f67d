import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type LiveOpeningId, type ServiceEnvId } from '#domain/ids.ts'
import type { LegalIdentity } from '#domain/openings/opening.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The service, its merchant's legal identity, and the id of the form that was sent. */
export interface AskedOpening {
  readonly serviceId: string
  readonly identity: LegalIdentity
  readonly cause: ActCause
}

/**
 * Asks staff to open a service's live mode, and stores the merchant's legal identity, which receipts show from then on.
 * Refusal: action_not_allowed if live mode is open, or a request is waiting.
 */
export function askOpening(
  { pool }: Pick<Database, 'pool'>,
  person: PortalUser,
  { serviceId, identity, cause }: AskedOpening,
): Promise<LiveOpeningId> {
  const id = asId<LiveOpeningId>(randomUUIDv7())
  return inTransaction(pool, async (tx) => {
    const live = await tx.only(lockLive({ serviceId }))
    if (live.isOpen) throw fail('action_not_allowed')
    if ((await tx.first(waiting({ serviceEnvId: live.id }))) !== undefined)
      throw fail('action_not_allowed')
    const { taxNumber, tradeRegister, address } = identity
    const columns = { taxNumber, tradeRegister, address }
    await tx.run(
      db
        .insertInto('liveOpening')
        .values({ ...columns, id, serviceEnvId: live.id, askedBy: person.id }),
    )
    await tx.run(db.updateTable('service').set(columns).where('id', '=', serviceId))
    const subject = { kind: 'live_opening', id }
    await logAct(tx, person, { act: 'live_opening.ask', subject, serviceEnvId: live.id, cause })
    return id
  })
}

const lockLive = prepared((p: Params<{ serviceId: string }>) =>
  db
    .selectFrom('serviceEnv')
    .select(['id', 'isOpen'])
    .where('serviceId', '=', p.serviceId)
    .where('mode', '=', 'live')
    .forNoKeyUpdate(),
)

const waiting = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('liveOpening')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('state', '=', 'waiting'),
)
