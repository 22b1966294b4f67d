import { hasPortalPermission } from '#domain/people/person.ts'
import { isRefundFinal, type RefundRecord } from '#domain/refunds/refund.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { PastDelivery } from '#use-cases/transactions/read-history.ts'
import { Ask } from '#web/design/ask.tsx'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { Timeline } from '#web/design/timeline.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { deliveryHappenings } from '#web/transactions/happenings.tsx'
import { payerText } from '#web/portal/transactions/table.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { refundHappenings } from './happenings.ts'
import { RefundBadge } from './words.tsx'

export interface RefundPageProps {
  readonly portal: Portal
  readonly refund: RefundRecord
  readonly payment: TransactionRecord
  /** Who of the merchant asked for it; null for the service. */
  readonly askedBy: string | null
  readonly deliveries: readonly PastDelivery[]
  readonly faults?: readonly FieldFault[]
}

const stateId = 'etat'

/** One refund: its state and way, which refresh by themselves while they change, and the way back while there is one. */
export function RefundPage(props: RefundPageProps) {
  const { portal, refund } = props
  const { now } = useScope()
  const isLive = !isRefundFinal(refund.status) && mayRefresh(refund.createdAt, now)
  return (
    <PortalFrame portal={portal} title="Remboursement" isLive={isLive}>
      <p>
        <a href={paths.refunds}>Tous les remboursements</a>
      </p>
      <h1>Remboursement</h1>
      <div
        id={stateId}
        class="grid start"
        {...(isLive && refreshing(`${paths.refunds}/${refund.id}`, stateId))}
      >
        <State {...props} />
        <Known {...props} />
      </div>
      <Cancel {...props} />
    </PortalFrame>
  )
}

function State({ refund, askedBy, deliveries }: RefundPageProps) {
  return (
    <div class="card stack">
      <div class="row spread">
        <p>
          <Amount of={refund.amount} isHero />
        </p>
        <RefundBadge status={refund.status} />
      </div>
      <h2>Déroulement</h2>
      <Timeline
        happenings={[
          ...refundHappenings(refund, askedBy),
          ...deliveries.flatMap((delivery) => deliveryHappenings(delivery, paths.deliveries)),
        ]}
      />
    </div>
  )
}

function Known({ refund, payment }: RefundPageProps) {
  return (
    <div class="stack">
      <div class="card stack">
        <h2>Montants</h2>
        <Facts
          facts={[
            { label: 'Payé', value: <Amount of={payment.amountCharged} /> },
            { label: 'Remboursé en tout', value: <Amount of={payment.refunded} /> },
            { label: 'Ce remboursement', value: <Amount of={refund.amount} />, isTotal: true },
          ]}
        />
      </div>
      <div class="card stack">
        <h2>Demande</h2>
        <Facts
          facts={[
            {
              label: 'Paiement',
              value: <a href={`${paths.transactions}/${payment.id}`}>{payment.reference}</a>,
            },
            { label: 'Payeur', value: payerText(payment) },
            { label: 'Motif', value: refund.reason },
            { label: 'Référence chez l’opérateur', value: refund.providerReference },
            { label: 'Identifiant', value: <code>{refund.id}</code> },
          ]}
        />
        <CopyButton text={refund.id}>Copier l’identifiant</CopyButton>
      </div>
    </div>
  )
}

/** Outside of what refreshes: nothing that was typed is lost. */
function Cancel({ portal, refund, faults = [] }: RefundPageProps) {
  const isTheirs = refund.origin === 'merchant' && refund.status === 'pending'
  const mayCancel = isTheirs && hasPortalPermission(portal.person, 'refunds.request')
  if (!mayCancel && faults.length === 0) return null
  return (
    <Ask button="Annuler ce remboursement" isDanger isOpen={faults.length > 0}>
      <p>
        Tant que nos équipes ne l’ont pas validé, il s’annule et son montant revient sur votre
        solde.
      </p>
      <WriteForm
        portal={portal}
        action={cancelRefundPath(refund.id)}
        faults={faults}
        button="Annuler le remboursement"
        look="danger"
      />
    </Ask>
  )
}

/** Where a refund is taken back. */
export function cancelRefundPath(id: string): string {
  return `${paths.refunds}/${id}/annulation`
}
