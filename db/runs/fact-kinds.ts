import { openCheckoutStatuses } from '#domain/checkouts/checkout.ts'
import { openFundsStatuses } from '#domain/funds/funds.ts'
import type { SelectQueryBuilder } from 'kysely'
import { anyOf } from '#db/functions.ts'
import type { OutboxEntry } from '#db/outbox-entry.ts'
import { type Asking, db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
import type { Sql } from '#db/sql.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { money } from '#domain/money/money.ts'
import { runningFileStates } from '#domain/payouts/file.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import { waitingDeliveries } from '#domain/webhooks/delivery.ts'
import { openReplayStatuses } from '#domain/webhooks/replay.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import * as entries from './entries.ts'

/** A fact that should have an open run, and how that run is started. */
export interface OpenFact {
  readonly kind: WorkflowKind
  readonly subjectId: string
  readonly since: Date
  readonly entry: OutboxEntry
}

export interface OpenFactPage {
  /** Younger facts are skipped: their first start may be on its way. */
  readonly olderThanMs: number
  /** Where the previous page ended. */
  readonly afterId: string
  readonly limit: number
}

/** How to find the facts of one kind that should have an open run. */
export interface OpenFactKind {
  /** In the order of their ids, without those whose start is in the outbox. */
  list(books: Sql, page: OpenFactPage): Promise<OpenFact[]>
  /** The ones among these subjects that still need a run. */
  among(books: Sql, ids: readonly string[]): Promise<OpenFact[]>
}

/** The subject of an event, in a statement where `e` is the event. */
export const aboutEvent = `case when e.is_test then 'a test' when e.refund_id is null
  then 'transaction ' || e.transaction_id else 'refund ' || e.refund_id end`

const transactions = db
  .selectFrom('transaction as t')
  .select([
    't.id',
    't.createdAt as since',
    't.serviceEnvId',
    't.mode',
    't.provider',
    't.reference',
    't.status',
  ])
const places = { id: 't.id', since: 't.createdAt' } as const
const bank = db
  .selectFrom('bankTransfer as b')
  .select('b.transactionId')
  .whereRef('b.transactionId', '=', sql.ref('t.id'))

const pendingPayouts = transactions
  .select(['t.netAmount as amount', 't.netCurrency as currency'])
  .where('t.type', '=', 'payout')
  .where('t.status', '=', 'pending')

const watches = db.selectFrom('lateWatch as w').where('w.closedAt', 'is', null)
const watchedAt = (id: string) => ({ id, since: 'w.openedAt' })

/** Every kind of fact, by the kind of its run. A later start reads again what the first one was built from. */
export const openFactKinds: Readonly<Record<WorkflowKind, OpenFactKind>> = {
  collection: factKind('collection', {
    ...places,
    open: transactions
      .select(['t.amountCharged as amount', 't.chargedCurrency as currency'])
      .where('t.type', '=', 'collection')
      .where('t.status', '=', 'pending'),
    entryOf: (row) => entries.collectionEntry({ ...row, amountCharged: amountOf(row) }),
  }),
  payout: factKind('payout', {
    ...places,
    open: pendingPayouts.where((eb) => eb.not(eb.exists(bank))),
    entryOf: (row) => entries.payoutEntry({ ...row, net: amountOf(row), isTransfer: false }),
  }),
  'bank-transfer': factKind('bank-transfer', {
    ...places,
    open: pendingPayouts.where((eb) => eb.exists(bank)),
    entryOf: (row) => entries.payoutEntry({ ...row, net: amountOf(row), isTransfer: true }),
  }),
  'late-answer': factKind('late-answer', {
    ...watchedAt('w.transactionId'),
    open: watches
      .innerJoin('transaction as t', 't.id', 'w.transactionId')
      .select(['t.id', 'w.openedAt as since', 't.serviceEnvId', 't.mode', 't.provider'])
      .select('t.reference')
      .where('w.refundId', 'is', null),
    entryOf: entries.lateAnswerEntry,
  }),
  'late-refund-answer': factKind('late-refund-answer', {
    ...watchedAt('w.refundId'),
    open: watches
      .innerJoin('refund as r', 'r.id', 'w.refundId')
      .innerJoin('transaction as t', 't.id', 'r.transactionId')
      .select(['r.id', 'w.openedAt as since', 'r.serviceEnvId', 't.mode', 'r.provider']),
    entryOf: entries.lateRefundEntry,
  }),
  refund: factKind('refund', {
    id: 'r.id',
    since: 'r.createdAt',
    open: db
      .selectFrom('refund as r')
      .innerJoin('transaction as t', 't.id', 'r.transactionId')
      .select(['r.id', 'r.createdAt as since', 'r.serviceEnvId', 't.mode', 'r.provider'])
      .select(['t.reference', 'r.status', 'r.amount', 'r.currency'])
      .where('r.status', 'in', openRefundStatuses),
    entryOf: (row) => entries.refundEntry({ ...row, amount: amountOf(row) }, row.reference),
  }),
  funds: factKind('funds', {
    id: 't.id',
    since: 't.completedAt',
    open: db
      .selectFrom('transaction as t')
      .select(['t.id', 't.serviceEnvId', 't.mode', 't.provider', 't.reference', 't.fundsStatus'])
      .select((eb) => eb.ref('t.completedAt').$notNull().as('since'))
      .where('t.fundsStatus', 'in', openFundsStatuses),
    entryOf: entries.fundsEntry,
  }),
  checkout: factKind('checkout', {
    id: 'c.id',
    since: 'c.createdAt',
    open: db
      .selectFrom('checkout as c')
      .innerJoin('serviceEnv as s', 's.id', 'c.serviceEnvId')
      .select(['c.id', 'c.createdAt as since', 'c.serviceEnvId', 's.mode'])
      .select(['c.amount', 'c.currency'])
      .where('c.status', 'in', openCheckoutStatuses),
    entryOf: (row) => entries.checkoutEntry({ ...row, price: amountOf(row) }),
  }),
  'webhook-delivery': factKind('webhook-delivery', {
    id: 'd.id',
    since: 'd.createdAt',
    open: db
      .selectFrom('webhookDelivery as d')
      .innerJoin('event as e', 'e.id', 'd.eventId')
      .leftJoin('transaction as t', 't.id', 'e.transactionId')
      .leftJoin('refund as r', 'r.id', 'e.refundId')
      .select(['d.id', 'd.createdAt as since', 'd.serviceEnvId', 'e.type'])
      .select(['t.mode', 't.provider', 't.reference'])
      .select((eb) => eb.fn.coalesce('r.status', 't.status').as('status'))
      .select(sql<string>`${sql.raw(aboutEvent)}`.as('about'))
      .where('d.status', 'in', waitingDeliveries)
      .where('d.isInLine', '=', false),
    entryOf: entries.deliveryEntry,
  }),
  'webhook-replay': factKind('webhook-replay', {
    id: 'p.id',
    since: 'p.createdAt',
    open: db
      .selectFrom('webhookReplay as p')
      .select(['p.id', 'p.createdAt as since', 'p.serviceEnvId'])
      .where('p.status', 'in', openReplayStatuses),
    entryOf: ({ id, serviceEnvId }) => entries.replayEntry(id, serviceEnvId),
  }),
  reconciliation: factKind('reconciliation', {
    id: 's.id',
    since: 's.createdAt',
    open: db
      .selectFrom('reconciliation as s')
      .select(['s.id', 's.createdAt as since', 's.provider', 's.fromDay as from', 's.toDay as to'])
      .where('s.state', 'in', ['matching', 'searching']),
    entryOf: entries.reconciliationEntry,
  }),
  'ledger-proof': factKind('ledger-proof', {
    id: 'l.id',
    since: 'l.createdAt',
    // The nightly check is a Temporal Schedule: its run has no id in the database, and the next night replaces a
    // missed one.
    open: db
      .selectFrom('ledgerProof as l')
      .select(['l.id', 'l.createdAt as since'])
      .where('l.state', '=', 'running')
      .where('l.orderedBy', 'is not', null),
    entryOf: ({ id }) => entries.proofEntry(id),
  }),
  'payout-file': factKind('payout-file', {
    id: 'f.id',
    since: 'f.sentAt',
    open: db
      .selectFrom('payoutFile as f')
      .innerJoin('serviceEnv as s', 's.id', 'f.serviceEnvId')
      .select(['f.id', 'f.serviceEnvId', 's.mode', 'f.linesTotal'])
      .select((eb) => eb.ref('f.sentAt').$notNull().as('since'))
      .where('f.state', 'in', runningFileStates),
    entryOf: entries.payoutFileEntry,
  }),
  mail: factKind('mail', {
    id: 'm.id',
    since: 'm.createdAt',
    open: db
      .selectFrom('mail as m')
      .select(['m.id', 'm.createdAt as since'])
      .where('m.endedAt', 'is', null),
    entryOf: ({ id }) => entries.mailEntry(id),
  }),
}

interface Reading<From, Names extends keyof From, Row> {
  readonly open: SelectQueryBuilder<From, Names, Row>
  /** The columns of `open` with the subject's id, and the time since when the fact is open. */
  readonly id: string
  readonly since: string
  readonly entryOf: (row: Row) => OutboxEntry
}

function factKind<
  From,
  Names extends keyof From,
  Row extends { readonly id: string; readonly since: Date },
>(kind: WorkflowKind, { open, id, since, entryOf }: Reading<From, Names, Row>): OpenFactKind {
  const subjectId = sql<string>`${sql.ref(id)}`
  const starts = db
    .selectFrom('outbox as o')
    .select('o.id')
    .where('o.subjectId', '=', subjectId)
    .where('o.kind', '=', kind)
    .where((eb) => eb.or([eb('o.signal', 'is', null), eb('o.startsRun', '=', true)]))
  const page = prepared((p: Params<OpenFactPage>) =>
    open
      .where(
        sql.ref<Date>(since),
        '<',
        sql<Date>`now() - ${p.olderThanMs}::float8 * interval '1 ms'`,
      )
      .where(subjectId, '>', p.afterId)
      .where((eb) => eb.not(eb.exists(starts)))
      .orderBy(subjectId)
      .limit(p.limit),
  )
  const some = prepared((p: Params<{ ids: readonly string[] }>) =>
    open.where(subjectId, '=', anyOf(p.ids)),
  )
  const facts = async (books: Sql, statement: Statement<Row>): Promise<OpenFact[]> =>
    (await books.all<Row>(statement as Statement<Row> & Asking<Row>)).map((row) => ({
      kind,
      subjectId: row.id,
      since: row.since,
      entry: entryOf(row),
    }))
  return {
    list: (books, values) => facts(books, page(values)),
    among: (books, ids) => facts(books, some({ ids })),
  }
}

function amountOf({ amount, currency }: { amount: bigint; currency: CurrencyCode }) {
  return money(amount, currency)
}
