import { readBalanceRoute } from './balance/read.ts'
import { createCollection } from './collections/create.ts'
import type { ApiContext } from './context.ts'
import type { Route } from './http/route.ts'
import { validatePhoneNumber } from './phone-numbers/validate.ts'
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
    createCollection(context),
    readTransactionRoute(context),
    listTransactionsRoute(context),
    validatePhoneNumber(),
    readBalanceRoute(context),
    listWebhookEndpoints(context),
    createWebhookEndpointRoute(context),
    readWebhookEndpoint(context),
    deleteWebhookEndpoint(context),
    listWebhookEventTypes(),
  ]
}
