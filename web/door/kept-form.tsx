import {
  type KeptForm,
  openForm,
  type OverSession,
  sealForm,
} from '#use-cases/sessions/kept-form.ts'
import { chooseLanguage } from '#use-cases/people/choose-language.ts'
import { csrfToken, type OpenedSession } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { passkeyAnswerField, passkeyForField } from '#web/design/confirm.tsx'
import { Form, tokenField } from '#web/design/form.tsx'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { Cookie } from '#web/http/cookies.ts'
import { asLanguage, chosenAtDoor, chosenAtDoorName, languageCookie } from '#web/http/language.ts'
import type { Form as SentForm } from '#web/http/form.ts'
import type { PageRequest } from '#web/http/route.ts'
import type { Door } from './door.ts'
import { DoorFrame, LogInPage } from './view.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** Name of the field that marks a form coming back after a log-in: it is shown again, and nothing is done. */
export const resumedField = 'reprise'

/** Fields that must be entered again after a log-in, and are never kept. */
const neverKept: ReadonlySet<string> = new Set([
  tokenField,
  'password',
  passkeyAnswerField,
  passkeyForField,
])

/**
 * What a page answers to a form whose session is over: the log-in, which carries the form sealed for whose session it
 * was. One that did not come from a page of that session, or is too large, is not kept.
 */
export function keepForm({ database, passkeySite }: WebContext, door: Door) {
  return (over: OverSession, { path, language }: PageRequest) =>
    (sent: SentForm): PageAnswer => {
      const { keyring } = database
      const token = Buffer.from(csrfToken(database, over))
      const isOurs = keyring.sameBytes(Buffer.from(sent.secret(tokenField)), token)
      const fields = sent.entries().filter(([name]) => !neverKept.has(name))
      const now = new Date()
      const kept = isOurs ? sealForm(database, over, { form: { path, fields }, now }) : null
      if (kept === null) {
        const text = doorWords[language].logIn.formLost
        return redirect(door.paths.logIn, { flash: { tone: 'info', text } })
      }
      const { home } = door.paths
      const hasPasskeys = passkeySite !== null
      const page = <LogInPage {...{ door, hasPasskeys, kept }} next={home} email="" faults={[]} />
      return html(page, { status: 422 })
    }
}

/** Where to go after a log-in: back to the form that was waiting, or on to `next`. */
export async function letThrough(
  { database }: Pick<WebContext, 'database'>,
  door: Door,
  { input, opened, kept, next, cookies: given }: LetIn,
): Promise<PageAnswer> {
  const now = new Date()
  const cookies = [...given, ...(await agreeOnLanguage(database, opened.session, input))]
  const form = openForm(database, opened.session.person, { sealed: kept, now })
  if (form === null) return redirect(next, { cookies })
  const token = csrfToken(database, opened.session)
  return html(<ResumePage door={door} form={form} />, { cookies, csrfToken: token })
}

interface LetIn {
  readonly input: PageRequest
  readonly opened: Pick<OpenedSession, 'session'>
  /** The form that the log-in carried; empty if none is waiting. */
  readonly kept: string
  readonly next: string
  readonly cookies: readonly Cookie[]
}

/**
 * Makes browser and account of the portal speak one language: the account's. An account takes the one that was chosen at
 * this log-in, and its first from the page.
 */
async function agreeOnLanguage(
  database: Pick<WebContext['database'], 'pool'>,
  { person }: OpenedSession['session'],
  request: PageRequest,
): Promise<readonly Cookie[]> {
  if (person.realm === 'staff') return []
  const { language: ofPage } = request
  const chosen = asLanguage(request.cookie(chosenAtDoorName))
  const language = chosen ?? person.language ?? ofPage
  if (language !== person.language) await chooseLanguage(database, person, language)
  return [
    ...(language === ofPage ? [] : [languageCookie(language)]),
    ...(chosen ? [chosenAtDoor(null)] : []),
  ]
}

function ResumePage({ door, form }: { readonly door: Door; readonly form: KeptForm }) {
  const words = useDoorWords().resume
  return (
    <DoorFrame door={door} title={words.title}>
      <p>{words.text}</p>
      <Form action={form.path}>
        {form.fields.map(([name, value], place) => (
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={resumedField} value="oui" />
        <Button isFull>{words.button}</Button>
      </Form>
      <p class="small soft">
        <a href={door.paths.home}>{words.home}</a>
      </p>
    </DoorFrame>
  )
}
