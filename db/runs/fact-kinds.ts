import type {
  CheckoutId,
  DeliveryId,
  LedgerProofId,
  ReconciliationId,
  RefundId,
  ReplayId,
  ServiceEnvId,
  TransactionId,
} from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { money } from '#domain/money/money.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FundsStatus, Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { SignalName, WorkflowKind } from '#workflows/contract.ts'
import type { OutboxEntry } from '#db/outbox-entry.ts'
import * as entries from './entries.ts'

/** How facts of one kind are read that should have an open run: what the first start was made of is read again. */
export interface OpenFactKind {
  /** The table whose row is the run's subject; without that row a run has nothing to do. */
  readonly table: string
  readonly from: string
  /** The subject's id within `from`. */
  readonly id: string
  /** True as long as the fact needs its run. */
  readonly isOpen: string
  readonly since: string
  readonly columns: string
  readonly entryOf: (row: OpenFactRow) => OutboxEntry
  /** What a run that is started again is told besides, for it may have been said while there was none. */
  readonly hint?: SignalName
}

/** Of each kind only some columns are there: those that its entry is made of. */
export interface OpenFactRow {
  readonly id: string
  readonly since: string
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly provider: OperatorCode
  readonly reference: string
  readonly status: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly type: string
  readonly about: string
  readonly from_day: string
  readonly to_day: string
}

/** What an event tells of, in a statement where `e` is the event. */
export const aboutEvent = `case when e.is_test then 'a test' when e.refund_id is null
  then 'transaction ' || e.transaction_id else 'refund ' || e.refund_id end`

const owned = 'service_env_id'
const ofTransaction = `t.${owned}, t.mode, t.provider, t.reference, t.status`
const transactions = { table: 'transaction', id: 't.id', since: 't.created_at' } as const
const bank = 'exists (select from bank_transfer b where b.transaction_id = t.id)'

const payouts = (isTransfer: boolean): OpenFactKind => ({
  ...transactions,
  from: 'transaction t',
  isOpen: `t.type = 'payout' and t.status = 'pending' and ${isTransfer ? '' : 'not '}${bank}`,
  columns: `${ofTransaction}, t.net_amount::text as amount, t.net_currency as currency`,
  entryOf: (row) => entries.payoutEntry({ ...found(row), net: amountOf(row), isTransfer }),
})

/** Every kind of fact, under the kind of its run. */
export const openFactKinds: Readonly<Record<WorkflowKind, OpenFactKind>> = {
  collection: {
    ...transactions,
    from: 'transaction t',
    isOpen: `t.type = 'collection' and t.status = 'pending'`,
    columns: `${ofTransaction}, t.amount_charged::text as amount, t.charged_currency as currency`,
    entryOf: (row) => entries.collectionEntry({ ...found(row), amountCharged: amountOf(row) }),
  },
  payout: payouts(false),
  'bank-transfer': payouts(true),
  'late-answer': {
    table: 'transaction',
    from: 'late_watch w join transaction t on t.id = w.transaction_id',
    id: 'w.transaction_id',
    isOpen: 'w.closed_at is null and w.refund_id is null',
    since: 'w.opened_at',
    columns: ofTransaction,
    entryOf: (row) => entries.lateAnswerEntry(found(row)),
  },
  'late-refund-answer': {
    table: 'refund',
    from: `late_watch w join refund r on r.id = w.refund_id join transaction t on t.id = r.transaction_id`,
    id: 'w.refund_id',
    isOpen: 'w.closed_at is null',
    since: 'w.opened_at',
    columns: `r.${owned}, t.mode, r.provider`,
    entryOf: (row) => entries.lateRefundEntry(refundOf(row)),
  },
  refund: {
    table: 'refund',
    from: 'refund r join transaction t on t.id = r.transaction_id',
    id: 'r.id',
    isOpen: `r.status in ('pending', 'approved', 'processing')`,
    since: 'r.created_at',
    columns: `r.${owned}, t.mode, r.provider, t.reference, r.status, r.amount::text as amount, r.currency`,
    entryOf: (row) =>
      entries.refundEntry({ ...refundOf(row), amount: amountOf(row) }, row.reference),
  },
  funds: {
    ...transactions,
    from: 'transaction t',
    isOpen: `t.funds_status in ('pending', 'pending_confirmation', 'held')`,
    since: 't.completed_at',
    columns: `t.${owned}, t.mode, t.provider, t.reference, t.funds_status as status`,
    entryOf: (row) => entries.fundsEntry({ ...found(row), fundsStatus: row.status as FundsStatus }),
  },
  checkout: {
    table: 'checkout',
    from: 'checkout c join service_env s on s.id = c.service_env_id',
    id: 'c.id',
    hint: 'paymentEnded',
    isOpen: `c.status in ('open', 'processing')`,
    since: 'c.created_at',
    columns: `c.${owned}, s.mode, c.amount::text as amount, c.currency`,
    entryOf: (row) =>
      entries.checkoutEntry({ ...ownedBy<CheckoutId>(row), mode: row.mode, price: amountOf(row) }),
  },
  'webhook-delivery': {
    table: 'webhook_delivery',
    from: 'webhook_delivery d join event e on e.id = d.event_id',
    id: 'd.id',
    isOpen: `d.status in ('pending', 'failed')`,
    since: 'd.created_at',
    columns: `d.${owned}, e.type, ${aboutEvent} as about`,
    entryOf: (row) =>
      entries.deliveryEntry({ ...ownedBy<DeliveryId>(row), type: row.type, about: row.about }),
  },
  'webhook-replay': {
    table: 'webhook_replay',
    from: 'webhook_replay p',
    id: 'p.id',
    isOpen: `p.status = 'running'`,
    since: 'p.created_at',
    columns: `p.${owned}`,
    entryOf: (row) => entries.replayEntry(row.id as ReplayId, row.service_env_id),
  },
  reconciliation: {
    table: 'reconciliation',
    from: 'reconciliation s',
    id: 's.id',
    isOpen: `s.state in ('matching', 'searching')`,
    since: 's.created_at',
    columns: 's.provider, s.from_day::text, s.to_day::text',
    entryOf: ({ id, provider, from_day: from, to_day: to }) =>
      entries.reconciliationEntry({ id: id as ReconciliationId, provider, from, to }),
  },
  'ledger-proof': {
    table: 'ledger_proof',
    from: 'ledger_proof l',
    id: 'l.id',
    // The daily one is Temporal's own: its run bears no id of the books, and the next night makes up for it.
    isOpen: `l.state = 'running' and l.ordered_by is not null`,
    since: 'l.created_at',
    columns: 'l.ordered_by',
    entryOf: ({ id }) => entries.proofEntry(id as LedgerProofId),
  },
}

function ownedBy<Id>({ id, service_env_id: serviceEnvId }: OpenFactRow) {
  return { id: id as Id, serviceEnvId }
}

function found(row: OpenFactRow) {
  const { mode, provider, reference } = row
  const status = row.status as TransactionStatus
  return { ...ownedBy<TransactionId>(row), mode, provider, reference, status }
}

function refundOf(row: OpenFactRow) {
  const { mode, provider } = row
  return { ...ownedBy<RefundId>(row), mode, provider, status: row.status as RefundStatus }
}

function amountOf({ amount, currency }: Pick<OpenFactRow, 'amount' | 'currency'>) {
  return money(BigInt(amount), currency)
}
