import { fail } from '#domain/errors/errors.ts'
import {
  type ApiCallFilter,
  type ApiCallPosition,
  type ApiCallRecord,
  listApiCalls,
} from '#use-cases/api-calls/list.ts'
import { type ApiKeyRecord, listApiKeys } from '#use-cases/keys/list.ts'
import type { ApiRoute, WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { isNarrowed, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, portalSearch } from '#web/portal/portal-page.ts'
import { documentation } from '#web/design/documentation.ts'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { ApiCallPage, ApiCallTable, keyText } from './detail.tsx'
import { type ApiKeyId, asId, isUuid } from '#domain/ids.ts'
import { dayMs, startOfLocalDay } from '#domain/text/local-day.ts'
import { apiCallDays } from '#use-cases/api-calls/keep.ts'
import { type ApiCallWords, useApiCallWords } from './words.tsx'

const permission = 'keys.manage'

/** The API calls of a service's keys in one mode, found by the request id in each answer (docs/api.md#call-log). */
export function apiCallPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.apiCalls, (input) => showList(context, input)),
    portalSearch(context, { page: paths.apiCalls, permission, fields: filterFields }),
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
  return html(<ApiCallList query={query} keys={keys} routes={apiRoutes} {...page} />)
}

/** The call with its replays; only the latest replays of a call repeated very often. */
const rowsOfOne = 50

async function showOne({ database }: WebContext, input: PortalInput) {
  const { session } = input
  const id = idParam(input, 'route_not_found')
  const filter = readFilter(new URLSearchParams({ q: id }), new Date())
  const rows = await listApiCalls(database, session.place.id, { filter, limit: rowsOfOne })
  const call = rows.find((row) => row.id === id)
  if (call === undefined) throw fail('route_not_found')
  return html(<ApiCallPage call={call} replays={rows.filter((row) => row !== call)} />)
}

interface ListProps extends ListPage<ApiCallRecord> {
  readonly query: URLSearchParams
  readonly keys: readonly ApiKeyRecord[]
  readonly routes: readonly ApiRoute[]
}

function ApiCallList({ query, rows, newer, older, ...choices }: ListProps) {
  const isFiltered = isNarrowed(query, filterFields)
  const words = useApiCallWords()
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <p class="soft">{words.intro(<code>request_id</code>, <code>X-Request-Id</code>)}</p>
      <Filters action={paths.apiCalls} isOpen={isFiltered} hasText>
        <Choices query={query} {...choices} />
      </Filters>
      {rows.length === 0 ? <Nothing isFiltered={isFiltered} /> : <ApiCallTable rows={rows} />}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query, keys, routes }: Pick<ListProps, 'query' | 'keys' | 'routes'>) {
  const { language } = useScope()
  const { filters } = useApiCallWords()
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  const keyOptions = keys.map((key) => [key.id, keyText(key, language)] as const)
  const routeOptions = routes.map(({ method, path }) => {
    const text = `${method} ${path}`
    return [text, text] as const
  })
  return (
    <>
      <TextField
        name="q"
        label={filters.id}
        type="search"
        value={value('q')}
        maxLength={64}
        isFilter
      />
      <SelectField
        name="resultat"
        label={filters.result}
        value={value('resultat')}
        options={[['', filters.everyResult], ...Object.entries(filters.results)]}
        isFilter
      />
      <SelectField
        name="route"
        label={filters.route}
        value={value('route')}
        options={[['', filters.everyRoute], ...routeOptions]}
        isFilter
      />
      <SelectField
        name="cle"
        label={filters.key}
        value={value('cle')}
        options={[['', filters.everyKey], ...keyOptions]}
        isFilter
      />
      <TextField name="jour" label={filters.day} type="date" value={value('jour')} isFilter />
    </>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { language } = useScope()
  const { list } = useApiCallWords()
  if (isFiltered) {
    return (
      <Empty title={list.noMatch} icon="search">
        <p>
          {list.noMatchText} <a href={paths.apiCalls}>{list.seeLatest}</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title={list.none(String(daysShown))}>
      <p>
        {list.noneText} <a href={documentation[language].home}>{list.readDocumentation}</a>
      </p>
    </Empty>
  )
}

/** Query fields of the list; each may be missing, and an invalid value counts as missing. */
const filterFields = ['q', 'resultat', 'route', 'cle', 'jour'] as const

/** The outcomes of calls, each with its range of statuses. */
const results: Readonly<
  Record<keyof ApiCallWords['filters']['results'], NonNullable<ApiCallFilter['status']>>
> = {
  reussi: { min: 200, max: 399 },
  refuse: { min: 400, max: 499 },
  panne: { min: 500, max: 599 },
}

/** Days searched if none is chosen; a search by id covers all stored days. */
const daysShown = 7
/** Another process's clock may be ahead. */
const aheadMs = 60_000

/** The filter that the query asks for. */
function readFilter(query: URLSearchParams, now: Date): ApiCallFilter {
  const text = (name: (typeof filterFields)[number]): string => query.get(name)?.trim() ?? ''
  const id = text('q').toLowerCase()
  const requestId = isUuid(id) ? id : null
  const result = Object.entries(results).find(([name]) => name === text('resultat'))?.[1]
  return {
    ...periodOf(startOfLocalDay(text('jour')), requestId ? apiCallDays : daysShown, now),
    requestId,
    route: routeOf(text('route')),
    apiKeyId: isUuid(text('cle')) ? asId<ApiKeyId>(text('cle')) : null,
    status: result ?? null,
  }
}

/** `POST /v2/collections`. */
function routeOf(text: string): ApiCallFilter['route'] {
  const [method = '', path] = text.split(' ')
  return path === undefined ? null : { method, path }
}

function periodOf(
  day: Date | undefined,
  days: number,
  now: Date,
): Pick<ApiCallFilter, 'from' | 'to'> {
  return day
    ? { from: day, to: new Date(day.getTime() + dayMs) }
    : { from: new Date(now.getTime() - days * dayMs), to: new Date(now.getTime() + aheadMs) }
}
