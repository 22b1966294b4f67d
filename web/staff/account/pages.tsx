import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { WebContext } from '#web/context.ts'
import { passwordsDiffer } from '#web/door/new-password.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, type StaffPage, staffPage } from '#web/staff/staff-page.ts'
import { AccountPage, ConfirmPage, RecoveryPage } from './view.tsx'

/** Somebody’s own account at the desk: password and one-time codes. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  const page = (method: 'GET' | 'POST', path: string, handler: StaffPage['handler']) =>
    staffPage(context, { method, path, permission: 'everybody', handler })
  return [
    page('GET', paths.account, ({ session }) => html(<AccountPage desk={session} faults={[]} />)),
    page('POST', paths.account, (input) => takePassword(context, input)),
    page('POST', `${paths.codes}/preparer`, (input) => begin(context, input)),
    page('POST', `${paths.codes}/activer`, (input) => confirm(context, input)),
    page('POST', `${paths.codes}/retirer`, (input) => remove(context, input)),
  ]
}

async function takePassword({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const differ = passwordsDiffer(form)
  const change = {
    current: form.secret('current'),
    next: form.secret('next'),
    cause: { requestId },
  }
  const answer = differ
    ? { refused: refusedField(differ) }
    : await refusedFields(passwordFields, () =>
        changePassword<'staff'>(database, session.session, change),
      )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  const text = 'Votre mot de passe est changé. Vos autres sessions sont fermées.'
  return redirect(paths.account, {
    cookies: [sessionCookie(answer.done)],
    flash: { tone: 'ok', text },
  })
}

const passwordFields = {
  invalid_password: 'next',
  wrong_password: 'current',
  too_many_attempts: 'current',
  action_not_allowed: 'current',
} as const

/** What the device that makes the codes shows them as. */
const issuer = 'Espace de l’équipe'
const codesFields = { wrong_password: 'password', too_many_attempts: 'password' } as const

async function begin({ database }: WebContext, { form, session }: DeskInput) {
  const given = { password: form.secret('password'), issuer }
  const answer = await refusedFields(codesFields, () =>
    beginOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  return html(<ConfirmPage desk={session} begun={answer.done} faults={[]} />)
}

async function confirm({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const given = { code: form.text('code'), cause: { requestId } }
  const fields = { invalid_one_time_code: 'code', too_many_attempts: 'code' } as const
  const answer = await refusedFields(fields, () =>
    confirmOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<ConfirmPage desk={session} begun={null} faults={faults} />, head)
  }
  return html(<RecoveryPage desk={session} codes={answer.done.recoveryCodes} />)
}

async function remove({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const given = { password: form.secret('password'), cause: { requestId } }
  const answer = await refusedFields(codesFields, () =>
    removeOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  const text = 'Aucun code n’est plus demandé à la connexion.'
  return redirect(paths.account, { flash: { tone: 'info', text } })
}
