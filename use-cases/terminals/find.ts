import { orFail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import type { Database } from '#db/connect.ts'
import { newestFirst, type Position } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, jsonObjectFrom, type Params, prepared, sql } from '#db/statements.ts'

/** The last terminal that a list has shown. */
export type TerminalPosition = Position<TerminalId>

/** One terminal. Refusal: terminal_not_found, also for another service or mode and a deleted one. */
export async function findTerminal(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: TerminalId,
): Promise<TerminalRecord> {
  return readTerminalRow(onPool(database.pool), serviceEnvId, id)
}

/** The same, in a transaction. */
export async function readTerminalRow(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  id: TerminalId,
): Promise<TerminalRecord> {
  return toRecord(orFail(await tx.first(byId({ serviceEnvId, id })), 'terminal_not_found'))
}

/** Newest first, at most `limit`, after `position`. */
export async function listTerminals(
  database: Database,
  serviceEnvId: ServiceEnvId,
  page: { readonly limit: number; readonly position?: TerminalPosition },
): Promise<TerminalRecord[]> {
  const { limit, position: after } = page
  const query = terminals.where('t.serviceEnvId', '=', serviceEnvId)
  const rows = await onPool(database.pool).all(
    newestFirst(query, ['t.createdAt', 't.id'], { limit, after }),
  )
  return rows.map(toRecord)
}

const terminals = db
  .selectFrom('terminal as t')
  .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
  .leftJoin('pointOfSale as p', 'p.id', 't.pointOfSaleId')
  .select(['t.id', 'e.mode', 't.type', 't.label', 't.status', 't.activationExpiresAt'])
  .select(['t.serialNumber', 't.deviceType', 't.appVersion', 't.lastSeenAt', 't.createdAt'])
  .select(['t.updatedAt', 'p.id as placeId', 'p.name as placeName'])
  .select((eb) => [
    eb
      .selectFrom('apiKey as k')
      .select('k.last4')
      .whereRef('k.terminalId', '=', 't.id')
      .where('k.kind', '=', 'terminal')
      .where('k.revokedAt', 'is', null)
      .orderBy('k.createdAt', 'desc')
      .limit(1)
      .as('keyLast4'),
    jsonObjectFrom(
      eb
        .selectFrom('feeRule as r')
        .select(['r.kind', sql<string>`r.value::text`.as('value'), 'r.payer'])
        .whereRef('r.terminalId', '=', 't.id')
        .orderBy('r.createdAt', 'desc')
        .orderBy('r.id', 'desc')
        .limit(1),
    ).as('feesRule'),
  ])
  .where('t.deletedAt', 'is', null)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: TerminalId }>) =>
  terminals.where('t.serviceEnvId', '=', p.serviceEnvId).where('t.id', '=', p.id),
)

function toRecord(row: InferResult<typeof terminals>[number]): TerminalRecord {
  const { placeId, placeName, ...terminal } = row
  return {
    ...terminal,
    pointOfSale: placeId === null ? null : { id: placeId, name: placeName ?? '' },
  }
}
