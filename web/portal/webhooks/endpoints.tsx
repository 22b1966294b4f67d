import type { EndpointId } from '#domain/ids.ts'
import { listDeliveries } from '#use-cases/webhooks/list-deliveries.ts'
import {
  type EndpointRecord,
  findEndpoint,
  listEndpoints,
} from '#use-cases/webhooks/find-endpoints.ts'
import { listListeners, type ListenerRecord } from '#use-cases/webhooks/find-listeners.ts'
import { type EndpointHealth, readWebhookHealth } from '#use-cases/webhooks/read-health.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { endpointsMax } from '#use-cases/webhooks/create-endpoint.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { EndpointPage, eventsText, Health } from './endpoint-view.tsx'
import { unlessUnavailable } from './history.tsx'
import { Listeners } from './listeners.tsx'
import type { WebhookWords } from './french.tsx'
import { EndpointBadge, endpointName, HistoryUnavailable, mayManage } from './parts.tsx'
import { useWebhookWords } from './words.ts'

const permission = 'payments.view'
const latestShown = 5

/** The list of webhooks with their health, and the page of each. */
export function endpointPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.webhooks, (input) => showList(context, input)),
    page(`${paths.webhooks}/:id`, (input) => showOne(context, input)),
  ]
}

/** The webhook in the path. Error: webhook_endpoint_not_found. */
export async function endpointOf(
  { database }: WebContext,
  input: PortalInput,
): Promise<EndpointRecord> {
  const id = idParam<EndpointId>(input, 'webhook_endpoint_not_found')
  return findEndpoint(database, input.session.place.id, id)
}

async function showList({ database }: WebContext, { session }: PortalInput) {
  const { id, mode } = session.place
  const [endpoints, health, listeners] = await Promise.all([
    listEndpoints(database, id),
    unlessUnavailable(readWebhookHealth(database, id)),
    mode === 'sandbox' ? listListeners(database, id) : null,
  ])
  return html(<EndpointList {...{ endpoints, health, listeners }} />)
}

async function showOne(context: WebContext, input: PortalInput) {
  const endpoint = await endpointOf(context, input)
  const { database } = context
  const serviceEnvId = input.session.place.id
  const page = { filter: { endpointId: endpoint.id }, limit: latestShown }
  const [health, latest] = await Promise.all([
    unlessUnavailable(readWebhookHealth(database, serviceEnvId)),
    unlessUnavailable(listDeliveries(database, serviceEnvId, page)),
  ])
  return html(
    <EndpointPage endpoint={endpoint} health={health?.get(endpoint.id)} latest={latest} />,
  )
}

type Healths = ReadonlyMap<EndpointId, EndpointHealth> | undefined

interface EndpointListProps {
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly health: Healths
  /** Null in live mode, where there are none. */
  readonly listeners: readonly ListenerRecord[] | null
}

/** The webhooks of a service in one mode, with their health. */
function EndpointList({ endpoints, health, listeners }: EndpointListProps) {
  const portal = usePortal()
  const { list, shared } = useWebhookWords()
  const mayAdd = mayManage(portal) && endpoints.length < endpointsMax
  return (
    <PortalFrame title={shared.title}>
      <div class="row spread">
        <h1>{shared.title}</h1>
        {mayAdd && endpoints.length > 0 && (
          <ButtonLink href={paths.newWebhook}>{list.add}</ButtonLink>
        )}
      </div>
      <p class="soft">{list.intro}</p>
      {health === undefined && <HistoryUnavailable />}
      <Endpoints {...{ endpoints, health }} />
      {listeners !== null && <Listeners listeners={listeners} />}
      <div class="row">
        <ButtonLink href={paths.deliveries} look="quiet">
          {list.history}
        </ButtonLink>
        <ButtonLink href={paths.replays} look="quiet">
          {shared.replayMissed}
        </ButtonLink>
      </div>
    </PortalFrame>
  )
}

function Endpoints({ endpoints, health }: Omit<EndpointListProps, 'listeners'>) {
  const portal = usePortal()
  const words = useWebhookWords()
  const isFull = endpoints.length >= endpointsMax
  if (endpoints.length === 0) return <Nothing mayAdd={mayManage(portal)} />
  return (
    <>
      <CardTable
        caption={words.shared.title}
        columns={columnsOf(health, words)}
        rows={endpoints}
        keyOf={({ id }) => id}
      />
      {isFull && mayManage(portal) && <p class="soft small">{words.list.full}</p>}
    </>
  )
}

function columnsOf(health: Healths, words: WebhookWords): readonly Column<EndpointRecord>[] {
  const { shared } = words
  return [
    {
      title: shared.webhook,
      cell: (endpoint) => (
        <>
          <a href={`${paths.webhooks}/${endpoint.id}`}>{endpointName(endpoint)}</a>
          <div class="soft small break">{endpoint.url}</div>
        </>
      ),
    },
    { title: shared.events, cell: (endpoint) => eventsText(endpoint, words) },
    ...(health === undefined
      ? []
      : [
          {
            title: words.health.title,
            cell: ({ id }: EndpointRecord) => <Health health={health.get(id)} />,
          },
        ]),
    {
      title: shared.state,
      cell: ({ id, status }) => <EndpointBadge status={status} health={health?.get(id)} />,
    },
  ]
}

function Nothing({ mayAdd }: { readonly mayAdd: boolean }) {
  const { list } = useWebhookWords()
  if (!mayAdd) {
    return (
      <Empty title={list.none}>
        <p>{list.noneForYou}</p>
      </Empty>
    )
  }
  return (
    <Empty title={list.noneYet}>
      <p>{list.noneYetText}</p>
      <ButtonLink href={paths.newWebhook}>{list.add}</ButtonLink>
    </Empty>
  )
}
