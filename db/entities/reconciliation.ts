import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type {
  DifferenceId,
  OperatorRequestId,
  ReconciliationId,
  RefundId,
  ServiceEnvId,
  StaffMemberId,
  TransactionId,
} from '#domain/ids.ts'
import type {
  DifferenceKind,
  OrderKind,
  ReconciliationState,
  StatementStatus,
} from '#domain/reconciliation/reconciliation.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { RefundSchema } from './refunds.ts'
import { TransactionSchema } from './transactions.ts'

/** Orders to operators, and whether their money moved: a view, read only. */
export const OperatorOrderSchema = defineEntity({
  name: 'OperatorOrder',
  tableName: 'operator_order',
  properties: {
    id: p.uuid().$type<TransactionId | RefundId>().primary(),
    transactionId: p.uuid().$type<TransactionId>(),
    refundId: p.uuid().$type<RefundId>().nullable(),
    serviceEnvId: p.uuid().$type<ServiceEnvId>(),
    mode: p.text().$type<Mode>(),
    provider: p.text(),
    kind: p.text().$type<OrderKind>(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    status: p.text().$type<TransactionStatus | RefundStatus>(),
    standing: p.text().$type<'open' | 'moved' | 'still'>(),
    operatorRequestId: p.uuid().$type<OperatorRequestId>(),
    providerReference: p.text().nullable(),
    knownAt: p.datetime(3).nullable(),
  },
})

/** A statement of an operator, and the progress of matching it. */
export const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.uuid().$type<ReconciliationId>().primary(),
    provider: p.text().$type<OperatorCode>(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    kinds: p.array().$type<OrderKind[]>(),
    fromDay: p.date(),
    toDay: p.date(),
    digest: p.blob(),
    linesTotal: p.integer(),
    state: p.text().$type<ReconciliationState>().default('matching'),
    lastLine: p.integer().default(0),
    lastKnownAt: p.datetime(3).nullable(),
    lastOrderId: p.uuid().nullable(),
    linesDone: p.integer().default(0),
    linesAgreed: p.integer().default(0),
    ordersDone: p.integer().default(0),
    importedBy: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
  },
})

/** A line of a statement, as the operator wrote it. */
export const OperatorStatementLineSchema = defineEntity({
  name: 'OperatorStatementLine',
  tableName: 'operator_statement_line',
  properties: {
    reconciliationId: p.uuid().$type<ReconciliationId>().primary(),
    number: p.integer().primary(),
    kind: p.text().$type<OrderKind>(),
    operatorReference: p.text().nullable(),
    reference: p.text().nullable(),
    requestId: p
      .uuid()
      .nullable()
      .generated(
        "(\nCASE\n    WHEN (reference ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'::text) THEN (reference)::uuid\n    ELSE NULL::uuid\nEND) stored",
      ),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    status: p.text().$type<StatementStatus>(),
    at: p.datetime(3),
    isRepeated: p.boolean(),
    orderId: p.uuid().nullable(),
  },
})

/** A difference between a statement and the database; closed once. */
export const ReconciliationDifferenceSchema = defineEntity({
  name: 'ReconciliationDifference',
  tableName: 'reconciliation_difference',
  properties: {
    id: p.uuid().$type<DifferenceId>().primary().defaultRaw('gen_random_uuid()'),
    position: p.bigint().autoincrement().columnType('bigint'),
    reconciliation: () => p.manyToOne(ReconciliationSchema),
    kind: p.text().$type<DifferenceKind>(),
    line: p.integer().nullable(),
    orderKind: p.text().$type<OrderKind>(),
    orderId: p.uuid().nullable(),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    amount: p.bigint().nullable(),
    currency: p.text().$type<CurrencyCode>().nullable(),
    status: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    closedAt: p.datetime(3).nullable(),
    closedBy: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
    reason: p.text().nullable(),
    foundIn: p.uuid().$type<ReconciliationId>().nullable(),
  },
})

/** A supervisor's confirmation of a statement line that our books deny; it is booked with the second one. */
export const ConfirmedLineSchema = defineEntity({
  name: 'ConfirmedLine',
  tableName: 'confirmed_line',
  properties: {
    difference: () => p.manyToOne(ReconciliationDifferenceSchema).primary(),
    confirmedBy: p.uuid().$type<StaffMemberId>().primary(),
    realm: p.text().default('staff'),
    orderId: p.uuid(),
    reason: p.text(),
    confirmedAt: p.datetime(3).defaultRaw('now()'),
    isBooked: p.boolean(),
  },
})
