import { isApiPath } from '#http/api-path.ts'
import { logIn } from '#use-cases/sessions/log-in.ts'
import type { WebContext } from '#web/context.ts'
import { html, isLocalPath, redirect } from '#web/http/answer.ts'
import { type PageInput, type PageRoute, publicPage } from '#web/http/route.ts'
import { nextField, sessionCookie } from '#web/http/session-guard.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { Realm } from '#domain/people/person.ts'
import { deviceCookie, deviceCookieName, type Door, stepCookie } from './door.ts'
import { LogInPage } from './view.tsx'

/** The log-in: address and password, then a one-time code where somebody has them. */
export function logInPages<R extends Realm>(
  { database, passkeySite }: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  const { realm, paths } = door
  const hasPasskeys = passkeySite !== null
  return [
    publicPage({
      method: 'GET',
      path: paths.logIn,
      handler: ({ query }) =>
        html(
          <LogInPage
            door={door}
            next={safeNext(door, query.get(nextField) ?? '')}
            hasPasskeys={hasPasskeys}
            email=""
            faults={[]}
          />,
        ),
    }),
    publicPage({
      method: 'POST',
      path: paths.logIn,
      async handler(input) {
        const email = input.form.text('email')
        const next = safeNext(door, input.form.text(nextField))
        const device = input.cookie(deviceCookieName(realm))
        const said = { ...given(input), device }
        const answer = await refusedFields(refusals, () => logIn(database, realm, said))
        if ('refused' in answer) {
          const { faults, head } = answer.refused
          const page = <LogInPage {...{ door, next, hasPasskeys, email, faults }} />
          return html(page, head)
        }
        const { done } = answer
        if (done.step === 'open') {
          const cookies = [sessionCookie(done), deviceCookie(database, done.session.person)]
          return redirect(next, { cookies })
        }
        return redirect(`${paths.code}?${new URLSearchParams({ [nextField]: next })}`, {
          cookies: [stepCookie(realm, done.token)],
        })
      },
    }),
  ]
}

const refusals = { invalid_credentials: 'email', too_many_attempts: 'email' } as const

function given({ form, address, requestId }: PageInput<null>) {
  return {
    email: form.text('email'),
    password: form.secret('password'),
    address,
    cause: { requestId },
  }
}

/** Where to go after a log-in: a page behind the same door, whatever the address says. */
export function safeNext({ paths: { home } }: Pick<Door, 'paths'>, next: string): string {
  const isOurs = next === home || next.startsWith(`${home}/`)
  return isOurs && isLocalPath(next) && !isApiPath(next) ? next : home
}
