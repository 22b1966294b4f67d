import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { forgetPassword } from '#use-cases/people/forget-password.ts'
import { resetPassword } from '#use-cases/people/reset-password.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { deviceCookieName, type Door, doorPage } from './door.ts'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'
import { CodeField, EmailField } from './fields.tsx'
import { DoorFrame } from './view.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** Where a merchant's people who forgot their password request a code by mail, and choose a new password with it. */
export function forgottenPages(context: WebContext, door: Door): readonly PageRoute[] {
  const { forgotten } = door.paths
  if (forgotten === undefined) return []
  const shown = { door, forgotten }
  return [
    doorPage(door, {
      method: 'GET',
      path: forgotten.ask,
      handler: () => html(<AskPage {...shown} email="" faults={[]} />),
    }),
    doorPage(door, {
      method: 'POST',
      path: forgotten.ask,
      handler: (input) => ask(context, shown, input),
    }),
    doorPage(door, {
      method: 'GET',
      path: forgotten.choose,
      handler: () => html(<ChoosePage {...shown} email="" faults={[]} />),
    }),
    doorPage(door, {
      method: 'POST',
      path: forgotten.choose,
      handler: (input) => choose(context, shown, input),
    }),
  ]
}

type Shown = Pick<PageProps, 'door' | 'forgotten'>

async function ask({ database }: WebContext, shown: Shown, input: PageInput<null>) {
  const email = input.form.text('email')
  const answer = await refusedFields({ fields: askRefusals, language: input.language }, () =>
    forgetPassword(database, whoForgot(input)),
  )
  if ('done' in answer) return html(<ChoosePage {...shown} email={email} faults={[]} isSent />)
  const { faults, head } = answer.refused
  return html(<AskPage {...shown} email={email} faults={faults} />, head)
}

async function choose({ database }: WebContext, shown: Shown, input: PageInput<null>) {
  const { form } = input
  const differ = passwordsDiffer(form, input.language)
  const chosen = { code: form.text('code'), password: form.secret('next') }
  const answer = differ
    ? { refused: refusedField(differ) }
    : await refusedFields({ fields: refusals, language: input.language }, () =>
        resetPassword(database, { ...whoForgot(input), ...chosen }),
      )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<ChoosePage {...shown} email={form.text('email')} faults={faults} />, head)
  }
  return doneAt(shown.door.paths.logIn, doorWords[input.language].forgotten.done)
}

const askRefusals = { too_many_attempts: 'email' } as const

const refusals = {
  invalid_password_code: 'code',
  too_many_attempts: 'code',
  invalid_password: 'next',
} as const

function whoForgot(input: PageInput<null>) {
  const { form, address, requestId, language } = input
  const device = input.cookie(deviceCookieName('portal'))
  return { email: form.text('email'), address, device, language, cause: { requestId } }
}

interface PageProps {
  readonly door: Door
  readonly forgotten: NonNullable<Door['paths']['forgotten']>
  readonly email: string
  readonly faults: readonly FieldFault[]
}

function AskPage({ door, forgotten, email, faults }: PageProps) {
  const words = useDoorWords()
  return (
    <DoorFrame door={door} title={words.forgotten.title}>
      <Faults faults={faults} />
      <p class="soft">{words.forgotten.text}</p>
      <Form action={forgotten.ask}>
        <EmailField email={email} faults={faults} />
        <Button isFull>{words.getCode}</Button>
      </Form>
      <p class="small soft">
        <a href={forgotten.choose}>{words.haveCode}</a> ·{' '}
        <a href={door.paths.logIn}>{words.backToLogIn}</a>
      </p>
    </DoorFrame>
  )
}

function ChoosePage(props: PageProps & { readonly isSent?: boolean }) {
  const { door, forgotten, email, faults, isSent } = props
  const words = useDoorWords()
  return (
    <DoorFrame door={door} title={words.forgotten.choose}>
      {isSent && (
        <Notice tone="info" title={words.checkMail}>
          {words.forgotten.sent}
        </Notice>
      )}
      <Faults faults={faults} />
      <Form action={forgotten.choose}>
        <EmailField email={email} faults={faults} />
        <CodeField
          label={words.code}
          held={words.minutes(String(passwordCodeMinutes))}
          faults={faults}
        />
        <NewPasswordFields faults={faults} />
        <Button isFull>{words.save}</Button>
      </Form>
      <p class="small soft">
        <a href={forgotten.ask}>{words.forgotten.another}</a> ·{' '}
        <a href={door.paths.logIn}>{words.backToLogIn}</a>
      </p>
    </DoorFrame>
  )
}
