import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { type PageRoute, publicPage } from '#web/http/route.ts'
import { nextField, sessionCookie } from '#web/http/session-guard.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { Realm } from '#domain/people/person.ts'
import { deviceCookie, type Door, forgetStep, stepCookieName } from './door.ts'
import { safeNext } from './log-in.tsx'
import { CodePage } from './view.tsx'

/** The second step of a log-in: six digits of the device, or a recovery code. */
export function codePages<R extends Realm>(
  { database }: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  const { realm, paths } = door
  return [
    publicPage({
      method: 'GET',
      path: paths.code,
      handler: (input) =>
        input.cookie(stepCookieName(realm)) === undefined
          ? redirect(paths.logIn)
          : html(
              <CodePage
                door={door}
                next={safeNext(door, input.query.get(nextField) ?? '')}
                faults={[]}
              />,
            ),
    }),
    publicPage({
      method: 'POST',
      path: paths.code,
      async handler(input) {
        const { form, requestId } = input
        const next = safeNext(door, form.text(nextField))
        const given = {
          token: input.cookie(stepCookieName(realm)) ?? '',
          code: form.text('code'),
          cause: { requestId },
        }
        const answer = await refusedFields(refusals, () => giveOneTimeCode(database, realm, given))
        if ('done' in answer) {
          const { done } = answer
          const device = deviceCookie(database, done.session.person)
          return redirect(next, { cookies: [sessionCookie(done), forgetStep(realm), device] })
        }
        const { faults, head } = answer.refused
        const isOver = faults.some(({ field }) => field === 'step')
        return isOver
          ? startAgain(door)
          : html(<CodePage door={door} next={next} faults={faults} />, head)
      },
    }),
  ]
}

const refusals = {
  invalid_one_time_code: 'code',
  too_many_attempts: 'code',
  session_required: 'step',
} as const

function startAgain({ realm, paths }: Door) {
  const text = 'La connexion a pris trop de temps. Saisissez de nouveau votre mot de passe.'
  return redirect(paths.logIn, { cookies: [forgetStep(realm)], flash: { tone: 'bad', text } })
}
