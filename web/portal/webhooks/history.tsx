import { asId, type DeliveryId } from '#domain/ids.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { advanceDelivery, retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import {
  type DeliveryPosition,
  type DeliveryRecord,
  listDeliveries,
  readDelivery,
} from '#use-cases/webhooks/list-deliveries.ts'
import { listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { deliveryFilterFields, readDeliveryFilter } from './delivery-filter.ts'
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
  { at, act, work }: { at: string; act: PortalAct; work: typeof retryDelivery },
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
  return html(<HistoryPage {...{ portal: session, query, endpoints, page }} />, { status })
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
  return <DeliveryPage portal={session} {...detail} faults={faults} />
}

function deliveryId(input: PortalInput): DeliveryId {
  return idParam<DeliveryId>(input, 'delivery_not_found')
}
