import { readBalanceRoute } from './balance/read.ts'
import { createCollection } from './collections/create.ts'
import type { ApiContext } from './context.ts'
import { listCurrencies } from './currencies/list.ts'
import { listEvents } from './events/list.ts'
import { readEvent } from './events/read.ts'
import { readExchangeRate } from './exchange-rates/read.ts'
import type { Route } from './http/route.ts'
import { listPaymentMethods } from './payment-methods/list.ts'
import { validatePhoneNumber } from './phone-numbers/validate.ts'
import { createQuote } from './quotes/create.ts'
import { createRefund } from './refunds/create.ts'
import { readRefund } from './refunds/read.ts'
import { readReceipt } from './receipts/read.ts'
import { readSession } from './session/read.ts'
import { listTransactionsRoute } from './transactions/list.ts'
import { readTransactionRoute } from './transactions/read.ts'
import { createWebhookEndpointRoute } from './webhook-endpoints/create.ts'
import { deleteWebhookEndpoint } from './webhook-endpoints/delete.ts'
import { listWebhookEndpoints } from './webhook-endpoints/list.ts'
import { readWebhookEndpoint } from './webhook-endpoints/read.ts'
import { listWebhookEventTypes } from './webhook-event-types/list.ts'

/** The map of the API: every address, a line each. */
export function createRoutes(context: ApiContext): readonly Route[] {
  return [
    readSession(context),
    listPaymentMethods(context),
    createCollection(context),
    readTransactionRoute(context),
    listTransactionsRoute(context),
    readReceipt(context),
    validatePhoneNumber(),
    readBalanceRoute(context),
    createQuote(context),
    listCurrencies(context),
    readExchangeRate(context),
    listWebhookEndpoints(context),
    createWebhookEndpointRoute(context),
    readWebhookEndpoint(context),
    deleteWebhookEndpoint(context),
    listWebhookEventTypes(),
    createRefund(),
    readRefund(),
    listEvents(),
    readEvent(),
  ]
}
