import type { Page } from '#db/pages.ts'
import type { QueuedKind } from '#domain/desk/case.ts'
import type { ServiceEnvId, StaffMemberId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import {
  db,
  type Expression,
  jsonBuildObject,
  type SelectQueryBuilder,
  sql,
  type StringReference,
} from '#db/statements.ts'
import type { Owner } from './owner-columns.ts'

/** The owner, and the mode. */
export interface Scoped extends Owner {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
}

/** The size and position of a page. */
export interface QueuePage extends Page {
  /** Only cases of this member of staff. */
  readonly mine?: Mine | undefined
}

/** Whose cases, and of which kind. */
export interface Mine {
  readonly kind: QueuedKind
  readonly by: StaffMemberId
}

/** The owner's columns: a queue joins its own table to `e.id`. */
export const owned = db
  .selectFrom('serviceEnv as e')
  .innerJoin('service as s', 's.id', 'e.serviceId')
  .innerJoin('merchant as m', 'm.id', 's.merchantId')
  .select(['e.id as serviceEnvId', 'e.mode'])
  .select((eb) => [
    jsonBuildObject({ id: eb.ref('s.id'), name: eb.ref('s.name') }).as('service'),
    jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
  ])

/** A page of a queue, oldest first; equal times are ordered by id. */
export function oldestFirst<Books, From extends keyof Books, Row>(
  queue: SelectQueryBuilder<Books, From, Row>,
  [since, id]: readonly [StringReference<Books, From>, StringReference<Books, From>],
  { after, limit, mine }: QueuePage,
): SelectQueryBuilder<Books, From, Row> {
  const [time, row] = [sql.ref(since), sql.ref(id)]
  const open = mine ? queue.where(isMine(row, mine)) : queue
  const rest = after
    ? open.where(sql<boolean>`(${time}, ${row}) > (${after.createdAt}, ${after.id})`)
    : open
  return rest.orderBy(time).orderBy(row).limit(limit)
}

/** True for a case that this member of staff has taken. */
export function isMine(id: Expression<unknown>, { kind, by }: Mine) {
  const cases = db
    .selectFrom('caseAssignment as a')
    .select('a.caseId')
    .where('a.caseKind', '=', kind)
    .where('a.staffMemberId', '=', by)
  return sql<boolean>`${id} in ${cases}`
}

/** The age in seconds, by the database's clock. */
export function secondsSince(time: Expression<Date | null>) {
  return sql<number>`floor(extract(epoch from now() - ${time}))::int`
}
