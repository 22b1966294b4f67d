import type { PortalUserId } from '#domain/ids.ts'
import type { NotificationChoices } from '#domain/notifications/notification.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, json, type Params, prepared } from '#db/statements.ts'

/** The channels that somebody chose, and the number for messages. */
export interface ChosenNotifications {
  readonly channels: NotificationChoices
  /** E.164 without the plus. */
  readonly phone: string | null
}

/** Null if nothing was chosen. */
export async function readChoices(
  { pool }: Pick<Database, 'pool'>,
  personId: PortalUserId,
): Promise<ChosenNotifications | null> {
  return (await onPool(pool).first(choicesOf({ personId }))) ?? null
}

/** Replaces the previous choice. */
export async function chooseNotifications(
  { pool }: Pick<Database, 'pool'>,
  personId: PortalUserId,
  { channels, phone }: ChosenNotifications,
): Promise<void> {
  await onPool(pool).run(
    db
      .insertInto('notificationChoice')
      .values({ personId, channels: json(channels), phone })
      .onConflict((conflict) =>
        conflict.column('personId').doUpdateSet({ channels: json(channels), phone }),
      ),
  )
}

const choicesOf = prepared((p: Params<{ personId: PortalUserId }>) =>
  db
    .selectFrom('notificationChoice')
    .select(['channels', 'phone'])
    .where('personId', '=', p.personId),
)
