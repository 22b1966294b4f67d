import { logIn } from '#use-cases/sessions/log-in.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { keptField, nextField, sessionCookie } from '#web/http/session-guard.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { Realm } from '#domain/people/person.ts'
import { showSecondStep } from './code.tsx'
import {
  deviceCookie,
  deviceCookieName,
  type Door,
  doorPage,
  safeNext,
  stepCookie,
} from './door.ts'
import { letThrough } from './kept-form.tsx'
import { LogInPage } from './view.tsx'

/** The log-in: address and password, then a one-time code for people who have turned them on. */
export function logInPages<R extends Realm>(
  context: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  const { paths } = door
  const hasPasskeys = context.passkeySite !== null
  return [
    doorPage(door, {
      method: 'GET',
      path: paths.logIn,
      handler({ query }) {
        const next = safeNext(door, query.get(nextField) ?? '')
        return html(<LogInPage {...{ door, next, hasPasskeys }} kept="" email="" faults={[]} />)
      },
    }),
    doorPage(door, {
      method: 'POST',
      path: paths.logIn,
      handler: (input) => takePassword(context, door, input),
    }),
  ]
}

async function takePassword<R extends Realm>(
  context: WebContext,
  door: Door<R>,
  input: PageInput<null>,
): Promise<PageAnswer> {
  const { database, passkeySite } = context
  const { realm, paths } = door
  const { language } = input
  const email = input.form.text('email')
  const next = safeNext(door, input.form.text(nextField))
  const kept = input.form.secret(keptField)
  const said = { ...given(input), device: input.cookie(deviceCookieName(realm)) }
  const answer = await refusedFields({ fields: refusals, language }, () =>
    logIn(database, realm, said),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    const hasPasskeys = passkeySite !== null
    return html(<LogInPage {...{ door, next, kept, hasPasskeys, email, faults }} />, head)
  }
  const { done } = answer
  if (done.step === 'open') {
    const cookies = [sessionCookie(done), deviceCookie(database, done.session.person)]
    return letThrough(context, door, { input, opened: done, kept, next, cookies })
  }
  const cookies = [stepCookie(realm, done.token)]
  // The form that waits for the log-in must not be in an address, so the next step is shown at once.
  if (kept !== '')
    return showSecondStep(context, door, {
      token: done.token,
      next,
      kept,
      faults: [],
      language,
      cookies,
    })
  return redirect(`${paths.code}?${new URLSearchParams({ [nextField]: next })}`, { cookies })
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
