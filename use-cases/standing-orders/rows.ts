import type { ErrorCode } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, StandingOrderId, TransactionId } from '#domain/ids.ts'
import { lateMaxMs, type StandingDayState } from '#domain/standing-orders/order.ts'
import { clockTime } from '#db/functions.ts'
import {
  type Changes,
  db,
  type ExpressionBuilder,
  type InferResult,
  type Params,
  prepared,
  sql as text,
  type Tables,
} from '#db/statements.ts'

const orders = db
  .selectFrom('standingOrder as o')
  .innerJoin('serviceEnv as s', 's.id', 'o.serviceEnvId')
  .innerJoin('person as p', 'p.id', 'o.madeBy')
  .select(['o.id', 'o.serviceEnvId', 's.mode', 'o.accountId', 'o.name', 'o.amount', 'o.floor'])
  .select(['o.most', 'o.rhythm', 'o.day', 'o.hour', 'o.version', 'o.activeSince', 'o.termsSince'])
  .select(['o.needsApproval', 'o.approvedBy', 'o.pausedAt', 'o.endedAt'])
  .select(['p.status as makerStatus', 'p.role as makerRole'])

/** An order with what paying it needs. */
export type Order = InferResult<typeof orders>[number]

/** One order with its maker. */
export const byId = prepared((p: Params<{ id: StandingOrderId }>) =>
  orders.where('o.id', '=', p.id),
)

/** Locks the order, so that nobody pauses, changes or ends it until the day is written. */
export const lock = prepared((p: Params<{ id: StandingOrderId }>) =>
  db
    .selectFrom('standingOrder')
    .select(['version', 'activeSince', 'needsApproval', 'approvedBy', 'pausedAt', 'endedAt'])
    .where('id', '=', p.id)
    .forUpdate(),
)

const days = db
  .selectFrom('standingOrderDay as d')
  .select(['d.day', 'd.accountId', 'd.amount', 'd.payoutId', 'd.state', 'd.createdAt'])
  .select((eb) =>
    eb
      .exists(eb.selectFrom('transaction as t').select('t.id').whereRef('t.id', '=', 'd.payoutId'))
      .$castTo<boolean>()
      .as('isThere'),
  )
/** A day with what paying it needs. */
export type Day = InferResult<typeof days>[number]

/** One day of an order. */
export const dayOf = prepared((p: Params<{ id: StandingOrderId; day: string }>) =>
  days.where('d.orderId', '=', p.id).where('d.day', '=', p.day),
)

const openDaysMax = 40

/** Earlier days of an order that nobody has decided. */
export const openBefore = prepared((p: Params<{ id: StandingOrderId; before: string }>) =>
  days
    .where('d.orderId', '=', p.id)
    .where('d.day', '<', p.before)
    .where('d.state', '=', 'due')
    .orderBy('d.day')
    .limit(openDaysMax),
)

interface NewDay {
  readonly id: StandingOrderId
  readonly day: string
  readonly accountId: AuthorizedAccountId
  readonly payoutId: TransactionId
  readonly isSeen: boolean
  readonly amount: bigint | null
  readonly refusal: ErrorCode | null
}

/** Records a day, or replaces it if the order was changed before anything was sent for it. */
export const write = prepared((p: Params<NewDay>) =>
  db
    .insertInto('standingOrderDay')
    .values({
      orderId: p.id,
      day: p.day,
      accountId: p.accountId,
      payoutId: p.payoutId,
      isSeen: p.isSeen,
      amount: p.amount,
      refusal: p.refusal,
      state: text<StandingDayState>`case when ${p.refusal}::text is not null then 'refused'
        when ${p.amount}::bigint is null then 'skipped' else 'due' end`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'day'])
        .doUpdateSet((eb): Changes<'standingOrderDay'> => ({
          accountId: eb.ref('excluded.accountId'),
          payoutId: eb.ref('excluded.payoutId'),
          isSeen: eb.ref('excluded.isSeen'),
          amount: eb.ref('excluded.amount'),
          refusal: eb.ref('excluded.refusal'),
          state: eb.ref('excluded.state'),
          createdAt: clockTime,
        }))
        .where(isOfEarlierTerms),
    ),
)

/** Nothing was sent for it, and the order was changed since. The database enforces the same. */
function isOfEarlierTerms(eb: ExpressionBuilder<Tables, 'standingOrderDay'>) {
  return eb.and([
    eb('standingOrderDay.state', '<>', 'sent'),
    eb(
      'standingOrderDay.createdAt',
      '<',
      eb
        .selectFrom('standingOrder')
        .select('termsSince')
        .whereRef('id', '=', 'standingOrderDay.orderId'),
    ),
    eb.not(eb.exists(payoutOfDay(eb))),
  ])
}

function payoutOfDay(eb: ExpressionBuilder<Tables, 'standingOrderDay'>) {
  return eb
    .selectFrom('transaction as t')
    .select('t.id')
    .whereRef('t.id', '=', 'standingOrderDay.payoutId')
}

const dueDay = (p: Params<{ id: StandingOrderId; day: string }>) =>
  db
    .updateTable('standingOrderDay')
    .where('orderId', '=', p.id)
    .where('day', '=', p.day)
    .where('state', '=', 'due')

/** Records the result of a due day. */
export const decide = prepared(
  (p: Params<{ id: StandingOrderId; day: string; refusal: ErrorCode | null }>) =>
    dueDay(p).set({
      state: text<StandingDayState>`case when ${p.refusal}::text is null then 'sent' else 'refused' end`,
      refusal: p.refusal,
    }),
)

/** Marks a due day as sent with the payout of this amount. */
export const take = prepared((p: Params<{ id: StandingOrderId; day: string; amount: bigint }>) =>
  dueDay(p).set({ state: 'sent' }).where('amount', '=', p.amount),
)

type SeenDay = { readonly id: StandingOrderId } & Pick<Day, 'day' | 'createdAt'>

/** A due day that has not been replaced since it was read. */
const seenDay = (p: Params<SeenDay>) => dueDay(p).where('createdAt', '=', p.createdAt)

/** Lowers what a due day sends. */
export const lower = prepared((p: Params<SeenDay & { amount: bigint }>) =>
  seenDay(p).set({ amount: p.amount }).where('amount', '>', p.amount),
)

/** The maker of an order, locked, so that nobody takes a right away until the payout is accepted. */
export const makerOf = prepared((p: Params<{ id: StandingOrderId }>) =>
  db
    .selectFrom('standingOrder as o')
    .innerJoin('person as p', 'p.id', 'o.madeBy')
    .select(['p.status as makerStatus', 'p.role as makerRole'])
    .where('o.id', '=', p.id)
    .forShare('p'),
)

/** Skips a due day for which there is nothing to send. */
export const skip = prepared((p: Params<SeenDay>) => seenDay(p).set({ state: 'skipped' }))

const openDays = (p: Params<{ id: StandingOrderId }>, state: StandingDayState) =>
  db
    .updateTable('standingOrderDay')
    .set({ state })
    .where('orderId', '=', p.id)
    .where('state', '=', 'due')

/** Marks days as sent whose payout exists. */
export const keepSent = prepared((p: Params<{ id: StandingOrderId }>) =>
  openDays(p, 'sent').where((eb) => eb.exists(payoutOfDay(eb))),
)

/**
 * Marks days as skipped that will no longer be paid: their order was stopped or changed, or they have been open for longer
 * than a day may be late. A day that another worker is paying stays.
 */
export const skipOver = prepared((p: Params<{ id: StandingOrderId }>) =>
  openDays(p, 'skipped').where((eb) =>
    eb.exists(
      eb
        .selectFrom('standingOrder as o')
        .select('o.id')
        .whereRef('o.id', '=', 'standingOrderDay.orderId')
        .where((of) =>
          of.or([
            of('o.endedAt', 'is not', null),
            of('o.pausedAt', 'is not', null),
            of.and([of('o.needsApproval', '=', true), of('o.approvedBy', 'is', null)]),
            of('standingOrderDay.createdAt', '<', of.ref('o.activeSince')),
            of(
              'standingOrderDay.createdAt',
              '<',
              text<Date>`now() - ${text.lit(lateMaxMs)} * interval '1 ms'`,
            ),
          ]),
        ),
    ),
  ),
)
