import { randomUUIDv7 } from 'node:crypto'
import Type, { type Static } from 'typebox'
import {
  leastWrittenOff,
  mostWrittenOff,
  type SettlementState,
} from '#domain/contradictions/contradiction.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type SettlementId, type TransactionId } from '#domain/ids.ts'
import { money, toNumber } from '#domain/money/money.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { logAct } from '#use-cases/audit/log.ts'
import { isShort, tooLittleNow } from '#use-cases/balance/short.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { type ActOrder, deskAct } from '#use-cases/desk/act.ts'
import { confirmedFields, justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { type LockedPayment, lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'
import { settlementsDone } from '#use-cases/closings/contradictions.ts'
import { bearableColumns, type Standing } from './bearable.ts'
import { type ContradictionCase, findContradiction } from './find.ts'
import { moveOpen } from './move.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

const permission = 'outcomes.decide'

/** Minor units of XOF; far more than any payment. */
const writtenOffMax = 1_000_000_000_000
const writtenOffField = Type.Optional(
  Type.Integer({ code: 'invalid_field', minimum: 0, maximum: writtenOffMax }),
)

/** Which request a decision is about; without an id, the one that waits. */
const decided = Type.Object({
  ...confirmedFields,
  settlement_id: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
})

/**
 * Asks to settle a contradiction, as a whole: nothing moves until another supervisor approves. The service bears at least
 * what its owner no longer has of the payment, and exactly that if no amount is given. Refusals:
 * contradiction_not_found; action_not_allowed if it is settled, if a request already waits, or while a refund may still
 * take from what is to be recovered; written_off_out_of_range; wrong_password, too_many_attempts, account_too_fresh.
 */
export const askSettlementAct = deskAct({
  permission,
  body: Type.Object({ ...justifiedAndConfirmed.properties, written_off: writtenOffField }),
  work: (context, order) =>
    carryOut(context, order, async (sql, { found: { id, transactionId, refundId }, waiting }) => {
      await requireSettledNow(sql, order.person)
      const stands = await sql.only(standing({ id, transactionId }))
      const { open: amount, isUnderWay, number } = stands
      if (waiting !== undefined || amount === 0n || isUnderWay) throw fail('action_not_allowed')
      const { reason, written_off: wanted } = order.body
      const writtenOff = borne(stands, wanted)
      const asked = { id: asId<SettlementId>(randomUUIDv7()), orderId: id, transactionId, refundId }
      const row = { ...asked, number, amount, writtenOff, reason, askedBy: order.person.id }
      await sql.run(db.insertInto('contradictionSettlement').values(row))
      return 'contradiction.ask'
    }),
})

function borne(stands: Standing, wanted: number | undefined): bigint {
  const [least, most] = [leastWrittenOff(stands.open, stands), mostWrittenOff(stands.open, stands)]
  const writtenOff = wanted === undefined ? least : BigInt(wanted)
  if (writtenOff >= least && writtenOff <= most) return writtenOff
  const [min, max] = [money(least, 'XOF'), money(most, 'XOF')]
  throw fail('written_off_out_of_range', {
    min_amount: toNumber(min),
    max_amount: toNumber(max),
    currency: 'XOF',
  })
}

/**
 * Approves what another supervisor asked for: one movement takes what is to be recovered from the merchant's available
 * balance, or gives the merchant what is owed. For a late debit and its refunds it is the money kept for the payer instead.
 * Refusals: contradiction_not_found; action_not_allowed if no request waits, or not the one that is named, or something
 * else is open than was asked about; approval_by_another; insufficient_balance; wrong_password, too_many_attempts,
 * account_too_fresh.
 */
export const approveSettlementAct = deskAct({
  permission,
  body: decided,
  work: (context, order) =>
    carryOut(context, order, async (sql, { found, payment, ...locked }) => {
      const waiting = namedOf(locked, order)
      if (waiting.askedBy === order.person.id) throw fail('approval_by_another')
      await requireSettledNow(sql, order.person)
      const stands = await sql.only(standing(found))
      if (!isStillSo(stands, waiting)) throw fail('action_not_allowed')
      const fundsAmount = await moveOpen(sql, { payment, refundId: found.refundId, waiting })
      await sql.run(decide({ id: waiting.id, by: order.person.id, state: 'done', fundsAmount }))
      return 'contradiction.settle'
    }),
})

/**
 * Refuses another supervisor's request, or withdraws one's own; nothing moves, and a new request may follow. Refusals: as
 * for an approval.
 */
export const refuseSettlementAct = deskAct({
  permission,
  body: decided,
  work: (context, order) =>
    carryOut(context, order, async (sql, locked) => {
      const waiting = namedOf(locked, order)
      const isOwn = waiting.askedBy === order.person.id
      const state = isOwn ? 'withdrawn' : 'refused'
      await sql.run(decide({ id: waiting.id, by: order.person.id, state, fundsAmount: 0n }))
      return isOwn ? 'contradiction.withdraw' : 'contradiction.refuse'
    }),
})

type Body = Static<typeof justifiedAndConfirmed> | Static<typeof decided>

interface Locked {
  readonly found: ContradictionCase
  readonly payment: LockedPayment
  readonly waiting: Waiting | undefined
}

interface Waiting {
  readonly id: SettlementId
  readonly amount: bigint
  readonly writtenOff: bigint
  readonly number: number
  readonly askedBy: StaffMember['id']
  /** True if the operator has changed its mind since. */
  readonly isRefuted: boolean
}

/** The request that waits, which may not be the one that was read. */
function namedOf(
  { waiting }: Pick<Locked, 'waiting'>,
  { body: { settlement_id: named } }: ActOrder<Static<typeof decided>>,
): Waiting {
  const isMeant = named === undefined || named === waiting?.id
  if (waiting === undefined || !isMeant) throw fail('action_not_allowed')
  return waiting
}

/** Since the request, what the owner has of the payment may have changed, or the operator its mind. */
function isStillSo(stands: Standing, { amount, writtenOff, isRefuted }: Waiting): boolean {
  const { open, isUnderWay } = stands
  if (open !== amount || isUnderWay || isRefuted) return false
  return writtenOff >= leastWrittenOff(open, stands) && writtenOff <= mostWrittenOff(open, stands)
}

/** Acts on one payment's contradictions take turns, with each other and with what is booked of them. */
async function carryOut(
  { database }: UseCaseContext,
  { person, requestId, body: { reason, password }, id }: ActOrder<Body>,
  work: (sql: Sql, locked: Locked) => Promise<string>,
): Promise<ContradictionCase> {
  const found = await findContradiction(database, id)
  const { serviceEnvId, direction, amount } = found
  const entry = {
    act: 'contradiction.decide',
    subject: { kind: 'contradiction', id },
    serviceEnvId,
    details: { direction, amount: toNumber(amount), currency: amount.currency },
    cause: { requestId, reason: reason ?? null },
  }
  await loggedRefusal(database, { manager: person, entry }, async () => {
    await confirmPassword(database, person, password)
    await inTransaction(database.pool, async (sql) => {
      const payment = await lockPayment(sql, found.transactionId)
      if (payment === undefined) throw new Error('a contradiction has its payment')
      const act = await work(sql, {
        found,
        payment,
        waiting: await sql.first(waitingOn({ id: found.id })),
      })
      await logAct(sql, person, { ...entry, act })
    }).catch(async (error: unknown) => {
      throw isShort(error) ? await tooLittleNow(database, found.serviceEnvId) : error
    })
  })
  return findContradiction(database, id)
}

type OrderId = TransactionId | RefundId

const standing = prepared((p: Params<{ id: OrderId; transactionId: TransactionId }>) =>
  db
    .selectFrom('contradiction as c')
    .select('c.open')
    .select((eb) =>
      text<number>`(1 + ${settlementsDone(text<string>`${eb.ref('c.id')}`)})::int`.as('number'),
    )
    .select((eb) =>
      bearableColumns({
        booked: eb.ref('c.booked'),
        transactionId: eb.ref('c.transactionId'),
        refundId: eb.ref('c.refundId'),
      }),
    )
    .where('c.transactionId', '=', p.transactionId)
    .where('c.id', '=', p.id),
)

const waitingOn = prepared((p: Params<{ id: OrderId }>) =>
  db
    .selectFrom('contradictionSettlement as s')
    .select(['s.id', 's.amount', 's.writtenOff', 's.number', 's.askedBy'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('staffNotice as n')
            .select('n.id')
            .whereRef('n.transactionId', '=', 's.transactionId')
            .where('n.refundId', 'is not distinct from', eb.ref('s.refundId'))
            .where('n.kind', '=', 'closing_contradicted')
            .whereRef('n.createdAt', '>', 's.askedAt'),
        )
        .$castTo<boolean>()
        .as('isRefuted'),
    )
    .where('s.orderId', '=', p.id)
    .where('s.state', '=', 'waiting')
    .forUpdate('s'),
)

interface Decision {
  readonly id: SettlementId
  readonly by: StaffMember['id']
  readonly state: SettlementState
  readonly fundsAmount: bigint
}

const decide = prepared((p: Params<Decision>) =>
  db
    .updateTable('contradictionSettlement')
    .set({ state: p.state, decidedBy: p.by, decidedAt: now, fundsAmount: p.fundsAmount })
    .where('id', '=', p.id),
)
