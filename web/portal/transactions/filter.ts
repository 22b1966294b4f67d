import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { type Channel, channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionFilter } from '#use-cases/transactions/find.ts'
import { addressOf } from '#web/portal/list-page.ts'

/** Fields of the address of a list; each may be missing, and what means nothing is as if it were. */
export const filterFields = ['q', 'statut', 'canal', 'du', 'au'] as const

const dayMs = 86_400_000
const longAgo = new Date(0)
const referenceLengthMax = 64

/** What a list is asked for. A search by reference or number looks at all times. */
export function readFilter(query: URLSearchParams): TransactionFilter {
  const text = (name: (typeof filterFields)[number]): string => query.get(name)?.trim() ?? ''
  const status = transactionStatuses.find((known) => known === text('statut'))
  const channel = channels.find((known) => known === text('canal'))
  const from = startOfLocalDay(text('du'))
  const lastDay = startOfLocalDay(text('au'))
  return {
    ...searched(text('q').slice(0, referenceLengthMax)),
    ...(status && { statuses: [status] }),
    ...(channel && { channel }),
    createdAfter: from ?? longAgo,
    ...(lastDay && { createdBefore: new Date(lastDay.getTime() + dayMs) }),
  }
}

function searched(text: string): Pick<TransactionFilter, 'id' | 'reference'> {
  if (text === '') return {}
  const id = text.toLowerCase()
  return isUuid(id) ? { id: asId<TransactionId>(id) } : { reference: text }
}

/** An address with the filter of this list. */
export function listPath(path: string, query: URLSearchParams): string {
  return addressOf(path, query, { fields: filterFields })
}

export const channelNames: Readonly<Record<Channel, string>> = {
  api: 'API',
  widget: 'Page web',
  payment_link: 'Lien de paiement',
  shop: 'Boutique',
  pos: 'Terminal',
  dashboard: 'Portail',
}
