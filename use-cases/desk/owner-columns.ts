import type { StaffMemberId } from '#domain/ids.ts'
import { db, type Expression, jsonObjectFrom, sql } from '#db/statements.ts'

/** A name beside its id, as the staff's lists show merchants, services and people. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** Whose it is. */
export interface Owner {
  readonly service: Named
  readonly merchant: Named
}

/** Somebody of the staff, as a column; null where nobody is named. */
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
