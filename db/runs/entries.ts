import type { CheckoutDraft } from '#domain/checkouts/checkout.ts'
import type {
  DeliveryId,
  LedgerProofId,
  MailId,
  PayoutFileId,
  ReconciliationId,
  ReplayId,
  ServiceEnvId,
} from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { OutboxEntry } from '#db/outbox-entry.ts'

/** How each run is started: the same for its first start and every later one. */

/** The search attributes of every run about a transaction. */
type Found = Pick<TransactionRecord, 'id' | 'serviceEnvId' | 'mode' | 'provider' | 'reference'>
type Accepted = Found & Pick<TransactionRecord, 'status'>

/** The run of an accepted collection. */
export function collectionEntry(
  record: Accepted & Pick<TransactionRecord, 'amountCharged'>,
): OutboxEntry<'collection'> {
  const { minor, currency } = record.amountCharged
  const summary = `Collect ${minor} ${currency} by ${record.provider}`
  return { kind: 'collection', summary, ...acceptedParts(record) }
}

/** The run of a payout; bank transfers are made by people. */
export function payoutEntry(
  record: Accepted & Pick<TransactionRecord, 'net'> & { readonly isTransfer: boolean },
): OutboxEntry<'payout' | 'bank-transfer'> {
  const { minor, currency } = record.net
  const [kind, verb] = record.isTransfer
    ? (['bank-transfer', 'Transfer'] as const)
    : (['payout', 'Pay out'] as const)
  const summary = `${verb} ${minor} ${currency} by ${record.provider}`
  return { kind, summary, ...acceptedParts(record) }
}

/** The run of a payment's funds. */
export function fundsEntry(
  transaction: Found & Pick<TransactionRecord, 'fundsStatus'>,
): OutboxEntry<'funds'> {
  return {
    kind: 'funds',
    subjectId: transaction.id,
    // Only a payment that has succeeded has funds.
    searchAttributes: { ...searchAttributesOf(transaction), transactionStatus: 'succeeded' },
    summary: `Funds of a payment by ${transaction.provider}: ${transaction.fundsStatus}`,
  }
}

/** The run that watches an ended payment whose money may still move. */
export function lateAnswerEntry(transaction: Found): OutboxEntry<'late-answer'> {
  return {
    kind: 'late-answer',
    subjectId: transaction.id,
    searchAttributes: searchAttributesOf(transaction),
    summary: `Late answer of ${transaction.provider}`,
  }
}

/** The run that watches a refund that a verdict of staff has ended. */
export function lateRefundEntry({
  id,
  serviceEnvId,
  mode,
  provider,
}: Pick<
  RefundRecord,
  'id' | 'serviceEnvId' | 'mode' | 'provider'
>): OutboxEntry<'late-refund-answer'> {
  return {
    kind: 'late-refund-answer',
    subjectId: id,
    searchAttributes: { serviceEnv: serviceEnvId, paymentMode: mode, provider },
    summary: `Late answer of ${provider} about a refund`,
  }
}

/** The run of a refund; `reference` is that of its payment. */
export function refundEntry(
  refund: Pick<RefundRecord, 'id' | 'serviceEnvId' | 'mode' | 'status' | 'provider' | 'amount'>,
  reference: string,
): OutboxEntry<'refund'> {
  return {
    kind: 'refund',
    subjectId: refund.id,
    searchAttributes: {
      ...searchAttributesOf({ ...refund, reference }),
      transactionStatus: refund.status,
    },
    summary: `Refund ${refund.amount.minor} ${refund.amount.currency} by ${refund.provider}`,
  }
}

/** The run that decides on a checkout. */
export function checkoutEntry({
  id,
  serviceEnvId,
  mode,
  price,
}: Pick<CheckoutDraft, 'id' | 'serviceEnvId' | 'mode' | 'price'>): OutboxEntry<'checkout'> {
  return {
    kind: 'checkout',
    subjectId: id,
    searchAttributes: { serviceEnv: serviceEnvId, paymentMode: mode, transactionStatus: 'open' },
    summary: `Checkout of ${price.minor} ${price.currency}`,
  }
}

/** Search attributes of a delivery; `status` is that of the payment or refund in its event. All null for a test. */
export interface ToldPayment {
  readonly mode: Mode | null
  readonly provider: string | null
  readonly reference: string | null
  readonly status: string | null
}

/** The run that sends an event to one endpoint; `about` describes the event's subject. */
export function deliveryEntry(
  delivery: ToldPayment & {
    readonly id: DeliveryId
    readonly serviceEnvId: ServiceEnvId
    readonly type: string
    readonly about: string
  },
): OutboxEntry<'webhook-delivery'> {
  const { mode, provider, reference, status } = delivery
  return {
    kind: 'webhook-delivery',
    subjectId: delivery.id,
    searchAttributes: {
      serviceEnv: delivery.serviceEnvId,
      ...(mode !== null && { paymentMode: mode }),
      ...(provider !== null && { provider }),
      ...(reference !== null && { reference }),
      ...(status !== null && { transactionStatus: status }),
    },
    summary: `${delivery.type} of ${delivery.about}`,
  }
}

/** The run of a replay. */
export function replayEntry(
  id: ReplayId,
  serviceEnvId: ServiceEnvId,
): OutboxEntry<'webhook-replay'> {
  return { kind: 'webhook-replay', subjectId: id, searchAttributes: { serviceEnv: serviceEnvId } }
}

/** The run that matches an operator's statement; days are formatted for people. */
export function reconciliationEntry({
  id,
  provider,
  from,
  to,
}: {
  readonly id: ReconciliationId
  readonly provider: string
  readonly from: string
  readonly to: string
}): OutboxEntry<'reconciliation'> {
  return {
    kind: 'reconciliation',
    subjectId: id,
    searchAttributes: { provider, paymentMode: 'live' },
    summary: `Statement of ${provider}, ${from} to ${to}`,
  }
}

/** The run of a ledger check that staff requested. */
export function proofEntry(id: LedgerProofId): OutboxEntry<'ledger-proof'> {
  return { kind: 'ledger-proof', subjectId: id, summary: 'Check of the ledger' }
}

/** The run of a file of payouts. */
export function payoutFileEntry({
  id,
  serviceEnvId,
  mode,
  linesTotal,
}: {
  readonly id: PayoutFileId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly linesTotal: number
}): OutboxEntry<'payout-file'> {
  return {
    kind: 'payout-file',
    subjectId: id,
    searchAttributes: {
      serviceEnv: serviceEnvId,
      paymentMode: mode,
      transactionStatus: 'running',
    },
    summary: `Pay ${linesTotal} lines of a file`,
  }
}

/** The run that sends a mail; its recipient is in the database only. */
export function mailEntry(id: MailId): OutboxEntry<'mail'> {
  return { kind: 'mail', subjectId: id, summary: 'Mail' }
}

function acceptedParts(record: Accepted) {
  const searchAttributes = { ...searchAttributesOf(record), transactionStatus: record.status }
  return { subjectId: record.id, searchAttributes }
}

function searchAttributesOf({ serviceEnvId, mode, provider, reference }: Omit<Found, 'id'>) {
  return { serviceEnv: serviceEnvId, paymentMode: mode, provider, reference }
}
