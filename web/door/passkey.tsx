import { randomBytes } from 'node:crypto'
import type { Realm } from '#domain/people/person.ts'
import { askLogIn, logInByPasskey } from '#use-cases/passkeys/log-in.ts'
import type { OpenedSession } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { type AnswerHead, html } from '#web/http/answer.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { keptField, nextField, sessionCookie } from '#web/http/session-guard.ts'
import { deviceCookie, deviceCookieName, type Door, doorPage, safeNext } from './door.ts'
import { letThrough } from './kept-form.tsx'
import { answerField, PasskeyForm, passkeyScript } from './passkey-form.tsx'
import { DoorFrame, Onward } from './view.tsx'
import { useDoorWords } from './words.ts'

/** A complete log-in by passkey; nothing if the public address does not allow passkeys. */
export function passkeyPages<R extends Realm>(
  { database, passkeySite: site }: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  if (site === null) return []
  const { realm, paths } = door
  const cookieName = `${realm}_passkey`

  /** A challenge is only valid in this browser, in any of its tabs: they share the token it was made for. */
  const show = async (
    input: PageInput<null>,
    { next, kept }: Onwards,
    { faults = [], head }: { readonly faults?: readonly FieldFault[]; readonly head?: Head } = {},
  ) => {
    const held = input.cookie(cookieName) ?? ''
    const token = isToken.test(held) ? held : randomBytes(tokenBytes).toString('base64url')
    const ask = await askLogIn(database, site, token)
    const cookies = [{ name: cookieName, value: token, maxAgeSeconds: askSeconds }]
    const page = <PasskeyPage door={door} next={next} kept={kept} ask={ask} faults={faults} />
    return html(page, { ...head, cookies })
  }

  return [
    doorPage(door, {
      method: 'GET',
      path: paths.passkey,
      handler: (input) =>
        show(input, { next: safeNext(door, input.query.get(nextField) ?? ''), kept: '' }),
    }),
    doorPage(door, {
      method: 'POST',
      path: paths.passkey,
      async handler(input) {
        const next = safeNext(door, input.form.text(nextField))
        const kept = input.form.secret(keptField)
        const given = { ...givenPasskey(input, realm), token: input.cookie(cookieName) ?? '' }
        // From the log-in page, with a waiting form: no device was asked yet.
        if (given.answer === '' && kept !== '') return show(input, { next, kept })
        const answer = await refusedFields({ fields: refusals, language: input.language }, () =>
          logInByPasskey({ database, site }, realm, given),
        )
        if ('refused' in answer) return show(input, { next, kept }, answer.refused)
        const cookies = cookiesOf(database, answer.done)
        return letThrough({ database }, door, { input, opened: answer.done, kept, next, cookies })
      },
    }),
  ]
}

type Head = AnswerHead & { readonly status?: number }

interface Onwards {
  readonly next: string
  readonly kept: string
}

const refusals = { invalid_passkey: answerField } as const
const tokenBytes = 32
const isToken = /^[\w-]{43}$/
const askSeconds = 300

/** The fields of a form with a passkey's answer. */
export function givenPasskey(input: PageInput<null>, realm: Realm) {
  const { form, requestId } = input
  return {
    answer: form.secret(answerField),
    device: input.cookie(deviceCookieName(realm)),
    cause: { requestId },
  }
}

/** What a browser stores about a log-in. */
export function cookiesOf(database: WebContext['database'], opened: OpenedSession) {
  return [sessionCookie(opened), deviceCookie(database, opened.session.person)]
}

function PasskeyPage({
  door,
  next,
  kept,
  ask,
  faults,
}: Onwards & {
  readonly door: Door
  readonly ask: object
  readonly faults: readonly FieldFault[]
}) {
  const words = useDoorWords()
  return (
    <DoorFrame door={door} title={words.passkey.title} script={passkeyScript}>
      <Faults faults={faults.map(({ message }) => ({ field: null, message }))} />
      <p>{words.passkey.what}</p>
      <PasskeyForm
        action={door.paths.passkey}
        kind="sign"
        ask={ask}
        button={words.oneTimeCode.goOn}
      >
        <Onward next={next} kept={kept} />
      </PasskeyForm>
      <p class="small soft">
        <a href={door.paths.logIn}>{words.passkey.withPassword}</a>
      </p>
    </DoorFrame>
  )
}
