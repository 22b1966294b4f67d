import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { CollaboratorId, MerchantId, ServiceEnvId } from '#domain/ids.ts'
import type { LogoType } from '#domain/settings/logo.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** The business that signed up; it owns services. */
export const MerchantSchema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  properties: {
    id: p.uuid().$type<MerchantId>().primary(),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    trustsWrites: p.boolean().default(false),
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
    currency: p.text().$type<CurrencyCode>().default('XOF'),
    address: p.text().nullable(),
    phone: p.text().nullable(),
    email: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    taxNumber: p.text().nullable(),
    tradeRegister: p.text().nullable(),
    firstStepsPutAwayAt: p.datetime(3).nullable(),
  },
})

/** A service in one mode: the scope of everything else. */
export const ServiceEnvSchema = defineEntity({
  name: 'ServiceEnv',
  tableName: 'service_env',
  properties: {
    id: p.uuid().$type<ServiceEnvId>().primary(),
    service: () => p.manyToOne(ServiceSchema),
    mode: p.text().$type<Mode>(),
    exchangeFeePercent: p.decimal('string').precision(7).scale(4).default(0),
    exchangeFeePayer: p.text().$type<Payer>().default('customer'),
    exchangeMarginPercent: p.decimal('string').precision(7).scale(4).default(0),
    exchangeMarginPayer: p.text().$type<Payer>().default('customer'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    availabilityDelay: p.string().columnType('interval').nullable(),
    feePayer: p.text().$type<Payer>().nullable(),
    isOpen: p.boolean().default(true),
  },
})

/** The logo that receipts and pages show. */
export const ServiceLogoSchema = defineEntity({
  name: 'ServiceLogo',
  tableName: 'service_logo',
  properties: {
    serviceId: p.uuid().primary(),
    digest: p.text(),
    type: p.text().$type<LogoType>(),
    width: p.integer(),
    height: p.integer(),
    content: p.blob(),
    changedAt: p.datetime(3).defaultRaw('now()'),
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

/** A place where terminals stand. */
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
