import { fail } from '#domain/errors/errors.ts'
import type { LedgerProofId, RefundId, TransactionId } from '#domain/ids.ts'
import {
  isRunNotice,
  type NoticeKind,
  noticeSubject,
  type PaymentNoticeKind,
  type RunNoticeKind,
  type RunRemedy,
} from '#domain/notices/notice.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import {
  type Named,
  nameOf,
  ownerColumns,
  ownerJoins,
  pageValues,
  type QueuePage,
  type Scoped,
  type ScopedRow,
  scopeOf,
} from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

/** Something that the staff was told of. */
export type ListedNotice = PaymentNotice | ProofNotice | RunNotice

interface NoticeFacts {
  /** Grows with time. */
  readonly id: string
  /** How often the staff was told of this, from 1. */
  readonly number: number
  readonly createdAt: Date
  readonly acknowledgedBy: Named | null
  readonly acknowledgedAt: Date | null
}

/** Of a proof of the books that does not hold. */
export interface ProofNotice extends NoticeFacts {
  readonly kind: 'books_differ'
  readonly proofId: LedgerProofId
}

/** Of a run that was missing or orphaned, or of so many of them that they are counted only. */
export interface RunNotice extends NoticeFacts {
  readonly kind: RunNoticeKind
  readonly about:
    | { readonly workflowId: string; readonly done: RunRemedy }
    | { readonly runs: number }
}

/** Of a payment. */
export interface PaymentNotice extends NoticeFacts, Scoped {
  readonly kind: PaymentNoticeKind
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
  /** The merchant's reference of the transaction. */
  readonly reference: string
  readonly provider: string
  /** Which run it is about. */
  readonly run: ReturnType<typeof noticeSubject>
}

/** What the list is narrowed to, and where it goes on. */
export interface NoticePage extends QueuePage {
  readonly state: 'open' | 'acknowledged' | 'all'
  readonly kind?: NoticeKind | undefined
  readonly mode?: Mode | undefined
}

/** The oldest first. */
export async function listNotices(
  { pool }: Pick<Database, 'pool'>,
  { state, kind, mode, ...page }: NoticePage,
): Promise<ListedNotice[]> {
  const rows = await onPool(pool).rows<NoticeRow>(
    `${select} where ($1 = 'all' or (n.acknowledged_at is null) = ($1 = 'open')) and ($2::text is null or n.kind = $2)
       and ($3::text is null or e.mode = $3 or n.transaction_id is null)
       and ($4::timestamptz is null or (n.created_at, n.id) > ($4, $5::bigint))
     order by n.created_at, n.id limit $6`,
    [state, kind ?? null, mode ?? null, ...pageValues(page)],
  )
  return rows.map(toNotice)
}

/** One of them. Refusal: notice_not_found. */
export async function findNotice(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<ListedNotice> {
  const [row] = await onPool(pool).rows<NoticeRow>(`${select} where n.id = $1`, [id])
  if (row === undefined) throw fail('notice_not_found')
  return toNotice(row)
}

const select = `select n.id::text as notice_id, n.kind, n.number, ${ownerColumns}, n.transaction_id, n.refund_id, n.proof_id,
    n.runs, f.workflow_id, f.done,
    t.reference, t.provider, n.created_at, n.acknowledged_at, ${nameOf('n.acknowledged_by')} as acknowledged_by
  from staff_notice n left join (transaction t ${ownerJoins}) on t.id = n.transaction_id
    left join run_finding f on f.id = n.run_finding_id`

/** Of a proof or a run the columns of the payment are null, and not looked at. */
interface NoticeRow extends ScopedRow {
  readonly notice_id: string
  readonly kind: NoticeKind
  readonly number: number
  readonly transaction_id: TransactionId
  readonly refund_id: RefundId | null
  readonly proof_id: LedgerProofId | null
  readonly runs: number | null
  readonly workflow_id: string | null
  readonly done: RunRemedy | null
  readonly reference: string
  readonly provider: string
  readonly created_at: string
  readonly acknowledged_at: string | null
  readonly acknowledged_by: Named | null
}

function toNotice(row: NoticeRow): ListedNotice {
  const { transaction_id: transactionId, refund_id: refundId, proof_id: proofId } = row
  const facts = {
    id: row.notice_id,
    number: row.number,
    createdAt: new Date(row.created_at),
    acknowledgedBy: row.acknowledged_by,
    acknowledgedAt: timeOf(row.acknowledged_at),
  }
  const { kind } = row
  if (proofId !== null) return { ...facts, kind: 'books_differ', proofId }
  if (isRunNotice(kind)) return { ...facts, kind, about: runOf(row) }
  if (kind === 'books_differ') throw new Error('a notice of the books has its proof')
  return {
    ...facts,
    ...scopeOf(row),
    kind,
    transactionId,
    refundId,
    reference: row.reference,
    provider: row.provider,
    run: noticeSubject(kind, { transactionId, refundId }),
  }
}

function runOf({ runs, workflow_id: workflowId, done }: NoticeRow): RunNotice['about'] {
  return workflowId === null || done === null ? { runs: runs ?? 0 } : { workflowId, done }
}
