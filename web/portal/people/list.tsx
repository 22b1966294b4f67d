import type { PersonStatus, PortalUser } from '#domain/people/person.ts'
import {
  type PortalPermission,
  portalPermissions,
  portalRoles,
} from '#domain/people/portal-roles.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { permissionNames, roleNames } from '#web/portal/role-names.ts'

export function TeamPage({
  portal,
  people,
}: {
  readonly portal: Portal
  readonly people: readonly PortalUser[]
}) {
  return (
    <PortalFrame portal={portal} title="Équipe">
      <div class="row spread">
        <h1>Équipe</h1>
        <ButtonLink href={paths.invite}>Inviter quelqu’un</ButtonLink>
      </div>
      <div class="card">
        <Table
          caption="Personnes de l’équipe"
          columns={columns}
          rows={people}
          keyOf={({ id }) => id}
        />
      </div>
      <section class="card stack">
        <h2>Ce que permet chaque rôle</h2>
        <Table
          caption="Droits de chaque rôle"
          columns={rightColumns}
          rows={Object.keys(portalPermissions) as PortalPermission[]}
          keyOf={(permission) => permission}
        />
        <p class="soft small">
          Le propriétaire est seul à gérer les administrateurs, et personne ne le gère{'\u00A0'}:
          pour en changer, écrivez-nous.
        </p>
      </section>
    </PortalFrame>
  )
}

const states: Readonly<Record<PersonStatus, readonly [Tone, string]>> = {
  active: ['ok', 'Actif'],
  invited: ['wait', 'Invité'],
  disabled: ['still', 'Accès fermé'],
}

/** How somebody's account stands. */
export function StateBadge({ status }: Pick<PortalUser, 'status'>) {
  const [tone, label] = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** When somebody came last. */
export function LastLogIn({ lastLogInAt }: Pick<PortalUser, 'lastLogInAt'>) {
  return lastLogInAt === null ? <span>Jamais</span> : <Time at={lastLogInAt} />
}

const columns: readonly Column<PortalUser>[] = [
  { title: 'Nom', cell: ({ id, name }) => <a href={`${paths.team}/${id}`}>{name}</a> },
  { title: 'Adresse e-mail', cell: ({ email }) => email },
  { title: 'Rôle', cell: ({ role }) => roleNames[role] },
  { title: 'Dernière connexion', cell: LastLogIn },
  { title: 'État', cell: StateBadge },
]

const rightColumns: readonly Column<PortalPermission>[] = [
  { title: 'Droit', cell: (permission) => permissionNames[permission] },
  { title: 'Pour', cell: rolesText },
]

function rolesText(permission: PortalPermission): string {
  const roles = portalPermissions[permission]
  if (roles.length === portalRoles.length) return 'Toute l’équipe'
  return roles.map((role) => roleNames[role]).join(', ')
}
