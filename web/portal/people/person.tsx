import type { PortalUser } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { roleNames } from '#web/portal/role-names.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { actsOn, type PersonAct } from './acts.ts'
import { LastLogIn, StateBadge } from './list.tsx'
import { RoleField } from './role-field.tsx'

interface PersonProps {
  readonly portal: Portal
  readonly person: PortalUser
}

/** Somebody of the team, and what may be done with their account. */
export function PersonPage({ portal, person }: PersonProps) {
  const acts = actsOn(portal.person, person)
  const { id, name, email, role, hasOneTimeCodes, createdAt } = person
  const facts = [
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: roleNames[role] },
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

/** One act: what comes of it, and the password. */
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
