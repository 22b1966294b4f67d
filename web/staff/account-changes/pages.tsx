import { approveAccountChange, refuseAccountChange } from '#use-cases/account-changes/decide.ts'
import {
  type AccountChange,
  findAccountChange,
  listWaitingChanges,
} from '#use-cases/account-changes/find.ts'
import type { ChangeKind } from '#domain/account-changes/change.ts'
import { confirmed } from '#use-cases/desk/fields.ts'
import { bodyCheck } from '#http/validate.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { doneAt } from '#web/http/answer.ts'
import { idParam, type PageRoute, param } from '#web/http/route.ts'
import { staffRoleNames } from '#domain/people/role-names.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { passwordSentence, takeForm } from '#web/staff/order.ts'
import { PasswordField, type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, deskReads, deskWrites, useDesk } from '#web/staff/staff-page.ts'

const one = `${paths.changes}/:id`

/** Account changes that administrators have requested; another administrator approves or refuses them. */
export function accountChangePages(context: WebContext): readonly PageRoute[] {
  const permission = 'staff.manage'
  const read = deskReads(context, permission)
  const write = deskWrites(context, permission)
  return [
    read(paths.changes, async () => (
      <ChangeList changes={await listWaitingChanges(context.database)} />
    )),
    read(one, (input) => show(context, input, null)),
    write(`${one}/approuver`, (input) =>
      decide(context, input, {
        passwordField: 'password',
        work: approveAccountChange,
        text: 'C’est approuvé et fait. Les personnes concernées sont prévenues par e-mail.',
      }),
    ),
    write(`${one}/refuser`, (input) =>
      decide(context, input, {
        passwordField: 'refuse_password',
        work: refuseAccountChange,
        text: 'La demande est refusée. Rien n’a changé.',
      }),
    ),
  ]
}

interface Deciding {
  readonly passwordField: string
  readonly work: typeof approveAccountChange
  readonly text: string
}

const check = bodyCheck(confirmed)

function decide(context: WebContext, input: DeskInput, { passwordField, work, text }: Deciding) {
  const { session, requestId, form } = input
  const password = form.secret(passwordField)
  return takeForm({
    errors: check({ password }).map((error) => ({ ...error, field: passwordField })),
    sentences: { [passwordField]: passwordSentence },
    passwordField,
    page: (refused) => show(context, input, refused),
    async work() {
      const id = idParam(input, 'account_change_not_found')
      await work(context.database, session.person, { id, password, cause: { requestId } })
      return doneAt(paths.changes, text)
    },
  })
}

async function show({ database }: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const change = await findAccountChange(database, param(input, 'id'))
  return <ChangePage change={change} refused={refused} />
}

const kinds: Readonly<Record<ChangeKind, string>> = {
  invite: 'Inviter un membre',
  renew_invitation: 'Nouveau code d’invitation',
  reset_one_time_codes: 'Retrait des codes à usage unique',
  change_role: 'Changement de rôle',
  enable: 'Réactivation d’un compte',
  replace_owner: 'Changement de propriétaire',
  reset_owner: 'Réouverture de l’accès d’un propriétaire',
}

function whose({ person, name, merchant }: AccountChange): string {
  const who = name ?? person?.name ?? '—'
  return merchant === null ? who : `${who} (${merchant.name})`
}

function ChangeList({ changes }: { readonly changes: readonly AccountChange[] }) {
  return (
    <StaffFrame title="Demandes">
      <h1>Demandes sur des comptes</h1>
      <p class="soft">
        Chacune se fait quand un second administrateur l’approuve, et s’éteint après 72 heures.
      </p>
      {changes.length === 0 ? (
        <Empty title="Aucune demande">Rien n’attend un second administrateur.</Empty>
      ) : (
        <CardTable caption="Demandes" columns={columns} rows={changes} keyOf={({ id }) => id} />
      )}
    </StaffFrame>
  )
}

const columns: readonly Column<AccountChange>[] = [
  {
    title: 'Demande',
    cell: ({ id, kind }) => <a href={`${paths.changes}/${id}`}>{kinds[kind]}</a>,
  },
  { title: 'Pour', isNamed: true, cell: whose },
  { title: 'Demandé par', isNamed: true, cell: ({ askedBy }) => askedBy?.name ?? '—' },
  { title: 'Quand', cell: ({ askedAt }) => <Time at={askedAt} /> },
]

const states: Readonly<Record<AccountChange['state'], string>> = {
  waiting: 'Attend un second administrateur',
  done: 'Approuvée et faite',
  refused: 'Refusée',
  withdrawn: 'Retirée',
  expired: 'Éteinte, après 72 heures',
}

function ChangePage({
  change,
  refused,
}: {
  readonly change: AccountChange
  readonly refused: RefusedAct | null
}) {
  const { kind, role, email, reason, askedBy, askedAt, state } = change
  const facts = [
    { label: 'Pour', value: whose(change) },
    ...(email === null ? [] : [{ label: 'Adresse e-mail', value: email }]),
    ...(role === null ? [] : [{ label: 'Rôle', value: staffRoleNames[role] }]),
    ...(reason === null ? [] : [{ label: 'Motif', value: reason }]),
    { label: 'Demandé par', value: askedBy?.name ?? '—' },
    { label: 'Quand', value: <Time at={askedAt} /> },
    { label: 'État', value: states[state] },
  ]
  return (
    <StaffFrame title={kinds[kind]}>
      <p>
        <a href={paths.changes}>Demandes</a>
      </p>
      <h1>{kinds[kind]}</h1>
      <RefusedNotice refused={refused} />
      <div class="split">
        <section class="card">
          <Facts facts={facts} />
        </section>
        {state === 'waiting' && <Acts change={change} refused={refused} />}
      </div>
    </StaffFrame>
  )
}

function Acts({ change, refused }: Parameters<typeof ChangePage>[0]) {
  const faults = refused?.faults ?? []
  const isOwn = change.askedBy?.id === useDesk().person.id
  const path = `${paths.changes}/${change.id}`
  return (
    <div class="stack">
      {isOwn ? (
        <p class="soft">
          Vous avez fait cette demande{'\u00A0'}: un autre administrateur l’approuve.
        </p>
      ) : (
        <section class="card stack">
          <h2>Approuver</h2>
          <p>Assurez-vous de la demande auprès de la personne, de vive voix.</p>
          <Faults faults={faults} />
          <Form action={`${path}/approuver`}>
            <PasswordField faults={faults} />
            <Button>Approuver</Button>
          </Form>
        </section>
      )}
      <section class="card stack">
        <h2>{isOwn ? 'Retirer' : 'Refuser'}</h2>
        <Form action={`${path}/refuser`}>
          <PasswordField name="refuse_password" faults={faults} />
          <Button look="danger">{isOwn ? 'Retirer la demande' : 'Refuser'}</Button>
        </Form>
      </section>
    </div>
  )
}
