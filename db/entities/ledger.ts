import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { AccountKind } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { RefundSchema } from './refunds.ts'
import { TransactionSchema } from './transactions.ts'

/** An account of a merchant or, without a service, of the platform. */
export const LedgerAccountSchema = defineEntity({
  name: 'LedgerAccount',
  tableName: 'ledger_account',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    mode: p.text().$type<Mode>(),
    kind: p.text().$type<AccountKind>(),
    provider: p.text().default(''),
    currency: p.text().$type<CurrencyCode>(),
    balance: p.bigint().nullable(),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A movement: something that happened once to a transaction or its refund. */
export const LedgerMovementSchema = defineEntity({
  name: 'LedgerMovement',
  tableName: 'ledger_movement',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    kind: p.text().$type<MovementKind>(),
    at: p.datetime(3).defaultRaw('now()'),
    refund: () => p.manyToOne(RefundSchema).nullable(),
  },
})

/** One side of a movement, in minor units of its account's currency. */
export const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    movement: () => p.manyToOne(LedgerMovementSchema),
    account: () => p.manyToOne(LedgerAccountSchema),
    amount: p.bigint(),
  },
})
