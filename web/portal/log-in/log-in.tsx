import { logIn } from '#db/commands/log-in.ts'
import type { WebContext } from '#web/context.ts'
import { html, isLocalPath, redirect } from '#web/http/answer.ts'
import { type PageInput, type PageRoute, publicPage } from '#web/http/route.ts'
import { nextField, sessionCookie } from '#web/http/session-guard.ts'
import { paths } from '#web/portal/paths.ts'
import { refusedFields } from '#web/portal/refused.ts'
import { stepCookie } from './step.ts'
import { LogInPage } from './view.tsx'

/** The log-in of the portal: address and password, then a one-time code where somebody has them. */
export function logInPages({ database }: WebContext): readonly PageRoute[] {
  return [
    publicPage({
      method: 'GET',
      path: paths.logIn,
      handler: ({ query }) =>
        html(<LogInPage next={safeNext(query.get(nextField) ?? '')} email="" faults={[]} />),
    }),
    publicPage({
      method: 'POST',
      path: paths.logIn,
      async handler(input) {
        const email = input.form.text('email')
        const next = safeNext(input.form.text(nextField))
        const answer = await refusedFields(refusals, () => logIn(database, 'portal', given(input)))
        if ('refused' in answer) {
          const { faults, head } = answer.refused
          return html(<LogInPage next={next} email={email} faults={faults} />, head)
        }
        const { done } = answer
        if (done.step === 'open') return redirect(next, { cookies: [sessionCookie(done)] })
        return redirect(`${paths.code}?${new URLSearchParams({ [nextField]: next })}`, {
          cookies: [stepCookie(done.token)],
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

/** Where to go after a log-in: a page of the portal, whatever the address says. */
export function safeNext(next: string): string {
  const isOurs = next === paths.home || next.startsWith(`${paths.home}/`)
  return isOurs && isLocalPath(next) ? next : paths.home
}
