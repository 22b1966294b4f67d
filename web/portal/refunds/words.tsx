import type { RefundRecord, RefundStatus } from '#domain/refunds/refund.ts'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'

const statuses = {
  pending: ['wait', 'À valider'],
  approved: ['wait', 'Validé'],
  processing: ['wait', 'En cours'],
  succeeded: ['ok', 'Remboursé'],
  rejected: ['bad', 'Refusé'],
  failed: ['bad', 'Échoué'],
  cancelled: ['still', 'Annulé'],
} as const satisfies Readonly<Record<RefundStatus, readonly [Tone, string]>>

/** The states of a refund in the order of its life. */
export const refundStatuses = Object.keys(statuses) as readonly RefundStatus[]

/** A state in a word. */
export function refundStatusName(status: RefundStatus): string {
  return statuses[status][1]
}

export function RefundBadge({ status }: Pick<RefundRecord, 'status'>) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}
