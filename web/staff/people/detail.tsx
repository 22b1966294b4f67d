import type { AccountChange } from '#use-cases/account-changes/find.ts'
import type { MailStanding } from '#use-cases/mail/standing.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { CodeMail } from '#web/design/code-mail.tsx'
import { staffRoleNames } from '#domain/people/role-names.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import {
  Heading,
  Locked,
  PasswordField,
  type RefusedAct,
  RefusedNotice,
  State,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { useDesk } from '#web/staff/staff-page.ts'
import { personStates } from '#web/staff/words.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { SelectField } from '#web/design/field.tsx'

export interface MemberPageProps {
  readonly member: StaffMember
  readonly refused: RefusedAct | null
  /** Delivery of the last mail with a code for this member; null if there was none. */
  readonly mail: MailStanding | null
  /** Changes that wait for a second administrator. */
  readonly waiting: readonly AccountChange[]
  /** Until when wrong passwords or codes keep this member out. */
  readonly lockedUntil: Date | undefined
}

/** One staff member, and the actions on the account. */
export function MemberPage({ member, refused, mail, waiting, lockedUntil }: MemberPageProps) {
  const { name, email, role, status, hasOneTimeCodes, createdAt, lastLogInAt } = member
  return (
    <StaffFrame title={name}>
      <p>
        <a href={paths.members}>Membres</a>
      </p>
      <Heading title={name}>
        <State of={personStates[status]} />
      </Heading>
      <RefusedNotice refused={refused} />
      <CodeMail mail={mail} />
      <Locked until={lockedUntil} />
      {waiting.length > 0 && (
        <Notice tone="wait">
          <a href={paths.changes}>Une demande sur ce compte attend un second administrateur.</a>
        </Notice>
      )}
      <div class="split">
        <div class="stack">
          <section class="card stack">
            <Facts
              facts={[
                { label: 'Adresse e-mail', value: email },
                { label: 'Rôle', value: staffRoleNames[role] },
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
        {member.id === useDesk().person.id ? (
          <Own />
        ) : (
          <MemberActs member={member} refused={refused} />
        )}
      </div>
    </StaffFrame>
  )
}

/** Nobody manages themselves. */
function Own() {
  return (
    <p class="soft">
      C’est votre compte{'\u00A0'}: <a href={paths.account}>votre mot de passe et vos codes</a>. Un
      autre administrateur peut demander à changer votre rôle.
    </p>
  )
}

/** Each form's name for its password. */
export const memberPasswords = {
  role: 'role_password',
  invitation: 'invitation_password',
  codes: 'codes_password',
  desactiver: 'disable_password',
  reactiver: 'enable_password',
} as const

function MemberActs({ member, refused }: Pick<MemberPageProps, 'member' | 'refused'>) {
  const { id, role, status } = member
  const path = `${paths.members}/${id}`
  const faults = refused?.faults ?? []
  const password = (verb: keyof typeof memberPasswords) => (
    <PasswordField name={memberPasswords[verb]} faults={faults} />
  )
  if (status === 'disabled') {
    return (
      <section class="card stack">
        <h2>Compte</h2>
        <Form action={`${path}/reactiver`}>
          {password('reactiver')}
          <Button>Demander la réactivation</Button>
        </Form>
      </section>
    )
  }
  return (
    <section class="card stack">
      <h2>Compte</h2>
      <p class="soft">
        Sauf la désactivation, chaque demande attend l’accord d’un second administrateur.
      </p>
      <Form action={`${path}/role`}>
        <RoleField value={role} />
        {password('role')}
        <Button look="quiet">Demander ce rôle</Button>
      </Form>
      <Form action={`${path}/invitation`}>
        <p class="soft">
          Pour qui a oublié son mot de passe{'\u00A0'}: le code part par e-mail, et le mot de passe
          d’avant vaut jusqu’au prochain.
        </p>
        {password('invitation')}
        <Button look="quiet">Demander un nouveau code</Button>
      </Form>
      <DangerousActs member={member} refused={refused} />
    </section>
  )
}

function DangerousActs({ member, refused }: Pick<MemberPageProps, 'member' | 'refused'>) {
  const path = `${paths.members}/${member.id}`
  const faults = refused?.faults ?? []
  return (
    <>
      {member.hasOneTimeCodes && (
        <Ask button="Retirer les codes à usage unique…" isDanger>
          <Form action={`${path}/codes`}>
            <p>
              Pour qui a perdu son téléphone. Rien ne change tant que la personne n’a pas confirmé
              par le code reçu par e-mail.
            </p>
            <PasswordField name={memberPasswords.codes} faults={faults} />
            <Button look="danger">Demander le retrait</Button>
          </Form>
        </Ask>
      )}
      <Ask button="Désactiver…" isDanger>
        <Form action={`${path}/desactiver`}>
          <p>Ses sessions sont fermées aussitôt.</p>
          <PasswordField name={memberPasswords.desactiver} faults={faults} />
          <Button look="danger">Désactiver le compte</Button>
        </Form>
      </Ask>
    </>
  )
}

/** Roles that move money manage nobody, and roles that manage people move no money. */
export function RoleField({ value }: { readonly value: string }) {
  return (
    <>
      <SelectField
        name="role"
        label="Rôle"
        hint="L’agent traite, le superviseur approuve, l’administrateur gère les comptes."
        options={staffRoles.map((role) => [role, staffRoleNames[role]] as const)}
        value={value}
      />
      <p class="small">
        <a href={paths.roles}>Qui peut quoi</a>
      </p>
    </>
  )
}
