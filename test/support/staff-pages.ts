import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { fetcherWith, type PageAnswer } from './cookie-fetch.ts'
import { createStaffMember, loggedIn } from './people.ts'

/** The browser of a member of staff, without scripts: keeps cookies, and fills in the forms that pages show. */
export interface DeskBrowser {
  readonly member: StaffMember
  readonly cookies: Map<string, string>
  get(path: string): Promise<DeskAnswer>
  /** Opens a page and submits the form with this action, with these fields. */
  send(page: string, action: string, fields?: Fields): Promise<DeskAnswer>
  /** The same with the text of a page opened earlier. */
  sendShown(text: string, action: string, fields?: Fields): Promise<DeskAnswer>
  /** Posts fields to a path, with the pages' CSRF token only. */
  post(path: string, fields?: Fields): Promise<DeskAnswer>
}

/** Several values stand for several ticked boxes. */
export type Fields = Readonly<Record<string, string | readonly string[]>>

export type DeskAnswer = PageAnswer

interface Service {
  readonly baseUrl: string
  readonly database: Database
}

/** A new member of staff with this role and name, in a logged-in browser. */
export async function deskBrowser(
  service: Service,
  role: StaffRole,
  name = 'Afi Mensah',
): Promise<DeskBrowser> {
  const member = await namedMember(service, role, name)
  const { name: cookie, value } = sessionCookie(await loggedIn(service.database, 'staff', member))
  return deskBrowserOf(service, member, new Map([[cookie, value]]))
}

/** A member of staff with this name. */
export async function namedMember(
  { database }: Pick<Service, 'database'>,
  role: StaffRole,
  name: string,
): Promise<StaffMember> {
  const member = await createStaffMember(database, role)
  await onPool(database.pool).rows('update person set name = $2 where id = $1', [member.id, name])
  return { ...member, name }
}

/** A browser with these cookies. */
export function deskBrowserOf(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  member: StaffMember,
  cookies: Map<string, string> = new Map(),
): DeskBrowser {
  const fetched = fetcherWith(baseUrl, cookies)
  const posted = (path: string, fields: Fields) =>
    fetched(path, { method: 'POST', body: new URLSearchParams(pairsOf(fields)) })
  return {
    member,
    cookies,
    get: (path) => fetched(path),
    async send(page, action, fields = {}) {
      const { text } = await fetched(page)
      return posted(action, { ...hiddenOf(text, action), ...fields })
    },
    sendShown: (text, action, fields = {}) =>
      posted(action, { ...hiddenOf(text, action), ...fields }),
    async post(path, fields = {}) {
      const { text } = await fetched('/staff/compte')
      return posted(path, { ...hiddenOf(text, '/staff/compte'), ...fields })
    },
  }
}

function pairsOf(fields: Fields): string[][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
}

/** The hidden fields of the form with this action. */
function hiddenOf(text: string, action: string): Fields {
  const written = action.replaceAll('?', '[?]').replaceAll('&', '&amp;')
  const [, form = ''] =
    new RegExp(`<form action="${written}" method="post"[^>]*>(.*?)</form>`, 's').exec(text) ?? []
  const hidden = form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
}
