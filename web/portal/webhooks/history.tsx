import {
  asId,
  type DeliveryId,
  type EndpointId,
  isUuid,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { findByReference } from '#use-cases/transactions/find.ts'
import { advanceDelivery, retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import {
  type DeliveryFilter,
  type DeliveryPosition,
  type DeliveryRecord,
  listDeliveries,
  readDelivery,
} from '#use-cases/webhooks/list-deliveries.ts'
import { type EndpointRecord, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, portalSearch, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { isUnavailable } from '#http/envelope.ts'
import { DeliveryPage } from './delivery-view.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { endpointName, HistoryUnavailable, mayManage } from './parts.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

const permission = 'payments.view'
/** Spec: Delivery history in the portal. */
const rowsPerPage = 20

/** The history of deliveries, the page of each, and the form that retries one. */
export function historyPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.deliveries, (input) => showList(context, input)),
    portalSearch(context, { page: paths.deliveries, permission, fields: deliveryFilterFields }),
    page(`${paths.deliveries}/:id`, async (input) => html(await deliveryPage(context, input))),
    actPage(context, { at: 'relancer', act: 'webhook_delivery.retry', work: retryDelivery }),
    actPage(context, { at: 'avancer', act: 'webhook_delivery.advance', work: advanceDelivery }),
  ]
}

function actPage(
  context: WebContext,
  { at, act, work }: { at: string; act: PortalAct; work: typeof retryDelivery },
): PageRoute {
  return portalWrite(context, {
    path: `${paths.deliveries}/:id/${at}`,
    permission: 'webhooks.manage',
    read: deliveryId,
    act: (id) => ({ act, subject: { kind: 'webhook_delivery', id } }),
    async work(id, { session, language }) {
      const order = { serviceEnvId: session.place.id, id }
      await work(context.database, context.outbox, order)
      return doneAt(`${paths.deliveries}/${id}`, webhookWords[language].done.retried)
    },
    again: (input, faults) => deliveryPage(context, input, faults),
  })
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const [endpoints, filter] = await Promise.all([
    listEndpoints(database, place.id),
    readDeliveryFilter(database, place.id, query),
  ])
  const page = await unlessUnavailable(
    readListPage<DeliveryRecord, DeliveryPosition>(context, {
      name: 'portal-deliveries',
      path: paths.deliveries,
      place,
      query,
      fields: deliveryFilterFields,
      rowsPerPage,
      read: async (part) =>
        filter === null ? [] : listDeliveries(database, place.id, { filter, ...part }),
      toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
      fromCursor: positionOf,
    }),
  )
  const status = page === undefined ? 503 : 200
  return html(<HistoryPage {...{ query, endpoints, page }} />, { status })
}

function positionOf([createdAt = '', id = '']: readonly string[]): DeliveryPosition {
  return { createdAt: new Date(createdAt), id: asId<DeliveryId>(id) }
}

async function deliveryPage(
  { database }: WebContext,
  input: PortalInput,
  faults: Parameters<typeof DeliveryPage>[0]['faults'] = [],
) {
  const { session } = input
  const detail = await readDelivery(database, session.place.id, deliveryId(input))
  return <DeliveryPage {...detail} faults={faults} />
}

function deliveryId(input: PortalInput): DeliveryId {
  return idParam<DeliveryId>(input, 'delivery_not_found')
}

interface HistoryPageProps {
  readonly query: URLSearchParams
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly page: ListPage<DeliveryRecord> | undefined
}

/** The deliveries, newest first, and their filters. */
function HistoryPage(props: HistoryPageProps) {
  const portal = usePortal()
  const { query, endpoints, page } = props
  const { deliveries, shared } = useWebhookWords()
  const isNarrowed = deliveryFilterFields.some((name) => (query.get(name) ?? '') !== '')
  return (
    <PortalFrame title={deliveries.title}>
      <p>
        <a href={paths.webhooks}>{shared.all}</a>
      </p>
      <div class="row spread">
        <h1>{deliveries.title}</h1>
        {mayManage(portal) && (
          <ButtonLink href={paths.replays} look="quiet">
            {shared.replayMissed}
          </ButtonLink>
        )}
      </div>
      <DeliveryFilters query={query} endpoints={endpoints} isOpen={isNarrowed} />
      <Rows page={page} isNarrowed={isNarrowed} />
    </PortalFrame>
  )
}

function Rows({
  page,
  isNarrowed,
}: Pick<HistoryPageProps, 'page'> & { readonly isNarrowed: boolean }) {
  const { deliveries } = useWebhookWords()
  if (page === undefined) return <HistoryUnavailable />
  if (page.rows.length === 0) return <Nothing isNarrowed={isNarrowed} />
  return (
    <>
      <div class="card">
        <DeliveryTable caption={deliveries.caption} rows={page.rows} />
      </div>
      <Pagination newer={page.newer} older={page.older} />
    </>
  )
}

function DeliveryFilters({
  query,
  endpoints,
  isOpen,
}: Pick<HistoryPageProps, 'query' | 'endpoints'> & { readonly isOpen: boolean }) {
  const { deliveries, shared, states } = useWebhookWords()
  const value = (name: string) => query.get(name) ?? ''
  const named = endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)] as const)
  const statuses = deliveryStatuses.map((status) => [status, states.delivery[status]] as const)
  return (
    <Filters action={paths.deliveries} isOpen={isOpen} hasText>
      <TextField
        name="q"
        label={shared.transaction}
        type="search"
        value={value('q')}
        hint={deliveries.transactionHint}
        maxLength={64}
        isFilter
      />
      <SelectField
        name="statut"
        label={shared.status}
        value={value('statut')}
        options={[['', shared.every], ...statuses]}
        isFilter
      />
      <SelectField
        name="webhook"
        label={shared.webhook}
        value={value('webhook')}
        options={[['', shared.every], ...named]}
        isFilter
      />
    </Filters>
  )
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { deliveries } = useWebhookWords()
  if (isNarrowed) {
    return (
      <Empty title={deliveries.noMatch} icon="search">
        <p>
          {deliveries.noMatchText} <a href={paths.deliveries}>{deliveries.seeAll}</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title={deliveries.noneYet}>
      <p>{deliveries.noneYetText}</p>
      <ButtonLink href={paths.webhooks} look="quiet">
        {deliveries.seeWebhooks}
      </ButtonLink>
    </Empty>
  )
}

/** A read of the history; undefined while the history is unavailable, so that the settings beside it still work. */
export async function unlessUnavailable<Result>(
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}

/** Query fields of the history; an invalid value counts as missing. */
const deliveryFilterFields = ['q', 'statut', 'webhook'] as const

const referenceLengthMax = 64

/** The filter that the query asks for; null if no transaction has this id or reference, so nothing can match. */
async function readDeliveryFilter(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  query: URLSearchParams,
): Promise<DeliveryFilter | null> {
  const text = (name: (typeof deliveryFilterFields)[number]): string =>
    query.get(name)?.trim() ?? ''
  const status = deliveryStatuses.find((known) => known === text('statut'))
  const endpoint = text('webhook')
  const searched = text('q').slice(0, referenceLengthMax)
  const transactionId = await transactionOf(database, serviceEnvId, searched)
  if (searched !== '' && transactionId === undefined) return null
  return {
    ...(status && { status }),
    ...(isUuid(endpoint) && { endpointId: asId<EndpointId>(endpoint) }),
    ...(transactionId && { transactionId }),
  }
}

async function transactionOf(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  searched: string,
): Promise<TransactionId | undefined> {
  if (searched === '') return undefined
  const id = searched.toLowerCase()
  return isUuid(id) ? asId<TransactionId>(id) : findByReference(database, serviceEnvId, searched)
}
