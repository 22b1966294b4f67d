import type { Managed } from '#use-cases/people/change-managed.ts'
import { changePersonRole } from '#use-cases/people/change-role.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { renewInvitation } from '#use-cases/people/renew-invitation.ts'
import { resetOneTimeCodes } from '#use-cases/people/reset-one-time-codes.ts'
import { disablePerson, enablePerson } from '#use-cases/people/set-state.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { bodyCheck } from '#http/validate.ts'
import { newMember } from '#use-cases/people/typed.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { takeForm } from '#web/staff/order.ts'
import {
  type Desk,
  type DeskInput,
  oneOf,
  type StaffPage,
  staffPage,
} from '#web/staff/staff-page.ts'
import { paths } from '#web/staff/paths.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { roleNames, StaffFrame } from '#web/staff/frame.tsx'
import { InvitationCode, type RefusedAct, RefusedNotice, State } from '#web/staff/parts.tsx'
import { personStates } from '#web/staff/words.ts'
import { MemberPage, type MemberPageProps, RoleField } from './detail.tsx'

const one = `${paths.members}/:id`
const everybody = { realm: 'staff', merchantId: null } as const

/** Members of the staff: invited, given a role, shut out and let in. A code is shown in the answer of its form alone. */
export function memberPages(context: WebContext): readonly PageRoute[] {
  const page = (method: 'GET' | 'POST', path: string, handler: StaffPage['handler']) =>
    staffPage(context, { method, path, permission: 'staff.manage', handler })
  const act = (verb: string, text: string, work: (managed: Managed<'staff'>) => Promise<unknown>) =>
    page('POST', `${one}/${verb}`, (input) => change(context, input, { text, work }))
  const { database } = context
  return [
    page('GET', paths.members, async (input) => html(await showList(context, input))),
    page('POST', paths.members, (input) => invite(context, input)),
    page('GET', one, async (input) => html(await show(context, input))),
    page('POST', `${one}/role`, (input) => {
      const role = oneOf(input.form.text('role'), staffRoles)
      const text = 'Rôle changé. Il vaut dès la prochaine page.'
      const work = (managed: Managed<'staff'>) => changePersonRole(database, managed, role)
      return change(context, input, { text, work })
    }),
    act('desactiver', 'Compte désactivé. Ses sessions sont fermées.', (managed) =>
      disablePerson(database, managed),
    ),
    act('reactiver', 'Compte réactivé.', (managed) => enablePerson(database, managed)),
    act('codes', 'Codes à usage unique retirés. Ses sessions sont fermées.', (managed) =>
      resetOneTimeCodes(database, managed),
    ),
    page('POST', `${one}/invitation`, (input) => renew(context, input)),
  ]
}

function managedBy({ session, requestId, ...input }: DeskInput): Managed<'staff'> {
  const id = param(input, 'id')
  return { realm: 'staff', manager: session.person, id, cause: { requestId } }
}

function change(
  context: WebContext,
  input: DeskInput,
  {
    text,
    work,
  }: { readonly text: string; readonly work: (managed: Managed<'staff'>) => Promise<unknown> },
) {
  const managed = managedBy(input)
  return takeForm({
    errors: [],
    sentences: {},
    page: (refused) => show(context, input, { refused }),
    async work() {
      await work(managed)
      return redirect(`${paths.members}/${managed.id}`, { flash: { tone: 'ok', text } })
    },
  })
}

function renew(context: WebContext, input: DeskInput) {
  return takeForm({
    errors: [],
    sentences: {},
    page: (refused) => show(context, input, { refused }),
    async work() {
      const { invitationCode } = await renewInvitation(context.database, managedBy(input))
      return html(await show(context, input, { invitationCode }))
    },
  })
}

const check = bodyCheck(newMember)

function invite(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const role = oneOf(form.text('role'), staffRoles)
  const person = { name: form.text('name'), email: form.text('email'), role }
  return takeForm({
    errors: check(person),
    sentences: {
      name: 'Écrivez un nom, en 120 signes au plus.',
      email: 'Écrivez une adresse e-mail, comme afi@service.example.',
    },
    page: (refused) => showList(context, input, { refused }),
    async work() {
      const whom = { realm: 'staff', inviter: session.person } as const
      const { invitationCode } = await invitePerson(context.database, whom, {
        ...person,
        cause: { requestId },
      })
      return html(await showList(context, input, { invitationCode }), { status: 201 })
    },
  })
}

async function showList(
  { database }: WebContext,
  { session, form }: DeskInput,
  shown: Partial<Pick<MemberListProps, 'refused' | 'invitationCode'>> = {},
) {
  const members = await listPeople(database, everybody)
  return (
    <MemberList
      desk={session}
      members={members}
      form={form}
      refused={null}
      invitationCode={null}
      {...shown}
    />
  )
}

async function show(
  { database }: WebContext,
  input: DeskInput,
  shown: Partial<Pick<MemberPageProps, 'refused' | 'invitationCode'>> = {},
) {
  const member = await findPerson(database, everybody, param(input, 'id'))
  return (
    <MemberPage
      desk={input.session}
      member={member}
      refused={null}
      invitationCode={null}
      {...shown}
    />
  )
}

interface MemberListProps {
  readonly desk: Desk
  readonly members: readonly StaffMember[]
  readonly form: SentForm
  readonly refused: RefusedAct | null
  /** Shown this once. */
  readonly invitationCode: string | null
}

/** Everybody, in the order in which they came, and who is to come. */
function MemberList({ desk, members, form, refused, invitationCode }: MemberListProps) {
  const faults = refused?.faults ?? []
  const field = (name: string) => ({ name, value: form.text(name), error: errorAt(faults, name) })
  return (
    <StaffFrame desk={desk} title="Membres">
      <h1>Membres de l’équipe</h1>
      <RefusedNotice refused={refused} />
      {invitationCode && (
        <InvitationCode
          code={invitationCode}
          where={paths.invitation}
          who="à la personne invitée"
        />
      )}
      <div class="split">
        <div class="card">
          <Table caption="Membres" columns={columns} rows={members} keyOf={({ id }) => id} />
        </div>
        <section class="card stack">
          <h2>Inviter</h2>
          <Faults faults={faults} />
          <Form action={paths.members}>
            <TextField {...field('name')} label="Nom" maxLength={120} />
            <TextField
              {...field('email')}
              label="Adresse e-mail"
              type="email"
              autocomplete="off"
              maxLength={254}
            />
            <RoleField value={form.text('role') || 'agent'} />
            <Button>Inviter</Button>
          </Form>
        </section>
      </div>
    </StaffFrame>
  )
}

const columns: readonly Column<StaffMember>[] = [
  { title: 'Nom', cell: ({ id, name }) => <a href={`${paths.members}/${id}`}>{name}</a> },
  { title: 'Rôle', cell: ({ role }) => roleNames[role] },
  { title: 'État', cell: ({ status }) => <State of={personStates[status]} /> },
  { title: 'Codes', cell: ({ hasOneTimeCodes }) => (hasOneTimeCodes ? 'Oui' : 'Non') },
  {
    title: 'Dernière connexion',
    cell: ({ lastLogInAt }) => (lastLogInAt ? <Time at={lastLogInAt} /> : 'Jamais'),
  },
]
