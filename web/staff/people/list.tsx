import type { StaffMember } from '#domain/people/person.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { roleNames, StaffFrame } from '#web/staff/frame.tsx'
import { InvitationCode, type RefusedAct, RefusedNotice, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { personStates } from '#web/staff/words.ts'

export interface MemberListProps {
  readonly desk: Desk
  readonly members: readonly StaffMember[]
  readonly form: SentForm
  readonly refused: RefusedAct | null
  /** Shown this once. */
  readonly invitationCode: string | null
}

/** Everybody, in the order in which they came, and who is to come. */
export function MemberList({ desk, members, form, refused, invitationCode }: MemberListProps) {
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

/** Who moves money manages nobody, and who manages people moves no money. */
export function RoleField({ value }: { readonly value: string }) {
  return (
    <SelectField
      name="role"
      label="Rôle"
      hint="L’agent traite, le superviseur approuve, l’administrateur gère les comptes."
      options={staffRoles.map((role) => [role, roleNames[role]] as const)}
      value={value}
    />
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
