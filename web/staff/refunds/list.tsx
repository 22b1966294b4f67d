import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { DeskList, type ListProps } from '#web/staff/desk-list.tsx'
import { Age } from '#web/staff/age.tsx'
import { OwnerCell, State, Views } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { providerName, refundStates } from '#web/staff/words.ts'

const views = [
  { value: '', label: 'À traiter' },
  { value: 'succeeded', label: 'Remboursés' },
  { value: 'failed', label: 'Échoués' },
  { value: 'rejected', label: 'Rejetés' },
  { value: 'cancelled', label: 'Annulés' },
]

/** The refunds that are not over, the oldest first, or those that ended one way. */
export function RefundList({ desk, rows, next, view }: ListProps<QueuedRefund, RefundStatus>) {
  return (
    <DeskList
      desk={desk}
      title="Remboursements"
      aside={<Views path={paths.refunds} views={views} open={view} />}
      caption="Remboursements, le plus ancien d’abord"
      columns={columns(view === '')}
      rows={rows}
      next={next}
      emptyTitle={view === '' ? 'Aucun remboursement n’attend' : 'Aucun remboursement ici'}
    >
      {view === '' && (
        <p>Ceux que les marchands demandent apparaissent ici, le plus ancien d’abord.</p>
      )}
    </DeskList>
  )
}

function columns(isWaiting: boolean): readonly Column<QueuedRefund>[] {
  return [
    {
      title: 'Paiement',
      cell: ({ id, reference }) => <a href={`${paths.refunds}/${id}`}>{reference}</a>,
    },
    { title: 'Marchand', cell: OwnerCell },
    { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
    isWaiting
      ? { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> }
      : {
          title: 'Terminé',
          cell: ({ completedAt, createdAt }) => <Time at={completedAt ?? createdAt} />,
        },
    { title: 'État', cell: StateCell },
    { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function StateCell(refund: QueuedRefund) {
  const { status, approvedBy } = refund
  const isHalf = status === 'pending' && approvedBy !== null
  const note = noteOf(refund)
  return (
    <>
      <State of={isHalf ? ['wait', 'Seconde approbation'] : refundStates[status]} />
      {note && <span class="soft small">{note}</span>}
    </>
  )
}

function noteOf({ status, approvedBy, approvalsNeeded, attentionAt }: QueuedRefund): string | null {
  if (status === 'processing' && attentionAt !== null) return 'l’opérateur ne répond pas'
  if (status !== 'pending') return null
  if (approvedBy !== null) return `approuvé par ${approvedBy.name}`
  return approvalsNeeded > 1 ? `${approvalsNeeded} approbations` : null
}
