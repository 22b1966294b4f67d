import type { ServiceEnvId } from '#domain/ids.ts'
import type { NotificationKind } from '#domain/notifications/notification.ts'
import { db, type Expression, sql as text } from '#db/statements.ts'

/** Nobody at this service was notified of this yet. */
export function isUntold(
  serviceEnvId: Expression<ServiceEnvId>,
  kind: NotificationKind,
  about: Expression<string>,
) {
  const told = db
    .selectFrom('notification as n')
    .select('n.id')
    .where('n.serviceEnvId', '=', serviceEnvId)
    .where('n.kind', '=', kind)
    .where('n.about', '=', about)
  return text<boolean>`not exists (${told})`
}
