import { randomUUIDv7 } from 'node:crypto'
import { asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import type { TerminalRecord, TerminalType } from '#domain/terminals/terminal.ts'
import { activationSeconds, newActivationCode } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

export interface NewTerminal {
  readonly type: TerminalType
  readonly label: string
  /** Name of the point of sale, made where there is none of this name. */
  readonly pointOfSale: string | null
  readonly serialNumber: string | null
  readonly deviceType: string | null
}

/** Adds a terminal that waits for its activation; the code is in this answer and nowhere else. */
export async function createTerminal(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewTerminal,
): Promise<{ readonly terminal: TerminalRecord; readonly activationCode: string }> {
  const id = asId<TerminalId>(randomUUIDv7())
  const { code, digest } = newActivationCode(database)
  return inTransaction(database.pool, async (sql) => {
    const placeId = await pointOfSaleNamed(sql, serviceEnvId, input.pointOfSale)
    await sql.rows(
      `insert into terminal (id, service_env_id, point_of_sale_id, type, label, serial_number, device_type, status,
         activation_digest, activation_expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'pending_activation', $8, now() + $9::int * interval '1 second')`,
      [
        id,
        serviceEnvId,
        placeId,
        input.type,
        input.label,
        input.serialNumber,
        input.deviceType,
        digest,
        activationSeconds,
      ],
    )
    return { terminal: await readTerminalRow(sql, serviceEnvId, id), activationCode: code }
  })
}

/** The point of sale of this name; two that ask for a new name at once get the same one. */
export async function pointOfSaleNamed(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  name: string | null,
): Promise<string | null> {
  if (name === null) return null
  await sql.rows('select id from service_env where id = $1 for no key update', [serviceEnvId])
  const [known] = await sql.rows<{ id: string }>(
    'select id from point_of_sale where service_env_id = $1 and name = $2 order by created_at, id limit 1',
    [serviceEnvId, name],
  )
  if (known !== undefined) return known.id
  const id = randomUUIDv7()
  await sql.rows('insert into point_of_sale (id, service_env_id, name) values ($1, $2, $3)', [
    id,
    serviceEnvId,
    name,
  ])
  return id
}
