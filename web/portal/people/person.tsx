import type { PersonStatus, PortalUser } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { portalWords } from '#web/portal/words.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { invitePerson } from '#use-cases/people/invite.ts'
import { compileSchema } from '#http/schema-compiler.ts'
import { emailField } from '#http/fields.ts'
import type { WebContext } from '#web/context.ts'
import { TextField } from '#web/design/field.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { MailStanding } from '#use-cases/mail/standing.ts'
import { CodeMail } from '#web/design/code-mail.tsx'
import { isPortalRole, type PortalRole } from '#domain/people/portal-roles.ts'
import { Choices } from '#web/design/choice.tsx'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import { actsOn, type PersonAct, rolesOf } from './acts.ts'

interface PersonProps {
  readonly portal: Portal
  readonly person: PortalUser
}

/** A member of the team, and the actions on their account. */
export function PersonPage({
  portal,
  person,
  mail,
}: PersonProps & { readonly mail: MailStanding | null }) {
  const acts = actsOn(portal.person, person)
  const { id, name, email, role, hasOneTimeCodes, createdAt } = person
  const facts = [
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: portalRoleNames.fr[role] },
    { label: 'État', value: <StateBadge {...person} /> },
    { label: 'Dernière connexion', value: <LastLogIn {...person} /> },
    { label: 'Code à usage unique', value: hasOneTimeCodes ? 'Demandé' : 'Non demandé' },
    { label: 'Dans l’équipe depuis', value: <Time at={createdAt} /> },
  ]
  return (
    <PortalFrame portal={portal} title={name}>
      <p>
        <a href={paths.team}>Équipe</a>
      </p>
      <h1>{name}</h1>
      <CodeMail mail={mail} />
      <div class="card">
        <Facts facts={facts} />
      </div>
      {acts.length === 0 ? (
        <p class="soft">{whyNot(portal, person)}</p>
      ) : (
        <div class="row">
          {acts.map(({ slug, button, isDanger }) => (
            <ButtonLink
              key={slug}
              href={`${paths.team}/${id}/${slug}`}
              look={isDanger ? 'danger' : 'quiet'}
            >
              {button}
            </ButtonLink>
          ))}
        </div>
      )}
      <p>
        <a href={`${paths.activity}?qui=${id}`}>Ce que cette personne a fait</a>
      </p>
    </PortalFrame>
  )
}

function whyNot({ person: me }: Portal, { id, role }: PortalUser): string {
  if (me.id === id)
    return 'C’est vous\u00A0: votre mot de passe et vos codes sont dans «\u00A0Mon compte\u00A0».'
  if (role === 'owner') return 'Le propriétaire ne se gère pas ici. Pour en changer, écrivez-nous.'
  return 'Seul le propriétaire gère les administrateurs.'
}

/** One action: its consequence, and the password. */
export function ActPage({
  portal,
  person,
  act,
  faults,
}: PersonProps & { readonly act: PersonAct; readonly faults: readonly FieldFault[] }) {
  const here = `${paths.team}/${person.id}`
  return (
    <PortalFrame portal={portal} title={act.button}>
      <p>
        <a href={here}>{person.name}</a>
      </p>
      <h1>{act.button}</h1>
      <div class="card stack narrow">
        <p>{act.consequence(person)}</p>
        <WriteForm
          portal={portal}
          action={`${here}/${act.slug}`}
          faults={faults}
          button={act.button}
          {...(act.isDanger && { look: 'danger' })}
        >
          {act.slug === 'role' && (
            <RoleField manager={portal.person} value={person.role} faults={faults} />
          )}
        </WriteForm>
      </div>
    </PortalFrame>
  )
}

const permission = 'users.manage'

/** Invites somebody: name, address and role. The code that opens the account is sent by mail. */
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
        const { id } = await invitePerson(database, { realm: 'portal', inviter }, account)
        return redirect(`${paths.team}/${id}`)
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
            hint={`Le code d’invitation y arrivera, et elle sert à se connecter.`}
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

const field = 'role'

/** The roles that this manager may assign. */
function RoleField({
  manager,
  value,
  faults,
}: {
  readonly manager: PortalUser
  readonly value?: string
  readonly faults: readonly FieldFault[]
}) {
  const choices = rolesOf(manager).map((role) => ({
    value: role,
    label: portalRoleNames.fr[role],
    note: portalWords.fr.roleNotes[role],
  }))
  return (
    <Choices
      name={field}
      label="Rôle"
      choices={choices}
      value={value}
      error={errorAt(faults, field)}
    />
  )
}

/**
 * The role in the form. One that this manager may not assign is tried all the same, so that the refusal is logged.
 */
export function readRole({ form }: PortalInput): PortalRole {
  const role = form.text(field)
  if (!isPortalRole(role) || role === 'owner')
    throw new FieldRefusal([{ field, message: 'Choisissez un rôle.' }])
  return role
}

const states: Readonly<Record<PersonStatus, readonly [Tone, string]>> = {
  active: ['ok', 'Actif'],
  invited: ['wait', 'Invité'],
  disabled: ['still', 'Accès fermé'],
}

/** The state of an account. */
export function StateBadge({ status }: Pick<PortalUser, 'status'>) {
  const [tone, label] = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** The time of the last log-in. */
export function LastLogIn({ lastLogInAt }: Pick<PortalUser, 'lastLogInAt'>) {
  return lastLogInAt === null ? <span>Jamais</span> : <Time at={lastLogInAt} />
}
