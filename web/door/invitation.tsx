import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { refusedField, refusedFields } from '#web/http/refused.ts'
import { type Door, doorPage } from './door.ts'
import { CodeField, EmailField } from './fields.tsx'
import { DoorFrame } from './view.tsx'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** Where an invitation is accepted: whoever has its code chooses a password, and logs in with it. */
export function invitationPages({ database }: WebContext, door: Door): readonly PageRoute[] {
  const { realm, paths } = door
  return [
    doorPage(door, {
      method: 'GET',
      path: paths.invitation,
      handler: () => html(<InvitationPage door={door} email="" faults={[]} />),
    }),
    doorPage(door, {
      method: 'POST',
      path: paths.invitation,
      async handler(input) {
        const differ = passwordsDiffer(input.form, input.language)
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
        return doneAt(paths.logIn, doorWords[input.language].invitation.done)
      },
    }),
  ]
}

const refusals = {
  invalid_invitation: 'code',
  too_many_attempts: 'code',
  invalid_password: 'next',
} as const

function acceptanceOf({ form, address, requestId, language }: PageInput<null>) {
  return {
    email: form.text('email'),
    code: form.text('code'),
    password: form.secret('next'),
    address,
    language,
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
  const words = useDoorWords()
  return (
    <DoorFrame door={door} title={words.invitation.title}>
      <Faults faults={faults} />
      <Form action={door.paths.invitation}>
        <EmailField email={email} />
        <CodeField label={words.invitation.code} held={words.hours('72')} faults={faults} />
        <NewPasswordFields faults={faults} />
        <Button isFull>{words.save}</Button>
      </Form>
      <p class="small soft">
        <a href={door.paths.logIn}>{words.backToLogIn}</a>
      </p>
    </DoorFrame>
  )
}
