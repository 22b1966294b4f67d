import { reservedRoute } from '#api/reserved-route.ts'

/** Refunds are followed in the portal and by webhooks (spec: General rules 7). */
export function readRefund() {
  return reservedRoute({
    method: 'GET',
    path: '/v2/refunds/:id',
    summary: 'Lire un remboursement (réservé au portail)',
  })
}
