import type { EndpointId } from '#domain/ids.ts'
import { takeTurn } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
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

/** Who begins an attempt at this endpoint takes turns, or two would count the same ones; until the end of the transaction. */
export async function takeSendTurn(tx: Sql, endpointId: EndpointId): Promise<void> {
  await tx.first(takeTurn({ name: `webhook-sends/${endpointId}` }))
}
