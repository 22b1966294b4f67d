import { askSecondStep, givePasskey } from '#use-cases/passkeys/log-in.ts'
import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import type { OpenedSession } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { type AnswerHead, html, redirect } from '#web/http/answer.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { keptField, nextField } from '#web/http/session-guard.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import {
  deviceCookieName,
  type Door,
  doorPage,
  forgetStep,
  safeNext,
  stepCookieName,
} from './door.ts'
import { letThrough } from './kept-form.tsx'
import { cookiesOf, givenPasskey } from './passkey.tsx'
import { answerField } from './passkey-form.tsx'
import { CodePage } from './view.tsx'
import { doorWords } from './words.ts'

/** The second step of a log-in: six digits from the device, a recovery code, or a passkey. */
export function codePages<R extends Realm>(
  context: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  const { database, passkeySite: site } = context
  const { realm, paths } = door
  const { stepOf, take } = secondStep(context, door)
  return [
    doorPage(door, {
      method: 'GET',
      path: paths.code,
      handler: (input) =>
        stepOf(input) === ''
          ? redirect(paths.logIn)
          : showSecondStep(context, door, {
              token: stepOf(input),
              next: safeNext(door, input.query.get(nextField) ?? ''),
              kept: '',
              faults: [],
              language: input.language,
            }),
    }),
    doorPage(door, {
      method: 'POST',
      path: paths.code,
      handler(input) {
        const code = input.form.text('code')
        const device = input.cookie(deviceCookieName(realm))
        const { requestId } = input
        const given = { token: stepOf(input), code, device, cause: { requestId } }
        return take(input, () => giveOneTimeCode(database, realm, given))
      },
    }),
    ...(site === null
      ? []
      : [
          doorPage(door, {
            method: 'POST',
            path: paths.codePasskey,
            handler(input) {
              const given = { ...givenPasskey(input, realm), token: stepOf(input) }
              return take(input, () => givePasskey({ database, site }, realm, given))
            },
          }),
        ]),
  ]
}

/** The common end of all second steps: lets somebody in who has passed it. */
function secondStep<R extends Realm>(context: WebContext, door: Door<R>) {
  const { realm } = door
  const stepOf = (input: PageInput<null>) => input.cookie(stepCookieName(realm)) ?? ''

  const take = async (input: PageInput<null>, give: () => Promise<OpenedSession<R>>) => {
    const { form, language } = input
    const next = safeNext(door, form.text(nextField))
    const kept = form.secret(keptField)
    const answer = await refusedFields({ fields: refusals, language }, give)
    if ('done' in answer) {
      const cookies = [...cookiesOf(context.database, answer.done), forgetStep(realm)]
      return letThrough(context, door, { input, opened: answer.done, kept, next, cookies })
    }
    const { faults, head } = answer.refused
    if (faults.some(({ field }) => field === 'step')) return startAgain(door, language)
    return showSecondStep(context, door, {
      token: stepOf(input),
      next,
      kept,
      faults,
      language,
      ...head,
    })
  }

  return { stepOf, take }
}

/** Asks for the second factor; sends somebody whose password step was too long ago back to the log-in. */
export async function showSecondStep(
  { database, passkeySite: site }: WebContext,
  door: Door,
  { token, next, kept, faults, language, ...head }: Shown,
) {
  const step = { realm: door.realm, token }
  const asked = await refusedFields({ fields: over, language }, async () =>
    site === null ? null : askSecondStep(database, site, step),
  )
  if ('refused' in asked) return startAgain(door, language)
  return html(<CodePage {...{ door, next, kept, faults }} ask={asked.done} />, head)
}

interface Shown extends AnswerHead {
  readonly token: string
  readonly next: string
  readonly kept: string
  readonly faults: readonly FieldFault[]
  readonly language: Language
  readonly status?: number
}

const over = { session_required: 'step' } as const

const refusals = {
  invalid_one_time_code: 'code',
  too_many_attempts: 'code',
  invalid_passkey: answerField,
  ...over,
} as const

function startAgain({ realm, paths }: Door, language: Language) {
  const text = doorWords[language].logIn.tookTooLong
  return redirect(paths.logIn, { cookies: [forgetStep(realm)], flash: { tone: 'bad', text } })
}
