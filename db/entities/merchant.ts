import { defineEntity, p } from '@mikro-orm/core'
import type { ApiKeyId, CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalStatus, TerminalType } from '#domain/terminal.ts'

/** Who signed up: owns services. */
export const MerchantSchema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A shop, site or app of a merchant, with the name its payers see. */
export const ServiceSchema = defineEntity({
  name: 'Service',
  tableName: 'service',
  properties: {
    id: p.uuid().primary(),
    merchant: () => p.manyToOne(MerchantSchema),
    name: p.text(),
    publicName: p.text(),
    currency: p.text().default('XOF'),
    address: p.text().nullable(),
    phone: p.text().nullable(),
    email: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A service in one mode: the scope of everything else. */
export const ServiceEnvSchema = defineEntity({
  name: 'ServiceEnv',
  tableName: 'service_env',
  properties: {
    id: p.uuid().$type<ServiceEnvId>().primary(),
    service: () => p.manyToOne(ServiceSchema),
    mode: p.text().$type<'live' | 'sandbox'>(),
    exchangeFeePercent: p.decimal('string').precision(7).scale(4).default('0'),
    exchangeFeePayer: p.text().$type<'customer' | 'merchant'>().default('customer'),
    exchangeMarginPercent: p.decimal('string').precision(7).scale(4).default('0'),
    exchangeMarginPayer: p.text().$type<'customer' | 'merchant'>().default('customer'),
    feePayer: p.text().$type<'customer' | 'merchant'>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A member of the merchant's staff, who may work at a cash desk. */
export const CollaboratorSchema = defineEntity({
  name: 'Collaborator',
  tableName: 'collaborator',
  properties: {
    id: p.uuid().$type<CollaboratorId>().primary(),
    service: () => p.manyToOne(ServiceSchema),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

export const PointOfSaleSchema = defineEntity({
  name: 'PointOfSale',
  tableName: 'point_of_sale',
  properties: {
    id: p.uuid().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

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
    status: p.text().$type<TerminalStatus>().default('active'),
    activationDigest: p.blob().unique().nullable(),
    activationExpiresAt: p.datetime(3).nullable(),
    serialNumber: p.text().nullable(),
    deviceType: p.text().nullable(),
    appVersion: p.text().nullable(),
    lastSeenAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    deletedAt: p.datetime(3).nullable(),
  },
})

/** A key, kept as its digest only. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().$type<ApiKeyId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    kind: p.text().$type<'secret' | 'public' | 'terminal' | 'session'>(),
    channel: p.text().$type<'api' | 'widget' | 'pos' | 'shop'>(),
    digest: p.blob().unique(),
    last4: p.text(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** What the service charges for a transaction; the closest level wins. */
export const FeeRuleSchema = defineEntity({
  name: 'FeeRule',
  tableName: 'fee_rule',
  properties: {
    id: p.uuid().primary(),
    level: p.text().$type<'platform' | 'service' | 'channel' | 'terminal'>(),
    type: p.text().$type<'collection' | 'payout'>().default('collection'),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    channel: p.text().nullable(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    provider: p.text().nullable(),
    kind: p.text().$type<'percentage' | 'fixed'>(),
    value: p.decimal('string').precision(12).scale(4),
    payer: p.text().$type<'customer' | 'merchant'>().default('customer'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The rate of a floating currency at a time, from a named source. */
export const ExchangeRateSchema = defineEntity({
  name: 'ExchangeRate',
  tableName: 'exchange_rate',
  properties: {
    id: p.uuid().primary(),
    currency: p.text(),
    xofPerUnit: p.decimal('string').precision(20).scale(10),
    source: p.text(),
    at: p.datetime(3),
  },
})
