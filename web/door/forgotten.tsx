import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { forgetPassword } from '#use-cases/people/forget-password.ts'
import { resetPassword } from '#use-cases/people/reset-password.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { refusedField, refusedFields } from '#web/http/refused.ts'
import { type PageInput, type PageRoute, publicPage } from '#web/http/route.ts'
import { deviceCookieName, type Door } from './door.ts'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'
import { CodeField, EmailField } from './fields.tsx'
import { DoorFrame } from './view.tsx'

/** Where a merchant's people who forgot their password ask for a code by mail, and choose another with it. */
export function forgottenPages(context: WebContext, door: Door): readonly PageRoute[] {
  const { forgotten } = door.paths
  if (forgotten === undefined) return []
  const shown = { door, forgotten }
  return [
    publicPage({
      method: 'GET',
      path: forgotten.ask,
      handler: () => html(<AskPage {...shown} email="" faults={[]} />),
    }),
    publicPage({
      method: 'POST',
      path: forgotten.ask,
      handler: (input) => ask(context, shown, input),
    }),
    publicPage({
      method: 'GET',
      path: forgotten.choose,
      handler: () => html(<ChoosePage {...shown} email="" faults={[]} />),
    }),
    publicPage({
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
  const differ = passwordsDiffer(form)
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
  const text = 'Votre mot de passe est changé. Connectez-vous avec lui.'
  return redirect(shown.door.paths.logIn, { flash: { tone: 'ok', text } })
}

const askRefusals = { too_many_attempts: 'email' } as const

const refusals = {
  invalid_password_code: 'code',
  too_many_attempts: 'code',
  invalid_password: 'next',
} as const

function whoForgot(input: PageInput<null>) {
  const { form, address, requestId } = input
  const device = input.cookie(deviceCookieName('portal'))
  return { email: form.text('email'), address, device, cause: { requestId } }
}

interface PageProps {
  readonly door: Door
  readonly forgotten: NonNullable<Door['paths']['forgotten']>
  readonly email: string
  readonly faults: readonly FieldFault[]
}

function AskPage({ door, forgotten, email, faults }: PageProps) {
  return (
    <DoorFrame door={door} title="Mot de passe oublié">
      <Faults faults={faults} />
      <p class="soft">Nous vous envoyons un code par e-mail, pour en choisir un autre.</p>
      <Form action={forgotten.ask}>
        <EmailField email={email} faults={faults} />
        <Button isFull>Recevoir un code</Button>
      </Form>
      <p class="small soft">
        <a href={forgotten.choose}>J’ai déjà un code</a> ·{' '}
        <a href={door.paths.logIn}>Retour à la connexion</a>
      </p>
    </DoorFrame>
  )
}

function ChoosePage(props: PageProps & { readonly isSent?: boolean }) {
  const { door, forgotten, email, faults, isSent } = props
  return (
    <DoorFrame door={door} title="Choisir un autre mot de passe">
      {isSent && (
        <Notice tone="info" title="Regardez vos e-mails">
          Si un compte a cette adresse, un code vient d’y partir. Rien n’arrive{'\u00A0'}? Vérifiez
          l’adresse et les courriers indésirables.
        </Notice>
      )}
      <Faults faults={faults} />
      <Form action={forgotten.choose}>
        <EmailField email={email} faults={faults} />
        <CodeField label="Code" held={`${passwordCodeMinutes} minutes`} faults={faults} />
        <NewPasswordFields faults={faults} />
        <Button isFull>Enregistrer</Button>
      </Form>
      <p class="small soft">
        <a href={forgotten.ask}>Recevoir un autre code</a> ·{' '}
        <a href={door.paths.logIn}>Retour à la connexion</a>
      </p>
    </DoorFrame>
  )
}
