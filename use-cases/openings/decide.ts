import { fail } from '#domain/errors/errors.ts'
import {
  asId,
  isUuid,
  type LiveOpeningId,
  type PortalUserId,
  type ServiceEnvId,
} from '#domain/ids.ts'
import type { OpeningState } from '#domain/openings/opening.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { logAct } from '#use-cases/audit/log.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { type ActOrder, deskAct } from '#use-cases/desk/act.ts'
import { confirmed, justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { findOpening } from './find.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/**
 * Opens the live mode that a merchant asked for; the same permission as creating a merchant. Refusals:
 * live_opening_not_found, action_not_allowed if it was already decided, wrong_password, too_many_attempts,
 * account_too_fresh.
 */
export const approveOpeningAct = deskAct({
  permission: 'merchants.manage',
  body: confirmed,
  work: (context, order) => decide(context, order, 'done'),
})

/** Refuses the request and notifies the merchant of the reason; it may ask again. Refusals: as for an approval. */
export const refuseOpeningAct = deskAct({
  permission: 'merchants.manage',
  body: justifiedAndConfirmed,
  work: (context, order) => decide(context, order, 'refused'),
})

interface Given {
  readonly password: string
  readonly reason?: string
}

async function decide(
  { database }: Pick<UseCaseContext, 'database'>,
  { person, requestId, body: { reason, password }, ...order }: ActOrder<Given>,
  state: Exclude<OpeningState, 'waiting'>,
) {
  if (!isUuid(order.id)) throw fail('live_opening_not_found')
  const id = asId<LiveOpeningId>(order.id)
  const act = state === 'done' ? 'live_opening.approve' : 'live_opening.refuse'
  const cause = { requestId, reason: reason ?? null }
  const entry = { act, subject: { kind: 'live_opening', id }, cause }
  await loggedRefusal(database, { manager: person, entry }, async () => {
    await confirmPassword(database, person, password)
    await requireSettledNow(onPool(database.pool), person)
    await inTransaction(database.pool, async (tx) => {
      const opening = await tx.first(locked({ id }))
      if (opening === undefined) throw fail('live_opening_not_found')
      if (opening.state !== 'waiting') throw fail('action_not_allowed')
      const { serviceEnvId } = opening
      const said = state === 'refused' ? (reason ?? null) : null
      await tx.run(end({ id, state, reason: said, by: person.id }))
      if (state === 'done') await tx.run(openMode({ serviceEnvId }))
      await logAct(tx, person, { ...entry, serviceEnvId })
      await tell(tx, database, { ...opening, reason: said })
    })
  })
  return findOpening(database, id)
}

interface Answered {
  readonly id: LiveOpeningId
  readonly serviceEnvId: ServiceEnvId
  readonly askedBy: PortalUserId
  readonly publicName: string
  readonly reason: string | null
}

/** Notifies the person who asked and the owner, in whichever mode they work: live mode may still be closed. */
async function tell(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { id, serviceEnvId, askedBy, publicName: name, reason }: Answered,
): Promise<void> {
  const owner = await tx.first(ownerOf({ serviceEnvId }))
  const told = new Set([askedBy, ...(owner ? [owner.id] : [])])
  const details = { name, ...(reason !== null && { reason }) }
  for (const personId of told)
    await notify(tx, database, { readers: { personId }, kind: 'live_answer', about: id, details })
}

const locked = prepared((p: Params<{ id: LiveOpeningId }>) =>
  db
    .selectFrom('liveOpening as o')
    .innerJoin('serviceEnv as e', 'e.id', 'o.serviceEnvId')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select(['o.id', 'o.serviceEnvId', 'o.askedBy', 'o.state', 's.publicName'])
    .where('o.id', '=', p.id)
    .forUpdate('o'),
)

const end = prepared(
  (
    p: Params<{
      id: LiveOpeningId
      state: OpeningState
      reason: string | null
      by: StaffMember['id']
    }>,
  ) =>
    db
      .updateTable('liveOpening')
      .set({ state: p.state, reason: p.reason, decidedBy: p.by, decidedAt: now })
      .where('id', '=', p.id),
)

const openMode = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db.updateTable('serviceEnv').set({ isOpen: true }).where('id', '=', p.serviceEnvId),
)

const ownerOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('service as s', 's.merchantId', 'p.merchantId')
    .innerJoin('serviceEnv as e', 'e.serviceId', 's.id')
    .select('p.id')
    .where('e.id', '=', p.serviceEnvId)
    .where('p.role', '=', 'owner')
    .where('p.status', '=', 'active')
    .$castTo<{ id: PortalUserId }>(),
)
