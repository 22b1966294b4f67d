import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord, TerminalStatus, TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

/** A place in a list ordered from the newest: what stands there and before is shown already. */
export interface TerminalPosition {
  readonly createdAt: Date
  readonly id: TerminalId
}

/** One terminal. Refusal: terminal_not_found, also for another service's, the other mode's and a deleted one. */
export async function findTerminal(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: TerminalId,
): Promise<TerminalRecord> {
  return readTerminalRow(onPool(database.pool), serviceEnvId, id)
}

/** The same, within a transaction. */
export async function readTerminalRow(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  id: TerminalId,
): Promise<TerminalRecord> {
  const [row] = await sql.rows<TerminalRow>(
    `${select} where t.service_env_id = $1 and t.id = $2 and t.deleted_at is null`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('terminal_not_found')
  return toRecord(row)
}

/** Newest first, `limit` at most, from after `position`. */
export async function listTerminals(
  database: Database,
  serviceEnvId: ServiceEnvId,
  page: { readonly limit: number; readonly position?: TerminalPosition },
): Promise<TerminalRecord[]> {
  const { limit, position } = page
  const rows = await onPool(database.pool).rows<TerminalRow>(
    `${select} where t.service_env_id = $1 and t.deleted_at is null
       and ($2::timestamptz is null or (t.created_at, t.id) < ($2, $3::uuid))
     order by t.created_at desc, t.id desc limit $4`,
    [serviceEnvId, position?.createdAt ?? null, position?.id ?? null, limit],
  )
  return rows.map(toRecord)
}

const select = `select t.id, e.mode, t.type, t.label, t.status, t.activation_expires_at, t.serial_number, t.device_type,
    t.app_version, t.last_seen_at, t.created_at, t.updated_at, p.id as place_id, p.name as place_name,
    k.last4 as key_last4, r.kind as rule_kind, r.value::text as rule_value, r.payer as rule_payer
  from terminal t join service_env e on e.id = t.service_env_id left join point_of_sale p on p.id = t.point_of_sale_id
    left join lateral (select last4 from api_key where terminal_id = t.id and kind = 'terminal' and revoked_at is null
      order by created_at desc limit 1) k on true
    left join lateral (select kind, value, payer from fee_rule where terminal_id = t.id
      order by created_at desc, id desc limit 1) r on true`

interface TerminalRow {
  readonly id: TerminalId
  readonly mode: Mode
  readonly type: TerminalType
  readonly label: string
  readonly status: TerminalStatus
  readonly activation_expires_at: string | null
  readonly serial_number: string | null
  readonly device_type: string | null
  readonly app_version: string | null
  readonly last_seen_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly place_id: string | null
  readonly place_name: string | null
  readonly key_last4: string | null
  readonly rule_kind: 'percentage' | 'fixed' | null
  readonly rule_value: string | null
  readonly rule_payer: 'customer' | 'merchant' | null
}

function toRecord(row: TerminalRow): TerminalRecord {
  return {
    id: row.id,
    mode: row.mode,
    type: row.type,
    label: row.label,
    pointOfSale: placeOf(row),
    status: row.status,
    activationExpiresAt: timeOf(row.activation_expires_at),
    keyLast4: row.key_last4,
    serialNumber: row.serial_number,
    deviceType: row.device_type,
    appVersion: row.app_version,
    lastSeenAt: timeOf(row.last_seen_at),
    feesRule: ruleOf(row),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function placeOf({ place_id: id, place_name: name }: TerminalRow): TerminalRecord['pointOfSale'] {
  return id === null || name === null ? null : { id, name }
}

function ruleOf(row: TerminalRow): TerminalRecord['feesRule'] {
  const { rule_kind: kind, rule_value: value, rule_payer: payer } = row
  return kind === null || value === null || payer === null ? null : { kind, value, payer }
}
