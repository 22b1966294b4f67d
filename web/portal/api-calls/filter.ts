import { asId, isUuid, type ApiKeyId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { apiCallDays } from '#use-cases/api-calls/keep.ts'
import type { ApiCallFilter } from '#use-cases/api-calls/list.ts'

/** Fields of the address of the list; each may be missing, and what means nothing is as if it were. */
export const filterFields = ['q', 'resultat', 'route', 'cle', 'jour'] as const

/** What became of a call, in the words of the list, and its statuses. */
export const results = {
  reussi: { label: 'Réussi', min: 200, max: 399 },
  refuse: { label: 'Refusé (4xx)', min: 400, max: 499 },
  panne: { label: 'Panne (5xx)', min: 500, max: 599 },
} as const

const dayMs = 86_400_000
/** Looked through where no day is chosen; a search by id looks at all days that are kept. */
export const daysShown = 7
/** A clock of another process may be ahead. */
const aheadMs = 60_000

/** What the list is asked for. */
export function readFilter(query: URLSearchParams, now: Date): ApiCallFilter {
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
