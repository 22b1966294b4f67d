import type { ComponentChild } from 'preact'
import type { PersonStatus, PortalUser } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { nameFaults } from '#web/design/name-fault.ts'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { useScope } from '#web/design/scope.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { invitePerson } from '#use-cases/people/invite.ts'
import { listPointsOfSale, type PointOfSale } from '#use-cases/terminals/points-of-sale.ts'
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
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import { actsOn, consequenceOf, type PersonAct } from './acts.ts'
import { placeRefusals, placeText, PointOfSaleField, readPointOfSale } from './point-of-sale.tsx'
import { readRole, RoleField } from './role-field.tsx'
import { peopleWords, type PeopleWords, usePeopleWords } from './words.tsx'

interface PersonProps {
  readonly person: PortalUser
}

interface PersonPageProps extends PersonProps {
  readonly places: readonly PointOfSale[]
  readonly mail: MailStanding | null
  readonly supportEmail: WebContext['supportEmail']
}

/** A member of the team, and the actions on their account. */
export function PersonPage({ person, places, mail, supportEmail }: PersonPageProps) {
  const portal = usePortal()
  const { language } = useScope()
  const words = peopleWords[language]
  const acts = actsOn(portal.person, person)
  const seat = places.find((place) => place.id === person.pointOfSaleId)
  const { id, name, email, role, hasOneTimeCodes, createdAt } = person
  const facts = [
    { label: words.email, value: email },
    { label: words.role, value: portalRoleNames[language][role] },
    { label: words.pointOfSale.label, value: seat && placeText(seat, language) },
    { label: words.state, value: <StateBadge {...person} /> },
    { label: words.lastLogIn, value: <LastLogIn {...person} /> },
    { label: words.oneTimeCode, value: hasOneTimeCodes ? words.asked : words.notAsked },
    { label: words.since, value: <Time at={createdAt} /> },
  ]
  return (
    <PortalFrame title={name}>
      <p>
        <a href={paths.team}>{words.title}</a>
      </p>
      <h1>{name}</h1>
      <CodeMail mail={mail} />
      <div class="card">
        <Facts facts={facts} />
      </div>
      {acts.length === 0 ? (
        <p class="soft">{whyNot(portal, person, words)(<Us email={supportEmail} />)}</p>
      ) : (
        <div class="row">
          {acts.map(({ slug, isDanger }) => (
            <ButtonLink
              key={slug}
              href={`${paths.team}/${id}/${slug}`}
              look={isDanger ? 'danger' : 'quiet'}
            >
              {words.acts[slug].button}
            </ButtonLink>
          ))}
        </div>
      )}
      <p>
        <a href={`${paths.activity}?qui=${id}`}>{words.whatTheyDid}</a>
      </p>
    </PortalFrame>
  )
}

function whyNot(
  { person: me }: Portal,
  { id, role }: PortalUser,
  { whyNot: words }: PeopleWords,
): (us: ComponentChild) => ComponentChild {
  if (me.id === id) return () => words.yourself
  return role === 'owner' ? words.owner : () => words.administrator
}

/** Whom to write to about what only we can do. */
export function Us({ email }: { readonly email: WebContext['supportEmail'] }) {
  const { serviceTeam } = usePeopleWords()
  return email === undefined ? <>{serviceTeam}</> : <a href={`mailto:${email}`}>{email}</a>
}

/** One action: its consequence, and the password. */
export function ActPage({
  person,
  act,
  places,
  faults,
}: PersonProps & {
  readonly act: PersonAct
  /** To choose from, for a cashier. */
  readonly places: readonly PointOfSale[]
  readonly faults: readonly FieldFault[]
}) {
  const portal = usePortal()
  const here = `${paths.team}/${person.id}`
  const words = usePeopleWords()
  const { button } = words.acts[act.slug]
  return (
    <PortalFrame title={button}>
      <p>
        <a href={here}>{person.name}</a>
      </p>
      <h1>{button}</h1>
      <div class="card stack narrow">
        <p>{consequenceOf(act, person, words)}</p>
        <WriteForm
          action={`${here}/${act.slug}`}
          faults={faults}
          button={button}
          {...(act.isDanger && { look: 'danger' })}
        >
          {act.slug === 'role' && (
            <>
              <RoleField manager={portal.person} value={person.role} faults={faults} />
              <PointOfSaleField
                places={places}
                value={person.pointOfSaleId ?? ''}
                faults={faults}
              />
            </>
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
  const page = async (input: PortalInput, faults: readonly FieldFault[] = []) => {
    const places = await listPointsOfSale(database, input.session.person.merchantId)
    return <InvitePage input={input} places={places} faults={faults} />
  }
  return [
    portalReads(context, permission)(paths.invite, async (input) => html(await page(input))),
    portalWrite(context, {
      path: paths.invite,
      permission,
      read: readInvitation,
      async work(person, input) {
        const inviter = input.session.person
        const account = { ...person, cause: formCause(input), language: input.language }
        const { id } = await invitePerson(database, { realm: 'portal', inviter }, account)
        return redirect(`${paths.team}/${id}`)
      },
      fields: { email_taken: 'email', ...placeRefusals },
      again: page,
    }),
  ]
}

const nameLengthMax = 120
const isEmail = compileSchema(emailField)

function readInvitation(input: PortalInput) {
  const name = input.form.text('nom')
  const email = input.form.text('email')
  const faults: FieldFault[] = []
  const words = peopleWords[input.language].faults
  const isName = name !== '' && name.length <= nameLengthMax && !/[\t\n]/.test(name)
  if (!isName) faults.push({ field: 'nom', message: words.name })
  else faults.push(...nameFaults('nom', name, input.language))
  if (isEmail(email) !== true) faults.push({ field: 'email', message: words.email })
  if (faults.length > 0) throw new FieldRefusal(faults)
  const role = readRole(input)
  return { name, email, role, pointOfSaleId: readPointOfSale(input, role) }
}

function InvitePage({
  input: { session, form },
  places,
  faults,
}: {
  readonly input: PortalInput
  readonly places: readonly PointOfSale[]
  readonly faults: readonly FieldFault[]
}) {
  const words = usePeopleWords()
  return (
    <PortalFrame title={words.invite}>
      <p>
        <a href={paths.team}>{words.title}</a>
      </p>
      <h1>{words.inviteSomebody}</h1>
      <div class="card narrow">
        <WriteForm action={paths.invite} faults={faults} button={words.invite}>
          <TextField
            name="nom"
            label={words.name}
            value={form.text('nom')}
            autocomplete="off"
            maxLength={nameLengthMax}
            error={errorAt(faults, 'nom')}
          />
          <TextField
            name="email"
            label={words.email}
            hint={words.emailHint}
            type="email"
            value={form.text('email')}
            autocomplete="off"
            maxLength={254}
            error={errorAt(faults, 'email')}
          />
          <RoleField manager={session.person} value={form.text('role')} faults={faults} />
          <PointOfSaleField places={places} value={form.text('point_de_vente')} faults={faults} />
        </WriteForm>
      </div>
    </PortalFrame>
  )
}

const tones: Readonly<Record<PersonStatus, Tone>> = {
  active: 'ok',
  invited: 'wait',
  disabled: 'still',
}

/** The state of an account. */
export function StateBadge({ status }: Pick<PortalUser, 'status'>) {
  return <Badge tone={tones[status]}>{usePeopleWords().states[status]}</Badge>
}

/** The time of the last log-in. */
export function LastLogIn({ lastLogInAt }: Pick<PortalUser, 'lastLogInAt'>) {
  const { never } = usePeopleWords()
  return lastLogInAt === null ? <span>{never}</span> : <Time at={lastLogInAt} />
}
