import type { StaffRole } from '#domain/people/staff-roles.ts'
import { hashPassword } from '#platform/password-hash.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Somebody's credentials. */
export interface DemoLogIn {
  readonly email: string
  readonly password: string
}

/**
 * People for trying the pages; the second approval of a supervisor's or administrator's action needs another person.
 */
export interface DemoPeople {
  readonly portal: DemoLogIn & { readonly url: string }
  readonly staff: DemoLogIn & { readonly url: string }
  readonly staff_others: readonly (DemoLogIn & { readonly role: StaffRole })[]
}

/** Their credentials, derived from the installation's key: the same at every start. */
export function demoPeople({ keyring }: Pick<Database, 'keyring'>, publicUrl: string): DemoPeople {
  const logIn = (name: string): DemoLogIn => ({
    email: `${name}@demo.example`,
    password: keyring
      .mac('demo', `password ${name}`)
      .toString('base64url')
      .slice(0, passwordLength),
  })
  return {
    portal: { url: `${publicUrl}/portail`, ...logIn('proprietaire') },
    staff: { url: `${publicUrl}/staff`, ...logIn('superviseur') },
    staff_others: [
      { role: 'supervisor', ...logIn('superviseur.2') },
      { role: 'agent', ...logIn('agent') },
      { role: 'administrator', ...logIn('administrateur') },
      { role: 'administrator', ...logIn('administrateur.2') },
    ],
  }
}

/** Creates missing accounts; a changed password stays. */
export async function seedPeople(
  database: Pick<Database, 'pool'>,
  { portal, staff, staff_others: others }: DemoPeople,
  { merchantId, idOf }: { readonly merchantId: string; readonly idOf: (name: string) => string },
): Promise<void> {
  const sql = onPool(database.pool)
  const people = [
    { realm: 'portal', merchantId, role: 'owner', name: 'Afi Mensah', ...portal },
    { realm: 'staff', merchantId: null, role: 'supervisor', name: 'Kossi Agbo', ...staff },
    ...others.map((other) => ({
      realm: 'staff',
      merchantId: null,
      name: other.email.startsWith('administrateur.2') ? 'Codjo Ahouansou' : names[other.role],
      ...other,
    })),
  ]
  for (const person of people) {
    const id = idOf(`person ${person.email}`)
    const known = await sql.rows('select id from person where id = $1', [id])
    if (known.length > 0) continue
    await sql.rows(
      `insert into person (id, realm, merchant_id, role, name, email, status, password_hash)
       values ($1, $2, $3, $4, $5, $6, 'active', $7)`,
      [
        id,
        person.realm,
        person.merchantId,
        person.role,
        person.name,
        person.email,
        await hashPassword(person.password),
      ],
    )
  }
}

const passwordLength = 20
const names: Readonly<Record<StaffRole, string>> = {
  supervisor: 'Sena Dossou',
  agent: 'Yao Koffi',
  administrator: 'Akouvi Hounsou',
}
