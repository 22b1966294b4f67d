import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { exampleRefund, refundPayload } from '#domain/refunds/record.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import { webhookTime } from '#domain/text/text.ts'
import { linkReferenceKey } from '#domain/payment-links/payment-link.ts'
import type { Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { EventType } from './events.ts'
import { fundsPayload, paymentPayload, type ToldTransaction } from './payload.ts'
import { withdrawalPayload } from './withdrawal-payload.ts'

/** What a test event is made from; its ids are new and used nowhere else. */
export interface SampleFacts {
  readonly mode: Mode
  readonly serviceEnvId: string
  readonly transactionId: TransactionId
  readonly refundId: RefundId
  readonly now: Date
}

/**
 * `data` of a test event: shaped like a real one, about a transaction that does not exist, with `test` true
 * (docs/webhooks.md#test-events).
 */
export function samplePayload(type: EventType, facts: SampleFacts): object {
  return { test: true, ...samples[type](facts) }
}

/** `data` of an event as a merchant receives it, about a transaction that does not exist: for the API description. */
export function examplePayload(type: EventType, facts: SampleFacts): object {
  return type === 'test.ping' ? samplePayload(type, facts) : samples[type](facts)
}

/** `data` of the payment.success of a link that has a reference. */
export function exampleLinkPayment(facts: SampleFacts): object {
  return paymentPayload({
    ...collection(facts, 'succeeded'),
    reference: facts.transactionId,
    metadata: JSON.stringify({ [linkReferenceKey]: 'ORDER-1042' }),
  })
}

const samples: Readonly<Record<EventType, (facts: SampleFacts) => object>> = {
  'payment.success': (facts) => paymentPayload(collection(facts, 'succeeded')),
  'payment.failed': (facts) => paymentPayload(collection(facts, 'failed')),
  'withdrawal.pending': (facts) => withdrawalPayload(transfer(facts, 'pending')),
  'withdrawal.success': (facts) => withdrawalPayload(transfer(facts, 'succeeded')),
  'withdrawal.failed': (facts) => withdrawalPayload(transfer(facts, 'failed')),
  'withdrawal.cancelled': (facts) => withdrawalPayload(transfer(facts, 'cancelled')),
  'refund.pending': (facts) => refund(facts, 'pending'),
  'refund.success': (facts) => refund(facts, 'succeeded'),
  'refund.rejected': (facts) => refund(facts, 'rejected'),
  'refund.failed': (facts) => refund(facts, 'failed'),
  'refund.cancelled': (facts) => refund(facts, 'cancelled'),
  'funds.held': (facts) => funds(facts, 'held'),
  'funds.released': (facts) => funds(facts, 'released'),
  'test.ping': ({ mode, serviceEnvId, now }) => ({
    event: 'test.ping',
    message: 'Votre webhook reçoit nos événements.',
    mode: mode.toUpperCase(),
    service_env_uuid: serviceEnvId,
    sent_at: webhookTime(now),
  }),
}

const price = money(10_000n, 'XOF')
const charged = money(10_200n, 'XOF')
const fees = money(200n, 'XOF')
const minuteMs = 60_000

function collection(
  { mode, transactionId, now }: SampleFacts,
  status: TransactionStatus,
): ToldTransaction {
  return {
    id: transactionId,
    mode,
    status,
    reference: 'EXEMPLE-1',
    provider: 'mtn-benin',
    paymentMethod: { type: 'mobile_money', network: 'mtn', cardLast4: null },
    customer: { name: 'Awa Exemple', email: 'awa@example.com', phone: '2290190000000' },
    price,
    amountCharged: charged,
    net: price,
    fees: { amount: fees },
    exchange: null,
    fundsStatus: status === 'succeeded' ? 'available' : null,
    failureCode: status === 'failed' ? 'insufficient_funds' : null,
    metadata: JSON.stringify({ exemple: 'oui' }),
    createdAt: new Date(now.getTime() - minuteMs),
    completedAt: status === 'pending' ? null : now,
  }
}

function transfer(facts: SampleFacts, status: TransactionStatus) {
  const isMade = status === 'succeeded'
  const state = isMade ? ('transferred' as const) : ('to_process' as const)
  return {
    ...collection(facts, status),
    provider: 'uba-benin',
    failureCode: status === 'failed' ? 'bank_rejected' : null,
    providerReference: null,
    transfer: {
      state,
      bank: 'uba-benin' as const,
      accountMasked: 'BJ••••0000',
      bankReference: isMade ? 'VIR-EXEMPLE-1' : null,
      transferOn: isMade ? facts.now.toISOString().slice(0, 10) : null,
      returnedAt: null,
    },
  }
}

function refund({ mode, transactionId, refundId }: SampleFacts, status: RefundStatus) {
  return refundPayload({
    ...exampleRefund,
    id: refundId,
    transactionId,
    amount: price,
    status,
    mode,
  })
}

function funds(facts: SampleFacts, state: 'held' | 'released') {
  return fundsPayload(collection(facts, 'succeeded'), {
    state,
    heldAt: new Date(facts.now.getTime() - minuteMs),
    releasedAt: state === 'released' ? facts.now : null,
    reason: 'verification',
  })
}
