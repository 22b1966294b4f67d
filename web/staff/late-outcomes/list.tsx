import type { QueuedMoney } from '#db/queries/money-queues.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, Next, OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { providerName, refundStates } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'À rendre' },
  { value: 'all', label: 'Tous' },
]

/** Debits that came too late, the oldest first: those that nobody gives back yet, or all. */
export function LateOutcomeList({
  desk,
  rows,
  next,
  view,
}: {
  readonly desk: Desk
  readonly rows: readonly QueuedMoney[]
  readonly next: string | null
  readonly view: string
}) {
  return (
    <StaffFrame desk={desk} title="Débits tardifs">
      <Heading title="Débits tardifs">
        <Views path={paths.lateOutcomes} views={views} open={view} />
      </Heading>
      {rows.length === 0 ? (
        <Empty title="Aucun débit tardif à rendre">
          <p>
            Un opérateur débite parfois un payeur après la fin de son paiement{'\u00A0'}: ce qui lui
            est dû apparaît ici.
          </p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Débits tardifs, les plus anciens d’abord"
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
