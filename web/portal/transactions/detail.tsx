import type { ComponentChildren } from 'preact'
import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import type { Money } from '#domain/money/money.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { More } from '#web/design/ask.tsx'
import { StatusBadge } from '#web/design/badge.tsx'
import { Button, ButtonLink, CopyButton, CopyText } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { Share } from '#web/design/share.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { ChargedAmount, conversionFacts, exchangeFacts } from '#web/transactions/amounts.tsx'
import { happeningsOf } from '#web/transactions/happenings.tsx'
import { failureSaid } from '#domain/errors/failures.ts'
import type { Language } from '#domain/text/language.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { mayRefund, refundFormPath, RefundsOfPayment } from '#web/portal/refunds/detail.tsx'
import { groupedPhone } from '#domain/phone/phone.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import { ExactTime } from '#web/design/time.tsx'
import { payerText } from './table.tsx'
import { transactionListWords, useTransactionListWords } from './words.ts'

interface TransactionPageProps {
  readonly transaction: TransactionRecord
  readonly history: TransactionHistory
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  /** The amount left to refund. */
  readonly refundable: Money
  /** Where anybody verifies the receipt; null if there is none. */
  readonly receiptUrl: string | null
  /** The actions on it, outside the part that refreshes. */
  readonly children?: ComponentChildren
}

/** One transaction: its state and history, which refresh while they change, and its details. */
export function TransactionPage({
  transaction,
  history,
  refunds,
  refundable,
  receiptUrl,
  children,
}: TransactionPageProps) {
  const { language, now } = useScope()
  const words = useTransactionListWords().page
  const isLive = isUnderWay(transaction, history, now)
  return (
    <PortalFrame
      title={words.title(moneyText(transaction.display.amount, language))}
      isLive={isLive}
    >
      <p>
        <a href={paths.transactions}>{words.all}</a>
      </p>
      <Head transaction={transaction} refundable={refundable} receiptUrl={receiptUrl} />
      {children}
      <RefundsOfPayment refunds={refunds} refundable={refundable} />
      <div
        id={stateId}
        class="halves"
        {...(isLive && refreshing(`${paths.transactions}/${transaction.id}`, stateId))}
      >
        <State transaction={transaction} history={history} />
        <Known transaction={transaction} receiptUrl={receiptUrl} />
      </div>
    </PortalFrame>
  )
}

type HeadProps = Pick<TransactionPageProps, 'transaction' | 'refundable' | 'receiptUrl'>

/** The payer, the amount, and the actions on it. */
function Head({ transaction, refundable, receiptUrl }: HeadProps) {
  const portal = usePortal()
  const { language } = useScope()
  const words = useTransactionListWords().page
  const { id, reference, display, createdAt } = transaction
  return (
    <div class="row spread">
      <div>
        <h1>{words.heading(<Amount of={display.amount} />, payerText(transaction))}</h1>
        <p class="soft">
          {methodLabel(transaction, language)}
          {' · '}
          <ExactTime at={createdAt} />
          {reference !== id && (
            <>
              {' · '}
              <CopyText text={reference} label={words.copyReference}>
                {reference}
              </CopyText>
            </>
          )}
        </p>
      </div>
      <div class="row acts">
        {mayRefund(portal, refundable) && (
          <ButtonLink href={refundFormPath(id)} look="quiet" icon="back">
            {words.refund}
          </ButtonLink>
        )}
        {receiptUrl && (
          <ButtonLink href={new URL(receiptUrl).pathname} look="quiet" icon="check">
            {words.receipt}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function Known({
  transaction,
  receiptUrl,
}: Pick<TransactionPageProps, 'transaction' | 'receiptUrl'>) {
  const portal = usePortal()
  const { language } = useScope()
  const words = useTransactionListWords().page
  const metadata = metadataFacts(transaction)
  return (
    <>
      <div class="card stack">
        <h2>{words.payer}</h2>
        <Facts facts={payerFacts(transaction, language)} />
        <AllOfPayer phone={transaction.customer.phone} />
        {receiptUrl && (
          <>
            <h3>{words.sendReceipt}</h3>
            <Share text={words.receiptOf(portal.place.publicName)} url={receiptUrl} />
          </>
        )}
      </div>
      <div class="card stack">
        <h2>{words.amounts}</h2>
        <Facts facts={amountFacts(transaction, language)} />
      </div>
      <div class="card stack">
        <More title={words.transaction} id="identite">
          <Facts facts={identityFacts(transaction, language)} />
        </More>
        <CopyButton text={transaction.id}>{words.copyId}</CopyButton>
      </div>
      {metadata.length > 0 && (
        <div class="card stack">
          <h2>{words.metadata}</h2>
          <Facts facts={metadata} />
        </div>
      )}
    </>
  )
}

/** Sent like a search, so that the number stands in no address. */
function AllOfPayer({ phone }: { readonly phone: string | null }) {
  const words = useTransactionListWords().page
  if (phone === null) return null
  return (
    <Form action={paths.transactions}>
      <input type="hidden" name="q" value={`+${phone}`} />
      <Button look="quiet">{words.allOfPayer}</Button>
    </Form>
  )
}

const stateId = 'etat'

type StateProps = Pick<TransactionPageProps, 'transaction' | 'history'>

function State({ transaction, history }: StateProps) {
  const { language } = useScope()
  const words = useTransactionListWords().page
  return (
    <div class="card stack">
      <p>
        <StatusBadge status={transaction.status} />
      </p>
      <FailureNotice transaction={transaction} />
      <h2>{words.course}</h2>
      <Timeline happenings={happeningsOf(transaction, history, language)} />
      <Deliveries deliveries={history.deliveries} deliveriesPath={paths.deliveries} />
    </div>
  )
}

function FailureNotice({ transaction: { failureCode } }: Pick<StateProps, 'transaction'>) {
  const { language } = useScope()
  const said = failureCode === null ? undefined : failureSaid(failureCode, language)
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

/** The amounts requested, debited, kept and received. */
function amountFacts(transaction: TransactionRecord, language: Language): Fact[] {
  const { amounts: words, funds } = transactionListWords[language]
  const { price, fees, net, refunded, fundsStatus, status } = transaction
  const isPaid = status === 'succeeded'
  return [
    { label: words.price, value: <Amount of={price} /> },
    ...conversionFacts(transaction, language),
    {
      label: isPaid ? words.debited : words.asked,
      value: <ChargedAmount of={transaction} />,
    },
    {
      label: fees.payer === 'merchant' ? words.yourFees : words.payersFees,
      value: <Amount of={fees.amount} />,
    },
    ...exchangeFacts(transaction, language),
    { label: words.refunded, value: refunded.minor === 0n ? null : <Amount of={refunded} /> },
    { label: words.funds, value: fundsStatus && funds[fundsStatus] },
    {
      label: isPaid ? words.net : words.netExpected,
      value: isPaid || status === 'pending' ? <Amount of={net} /> : null,
      isTotal: true,
    },
  ]
}

function payerFacts(transaction: TransactionRecord, language: Language): Fact[] {
  const words = transactionListWords[language].payer
  const { name, phone, email } = transaction.customer
  return [
    { label: words.name, value: name },
    { label: words.phone, value: phone && groupedPhone(phone) },
    { label: words.email, value: email },
    { label: words.method, value: methodLabel(transaction, language) },
  ]
}

function identityFacts(transaction: TransactionRecord, language: Language): Fact[] {
  const { identity: words, channels } = transactionListWords[language]
  const { id, channel, terminal, operator, paymentLink, providerReference } = transaction
  return [
    { label: words.id, value: <code>{id}</code> },
    { label: words.description, value: transaction.description },
    { label: words.channel, value: channels[channel] },
    { label: words.terminal, value: terminal?.label },
    { label: words.cashier, value: operator?.name },
    { label: words.paymentLink, value: paymentLink?.title },
    { label: words.operatorReference, value: providerReference },
    { label: words.created, value: <ExactTime at={transaction.createdAt} /> },
    {
      label: words.completed,
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
