import type { EndpointId } from '#domain/ids.ts'
import { listDeliveries } from '#use-cases/webhooks/list-deliveries.ts'
import {
  type EndpointRecord,
  findEndpoint,
  listEndpoints,
} from '#use-cases/webhooks/find-endpoints.ts'
import { readWebhookHealth } from '#use-cases/webhooks/read-health.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { EndpointPage } from './endpoint-view.tsx'
import { unlessUnavailable } from './history-read.ts'
import { EndpointList } from './list-view.tsx'

const permission = 'payments.view'
const latestShown = 5

/** All webhooks with how they do, and each of them. */
export function endpointPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.webhooks, (input) => showList(context, input)),
    page(`${paths.webhooks}/:id`, (input) => showOne(context, input)),
  ]
}

/** The webhook of the address. Refusal: webhook_endpoint_not_found. */
export async function endpointOf(
  { database }: WebContext,
  input: PortalInput,
): Promise<EndpointRecord> {
  const id = idParam<EndpointId>(input, 'webhook_endpoint_not_found')
  return findEndpoint(database, input.session.place.id, id)
}

async function showList({ database }: WebContext, { session }: PortalInput) {
  const [endpoints, health] = await Promise.all([
    listEndpoints(database, session.place.id),
    unlessUnavailable(readWebhookHealth(database, session.place.id)),
  ])
  return html(<EndpointList portal={session} endpoints={endpoints} health={health} />)
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
    <EndpointPage
      portal={input.session}
      endpoint={endpoint}
      health={health?.get(endpoint.id)}
      latest={latest}
    />,
  )
}
