import type { NotificationId, PortalUserId, ServiceEnvId } from '#domain/ids.ts'
import {
  kindNames,
  type NotificationDetails,
  type NotificationKind,
  notificationKinds,
} from '#domain/notifications/notification.ts'
import { hasPortalPermission, type People } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { anyOf, now, rowCountIf } from '#db/functions.ts'
import { purgeOlder } from '#db/purge.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'

/** A reader, at a service. */
export interface Reader {
  readonly serviceEnvId: ServiceEnvId
  readonly person: Pick<People['portal'], 'id' | 'role'>
}

/** A notification as its reader sees it. */
export interface ShownNotification {
  readonly id: NotificationId
  readonly kind: NotificationKind
  readonly details: NotificationDetails
  readonly createdAt: Date
  readonly isUnread: boolean
}

const shownMax = 100
/** Above this the page shows “more”. */
export const unreadMax = 99

/** The latest notifications that somebody may see at a service, including those about their own account. */
export async function listNotifications(
  { pool }: Pick<Database, 'pool'>,
  reader: Reader,
): Promise<ShownNotification[]> {
  return onPool(pool).all(latest({ ...scopeOf(reader), limit: shownMax }))
}

/** The number of unread ones, up to the maximum. */
export async function countUnread(
  { pool }: Pick<Database, 'pool'>,
  reader: Reader,
): Promise<number> {
  const scope = { ...scopeOf(reader), limit: unreadMax + 1 }
  return (await onPool(pool).only(unread(scope))).count
}

/** Marks all current notifications as read. */
export async function markRead({ pool }: Pick<Database, 'pool'>, reader: Reader): Promise<void> {
  const { serviceEnvId, person } = reader
  await onPool(pool).run(read({ serviceEnvId, personId: person.id }))
}

/** Deletes notifications older than three months; a bounded batch per call. */
export const purgeNotifications = purgeOlder('notification.createdAt', '90 days')

interface Scope {
  readonly serviceEnvId: ServiceEnvId
  readonly personId: PortalUserId
  readonly kinds: readonly NotificationKind[]
}

function scopeOf({ serviceEnvId, person }: Reader): Scope {
  const kinds = kindNames.filter((kind) => {
    const { permission } = notificationKinds[kind]
    return permission === null || hasPortalPermission(person, permission)
  })
  return { serviceEnvId, personId: person.id, kinds }
}

// Two queries, each with its own index, combined.
const shown = (p: Params<Scope & { limit: number }>) => {
  const read = db
    .selectFrom('notificationRead as r')
    .select('r.until')
    .where('r.personId', '=', p.personId)
    .where('r.serviceEnvId', '=', p.serviceEnvId)
  const until = text<Date>`coalesce(${read}, '-infinity')`
  const columns = db
    .selectFrom('notification as n')
    .select(['n.id', 'n.kind', 'n.details', 'n.createdAt'])
    .select((eb) => text<boolean>`${eb.ref('n.createdAt')} > ${until}`.as('isUnread'))
    .orderBy('n.id', 'desc')
    .limit(p.limit)
  const ofService = columns
    .where('n.serviceEnvId', '=', p.serviceEnvId)
    .where('n.kind', '=', anyOf(p.kinds))
    .as('s')
  const own = columns.where('n.personId', '=', p.personId).as('o')
  const names = ['id', 'kind', 'details', 'createdAt', 'isUnread'] as const
  const all = db.selectFrom(ofService).select(names).unionAll(db.selectFrom(own).select(names))
  return db.selectFrom(all.as('n'))
}

const latest = prepared((p: Params<Scope & { limit: number }>) =>
  shown(p)
    .select(['n.id', 'n.kind', 'n.details', 'n.createdAt', 'n.isUnread'])
    .orderBy('n.id', 'desc')
    .limit(p.limit),
)

const unread = prepared((p: Params<Scope & { limit: number }>) =>
  shown(p).select(rowCountIf(text<boolean>`n.is_unread`).as('count')),
)

const read = prepared((p: Params<{ serviceEnvId: ServiceEnvId; personId: PortalUserId }>) =>
  db
    .insertInto('notificationRead')
    .values({ personId: p.personId, serviceEnvId: p.serviceEnvId, until: now })
    .onConflict((conflict) =>
      conflict.columns(['personId', 'serviceEnvId']).doUpdateSet({ until: now }),
    ),
)
