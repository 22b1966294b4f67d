import { fail } from '#domain/errors/errors.ts'
import type { PortalUserId, ServiceEnvId, StandingOrderId } from '#domain/ids.ts'
import { hasPortalPermission, type People, requireSettled } from '#domain/people/person.ts'
import {
  type PausingReason,
  type StandingOrderState,
  stateOf,
} from '#domain/standing-orders/order.ts'
import type { Database } from '#db/connect.ts'
import { clockTime, now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { judgeTerms, requirePayable, type StandingTerms } from './judge.ts'

/** What somebody wants to do with an order, and the version they saw. */
export interface StandingOrderAct {
  readonly serviceEnvId: ServiceEnvId
  readonly id: StandingOrderId
  readonly member: People['portal']
  readonly version: number
}

type Books = Pick<UseCaseContext, 'database'>

/**
 * A second person approves the version they saw. Refusals: standing_order_not_found, action_not_allowed (also if it
 * was changed since), second_approver_required for its maker, account_too_fresh.
 */
export function approveStandingOrder(books: Books, act: StandingOrderAct): Promise<void> {
  const { member } = act
  return move(books, act, (_, order) => {
    requireIn(order, 'awaiting_approval')
    if (order.madeBy === member.id) throw fail('second_approver_required')
    requireSettled(member, order.readAt)
    return { approvedBy: member.id, activeSince: now }
  })
}

/** Pauses: nothing is paid until it is resumed. Refusals: standing_order_not_found, action_not_allowed. */
export function pauseStandingOrder(books: Books, act: StandingOrderAct): Promise<void> {
  return move(books, act, (_, order) => {
    requireIn(order, 'active', 'awaiting_approval')
    return { pausedAt: now }
  })
}

/**
 * Resumes with the next due day. If it needs two people, resuming counts as one of them: resumed by its maker it
 * waits for another person; resumed by somebody else it is approved. If the maker has left, the person who resumes it
 * takes it over. Refusals: standing_order_not_found, action_not_allowed, account_too_fresh.
 */
export function resumeStandingOrder(books: Books, act: StandingOrderAct): Promise<void> {
  const { member } = act
  return move(books, act, (_, order) => {
    requireIn(order, 'paused')
    const resumed = { pausedAt: null, pauseReason: null, activeSince: now }
    if (!mayAsk(order)) return { ...resumed, madeBy: member.id, approvedBy: null }
    if (!order.needsApproval) return resumed
    if (order.madeBy === member.id) return { ...resumed, approvedBy: null }
    requireSettled(member, order.readAt)
    return { ...resumed, approvedBy: member.id }
  })
}

/** Ends it for good; payouts that it has sent continue. Refusals: standing_order_not_found, action_not_allowed. */
export function endStandingOrder(books: Books, act: StandingOrderAct): Promise<void> {
  return move(books, act, (_, order) => {
    requireIn(order, 'active', 'awaiting_approval', 'paused')
    return { endedAt: now }
  })
}

/**
 * Replaces its terms, with the changing person as maker: an earlier approval no longer applies, and days due before
 * are not paid under the new terms. Refusals: standing_order_not_found, action_not_allowed, and those of
 * `requirePayable`.
 */
export async function changeStandingOrder(
  context: Pick<UseCaseContext, 'database' | 'isOpen' | 'staffApprovalAbove'>,
  act: StandingOrderAct,
  terms: StandingTerms,
): Promise<void> {
  const { serviceEnvId, id, member } = act
  const { pool } = context.database
  const seen = await inTransaction(pool, (tx) => tx.first(lock({ serviceEnvId, id })))
  if (seen === undefined) throw fail('standing_order_not_found')
  if (isSame(seen, terms)) return move(context, act, renamed(terms.name))
  await requirePayable(context, { serviceEnvId, mode: seen.mode, memberId: member.id }, terms)
  await move(context, act, async (tx, order) => {
    requireIn(order, 'active', 'awaiting_approval', 'paused')
    const approvalAbove = context.staffApprovalAbove
    const judged = await judgeTerms(tx, order, { terms, approvalAbove })
    const { timetable, ...sent } = terms
    const anew = { version: order.version + 1, madeBy: member.id, approvedBy: null }
    return { ...sent, ...timetable, ...judged, ...anew, activeSince: now, termsSince: clockTime }
  })
}

function renamed(name: string) {
  return (_: Sql, order: LockedOrder) => {
    requireIn(order, 'active', 'awaiting_approval', 'paused')
    return { name }
  }
}

function isSame(order: LockedOrder, { timetable, ...terms }: StandingTerms): boolean {
  const { accountId, amount, floor, most } = terms
  return (
    order.accountId === accountId &&
    order.amount === amount &&
    order.floor === floor &&
    order.most === most &&
    order.rhythm === timetable.rhythm &&
    order.day === timetable.day &&
    order.hour === timetable.hour
  )
}

/** Pauses it by the service, for a person to resolve. If somebody has moved it meanwhile, nothing changes. */
export async function pauseByItself(
  books: Sql,
  id: StandingOrderId,
  reason: PausingReason,
): Promise<void> {
  await books.run(pauseAs({ id, reason }))
}

/** True while its maker may still request payouts. */
export function mayAsk({
  makerStatus,
  makerRole,
}: {
  readonly makerStatus: string
  readonly makerRole: string
}): boolean {
  const role = makerRole as People['portal']['role']
  return makerStatus === 'active' && hasPortalPermission({ role }, 'payouts.request')
}

interface Changes extends Partial<Omit<StandingTerms, 'timetable'>> {
  readonly approvedBy?: PortalUserId | null
  readonly madeBy?: PortalUserId
  readonly version?: number
  readonly activeSince?: typeof now
  readonly termsSince?: typeof clockTime
  readonly pausedAt?: typeof now | null
  readonly pauseReason?: null
  readonly endedAt?: typeof now
}

async function move(
  { database }: { readonly database: Pick<Database, 'pool'> },
  { serviceEnvId, id, version }: StandingOrderAct,
  decide: (tx: Sql, order: LockedOrder) => Promise<Changes> | Changes,
): Promise<void> {
  await inTransaction(database.pool, async (tx) => {
    const order = await tx.first(lock({ serviceEnvId, id }))
    if (order === undefined) throw fail('standing_order_not_found')
    if (order.version !== version) throw fail('action_not_allowed')
    const changes = await decide(tx, order)
    await tx.run(db.updateTable('standingOrder').set(changes).where('id', '=', id))
  })
}

function requireIn(order: LockedOrder, ...states: readonly StandingOrderState[]): void {
  if (!states.includes(stateOf(order))) throw fail('action_not_allowed')
}

const lockable = db
  .selectFrom('standingOrder as o')
  .innerJoin('serviceEnv as s', 's.id', 'o.serviceEnvId')
  .innerJoin('person as p', 'p.id', 'o.madeBy')
  .select(['o.id', 'o.serviceEnvId', 'o.accountId', 'o.amount', 'o.floor', 'o.most'])
  .select(['o.rhythm', 'o.day', 'o.hour', 'o.needsApproval', 'o.approvedBy', 'o.madeBy'])
  .select(['o.version', 'o.pausedAt', 'o.endedAt', 's.mode'])
  .select(['p.status as makerStatus', 'p.role as makerRole', now.as('readAt')])

type LockedOrder = InferResult<typeof lockable>[number]

const lock = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: StandingOrderId }>) =>
  lockable.where('o.id', '=', p.id).where('o.serviceEnvId', '=', p.serviceEnvId).forUpdate('o'),
)

const pauseAs = prepared((p: Params<{ id: StandingOrderId; reason: PausingReason }>) =>
  db
    .updateTable('standingOrder')
    .set({ pausedAt: now, pauseReason: p.reason })
    .where('id', '=', p.id)
    .where('pausedAt', 'is', null)
    .where('endedAt', 'is', null),
)
