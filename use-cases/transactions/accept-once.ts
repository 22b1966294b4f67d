import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import type { Answer, Answering, IdempotencyScope } from '#db/idempotency.ts'
import { type Outbox, type OutboxEntry, type Owed, owedEntry } from '#db/outbox.ts'
import { ConstraintViolation, inOneStatement, inTransaction, present, type Sql } from '#db/sql.ts'
import {
  type CreationLimits,
  readStanding,
  refuseExcess,
  type Standing,
  standingOf,
} from './count-creation.ts'
import { findByReference } from './find.ts'
import { insertTransaction, type TransactionDraft } from './insert.ts'

type Recordable = Pick<TransactionDraft, 'record'>

/** A priced and checked request for a transaction. */
export interface Acceptance<Draft extends Recordable> extends Answering<
  [record: TransactionRecord]
> {
  readonly draft: Draft
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
  /** The time, by the clock of the database. */
  readonly now: () => Date
}

type AnyAcceptance = Acceptance<Recordable>

interface Books {
  readonly database: Database
  readonly outbox: Outbox
}

/** What such a transaction has written: its answer, and what to start after the commit. */
export interface Accepted {
  readonly answer: Answer
  readonly announced: readonly Owed[]
}

/**
 * Accepts a transaction once per key: `write` runs if there is no earlier answer, in the one transaction that holds the
 * key. Refusals: request_in_progress, idempotency_conflict, duplicate_reference, and those of `write`.
 */
export function acceptOnce(
  books: Books,
  acceptance: AnyAcceptance,
  write: (sql: Sql, standing: Standing) => Promise<Accepted>,
): Promise<Answer> {
  const { pool, keyring } = books.database
  return kickAfter(books, acceptance, () =>
    inTransaction(pool, async (sql) => {
      const standing = await readStanding(sql, keyring, countedOf(acceptance))
      const { replay } = standing
      return replay ? { answer: replay, announced: [] } : write(sql, standing)
    }),
  )
}

/** What is written for an accepted transaction. */
interface Written {
  readonly acceptance: AnyAcceptance
  readonly draft: Omit<TransactionDraft, 'record' | 'expiryMs'>
  readonly record: TransactionRecord
  readonly run: OutboxEntry
}

/**
 * The same if nothing else has to be checked or written: one statement. Additional refusals: those of `refuseExcess`.
 */
export function acceptAtOnce(books: Books, written: Written): Promise<Answer> {
  const { pool, keyring } = books.database
  return kickAfter(books, written.acceptance, () =>
    acceptedBy(async (insert) => present(await inOneStatement(pool, insert)), keyring, written),
  )
}

/** Writes the transaction, its answer and the start of its run. */
export function writeAccepted(
  sql: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  written: Written,
): Promise<Accepted> {
  return acceptedBy((insert) => sql.only(insert), keyring, written)
}

type Insert = ReturnType<typeof insertTransaction>

async function acceptedBy(
  run: (insert: Insert) => Promise<NonNullable<Insert['~row']>>,
  keyring: Database['keyring'],
  { acceptance, ...written }: Written,
): Promise<Accepted> {
  const { idempotency: scope, requestId } = acceptance
  const { record } = written
  const response = { ...acceptance.respond(record), requestId }
  const kept = { scope, response, madeId: record.id }
  const counted = countedOf(acceptance)
  const row = await run(insertTransaction(keyring, { ...written, counted, kept }))
  const standing = standingOf(row, keyring, acceptance)
  if (standing.replay) return { answer: standing.replay, announced: [] }
  refuseExcess(standing, acceptance.limits)
  const answer = { ...response, madeId: record.id, isReplayed: false }
  return { answer, announced: row.id === null ? [] : [owedEntry(row.id, written.run)] }
}

/** Starts what the committed work has announced. Refusal: duplicate_reference, naming the transaction that has it. */
async function kickAfter(
  { database, outbox }: Books,
  { draft }: AnyAcceptance,
  work: () => Promise<Accepted>,
): Promise<Answer> {
  try {
    const { answer, announced } = await work()
    outbox.kick(announced)
    return answer
  } catch (error) {
    if (!isTaken(error)) throw error
    const { serviceEnvId, reference } = draft.record
    const id = await findByReference(database, serviceEnvId, reference)
    throw fail('duplicate_reference', { field: 'reference', transaction_id: id })
  }
}

function countedOf({ draft, idempotency, limits }: AnyAcceptance) {
  return { creation: draft.record, idempotency, limits }
}

function isTaken(error: unknown): boolean {
  return error instanceof ConstraintViolation && error.constraint === 'transaction_reference_once'
}
