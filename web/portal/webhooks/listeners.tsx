import { asId, type EventId, type ListenerId } from '#domain/ids.ts'
import { eventName } from '#domain/webhooks/event-names.ts'
import { missOf } from '#domain/webhooks/listener-result.ts'
import {
  findListener,
  isListening,
  type ListenerRecord,
} from '#use-cases/webhooks/find-listeners.ts'
import {
  type ListenerResultPosition,
  type ListenerResultRecord,
  listListenerResults,
} from '#use-cases/webhooks/list-listener-results.ts'
import type { WebContext } from '#web/context.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { errorText } from '#web/transactions/deliveries.tsx'
import { DeliveryBadge } from './parts.tsx'
import { useWebhookWords } from './words.ts'

const rowsPerPage = 20

/** What a developer's machine was passed, and its answers; in test mode only (docs/webhooks.md#listeners). */
export function listenerPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: `${paths.listeners}/:id`,
      permission: 'payments.view',
      mode: 'sandbox',
      handler: (input) => showListener(context, input),
    }),
  ]
}

async function showListener(context: WebContext, input: PortalInput) {
  const { database } = context
  const { session, query } = input
  const { place } = session
  const id = idParam<ListenerId>(input, 'webhook_listener_not_found')
  const listener = await findListener(database, place.id, id)
  const page = await readListPage<ListenerResultRecord, ListenerResultPosition>(context, {
    name: `portal-listener-${id}`,
    path: `${paths.listeners}/${id}`,
    place,
    query,
    fields: [],
    rowsPerPage,
    read: (part) => listListenerResults(database, { serviceEnvId: place.id, id }, part),
    toCursor: ({ recordedAt, eventId }) => [recordedAt.toISOString(), eventId],
    fromCursor: ([recordedAt = '', eventId = '']) => ({
      recordedAt: new Date(recordedAt),
      eventId: asId<EventId>(eventId),
    }),
  })
  return html(<ListenerPage listener={listener} page={page} />)
}

/** The listeners of a service, and how to become one. */
export function Listeners({ listeners }: { readonly listeners: readonly ListenerRecord[] }) {
  const words = useWebhookWords().listeners
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.intro}</p>
      <pre class="code" tabIndex={0}>
        payments listen --forward-to http://localhost:4242/hooks
      </pre>
      {listeners.length > 0 && (
        <Table
          caption={words.title}
          columns={[
            {
              title: words.name,
              cell: ({ id, label }) => <a href={`${paths.listeners}/${id}`}>{label}</a>,
            },
            { title: words.seen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            { title: words.state, cell: (listener) => <ListenerBadge listener={listener} /> },
          ]}
          rows={listeners}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

function ListenerBadge({ listener }: { readonly listener: ListenerRecord }) {
  const { now } = useScope()
  const { listening, silent } = useWebhookWords().listeners
  const isOn = isListening(listener, now)
  return <Badge tone={isOn ? 'ok' : 'still'}>{isOn ? listening : silent}</Badge>
}

interface ListenerPageProps {
  readonly listener: ListenerRecord
  readonly page: ListPage<ListenerResultRecord>
}

function ListenerPage({ listener, page }: ListenerPageProps) {
  const { listeners, shared } = useWebhookWords()
  return (
    <PortalFrame title={listener.label}>
      <p>
        <a href={paths.webhooks}>{shared.all}</a>
      </p>
      <div class="row spread">
        <h1>{listener.label}</h1>
        <ListenerBadge listener={listener} />
      </div>
      <p class="soft">{listeners.note}</p>
      <Facts
        facts={[
          { label: listeners.seen, value: <ExactTime at={listener.lastSeenAt} /> },
          { label: listeners.first, value: <ExactTime at={listener.createdAt} /> },
        ]}
      />
      {page.rows.length === 0 ? <p class="soft">{listeners.nothing}</p> : <Results page={page} />}
    </PortalFrame>
  )
}

function Results({ page }: Pick<ListenerPageProps, 'page'>) {
  const { listeners } = useWebhookWords()
  const columns = useColumns()
  return (
    <>
      <div class="card">
        <Table
          caption={listeners.caption}
          columns={columns}
          rows={page.rows}
          keyOf={({ eventId }) => eventId}
        />
      </div>
      <Pagination newer={page.newer} older={page.older} />
    </>
  )
}

function useColumns(): readonly Column<ListenerResultRecord>[] {
  const { language } = useScope()
  const { listeners, shared, deliveries } = useWebhookWords()
  return [
    {
      title: shared.event,
      cell: ({ event, isTest }) => (
        <>
          {eventName(event, language)}
          {isTest && <span class="soft small"> {deliveries.test}</span>}
        </>
      ),
    },
    { title: shared.date, cell: ({ recordedAt }) => <Time at={recordedAt} /> },
    {
      title: shared.transaction,
      cell: ({ transaction }) =>
        transaction === null ? (
          '—'
        ) : (
          <a href={`${paths.transactions}/${transaction.id}`}>{transaction.reference}</a>
        ),
    },
    { title: listeners.tries, isNamed: true, cell: ({ tries }) => String(tries) },
    {
      title: listeners.answer,
      cell: ({ httpStatus, error }) =>
        error === null ? `HTTP ${httpStatus}` : errorText(error, language),
    },
    { title: listeners.duration, cell: ({ durationMs }) => `${durationMs}\u00A0ms` },
    {
      title: shared.status,
      cell: (row) => <DeliveryBadge status={missOf(row) === null ? 'delivered' : 'failed'} />,
    },
  ]
}
