import { openTransferStates, type TransferState } from '#domain/transfers/transfer.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { StaffMemberId, TransactionId } from '#domain/ids.ts'
import { type Money, withMoney } from '#domain/money/money.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Database } from '#db/connect.ts'
import { firstRejection } from './find.ts'
import type { MoneyFilter, MoneySum } from '#use-cases/desk/money-sums.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import {
  oldestFirst,
  owned,
  type QueuePage,
  type Scoped,
  secondsSince,
} from '#use-cases/desk/queue.ts'
import { rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { jsonBuildObject, type Params, prepared, sql } from '#db/statements.ts'

/** A bank transfer as staff see it, its account number masked. */
export interface QueuedTransfer extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  /** The amount that goes to the bank account. */
  readonly amount: Money
  readonly state: TransferState
  readonly bank: BankCode
  readonly holderName: string
  /** What the merchant calls the account; no bank knows that name. */
  readonly ownName: string | null
  readonly accountMasked: string
  readonly needsApproval: boolean
  /** True if it was waiting when the database was restored: it may have been made since, unknown to these books. */
  readonly mayBeMade: boolean
  readonly takenBy: Named | null
  readonly approvedBy: Named | null
  /** Who rejected it; if two must, the first. */
  readonly rejectedBy: Named | null
  readonly bankReference: string | null
  /** `<YYYY-MM-DD>`. */
  readonly transferOn: string | null
  /** The first person's, until the second has rejected it too. */
  readonly rejectionReason: string | null
  /** When staff noted that the bank had sent it back. */
  readonly returnedAt: Date | null
  readonly createdAt: Date
  readonly movedAt: Date
  /** Since its creation, by the database's clock. */
  readonly ageSeconds: number
}

interface TransferView {
  readonly states: readonly TransferState[]
  readonly takenBy?: StaffMemberId | undefined
  /** Only those that were taken and wait for another person's approval. */
  readonly isToApprove?: boolean
}

/** The filter and position of the queue. */
export interface TransferQueuePage extends QueuePage, MoneyFilter, TransferView {}

/** Oldest first. */
export async function listTransferQueue(
  { pool }: Pick<Database, 'pool'>,
  { provider, merchantId, ...page }: TransferQueuePage,
): Promise<QueuedTransfer[]> {
  let queue = inView(page)
  if (provider !== undefined)
    queue = queue.where((eb) => eb(eb.ref('b.bank').$castTo<string>(), '=', provider))
  if (merchantId !== undefined) queue = queue.where('m.id', '=', merchantId)
  const rows = await onPool(pool).all(oldestFirst(queue, ['b.createdAt', 'b.transactionId'], page))
  return rows.map(withMoney)
}

/** Sums of all that a view of the queue lists. */
export async function sumTransferQueue(
  { pool }: Pick<Database, 'pool'>,
  view: TransferView,
): Promise<readonly MoneySum[]> {
  const rows = await onPool(pool).all(
    inView(view)
      .clearSelect()
      .select(['b.bank as provider', 'e.mode', 't.currency'])
      .select((eb) => [
        jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
        rowCount.as('count'),
        eb.cast<bigint>(eb.fn.sum('t.amount'), 'bigint').as('amount'),
      ])
      .groupBy(['m.id', 'b.bank', 'e.mode', 't.currency']),
  )
  return rows.map(withMoney)
}

function inView({ states, takenBy, isToApprove = false }: TransferView) {
  let queue = transfers.where('b.state', 'in', states)
  if (takenBy !== undefined) queue = queue.where('b.takenBy', '=', takenBy)
  if (isToApprove)
    queue = queue.where('b.needsApproval', '=', true).where('b.approvedBy', 'is', null)
  return queue
}

/** One of them, in any state. Refusal: transaction_not_found, also for anything but a bank transfer. */
export async function findQueuedTransfer(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedTransfer> {
  return withMoney(orFail(await onPool(pool).first(byId({ id })), 'transaction_not_found'))
}

const transfers = owned
  .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
  .innerJoin('bankTransfer as b', 'b.transactionId', 't.id')
  .innerJoin('authorizedAccount as a', 'a.id', 'b.accountId')
  .leftJoin('unpaidAfterAll as u', 'u.orderId', 't.id')
  .select(['t.id', 't.reference', 't.amount', 't.currency', 'b.state', 'b.bank'])
  .select(['a.holderName', 'a.ownName'])
  .select(['b.accountMasked', 'b.needsApproval', 'b.bankReference', 'b.transferOn'])
  .select(['u.toldAt as returnedAt', 'b.createdAt', 'b.movedAt'])
  .select((eb) => [
    personNamed(eb.ref('b.takenBy')).as('takenBy'),
    personNamed(eb.ref('b.approvedBy')).as('approvedBy'),
    personNamed(
      sql<string | null>`${firstRejection(eb.ref('b.transactionId')).select('w.staffId')}`,
    ).as('rejectedBy'),
    eb.fn
      .coalesce('b.rejectionReason', firstRejection(eb.ref('b.transactionId')).select('w.reason'))
      .as('rejectionReason'),
    secondsSince(eb.ref('b.createdAt')).as('ageSeconds'),
    eb
      .and([
        eb('b.state', 'in', openTransferStates),
        eb.exists(
          eb
            .selectFrom('installation as i')
            .select('i.restoredAt')
            .whereRef('i.restoredAt', '>=', 'b.createdAt'),
        ),
      ])
      .$castTo<boolean>()
      .as('mayBeMade'),
  ])

const byId = prepared((p: Params<{ id: TransactionId }>) =>
  transfers.where('b.transactionId', '=', p.id),
)
