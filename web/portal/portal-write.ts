import { type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { PortalPermission } from '#domain/people/portal-roles.ts'
import { type Act, type ActCause, FormSentTwice, logged } from '#use-cases/audit/log.ts'
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
import { mayBeTrusted } from './trusted-writes.ts'
import { formIdField, passwordField, placeField } from './write-form.tsx'

interface PortalWrite<Value> {
  readonly path: string
  /** Left out where everybody may: about their own account. */
  readonly permission?: PortalPermission
  /** Left out where it is done in both modes. A tool of test mode moves no money: it asks for no password. */
  readonly mode?: 'sandbox'
  /**
   * It asks a customer for money, and lets none go: it asks for no password. Its work is known by the form, which may come
   * twice, and has one result.
   */
  readonly isSale?: boolean
  /** Of its form; 32 KB unless it carries a file. */
  readonly formBytesMax?: number
  /** What the form says, before anything is done; throws `FieldRefusal`. */
  readonly read: (input: PortalInput) => Promise<Value> | Value
  /** What stands in the merchant's log, and makes the form count once; left out where the command writes it, by `formCause`. */
  readonly act?: (
    value: Value,
    input: PortalInput,
  ) => Pick<Act<'portal'>, 'act' | 'subject' | 'details'>
  readonly work: (value: Value, input: PortalInput) => Promise<PageAnswer>
  /** Which field a refusal is about; those of the state of things that are not listed are said above the form. */
  readonly fields?: Partial<Record<ErrorCode, string>>
  /** The page of the form once more, with what was typed and what is wrong. */
  readonly again: (input: PortalInput, faults: readonly FieldFault[]) => Promise<Page> | Page
}

type Page = Parameters<typeof html>[0]

/**
 * A write of the portal, sent by `<WriteForm>`. In this order: permission, the place that the form was opened for, its
 * fields, the password of who sends it (docs/people-and-roles.md#writes-in-the-portal) or the trust of its session, the
 * activity log, the work.
 * What is refused leads back to the form, as does one that comes back after a log-in; one with a file is lost with its session.
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
      if (input.form.isTicked(resumedField)) return html(await write.again(input, [resumed]))
      try {
        return await carryOut(context, write, input)
      } catch (thrown) {
        if (thrown instanceof FormSentTwice) throw refuse('sent_twice')
        await notePassword(context, input, thrown)
        const refused = refusedBy(thrown, { ...write.fields, ...passwordFields })
        if (refused === null) throw thrown
        return html(await write.again(input, refused.faults), refused.head)
      }
    },
  })
}

/** Said above a form that comes back after a log-in, of which nothing was done. */
const resumed: FieldFault = {
  field: null,
  message: 'Votre session était terminée\u00A0: rien n’a été fait. Relisez, puis envoyez.',
}

const passwordFields = {
  wrong_password: passwordField,
  too_many_attempts: passwordField,
  invalid_passkey: passwordField,
} as const

/** Who leads the merchant sees that somebody, at a desk left open, tries passwords. */
async function notePassword(
  { database }: WebContext,
  { session: { person, place }, requestId }: PortalInput,
  thrown: unknown,
): Promise<void> {
  if (!(thrown instanceof ServiceError) || !(thrown.code in passwordFields)) return
  const entry = { act: 'password.confirm', serviceEnvId: place.id, cause: { requestId } } as const
  await noteAct(database, person, { ...entry, outcome: thrown.code })
}

/** Another tab may have gone to live in between: what was meant as a test is not done there. */
function requireSamePlace({ form, session }: PortalInput): void {
  if (form.text(placeField) !== session.place.id) throw refuse('place_changed')
}

/** What a command that writes its own line in the log has from a form, which then counts once. */
export function formCause({ form, requestId }: Pick<PortalInput, 'form' | 'requestId'>): ActCause {
  return { requestId, formId: readFormId(form.text(formIdField)) }
}

async function carryOut<Value>(
  { database }: WebContext,
  { path, read, act, work, mode, isSale }: PortalWrite<Value>,
  input: PortalInput,
): Promise<PageAnswer> {
  const { person, place } = input.session
  const value = await read(input)
  if (mode !== 'sandbox' && !isSale) await confirmWrite(database, path, input)
  if (act === undefined) return work(value, input)
  const entry = { ...act(value, input), serviceEnvId: place.id, cause: formCause(input) }
  try {
    return await logged(database, { actor: person, act: entry }, () => work(value, input))
  } catch (thrown) {
    if (isSale && thrown instanceof FormSentTwice) return work(value, input)
    throw thrown
  }
}

/** The password, a passkey in its place, or one of the last ten minutes where its owner wants it so and the write may be. */
async function confirmWrite(
  database: WebContext['database'],
  path: string,
  { form, session: { session } }: PortalInput,
): Promise<void> {
  const given = form.secret(passwordField)
  if (given === '' && mayBeTrusted(path)) {
    if (session.trustedUntil !== null) return
    throw new FieldRefusal([{ field: passwordField, message: 'Donnez votre mot de passe.' }])
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
