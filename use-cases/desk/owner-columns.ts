import type { StaffMemberId } from '#domain/ids.ts'
import { db, type Expression, jsonObjectFrom, sql } from '#db/statements.ts'

/** A name with its id, as the staff's lists show merchants, services and people. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** The owning service and merchant. */
export interface Owner {
  readonly service: Named
  readonly merchant: Named
}

/** A member of staff as a column; null if none is named. */
export function personNamed(id: Expression<string | null>) {
  return jsonObjectFrom(
    db
      .selectFrom('person as p')
      .select(['p.id', 'p.name'])
      .where('p.id', '=', sql<StaffMemberId>`${id}`),
  )
}
