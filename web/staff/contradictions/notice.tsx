import type { ContradictionCase } from '#use-cases/contradictions/find.ts'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { paths } from '#web/staff/paths.ts'
import { kindName, owedNote, settledNote } from './words.ts'

/** On the page of a payment: what of it, or of its refunds, is to be settled, or was; each with its page. */
export function ContradictionNotices({ cases }: { readonly cases: readonly ContradictionCase[] }) {
  return cases.map((found) => (
    <Notice key={found.id} tone={found.isOpen ? 'wait' : 'info'} title={titleOf(found)}>
      {kindName(found)}
      {'\u00A0'}: <Amount of={found.amount} /> {found.isOpen ? owedNote(found) : settledNote(found)}
      . <a href={`${paths.contradictions}/${found.id}`}>Voir le désaccord</a>
    </Notice>
  ))
}

function titleOf(found: ContradictionCase): string {
  if (found.isOpen) return 'Un désaccord est à régler'
  return found.settlements.some(({ state }) => state === 'done')
    ? 'Le désaccord est réglé'
    : 'Le désaccord est sans suite'
}
