import type { StaffMember } from '#domain/people/person.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { roleNames, StaffFrame } from '#web/staff/frame.tsx'
import {
  Heading,
  InvitationCode,
  type RefusedAct,
  RefusedNotice,
  State,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { personStates } from '#web/staff/words.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { SelectField } from '#web/design/field.tsx'

export interface MemberPageProps {
  readonly desk: Desk
  readonly member: StaffMember
  readonly refused: RefusedAct | null
  /** Shown this once. */
  readonly invitationCode: string | null
}

/** One member of the staff, and what can be done about the account. */
export function MemberPage({ desk, member, refused, invitationCode }: MemberPageProps) {
  const { name, email, role, status, hasOneTimeCodes, createdAt, lastLogInAt } = member
  return (
    <StaffFrame desk={desk} title={name}>
      <p>
        <a href={paths.members}>Membres</a>
      </p>
      <Heading title={name}>
        <State of={personStates[status]} />
      </Heading>
      <RefusedNotice refused={refused} />
      {invitationCode && (
        <InvitationCode code={invitationCode} where={paths.invitation} who={`à ${name}`} />
      )}
      <div class="split">
        <div class="stack">
          <section class="card stack">
            <Facts
              facts={[
                { label: 'Adresse e-mail', value: email },
                { label: 'Rôle', value: roleNames[role] },
                {
                  label: 'Code à usage unique',
                  value: hasOneTimeCodes ? 'Demandé' : 'Non demandé',
                },
                { label: 'Compte créé', value: <ExactTime at={createdAt} /> },
                {
                  label: 'Dernière connexion',
                  value: lastLogInAt ? <Time at={lastLogInAt} /> : 'Jamais',
                },
              ]}
            />
          </section>
          <p>
            <a href={`${paths.audit}?membre=${member.id}`}>Ce que ce membre a fait</a>
          </p>
        </div>
        {member.id === desk.person.id ? <Own /> : <MemberActs member={member} />}
      </div>
    </StaffFrame>
  )
}

/** Nobody manages themselves. */
function Own() {
  return (
    <p class="soft">
      C’est votre compte{'\u00A0'}: <a href={paths.account}>votre mot de passe et vos codes</a>. Un
      autre administrateur peut changer votre rôle.
    </p>
  )
}

function MemberActs({ member }: Pick<MemberPageProps, 'member'>) {
  const { id, role, status, hasOneTimeCodes } = member
  const path = `${paths.members}/${id}`
  if (status === 'disabled') {
    return (
      <section class="card stack">
        <h2>Compte</h2>
        <Form action={`${path}/reactiver`}>
          <Button>Réactiver le compte</Button>
        </Form>
      </section>
    )
  }
  return (
    <section class="card stack">
      <h2>Compte</h2>
      <Form action={`${path}/role`}>
        <RoleField value={role} />
        <Button look="quiet">Changer de rôle</Button>
      </Form>
      <Form action={`${path}/invitation`}>
        <p class="soft">
          Pour qui a oublié son mot de passe{'\u00A0'}: celui d’avant vaut jusqu’au prochain.
        </p>
        <Button look="quiet">Donner un nouveau code d’invitation</Button>
      </Form>
      {hasOneTimeCodes && (
        <Ask button="Retirer les codes à usage unique…" isDanger>
          <Form action={`${path}/codes`}>
            <p>Pour qui a perdu son téléphone. Ses sessions sont fermées.</p>
            <Button look="danger">Retirer les codes</Button>
          </Form>
        </Ask>
      )}
      <Ask button="Désactiver…" isDanger>
        <Form action={`${path}/desactiver`}>
          <p>Ses sessions sont fermées aussitôt.</p>
          <Button look="danger">Désactiver le compte</Button>
        </Form>
      </Ask>
    </section>
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
