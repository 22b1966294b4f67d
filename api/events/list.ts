import { reservedRoute } from '#api/reserved-route.ts'

/** Events are delivered by webhook only (spec: Event types). */
export function listEvents() {
  return reservedRoute({
    method: 'GET',
    path: '/v2/events',
    summary: 'Lister les événements (par webhook seulement)',
  })
}
