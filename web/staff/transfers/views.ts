import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { EmptyList } from '#web/staff/desk-list.tsx'

/** The views of the list of bank transfers, the first one first. */
export const views = {
  '': 'À traiter',
  approuver: 'À approuver',
  transferred: 'Virés',
  rejected: 'Refusés',
  cancelled: 'Annulés',
}
type View = keyof typeof views

/** True for a view of transfers that somebody must still act on. */
export function isWaiting(view: View): boolean {
  return view === '' || view === 'approuver'
}

/** What a view lists. */
export function viewOf(view: View) {
  if (view === 'approuver') return { states: ['in_progress'], isToApprove: true } as const
  return { states: view === '' ? openTransferStates : [view] }
}

/** What a view says if nothing is in it. */
export function emptyIn(view: View): EmptyList {
  if (view === 'approuver') return { title: 'Aucun virement n’attend d’approbation' }
  if (view !== '') return { title: 'Aucun virement ici' }
  return {
    title: 'Aucun virement n’attend',
    text: 'Les demandes des marchands apparaissent ici, la plus ancienne d’abord.',
  }
}
