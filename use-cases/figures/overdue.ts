import type { Database } from '#db/connect.ts'
import { oneOf, rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { OrderKind } from '#domain/reconciliation/reconciliation.ts'

/** Overdue payments of one kind at one operator. */
export interface OverdueFigure {
  readonly kind: OrderKind
  readonly mode: Mode
  readonly provider: string
  readonly count: number
}

/**
 * Overdue payments: a collection five minutes after its expiry, as it may be looked at until then; a payout or refund an
 * hour after it may have been sent, which is also when staff is notified. Bank transfers wait for people and have notices
 * instead.
 */
export async function readOverdue({ pool }: Pick<Database, 'pool'>): Promise<OverdueFigure[]> {
  return onPool(pool).all(overdue)
}

/** The oldest rows; beyond this the exact number does not matter. */
const rowsRead = 50_000

const oldestPending = db
  .selectFrom('transaction')
  .select(['type', 'mode', 'provider', 'expiresAt', 'createdAt', 'paymentType'])
  .where((eb) => oneOf(eb.ref('status'), ['pending']))
  .orderBy('createdAt')
  .limit(rowsRead)
  .as('t')

const payments = db
  .selectFrom(oldestPending)
  .select((eb) => [
    sql<OrderKind>`${eb.ref('t.type')}`.as('kind'),
    't.mode',
    't.provider',
    rowCount.as('count'),
  ])
  .where(
    (eb) => sql<boolean>`case ${eb.ref('t.type')}
      when 'collection' then ${eb.ref('t.expiresAt')} < now() - interval '5 minutes'
      else ${eb.ref('t.paymentType')} <> 'bank_transfer' and ${eb.ref('t.createdAt')} < now() - interval '1 hour' end`,
  )
  .groupBy(['t.type', 't.mode', 't.provider'])

const oldestRefunds = db
  .selectFrom('refund')
  .select(['transactionId', 'provider', 'attentionAt'])
  .where((eb) => oneOf(eb.ref('status'), ['pending', 'approved', 'processing']))
  .orderBy('createdAt')
  .limit(rowsRead)
  .as('r')

const refunds = db
  .selectFrom(oldestRefunds)
  .innerJoin('transaction as t', 't.id', 'r.transactionId')
  .select([sql<OrderKind>`'refund'`.as('kind'), 't.mode', 'r.provider', rowCount.as('count')])
  .where('r.attentionAt', 'is not', null)
  .groupBy(['t.mode', 'r.provider'])

const overdue = payments.unionAll(refunds)
