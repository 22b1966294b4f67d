import { isUuid } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { actsOfKind } from '#domain/audit/portal-acts.ts'
import type { LogPage } from '#use-cases/audit/list.ts'

/** Fields of the address of the log; each may be missing, and what means nothing is as if it were. */
export const filterFields = ['qui', 'genre', 'du', 'au'] as const

const dayMs = 86_400_000

/** Which lines are asked for. */
export function readFilter(query: URLSearchParams): Omit<LogPage, 'limit' | 'before'> {
  const text = (name: (typeof filterFields)[number]): string => query.get(name)?.trim() ?? ''
  const lastDay = startOfLocalDay(text('au'))
  return {
    actorId: isUuid(text('qui')) ? text('qui') : undefined,
    acts: actsOfKind(text('genre')),
    from: startOfLocalDay(text('du')),
    to: lastDay && new Date(lastDay.getTime() + dayMs),
  }
}
