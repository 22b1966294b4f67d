import { hasPortalPermission } from '#domain/people/person.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { statusNames } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { ListHead, statusField, StatusFilter } from '#web/portal/list-parts.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { PayoutBadge, providerName } from './words.tsx'

export interface PayoutListProps extends ListPage<TransactionRecord> {
  readonly portal: Portal
  readonly query: URLSearchParams
}

const statusOptions = transactionStatuses.map((status) => [status, statusNames[status]] as const)

/** All payouts, newest first. */
export function PayoutList({ portal, query, rows, newer, older }: PayoutListProps) {
  const mayAsk = hasPortalPermission(portal.person, 'payouts.request')
  return (
    <PortalFrame portal={portal} title="Retraits">
      <ListHead
        title="Retraits"
        exportPath={rows.length > 0 ? paths.payoutsFile : null}
        query={query}
      >
        {mayAsk && <ButtonLink href={paths.newPayout}>Nouveau retrait</ButtonLink>}
      </ListHead>
      <StatusFilter path={paths.payouts} query={query} options={statusOptions} />
      {rows.length === 0 ? (
        <Nothing isNarrowed={(query.get(statusField) ?? '') !== ''} />
      ) : (
        <div class="card">
          <Table
            caption="Retraits, les plus récents d’abord"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

const columns: readonly Column<TransactionRecord>[] = [
  {
    title: 'Bénéficiaire',
    cell: ({ id, customer, reference }) => (
      <a href={`${paths.payouts}/${id}`}>{customer.name ?? reference}</a>
    ),
  },
  { title: 'Par', cell: ({ provider }) => providerName(provider) },
  { title: 'Quand', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Statut', cell: (payout) => <PayoutBadge payout={payout} /> },
  { title: 'Montant', isNumber: true, cell: ({ net }) => <Amount of={net} /> },
]

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="Aucun retrait dans cet état" icon="search">
        <a href={paths.payouts}>Voir tous les retraits</a>
      </Empty>
    )
  }
  return (
    <Empty title="Aucun retrait pour l’instant">
      <p>
        Retirez votre solde vers un numéro Mobile Money ou un compte bancaire que vous avez
        autorisé.
      </p>
    </Empty>
  )
}
