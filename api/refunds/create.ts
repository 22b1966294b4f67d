import { reservedRoute } from '#api/reserved-route.ts'

/** Refunds are requested in the portal (docs/api.md#general-rules). */
export function createRefund() {
  return reservedRoute({
    method: 'POST',
    path: '/v2/refunds',
    summary: 'Demander un remboursement (réservé au portail)',
  })
}
