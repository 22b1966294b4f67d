import { randomUUIDv7 } from 'node:crypto'
import { asId, type NotificationId, type PortalUserId, type ServiceEnvId } from '#domain/ids.ts'
import {
  channelsFor,
  type NotificationDetails,
  type NotificationKind,
  notificationKinds,
} from '#domain/notifications/notification.ts'
import { portalPermissions, type PortalRole } from '#domain/people/portal-roles.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type InferResult, json, type Params, prepared } from '#db/statements.ts'
import { postMail } from '#use-cases/mail/post.ts'

/** A notification, to everybody at a service who may see it, or to one person. */
export interface NewNotification {
  readonly readers: { readonly serviceEnvId: ServiceEnvId } | { readonly personId: PortalUserId }
  readonly kind: NotificationKind
  /** Identifies what it is about: notified once. */
  readonly about: string
  readonly details: NotificationDetails
}

/** The most people of a service who get messages, longest-standing first. */
const readersMax = 50

/**
 * Notifies in the transaction that causes it: in the portal, and by the channels that each reader chose. Test mode
 * notifies in the portal only. Does nothing if already notified.
 */
export async function notify(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { readers, kind, about, details }: NewNotification,
): Promise<void> {
  const id = asId<NotificationId>(randomUUIDv7())
  const whose = { serviceEnvId: null, personId: null, ...readers }
  const written = await tx.run(
    db
      .insertInto('notification')
      .values({ id, ...whose, kind, about, details: json(details) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (written === 0) return
  const people =
    'personId' in readers
      ? await tx.all(onePerson(readers))
      : await tx.all(peopleOf({ ...readers, roles: rolesFor(kind), limit: readersMax }))
  for (const reader of people) await sendTo(tx, database, { id, kind, reader })
}

interface Sending {
  readonly id: NotificationId
  readonly kind: NotificationKind
  readonly reader: InferResult<typeof readersWithChoices>[number]
}

async function sendTo(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { id, kind, reader: { personId, choices, phone } }: Sending,
): Promise<void> {
  for (const channel of channelsFor(kind, choices)) {
    if (channel !== 'email' && phone === null) continue
    const message = { personId, channel, details: { notification: id } }
    await postMail(tx, database, { ...message, kind: 'notification' })
  }
}

function rolesFor(kind: NotificationKind): readonly PortalRole[] {
  const { permission } = notificationKinds[kind]
  return permission === null ? [] : portalPermissions[permission]
}

const readersWithChoices = db
  .selectFrom('person as p')
  .leftJoin('notificationChoice as c', 'c.personId', 'p.id')
  .select(['p.id as personId', 'c.channels as choices', 'c.phone'])
  .where('p.realm', '=', 'portal')
  .where('p.status', '=', 'active')

const onePerson = prepared((p: Params<{ personId: PortalUserId }>) =>
  readersWithChoices.where('p.id', '=', p.personId),
)

const peopleOf = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; roles: readonly PortalRole[]; limit: number }>) =>
    readersWithChoices
      .innerJoin('service as s', 's.merchantId', 'p.merchantId')
      .innerJoin('serviceEnv as e', 'e.serviceId', 's.id')
      .where('e.id', '=', p.serviceEnvId)
      .where('e.mode', '=', 'live')
      .where('p.role', '=', anyOf(p.roles))
      .orderBy('p.createdAt')
      .orderBy('p.id')
      .limit(p.limit),
)
