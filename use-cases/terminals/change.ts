import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inTransaction } from '#db/sql.ts'
import { pointOfSaleNamed } from './create.ts'
import { lockTerminal } from './lock.ts'

/** What is absent stays as it is; null clears. */
export interface TerminalChange {
  readonly label?: string | undefined
  readonly pointOfSale?: string | null | undefined
  readonly serialNumber?: string | null | undefined
  readonly deviceType?: string | null | undefined
  readonly appVersion?: string | null | undefined
}

/** Changes what describes a terminal. Refusal: terminal_not_found. */
export async function changeTerminal(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  change: TerminalChange,
): Promise<TerminalRecord> {
  const { serviceEnvId, id } = place
  return inTransaction(database.pool, async (sql) => {
    await lockTerminal(sql, serviceEnvId, id)
    const placeId = await pointOfSaleNamed(sql, serviceEnvId, change.pointOfSale ?? null)
    const values = [
      change.label,
      change.pointOfSale === undefined ? undefined : placeId,
      change.serialNumber,
      change.deviceType,
      change.appVersion,
    ]
    await sql.rows(changeStatement, [
      id,
      ...values.flatMap((value) => [value !== undefined, value ?? null]),
    ])
    return readTerminalRow(sql, serviceEnvId, id)
  })
}

const columns = {
  label: 'text',
  point_of_sale_id: 'uuid',
  serial_number: 'text',
  device_type: 'text',
  app_version: 'text',
}
const changes = Object.entries(columns).map(
  ([name, type], at) =>
    `${name} = case when $${2 * at + 2}::boolean then $${2 * at + 3}::${type} else ${name} end`,
)
const changeStatement = `update terminal set updated_at = now(), ${changes.join(', ')} where id = $1`
