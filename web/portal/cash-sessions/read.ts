import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import { asId, type CashSessionId, type TerminalId } from '#domain/ids.ts'
import { type CashSessionPosition, listCashSessions } from '#use-cases/cash-sessions/find.ts'
import type { WebContext } from '#web/context.ts'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'

interface Sessions {
  readonly path: string
  readonly terminalId?: TerminalId
}

/** Cash sessions, the newest first: of one terminal, or of all as the address narrows them. */
export function sessionsPage(
  context: WebContext,
  { session, query }: PortalInput,
  { path, terminalId }: Sessions,
): Promise<ListPage<CashSessionRecord>> {
  const { place } = session
  const scope = { serviceEnvId: place.id, ...(terminalId && { terminalId }) }
  const isNarrowed = terminalId === undefined && isOpenOnly(query)
  return readListPage<CashSessionRecord, CashSessionPosition>(context, {
    name: `portal-cash-sessions-${terminalId ?? 'all'}`,
    path,
    place,
    query,
    fields: terminalId === undefined ? ['etat'] : [],
    read: (part) =>
      listCashSessions(context.database, scope, { ...part, ...(isNarrowed && { isOpen: true }) }),
    toCursor: ({ openedAt, id }) => [openedAt.toISOString(), id],
    fromCursor: ([openedAt = '', id = '']) => ({
      openedAt: new Date(openedAt),
      id: asId<CashSessionId>(id),
    }),
  })
}

/** Whether an address asks for those that are open now. */
export function isOpenOnly(query: URLSearchParams): boolean {
  return query.get('etat') === 'ouvertes'
}
