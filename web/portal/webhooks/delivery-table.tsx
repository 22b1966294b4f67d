import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'
import { DeliveryBadge, endpointName, eventName } from './words.tsx'

/** A table of deliveries, each linking to its details (docs/webhooks.md#history). */
export function DeliveryTable({
  caption,
  rows,
  isShort,
}: {
  readonly caption: string
  readonly rows: readonly DeliveryRecord[]
  /** For one webhook, beside its settings. */
  readonly isShort?: boolean
}) {
  const shown = isShort ? columns.filter(({ isLong }) => !isLong) : columns
  return <Table caption={caption} columns={shown} rows={rows} keyOf={({ id }) => id} />
}

const columns: readonly (Column<DeliveryRecord> & { readonly isLong?: boolean })[] = [
  {
    title: 'Événement',
    cell: ({ id, event, isTest }) => (
      <>
        <a href={`${paths.deliveries}/${id}`}>{eventName(event)}</a>
        {isTest && <span class="soft small"> (test)</span>}
      </>
    ),
  },
  { title: 'Date', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Webhook', isLong: true, cell: ({ endpoint }) => endpointName(endpoint) },
  {
    title: 'Transaction',
    isLong: true,
    cell: ({ transaction }) =>
      transaction === null ? (
        '—'
      ) : (
        <a href={`${paths.transactions}/${transaction.id}`}>{transaction.reference}</a>
      ),
  },
  {
    title: 'Essai',
    isLong: true,
    cell: ({ attempts }) => `${attempts}\u00A0sur\u00A0${WEBHOOK_ATTEMPTS_MAX}`,
  },
  {
    title: 'Dernier code',
    isLong: true,
    cell: ({ lastHttpStatus }) => (lastHttpStatus === null ? '—' : `HTTP ${lastHttpStatus}`),
  },
  { title: 'Statut', cell: ({ status }) => <DeliveryBadge status={status} /> },
]
