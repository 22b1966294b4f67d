import type { PayableStatus } from '#domain/payment-links/payable.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { Badge } from '#web/design/badge.tsx'
import { Amount } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'

const statuses = {
  active: ['ok', 'Ouvert'],
  inactive: ['still', 'Désactivé'],
  expired: ['still', 'Expiré'],
  cancelled: ['still', 'Annulé'],
  paid: ['info', 'Complet'],
  in_progress: ['wait', 'Paiement en cours'],
} as const satisfies Readonly<Record<PayableStatus, readonly [Tone, string]>>

/** Where a link stands. */
export function LinkBadge({ status }: { readonly status: PayableStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** Its price, or that the payer chooses. */
export function LinkPrice({ price, minAmount, maxAmount }: PaymentLinkRecord) {
  if (price) return <Amount of={price} />
  if (!minAmount && !maxAmount) return <>Montant libre</>
  return (
    <>
      Libre
      {minAmount && (
        <>
          , dès <Amount of={minAmount} />
        </>
      )}
      {maxAmount && (
        <>
          , jusqu’à <Amount of={maxAmount} />
        </>
      )}
    </>
  )
}

/** How often it was paid, of how many times. */
export function paidCount({ paymentsCount, maxPayments }: PaymentLinkRecord): string {
  return maxPayments === null ? String(paymentsCount) : `${paymentsCount} sur ${maxPayments}`
}
