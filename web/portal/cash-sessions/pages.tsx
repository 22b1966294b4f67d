import { type CashSessionRecord, tillTotals } from '#domain/cash-sessions/cash-session.ts'
import { asId, type CashSessionId, type TerminalId } from '#domain/ids.ts'
import { closeCashSession } from '#use-cases/cash-sessions/close.ts'
import {
  type CashSessionPosition,
  findCashSession,
  listCashSessions,
} from '#use-cases/cash-sessions/find.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { isForTicket } from '#web/design/paper.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import { CashSessionPage, closeFields, SessionBadge } from './detail.tsx'
import { cashIn, noteFaults } from './open-form.tsx'
import { type CashSessionWords, cashSessionWords, useCashSessionWords } from './words.tsx'

const permission = 'terminals.manage'

/** The cash sessions of a service in one mode: open ones, past ones, and their reports. */
export function cashSessionPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, permission)
  return [
    view(paths.cashSessions, async (input) => {
      const page = await sessionsPage(context, input, { path: paths.cashSessions })
      const isNarrowed = isOpenOnly(input.query)
      return html(<CashSessionList page={page} isNarrowed={isNarrowed} />)
    }),
    view(`${paths.cashSessions}/:id`, async (input) =>
      html(await sessionPage(context, input, null)),
    ),
    closePage(context),
  ]
}

function closePage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.cashSessions}/:id/cloturer`,
    permission,
    async read(input) {
      const { id, terminal } = await sessionOf(context, input)
      return { id, terminalId: terminal.id, ...readClosing(input) }
    },
    act: ({ id }) => ({ act: 'cash_session.close', subject: { kind: 'cash_session', id } }),
    async work({ id, terminalId, ...closing }, { session, language }) {
      const scope = { serviceEnvId: session.place.id, terminalId }
      await closeCashSession(context.database, { scope, id }, { ...closing, closedBy: 'portal' })
      return doneAt(`${paths.cashSessions}/${id}`, cashSessionWords[language].close.done)
    },
    again: (input, faults) => sessionPage(context, input, faults),
  })
}

function readClosing({ form, language }: PortalInput) {
  const { cash } = cashSessionWords[language].faults
  const counted = cashIn(form.text(closeFields.counted))
  const note = form.text(closeFields.note)
  const faults: FieldFault[] = [
    ...(counted === undefined ? [{ field: closeFields.counted, message: cash }] : []),
    ...noteFaults({ field: closeFields.note, note }, language),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return { countedCash: counted?.minor ?? null, note: note || null }
}

async function sessionPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] | null,
) {
  const { form } = input
  const typed = { counted: form.text(closeFields.counted), note: form.text(closeFields.note) }
  const portal = input.session
  const session = await sessionOf(context, input)
  const [merchant, closer] = await Promise.all([
    readReceiptMerchant(context.database, portal.place.id),
    closerOf(context, portal, session),
  ])
  const isTicket = isForTicket(input.query)
  return <CashSessionPage {...{ session, merchant, closer, isTicket, faults, typed }} />
}

/** The audit log knows who closed it in the portal. */
async function closerOf(
  { database }: WebContext,
  { person: { merchantId } }: Portal,
  { id, closedBy }: CashSessionRecord,
): Promise<string | null> {
  if (closedBy !== 'portal') return null
  const lines = await listActivity(database, merchantId, {
    limit: 20,
    subject: { kind: 'cash_session', id },
    acts: ['cash_session.close'],
  })
  return lines.find(({ outcome }) => outcome === 'done')?.actor.name ?? null
}

/** The session in the path. Error: cash_session_not_found. */
function sessionOf({ database }: WebContext, input: PortalInput) {
  const id = idParam<CashSessionId>(input, 'cash_session_not_found')
  return findCashSession(database, { serviceEnvId: input.session.place.id }, id)
}

interface ListProps {
  readonly page: ListPage<CashSessionRecord>
  readonly isNarrowed: boolean
}

/** The sessions of all terminals, newest first. */
function CashSessionList({ page: { rows, newer, older }, isNarrowed }: ListProps) {
  const words = useCashSessionWords().list
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {isNarrowed ? (
          <ButtonLink href={paths.cashSessions} look="quiet">
            {words.showAll}
          </ButtonLink>
        ) : (
          <ButtonLink href={`${paths.cashSessions}?etat=ouvertes`} look="quiet">
            {words.showOpen}
          </ButtonLink>
        )}
      </div>
      {rows.length === 0 ? <Nothing isNarrowed={isNarrowed} /> : <CashSessionTable rows={rows} />}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Nothing({ isNarrowed }: Pick<ListProps, 'isNarrowed'>) {
  const words = useCashSessionWords().list
  return (
    <Empty title={isNarrowed ? words.noneOpen : words.none}>
      <p>{words.howTo(<a href={paths.terminals}>{words.howToTerminal}</a>)}</p>
    </Empty>
  )
}

/** A table of sessions, each linking to its report. */
export function CashSessionTable({ rows }: { readonly rows: readonly CashSessionRecord[] }) {
  const words = useCashSessionWords()
  return (
    <CardTable
      caption={words.list.title}
      columns={columnsOf(words)}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

function columnsOf({ list: words, turn }: CashSessionWords): readonly Column<CashSessionRecord>[] {
  return [
    {
      title: words.cashier,
      cell: ({ id, operator }) => <a href={`${paths.cashSessions}/${id}`}>{operator.name}</a>,
    },
    { title: turn.terminal, cell: ({ terminal }) => terminal.label },
    { title: words.opened, cell: ({ openedAt }) => <Time at={openedAt} /> },
    { title: words.state, cell: (session) => <SessionBadge session={session} /> },
    {
      title: words.collected,
      isNumber: true,
      cell: (session) => <Amount of={tillTotals(session).amount} />,
    },
  ]
}

interface Sessions {
  readonly path: string
  readonly terminalId?: TerminalId
}

/** Cash sessions, newest first: of one terminal, or of all, filtered by the query. */
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

/** Whether the query asks for open sessions only. */
function isOpenOnly(query: URLSearchParams): boolean {
  return query.get('etat') === 'ouvertes'
}
