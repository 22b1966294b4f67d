import { fail } from '#domain/errors.ts'
import { asId, type DeliveryId, isUuid } from '#domain/ids.ts'
import { advanceDelivery, retryDelivery } from '#db/commands/retry-delivery.ts'
import { type DeliveryPosition, listDeliveries, readDelivery } from '#db/queries/deliveries.ts'
import { listEndpoints } from '#db/queries/webhook-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { listPath } from '#web/portal/transactions/filter.ts'
import { readDeliveryFilter } from './delivery-filter.ts'
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
  const position = positionOf(query, (cursor) => cursors.decode(place, cursor))
  const [endpoints, filter] = await Promise.all([
    listEndpoints(database, id),
    readDeliveryFilter(database, id, query),
  ])
  const page = { limit: rowsPerPage + 1, ...(position && { position }) }
  const found = filter === null ? [] : listDeliveries(database, id, { filter, ...page })
  const rows = await unlessUnavailable(Promise.resolve(found))
  const suite = nextOf(rows ?? [], (position) => cursors.encode(place, position))
  return html(
    <HistoryPage
      portal={session}
      query={query}
      endpoints={endpoints}
      rows={rows?.slice(0, rowsPerPage)}
      newer={position ? listPath(paths.deliveries, query) : null}
      older={suite ? listPath(paths.deliveries, query, { suite }) : null}
    />,
    rows === undefined ? { status: 503 } : {},
  )
}

/** Where the next page begins; null where there is none. */
function nextOf(
  rows: readonly DeliveryPosition[],
  encode: (position: readonly string[]) => string,
): string | null {
  const last = rows.length > rowsPerPage ? rows[rowsPerPage - 1] : undefined
  return last ? encode([last.createdAt.toISOString(), last.id]) : null
}

function positionOf(
  query: URLSearchParams,
  decode: (cursor: string) => readonly string[],
): DeliveryPosition | undefined {
  const cursor = query.get('suite') ?? ''
  if (cursor === '') return undefined
  const [createdAt = '', id = ''] = decode(cursor)
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
  const id = param(input, 'id')
  if (!isUuid(id)) throw fail('delivery_not_found')
  return asId<DeliveryId>(id)
}
