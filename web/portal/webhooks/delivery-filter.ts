import {
  asId,
  type EndpointId,
  isUuid,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import type { WebContext } from '#web/context.ts'
import type { DeliveryFilter } from '#use-cases/webhooks/list-deliveries.ts'
import { findByReference } from '#use-cases/transactions/find.ts'

/** Query fields of the history; an invalid value counts as missing. */
export const deliveryFilterFields = ['q', 'statut', 'webhook'] as const

const referenceLengthMax = 64

/** The filter that the query asks for; null if no transaction has this id or reference, so nothing can match. */
export async function readDeliveryFilter(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  query: URLSearchParams,
): Promise<DeliveryFilter | null> {
  const text = (name: (typeof deliveryFilterFields)[number]): string =>
    query.get(name)?.trim() ?? ''
  const status = deliveryStatuses.find((known) => known === text('statut'))
  const endpoint = text('webhook')
  const searched = text('q').slice(0, referenceLengthMax)
  const transactionId = await transactionOf(database, serviceEnvId, searched)
  if (searched !== '' && transactionId === undefined) return null
  return {
    ...(status && { status }),
    ...(isUuid(endpoint) && { endpointId: asId<EndpointId>(endpoint) }),
    ...(transactionId && { transactionId }),
  }
}

async function transactionOf(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  searched: string,
): Promise<TransactionId | undefined> {
  if (searched === '') return undefined
  const id = searched.toLowerCase()
  return isUuid(id) ? asId<TransactionId>(id) : findByReference(database, serviceEnvId, searched)
}
