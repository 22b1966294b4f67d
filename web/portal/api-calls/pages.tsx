import { fail } from '#domain/errors/errors.ts'
import {
  type ApiCallPosition,
  type ApiCallRecord,
  listApiCalls,
} from '#use-cases/api-calls/list.ts'
import { listApiKeys } from '#use-cases/keys/list.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { ApiCallPage } from './detail.tsx'
import { filterFields, readFilter } from './filter.ts'
import { ApiCallList } from './list.tsx'

const permission = 'keys.manage'

/** What a place's keys asked of the API, found by the id that each answer carries (docs/api.md#call-log). */
export function apiCallPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.apiCalls, (input) => showList(context, input)),
    page(`${paths.apiCalls}/:id`, (input) => showOne(context, input)),
  ]
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database, apiRoutes } = context
  const { place } = session
  const filter = readFilter(query, new Date())
  const [page, keys] = await Promise.all([
    readListPage<ApiCallRecord, ApiCallPosition>(context, {
      name: 'portal-api-calls',
      path: paths.apiCalls,
      place,
      query,
      fields: filterFields,
      read: (part) => listApiCalls(database, place.id, { filter, ...part }),
      toCursor: ({ at, id }) => [at.toISOString(), id],
      fromCursor: ([at = '', id = '']) => ({ at: new Date(at), id }),
    }),
    listApiKeys(database, place.id),
  ])
  return html(
    <ApiCallList portal={session} query={query} keys={keys} routes={apiRoutes} {...page} />,
  )
}

/** With its replays; a call that is asked for again and again shows the last of them. */
const rowsOfOne = 50

async function showOne({ database }: WebContext, input: PortalInput) {
  const { session } = input
  const id = idParam(input, 'route_not_found')
  const filter = readFilter(new URLSearchParams({ q: id }), new Date())
  const rows = await listApiCalls(database, session.place.id, { filter, limit: rowsOfOne })
  const call = rows.find((row) => row.id === id)
  if (call === undefined) throw fail('route_not_found')
  return html(
    <ApiCallPage portal={session} call={call} replays={rows.filter((row) => row !== call)} />,
  )
}
