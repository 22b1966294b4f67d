import type { StaffMemberId } from '#domain/ids.ts'
import { db, type Expression, jsonObjectFrom, sql } from '#db/statements.ts'

/** A name beside its id, as the staff's lists show merchants, services and people. */
export interface Named {
  readonly id: string
  readonly name: string
}

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
