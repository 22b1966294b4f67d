import type { Pool } from 'pg'
import type {
  CheckoutId,
  PaymentLinkId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { type Gathered, gathered } from '#db/gathered.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, jsonObjectFrom, type Params, prepared, sql } from '#db/statements.ts'
import { thaw } from '#db/types/frozen.ts'
import { terminalOf } from '#use-cases/terminals/origin.ts'
import { wholeDisplay, wholeRule } from './short-terms.ts'

/**
 * Which transactions a read may see: those of one service in one mode, or only those of one point of sale, terminal,
 * link or code.
 */
export interface TransactionScope {
  readonly serviceEnvId: ServiceEnvId
  readonly pointOfSaleId?: string
  readonly terminalId?: TerminalId
  readonly paymentLinkId?: PaymentLinkId
  readonly checkoutId?: CheckoutId
}

/** The transaction, or undefined if there is none with this id in this scope. */
export async function findTransaction(
  database: Pick<Database, 'pool'>,
  scope: TransactionScope,
  id: TransactionId,
): Promise<TransactionRecord | undefined> {
  const row = await rowsOf(database.pool)(id)
  return row && isIn(scope, row) ? toRecord(row) : undefined
}

function isIn(scope: TransactionScope, row: TransactionRow): boolean {
  return (
    scope.serviceEnvId === row.serviceEnvId &&
    narrower.every((name) => scope[name] === undefined || scope[name] === row[columns[name]])
  )
}

/** The fields that narrow a scope, with the transaction's column for each. */
const columns = {
  pointOfSaleId: 'placeId',
  terminalId: 'terminalId',
  paymentLinkId: 'paymentLinkId',
  checkoutId: 'checkoutId',
} as const
const narrower = Object.keys(columns) as (keyof typeof columns)[]

type Rows = Gathered<TransactionId, TransactionRow>

const rowsByPool = new WeakMap<Pool, Rows>()

function rowsOf(pool: Pool): Rows {
  const known = rowsByPool.get(pool)
  if (known !== undefined) return known
  const rows: Rows = gathered(
    (ids) => onPool(pool).all(byIds({ ids })),
    ({ id }) => id,
  )
  rowsByPool.set(pool, rows)
  return rows
}

/** The transaction that a workflow was started for; it always exists. */
export async function readTransaction(
  database: Database,
  id: TransactionId,
): Promise<TransactionRecord> {
  return toRecord(await onPool(database.pool).only(byId({ id })))
}

/** The transactions with these ids, of any service, in no order. */
export async function readTransactions(
  database: Pick<Database, 'pool'>,
  ids: readonly TransactionId[],
): Promise<TransactionRecord[]> {
  if (ids.length === 0) return []
  return (await onPool(database.pool).all(byIds({ ids }))).map(toRecord)
}

/**
 * The transaction that already uses this reference (docs/api.md#references); one made with the merchant's own keys
 * comes first.
 */
export async function findByReference(
  database: Database,
  serviceEnvId: ServiceEnvId,
  reference: string,
): Promise<TransactionId | undefined> {
  const row = await onPool(database.pool).first(byReference({ serviceEnvId, reference }))
  return row?.id
}

/** Transactions with everyone who took part in them. */
export const transactionRows = db
  .selectFrom('transaction as t')
  .leftJoin('terminal', 'terminal.id', 't.terminalId')
  .leftJoin('pointOfSale as place', 'place.id', 'terminal.pointOfSaleId')
  .leftJoin('collaborator', 'collaborator.id', 't.collaboratorId')
  .leftJoin('paymentLink as link', 'link.id', 't.paymentLinkId')
  .select(['t.id', 't.serviceEnvId', 't.mode', 't.apiKeyId', 't.type', 't.status', 't.channel'])
  .select(['t.pendingReason', 't.reference', 't.description', 't.checkoutId', 't.metadata'])
  .select(['t.amount', 't.currency', 't.feeAmount', 't.feePayer', 't.feeRule', 't.exchange'])
  .select(['t.amountCharged', 't.chargedCurrency', 't.netAmount', 't.netCurrency', 't.display'])
  .select(['t.refundedAmount', 't.fundsStatus', 't.failureCode', 't.nextActionUrl'])
  .select(['t.customerName', 't.customerEmail', 't.phone', 't.country', 't.provider'])
  .select(['t.paymentType', 't.network', 't.cardLast4', 't.operatorRequestId'])
  .select(['t.providerReference', 't.callbacks', 't.expiresAt', 't.createdAt', 't.completedAt'])
  .select(['t.terminalId', 'terminal.label as terminalLabel'])
  .select(['place.id as placeId', 'place.name as placeName'])
  .select(['t.collaboratorId', 'collaborator.name as collaboratorName'])
  .select(['t.paymentLinkId', 'link.title as linkTitle'])
  // Looked up only if there is one.
  .select((eb) =>
    eb
      .case()
      .when('t.paymentType', '=', 'bank_transfer')
      .then(
        jsonObjectFrom(
          eb
            .selectFrom('bankTransfer as b')
            .leftJoin('unpaidAfterAll as back', 'back.orderId', 'b.transactionId')
            .select(['b.state', 'b.bank', 'b.accountMasked', 'b.bankReference', 'b.transferOn'])
            .select((of) => sql<string | null>`${of.ref('back.toldAt')}`.as('returnedAt'))
            .whereRef('b.transactionId', '=', 't.id'),
        ),
      )
      .end()
      .as('transfer'),
  )

/** One of them. */
export type TransactionRow = InferResult<typeof transactionRows>[number]

const byId = prepared((p: Params<{ id: TransactionId }>) =>
  transactionRows.where('t.id', '=', p.id),
)

const byIds = prepared((p: Params<{ ids: readonly TransactionId[] }>) =>
  transactionRows.where('t.id', '=', anyOf(p.ids)),
)

const byReference = prepared((p: Params<{ serviceEnvId: ServiceEnvId; reference: string }>) =>
  db
    .selectFrom('transaction')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('reference', '=', p.reference)
    .orderBy((eb) => eb('channel', '=', 'widget'))
    .limit(1),
)

/** The row as a domain object. */
export function toRecord(row: TransactionRow): TransactionRecord {
  return {
    ...identityOf(row),
    ...amountsOf(row),
    ...partiesOf(row),
    failureCode: row.failureCode,
    metadata: row.metadata,
    fundsStatus: row.fundsStatus,
    operatorRequestId: row.operatorRequestId,
    providerReference: row.providerReference,
    callbacks: row.callbacks,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    completedAt: row.completedAt,
    ...(row.transfer && { transfer: row.transfer }),
  }
}

function identityOf(row: TransactionRow) {
  const { id, serviceEnvId, mode, apiKeyId, type, status, pendingReason } = row
  const { channel, reference, description, checkoutId } = row
  const identity = { id, serviceEnvId, mode, apiKeyId, type, status, pendingReason }
  return { ...identity, channel, reference, description, checkoutId }
}

function amountsOf(row: TransactionRow) {
  const charged = row.chargedCurrency
  const amounts = {
    price: money(row.amount, row.currency),
    amountCharged: money(row.amountCharged, charged),
    net: money(row.netAmount, row.netCurrency),
  }
  const amount = money(row.feeAmount, charged)
  return {
    ...amounts,
    fees: { amount, payer: row.feePayer, rule: wholeRule(row.feeRule) },
    exchange: row.exchange && thaw(row.exchange),
    display: wholeDisplay(row.display, amounts),
    refunded: money(row.refundedAmount, charged),
  }
}

function partiesOf(row: TransactionRow) {
  const { customerName, customerEmail, phone, paymentType, network, cardLast4 } = row
  return {
    customer: { name: customerName, email: customerEmail, phone },
    country: row.country,
    paymentMethod: { type: paymentType, network, cardLast4 },
    nextActionUrl: row.nextActionUrl,
    provider: row.provider,
    terminal: terminalOf(row),
    operator: row.collaboratorId && {
      id: row.collaboratorId,
      name: row.collaboratorName ?? '',
    },
    paymentLink: row.paymentLinkId && { id: row.paymentLinkId, title: row.linkTitle ?? '' },
  }
}
