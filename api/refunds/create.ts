import { reservedRoute } from '#api/reserved-route.ts'

/** Refunds are requested in the portal (spec: General rules 7). */
export function createRefund() {
  return reservedRoute({
    method: 'POST',
    path: '/v2/refunds',
    summary: 'Demander un remboursement (réservé au portail)',
  })
}
