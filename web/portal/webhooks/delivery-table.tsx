import { eventName } from '#domain/webhooks/event-names.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'
import type { WebhookWords } from './french.tsx'
import { DeliveryBadge, endpointName } from './parts.tsx'
import { useWebhookWords } from './words.ts'

/** A table of deliveries, each linking to its details (docs/webhooks.md#history). */
export function DeliveryTable({
  caption,
  rows,
  isShort,
}: {
  readonly caption: string
  readonly rows: readonly DeliveryRecord[]
  /** For one webhook, next to its settings. */
  readonly isShort?: boolean
}) {
  const columns = columnsIn(useWebhookWords())
  const shown = isShort ? columns.filter(({ isLong }) => !isLong) : columns
  return <Table caption={caption} columns={shown} rows={rows} keyOf={({ id }) => id} />
}

type DeliveryColumn = Column<DeliveryRecord> & { readonly isLong?: boolean }

function columnsIn({ shared }: WebhookWords): readonly DeliveryColumn[] {
  return [
    { title: shared.event, cell: (row) => <EventLink delivery={row} /> },
    { title: shared.date, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: shared.webhook, isLong: true, cell: ({ endpoint }) => endpointName(endpoint) },
    {
      title: shared.transaction,
      isLong: true,
      cell: ({ transaction }) =>
        transaction === null ? (
          '—'
        ) : (
          <a href={`${paths.transactions}/${transaction.id}`}>{transaction.reference}</a>
        ),
    },
    {
      title: shared.attempt,
      isLong: true,
      cell: ({ attempts }) => shared.attemptCount(String(attempts), String(WEBHOOK_ATTEMPTS_MAX)),
    },
    {
      title: shared.lastCode,
      isLong: true,
      cell: ({ lastHttpStatus }) => (lastHttpStatus === null ? '—' : `HTTP ${lastHttpStatus}`),
    },
    { title: shared.status, cell: ({ status }) => <DeliveryBadge status={status} /> },
  ]
}

function EventLink({ delivery: { id, event, isTest } }: { readonly delivery: DeliveryRecord }) {
  const { language } = useScope()
  const { deliveries } = useWebhookWords()
  return (
    <>
      <a href={`${paths.deliveries}/${id}`}>{eventName(event, language)}</a>
      {isTest && <span class="soft small"> {deliveries.test}</span>}
    </>
  )
}
