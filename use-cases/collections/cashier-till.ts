import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { originOf } from '#use-cases/terminals/origin.ts'
import type { Counter } from '#use-cases/terminals/points-of-sale.ts'
import type { Till } from './till.ts'

/**
 * Where a cashier sells now: in the cash session that is open for them at their point of sale, else at its first cash
 * desk or terminal. Null while none of its terminals may take payments: the point of sale is closed.
 */
export async function tillOfCashier(
  { pool }: Pick<Database, 'pool'>,
  { id, collaboratorId }: Pick<Counter, 'id' | 'collaboratorId'>,
): Promise<Till | null> {
  const found = await onPool(pool).first(tillAt({ id, collaboratorId }))
  if (found === undefined) return null
  const { sessionId, channel, cashierName, ...terminal } = found
  return {
    id: sessionId,
    channel,
    terminal: originOf(terminal),
    operator: { id: collaboratorId, name: cashierName },
  }
}

const tillAt = prepared((p: Params<Pick<Counter, 'id' | 'collaboratorId'>>) =>
  db
    .selectFrom('terminal as t')
    .innerJoin('pointOfSale as place', 'place.id', 't.pointOfSaleId')
    .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
    .innerJoin('collaborator as c', 'c.serviceId', 'e.serviceId')
    .leftJoin('cashSession as s', (join) =>
      join
        .onRef('s.terminalId', '=', 't.id')
        .onRef('s.collaboratorId', '=', 'c.id')
        .on('s.closedAt', 'is', null)
        .on('s.expiresAt', '>', now),
    )
    .select(['t.id', 't.label', 't.type as channel', 's.id as sessionId'])
    .select(['place.id as placeId', 'place.name as placeName', 'c.name as cashierName'])
    .where('t.pointOfSaleId', '=', p.id)
    .where('c.id', '=', p.collaboratorId)
    .where('t.deletedAt', 'is', null)
    .where('t.status', '<>', 'disabled')
    .orderBy((eb) => eb('s.id', 'is', null))
    .orderBy((eb) => eb('t.type', '=', sql.lit('pos')))
    .orderBy('t.createdAt')
    .orderBy('t.id')
    .limit(1),
)
