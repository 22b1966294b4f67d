import type { SettlementState } from '#domain/contradictions/contradiction.ts'
import type { ContradictionCase } from '#use-cases/contradictions/find.ts'
import type { Tone } from '#web/design/tone.ts'
import { orderKindNames } from '#web/staff/reconciliation/words.ts'

/** What was contradicted. */
export function kindName({ kind }: Pick<ContradictionCase, 'kind'>): string {
  return orderKindNames[kind]
}

/** Whose money it is, and in which direction it is still to go. */
export function owedNote({ direction, counterpart }: Owed): string {
  return open[counterpart][direction]
}

/** The same, once it has gone there. */
export function settledNote({ direction, counterpart }: Owed): string {
  return settled[counterpart][direction]
}

/** What an approval of its settlement moves. */
export function moveNote({ direction, counterpart }: Owed): string {
  return moves[counterpart][direction]
}

type Owed = Pick<ContradictionCase, 'direction' | 'counterpart'>
type Notes = Readonly<
  Record<ContradictionCase['counterpart'], Readonly<Record<ContradictionCase['direction'], string>>>
>

const open: Notes = {
  available: { to_recover: 'à récupérer auprès du marchand', owed: 'dû au marchand' },
  to_refund: { to_recover: 'déjà versé au payeur du débit tardif', owed: 'dû au payeur' },
}

const settled: Notes = {
  available: { to_recover: 'récupéré auprès du marchand', owed: 'rendu au marchand' },
  to_refund: { to_recover: 'imputé au débit tardif', owed: 'remis à rembourser' },
}

const moves: Notes = {
  available: {
    to_recover: 'La somme est prise sur le solde disponible du marchand, s’il suffit.',
    owed: 'La somme est ajoutée au solde disponible du marchand.',
  },
  to_refund: {
    to_recover:
      'La somme est prise sur ce qui était gardé pour le payeur du débit tardif\u00A0: il l’a déjà. Le marchand n’y touche pas.',
    owed: 'La somme est gardée à nouveau pour le payeur du débit tardif. Le marchand n’y touche pas.',
  },
}

export const settlementStates: Readonly<Record<SettlementState, readonly [Tone, string]>> = {
  waiting: ['wait', 'Attend une seconde personne'],
  done: ['ok', 'Réglé'],
  refused: ['bad', 'Refusé'],
  withdrawn: ['still', 'Demande retirée'],
}

/** Its state in a word. */
export function stateOf({ isOpen, settlements }: ContradictionCase): readonly [Tone, string] {
  if (!isOpen) return settlementStates.done
  const isWaiting = settlements.some(({ state }) => state === 'waiting')
  return isWaiting ? settlementStates.waiting : ['bad', 'À régler']
}
