import type { ServiceEnvId, StaffMemberId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { db, type Expression, jsonObjectFrom, sql } from '#db/statements.ts'

/** A name beside its id, as the staff's lists show merchants, services and people. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** Columns that tell whose a row `t` with a `service_env_id` is; they need `ownerJoins`. */
export const ownerColumns =
  't.service_env_id, e.mode, s.id as service_id, s.name as service_name, m.id as merchant_id, m.name as merchant_name'

export const ownerJoins = `join service_env e on e.id = t.service_env_id join service s on s.id = e.service_id
  join merchant m on m.id = s.merchant_id`

export interface OwnerRow {
  readonly service_id: string
  readonly service_name: string
  readonly merchant_id: string
  readonly merchant_name: string
}

/** Whose it is. */
export interface Owner {
  readonly service: Named
  readonly merchant: Named
}

/** Whose the row is. */
export function ownerOf(row: OwnerRow): Owner {
  return {
    service: { id: row.service_id, name: row.service_name },
    merchant: { id: row.merchant_id, name: row.merchant_name },
  }
}

export interface ScopedRow extends OwnerRow {
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
}

/** Whose it is, and in which mode. */
export interface Scoped extends Owner {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
}

/** Whose the row is, and in which mode. */
export function scopeOf(row: ScopedRow): Scoped {
  return { ...ownerOf(row), serviceEnvId: row.service_env_id, mode: row.mode }
}

/** Somebody of the staff, as a column of JSON made by `nameOf`. */
export function nameOf(column: string): string {
  return `(select json_build_object('id', p.id, 'name', p.name) from person p where p.id = ${column})`
}

/** The same for a typed statement; null where nobody is named. */
export function personNamed(id: Expression<string | null>) {
  return jsonObjectFrom(
    db
      .selectFrom('person as p')
      .select(['p.id', 'p.name'])
      .where('p.id', '=', sql<StaffMemberId>`${id}`),
  )
}

/** Where a list ordered from the oldest goes on. */
export interface QueuePosition {
  readonly createdAt: Date
  readonly id: string
}

/** How much of a queue is read, and where it goes on. */
export interface QueuePage {
  readonly limit: number
  readonly after?: QueuePosition | undefined
}

/** The same as the last values of a statement: time and id of the row before, or null, and how many. */
export function pageValues({ after, limit }: QueuePage): readonly unknown[] {
  return [after?.createdAt ?? null, after?.id ?? null, limit]
}
