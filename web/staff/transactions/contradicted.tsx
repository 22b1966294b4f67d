import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { OrderContradiction } from '#use-cases/closings/contradictions.ts'
import { Notice } from '#web/design/notice.tsx'
import { Time } from '#web/design/time.tsx'
import { retractedTitle, verdictNames } from '#web/staff/closings/view.tsx'
import { paths } from '#web/staff/paths.ts'

interface ContradictedProps {
  readonly transaction: Pick<TransactionRecord, 'id' | 'type' | 'transfer'>
  readonly contradictions: readonly OrderContradiction[]
}

/** Outcomes stated by the staff, or by the operator itself, that the operator later contradicted. */
export function Contradicted({ transaction, contradictions }: ContradictedProps) {
  if (transaction.transfer) return <SentBack {...transaction} contradictions={contradictions} />
  return contradictions.map((found) => (
    <Notice
      key={found.refundId ?? ''}
      tone={found.retracted_at === null ? 'bad' : 'info'}
      title={titleOf(found)}
    >
      {beforeOf(found)}
      {nbsp}; il a dit le contraire, <Time at={new Date(found.at)} />
      <Retracted at={found.retracted_at} />. <Where transaction={transaction} found={found} />
    </Notice>
  ))
}

function Retracted({ at }: { readonly at: string | null }) {
  if (at === null) return null
  return (
    <>
      , puis à nouveau ce que disent nos livres, <Time at={new Date(at)} />
    </>
  )
}

function Where({
  transaction: { id, type },
  found: { refundId },
}: Pick<ContradictedProps, 'transaction'> & { readonly found: OrderContradiction }) {
  if (refundId) return <a href={`${paths.refunds}/${refundId}`}>Voir le remboursement</a>
  return type === 'payout' ? <a href={`${paths.payouts}/${id}`}>Voir le retrait</a> : null
}

function titleOf({ source, ended_as: end, retracted_at: backAt }: OrderContradiction): string {
  if (backAt !== null) return retractedTitle
  return source === 'verdict'
    ? 'L’opérateur a contredit la clôture'
    : contradictedAnswers[end].title
}

function beforeOf({ source, ended_as: end }: OrderContradiction): string {
  return source === 'verdict'
    ? `${verdictNames[end]}, disait l’équipe`
    : `${contradictedAnswers[end].before}, disent nos livres`
}

/** A transfer that the bank sent back, as staff noted. */
function SentBack({
  id,
  contradictions,
}: Pick<ContradictedProps, 'contradictions'> & Pick<TransactionRecord, 'id'>) {
  return contradictions.map(({ at }) => (
    <Notice key={id} tone="bad" title="La banque a rendu ce virement">
      Noté <Time at={new Date(at)} />. <a href={`${paths.transfers}/${id}`}>Voir le virement</a>
    </Notice>
  ))
}

const nbsp = '\u00A0'

/** What is said of an operator that contradicts its own answer, by how it had ended. */
const contradictedAnswers = {
  not_paid: {
    title: 'L’opérateur a payé après un échec',
    before: 'L’opérateur n’avait pas payé',
  },
  paid: {
    title: 'L’opérateur nie ce qui avait réussi',
    before: 'L’argent avait bougé',
  },
} as const
