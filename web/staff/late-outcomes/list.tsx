import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { DeskList, type ListProps } from '#web/staff/desk-list.tsx'
import { Age } from '#web/staff/age.tsx'
import { OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { providerName, refundStates } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'À rendre' },
  { value: 'all', label: 'Tous' },
]

/** Debits that came too late, the oldest first: those that nobody gives back yet, or all. */
export function LateOutcomeList({ desk, rows, next, view }: ListProps<QueuedMoney, string>) {
  return (
    <DeskList
      desk={desk}
      title="Débits tardifs"
      aside={<Views path={paths.lateOutcomes} views={views} open={view} />}
      caption="Débits tardifs, les plus anciens d’abord"
      columns={columns}
      rows={rows}
      next={next}
      emptyTitle="Aucun débit tardif à rendre"
    >
      <p>
        Un opérateur débite parfois un payeur après la fin de son paiement{'\u00A0'}: ce qui lui est
        dû apparaît ici.
      </p>
    </DeskList>
  )
}

const columns: readonly Column<QueuedMoney>[] = [
  {
    title: 'Paiement',
    cell: ({ id, reference }) => <a href={`${paths.lateOutcomes}/${id}`}>{reference}</a>,
  },
  { title: 'Marchand', cell: OwnerCell },
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  {
    title: 'Remboursement',
    cell: ({ refund }) =>
      refund ? <State of={refundStates[refund.status]} /> : <State of={['wait', 'À demander']} />,
  },
  { title: 'Débité', isNumber: true, cell: ({ charged }) => <Amount of={charged} /> },
]
