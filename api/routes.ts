import { closeCashSessionRoute } from './cash-sessions/close.ts'
import { listCashSessionsRoute } from './cash-sessions/list.ts'
import { openCashSessionRoute } from './cash-sessions/open.ts'
import { readCashSession } from './cash-sessions/read.ts'
import { readBalanceRoute } from './balance/read.ts'
import { cancelCheckoutRoute } from './checkouts/cancel.ts'
import { createCheckoutRoute } from './checkouts/create.ts'
import { readCheckoutRoute } from './checkouts/read.ts'
import { createCollection } from './collections/create.ts'
import type { ApiContext } from '#http/context.ts'
import { listCurrencies } from './currencies/list.ts'
import { listEvents } from './events/list.ts'
import { readEvent } from './events/read.ts'
import { readExchangeRate } from './rates/read.ts'
import type { Route } from '#http/route.ts'
import { listPaymentMethods } from './payment-methods/list.ts'
import { payPaymentLink } from './payment-links/pay.ts'
import { listLinkPaymentMethods } from './payment-links/payment-methods.ts'
import { quotePaymentLink } from './payment-links/quote.ts'
import { readPaymentLink } from './payment-links/read.ts'
import { readLinkReceipt } from './payment-links/receipt.ts'
import { readLinkTransaction } from './payment-links/transaction.ts'
import { createPayout } from './payouts/create.ts'
import { validatePhoneNumber } from './phone-numbers/validate.ts'
import { createQuote } from './quotes/create.ts'
import { createRefund } from './refunds/create.ts'
import { readRefund } from './refunds/read.ts'
import { readReceipt } from './receipts/read.ts'
import { readSession } from './session/read.ts'
import { activateTerminalRoute } from './terminals/activate.ts'
import { changeTerminalRoute } from './terminals/change.ts'
import { createTerminalRoute } from './terminals/create.ts'
import { deleteTerminalRoute } from './terminals/delete.ts'
import { disableTerminal } from './terminals/disable.ts'
import { enableTerminal } from './terminals/enable.ts'
import { listTerminalsRoute } from './terminals/list.ts'
import { readTerminal } from './terminals/read.ts'
import { regenerateTerminalRoute } from './terminals/regenerate.ts'
import { cancelTransactionRoute } from './transactions/cancel.ts'
import { listTransactionsRoute } from './transactions/list.ts'
import { readTransactionRoute } from './transactions/read.ts'
import { createWebhookEndpointRoute } from './webhooks/create-endpoint.ts'
import { deleteWebhookEndpoint } from './webhooks/delete-endpoint.ts'
import { listWebhookEndpoints } from './webhooks/list-endpoints.ts'
import { readWebhookEndpoint } from './webhooks/read-endpoint.ts'
import { listWebhookEventTypes } from './webhooks/list-event-types.ts'

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
    createPayout(context),
    cancelTransactionRoute(context),
    createQuote(context),
    listCurrencies(context),
    readExchangeRate(context),
    createCheckoutRoute(context),
    readCheckoutRoute(context),
    cancelCheckoutRoute(context),
    readPaymentLink(context),
    listLinkPaymentMethods(context),
    quotePaymentLink(context),
    payPaymentLink(context),
    readLinkTransaction(context),
    readLinkReceipt(context),
    listWebhookEndpoints(context),
    createWebhookEndpointRoute(context),
    readWebhookEndpoint(context),
    deleteWebhookEndpoint(context),
    listWebhookEventTypes(),
    listTerminalsRoute(context),
    createTerminalRoute(context),
    activateTerminalRoute(context),
    readTerminal(context),
    changeTerminalRoute(context),
    deleteTerminalRoute(context),
    disableTerminal(context),
    enableTerminal(context),
    regenerateTerminalRoute(context),
    listCashSessionsRoute(context),
    openCashSessionRoute(context),
    readCashSession(context),
    closeCashSessionRoute(context),
    createRefund(),
    readRefund(),
    listEvents(),
    readEvent(),
  ]
}
