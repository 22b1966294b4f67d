import type { MailId, NotificationId } from '#domain/ids.ts'
import { notificationText } from '#domain/notifications/words.ts'
import {
  type MailEnd,
  type MailKind,
  type MailText,
  mailText,
  saidName,
} from '#domain/mail/mail.ts'
import { mailWords } from '#domain/mail/words.ts'
import type { Language } from '#domain/text/language.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { purgeOlder } from '#db/purge.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** A mail ready to send, or its final state. */
export type MailToSend =
  | { readonly ended: MailEnd }
  | { readonly isLate: boolean; readonly outgoing: OutgoingText }

/** A text for an address, or for a number (`+229…`). */
export type OutgoingText =
  | (MailText & {
      readonly channel: 'email'
      readonly to: { readonly name: string; readonly address: string }
    })
  | { readonly channel: 'sms' | 'whatsapp'; readonly to: string; readonly text: string }

/** Pages where invitations are accepted. */
const invitationPaths: Readonly<Record<Realm, string>> = {
  portal: '/portail/invitation',
  staff: '/staff/invitation',
}

/** Where the codes of other mails are entered; for somebody who has an account, the log-in. */
const otherPaths: Partial<Record<MailKind, string>> = {
  password: '/portail/mot-de-passe-oublie/code',
  sign_up: '/portail/inscription/code',
  account_exists: '/portail/connexion',
}

/** One’s own account, with its password. */
const accountPaths: Readonly<Record<Realm, string>> = {
  portal: '/portail/compte',
  staff: '/staff/compte',
}

function pathOf(kind: MailKind, realm: Realm): string {
  if (kind === 'people_act') return accountPaths[realm]
  return otherPaths[kind] ?? invitationPaths[realm]
}

/** Builds the text of a mail from the current data. */
export async function readMail(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  id: MailId,
  publicUrl: string,
): Promise<MailToSend> {
  const books = onPool(pool)
  const { outcome, isLate, codeSealed, details, ...read } = await books.only(byId({ id }))
  if (outcome !== null) return { ended: outcome }
  const mail = { ...read, name: saidName(read.name) }
  const language = languageOf(mail)
  if (mail.kind === 'notification')
    return readNotification(books, { ...mail, isLate, details, language }, publicUrl)
  const { kind, realm, name, email: address } = mail
  const opened = codeSealed && keyring.open(sealedColumns.mailCode, id, codeSealed)
  const code = opened && readCode(opened.toString('utf8'), id)
  const text = mailText({
    kind,
    language,
    realm,
    name,
    url: publicUrl + pathOf(kind, realm),
    code,
    act: details.act ?? null,
    by: await nameOf(books, details.by),
    to: await nameOf(books, details.to),
    from: details.from ?? null,
  })
  return { isLate, outgoing: { ...text, channel: 'email', to: { name, address } } }
}

/** The reader's own; otherwise that of the page where it was requested; otherwise French, which the staff reads. */
function languageOf({
  realm,
  readerLanguage,
  pageLanguage,
}: Pick<MailRow, 'realm' | 'readerLanguage' | 'pageLanguage'>): Language {
  return realm === 'staff' ? 'fr' : (readerLanguage ?? pageLanguage ?? 'fr')
}

type MailRow = InferResult<ReturnType<typeof mails>>[number]

/** The text of a notification, as in the portal; refused if its reader has removed the number. */
async function readNotification(
  books: Sql,
  mail: Pick<MailRow, 'name' | 'email' | 'channel' | 'personId' | 'details' | 'isLate'> & {
    readonly language: Language
  },
  publicUrl: string,
): Promise<MailToSend> {
  const { isLate, name, email: address, channel, personId, details, language } = mail
  const id = (details.notification ?? '') as NotificationId
  const found = personId && (await books.first(notification({ id, personId })))
  if (!found) return { ended: 'late' }
  const { kind, details: about, publicName } = channel === 'email' ? found : named(found)
  const { title, text } = notificationText(kind, about, language)
  const { hello, notification: words } = mailWords[language]
  const place = publicName ?? words.place
  const message = words.message(place, title, text)
  const url = publicUrl + listOf(found)
  if (channel === 'email') {
    const lines = [hello(name), message, url, words.chosen]
    const outgoing = { subject: words.subject(place, title), text: `${lines.join('\n\n')}\n` }
    return { isLate, outgoing: { ...outgoing, channel, to: { name, address } } }
  }
  if (found.phone === null) return { ended: 'refused' }
  const to = `+${found.phone}`
  return { isLate, outgoing: { channel, to, text: message } }
}

/** The list in the portal; it says so to somebody who works in another service or mode. */
function listOf({ serviceEnvId }: Pick<FoundNotification, 'serviceEnvId'>): string {
  return `/portail/notifications${serviceEnvId === null ? '' : `?de=${serviceEnvId}`}`
}

/**
 * Nobody has proven that a number is theirs, so a stranger must not put a message of their own into the name of a
 * service.
 */
function named<Found extends Pick<FoundNotification, 'details' | 'publicName'>>({
  publicName,
  details: { name, ...details },
  ...found
}: Found) {
  return {
    ...found,
    details: name === undefined ? details : { ...details, name: saidName(name) },
    publicName: publicName === null ? null : saidName(publicName),
  }
}

type FoundNotification = NonNullable<ReturnType<typeof notification>['~row']>

const notification = prepared((p: Params<{ id: NotificationId; personId: Person['id'] }>) =>
  db
    .selectFrom('notification as n')
    .leftJoin('serviceEnv as e', 'e.id', 'n.serviceEnvId')
    .leftJoin('service as s', 's.id', 'e.serviceId')
    .leftJoin('notificationChoice as c', (join) => join.on('c.personId', '=', p.personId))
    .select(['n.kind', 'n.details', 'n.serviceEnvId', 's.publicName', 'c.phone'])
    .where('n.id', '=', p.id),
)

function readCode(opened: string, id: MailId): string {
  const [owner, code] = opened.split(' ')
  if (owner !== id || code === undefined) throw new Error('a code of another mail')
  return code
}

const mails = (p: Params<{ id: MailId }>) =>
  db
    .selectFrom('mail as m')
    .leftJoin('person as p', 'p.id', 'm.personId')
    .leftJoin('signUp as s', 's.mailId', 'm.id')
    .select(['m.kind', 'm.details', 'm.codeSealed', 'm.outcome', 'm.channel', 'm.personId'])
    .select(['p.language as readerLanguage', 'm.language as pageLanguage'])
    .select((eb) => [
      eb.fn.coalesce('p.realm', sql<Realm>`'portal'`).as('realm'),
      // A sign-up's mail names nobody: a stranger would choose what somebody else reads.
      eb.fn.coalesce('p.name', sql<string>`''`).as('name'),
      eb.fn.coalesce('p.email', 's.email', sql<string>`''`).as('email'),
    ])
    .select((eb) => sql<boolean>`${eb.ref('m.expiresAt')} < now()`.as('isLate'))
    .where('m.id', '=', p.id)

const byId = prepared(mails)

async function nameOf(books: Sql, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const found = await books.first(person({ id: id as Person['id'] }))
  return found === undefined ? null : saidName(found.name)
}

const person = prepared((p: Params<Pick<Person, 'id'>>) =>
  db.selectFrom('person').select('name').where('id', '=', p.id),
)

/** Ends a mail, once, and returns its final state; deletes its code. */
export async function endMail(
  { pool }: Pick<Database, 'pool'>,
  id: MailId,
  outcome: MailEnd,
): Promise<MailEnd> {
  const books = onPool(pool)
  await books.run(end({ id, outcome }))
  return (await books.only(byId({ id }))).outcome ?? outcome
}

const end = prepared((p: Params<{ id: MailId; outcome: MailEnd }>) =>
  db
    .updateTable('mail')
    .set({ outcome: p.outcome, endedAt: now, codeSealed: null })
    .where('id', '=', p.id)
    .where('endedAt', 'is', null),
)

/** Deletes mails that ended a month ago; a bounded batch per call. */
export const purgeMails = purgeOlder('mail.endedAt', '30 days')
