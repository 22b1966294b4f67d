import type { EndpointId } from '#domain/ids.ts'
import { rowCount } from './functions.ts'
import { column, db, type Expression, sql } from './statements.ts'

/** Maximum of concurrent sends to one endpoint (docs/webhooks.md#one-slow-receiver). */
export const sendsAtOnceMax = 5

/**
 * Maximum deliveries to one endpoint that have a run and await their first attempt; others wait in line. Several
 * times the concurrent sends: on a slow day a run takes seconds to reach its send, and slots must not stay empty
 * meanwhile.
 */
export const onTheirWayMax = 8 * sendsAtOnceMax

/** A send ends within eleven seconds; one whose end was never recorded stops counting after this, and is lost. */
export const sendLease = sql<string>`interval '15 seconds'`

/**
 * The number of sends in progress to this endpoint, as part of a statement. The few that are open anywhere are found
 * first.
 */
export function sendsAtOnce(endpointId: Expression<EndpointId>) {
  return db
    .with(
      (named) => named('open').materialized(),
      (books) =>
        books
          .selectFrom('webhookAttempt as a')
          .select('a.deliveryId')
          .where('a.finishedAt', 'is', null)
          .where('a.startedAt', '>', sql<Date>`now() - ${sendLease}`),
    )
    .selectFrom('open')
    .innerJoin('webhookDelivery as sent', 'sent.id', 'open.deliveryId')
    .where('sent.endpointId', '=', endpointId)
    .select(rowCount.as('count'))
}

/**
 * The same, as part of a statement that begins an attempt: such statements take turns until the end of their
 * transaction, because two at once would count the same sends.
 */
export function sendTurn(endpointId: Expression<EndpointId>) {
  return db.selectNoFrom(sql<number>`webhook_send_turn(${endpointId}, ${sendLease})`.as('sends'))
}

/**
 * How many deliveries to this endpoint have a run and await their first attempt, up to the maximum, as part of a
 * statement.
 */
export function onTheirWay(endpointId: Expression<EndpointId | null>) {
  return db
    .selectFrom(
      db
        .selectFrom('webhookDelivery as w')
        .select('w.id')
        .where(sql<boolean>`${column('webhookDelivery.endpointId', 'w')} = ${endpointId}`)
        .where('w.status', '=', sql.lit('pending' as const))
        .where('w.isInLine', '=', sql.lit(false))
        .where('w.attempts', '<=', sql.lit(1))
        .where('w.askedAttempt', 'is', null)
        .limit(sql.lit(onTheirWayMax))
        .as('way'),
    )
    .select(rowCount.as('count'))
}
