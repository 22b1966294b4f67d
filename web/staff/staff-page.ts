import { type ComponentChild, createContext, h } from 'preact'
import { useContext } from 'preact/hooks'
import { requireStaffPermission, type StaffMember } from '#domain/people/person.ts'
import { type StaffPermission, staffPermissions } from '#domain/people/staff-roles.ts'
import { type DeskFigures, readDeskFigures } from '#use-cases/desk/figures.ts'
import type { ReadSession } from '#use-cases/sessions/read.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect, within } from '#web/http/answer.ts'
import { confirmedByPasskey } from '#web/http/confirmed.ts'
import { guardedPage, type PageGuard, type PageInput, type PageRoute } from '#web/http/route.ts'
import { sessionGuard } from '#web/http/session-guard.ts'
import { openedQuery, searchedPath } from '#web/http/typed.ts'
import type { Door } from '#web/door/door.ts'
import { refuse } from '#web/errors/refusal.ts'
import { paths } from './paths.ts'

/** The staff member at the desk, and the sizes of its queues. */
export interface Desk {
  readonly session: ReadSession<'staff'>
  readonly person: StaffMember
  readonly figures: DeskFigures
}

export type DeskInput = PageInput<Desk>

interface StaffPage {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `everybody`: no permission needed beyond the log-in. */
  readonly permission: StaffPermission | 'everybody'
  readonly formBytesMax?: number
  readonly handler: (input: DeskInput) => Promise<PageAnswer> | PageAnswer
}

/**
 * A page of the desk. Checks the session and the role's permission, in this order, before reading the form. Error:
 * operation_not_allowed.
 */
export function staffPage(
  context: WebContext,
  { permission, handler, ...page }: StaffPage,
): PageRoute {
  return guardedPage(deskGuard(context, permission), {
    ...page,
    async handler(input) {
      const place = { page: page.path, scope: input.session.person.id }
      const query = openedQuery(context.database, place, input.query)
      const answer = await handler(await confirmedByPasskey(context, { ...input, query }))
      return within(answer, (content) => h(DeskContext.Provider, { value: input.session }, content))
    },
  })
}

/** Where the search form of a page is sent: it leads to the page, with what was typed sealed in the address. */
export function staffSearch(
  context: WebContext,
  { path, permission, field }: Pick<StaffPage, 'path' | 'permission'> & { readonly field: string },
): PageRoute {
  return staffPage(context, {
    method: 'POST',
    path,
    permission,
    handler: ({ session: { person }, form }) => {
      const place = { page: path, scope: person.id }
      return redirect(searchedPath(context.database, place, { to: path, form, fields: [field] }))
    },
  })
}

/** Pages of the desk that are read: each path, and what it shows. */
export function deskReads(
  context: WebContext,
  permission: StaffPage['permission'] = 'queues.view',
) {
  return (
    path: string,
    show: (input: DeskInput) => Promise<ComponentChild> | ComponentChild,
  ): PageRoute =>
    staffPage(context, {
      method: 'GET',
      path,
      permission,
      handler: async (input) => html(await show(input)),
    })
}

/** Forms of the desk: each path, and what a form sent there does. */
export function deskWrites(context: WebContext, permission: StaffPage['permission']) {
  return (path: string, handler: StaffPage['handler']): PageRoute =>
    staffPage(context, { method: 'POST', path, permission, handler })
}

const DeskContext = createContext<Desk | null>(null)

/** Whose page it is: every component of the desk may ask. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === null) throw new Error('a component of the desk was rendered outside of its pages')
  return desk
}

/** True if the role of the person whose page it is has the permission. */
export function useMay(permission: StaffPermission): boolean {
  return may(useDesk(), permission)
}

function deskGuard(context: WebContext, permission: StaffPage['permission']): PageGuard<Desk> {
  const { database, isSecondFactorRequired } = context
  const door = sessionGuard(context, 'staff', paths)
  return {
    async open(request) {
      const entry = await door.open(request)
      if (entry.kind !== 'entry') return entry
      const { session } = entry
      const { person } = session
      if (permission !== 'everybody') {
        requireStaffPermission(person, permission)
        // Until a second factor is set up, every page redirects to the one that does so.
        if (isSecondFactorRequired && !person.hasOneTimeCodes) return redirect(paths.codes)
      }
      const figures = await readDeskFigures(database)
      return { ...entry, session: { session, person, figures } }
    },
  }
}

/** True if the role of the person at the desk has the permission. */
export function may({ person }: Pick<Desk, 'person'>, permission: StaffPermission): boolean {
  return staffPermissions[permission].includes(person.role)
}

/** The staff's log-in. */
export const staffDoor: Door<'staff'> = {
  realm: 'staff',
  isStaff: true,
  paths,
}

/** A value that only our own form sends; anything else is refused with bad_request. */
export function oneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw refuse('bad_request')
  return found
}
