import type { PortalUser } from '#domain/people/person.ts'
import { isPortalRole, type PortalRole } from '#domain/people/portal-roles.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { Choices } from '#web/design/choice.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { portalWords } from '#web/portal/words.tsx'
import { rolesOf } from './acts.ts'
import { peopleWords } from './words.tsx'

const field = 'role'

/** The table of rights on the team’s page. */
export const rightsAnchor = 'droits'

/** The roles that this manager may assign. */
export function RoleField({
  manager,
  value,
  faults,
}: {
  readonly manager: PortalUser
  readonly value?: string
  readonly faults: readonly FieldFault[]
}) {
  const { language } = useScope()
  const choices = rolesOf(manager).map((role) => ({
    value: role,
    label: portalRoleNames[language][role],
    note: portalWords[language].roleNotes[role],
  }))
  return (
    <>
      <Choices
        name={field}
        label={peopleWords[language].role}
        choices={choices}
        value={value}
        error={errorAt(faults, field)}
      />
      <p class="small">
        <a href={`${paths.team}#${rightsAnchor}`}>{peopleWords[language].whoMayWhat}</a>
      </p>
    </>
  )
}

/**
 * The role in the form. One that this manager may not assign is tried all the same, so that the refusal is logged.
 */
export function readRole({ form, language }: PortalInput): PortalRole {
  const role = form.text(field)
  if (!isPortalRole(role) || role === 'owner')
    throw new FieldRefusal([{ field, message: peopleWords[language].faults.role }])
  return role
}
