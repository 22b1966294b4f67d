import type { QueuedPayout } from '#db/queries/payout-queue.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, Next, OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'Sans réponse' },
  { value: 'closed', label: 'Clos par l’équipe' },
  { value: 'contradicted', label: 'Contredits' },
]

/** Payouts whose operator stays silent, the oldest first; or those the staff closed, or closed wrongly. */
export function PayoutList({
  desk,
  rows,
  next,
  view,
}: {
  readonly desk: Desk
  readonly rows: readonly QueuedPayout[]
  readonly next: string | null
  readonly view: string
}) {
  return (
    <StaffFrame desk={desk} title="Retraits à clore">
      <Heading title="Retraits à clore">
        <Views path={paths.payouts} views={views} open={view} />
      </Heading>
      {rows.length === 0 ? (
        <Empty title={view === '' ? 'Aucun retrait sans réponse' : 'Aucun retrait ici'}>
          {view === '' && <p>Un retrait dont l’opérateur ne dit pas le résultat apparaît ici.</p>}
          {view === 'contradicted' && (
            <p>Un retrait clos par l’équipe et que l’opérateur contredit ensuite apparaît ici.</p>
          )}
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Retraits, le plus ancien d’abord"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <Next href={next} />
    </StaffFrame>
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
