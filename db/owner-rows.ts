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

/** Somebody of the staff, as a column of JSON made by `nameOf`. */
export function nameOf(column: string): string {
  return `(select json_build_object('id', p.id, 'name', p.name) from person p where p.id = ${column})`
}

/** Where a list ordered from the oldest goes on. */
export interface QueuePosition {
  readonly createdAt: Date
  readonly id: string
}
