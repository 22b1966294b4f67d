import { money } from '#domain/money/money.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import { Shelf } from './shelf.tsx'

interface Sale {
  readonly reference: string
  readonly payer: string
  readonly amount: bigint
  readonly status: TransactionStatus
  readonly minutesAgo: number
}

const sales: readonly Sale[] = [
  { reference: 'CMD-1042', payer: 'Awa D.', amount: 12_500n, status: 'pending', minutesAgo: 0 },
  { reference: 'CMD-1041', payer: 'Kossi A.', amount: 985n, status: 'succeeded', minutesAgo: 12 },
  {
    reference: 'CMD-1040',
    payer: 'Sènan H.',
    amount: 1_250_000n,
    status: 'failed',
    minutesAgo: 190,
  },
  { reference: 'CMD-1039', payer: 'Bọ́lá O.', amount: 40_000n, status: 'expired', minutesAgo: 1700 },
]

export function Lists() {
  const { now } = useScope()
  const at = (minutesAgo: number): Date => new Date(now.getTime() - minutesAgo * 60_000)
  const columns: readonly Column<Sale>[] = [
    { title: 'Référence', cell: (sale) => <a href="/design">{sale.reference}</a> },
    { title: 'Payeur', cell: (sale) => sale.payer },
    { title: 'Quand', cell: (sale) => <Time at={at(sale.minutesAgo)} /> },
    { title: 'Statut', cell: (sale) => <StatusBadge status={sale.status} /> },
    { title: 'Montant', isNumber: true, cell: (sale) => <Amount of={money(sale.amount, 'XOF')} /> },
  ]
  return (
    <Shelf title="Listes">
      <div class="card">
        <Table
          caption="Derniers paiements"
          columns={columns}
          rows={sales}
          keyOf={(sale) => sale.reference}
        />
      </div>
      <Pagination newer="/design" older="/design" />
      <div class="grid">
        <div class="card">
          <Facts
            facts={[
              { label: 'Montant', value: <Amount of={money(12_500n, 'XOF')} /> },
              { label: 'Frais', value: <Amount of={money(250n, 'XOF')} /> },
              { label: 'Total', value: <Amount of={money(12_750n, 'XOF')} />, isTotal: true },
            ]}
          />
        </div>
        <div class="card">
          <Timeline
            happenings={[
              { tone: 'ok', title: 'Demande créée', at: at(4) },
              { tone: 'ok', title: 'Envoyée à MTN', at: at(4), detail: 'Référence 7720934' },
              { tone: 'wait', title: 'En attente du payeur' },
            ]}
          />
        </div>
      </div>
    </Shelf>
  )
}
