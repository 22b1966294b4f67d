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

/** Fields of the address of the history; what means nothing is as if it were missing. */
export const deliveryFilterFields = ['q', 'statut', 'webhook'] as const

const referenceLengthMax = 64

/** What the history is asked for; null where no transaction has this id or reference, for nothing can be found. */
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
