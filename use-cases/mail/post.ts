import { randomUUIDv7 } from 'node:crypto'
import { asId, type MailId } from '#domain/ids.ts'
import type { MailDetails, MailKind } from '#domain/mail/mail.ts'
import type { Channel } from '#domain/notifications/notification.ts'
import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { signUpCodeHours } from '#domain/sign-ups/sign-up.ts'
import type { Language } from '#domain/text/language.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { enqueue } from '#db/outbox.ts'
import { mailEntry } from '#db/runs/entries.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import type { Sql } from '#db/sql.ts'
import { db, json } from '#db/statements.ts'

/** A mail to send: its recipient and content. */
export interface NewMail {
  /** Null for a sign-up, whose address is in `sign_up`. */
  readonly personId: Person['id'] | null
  readonly kind: MailKind
  readonly details?: MailDetails
  /** The code of an invitation or password reset. */
  readonly code?: string
  readonly channel?: Channel
  /** The language of the page where it was requested; used if the recipient's own is unknown. */
  readonly language?: Language
}

/** Three days: then its code has expired. */
const mailMs = 259_200_000
/** Then the code in it has expired. */
const passwordMs = passwordCodeMinutes * 60_000
/** A day: later it is old news, which the portal shows anyway. */
const notificationMs = 86_400_000

const lifeMs: Partial<Record<MailKind, number>> = {
  password: passwordMs,
  sign_up: signUpCodeHours * 3_600_000,
  notification: notificationMs,
}

/** Records a mail in the transaction that causes it; a run sends it once the mail server is available. */
export async function postMail(
  tx: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { personId, kind, details = {}, code, channel = 'email', language }: NewMail,
): Promise<MailId> {
  const id = asId<MailId>(randomUUIDv7())
  const codeSealed =
    code === undefined ? null : keyring.seal(sealedColumns.mailCode, id, `${id} ${code}`)
  await tx.run(
    db.insertInto('mail').values({
      id,
      personId,
      kind,
      channel,
      language: language ?? null,
      details: json(details),
      codeSealed,
      expiresAt: inMs(lifeMs[kind] ?? mailMs),
    }),
  )
  await enqueue(tx, [mailEntry(id)])
  return id
}
