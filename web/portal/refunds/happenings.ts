import { failureMessage } from '#domain/errors/errors.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { FinalRefundStatus, RefundRecord, RefundStatus } from '#domain/refunds/refund.ts'
import type { Happening } from '#web/design/timeline.tsx'
import type { Tone } from '#web/design/tone.ts'

/** What happened to a refund, as the books have it, and what is awaited now. */
export function refundHappenings(refund: RefundRecord, askedBy: string | null): Happening[] {
  const detail = askedBy === null ? undefined : `Par ${askedBy}`
  return [
    { tone: 'ok', title: 'Remboursement demandé', at: refund.createdAt, ...(detail && { detail }) },
    ...approvals(refund),
    standing(refund),
  ]
}

function approvals({ approvalsNeeded, approvedBy, secondApprovedBy }: RefundRecord): Happening[] {
  const given = [approvedBy, secondApprovedBy].filter((id) => id !== null).length
  if (given === 0) return []
  const title =
    approvalsNeeded === 1 ? 'Validé par nos équipes' : `Validation ${given} sur ${approvalsNeeded}`
  return [{ tone: given < approvalsNeeded ? 'wait' : 'ok', title }]
}

const ends = {
  succeeded: ['ok', 'Remboursement reçu par le payeur'],
  failed: ['bad', 'Remboursement échoué'],
  rejected: ['bad', 'Refusé par nos équipes'],
  cancelled: ['still', 'Annulé par vous'],
} as const satisfies Readonly<Record<FinalRefundStatus, readonly [Tone, string]>>

const returned = 'Le montant est revenu sur votre solde.'

function standing(refund: RefundRecord): Happening {
  const { status, completedAt, failureCode, origin } = refund
  if (!isEnd(status)) return { tone: 'wait', ...awaited(refund) }
  const [tone, title] = ends[status]
  const why = failureCode === null ? '' : `${failureMessage(failureCode)} `
  // What the service gives back was never the merchant's.
  const back = origin === 'merchant' ? returned : ''
  const detail = status === 'succeeded' ? '' : why + back
  return { tone, title, ...(completedAt && { at: completedAt }), ...(detail && { detail }) }
}

function awaited({ status, provider, approvalsNeeded, attentionAt }: RefundRecord) {
  const name = operatorOf(provider)?.name ?? provider
  if (status === 'pending') {
    const detail =
      approvalsNeeded === 1 ? undefined : 'Ce montant demande l’accord de deux personnes.'
    return { title: 'Nos équipes le valident', ...(detail && { detail }) }
  }
  if (attentionAt === null) return { title: `Réponse de ${name} attendue` }
  return {
    title: `Réponse de ${name} attendue`,
    detail: 'Elle tarde\u00A0: nos équipes sont prévenues et suivent ce remboursement.',
  }
}

function isEnd(status: RefundStatus): status is FinalRefundStatus {
  return Object.hasOwn(ends, status)
}
