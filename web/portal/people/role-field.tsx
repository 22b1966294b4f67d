import type { PortalUser } from '#domain/people/person.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'
import { Choices } from '#web/design/choice.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { roleNames, roleNotes } from '#web/portal/role-names.ts'
import { rolesOf } from './acts.ts'

const field = 'role'

/** The roles that this manager may give. */
export function RoleField({
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
    label: roleNames[role],
    note: roleNotes[role],
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

/** The role that a form says; one that this manager may not give is refused as if it were none. */
export function readRole({ form, session }: PortalInput): PortalRole {
  const role = rolesOf(session.person).find((known) => known === form.text(field))
  if (role === undefined) throw new FieldRefusal([{ field, message: 'Choisissez un rôle.' }])
  return role
}
