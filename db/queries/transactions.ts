import type {
  CheckoutId,
  PaymentLinkId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import { money } from '#domain/money.ts'
import type { Channel, TransactionStatus, TransactionType } from '#domain/transaction.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import type { Database } from '#db/connect.ts'
import { type Transaction, TransactionSchema } from '#db/entities/transaction.ts'
import { thaw } from '#db/types/frozen.ts'
import { withTransfers } from './transfers.ts'

/** Where a read may look: one service in one mode, of it one terminal's own transactions, or those of one link or code. */
export interface TransactionScope {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId?: TerminalId
  readonly paymentLinkId?: PaymentLinkId
  readonly checkoutId?: CheckoutId
}

/** Who took part, read along with a transaction. */
export const transactionParties = ['terminal.pointOfSale', 'collaborator', 'paymentLink'] as const
const populate = transactionParties

/** The transaction, or undefined where this scope has none of this id. */
export async function findTransaction(
  database: Database,
  scope: TransactionScope,
  id: TransactionId,
): Promise<TransactionRecord | undefined> {
  const found = await database
    .em()
    .findOne(TransactionSchema, { id, ...scopeFilter(scope) }, { populate })
  return found === null ? undefined : complete(database, found)
}

/** The transaction that a workflow was started for: it is always there. */
export async function readTransaction(
  database: Database,
  id: TransactionId,
): Promise<TransactionRecord> {
  return complete(
    database,
    await database.em().findOneOrFail(TransactionSchema, { id }, { populate }),
  )
}

/** The id under which this reference was used before (spec: duplicate_reference). */
export async function findByReference(
  database: Database,
  serviceEnvId: ServiceEnvId,
  reference: string,
): Promise<TransactionId | undefined> {
  const found = await database
    .em()
    .findOne(TransactionSchema, { serviceEnv: serviceEnvId, reference }, { fields: ['id'] })
  return found?.id
}

export interface TransactionFilter {
  readonly id?: TransactionId
  readonly statuses?: readonly TransactionStatus[]
  readonly type?: TransactionType
  readonly channel?: Channel
  readonly terminalId?: TerminalId
  readonly reference?: string
  readonly createdAfter: Date
  readonly createdBefore?: Date
}

/** A place in a list ordered from the newest: what stands there and before is shown already. */
export interface ListPosition {
  readonly createdAt: Date
  readonly id: TransactionId
}

/** Newest first, `limit` at most, from after `position`; one row more than asked tells that there are more. */
export async function listTransactions(
  database: Database,
  scope: TransactionScope,
  page: {
    readonly filter: TransactionFilter
    readonly limit: number
    readonly position?: ListPosition
  },
): Promise<TransactionRecord[]> {
  const found = await database
    .em()
    .find(
      TransactionSchema,
      { $and: [scopeFilter(scope), filterOf(page.filter), positionFilter(page.position)] },
      { populate, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit: page.limit },
    )
  return withTransfers(database, found.map(toRecord))
}

async function complete(database: Database, row: Transaction): Promise<TransactionRecord> {
  const record = toRecord(row)
  const [completed = record] = await withTransfers(database, [record])
  return completed
}

function scopeFilter({ serviceEnvId, terminalId, paymentLinkId, checkoutId }: TransactionScope) {
  return {
    serviceEnv: serviceEnvId,
    ...(terminalId !== undefined && { terminal: terminalId }),
    ...(paymentLinkId !== undefined && { paymentLink: paymentLinkId }),
    ...(checkoutId !== undefined && { checkoutId }),
  }
}

function filterOf(filter: TransactionFilter) {
  return {
    createdAt: {
      $gte: filter.createdAfter,
      ...(filter.createdBefore && { $lt: filter.createdBefore }),
    },
    ...(filter.id && { id: filter.id }),
    ...(filter.statuses && { status: { $in: [...filter.statuses] } }),
    ...(filter.type && { type: filter.type }),
    ...(filter.channel && { channel: filter.channel }),
    ...(filter.terminalId && { terminal: filter.terminalId }),
    ...(filter.reference !== undefined && { reference: filter.reference }),
  }
}

function positionFilter(position: ListPosition | undefined) {
  if (position === undefined) return {}
  const { createdAt, id } = position
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }],
  }
}

/** The row in the domain's words. */
export function toRecord(row: Transaction): TransactionRecord {
  return {
    ...identityOf(row),
    ...amountsOf(row),
    ...partiesOf(row),
    failureCode: row.failureCode ?? null,
    metadata: row.metadata,
    fundsStatus: row.fundsStatus ?? null,
    operatorRequestId: row.operatorRequestId,
    providerReference: row.providerReference ?? null,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    completedAt: row.completedAt ?? null,
  }
}

function identityOf(row: Transaction) {
  return {
    id: row.id,
    serviceEnvId: row.serviceEnv.id,
    mode: row.mode,
    apiKeyId: row.apiKey?.id ?? null,
    type: row.type,
    status: row.status,
    pendingReason: row.pendingReason ?? null,
    channel: row.channel,
    reference: row.reference,
    description: row.description ?? null,
    checkoutId: row.checkoutId ?? null,
  }
}

function amountsOf(row: Transaction) {
  const charged = row.chargedCurrency
  return {
    price: money(row.amount, row.currency),
    fees: { amount: money(row.feeAmount, charged), payer: row.feePayer, rule: thaw(row.feeRule) },
    amountCharged: money(row.amountCharged, charged),
    net: money(row.netAmount, row.netCurrency),
    exchange: row.exchange ? thaw(row.exchange) : null,
    display: thaw(row.display),
    refunded: money(row.refundedAmount, charged),
  }
}

function partiesOf(row: Transaction) {
  const { terminal, collaborator, paymentLink } = row
  return {
    customer: customerOf(row),
    country: row.country ?? null,
    paymentMethod: {
      type: row.paymentType,
      network: row.network ?? null,
      cardLast4: row.cardLast4 ?? null,
    },
    nextActionUrl: row.nextActionUrl ?? null,
    provider: row.provider,
    terminal: terminal ? terminalOf(terminal) : null,
    operator: collaborator ? { id: collaborator.id, name: collaborator.name } : null,
    paymentLink: paymentLink ? { id: paymentLink.id, title: paymentLink.title } : null,
  }
}

function customerOf({ customerName, customerEmail, phone }: Transaction) {
  return { name: customerName ?? null, email: customerEmail ?? null, phone: phone ?? null }
}

function terminalOf(terminal: NonNullable<Transaction['terminal']>) {
  const place = terminal.pointOfSale
  return {
    id: terminal.id,
    label: terminal.label,
    pointOfSale: place ? { id: place.id, name: place.name } : null,
  }
}
