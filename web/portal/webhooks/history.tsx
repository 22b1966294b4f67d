import { fail } from '#domain/errors.ts'
import { asId, type DeliveryId, type EndpointId, isUuid, type TransactionId } from '#domain/ids.ts'
import { deliveryStatuses } from '#domain/webhook-delivery.ts'
import { advanceDelivery, retryDelivery } from '#db/commands/retry-delivery.ts'
import { type DeliveryFilter, listDeliveries, readDelivery } from '#db/queries/deliveries.ts'
import { findByReference } from '#db/queries/transactions.ts'
import { listEndpoints } from '#db/queries/webhook-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { listPath } from '#web/portal/transactions/filter.ts'
import { DeliveryPage } from './delivery-view.tsx'
import { unlessUnavailable } from './history-read.ts'
import { HistoryPage } from './history-view.tsx'

const permission = 'payments.view'
/** Spec: Delivery history in the portal. */
const rowsPerPage = 20

/** The history of deliveries, each of them, and what makes one be sent once more. */
export function historyPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.deliveries, (input) => showList(context, input)),
    page(`${paths.deliveries}/:id`, async (input) => html(await deliveryPage(context, input))),
    actPage(context, { at: 'relancer', act: 'webhook_delivery.retry', work: retryDelivery }),
    actPage(context, { at: 'avancer', act: 'webhook_delivery.advance', work: advanceDelivery }),
  ]
}

function actPage(
  context: WebContext,
  { at, act, work }: { at: string; act: string; work: typeof retryDelivery },
): PageRoute {
  return portalWrite(context, {
    path: `${paths.deliveries}/:id/${at}`,
    permission: 'webhooks.manage',
    read: deliveryId,
    act: (id) => ({ act, subject: { kind: 'webhook_delivery', id } }),
    async work(id, { session }) {
      const order = { serviceEnvId: session.place.id, id }
      await work(context.database, context.outbox, order)
      const text = 'L’envoi part tout de suite.'
      return redirect(`${paths.deliveries}/${id}`, { flash: { tone: 'ok', text } })
    },
    again: (input, faults) => deliveryPage(context, input, faults),
  })
}

async function showList({ database, cursors }: WebContext, { session, query }: PortalInput) {
  const { id } = session.place
  const place = { list: 'portal-deliveries', scope: id }
  const cursor = query.get('suite') ?? ''
  const [createdAt = '', lastId = ''] = cursor === '' ? [] : cursors.decode(place, cursor)
  const position = { createdAt: new Date(createdAt), id: asId<DeliveryId>(lastId) }
  const filter = await readFilter(database, id, query)
  const endpoints = await listEndpoints(database, id)
  const rows = await unlessUnavailable(
    filter === null
      ? Promise.resolve([])
      : listDeliveries(database, id, {
          filter,
          limit: rowsPerPage + 1,
          ...(cursor !== '' && { position }),
        }),
  )
  const shown = rows?.slice(0, rowsPerPage)
  const last = rows && rows.length > rowsPerPage ? shown?.at(-1) : undefined
  const suite = last && cursors.encode(place, [last.createdAt.toISOString(), last.id])
  return html(
    <HistoryPage
      portal={session}
      query={query}
      endpoints={endpoints}
      rows={shown}
      newer={cursor === '' ? null : listPath(paths.deliveries, query)}
      older={suite ? listPath(paths.deliveries, query, { suite }) : null}
    />,
    rows === undefined ? { status: 503 } : {},
  )
}

/** Null where no transaction is of this id or reference: nothing can be found. */
async function readFilter(
  database: WebContext['database'],
  serviceEnvId: PortalInput['session']['place']['id'],
  query: URLSearchParams,
): Promise<DeliveryFilter | null> {
  const text = (name: string): string => query.get(name)?.trim() ?? ''
  const status = deliveryStatuses.find((known) => known === text('statut'))
  const endpoint = text('webhook')
  const searched = text('q').slice(0, referenceLengthMax)
  const id = searched.toLowerCase()
  const transactionId = isUuid(id)
    ? asId<TransactionId>(id)
    : searched && (await findByReference(database, serviceEnvId, searched))
  if (searched !== '' && !transactionId) return null
  return {
    ...(status && { status }),
    ...(isUuid(endpoint) && { endpointId: asId<EndpointId>(endpoint) }),
    ...(transactionId && { transactionId }),
  }
}

const referenceLengthMax = 64

async function deliveryPage(
  { database }: WebContext,
  input: PortalInput,
  faults: Parameters<typeof DeliveryPage>[0]['faults'] = [],
) {
  const { session } = input
  const detail = await readDelivery(database, session.place.id, deliveryId(input))
  return <DeliveryPage portal={session} {...detail} faults={faults} />
}

function deliveryId(input: PortalInput): DeliveryId {
  const id = param(input, 'id')
  if (!isUuid(id)) throw fail('delivery_not_found')
  return asId<DeliveryId>(id)
}
