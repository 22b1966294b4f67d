import { defineEntity, p } from '@mikro-orm/core'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { CashSessionCloser } from '#domain/cash-sessions/cash-session.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ApiKeyId, CashSessionId, TerminalId } from '#domain/ids.ts'
import type { TerminalStatus, TerminalType } from '#domain/terminals/terminal.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { CollaboratorSchema, PointOfSaleSchema, ServiceEnvSchema } from './merchants.ts'

/** A payment terminal or a cash desk. */
export const TerminalSchema = defineEntity({
  name: 'Terminal',
  tableName: 'terminal',
  properties: {
    id: p.uuid().$type<TerminalId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    pointOfSale: () => p.manyToOne(PointOfSaleSchema).nullable(),
    type: p.text().$type<TerminalType>(),
    label: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    status: p.text().$type<TerminalStatus>().default('active'),
    activationDigest: p.blob().nullable(),
    activationExpiresAt: p.datetime(3).nullable(),
    serialNumber: p.text().nullable(),
    deviceType: p.text().nullable(),
    appVersion: p.text().nullable(),
    lastSeenAt: p.datetime(3).nullable(),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    deletedAt: p.datetime(3).nullable(),
  },
})

/** A key, stored only as a digest. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().$type<ApiKeyId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    kind: p.text().$type<KeyKind>(),
    channel: p.text().$type<'api' | 'widget' | 'pos' | 'shop'>(),
    digest: p.blob(),
    last4: p.text().name('last4'),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    publicToken: p.text().nullable(),
    scopes: p.array().$type<KeyScope[]>().defaultRaw("'{payments,payouts}'::text[]"),
  },
})

/** One cashier's session at a terminal; amounts are minor units of its currency. */
export const CashSessionSchema = defineEntity({
  name: 'CashSession',
  tableName: 'cash_session',
  properties: {
    id: p.uuid().$type<CashSessionId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    terminal: () => p.manyToOne(TerminalSchema),
    collaborator: () => p.manyToOne(CollaboratorSchema),
    apiKey: () => p.manyToOne(ApiKeySchema),
    channel: p.text().$type<TerminalType>(),
    currency: p.text().$type<CurrencyCode>().default('XOF'),
    openingFloat: p.bigint(),
    countedCash: p.bigint().nullable(),
    note: p.text().nullable(),
    openedAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    closedAt: p.datetime(3).nullable(),
    closedBy: p.text().$type<CashSessionCloser>().nullable(),
  },
})
