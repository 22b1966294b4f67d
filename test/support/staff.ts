import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { listStaffAudit, type LoggedAct } from '#use-cases/audit/list.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { call, type CallAnswer } from './call.ts'
import { createStaffMember, loggedIn, password } from './people.ts'

/** A member of the staff who is logged in. */
export interface AtDesk {
  readonly member: StaffMember
  readonly token: string
}

/** Somebody new of this role, logged in. */
export async function atDesk(database: Database, role: StaffRole): Promise<AtDesk> {
  const member = await createStaffMember(database, role)
  const { token } = await loggedIn(database, 'staff', member)
  return { member, token }
}

/** A read of the desk: `GET /staff/api<path>`. */
export function look(
  service: { readonly baseUrl: string },
  { token }: Pick<AtDesk, 'token'>,
  path: string,
): Promise<CallAnswer> {
  return call(service, { path: `/staff/api${path}`, key: token })
}

/** An act: `POST /staff/api<path>`, with the password where money goes, or somebody’s account changes. */
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

/** What somebody did, the latest first, log-ins aside. */
export async function actsOf(
  database: Pick<Database, 'pool'>,
  { member }: AtDesk,
): Promise<LoggedAct[]> {
  const lines = await listStaffAudit(database, { limit: 100, actorId: member.id })
  return lines.filter(({ act: what }) => what !== 'session.log_in')
}

/** An address nobody has. */
export function freshEmail(): string {
  return `${randomUUID()}@example.com`
}
