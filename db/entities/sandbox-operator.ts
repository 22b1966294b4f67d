import { defineEntity, p } from '@mikro-orm/core'
import type { OperatorRequestId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'

/** An order to the sandbox operator. */
export const SandboxRequestSchema = defineEntity({
  name: 'SandboxRequest',
  tableName: 'request',
  schema: 'sandbox_operator',
  properties: {
    id: p.uuid().$type<OperatorRequestId>().primary(),
    scenario: p.text().$type<SandboxScenario>(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    status: p.text().$type<'pending' | 'succeeded' | 'failed' | 'expired'>().default('pending'),
    failureCode: p.text().nullable(),
    asked: p.integer().default(1),
    decidesAt: p.datetime(3).nullable(),
    closesAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    decidedAt: p.datetime(3).nullable(),
  },
})

/** What the sandbox's acquirer and bank know about a card or a mandate. */
export const SandboxAuthorisationSchema = defineEntity({
  name: 'SandboxAuthorisation',
  tableName: 'authorisation',
  schema: 'sandbox_operator',
  properties: {
    token: p.text().primary(),
    requestId: p.uuid().$type<OperatorRequestId>(),
    scenario: p.text().$type<SandboxScenario>(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    cardLast4: p.text().name('card_last4').nullable(),
    pageId: p.uuid().nullable(),
    answer: p.text().$type<'accepted' | 'refused'>().nullable(),
    closesAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})
