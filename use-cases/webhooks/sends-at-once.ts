import type { EndpointId } from '#domain/ids.ts'
import { db, type Expression, sql } from '#db/statements.ts'

/** Attempts that one endpoint is sent at once (docs/webhooks.md#one-slow-receiver). */
export const sendsAtOnceMax = 5

/** A send ends within eleven seconds: one whose end nobody wrote down holds back no other after this. */
const leaseSeconds = 15

/** How many attempts this endpoint is being sent, as part of a statement. The few that are open anywhere are found first. */
export function sendsAtOnce(endpointId: Expression<EndpointId>) {
  return db
    .with(
      (named) => named('open').materialized(),
      (books) =>
        books
          .selectFrom('webhookAttempt as a')
          .select('a.deliveryId')
          .where('a.finishedAt', 'is', null)
          .where('a.startedAt', '>', sql<Date>`now() - ${leaseSeconds}::int * interval '1 second'`),
    )
    .selectFrom('open')
    .innerJoin('webhookDelivery as sent', 'sent.id', 'open.deliveryId')
    .where('sent.endpointId', '=', endpointId)
    .select(sql<number>`count(*)::int`.as('count'))
}

/**
 * The same, as a part of a statement that begins an attempt: whoever begins one takes turns until the end of the
 * transaction, or two would count the same ones.
 */
export function sendTurn(endpointId: Expression<EndpointId>) {
  return db.selectNoFrom(
    sql<number>`webhook_send_turn(${endpointId}, ${leaseSeconds}::int * interval '1 second')`.as(
      'sends',
    ),
  )
}
