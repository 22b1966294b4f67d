import type { QueuedPayout } from '#use-cases/payouts/queue.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { DeskList, type ListProps } from '#web/staff/desk-list.tsx'
import { Age } from '#web/staff/age.tsx'
import { OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { providerName } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'Sans réponse' },
  { value: 'closed', label: 'Clos par l’équipe' },
  { value: 'contradicted', label: 'Contredits' },
]

/** Payouts whose operator stays silent, the oldest first; or those the staff closed, or closed wrongly. */
export function PayoutList({ desk, rows, next, view }: ListProps<QueuedPayout, string>) {
  return (
    <DeskList
      desk={desk}
      title="Retraits à clore"
      aside={<Views path={paths.payouts} views={views} open={view} />}
      caption="Retraits, le plus ancien d’abord"
      columns={columns}
      rows={rows}
      next={next}
      emptyTitle={view === '' ? 'Aucun retrait sans réponse' : 'Aucun retrait ici'}
    >
      {view === '' && <p>Un retrait dont l’opérateur ne dit pas le résultat apparaît ici.</p>}
      {view === 'contradicted' && (
        <p>Un retrait clos par l’équipe et que l’opérateur contredit ensuite apparaît ici.</p>
      )}
    </DeskList>
  )
}

const columns: readonly Column<QueuedPayout>[] = [
  {
    title: 'Retrait',
    cell: ({ id, reference }) => <a href={`${paths.payouts}/${id}`}>{reference}</a>,
  },
  { title: 'Marchand', cell: OwnerCell },
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Sans réponse depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  { title: 'État', cell: StateCell },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
]

function StateCell({ status, closings }: QueuedPayout) {
  const isHalf = status === 'pending' && closings.length > 0
  const isContradicted = closings.some(({ contradicted_at: at }) => at !== null)
  return (
    <>
      {isHalf ? <State of={['wait', 'Seconde réponse']} /> : <StatusBadge status={status} />}
      {isContradicted && <span class="soft small">contredit par l’opérateur</span>}
    </>
  )
}
