import { hasPortalPermission } from '#domain/people/person.ts'
import { type FinalRefundStatus, isRefundFinal, type RefundStatus } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { PastDelivery } from '#use-cases/transactions/read-history.ts'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { payerText } from '#web/portal/transactions/table.tsx'
import { AskedWrite } from '#web/portal/write-form.tsx'
import { failureMessage } from '#domain/errors/errors.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { Tone } from '#web/design/tone.ts'
import type { Money } from '#domain/money/money.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Badge } from '#web/design/badge.tsx'

interface RefundPageProps {
  readonly portal: Portal
  readonly refund: RefundRecord
  readonly payment: TransactionRecord
  /** The merchant's person who requested it; null for the service. */
  readonly askedBy: string | null
  readonly deliveries: readonly PastDelivery[]
  readonly faults?: readonly FieldFault[]
}

const stateId = 'etat'

/** One refund: its state and history, which refresh while they change, and the way to cancel it while possible. */
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
      <Timeline happenings={refundHappenings(refund, askedBy)} />
      <Deliveries deliveries={deliveries} deliveriesPath={paths.deliveries} />
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

/** Outside the part that refreshes, so that nothing typed is lost. */
function Cancel({ portal, refund, faults = [] }: RefundPageProps) {
  const isTheirs = refund.origin === 'merchant' && refund.status === 'pending'
  const mayCancel = isTheirs && hasPortalPermission(portal.person, 'refunds.request')
  if (!mayCancel && faults.length === 0) return null
  return (
    <AskedWrite
      ask="Annuler ce remboursement"
      portal={portal}
      action={cancelRefundPath(refund.id)}
      faults={faults}
      button="Annuler le remboursement"
    >
      Tant que nos équipes ne l’ont pas validé, il s’annule et son montant revient sur votre solde.
    </AskedWrite>
  )
}

/** Where a refund is cancelled. */
export function cancelRefundPath(id: string): string {
  return `${paths.refunds}/${id}/annulation`
}

/** What happened to a refund, as recorded, and what is awaited now. */
function refundHappenings(refund: RefundRecord, askedBy: string | null): Happening[] {
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
  // Money refunded by the service itself was never the merchant's.
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

/** True if this person may refund a payment with this amount left to refund. */
export function mayRefund({ person }: Portal, refundable: Money): boolean {
  return refundable.minor > 0n && hasPortalPermission(person, 'refunds.request')
}

interface RefundsOfPaymentProps {
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  /** The amount left to refund. */
  readonly refundable: Money
}

/** The refunds of a payment, and the amount left to refund. */
export function RefundsOfPayment({ refunds, refundable }: RefundsOfPaymentProps) {
  if (refunds.length === 0) return null
  return (
    <section class="card stack">
      <h2>Remboursements</h2>
      <p class="soft">
        Reste remboursable{'\u00A0'}: <Amount of={refundable} />
      </p>
      <Table
        caption="Remboursements de ce paiement"
        columns={columns}
        rows={refunds}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

/** Where a refund of this payment is requested. */
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

export const statuses = {
  pending: ['wait', 'À valider'],
  approved: ['wait', 'Validé'],
  processing: ['wait', 'En cours'],
  succeeded: ['ok', 'Remboursé'],
  rejected: ['bad', 'Refusé'],
  failed: ['bad', 'Échoué'],
  cancelled: ['still', 'Annulé'],
} as const satisfies Readonly<Record<RefundStatus, readonly [Tone, string]>>

export function RefundBadge({ status }: Pick<RefundRecord, 'status'>) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}
