import type { TransactionId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { RefundRecord } from '#domain/refunds/refund.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { RefundBadge } from './words.tsx'

export interface RefundsOfPaymentProps {
  readonly portal: Portal
  readonly paymentId: TransactionId
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  /** What may still be given back. */
  readonly refundable: Money
}

/** What was given back of a payment, and the way to give back more; nothing where neither is possible. */
export function RefundsOfPayment({
  portal,
  paymentId,
  refunds,
  refundable,
}: RefundsOfPaymentProps) {
  const mayAsk = refundable.minor > 0n && hasPortalPermission(portal.person, 'refunds.request')
  if (refunds.length === 0 && !mayAsk) return null
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>Remboursements</h2>
        {mayAsk && (
          <ButtonLink href={refundFormPath(paymentId)} look="quiet" icon="back">
            Rembourser
          </ButtonLink>
        )}
      </div>
      <p class="soft">
        Reste remboursable{'\u00A0'}: <Amount of={refundable} />
      </p>
      {refunds.length > 0 && (
        <Table
          caption="Remboursements de ce paiement"
          columns={columns}
          rows={refunds}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

/** Where a refund of this payment is asked for. */
export function refundFormPath(paymentId: string): string {
  return `${paths.transactions}/${paymentId}/remboursement`
}

const columns: readonly Column<RefundRecord>[] = [
  {
    title: 'Demandé',
    cell: ({ id, createdAt }) => (
      <a href={`${paths.refunds}/${id}`}>
        <Time at={createdAt} />
      </a>
    ),
  },
  { title: 'Statut', cell: ({ status }) => <RefundBadge status={status} /> },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
]
