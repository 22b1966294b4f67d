import type { FundsStatus } from '#domain/transaction.ts'
import type { QueuedMoney } from '#db/queries/money-queues.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, Next, OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { fundsStates, providerName } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'Tous' },
  { value: 'pending_confirmation', label: 'À confirmer' },
  { value: 'held', label: 'À vérifier' },
]

/** Payments whose funds wait for the staff's word, the oldest first. */
export function FundsList({
  desk,
  rows,
  next,
  view,
}: {
  readonly desk: Desk
  readonly rows: readonly QueuedMoney[]
  readonly next: string | null
  readonly view: FundsStatus | ''
}) {
  return (
    <StaffFrame desk={desk} title="Fonds">
      <Heading title="Fonds">
        <Views path={paths.funds} views={views} open={view} />
      </Heading>
      {rows.length === 0 ? (
        <Empty title="Aucun fonds n’attend">
          <p>Les fonds à confirmer ou à vérifier apparaissent ici, les plus anciens d’abord.</p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Fonds, les plus anciens d’abord"
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
