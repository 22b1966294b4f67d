import { fail } from '#domain/errors/errors.ts'
import type { PayoutFileId, PortalUserId, ServiceEnvId } from '#domain/ids.ts'
import {
  type PausingCode,
  type PayoutFileCause,
  payoutFileMoves,
  type PayoutFileState,
  runningFileStates,
  sentFilesMax,
  sentFileStates,
} from '#domain/payouts/file.ts'
import type { Person } from '#domain/people/person.ts'
import { findMove, isEnd } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { now, patiently, rowCount, takeTurn } from '#db/functions.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { payoutFileEntry } from '#db/runs/entries.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { tooLittle } from '#use-cases/balance/short.ts'
import { repeatedLines } from './file-lines.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/** What somebody wants to do with a file. */
export interface PayoutFileOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: PayoutFileId
  readonly member: Pick<Person, 'approvesFrom'> & { readonly id: PortalUserId }
}

interface Books {
  readonly database: Database
  readonly outbox: Outbox
}

/**
 * Sends a checked file: at once, or to a second person if it needs one. Refusals: payout_file_not_found,
 * action_not_allowed, insufficient_balance, payout_files_too_many, payout_file_repeated.
 */
export async function sendPayoutFile(books: Books, order: PayoutFileOrder): Promise<void> {
  const { database } = books
  const { available } = await readBalance(database, order.serviceEnvId)
  await move(books, order, async (tx, file) => {
    if (file.state === 'checked' && file.charged > available) throw tooLittle(available)
    const to = moved(file, 'send', file.needsApproval ? 'awaiting_approval' : 'running')
    await tx.all(patiently)
    // So that two files with the same lines are never sent at the same time.
    await tx.all(takeTurn({ name: `payout files of ${file.serviceEnvId}` }))
    const { count } = await tx.only(countSent(file))
    if (count >= sentFilesMax) throw fail('payout_files_too_many')
    if ((await repeatedLines(tx, file)).length > 0) throw fail('payout_file_repeated')
    return { state: to, sentBy: order.member.id, sentAt: now }
  })
}

/**
 * A second person approves. Refusals: payout_file_not_found, action_not_allowed, second_approver_required for the
 * person who sent it, account_too_fresh.
 */
export async function approvePayoutFile(books: Books, order: PayoutFileOrder): Promise<void> {
  await move(books, order, async (tx, file) => {
    const state = moved(file, 'approve', 'running')
    const { member } = order
    if (file.sentBy === member.id) throw fail('second_approver_required')
    await requireSettledNow(tx, member)
    return { state, approvedBy: member.id }
  })
}

/** Pauses: no further line is paid until it is resumed. Refusals: payout_file_not_found, action_not_allowed. */
export async function pausePayoutFile(books: Books, order: PayoutFileOrder): Promise<void> {
  await move(books, order, (_, file) => ({ state: moved(file, 'pause', 'paused') }))
}

/** Resumes where it stopped. Refusals: payout_file_not_found, action_not_allowed. */
export async function resumePayoutFile(books: Books, order: PayoutFileOrder): Promise<void> {
  await move(books, order, (_, file) => ({
    state: moved(file, 'resume', 'running'),
    pauseCode: null,
  }))
}

/**
 * Cancels: remaining lines are not paid; payouts that have begun continue. Refusals: payout_file_not_found,
 * action_not_allowed.
 */
export async function cancelPayoutFile(books: Books, order: PayoutFileOrder): Promise<void> {
  await move(books, order, (_, file) => ({
    state: moved(file, 'cancel', 'cancelled'),
    pauseCode: null,
  }))
}

/**
 * Pauses a file from its run, because of a problem that affects every line. If somebody has moved it meanwhile, nothing
 * changes.
 */
export async function pauseShortFile(
  books: Sql,
  id: PayoutFileId,
  code: PausingCode,
): Promise<void> {
  await books.run(pauseAs({ id, code }))
}

/** Ends a file once none of its lines is waiting. */
export async function endPayoutFile(books: Sql, id: PayoutFileId): Promise<void> {
  await books.run(end({ id }))
}

type LockedFile = NonNullable<ReturnType<typeof lock>['~row']>

interface Changes {
  readonly state: PayoutFileState
  readonly sentBy?: PortalUserId
  readonly sentAt?: typeof now
  readonly approvedBy?: PortalUserId
  readonly pauseCode?: null
}

async function move(
  { database, outbox }: Books,
  { serviceEnvId, id }: PayoutFileOrder,
  decide: (tx: Sql, file: LockedFile) => Promise<Changes> | Changes,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const file = await tx.first(lock({ serviceEnvId, id }))
    if (file === undefined) throw fail('payout_file_not_found')
    const changes = await decide(tx, file)
    const ended = isEnd(payoutFileMoves, changes.state) ? { endedAt: now } : {}
    await tx.run(
      db
        .updateTable('payoutFile')
        .set({ ...changes, ...ended })
        .where('id', '=', id),
    )
    return announce(tx, file, changes.state)
  })
  outbox.kick(announced)
}

function moved(
  { state }: LockedFile,
  cause: PayoutFileCause,
  to: PayoutFileState,
): PayoutFileState {
  const found = findMove(payoutFileMoves, state, to)
  if (found === undefined || !(cause in found.causes)) throw fail('action_not_allowed')
  return to
}

/** Starts its run, or signals that it was moved. */
async function announce(tx: Sql, file: LockedFile, to: PayoutFileState): Promise<string[]> {
  if (runningFileStates.includes(file.state)) {
    return enqueue(tx, [{ kind: 'payout-file', subjectId: file.id, signal: 'payoutFileMoved' }])
  }
  return to === 'running' ? enqueue(tx, [payoutFileEntry(file)]) : []
}

const countSent = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('payoutFile')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('state', 'in', sentFileStates),
)

const lock = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: PayoutFileId }>) =>
  db
    .selectFrom('payoutFile as f')
    .innerJoin('serviceEnv as s', 's.id', 'f.serviceEnvId')
    .select(['f.id', 'f.serviceEnvId', 'f.state', 'f.needsApproval', 'f.charged', 'f.sentBy'])
    .select(['f.linesTotal', 's.mode'])
    .where('f.id', '=', p.id)
    .where('f.serviceEnvId', '=', p.serviceEnvId)
    .forUpdate('f'),
)

const pauseAs = prepared((p: Params<{ id: PayoutFileId; code: PausingCode }>) =>
  db
    .updateTable('payoutFile')
    .set({ state: 'paused', pauseCode: p.code })
    .where('id', '=', p.id)
    .where('state', '=', 'running'),
)

const end = prepared((p: Params<{ id: PayoutFileId }>) =>
  db
    .updateTable('payoutFile')
    .set({ state: 'done', endedAt: now })
    .where('id', '=', p.id)
    .where('state', '=', 'running'),
)
