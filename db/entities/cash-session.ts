import { defineEntity, p } from '@mikro-orm/core'
import type { CashSessionCloser } from '#domain/cash-session.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import type { CashSessionId } from '#domain/ids.ts'
import type { TerminalType } from '#domain/terminal.ts'
import { ApiKeySchema, CollaboratorSchema, ServiceEnvSchema, TerminalSchema } from './merchant.ts'

/** One cashier's turn at a terminal; amounts are minor units of its currency. */
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
