import { reservedRoute } from '#api/reserved-route.ts'

/** Refunds are followed in the portal and by webhooks (docs/api.md#general-rules). */
export function readRefund() {
  return reservedRoute({
    method: 'GET',
    path: '/v2/refunds/:id',
    summary: 'Lire un remboursement (réservé au portail)',
  })
}
