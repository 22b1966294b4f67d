import { type ErrorDetails, fail } from '#domain/errors/errors.ts'
import { addedVersion } from '#http/added-version.ts'
import { type Route, route } from '#http/route.ts'

/** Where refunds are until the API has them. */
const inPortal = { portal_path: '/portail' }

/** Refunds are requested in the portal (docs/api.md#general-rules). */
export function createRefund() {
  return reservedRoute(
    {
      method: 'POST',
      path: '/v2/refunds',
      summary: 'Demander un remboursement (réservé au portail)',
    },
    inPortal,
  )
}

/** Refunds are followed in the portal and by webhooks (docs/api.md#general-rules). */
export function readRefund() {
  return reservedRoute(
    {
      method: 'GET',
      path: '/v2/refunds/:id',
      summary: 'Lire un remboursement (réservé au portail)',
    },
    inPortal,
  )
}

/** Served from version 2.6.0 on (docs/webhooks.md#events-by-the-api). */
export function listEvents() {
  return reservedRoute(
    {
      method: 'GET',
      path: '/v2/events',
      summary: 'Lister les événements (par webhook seulement)',
    },
    { service_version: addedVersion },
  )
}

/** Served from version 2.6.0 on (docs/webhooks.md#events-by-the-api). */
export function readEvent() {
  return reservedRoute(
    {
      method: 'GET',
      path: '/v2/events/:id',
      summary: 'Lire un événement (par webhook seulement)',
    },
    { service_version: addedVersion },
  )
}

/** A route that is announced but not implemented: with a secret key, every request is answered 501. */
function reservedRoute(
  address: Pick<Route, 'method' | 'path' | 'summary'>,
  details: ErrorDetails,
): Route {
  const refuse = (): never => {
    throw fail('not_implemented', details)
  }
  return route({
    ...address,
    keys: ['secret'],
    // Before field validation: no field is known, so none can be wrong.
    checkFields: refuse,
    handler: refuse,
  })
}
