import { type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { PortalPermission } from '#domain/people/portal-roles.ts'
import type { Language } from '#domain/text/language.ts'
import {
  type Act,
  type ActCause,
  FormSentTwice,
  logged,
  wasFormSent,
} from '#use-cases/audit/log.ts'
import { noteAct } from '#use-cases/audit/note.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { endTrust, trustSession } from '#use-cases/sessions/trust.ts'
import type { WebContext } from '#web/context.ts'
import { resumedField } from '#web/door/kept-form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html, type PageAnswer } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { type PortalInput, portalPage } from './portal-page.ts'
import { FieldRefusal, refusedBy } from '#web/http/refused.ts'
import { seenField } from '#web/design/seen.tsx'
import { mayBeTrusted } from './trusted-writes.ts'
import { portalWords } from './words.tsx'
import { formIdField, passwordField, placeField } from './write-form.tsx'

interface PortalWrite<Value> {
  readonly path: string
  /** Absent if everybody may: on their own account. */
  readonly permission?: PortalPermission
  /** Absent if it exists in both modes. A test mode tool moves no money, so it asks for no password. */
  readonly mode?: 'sandbox'
  /**
   * A sale asks a customer for money and pays none out, so it asks for no password. The form's id is its idempotency
   * key: sent twice, it has one result.
   */
  readonly isSale?: boolean
  /** Maximum size of its form; 32 KB unless it carries a file. */
  readonly formBytesMax?: number
  /**
   * What its form would show now (`seenOf`); if somebody else has changed it, the form comes back, and nothing is done.
   */
  readonly seenNow?: (input: PortalInput) => Promise<string>
  /** Reads the form before anything is done; throws `FieldRefusal`. */
  readonly read: (input: PortalInput) => Promise<Value> | Value
  /**
   * The entry in the merchant's log, which makes the form count once; absent if the command writes it, with
   * `formCause`.
   */
  readonly act?: (
    value: Value,
    input: PortalInput,
  ) => Pick<Act<'portal'>, 'act' | 'subject' | 'details'>
  readonly work: (value: Value, input: PortalInput) => Promise<PageAnswer>
  /** The field that each error is about; conflicts not listed here are shown above the form. */
  readonly fields?: Partial<Record<ErrorCode, string>>
  /** The page with the form again, with what was typed and what is wrong. */
  readonly again: (input: PortalInput, faults: readonly FieldFault[]) => Promise<Page> | Page
}

type Page = Parameters<typeof html>[0]

/**
 * A write of the portal, sent by `<WriteForm>`. Checks in this order: permission, the place the form was opened for,
 * its fields, the sender's password (docs/people-and-roles.md#writes-in-the-portal) or the session's trust; then
 * writes the log and does the work. A refused form is shown again, as is one that comes back after a log-in; a form
 * with a file is lost with its session.
 */
export function portalWrite<Value>(context: WebContext, write: PortalWrite<Value>): PageRoute {
  const { path, permission, mode, formBytesMax } = write
  return portalPage(context, {
    method: 'POST',
    path,
    ...(permission && { permission }),
    ...(mode && { mode }),
    ...(formBytesMax ? { formBytesMax } : { isKept: true }),
    async handler(input) {
      requireSamePlace(input)
      if (input.form.isTicked(resumedField))
        return html(await write.again(input, [resumed(input.language)]))
      try {
        return await carryOut(context, write, input)
      } catch (thrown) {
        if (thrown instanceof FormSentTwice) throw refuse('sent_twice')
        await notePassword(context, input, thrown)
        const refused = refusedBy(thrown, { ...write.fields, ...passwordFields }, input.language)
        if (refused === null) throw thrown
        return html(await write.again(input, refused.faults), refused.head)
      }
    },
  })
}

/** Shown above a form that comes back after a log-in; none of it was done. */
function resumed(language: Language): FieldFault {
  return { field: null, message: portalWords[language].write.resumed }
}

const passwordFields = {
  wrong_password: passwordField,
  too_many_attempts: passwordField,
  invalid_passkey: passwordField,
} as const

/** Lets the merchant's managers see that somebody tries passwords, perhaps at an unattended desk. */
async function notePassword(
  { database }: WebContext,
  { session: { person, place }, requestId }: PortalInput,
  thrown: unknown,
): Promise<void> {
  if (!(thrown instanceof ServiceError) || !(thrown.code in passwordFields)) return
  const entry = { act: 'password.confirm', serviceEnvId: place.id, cause: { requestId } } as const
  await noteAct(database, person, { ...entry, outcome: thrown.code })
}

/** If two people change the same thing at once, the second is told. */
async function requireSeen<Value>(
  { seenNow }: PortalWrite<Value>,
  input: PortalInput,
): Promise<void> {
  if (seenNow === undefined || isAsSeen(input, await seenNow(input))) return
  const message = portalWords[input.language].write.changedMeanwhile
  throw new FieldRefusal([{ field: null, message }])
}

/**
 * True if this is what the form was made from, or the form does not say. `seenNow` asks before the password; a use case
 * asks again once it holds the lock (`isStill`), since two may send at the same moment.
 */
export function isAsSeen({ form }: Pick<PortalInput, 'form'>, now: string): boolean {
  const seen = form.text(seenField)
  return seen === '' || seen === now
}

/** Another tab may have switched to live meanwhile; what was meant as a test must not happen there. */
function requireSamePlace({ form, session }: PortalInput): void {
  if (form.text(placeField) !== session.place.id) throw refuse('place_changed')
}

/** For a command that writes its own log entry: the form's id, so that the form counts once. */
export function formCause({ form, requestId }: Pick<PortalInput, 'form' | 'requestId'>): ActCause {
  return { requestId, formId: readFormId(form.text(formIdField)) }
}

async function carryOut<Value>(
  context: WebContext,
  write: PortalWrite<Value>,
  input: PortalInput,
): Promise<PageAnswer> {
  const { person, place } = input.session
  const { act, work, isSale } = write
  const value = await checked(context, write, input)
  if (act === undefined) return work(value, input)
  const entry = { ...act(value, input), serviceEnvId: place.id, cause: formCause(input) }
  try {
    return await logged(context.database, { actor: person, act: entry }, () => work(value, input))
  } catch (thrown) {
    if (isSale && thrown instanceof FormSentTwice) return work(value, input)
    throw thrown
  }
}

/**
 * Everything that may refuse the form before it counts. Sent again, it may be refused for what it did the first time,
 * such as spending the balance: then it was sent twice, and must not come back as if it had done nothing.
 */
async function checked<Value>(
  { database }: WebContext,
  write: PortalWrite<Value>,
  input: PortalInput,
): Promise<Value> {
  const { path, read, mode, isSale } = write
  try {
    await requireSeen(write, input)
    const value = await read(input)
    if (mode !== 'sandbox' && !isSale) await confirmWrite(database, path, input)
    return value
  } catch (refusal) {
    const formId = input.form.text(formIdField)
    if (isUuid(formId) && (await wasFormSent(database, formId))) throw new FormSentTwice()
    throw refusal
  }
}

/**
 * Requires the password, a passkey instead, or one given in the last ten minutes, if the owner allows that and the
 * write is eligible.
 */
async function confirmWrite(
  database: WebContext['database'],
  path: string,
  { form, session: { session }, language }: PortalInput,
): Promise<void> {
  const given = form.secret(passwordField)
  if (given === '' && mayBeTrusted(path)) {
    if (session.trustedUntil !== null) return
    const message = portalWords[language].write.missingPassword
    throw new FieldRefusal([{ field: passwordField, message }])
  }
  try {
    await confirmPassword(database, session.person, given)
  } catch (thrown) {
    await endTrust(database, session)
    throw thrown
  }
  await trustSession(database, session)
}

function readFormId(text: string): string {
  if (!isUuid(text)) throw refuse('bad_request')
  return text
}
