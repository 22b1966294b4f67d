import { defineEntity, p } from '@mikro-orm/core'
import type { MailId } from '#domain/ids.ts'
import type { MailDetails, MailEnd, MailKind } from '#domain/mail/mail.ts'
import type { Channel } from '#domain/notifications/notification.ts'
import type { Language } from '#domain/text/language.ts'
import { PersonSchema } from './people.ts'

/** A mail or other message to a person or a sign-up; kept until it is sent and for a while after. */
export const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  properties: {
    id: p.uuid().$type<MailId>().primary(),
    person: () => p.manyToOne(PersonSchema).nullable(),
    kind: p.text().$type<MailKind>(),
    channel: p.text().$type<Channel>().default('email'),
    language: p.text().$type<Language>().nullable(),
    details: p.json<MailDetails>().defaultRaw("'{}'::jsonb"),
    codeSealed: p.blob().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    outcome: p.text().$type<MailEnd>().nullable(),
  },
})
