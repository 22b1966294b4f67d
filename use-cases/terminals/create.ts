import { randomUUIDv7 } from 'node:crypto'
import { asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import {
  pointsOfSaleMax,
  type TerminalRecord,
  terminalsMax,
  type TerminalType,
} from '#domain/terminals/terminal.ts'
import { requireOpenMode } from '#use-cases/openings/require-open.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import { activationSeconds, newActivationCode } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inMs, rowCount } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

export interface NewTerminal {
  readonly type: TerminalType
  readonly label: string
  /** Name of the point of sale, created if there is none with this name. */
  readonly pointOfSale: string | null
  readonly serialNumber: string | null
  readonly deviceType: string | null
}

/**
 * Creates a terminal that waits for activation; only this answer contains the code. Refusals: live_mode_not_open,
 * terminals_too_many, points_of_sale_too_many.
 */
export async function createTerminal(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewTerminal,
): Promise<{ readonly terminal: TerminalRecord; readonly activationCode: string }> {
  const id = asId<TerminalId>(randomUUIDv7())
  const { code, digest } = newActivationCode(database)
  return inTransaction(database.pool, async (tx) => {
    const { type, label, pointOfSale, serialNumber, deviceType } = input
    await requireOpenMode(tx, serviceEnvId)
    await tx.first(lockServiceEnv({ serviceEnvId }))
    const { count } = await tx.only(countTerminals({ serviceEnvId }))
    if (count >= terminalsMax) throw fail('terminals_too_many')
    const pointOfSaleId = await pointOfSaleNamed(tx, serviceEnvId, pointOfSale)
    await tx.run(
      db.insertInto('terminal').values({
        id,
        serviceEnvId,
        pointOfSaleId,
        type,
        label,
        serialNumber,
        deviceType,
        status: 'pending_activation',
        activationDigest: digest,
        activationExpiresAt: inMs(activationSeconds * 1000),
      }),
    )
    return { terminal: await readTerminalRow(tx, serviceEnvId, id), activationCode: code }
  })
}

const countTerminals = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('terminal')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('deletedAt', 'is', null),
)

/**
 * The point of sale with this name; concurrent requests for a new name get the same one. Refusal:
 * points_of_sale_too_many.
 */
export async function pointOfSaleNamed(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  name: string | null,
): Promise<string | null> {
  if (name === null) return null
  await tx.first(lockServiceEnv({ serviceEnvId }))
  const known = await tx.first(placeNamed({ serviceEnvId, name }))
  if (known !== undefined) return known.id
  const { count } = await tx.only(countPlaces({ serviceEnvId }))
  if (count >= pointsOfSaleMax) throw fail('points_of_sale_too_many')
  const id = randomUUIDv7()
  await tx.run(db.insertInto('pointOfSale').values({ id, serviceEnvId, name }))
  return id
}

const countPlaces = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('pointOfSale')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId),
)

const placeNamed = prepared((p: Params<{ serviceEnvId: ServiceEnvId; name: string }>) =>
  db
    .selectFrom('pointOfSale')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('name', '=', p.name)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1),
)
