import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { type PageInput, type PageRoute, publicPage } from '#web/http/route.ts'
import { refusedField, refusedFields } from '#web/http/refused.ts'
import type { Door } from './door.ts'
import { CodeField, EmailField } from './fields.tsx'
import { DoorFrame } from './view.tsx'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'

/** Where an invitation is accepted: who comes with its code chooses a password, and logs in with it. */
export function invitationPages({ database }: WebContext, door: Door): readonly PageRoute[] {
  const { realm, paths } = door
  return [
    publicPage({
      method: 'GET',
      path: paths.invitation,
      handler: () => html(<InvitationPage door={door} email="" faults={[]} />),
    }),
    publicPage({
      method: 'POST',
      path: paths.invitation,
      async handler(input) {
        const differ = passwordsDiffer(input.form)
        const answer = differ
          ? { refused: refusedField(differ) }
          : await refusedFields({ fields: refusals, language: input.language }, () =>
              acceptInvitation(database, realm, acceptanceOf(input)),
            )
        if ('refused' in answer) {
          const { faults, head } = answer.refused
          return html(
            <InvitationPage door={door} email={input.form.text('email')} faults={faults} />,
            head,
          )
        }
        const text = 'Votre mot de passe est choisi. Connectez-vous avec lui.'
        return redirect(paths.logIn, { flash: { tone: 'ok', text } })
      },
    }),
  ]
}

const refusals = {
  invalid_invitation: 'code',
  too_many_attempts: 'code',
  invalid_password: 'next',
} as const

function acceptanceOf({ form, address, requestId }: PageInput<null>) {
  return {
    email: form.text('email'),
    code: form.text('code'),
    password: form.secret('next'),
    address,
    cause: { requestId },
  }
}

function InvitationPage({
  door,
  email,
  faults,
}: {
  readonly door: Door
  readonly email: string
  readonly faults: readonly FieldFault[]
}) {
  return (
    <DoorFrame door={door} title="Choisir un mot de passe">
      <Faults faults={faults} />
      <Form action={door.paths.invitation}>
        <EmailField email={email} />
        <CodeField label="Code d’invitation" held="72 heures" faults={faults} />
        <NewPasswordFields faults={faults} />
        <Button isFull>Enregistrer</Button>
      </Form>
      <p class="small soft">
        <a href={door.paths.logIn}>Retour à la connexion</a>
      </p>
    </DoorFrame>
  )
}
