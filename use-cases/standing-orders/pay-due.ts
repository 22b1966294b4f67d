import { ServiceError } from '#domain/errors/errors.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { waitingCodes } from '#domain/payouts/file.ts'
import { askAgainMs, dueNow, patienceMs, stateOf } from '#domain/standing-orders/order.ts'
import type { Due } from '#domain/standing-orders/timetable.ts'
import { money } from '#domain/money/money.ts'
import { now as clock } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, prepared } from '#db/statements.ts'
import { findAuthorizedAccount } from '#use-cases/authorized-accounts/find.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { requestPayout } from '#use-cases/payouts/request.ts'
import { wayTo } from '#use-cases/payouts/way-to.ts'
import { idsOf } from './due.ts'
import { mayAsk } from './move.ts'
import { dayDue, holdsStill, leaveOpen, sendingOf } from './begin-day.ts'
import { type Refused, refuse } from './refuse-day.ts'
import {
  byId,
  type Day,
  decide,
  lock,
  lower,
  makerOf,
  openBefore,
  type Order,
  skip,
  take,
} from './rows.ts'
import type { StandingOrderPaid } from '#workflows/contract/results.ts'

type Context = Pick<
  UseCaseContext,
  'database' | 'outbox' | 'limits' | 'isOpen' | 'staffApprovalAbove'
>

/**
 * Pays what an order owes now, through the same use case as any payout. Which day that is follows from its timetable
 * and the time only, so repeated and concurrent calls pay a day once: its row and the id of its payout are fixed
 * before the payout is requested, and the transaction that accepts the payout marks the day as sent. A refusal is
 * stored with the day; a limit, or an operator that is down, is waited for, until the next day at most. If less is
 * available above the floor by then, less is sent.
 */
export async function payDue(
  context: Context,
  id: StandingOrderId,
  now: Date,
): Promise<StandingOrderPaid> {
  const order = await onPool(context.database.pool).first(byId({ id }))
  const step = order && (await payDay(context, order, now))
  if (step !== undefined) return step
  await leaveOpen(context, id)
  return { state: 'not_due', waitMs: 0 }
}

/** Undefined if it owes nothing now. */
async function payDay(
  context: Context,
  order: Order,
  now: Date,
): Promise<StandingOrderPaid | undefined> {
  const due = dueOf(order, now)
  const day = due && (await dayDue(context, order, due))
  if (due === undefined || day === undefined) return undefined
  await endEarlier(context, order, due)
  if (day.state !== 'due') return { state: day.state, waitMs: 0 }
  return pay(context, { order, day, isLate: now.getTime() - due.at.getTime() > patienceMs, due })
}

function dueOf(order: Order, now: Date): Due | undefined {
  if (stateOf(order) !== 'active') return undefined
  return dueNow(order, { activeSince: order.activeSince, now })
}

interface Paying {
  readonly order: Order
  readonly day: Day
  readonly due: Due
  /** True if its operator has been waited for long enough. */
  readonly isLate: boolean
}

async function pay(context: Context, paying: Paying): Promise<StandingOrderPaid> {
  const { order, day } = paying
  // Made by a version that wrote the day down afterwards, or before the books were restored.
  if (day.isThere) {
    await onPool(context.database.pool).run(decide({ id: order.id, day: day.day, refusal: null }))
    return { state: 'sent', waitMs: 0 }
  }
  if (!mayAsk(order))
    return refuseNow(context, { order, day: day.day, code: 'operation_not_allowed' })
  try {
    await ask(context, paying)
    return { state: 'sent', waitMs: 0 }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return afterRefusal(context, paying, error)
  }
}

/** Waits, sends less or is refused. */
function afterRefusal(
  context: Context,
  paying: Paying,
  refusal: ServiceError,
): Promise<StandingOrderPaid> | StandingOrderPaid {
  const { order, day, isLate } = paying
  const waitMs = pauseAfter(refusal, isLate)
  if (waitMs > 0) return { state: 'due', waitMs }
  const { code } = refusal
  const isShort = code === 'insufficient_balance' && order.amount === null
  if (isShort && !isLate) return sendLess(context, paying)
  return refuseNow(context, { order, day: day.day, code })
}

async function refuseNow(context: Context, refused: Refused): Promise<StandingOrderPaid> {
  const isRefused = await refuse(context, refused)
  return isRefused ? { state: 'refused', waitMs: 0 } : { state: 'due', waitMs: lookAgainMs }
}

/**
 * Other payouts were accepted since the amount was computed: lowers it to what is available above the floor now, or
 * sends nothing if that is too little.
 */
async function sendLess(context: Context, { order, day }: Paying): Promise<StandingOrderPaid> {
  const seen = { id: order.id, day: day.day, createdAt: day.createdAt }
  const books = onPool(context.database.pool)
  const { amount, refusal } = await sendingOf(context, order)
  if (refusal !== null) return refuseNow(context, { order, day: day.day, code: refusal })
  if (amount === null) {
    const isSkipped = (await books.run(skip(seen))) > 0
    return isSkipped ? { state: 'skipped', waitMs: 0 } : { state: 'due', waitMs: lookAgainMs }
  }
  const isLower = (await books.run(lower({ ...seen, amount }))) > 0
  return { state: 'due', waitMs: isLower ? lookAgainMs : askAgainMs }
}

/** After this it is looked at again: another worker pays the same day, or somebody has moved the order. */
const lookAgainMs = 1000

/** 0 if it is not waited for. */
function pauseAfter({ code, details }: ServiceError, isLate: boolean): number {
  if (code === 'request_in_progress' || code === 'action_not_allowed') return lookAgainMs
  if (isLate) return 0
  if (code === 'provider_unavailable') return askAgainMs
  if (!waitingCodes.some((known) => known === code)) return 0
  return Number(details['retry_after_seconds'] ?? 1) * 1000
}

/** Ends what is left of earlier days, because the next payment is due; each is notified. */
async function endEarlier(context: Context, order: Order, { day: before }: Due): Promise<void> {
  const { id } = order
  const books = onPool(context.database.pool)
  for (const { day, isThere } of await books.all(openBefore({ id, before }))) {
    if (isThere) await books.run(decide({ id, day, refusal: null }))
    else await refuse(context, { order, day, code: 'service_unavailable' })
  }
}

async function ask(context: Context, { order, day, due }: Paying): Promise<void> {
  const { serviceEnvId, mode, name } = order
  const { amount } = day
  if (amount === null) throw new RangeError('a day without an amount')
  const account = await findAuthorizedAccount(context.database, serviceEnvId, day.accountId)
  const key = `${order.id}/${due.day}`
  const request = {
    requestId: order.id,
    // Nobody waits for the answer.
    respond: () => ({ status: 202, body: '' }),
    idempotency: { serviceEnvId, holderId: serviceEnvId, route: 'standing order', key },
    canonicalRequest: key,
  }
  await requestPayout(context, request, {
    id: day.payoutId,
    operatorRequestId: idsOf(order.id, due).operatorRequestId,
    seller: { serviceEnvId, mode, channel: 'dashboard', terminalId: null },
    apiKeyId: null,
    ...wayTo(account),
    amount: money(amount, 'XOF'),
    floor: order.floor,
    reference: undefined,
    description: name,
    knownSince: due.at,
    takeUp: async (tx) => {
      const locked = await tx.first(lock({ id: order.id }))
      if (locked === undefined || !holdsStill(order, locked, due)) return false
      if (!mayAsk(await tx.only(makerOf({ id: order.id })))) return false
      return (await tx.run(take({ id: order.id, day: day.day, amount }))) > 0
    },
  })
}

/** The database's clock, which decides what is due. */
export async function timeOfBooks({ pool }: Context['database']): Promise<Date> {
  return (await onPool(pool).only(readClock({}))).time
}

const readClock = prepared(() => db.selectNoFrom(clock.as('time')))
