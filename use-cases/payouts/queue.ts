import { fail } from '#domain/errors/errors.ts'
import { asId, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import { countedClosings, type ListedClosing } from '#use-cases/closings/columns.ts'
import type { Database } from '#db/connect.ts'
import type { QueuePage, Scoped } from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  type ExpressionBuilder,
  type InferResult,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'

/** A payout by Mobile Money whose operator stays, or stayed, silent. */
export interface QueuedPayout extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  /** What the beneficiary gets. */
  readonly amount: Money
  readonly status: TransactionStatus
  readonly provider: string
  readonly providerReference: string | null
  /** What the operator is to be asked by. */
  readonly operatorRequestId: OperatorRequestId
  readonly closings: readonly ListedClosing[]
  readonly createdAt: Date
  /** When staff was told for the first time. */
  readonly waitsSince: Date
  /** Since then, by the database's clock. */
  readonly ageSeconds: number
}

/** What the queue is narrowed to, and where it goes on; `closed` by the word of staff, `contradicted` by the operator after it. */
export interface PayoutQueuePage extends QueuePage {
  readonly state: 'open' | 'closed' | 'contradicted'
  readonly mode?: Mode | undefined
}

/** The oldest first. */
export async function listPayoutQueue(
  { pool }: Pick<Database, 'pool'>,
  { state, mode, after, limit }: PayoutQueuePage,
): Promise<QueuedPayout[]> {
  let query = silent.where(states[state])
  if (mode !== undefined) query = query.where('t.mode', '=', mode)
  if (after !== undefined) {
    const { createdAt, id } = after
    query = query.where((eb) =>
      eb(eb.refTuple('n.createdAt', 't.id'), '>', eb.tuple(createdAt, asId<TransactionId>(id))),
    )
  }
  const rows = await onPool(pool).all(query.orderBy('n.createdAt').orderBy('t.id').limit(limit))
  return rows.map(toPayout)
}

/** One of them, in whatever state. Refusal: transaction_not_found, also for one whose operator was never silent. */
export async function findQueuedPayout(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedPayout> {
  const row = await onPool(pool).first(byId({ id }))
  if (row === undefined) throw fail('transaction_not_found')
  return toPayout(row)
}

const silent = db
  .selectFrom('staffNotice as n')
  .innerJoin('transaction as t', 't.id', 'n.transactionId')
  .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
  .innerJoin('service as s', 's.id', 'e.serviceId')
  .innerJoin('merchant as m', 'm.id', 's.merchantId')
  .select(['t.serviceEnvId', 'e.mode', 's.id as serviceId', 's.name as serviceName'])
  .select(['m.id as merchantId', 'm.name as merchantName'])
  .select(['t.id', 't.reference', 't.amount', 't.currency', 't.status', 't.provider'])
  .select(['t.providerReference', 't.operatorRequestId', 't.createdAt'])
  .select('n.createdAt as waitsSince')
  .select((eb) => countedClosings(eb.ref('t.id'), sql<null>`null`).as('closings'))
  .select((eb) =>
    sql<number>`floor(extract(epoch from now() - ${eb.ref('n.createdAt')}))::int`.as('ageSeconds'),
  )
  .where('n.kind', '=', 'payout_undecided')
  .where('n.number', '=', 1)

const byId = prepared((p: Params<{ id: TransactionId }>) => silent.where('t.id', '=', p.id))

type Rows = ExpressionBuilder<Tables & { t: Tables['transaction'] }, 't'>

const ended = (eb: Rows) =>
  eb
    .selectFrom('closing as c')
    .select('c.id')
    .whereRef('c.transactionId', '=', 't.id')
    .where('c.refundId', 'is', null)
    .where('c.endedAt', 'is not', null)

const states = {
  open: (eb: Rows) => eb('t.status', '=', 'pending'),
  closed: (eb: Rows) => eb.exists(ended(eb)),
  contradicted: (eb: Rows) => eb.exists(ended(eb).where('c.contradictedAt', 'is not', null)),
} satisfies Record<PayoutQueuePage['state'], unknown>

function toPayout(row: InferResult<typeof silent>[number]): QueuedPayout {
  const { serviceId, serviceName, merchantId, merchantName, amount, currency, ...payout } = row
  return {
    ...payout,
    service: { id: serviceId, name: serviceName },
    merchant: { id: merchantId, name: merchantName },
    amount: money(amount, currency),
  }
}
