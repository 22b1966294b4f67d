import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import type { PayoutFileId, PortalUserId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { PausingCode, PayoutFileState, PayoutLineState } from '#domain/payouts/file.ts'

import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { now, rowCountIf } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'

/** A file of payouts, and the current state of its lines. */
export interface PayoutFileRecord {
  readonly id: PayoutFileId
  readonly name: string
  readonly state: PayoutFileState
  readonly pauseCode: PausingCode | null
  readonly linesTotal: number
  readonly linesSent: number
  readonly linesRefused: number
  /** XOF: what the payees get, and what leaves the balance including fees. */
  readonly amount: bigint
  readonly charged: bigint
  readonly needsApproval: boolean
  readonly sentBy: PortalUserId | null
  readonly senderName: string | null
  readonly approverName: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly endedAt: Date | null
}

/** The current state of the payouts made from its lines. */
export interface PayoutFileEnds {
  readonly paid: number
  readonly failed: number
  readonly underWay: number
  /** XOF that payees have received. */
  readonly paidAmount: bigint
}

const shownMax = 50

/** The latest files of a service in one mode, newest first. */
export function listPayoutFiles(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<PayoutFileRecord[]> {
  return onPool(pool).all(latest({ serviceEnvId }))
}

/** One file with the state of its payouts. Refusal: payout_file_not_found. */
export async function findPayoutFile(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: PayoutFileId,
): Promise<{ readonly file: PayoutFileRecord; readonly ends: PayoutFileEnds }> {
  const books = onPool(pool)
  const file = await books.first(byId({ serviceEnvId, id }))
  if (file === undefined) throw fail('payout_file_not_found')
  return { file, ends: await books.only(endsOf({ id })) }
}

/** A line and its result. */
export interface PayoutFileLine {
  readonly number: number
  readonly holderName: string
  /** What the merchant calls the account. */
  readonly ownName: string | null
  readonly phone: string | null
  readonly amount: bigint
  readonly reference: string | null
  readonly description: string | null
  readonly state: PayoutLineState
  readonly refusal: ErrorCode | null
  readonly payoutId: TransactionId
  /** Of its payout, once there is one. */
  readonly status: TransactionStatus | null
  readonly failureCode: string | null
  readonly charged: bigint | null
  readonly completedAt: Date | null
}

/** Lines in order, after `after`; with `isWrong` only those that were not paid. */
export function listPayoutFileLines(
  { pool }: Pick<Database, 'pool'>,
  part: {
    readonly id: PayoutFileId
    readonly after: number
    readonly limit: number
    readonly isWrong: boolean
  },
): Promise<PayoutFileLine[]> {
  return onPool(pool).all(linesOf(part))
}

/** The lines of the files of a service that were checked and that nobody has sent. */
export async function countUnsentLines(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<number> {
  return (await onPool(pool).only(unsentLines({ serviceEnvId }))).lines
}

/** Deletes files that nobody sent within a day; a bounded batch per call; returns how many. */
export function forgetUnsentFiles(books: Sql): Promise<number> {
  return books.run(forget({}))
}

const files = db
  .selectFrom('payoutFile as f')
  .leftJoin('person as s', 's.id', 'f.sentBy')
  .leftJoin('person as a', 'a.id', 'f.approvedBy')
  .select(['f.id', 'f.name', 'f.state', 'f.pauseCode', 'f.linesTotal', 'f.linesSent'])
  .select(['f.linesRefused', 'f.amount', 'f.charged', 'f.needsApproval', 'f.sentBy'])
  .select(['s.name as senderName', 'a.name as approverName'])
  .select(['f.createdAt', 'f.sentAt', 'f.endedAt'])

const latest = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  newestFirst(files.where('f.serviceEnvId', '=', p.serviceEnvId), ['f.createdAt', 'f.id'], {
    limit: shownMax,
  }),
)

const unsentLines = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('payoutFile')
    .select((eb) =>
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('linesTotal'), eb.lit(0)), 'integer').as('lines'),
    )
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('state', '=', 'checked'),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: PayoutFileId }>) =>
  files.where('f.id', '=', p.id).where('f.serviceEnvId', '=', p.serviceEnvId),
)

const endsOf = prepared((p: Params<{ id: PayoutFileId }>) =>
  db
    .selectFrom('payoutFileLine as l')
    .innerJoin('transaction as t', 't.id', 'l.payoutId')
    .select([
      rowCountIf(text<boolean>`t.status = 'succeeded'`).as('paid'),
      rowCountIf(text<boolean>`t.status = 'pending'`).as('underWay'),
      rowCountIf(text<boolean>`t.status not in ('succeeded', 'pending')`).as('failed'),
      text<bigint>`coalesce(sum(l.amount) filter (where t.status = 'succeeded'), 0)::bigint`.as(
        'paidAmount',
      ),
    ])
    .where('l.fileId', '=', p.id),
)

const linesOf = prepared(
  (p: Params<{ id: PayoutFileId; after: number; limit: number; isWrong: boolean }>) =>
    db
      .selectFrom('payoutFileLine as l')
      .innerJoin('authorizedAccount as a', 'a.id', 'l.accountId')
      .leftJoin('transaction as t', 't.id', 'l.payoutId')
      .select(['l.number', 'a.holderName', 'a.ownName', 'a.phone', 'l.amount', 'l.reference'])
      .select(['l.description', 'l.state', 'l.refusal', 'l.payoutId', 't.status', 't.failureCode'])
      .select(['t.amountCharged as charged', 't.completedAt'])
      .where('l.fileId', '=', p.id)
      .where('l.number', '>', p.after)
      .where((eb) =>
        eb.or([
          text<boolean>`not ${p.isWrong}::boolean`,
          eb('l.state', '=', 'refused'),
          eb('t.status', 'in', ['failed', 'expired', 'cancelled']),
        ]),
      )
      .orderBy('l.number')
      .limit(p.limit),
)

const unsentAtOnce = 20

const forget = prepared(() =>
  db.deleteFrom('payoutFile').where('id', 'in', (eb) =>
    eb
      .selectFrom('payoutFile')
      .select('id')
      .where('state', '=', 'checked')
      .where('createdAt', '<', text<Date>`${now} - interval '1 day'`)
      .limit(unsentAtOnce)
      .forUpdate()
      .skipLocked(),
  ),
)
