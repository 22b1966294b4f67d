import { fail } from '#domain/errors/errors.ts'
import type { CollaboratorId, MerchantId, PortalUserId, StaffMemberId } from '#domain/ids.ts'
import type { Language } from '#domain/text/language.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import {
  mayPortalRoleManage,
  portalPermissions,
  type PortalPermission,
  type PortalRole,
  testModePermissions,
} from './portal-roles.ts'
import {
  mayStaffRoleManage,
  staffPermissions,
  type StaffPermission,
  type StaffRole,
} from './staff-roles.ts'

/**
 * Where people log in: merchants' people to the portal, the platform's own to the staff desk. Nobody belongs to both.
 */
export type Realm = 'portal' | 'staff'

/** The most people of a merchant, not counting disabled accounts. */
export const membersMax = 500

/** `invited` until a password was chosen; `disabled` cannot log in. */
export type PersonStatus = 'invited' | 'active' | 'disabled'

interface AnyPerson {
  readonly name: string
  /** Lower case. */
  readonly email: string
  readonly status: PersonStatus
  /** True if a log-in asks for a one-time code after the password. */
  readonly hasOneTimeCodes: boolean
  readonly createdAt: Date
  readonly lastLogInAt: Date | null
  /** Until this time a member of staff may approve nothing; null if there is no such restriction. */
  readonly approvesFrom: Date | null
  /** The language in which they are written to; null until it is known. Staff reads French. */
  readonly language: Language | null
}

/** A user of a merchant's portal. */
export interface PortalUser extends AnyPerson {
  readonly realm: 'portal'
  readonly id: PortalUserId
  readonly merchantId: MerchantId
  readonly role: PortalRole
  /** Where a cashier sells; null for every other role. */
  readonly pointOfSaleId: string | null
  /** What a cashier is known as at cash desks; null for every other role. */
  readonly collaboratorId: CollaboratorId | null
}

/** A member of staff. */
export interface StaffMember extends AnyPerson {
  readonly realm: 'staff'
  readonly id: StaffMemberId
  readonly merchantId: null
  readonly role: StaffRole
}

/** The kind of person for each realm. */
export interface People {
  readonly portal: PortalUser
  readonly staff: StaffMember
}

export type Person = People[Realm]

/** The maximum life of a session, and its maximum time without use. */
export const sessionTerms: Readonly<
  Record<Realm, { readonly seconds: number; readonly idleSeconds: number }>
> = {
  portal: { seconds: 43_200, idleSeconds: 3600 },
  staff: { seconds: 36_000, idleSeconds: 1800 },
}

/** An e-mail address in the form in which it is stored and looked up. */
export function readEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

/** True if the role of a portal user allows this; in test mode it may allow more than in live. */
export function hasPortalPermission(
  { role }: Pick<PortalUser, 'role'>,
  permission: PortalPermission,
  mode: Mode = 'live',
): boolean {
  if (portalPermissions[permission].includes(role)) return true
  return mode === 'sandbox' && (testModePermissions[permission]?.includes(role) ?? false)
}

/** Refuses a portal user whose role does not allow this: operation_not_allowed. */
export function requirePortalPermission(
  user: Pick<PortalUser, 'role'>,
  permission: PortalPermission,
  mode: Mode = 'live',
): void {
  if (!hasPortalPermission(user, permission, mode)) throw fail('operation_not_allowed')
}

/** Refuses a member of staff whose role does not allow this: operation_not_allowed. */
export function requireStaffPermission(
  { role }: Pick<StaffMember, 'role'>,
  permission: StaffPermission,
): void {
  if (!staffPermissions[permission].includes(role)) throw fail('operation_not_allowed')
}

/** Refuses somebody who logs in with a password only: second_factor_required. */
export function requireSecondFactor({ hasOneTimeCodes }: Pick<Person, 'hasOneTimeCodes'>): void {
  if (!hasOneTimeCodes) throw fail('second_factor_required')
}

/** How long a new or reset account may approve nothing (docs/people-and-roles.md#two-administrators). */
export const coolingMs = 86_400_000

/** Refuses somebody whose account is new, was reset, or changed its role within a day: account_too_fresh. */
export function requireSettled({ approvesFrom }: Pick<Person, 'approvesFrom'>, at: Date): void {
  if (approvesFrom === null || approvesFrom.getTime() <= at.getTime()) return
  const seconds = Math.ceil((approvesFrom.getTime() - at.getTime()) / 1000)
  throw fail('account_too_fresh', { retry_after_seconds: seconds })
}

/** True if somebody may invite, change or disable people in a role. Nobody manages roles of the other realm. */
export function mayManage(manager: Pick<Person, 'realm' | 'role'>, role: string): boolean {
  return manager.realm === 'portal'
    ? mayPortalRoleManage(manager.role, role)
    : mayStaffRoleManage(manager.role, role)
}
