import type { ComponentChildren } from 'preact'
import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import type { Money } from '#domain/money/money.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { ButtonLink, CopyButton, CopyText } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { Timeline } from '#web/design/timeline.tsx'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { ChargedAmount, conversionFacts, exchangeFacts } from '#web/transactions/amounts.tsx'
import { happeningsOf } from '#web/transactions/happenings.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { mayRefund, refundFormPath, RefundsOfPayment } from '#web/portal/refunds/detail.tsx'
import { groupedPhone } from '#domain/phone/phone.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import { ExactTime } from '#web/design/time.tsx'
import { channelNames } from './export.ts'
import { failureSaid } from './failure.ts'
import { payerText } from './table.tsx'

interface TransactionPageProps {
  readonly portal: Portal
  readonly transaction: TransactionRecord
  readonly history: TransactionHistory
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  /** The amount left to refund. */
  readonly refundable: Money
  /** Path of the receipt's public verification; null if there is no receipt. */
  readonly receiptPath: string | null
  /** The actions on it, outside the part that refreshes. */
  readonly children?: ComponentChildren
}

/** One transaction: its state and history, which refresh while they change, and its details. */
export function TransactionPage({
  portal,
  transaction,
  history,
  refunds,
  refundable,
  receiptPath,
  children,
}: TransactionPageProps) {
  const isLive = isUnderWay(transaction, history, useScope().now)
  return (
    <PortalFrame
      portal={portal}
      title={`Paiement de ${moneyText(transaction.display.amount)}`}
      isLive={isLive}
    >
      <p>
        <a href={paths.transactions}>Tous les paiements</a>
      </p>
      <Head
        portal={portal}
        transaction={transaction}
        refundable={refundable}
        receiptPath={receiptPath}
      />
      {children}
      <div
        id={stateId}
        class="grid start"
        {...(isLive && refreshing(`${paths.transactions}/${transaction.id}`, stateId))}
      >
        <State transaction={transaction} history={history} />
        <Known transaction={transaction} />
      </div>
      <RefundsOfPayment refunds={refunds} refundable={refundable} />
    </PortalFrame>
  )
}

type HeadProps = Pick<TransactionPageProps, 'portal' | 'transaction' | 'refundable' | 'receiptPath'>

/** The payer, the amount, and the actions on it. */
function Head({ portal, transaction, refundable, receiptPath }: HeadProps) {
  const { id, reference, display, createdAt } = transaction
  return (
    <div class="row spread">
      <div>
        <h1>
          <Amount of={display.amount} /> de {payerText(transaction)}
        </h1>
        <p class="soft">
          {methodLabel(transaction)}
          {' · '}
          <ExactTime at={createdAt} />
          {reference !== id && (
            <>
              {' · '}
              <CopyText text={reference} label="Copier la référence">
                {reference}
              </CopyText>
            </>
          )}
        </p>
      </div>
      <div class="row">
        {mayRefund(portal, refundable) && (
          <ButtonLink href={refundFormPath(id)} look="quiet" icon="back">
            Rembourser
          </ButtonLink>
        )}
        {receiptPath && (
          <ButtonLink href={receiptPath} look="quiet" icon="check">
            Voir le reçu
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function Known({ transaction }: Pick<TransactionPageProps, 'transaction'>) {
  const metadata = metadataFacts(transaction)
  return (
    <div class="stack">
      <div class="card stack">
        <h2>Payeur</h2>
        <Facts facts={payerFacts(transaction)} />
      </div>
      <div class="card stack">
        <h2>Montants</h2>
        <Facts facts={amountFacts(transaction)} />
      </div>
      <div class="card stack">
        <h2>Transaction</h2>
        <Facts facts={identityFacts(transaction)} />
        <CopyButton text={transaction.id}>Copier l’identifiant</CopyButton>
      </div>
      {metadata.length > 0 && (
        <div class="card stack">
          <h2>Vos métadonnées</h2>
          <Facts facts={metadata} />
        </div>
      )}
    </div>
  )
}

const stateId = 'etat'

type StateProps = Pick<TransactionPageProps, 'transaction' | 'history'>

function State({ transaction, history }: StateProps) {
  const { status, display } = transaction
  return (
    <div class="card stack">
      <div class="row spread">
        <p>
          <Amount of={display.amount} isHero />
        </p>
        <StatusBadge status={status} />
      </div>
      <FailureNotice transaction={transaction} />
      <h2>Déroulement</h2>
      <Timeline happenings={happeningsOf(transaction, history)} />
      <Deliveries deliveries={history.deliveries} deliveriesPath={paths.deliveries} />
    </div>
  )
}

function FailureNotice({ transaction: { failureCode } }: Pick<StateProps, 'transaction'>) {
  const said = failureCode === null ? undefined : failureSaid(failureCode)
  if (said === undefined) return null
  const { message, remedy } = said
  return (
    <Notice tone="info" title={message}>
      {remedy}
    </Notice>
  )
}

function isUnderWay(
  { status, createdAt }: TransactionRecord,
  { deliveries }: TransactionHistory,
  now: Date,
): boolean {
  if (!mayRefresh(createdAt, now)) return false
  return status === 'pending' || deliveries.some((delivery) => delivery.status === 'pending')
}

const fundsNames: Readonly<Record<FundsStatus, string>> = {
  available: 'Disponibles',
  pending: 'En attente de disponibilité',
  pending_confirmation: 'À confirmer',
  held: 'Retenus pour vérification',
  withheld: 'Conservés',
}

/** The amounts requested, debited, kept and received. */
function amountFacts(transaction: TransactionRecord): Fact[] {
  const { price, fees, net, refunded, fundsStatus, status } = transaction
  const isPaid = status === 'succeeded'
  return [
    { label: 'Prix', value: <Amount of={price} /> },
    ...conversionFacts(transaction),
    {
      label: isPaid ? 'Débité' : 'Demandé au payeur',
      value: <ChargedAmount of={transaction} />,
    },
    {
      label: fees.payer === 'merchant' ? 'Vos frais' : 'Frais du payeur',
      value: <Amount of={fees.amount} />,
    },
    ...exchangeFacts(transaction),
    { label: 'Remboursé', value: refunded.minor === 0n ? null : <Amount of={refunded} /> },
    { label: 'Fonds', value: fundsStatus && fundsNames[fundsStatus] },
    {
      label: isPaid ? 'Net' : 'Net prévu',
      value: isPaid || status === 'pending' ? <Amount of={net} /> : null,
      isTotal: true,
    },
  ]
}

function payerFacts(transaction: TransactionRecord): Fact[] {
  const { name, phone, email } = transaction.customer
  return [
    { label: 'Nom', value: name },
    { label: 'Téléphone', value: phone && groupedPhone(phone) },
    { label: 'E-mail', value: email },
    { label: 'Moyen de paiement', value: methodLabel(transaction) },
  ]
}

function identityFacts(transaction: TransactionRecord): Fact[] {
  const { id, channel, terminal, operator, paymentLink, providerReference } = transaction
  return [
    { label: 'Identifiant', value: <code>{id}</code> },
    { label: 'Description', value: transaction.description },
    { label: 'Canal', value: channelNames[channel] },
    { label: 'Terminal', value: terminal?.label },
    { label: 'Vendeur', value: operator?.name },
    { label: 'Lien de paiement', value: paymentLink?.title },
    { label: 'Référence chez l’opérateur', value: providerReference },
    { label: 'Créée', value: <ExactTime at={transaction.createdAt} /> },
    {
      label: 'Terminée',
      value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
    },
  ]
}

/** What the merchant attached, or payers answered, unchanged. */
function metadataFacts({ metadata }: TransactionRecord): Fact[] {
  const fields = JSON.parse(metadata) as Readonly<Record<string, unknown>>
  return Object.entries(fields).map(([label, value]) => ({
    label,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
