import { reservedRoute } from '#api/reserved-route.ts'

/** Events are delivered by webhook only (docs/webhooks.md#events). */
export function listEvents() {
  return reservedRoute({
    method: 'GET',
    path: '/v2/events',
    summary: 'Lister les événements (par webhook seulement)',
  })
}
