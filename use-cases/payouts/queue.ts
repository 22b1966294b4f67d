import { orFail } from '#domain/errors/errors.ts'
import type { OperatorRequestId, RefundId, TransactionId } from '#domain/ids.ts'
import { type Money, withMoney } from '#domain/money/money.ts'
import { type MaskedParty, maskedParty } from '#domain/transactions/mask.ts'
import type { Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import { countedClosings, type ListedClosing } from '#use-cases/closings/columns.ts'
import {
  contradictionsOf,
  type ListedContradiction,
  isSettled,
} from '#use-cases/closings/contradictions.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import {
  oldestFirst,
  owned,
  type QueuePage,
  type Scoped,
  secondsSince,
} from '#use-cases/desk/queue.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** A Mobile Money payout whose operator does not answer, or did not at first; or that is contradicted. */
export interface QueuedPayout extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  readonly beneficiary: MaskedParty
  /** What the beneficiary gets. */
  readonly amount: Money
  readonly status: TransactionStatus
  readonly provider: string
  readonly providerReference: string | null
  /** The id for asking the operator. */
  readonly operatorRequestId: OperatorRequestId
  readonly closings: readonly ListedClosing[]
  readonly contradictions: readonly ListedContradiction[]
  readonly createdAt: Date
  /** When staff was first notified: of the contradiction, or else of the silence. */
  readonly waitsSince: Date
  /** Seconds since then, by the database's clock. */
  readonly ageSeconds: number
}

/**
 * The filter and position of the queue. `closed`: ended by a verdict of staff. `contradicted`: by its operator or a
 * statement's line, however it had ended, and not settled yet.
 */
export interface PayoutQueuePage extends QueuePage {
  readonly state: 'open' | 'closed' | 'contradicted'
  readonly mode?: Mode | undefined
}

/** Oldest first. */
export async function listPayoutQueue(
  { pool }: Pick<Database, 'pool'>,
  { state, mode, ...page }: PayoutQueuePage,
): Promise<QueuedPayout[]> {
  let queue = payouts.where('n.kind', '=', state === 'contradicted' ? contradicted : silent)
  if (mode !== undefined) queue = queue.where('t.mode', '=', mode)
  if (state === 'open') queue = queue.where('t.status', '=', 'pending')
  if (state === 'closed') queue = queue.where((eb) => eb.exists(ended))
  if (state === 'contradicted')
    queue = queue.where((eb) => eb.not(isSettled(sql<string>`${eb.ref('t.id')}`)))
  const rows = await onPool(pool).all(oldestFirst(queue, ['n.createdAt', 't.id'], page))
  return rows.map(toPayout)
}

/** One of them, in any state. Refusal: transaction_not_found, also if its operator always answered and was believed. */
export async function findQueuedPayout(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedPayout> {
  return toPayout(orFail(await onPool(pool).first(byId({ id })), 'transaction_not_found'))
}

const ended = db
  .selectFrom('closing as c')
  .select('c.id')
  .where('c.transactionId', '=', sql.ref<TransactionId>('t.id'))
  .where('c.refundId', 'is', null)
  .where('c.endedAt', 'is not', null)

const silent = 'payout_undecided'
const contradicted = 'closing_contradicted'

const payouts = owned
  .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
  .innerJoin('staffNotice as n', 'n.transactionId', 't.id')
  .where('n.number', '=', 1)
  .where('n.refundId', 'is', null)
  .where('t.type', '=', 'payout')
  .where('t.paymentType', '=', 'mobile_money')
  .select(['t.id', 't.reference', 't.amount', 't.currency', 't.status', 't.provider'])
  .select(['t.providerReference', 't.operatorRequestId', 't.createdAt'])
  .select(['t.customerName', 't.phone'])
  .select((eb) => [
    countedClosings(eb.ref('t.id'), sql<RefundId | null>`null::uuid`).as('closings'),
    contradictionsOf(eb.ref('t.id'), sql<RefundId | null>`null::uuid`).as('contradictions'),
    'n.createdAt as waitsSince',
    secondsSince(eb.ref('n.createdAt')).as('ageSeconds'),
  ])

function toPayout({ customerName: name, phone, ...payout }: InferResult<typeof payouts>[number]) {
  return { ...withMoney(payout), beneficiary: maskedParty({ name, phone }) }
}

const byId = prepared((p: Params<{ id: TransactionId }>) =>
  payouts
    .where('t.id', '=', p.id)
    .where((eb) => oneOf(eb.ref('n.kind'), [silent, contradicted]))
    .orderBy('n.createdAt', 'desc')
    .limit(1),
)
