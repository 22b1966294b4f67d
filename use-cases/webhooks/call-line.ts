import type { EndpointId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { deliveryEntry } from '#db/runs/entries.ts'
import { aboutEvent } from '#db/runs/fact-kinds.ts'
import { onTheirWay, onTheirWayMax } from '#db/sends-at-once.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'

/** The deliveries that wait in line for this endpoint, as part of a statement. */
export function inLine(endpointId: Expression<EndpointId>) {
  return db
    .selectFrom('webhookDelivery as l')
    .select('l.id')
    .where('l.endpointId', '=', endpointId)
    .where('l.isInLine', '=', sql.lit(true))
    .where('l.status', '=', sql.lit('pending' as const))
}

/**
 * Starts runs for the first deliveries in line for an endpoint, up to its maximum. One that finds the slots taken again
 * must retry later, like any other. Returns how many.
 */
export async function callLine(
  { pool }: Pick<Database, 'pool'>,
  outbox: Pick<Outbox, 'kick'>,
  endpointId: EndpointId,
): Promise<number> {
  const announced = await inTransaction(pool, async (tx) => {
    const called = await tx.all(call({ endpointId }))
    return enqueue(tx, called.map(deliveryEntry))
  })
  outbox.kick(announced)
  return announced.length
}

/** The same for every endpoint that has a line. */
export async function callLines(
  database: Pick<Database, 'pool'>,
  outbox: Pick<Outbox, 'kick'>,
): Promise<number> {
  let called = 0
  for (const { endpointId } of await onPool(database.pool).all(withPlaces({}))) {
    called += await callLine(database, outbox, endpointId)
  }
  return called
}

const withPlaces = prepared(() =>
  db
    .selectFrom(sql<{ endpointId: EndpointId }>`webhook_lines()`.as<'l'>(sql`l(endpoint_id)`))
    .select('l.endpointId')
    .where((eb) => eb(onTheirWay(eb.ref('l.endpointId')), '<', sql.lit(onTheirWayMax))),
)

const call = prepared((p: Params<{ endpointId: EndpointId }>) =>
  db
    // Materialised, because the following parts must not select again.
    .with(
      (named) => named('next').materialized(),
      () =>
        inLine(p.endpointId)
          .orderBy('l.id')
          .limit(sql<number>`greatest(0, ${sql.lit(onTheirWayMax)} - ${onTheirWay(p.endpointId)})`)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('webhookDelivery as d')
    .from('event as e')
    .leftJoin('transaction as t', 't.id', 'e.transactionId')
    .leftJoin('refund as r', 'r.id', 'e.refundId')
    .set({ isInLine: false })
    .whereRef('e.id', '=', 'd.eventId')
    .where('d.id', 'in', (eb) => eb.selectFrom('next').select('next.id'))
    .returning(['d.id', 'd.serviceEnvId', 'e.type', sql.raw<string>(aboutEvent).as('about')])
    .returning(['t.mode', 't.provider', 't.reference'])
    .returning((eb) => eb.fn.coalesce('r.status', 't.status').as('status')),
)
