import type { TransferState } from '#domain/transfers/transfer.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { DeskList, type ListProps } from '#web/staff/desk-list.tsx'
import { Age } from '#web/staff/age.tsx'
import { OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { providerName, transferStates } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'À traiter' },
  { value: 'transferred', label: 'Virés' },
  { value: 'rejected', label: 'Rejetés' },
  { value: 'cancelled', label: 'Annulés' },
]

/** The transfers that wait, the oldest first, or those that ended one way. */
export function TransferList({ desk, rows, next, view }: ListProps<QueuedTransfer, TransferState>) {
  return (
    <DeskList
      desk={desk}
      title="Virements bancaires"
      aside={<Views path={paths.transfers} views={views} open={view} />}
      caption="Virements, le plus ancien d’abord"
      columns={columns(view === '')}
      rows={rows}
      next={next}
      emptyTitle={view === '' ? 'Aucun virement n’attend' : 'Aucun virement ici'}
    >
      {view === '' && <p>Les demandes des marchands apparaissent ici, la plus ancienne d’abord.</p>}
    </DeskList>
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
