import { invitePerson } from '#use-cases/people/invite.ts'
import { compileSchema } from '#http/schema-compiler.ts'
import { emailField } from '#http/fields.ts'
import type { WebContext } from '#web/context.ts'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { CodePage } from './code.tsx'
import { readRole, RoleField } from './role-field.tsx'

const permission = 'users.manage'

/** Gives somebody an account: who they are and what they may do, then the code that opens it. */
export function invitePages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.invite,
      permission,
      handler: (input) => html(<InvitePage input={input} faults={[]} />),
    }),
    portalWrite(context, {
      path: paths.invite,
      permission,
      read: readInvitation,
      async work(person, input) {
        const inviter = input.session.person
        const account = { ...person, cause: formCause(input) }
        const invited = await invitePerson(database, { realm: 'portal', inviter }, account)
        return html(<CodePage portal={input.session} {...invited} />)
      },
      fields: { email_taken: 'email' },
      again: (input, faults) => <InvitePage input={input} faults={faults} />,
    }),
  ]
}

const nameLengthMax = 120
const isEmail = compileSchema(emailField)

function readInvitation(input: PortalInput) {
  const name = input.form.text('nom')
  const email = input.form.text('email')
  const faults: FieldFault[] = []
  if (name === '' || name.length > nameLengthMax)
    faults.push({ field: 'nom', message: 'Indiquez le nom de la personne, en 120 signes au plus.' })
  if (isEmail(email) !== true)
    faults.push({ field: 'email', message: 'Cette adresse e-mail n’est pas valide.' })
  if (faults.length > 0) throw new FieldRefusal(faults)
  return { name, email, role: readRole(input) }
}

function InvitePage({
  input: { session, form },
  faults,
}: {
  readonly input: PortalInput
  readonly faults: readonly FieldFault[]
}) {
  return (
    <PortalFrame portal={session} title="Inviter">
      <p>
        <a href={paths.team}>Équipe</a>
      </p>
      <h1>Inviter quelqu’un</h1>
      <div class="card narrow">
        <WriteForm portal={session} action={paths.invite} faults={faults} button="Inviter">
          <TextField
            name="nom"
            label="Nom"
            value={form.text('nom')}
            autocomplete="off"
            maxLength={nameLengthMax}
            error={errorAt(faults, 'nom')}
          />
          <TextField
            name="email"
            label="Adresse e-mail"
            hint={`Elle sert à se connecter\u00A0; nous n’y envoyons rien.`}
            type="email"
            value={form.text('email')}
            autocomplete="off"
            maxLength={254}
            error={errorAt(faults, 'email')}
          />
          <RoleField manager={session.person} value={form.text('role')} faults={faults} />
        </WriteForm>
      </div>
    </PortalFrame>
  )
}
