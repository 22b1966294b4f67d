import { readLocks } from '#use-cases/sessions/read-locks.ts'
import { askAccountChange, type WantedChange } from '#use-cases/account-changes/ask.ts'
import { listWaitingChanges } from '#use-cases/account-changes/find.ts'
import { readCodeMail } from '#use-cases/mail/standing.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { bodyCheck } from '#http/validate.ts'
import { confirmed } from '#use-cases/desk/fields.ts'
import { newMember } from '#use-cases/people/typed.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { bodyOf, passwordSentence, takeForm } from '#web/staff/order.ts'
import { type DeskInput, deskReads, deskWrites, oneOf } from '#web/staff/staff-page.ts'
import { paths } from '#web/staff/paths.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { staffRoleNames } from '#domain/people/role-names.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { PasswordField, type RefusedAct, RefusedNotice, State } from '#web/staff/parts.tsx'
import { personStates } from '#web/staff/words.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { MemberPage, type MemberPageProps, memberPasswords, RoleField } from './detail.tsx'

const one = `${paths.members}/:id`
const everybody = { realm: 'staff', merchantId: null } as const

/** Shown after a change was requested. */
export const askedText =
  'Demande enregistrée. Elle se fera quand un second administrateur l’aura approuvée.'

/**
 * Staff members: invitations, roles and reopened accounts need a second administrator; closing an account takes
 * effect at once.
 */
export function memberPages(context: WebContext): readonly PageRoute[] {
  const permission = 'staff.manage'
  const read = deskReads(context, permission)
  const write = deskWrites(context, permission)
  const ask = (verb: Verb, wanted: (personId: string, input: DeskInput) => WantedChange) =>
    write(`${one}/${verb}`, (input) =>
      change(context, input, {
        verb,
        text: askedText,
        work: async (password) => {
          const cause = { requestId: input.requestId }
          const asked = wanted(param(input, 'id'), input)
          await askAccountChange(context.database, input.session.person, {
            wanted: asked,
            password,
            cause,
          })
        },
      }),
    )
  return [
    read(paths.members, (input) => showList(context, input)),
    write(paths.members, (input) => invite(context, input)),
    read(one, (input) => show(context, input)),
    ask('role', (personId, { form }) => {
      const role = oneOf(form.text('role'), staffRoles)
      return { kind: 'change_role', personId, role }
    }),
    ask('reactiver', (personId) => ({ kind: 'enable', personId })),
    ask('codes', (personId) => ({ kind: 'reset_one_time_codes', personId })),
    ask('invitation', (personId) => ({ kind: 'renew_invitation', personId })),
    write(`${one}/desactiver`, (input) => disable(context, input)),
  ]
}

type Verb = keyof typeof memberPasswords

interface MemberChange {
  readonly verb: Verb
  readonly text: string
  readonly work: (password: string) => Promise<void>
}

const checkPassword = bodyCheck(confirmed)

function change(context: WebContext, input: DeskInput, { verb, text, work }: MemberChange) {
  const passwordField = memberPasswords[verb]
  const password = input.form.secret(passwordField)
  return takeForm({
    errors: checkPassword({ password }).map((error) => ({ ...error, field: passwordField })),
    sentences: { [passwordField]: passwordSentence },
    passwordField,
    page: (refused) => show(context, input, { refused }),
    async work() {
      await work(password)
      const to = `${paths.members}/${param(input, 'id')}`
      return doneAt(to, text)
    },
  })
}

function disable({ database, ...context }: WebContext, input: DeskInput) {
  return change({ database, ...context }, input, {
    verb: 'desactiver',
    text: 'Compte désactivé. Ses sessions sont fermées.',
    async work(password) {
      const manager = input.session.person
      await confirmPassword(database, manager, password)
      const cause = { requestId: input.requestId }
      await disablePerson(database, { realm: 'staff', manager, id: param(input, 'id'), cause })
    },
  })
}

const check = bodyCheck(newMember)

function invite(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const role = oneOf(form.text('role'), staffRoles)
  const { password = '' } = bodyOf(form, ['password'])
  const person = { name: form.text('name'), email: form.text('email'), role }
  return takeForm({
    errors: check({ ...person, password }),
    sentences: {
      name: 'Écrivez un nom, en 120 caractères au plus.',
      email: 'Écrivez une adresse e-mail, comme afi@service.example.',
      password: passwordSentence,
    },
    page: (refused) => showList(context, input, refused),
    async work() {
      const wanted = { kind: 'invite', ...person } as const
      const given = { wanted, password, cause: { requestId } }
      await askAccountChange(context.database, session.person, given)
      return doneAt(paths.changes, askedText)
    },
  })
}

async function showList(
  { database }: WebContext,
  { form }: DeskInput,
  refused: RefusedAct | null = null,
) {
  const members = await listPeople(database, everybody)
  return <MemberList members={members} form={form} refused={refused} />
}

async function show(
  { database }: WebContext,
  input: DeskInput,
  shown: Partial<Pick<MemberPageProps, 'refused'>> = {},
) {
  const member = await findPerson(database, everybody, param(input, 'id'))
  const [mail, changes, locks] = await Promise.all([
    readCodeMail(database, member),
    listWaitingChanges(database),
    readLocks(database, [member]),
  ])
  const waiting = changes.filter(({ person }) => person?.id === member.id)
  const lockedUntil = locks.get(member.id)
  return <MemberPage {...{ member, mail, waiting, lockedUntil }} refused={null} {...shown} />
}

interface MemberListProps {
  readonly members: readonly StaffMember[]
  readonly form: SentForm
  readonly refused: RefusedAct | null
}

/** All members in the order they joined, and requested invitations. */
function MemberList({ members, form, refused }: MemberListProps) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <StaffFrame title="Membres">
      <div class="row spread">
        <h1>Membres de l’équipe</h1>
        <ButtonLink href={paths.changes} look="quiet">
          Demandes en attente
        </ButtonLink>
      </div>
      <RefusedNotice refused={refused} />
      <div class="split">
        <CardTable caption="Membres" columns={columns} rows={members} keyOf={({ id }) => id} />
        <ActCard title="Inviter" faults={faults}>
          <Form action={paths.members}>
            <TextField {...field('name')} label="Nom" maxLength={120} />
            <TextField
              {...field('email')}
              label="Adresse e-mail"
              hint="Le code d’invitation y arrivera, une fois la demande approuvée."
              type="email"
              autocomplete="off"
              maxLength={254}
            />
            <RoleField value={form.text('role') || 'agent'} />
            <PasswordField faults={faults} />
            <Button>Demander l’invitation</Button>
          </Form>
        </ActCard>
      </div>
    </StaffFrame>
  )
}

const columns: readonly Column<StaffMember>[] = [
  { title: 'Nom', cell: ({ id, name }) => <a href={`${paths.members}/${id}`}>{name}</a> },
  { title: 'Rôle', cell: ({ role }) => staffRoleNames[role] },
  { title: 'État', cell: ({ status }) => <State of={personStates[status]} /> },
  { title: 'Codes', cell: ({ hasOneTimeCodes }) => (hasOneTimeCodes ? 'Oui' : 'Non') },
  {
    title: 'Dernière connexion',
    cell: ({ lastLogInAt }) => (lastLogInAt ? <Time at={lastLogInAt} /> : 'Jamais'),
  },
]
