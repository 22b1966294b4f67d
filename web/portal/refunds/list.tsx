import type { TransactionId } from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/refund.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { ListHead, StatusFilter } from '#web/portal/list-parts.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { RefundBadge, refundStatuses, refundStatusName } from './words.tsx'

export interface RefundListProps extends ListPage<RefundRecord> {
  readonly portal: Portal
  readonly query: URLSearchParams
  /** Of the payments that they give back. */
  readonly references: ReadonlyMap<TransactionId, string>
}

const statusOptions = refundStatuses.map((status) => [status, refundStatusName(status)] as const)

/** All refunds, newest first. */
export function RefundList({ portal, query, rows, newer, older, references }: RefundListProps) {
  const isNarrowed = (query.get('statut') ?? '') !== ''
  return (
    <PortalFrame portal={portal} title="Remboursements">
      <ListHead
        title="Remboursements"
        exportPath={rows.length > 0 ? paths.refundsFile : null}
        query={query}
      />
      <StatusFilter path={paths.refunds} query={query} options={statusOptions} />
      {rows.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} />
      ) : (
        <div class="card">
          <Table
            caption="Remboursements, les plus récents d’abord"
            columns={columnsWith(references)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function columnsWith(
  references: ReadonlyMap<TransactionId, string>,
): readonly Column<RefundRecord>[] {
  return [
    {
      title: 'Paiement',
      cell: ({ id, transactionId }) => (
        <a href={`${paths.refunds}/${id}`}>{references.get(transactionId) ?? transactionId}</a>
      ),
    },
    { title: 'Motif', cell: ({ reason }) => reason ?? '—' },
    { title: 'Quand', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'Statut', cell: ({ status }) => <RefundBadge status={status} /> },
    { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="Aucun remboursement dans cet état" icon="search">
        <a href={paths.refunds}>Voir tous les remboursements</a>
      </Empty>
    )
  }
  return (
    <Empty title="Aucun remboursement">
      <p>
        Pour rendre un paiement, en entier ou en partie, ouvrez-le dans{' '}
        <a href={paths.transactions}>vos transactions</a> et choisissez «{'\u00A0'}Rembourser
        {'\u00A0'}».
      </p>
    </Empty>
  )
}
