import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { DeskList, type ListProps } from '#web/staff/desk-list.tsx'
import { Age } from '#web/staff/age.tsx'
import { OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { fundsStates, providerName } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'Tous' },
  { value: 'pending_confirmation', label: 'À confirmer' },
  { value: 'held', label: 'À vérifier' },
]

/** Payments whose funds wait for the staff's word, the oldest first. */
export function FundsList({ desk, rows, next, view }: ListProps<QueuedMoney, FundsStatus>) {
  return (
    <DeskList
      desk={desk}
      title="Fonds"
      aside={<Views path={paths.funds} views={views} open={view} />}
      caption="Fonds, les plus anciens d’abord"
      columns={columns}
      rows={rows}
      next={next}
      emptyTitle="Aucun fonds n’attend"
    >
      <p>Les fonds à confirmer ou à vérifier apparaissent ici, les plus anciens d’abord.</p>
    </DeskList>
  )
}

const columns: readonly Column<QueuedMoney>[] = [
  {
    title: 'Paiement',
    cell: ({ id, reference }) => <a href={`${paths.funds}/${id}`}>{reference}</a>,
  },
  { title: 'Marchand', cell: OwnerCell },
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Attend depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  { title: 'État', cell: ({ funds }) => funds && <State of={fundsStates[funds]} /> },
  { title: 'Net', isNumber: true, cell: ({ net }) => <Amount of={net} /> },
]
