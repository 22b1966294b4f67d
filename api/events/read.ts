import { reservedRoute } from '#api/reserved-route.ts'

/** Events are delivered by webhook only (docs/webhooks.md#events). */
export function readEvent() {
  return reservedRoute({
    method: 'GET',
    path: '/v2/events/:id',
    summary: 'Lire un événement (par webhook seulement)',
  })
}
