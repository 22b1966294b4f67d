import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import type { PaymentLinkId } from '#domain/ids.ts'
import type { PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import { ServiceEnvSchema } from './merchants.ts'

/** Something a payer can pay without a key; amounts are minor units of its currency. */
export const PaymentLinkSchema = defineEntity({
  name: 'PaymentLink',
  tableName: 'payment_link',
  properties: {
    id: p.uuid().$type<PaymentLinkId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    state: p.text().$type<PaymentLinkState>().default('active'),
    title: p.text(),
    description: p.text().nullable(),
    amount: p.bigint().nullable(),
    currency: p.text().$type<CurrencyCode>(),
    minAmount: p.bigint().nullable(),
    maxAmount: p.bigint().nullable(),
    maxPayments: p.integer().nullable(),
    expiresAt: p.datetime(3).nullable(),
    customFields: p.json<CustomField[]>().defaultRaw("'[]'::jsonb"),
    redirectUrl: p.text().nullable(),
    cancelUrl: p.text().nullable(),
    shopOrigin: p.text().nullable(),
    reference: p.text().nullable(),
    isEmailRequired: p.boolean().default(true),
    successMessage: p.text().nullable(),
    metadata: p.text().defaultRaw("'{}'::text"),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The short address of a link. */
export const PaymentLinkWordSchema = defineEntity({
  name: 'PaymentLinkWord',
  tableName: 'payment_link_word',
  properties: {
    word: p.text().primary(),
    paymentLink: () => p.manyToOne(PaymentLinkSchema),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})
