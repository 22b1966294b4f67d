import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import {
  closeCashSessionRoute,
  listCashSessionsRoute,
  openCashSessionRoute,
  readCashSession,
} from './cash-sessions/routes.ts'
import { readBalanceRoute } from './balance/read.ts'
import { cancelCheckoutRoute, createCheckoutRoute, readCheckoutRoute } from './checkouts/routes.ts'
import { createCollection, createQuotedCollection } from './collections/create.ts'
import { listCurrencies } from './currencies/list.ts'
import { createRefund, listEvents, readEvent, readRefund } from './reserved-routes.ts'
import { readExchangeRate } from './rates/read.ts'
import { listPaymentMethods } from './payment-methods/list.ts'
import { createPaymentLinkRoute } from './payment-links/create.ts'
import {
  changePaymentLinkRoute,
  closePaymentLinkRoute,
  listPaymentLinksRoute,
  readPaymentLinkDetails,
} from './payment-links/manage.ts'
import {
  listLinkPaymentMethods,
  payPaymentLink,
  quotePaymentLink,
  readLinkReceipt,
  readLinkTransaction,
  readPaymentLink,
} from './payment-links/routes.ts'
import { createPayout, createQuotedPayout } from './payouts/create.ts'
import { validatePhoneNumber } from './phone-numbers/validate.ts'
import { createBindingQuote, createQuote } from './quotes/create.ts'
import { readReceipt } from './receipts/read.ts'
import { readSession } from './session/read.ts'
import {
  activateTerminalRoute,
  changeTerminalRoute,
  createTerminalRoute,
  deleteTerminalRoute,
  disableTerminal,
  enableTerminal,
  listTerminalsRoute,
  readTerminal,
  regenerateTerminalRoute,
} from './terminals/routes.ts'
import {
  cancelTransactionRoute,
  listTransactionsRoute,
  readTransactionRoute,
} from './transactions/routes.ts'
import { simulateTransactionRoute } from './transactions/simulate.ts'
import {
  listDeliveriesRoute,
  readDeliveryRoute,
  retryDeliveryRoute,
} from './webhooks/deliveries.ts'
import { listEventsRoute, readEventRoute } from './webhooks/events.ts'
import {
  announceListenerRoute,
  listListenerResultsRoute,
  listListenersRoute,
  recordListenerResultsRoute,
} from './webhooks/listeners.ts'
import {
  changeWebhookEndpointRoute,
  disableWebhookEndpointRoute,
  enableWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
} from './webhooks/manage.ts'
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  listWebhookEventTypes,
  readWebhookEndpoint,
} from './webhooks/routes.ts'

/** All routes of the API, one line each. */
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
    simulateTransactionRoute(context),
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
    ...addedRoutes(context),
  ]
}

/** Routes from version 2.6.0 on (docs/api.md). */
function addedRoutes(context: ApiContext): readonly Route[] {
  return [
    createQuotedCollection(context),
    createQuotedPayout(context),
    createBindingQuote(context),
    listEventsRoute(context),
    readEventRoute(context),
    changeWebhookEndpointRoute(context),
    enableWebhookEndpointRoute(context),
    disableWebhookEndpointRoute(context),
    rotateWebhookSecretRoute(context),
    testWebhookEndpointRoute(context),
    listDeliveriesRoute(context),
    readDeliveryRoute(context),
    retryDeliveryRoute(context),
    listListenersRoute(context),
    announceListenerRoute(context),
    listListenerResultsRoute(context),
    recordListenerResultsRoute(context),
    createPaymentLinkRoute(context),
    listPaymentLinksRoute(context),
    readPaymentLinkDetails(context),
    changePaymentLinkRoute(context),
    closePaymentLinkRoute(context),
  ]
}
