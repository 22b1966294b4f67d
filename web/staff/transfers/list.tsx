import type { TransferState } from '#domain/bank-transfer.ts'
import type { QueuedTransfer } from '#db/queries/transfer-queue.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, Next, OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { providerName, transferStates } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'À traiter' },
  { value: 'transferred', label: 'Virés' },
  { value: 'rejected', label: 'Rejetés' },
  { value: 'cancelled', label: 'Annulés' },
]

/** The transfers that wait, the oldest first, or those that ended one way. */
export function TransferList({
  desk,
  rows,
  next,
  view,
}: {
  readonly desk: Desk
  readonly rows: readonly QueuedTransfer[]
  readonly next: string | null
  readonly view: TransferState | ''
}) {
  return (
    <StaffFrame desk={desk} title="Virements">
      <Heading title="Virements bancaires">
        <Views path={paths.transfers} views={views} open={view} />
      </Heading>
      {rows.length === 0 ? (
        <Empty title={view === '' ? 'Aucun virement n’attend' : 'Aucun virement ici'}>
          {view === '' && (
            <p>Les demandes des marchands apparaissent ici, la plus ancienne d’abord.</p>
          )}
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Virements, le plus ancien d’abord"
            columns={columns(view === '')}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <Next href={next} />
    </StaffFrame>
  )
}

function columns(isWaiting: boolean): readonly Column<QueuedTransfer>[] {
  return [
    {
      title: 'Référence',
      cell: ({ id, reference }) => <a href={`${paths.transfers}/${id}`}>{reference}</a>,
    },
    { title: 'Marchand', cell: OwnerCell },
    {
      title: 'Bénéficiaire',
      cell: ({ holderName, bank }) => (
        <>
          {holderName}
          <span class="soft small">{providerName(bank)}</span>
        </>
      ),
    },
    isWaiting
      ? { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> }
      : { title: 'Terminé', cell: ({ movedAt }) => <Time at={movedAt} /> },
    { title: 'État', cell: StateCell },
    { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function StateCell({ state, takenBy, needsApproval, approvedBy }: QueuedTransfer) {
  const isUnapproved = needsApproval && approvedBy === null && state === 'in_progress'
  return (
    <>
      <State of={isUnapproved ? ['wait', 'À approuver'] : transferStates[state]} />
      {takenBy && <span class="soft small">par {takenBy.name}</span>}
    </>
  )
}
