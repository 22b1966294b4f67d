import { fundsMoves, heldReason, isFundsFinal } from '#domain/funds/funds.ts'
import type { TransactionId } from '#domain/ids.ts'
import { eventOf, type Move, moveOf } from '#domain/states/moves.ts'
import { movesOf } from '#domain/transactions/moves.ts'
import {
  type FinalStatus,
  type FundsAtSettlement,
  isFinal,
  type Outcome,
  type TransactionStatus,
} from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { fundsPayload, paymentPayload } from '#domain/webhooks/payload.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { post } from '#db/ledger.ts'
import { enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { readTransaction } from './find.ts'
import { fundsEntry } from '#db/runs/entries.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { column, type Expression, type Params, prepared, sql as text } from '#db/statements.ts'
import { inSpan } from '#platform/trace.ts'
import { endAtOnce } from './end-at-once.ts'
import { mayBeKnown } from './may-be-known.ts'
import { type EndValues, movedToEnd } from './move-to-end.ts'
import { collectedPosting } from './posting.ts'
import { verdictOfRules } from '#use-cases/funds/rules.ts'
import { bookPayoutEnd } from '#use-cases/payouts/book-end.ts'

export interface Settlement {
  readonly transactionId: TransactionId
  readonly outcome: Outcome
  /** True if nobody knows whether the operator will debit after all: a payment that was ever sent is then watched. */
  readonly isWatched?: boolean
  /**
   * How often the operator had called back before it was asked. A payment that it has called back about since is watched.
   */
  readonly heard?: number
  /** The transaction, if the caller has read it; a change since then is noticed when it is moved. */
  readonly before?: TransactionRecord
}

/**
 * Gives a pending transaction its final state, books the money, records its events with their deliveries, and
 * announces the workflows to start next: one transaction. Safe to repeat: a transaction that has ended keeps its
 * status, which is returned.
 */
export async function settleTransaction(
  database: Database,
  outbox: Outbox,
  { before: known, ...settlement }: Settlement,
): Promise<FinalStatus> {
  const { transactionId, outcome } = settlement
  const before = known ?? (await readTransaction(database, transactionId))
  if (isFinal(before.status)) return before.status
  const ending = { ...settlement, before }
  const announced = await inSpan(
    spanOf(ending),
    async () =>
      (await endAtOnce(database, ending)) ??
      (await inTransaction(database.pool, (sql) => endTransaction(sql, database, ending))),
  )
  if (announced === undefined) return settleTransaction(database, outbox, settlement)
  outbox.kick(announced)
  await database.wake.announce([transactionId])
  return outcome.status
}

/**
 * The same for one that was never sent, and now never will be; the statement that ends it checks that. Undefined if it
 * was sent, or may have been before a restore of the database.
 */
export async function settleUnsent(
  database: Database,
  outbox: Outbox,
  { transactionId, outcome }: Pick<Settlement, 'transactionId' | 'outcome'>,
): Promise<FinalStatus | undefined> {
  const before = await readTransaction(database, transactionId)
  if (isFinal(before.status)) return before.status
  return settleIf(database, outbox, { before, outcome, isForUnsent: true })
}

/**
 * The same for one whose last request left at this time. Undefined if it has ended, if it was sent again since, or if the
 * operator has called back: its answer to that request is then not its last word.
 */
export async function settleSent(
  database: Database,
  outbox: Outbox,
  ending: Required<Pick<Ending, 'before' | 'outcome' | 'sentAt'>>,
): Promise<FinalStatus | undefined> {
  return settleIf(database, outbox, ending)
}

/** The same for one about which its operator has not called back since it was asked. Undefined if it has, or it has ended. */
export async function settleUncalled(
  database: Database,
  outbox: Outbox,
  ending: Required<Pick<Ending, 'before' | 'outcome' | 'heard'>>,
): Promise<FinalStatus | undefined> {
  return settleIf(database, outbox, { ...ending, isForUncalled: true })
}

async function settleIf(
  database: Database,
  outbox: Outbox,
  ending: Ending,
): Promise<FinalStatus | undefined> {
  const { isForUncalled = false } = ending
  const announced = await inSpan(
    spanOf(ending),
    async () =>
      (isForUncalled ? await endAtOnce(database, ending) : undefined) ??
      (await inTransaction(database.pool, (sql) => endTransaction(sql, database, ending))),
  )
  if (announced === undefined) return undefined
  outbox.kick(announced)
  await database.wake.announce([ending.before.id])
  return ending.outcome.status
}

function spanOf({ before, outcome }: Ending) {
  const attributes = { 'payment.type': before.type, 'payment.status': outcome.status }
  return { name: 'settle transaction', attributes }
}

interface Ending extends Omit<Settlement, 'transactionId'> {
  readonly before: TransactionRecord
  /** True to leave alone one that was sent, or may be on its way. */
  readonly isForUnsent?: boolean
  /** True to leave alone one about which the operator has called back since it was asked. */
  readonly isForUncalled?: boolean
  /** To leave alone one that was not last sent at this time, or about which the operator has called back. */
  readonly sentAt?: Date
}

/**
 * The same within the caller's transaction, for a transaction read before; returns the outbox ids to kick after the
 * commit, or undefined if it has already ended. An end that its table of moves does not allow is a bug of the caller.
 */
export async function endTransaction(
  sql: Sql,
  database: Database,
  ending: Ending,
): Promise<string[] | undefined> {
  const { before, outcome } = ending
  if (isFinal(before.status)) return undefined
  const move = moveOf(movesOf(before), before.status, outcome.status)
  const moved = await moveOn(sql, before, ending)
  if (moved === undefined) return undefined
  const { after, isWatched } = moved
  if (before.type === 'payout') return bookPayoutEnd(sql, database, { ended: after, move })
  const deliveries = await recordEvents(sql, database, { after, move })
  const watch = isWatched ? await watchTransaction(sql, after) : []
  const { fundsStatus } = after
  const waits = fundsStatus !== null && !isFundsFinal(fundsStatus)
  const followers = await enqueue(sql, [
    ...(waits ? [fundsEntry(after)] : []),
    ...checkoutSignals(after),
  ])
  // Last, because the balance is locked until the commit, and the merchant's other payments wait for it.
  await bookSuccess(sql, { after, move })
  return [...deliveries, ...watch, ...followers]
}

/** A payment through a checkout holds it until the checkout's run knows of the end. */
function checkoutSignals({ checkoutId }: TransactionRecord): OutboxEntry[] {
  if (checkoutId === null) return []
  return [{ kind: 'checkout', subjectId: checkoutId, signal: 'paymentEnded' }]
}

/** The change of status, conditional under the row's lock: of two that race, the loser finds no row. */
async function moveOn(
  sql: Sql,
  before: TransactionRecord,
  ending: Ending,
): Promise<Moved | undefined> {
  const {
    outcome,
    isForUnsent = false,
    isForUncalled = false,
    sentAt = null,
    heard = null,
  } = ending
  const failureCode = outcome.status === 'succeeded' ? null : outcome.failureCode
  const funds = before.type === 'collection' ? await fundsOf(sql, before, outcome) : null
  const row = await sql.first(
    end({
      id: before.id,
      from: before.status,
      isForUnsent,
      isForUncalled,
      sentAt,
      heard,
      status: outcome.status,
      failureCode,
      funds,
      providerReference: outcome.providerReference,
    }),
  )
  if (row === undefined) return undefined
  const { isSent, hasCalled, ...ended } = row
  const after = { ...before, ...ended, status: outcome.status, pendingReason: null, failureCode }
  return { after, isWatched: isToWatch(ending, { isSent, hasCalled }) }
}

function isToWatch(
  { isWatched = false }: Ending,
  { isSent, hasCalled }: { readonly isSent: boolean; readonly hasCalled: boolean },
): boolean {
  return hasCalled || (isWatched && isSent)
}

interface Moved {
  readonly after: TransactionRecord
  /** True if it was ever sent and nobody knows its end, or its operator has called back since it was asked. */
  readonly isWatched: boolean
}

interface End extends EndValues {
  readonly isForUnsent: boolean
  readonly isForUncalled: boolean
  readonly sentAt: Date | null
  readonly heard: number | null
}

const hasCalled = (heard: Expression<number | null>) =>
  text<boolean>`(${column('transaction.callbacks', 't')} > coalesce(${heard}::int, 2147483647))`

const wasSent = text<boolean>`(${column('transaction.operatorState', 't')} <> 'unsent'
  or ${mayBeKnown(text<Date>`${column('transaction.createdAt', 't')}`)})`

const end = prepared((p: Params<End>) =>
  movedToEnd(p, now)
    .where(text<boolean>`(not ${p.isForUnsent}::boolean or not ${wasSent})`)
    .where(
      text<boolean>`(${p.sentAt}::timestamptz is null or
        ${column('transaction.operatorSentAt', 't')} = ${p.sentAt} and ${column('transaction.callbacks', 't')} = 0)`,
    )
    .where(text<boolean>`(not ${p.isForUncalled}::boolean or not ${hasCalled(p.heard)})`)
    .returning(['t.completedAt', 't.fundsStatus', 't.providerReference'])
    .returning([wasSent.as('isSent'), hasCalled(p.heard).as('hasCalled')]),
)

/** The first state of a paid collection's funds: as the operator says, else by the rules in force. */
async function fundsOf(
  sql: Sql,
  { serviceEnvId, provider, mode, amountCharged }: TransactionRecord,
  outcome: Outcome,
): Promise<FundsAtSettlement | null> {
  if (outcome.status !== 'succeeded') return null
  if (outcome.funds !== undefined || mode === 'sandbox') return outcome.funds ?? 'available'
  const charged = amountCharged.minor
  return (
    (await sql.only(verdictOfRules({ serviceEnvId, provider, charged }))).verdict ?? 'available'
  )
}

interface Ended {
  readonly after: TransactionRecord
  readonly move: Move<TransactionStatus, string>
}

async function bookSuccess(sql: Sql, { after, move }: Ended): Promise<void> {
  const { fundsStatus } = after
  if (fundsStatus === null) return
  await post(sql, collectedPosting({ ...after, fundsStatus }, move))
}

async function recordEvents(
  sql: Sql,
  database: Database,
  { after, move }: Ended,
): Promise<string[]> {
  const { serviceEnvId, id: transactionId, completedAt, fundsStatus } = after
  const base = { serviceEnvId, transactionId }
  const ids = await recordEvent(sql, database.keyring, {
    ...base,
    type: eventOf(move),
    data: paymentPayload(after),
  })
  const reason = heldReason(fundsStatus)
  if (fundsStatus === null || reason === undefined || completedAt === null) return ids
  const held = { state: 'held', heldAt: completedAt, releasedAt: null, reason } as const
  const type = eventOf(moveOf(fundsMoves, null, fundsStatus))
  const data = fundsPayload(after, held)
  return [...ids, ...(await recordEvent(sql, database.keyring, { ...base, type, data }))]
}
