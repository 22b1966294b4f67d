import type { MerchantId, PortalUserId, StaffMemberId } from '#domain/ids.ts'
import type { People, Person, PersonStatus, Realm } from '#domain/people/person.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { timeOf } from '#db/types/time.ts'

/** Columns of `person p` that make a Person. */
export const personColumns = `p.id, p.realm, p.merchant_id, p.role, p.name, p.email, p.status,
  p.code_secret_sealed is not null as has_codes, p.created_at, p.last_log_in_at`

interface CommonRow {
  readonly name: string
  readonly email: string
  readonly status: PersonStatus
  readonly has_codes: boolean
  readonly created_at: string
  readonly last_log_in_at: string | null
}

interface PortalRow extends CommonRow {
  readonly realm: 'portal'
  readonly id: PortalUserId
  readonly merchant_id: MerchantId
  readonly role: PortalRole
}

interface StaffRow extends CommonRow {
  readonly realm: 'staff'
  readonly id: StaffMemberId
  readonly merchant_id: null
  readonly role: StaffRole
}

export type PersonRow = PortalRow | StaffRow

/** The person of a row that was read in this realm. */
export function personIn<R extends Realm>(realm: R, row: PersonRow): People[R] {
  const person = toPerson(row)
  if (!isOf(realm, person)) throw new Error('a person of the other realm')
  return person
}

function isOf<R extends Realm>(realm: R, person: Person): person is People[R] {
  return person.realm === realm
}

function toPerson(row: PersonRow): Person {
  const common = {
    name: row.name,
    email: row.email,
    status: row.status,
    hasOneTimeCodes: row.has_codes,
    createdAt: new Date(row.created_at),
    lastLogInAt: timeOf(row.last_log_in_at),
  }
  return row.realm === 'portal'
    ? { ...common, realm: row.realm, id: row.id, merchantId: row.merchant_id, role: row.role }
    : { ...common, realm: row.realm, id: row.id, merchantId: null, role: row.role }
}
