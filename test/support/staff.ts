import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { listStaffAudit, type LoggedAct } from '#use-cases/audit/list.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { call, type CallAnswer } from './call.ts'
import { createStaffMember, loggedIn, password } from './people.ts'

/** A logged-in member of staff. */
export interface AtDesk {
  readonly member: StaffMember
  readonly token: string
}

/** A new member of staff with this role, logged in. */
export async function atDesk(database: Database, role: StaffRole): Promise<AtDesk> {
  const member = await createStaffMember(database, role)
  const { token } = await loggedIn(database, 'staff', member)
  return { member, token }
}

/** A read of the staff API: `GET /staff/api<path>`. */
export function look(
  service: { readonly baseUrl: string },
  { token }: Pick<AtDesk, 'token'>,
  path: string,
): Promise<CallAnswer> {
  return call(service, { path: `/staff/api${path}`, key: token })
}

/** An action: `POST /staff/api<path>`, with the password where money moves or an account changes. */
export function act(
  service: { readonly baseUrl: string },
  { token }: Pick<AtDesk, 'token'>,
  { path, body = {} }: { readonly path: string; readonly body?: object },
): Promise<CallAnswer> {
  const whole = letsMoneyGo.test(path) ? { password, ...body } : body
  return call(service, { method: 'POST', path: `/staff/api${path}`, key: token, body: whole })
}

const letsMoneyGo =
  /^\/((bank-transfers|refunds|funds|payouts)\/.*\/(transferred|approve|confirm|release|close)|(members|merchants|account-changes|exchange-rates).*)$/

/** Somebody's logged actions, newest first, without log-ins. */
export async function actsOf(
  database: Pick<Database, 'pool'>,
  { member }: AtDesk,
): Promise<LoggedAct[]> {
  const lines = await listStaffAudit(database, { limit: 100, actorId: member.id })
  return lines.filter(({ act: what }) => what !== 'session.log_in')
}

/** An unused address. */
export function freshEmail(): string {
  return `${randomUUID()}@example.com`
}
