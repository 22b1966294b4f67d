import { type SelectQueryBuilder, sql, type StringReference } from './statements.ts'

/** A position in a list that is ordered by time: everything up to this row was already shown. */
export interface Position<Id extends string = string> {
  readonly createdAt: Date
  readonly id: Id
}

/** The size of a page, and the row that the previous one ended with. */
export interface Page {
  readonly limit: number
  readonly after?: Position | undefined
}

/** A page of a list, newest first; equal times are ordered by id. */
export function newestFirst<Books, From extends keyof Books, Row>(
  list: SelectQueryBuilder<Books, From, Row>,
  [time, id]: readonly [StringReference<Books, From>, StringReference<Books, From>],
  { limit, after }: Page,
): SelectQueryBuilder<Books, From, Row> {
  const rest = after
    ? list.where(
        sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.createdAt}, ${after.id})`,
      )
    : list
  return rest.orderBy(sql.ref(time), 'desc').orderBy(sql.ref(id), 'desc').limit(limit)
}
