import { orFail } from '#domain/errors/errors.ts'
import type { LedgerProofId, RefundId, TransactionId } from '#domain/ids.ts'
import {
  isRunNotice,
  type NoticeKind,
  noticeSubject,
  type PaymentNoticeKind,
  type RunNoticeKind,
  type RunRemedy,
} from '#domain/notices/notice.ts'
import type { StepTrouble } from '#domain/runs/failure.ts'
import { type MaskedParty, maskedParty } from '#domain/transactions/mask.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, owned, type QueuePage, type Scoped } from '#use-cases/desk/queue.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'

/** A notice to staff. */
export type ListedNotice = PaymentNotice | ProofNotice | RunNotice

interface NoticeFacts {
  /** Increases with time. */
  readonly id: string
  /** How often staff was notified of this, from 1. */
  readonly number: number
  readonly createdAt: Date
  readonly acknowledgedBy: Named | null
  readonly acknowledgedAt: Date | null
}

/** A ledger check found differences. */
export interface ProofNotice extends NoticeFacts {
  readonly kind: 'books_differ'
  readonly proofId: LedgerProofId
}

/** A run was missing, orphaned or needs attention, or so many were that they are only counted. */
export interface RunNotice extends NoticeFacts {
  readonly kind: RunNoticeKind
  readonly about:
    | {
        readonly workflowId: string
        readonly done: RunRemedy
        /** For a run that needs attention: what fails in it. */
        readonly trouble: StepTrouble | null
      }
    | { readonly runs: number }
}

/** A notice about a payment. */
export interface PaymentNotice extends NoticeFacts, Scoped {
  readonly kind: PaymentNoticeKind
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
  /** The merchant's reference of the transaction. */
  readonly reference: string
  readonly provider: string
  readonly payer: MaskedParty
  /** The run it is about. */
  readonly run: ReturnType<typeof noticeSubject>
}

/** The filter and position of the list. */
export interface NoticePage extends QueuePage {
  readonly state: 'open' | 'acknowledged' | 'all'
  readonly kind?: NoticeKind | undefined
  readonly mode?: Mode | undefined
}

/** Oldest first. */
export async function listNotices(
  { pool }: Pick<Database, 'pool'>,
  { state, kind, mode, ...page }: NoticePage,
): Promise<ListedNotice[]> {
  let list = notices
  if (state !== 'all')
    list = list.where('n.acknowledgedAt', state === 'open' ? 'is' : 'is not', null)
  if (kind !== undefined) list = list.where('n.kind', '=', kind)
  // A notice without a payment belongs to no mode, and is listed in both.
  if (mode !== undefined)
    list = list.where((eb) => eb.or([eb('t.mode', '=', mode), eb('n.transactionId', 'is', null)]))
  const rows = await onPool(pool).all(oldestFirst(list, ['n.createdAt', 'n.id'], page))
  return rows.map(toNotice)
}

/** One of them. Refusal: notice_not_found. */
export async function findNotice(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<ListedNotice> {
  return toNotice(orFail(await onPool(pool).first(byId({ id: BigInt(id) })), 'notice_not_found'))
}

const payments = owned
  .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
  .select(['t.id', 't.reference', 't.provider', 't.customerName', 't.phone'])

const notices = db
  .selectFrom('staffNotice as n')
  .leftJoin(payments.as('t'), 't.id', 'n.transactionId')
  .leftJoin('runFinding as f', 'f.id', 'n.runFindingId')
  .select(['n.kind', 'n.number', 'n.createdAt', 'n.acknowledgedAt', 'n.proofId', 'n.runs'])
  .select(['n.transactionId', 'n.refundId', 'f.workflowId', 'f.done', 'f.step', 'f.code'])
  .select(['t.serviceEnvId', 't.mode', 't.service', 't.merchant', 't.reference', 't.provider'])
  .select(['t.customerName', 't.phone'])
  .select((eb) => [
    eb.cast<string>('n.id', 'text').as('id'),
    personNamed(eb.ref('n.acknowledgedBy')).as('acknowledgedBy'),
  ])

const byId = prepared((p: Params<{ id: bigint }>) => notices.where('n.id', '=', p.id))

type NoticeRow = InferResult<typeof notices>[number]

function toNotice(row: NoticeRow): ListedNotice {
  const { id, kind, number, createdAt, acknowledgedBy, acknowledgedAt, proofId } = row
  const facts = { id, number, createdAt, acknowledgedBy, acknowledgedAt }
  if (proofId !== null) return { ...facts, kind: 'books_differ', proofId }
  if (isRunNotice(kind)) return { ...facts, kind, about: runOf(row) }
  const { transactionId, serviceEnvId, mode, service, merchant, reference, provider } = row
  const payment = { transactionId, serviceEnvId, mode, service, merchant, reference, provider }
  if (kind === 'books_differ' || !isThere(payment))
    throw new Error('a notice is of a proof, of runs or of a payment')
  const { refundId } = row
  const run = noticeSubject(kind, { transactionId: payment.transactionId, refundId })
  const payer = maskedParty({ name: row.customerName, phone: row.phone })
  return { ...facts, ...payment, payer, kind, refundId, run }
}

type There<Columns> = Columns & { readonly [Name in keyof Columns]: NonNullable<Columns[Name]> }

/** False if the payment's columns are null because there is none. */
function isThere<Columns extends object>(columns: Columns): columns is There<Columns> {
  return Object.values(columns).every((value) => value !== null)
}

function runOf({ runs, workflowId, done, step, code }: NoticeRow): RunNotice['about'] {
  if (workflowId === null || done === null) return { runs: runs ?? 0 }
  return { workflowId, done, trouble: step === null || code === null ? null : { step, code } }
}
