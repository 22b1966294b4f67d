import { ServiceError } from '#domain/errors/errors.ts'
import { createContext, h } from 'preact'
import { useContext } from 'preact/hooks'
import { type People, requirePortalPermission } from '#domain/people/person.ts'
import type { PortalPermission } from '#domain/people/portal-roles.ts'
import { listPlaces, type Place } from '#use-cases/merchants/list-places.ts'
import { countUnread } from '#use-cases/notifications/read.ts'
import type { ReadSession } from '#use-cases/sessions/read.ts'
import type { WebContext } from '#web/context.ts'
import type { Door } from '#web/door/door.ts'
import { keepForm } from '#web/door/kept-form.tsx'
import { PageRefusal, refuse } from '#web/errors/refusal.ts'
import { type PageAnswer, redirect, within } from '#web/http/answer.ts'
import { type Counter, findCounter } from '#use-cases/terminals/points-of-sale.ts'
import { confirmedByPasskey } from '#web/http/confirmed.ts'
import type { Cookie } from '#web/http/cookies.ts'
import { guardedPage, type PageGuard, type PageInput, type PageRoute } from '#web/http/route.ts'
import { sessionGuard } from '#web/http/session-guard.ts'
import { openedQuery, searchedPath, type TypedPlace } from '#web/http/typed.ts'
import { paths, signUpPaths } from './paths.ts'

/** The person in the portal, and the place: everything a page reads or changes belongs to this place. */
export interface Portal {
  readonly session: ReadSession<'portal'>
  readonly person: People['portal']
  readonly place: Place
  /** All places of the merchant, for switching; a cashier has only that of their point of sale. */
  readonly places: readonly Place[]
  /** Where a cashier sells, the only point of sale of which they see anything; null for every other role. */
  readonly counter: Counter | null
  /** The person's unread notifications, up to a maximum. */
  readonly unread: number
}

export type PortalInput = PageInput<Portal>

interface PortalPage {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Absent if everybody who is logged in may open it. */
  readonly permission?: PortalPermission
  /** Absent if it exists in both modes. */
  readonly mode?: 'sandbox'
  /** Maximum size of its form; 32 KB unless it carries a file. */
  readonly formBytesMax?: number
  /**
   * If the session was over, its form comes back after the log-in, marked by `resumedField`; the page then only shows
   * it.
   */
  readonly isKept?: boolean
  /** The page whose searches it reads too, such as the list that a file has; without it its own. */
  readonly searchOf?: string
  readonly handler: (input: PortalInput) => Promise<PageAnswer> | PageAnswer
}

/**
 * A page of the portal. Checks the session, the role's permission and the place, in this order, before reading the
 * form. Errors: operation_not_allowed, no_service, test_only.
 */
export function portalPage(context: WebContext, page: PortalPage): PageRoute {
  const { permission, mode, isKept, searchOf = page.path, handler, ...definition } = page
  return guardedPage(portalGuard(context, { permission, mode, isKept }), {
    ...definition,
    isBilingual: true,
    async handler(input) {
      const place = searchPlace(input.session, searchOf)
      const query = openedQuery(context.database, place, input.query)
      const answer = await handler(await confirmedByPasskey(context, { ...input, query }))
      return within(answer, (content) =>
        h(PortalContext.Provider, { value: input.session }, content),
      )
    },
  })
}

/** Where the search form of a page is sent: it leads to the page, with what was typed sealed in the address. */
export function portalSearch(
  context: WebContext,
  { page, below = '', permission, fields }: PortalSearch,
): PageRoute {
  return portalPage(context, {
    method: 'POST',
    path: page + below,
    permission,
    isKept: true,
    handler({ session, form, path }) {
      const to = path.slice(0, path.length - below.length)
      const place = searchPlace(session, page)
      return redirect(searchedPath(context.database, place, { to, form, fields }))
    },
  })
}

interface PortalSearch {
  /** The path of the page. */
  readonly page: string
  /** What its form adds to that path where the page itself takes another form. */
  readonly below?: string
  readonly permission: PortalPermission
  /** All fields of the form. */
  readonly fields: readonly string[]
}

/** A search belongs to one person, in one service and mode. */
function searchPlace({ person, place }: Portal, page: string): TypedPlace {
  return { page, scope: `${person.id} ${place.id}` }
}

const PortalContext = createContext<Portal | null>(null)

/** Whose page it is, and of which place: every component of the portal may ask. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === null)
    throw new Error('a component of the portal was rendered outside of its pages')
  return portal
}

/** GET pages of the portal that share a permission. */
export function portalReads(context: WebContext, permission: PortalPermission) {
  return (
    path: string,
    handler: PortalPage['handler'],
    more: Pick<PortalPage, 'searchOf'> = {},
  ): PageRoute => portalPage(context, { method: 'GET', path, permission, handler, ...more })
}

/** Whether whoever opened this page might open it now: still logged in, with the permission, place and point of sale. */
export async function mayStillOpen(
  context: WebContext,
  permission: PortalPermission,
  input: PortalInput,
): Promise<boolean> {
  const guard = portalGuard(context, { permission, mode: undefined, isKept: undefined })
  try {
    const entry = await guard.open(input)
    if (entry.kind !== 'entry') return false
    const { place, counter } = entry.session
    return place.id === input.session.place.id && counter?.id === input.session.counter?.id
  } catch (error) {
    if (error instanceof ServiceError || error instanceof PageRefusal) return false
    throw error
  }
}

function portalGuard(
  context: WebContext,
  asked: {
    readonly permission: PortalPermission | undefined
    readonly mode: 'sandbox' | undefined
    readonly isKept: boolean | undefined
  },
): PageGuard<Portal> {
  const { database } = context
  const kept = asked.isKept && { whenOver: keepForm(context, portalDoor) }
  const door = sessionGuard(context, 'portal', { ...paths, ...kept })
  return {
    async open(request) {
      const entry = await door.open(request)
      if (entry.kind !== 'entry') return entry
      const { person } = entry.session
      const { counter, places } = await whereOf(context, person)
      const place =
        places.find(({ id }) => id === request.cookie(placeCookie)) ??
        places.find(({ isOpen }) => isOpen)
      if (asked.permission !== undefined)
        requirePortalPermission(person, asked.permission, place?.mode)
      if (place === undefined) throw refuse('no_service')
      if (asked.mode !== undefined && asked.mode !== place.mode) throw refuse('test_only')
      const unread = await countUnread(database, { serviceEnvId: place.id, person })
      const session = { session: entry.session, person, place, places, counter, unread }
      return { ...entry, session }
    },
  }
}

/** The places somebody may work in; a cashier has the one of their counter. */
async function whereOf(
  { database }: WebContext,
  person: People['portal'],
): Promise<Pick<Portal, 'places' | 'counter'>> {
  const counter = await findCounter(database, person)
  const all = await listPlaces(database, person.merchantId)
  const places = counter === null ? all : all.filter(({ id }) => id === counter.serviceEnvId)
  return { counter, places }
}

const placeCookie = 'portal_place'
const yearSeconds = 31_536_000

/** Remembers the place somebody works in. It grants nothing: only a place of their own merchant counts. */
export function rememberPlace({ id }: Place): Cookie {
  return { name: placeCookie, value: id, maxAgeSeconds: yearSeconds }
}

/** The log-in of merchants' people. */
const portalDoor: Door<'portal'> = { realm: 'portal', paths }

/** The same, with the sign-up for new merchants, if that is open. */
export function portalDoorOf({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>): Door<'portal'> {
  return isSignUpOpen ? { ...portalDoor, paths: { ...paths, signUp: signUpPaths } } : portalDoor
}
