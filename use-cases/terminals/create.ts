import { randomUUIDv7 } from 'node:crypto'
import { asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import type { TerminalRecord, TerminalType } from '#domain/terminals/terminal.ts'
import { requireOpenMode } from '#use-cases/openings/require-open.ts'
import { activationSeconds, newActivationCode } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inMs } from '#db/functions.ts'
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

/** Creates a terminal that waits for activation; only this answer contains the code. Refusal: live_mode_not_open. */
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

/** The point of sale with this name; concurrent requests for a new name get the same one. */
export async function pointOfSaleNamed(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  name: string | null,
): Promise<string | null> {
  if (name === null) return null
  await tx.first(lockService({ serviceEnvId }))
  const known = await tx.first(placeNamed({ serviceEnvId, name }))
  if (known !== undefined) return known.id
  const id = randomUUIDv7()
  await tx.run(db.insertInto('pointOfSale').values({ id, serviceEnvId, name }))
  return id
}

const lockService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db.selectFrom('serviceEnv').select('id').where('id', '=', p.serviceEnvId).forNoKeyUpdate(),
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
