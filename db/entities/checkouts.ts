import { defineEntity, p } from '@mikro-orm/core'
import type { Frozen } from '#db/types/frozen.ts'
import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { LinkDisplay } from '#domain/pricing/display.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import { CollaboratorSchema, ServiceEnvSchema } from './merchants.ts'
import { ApiKeySchema, CashSessionSchema, TerminalSchema } from './terminals.ts'

/** A QR code of a cash desk, for one payment; the amount is minor units of its currency. */
export const CheckoutSchema = defineEntity({
  name: 'Checkout',
  tableName: 'checkout',
  properties: {
    id: p.uuid().$type<CheckoutId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    apiKey: () => p.manyToOne(ApiKeySchema).nullable(),
    channel: p.text().$type<TerminalType>(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
    cashSession: () => p.manyToOne(CashSessionSchema).nullable(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    display: p.json<Frozen<LinkDisplay>>(),
    description: p.text().nullable(),
    status: p.text().$type<CheckoutStatus>().default('open'),
    paymentId: p.uuid().$type<TransactionId>().nullable(),
    transactionId: p.uuid().$type<TransactionId>().nullable(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
    cancelledAt: p.datetime(3).nullable(),
  },
})
