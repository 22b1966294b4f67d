import type { ComponentChild } from 'preact'
import type { Realm } from '#domain/people/person.ts'
import type { Flash } from '#web/design/scope.ts'
import type { Language } from '#domain/text/language.ts'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { CurrentPassword } from '#web/design/confirm.tsx'
import { type FieldFault, Form } from '#web/design/form.tsx'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import { errorAt, type Refused, refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageInput } from '#web/http/route.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** The secret from which a device computes codes. */
export interface Device {
  readonly secret: string
  readonly uri: string
}

type Faults = readonly FieldFault[]

/** The pages on which somebody changes their own password and one-time codes. */
export interface OwnAccount {
  /** The address to return to. */
  readonly path: string
  /** The name of the account on devices. */
  readonly issuer: string
  readonly accountPage: (faults: Faults) => ComponentChild
  /** Where codes are turned on and off. */
  readonly codesPage: (faults: Faults) => ComponentChild
  /** Null after a refused code: the device already has its secret. */
  readonly confirmPage: (device: Device | null, faults: Faults) => ComponentChild
  readonly recoveryPage: (codes: readonly string[]) => ComponentChild
  /** The message once codes are turned off. */
  readonly removed: (language: Language) => Flash
}

const passwordChange = {
  invalid_password: 'next',
  wrong_password: 'current',
  invalid_passkey: 'current',
  too_many_attempts: 'current',
  action_not_allowed: 'current',
} as const

const password = {
  wrong_password: 'password',
  invalid_passkey: 'password',
  too_many_attempts: 'password',
  action_not_allowed: 'password',
  second_factor_required: 'password',
} as const

const code = {
  invalid_one_time_code: 'code',
  too_many_attempts: 'code',
  action_not_allowed: 'code',
} as const

/** What the forms of those pages do. */
export function ownAccountForms<R extends Realm, Who extends { readonly session: Session<R> }>(
  { database, isSecondFactorRequired }: Pick<WebContext, 'database' | 'isSecondFactorRequired'>,
  own: OwnAccount,
) {
  type Input = PageInput<Who>
  return {
    takePassword: async ({ form, language, requestId, session: who }: Input) => {
      const differ = passwordsDiffer(form, language)
      const [current, next] = [form.secret('current'), form.secret('next')]
      const change = { current, next, cause: { requestId } }
      const answer = differ
        ? { refused: refusedField(differ) }
        : await refusedFields({ fields: passwordChange, language }, () =>
            changePassword(database, who.session, change),
          )
      if ('refused' in answer) return again(answer.refused, own.accountPage)
      const flash = { tone: 'ok', text: doorWords[language].account.passwordChanged } as const
      return redirect(own.path, { cookies: [sessionCookie(answer.done)], flash })
    },
    begin: async ({ form, language, session: who }: Input) => {
      const given = { password: form.secret('password'), issuer: own.issuer }
      const answer = await refusedFields({ fields: password, language }, () =>
        beginOneTimeCodes(database, who.session, given),
      )
      if ('refused' in answer) return again(answer.refused, own.codesPage)
      return html(own.confirmPage(answer.done, []))
    },
    confirm: async ({ form, language, requestId, session: who }: Input) => {
      const given = { code: form.text('code'), cause: { requestId } }
      const answer = await refusedFields({ fields: code, language }, () =>
        confirmOneTimeCodes(database, who.session, given),
      )
      if ('refused' in answer)
        return again(answer.refused, (faults) => own.confirmPage(null, faults))
      return html(own.recoveryPage(answer.done.recoveryCodes))
    },
    remove: async ({ form, language, requestId, session: who }: Input) => {
      const isRequired = who.session.person.realm === 'staff' && isSecondFactorRequired
      const given = { password: form.secret('password'), cause: { requestId }, isRequired }
      const answer = await refusedFields({ fields: password, language }, () =>
        removeOneTimeCodes(database, who.session, given),
      )
      if ('refused' in answer) return again(answer.refused, own.codesPage)
      return redirect(own.path, { flash: own.removed(language) })
    },
  }
}

function again({ faults, head }: Refused, page: (faults: Faults) => ComponentChild): PageAnswer {
  return html(page(faults), head)
}

/** The form for a new password, which requires the current one. */
export function PasswordForm({
  action,
  faults,
}: {
  readonly action: string
  readonly faults: Faults
}) {
  const words = useDoorWords().account
  return (
    <Form action={action}>
      <CurrentPassword
        name="current"
        label={words.currentPassword}
        error={errorAt(faults, 'current')}
      />
      <NewPasswordFields faults={faults} />
      <Button>{words.change}</Button>
    </Form>
  )
}
