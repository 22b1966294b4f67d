import type { OpenedSession, Session } from '#use-cases/sessions/sessions.ts'
import type { LoggedIn } from '#use-cases/sessions/log-in.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type StaffPermission, staffPermissions } from '#domain/people/staff-roles.ts'
import { isoTime } from '#domain/text/text.ts'

/** A member of staff, as staff see it. */
export function presentStaffMember(member: StaffMember) {
  return {
    id: member.id,
    object: 'staff_member',
    name: member.name,
    email: member.email,
    role: member.role,
    status: member.status,
    has_one_time_codes: member.hasOneTimeCodes,
    created_at: isoTime(member.createdAt),
    last_log_in_at: member.lastLogInAt && isoTime(member.lastLogInAt),
  }
}

/** The logged-in member of staff, with permissions. */
export function presentStaffSession({ id, person, expiresAt }: Session<'staff'>) {
  const permissions = Object.keys(staffPermissions) as StaffPermission[]
  return {
    id,
    object: 'staff_session',
    member: presentStaffMember(person),
    permissions: permissions.filter((each) => staffPermissions[each].includes(person.role)),
    expires_at: isoTime(expiresAt),
  }
}

/** A log-in after its first step, or complete; only this answer contains the token. */
export function presentStaffLogIn(loggedIn: LoggedIn<'staff'>) {
  if (loggedIn.step === 'open') return presentOpenedSession(loggedIn)
  const { step, token, expiresAt } = loggedIn
  return { object: 'staff_log_in', step, token, expires_at: isoTime(expiresAt), session: null }
}

/** A session that was just opened. */
export function presentOpenedSession({ token, session }: OpenedSession<'staff'>) {
  return {
    object: 'staff_log_in',
    step: 'open',
    token,
    expires_at: isoTime(session.expiresAt),
    session: presentStaffSession(session),
  }
}
