import type { SettlementState } from '#domain/contradictions/contradiction.ts'
import type { ContradictionCase } from '#use-cases/contradictions/find.ts'
import { money, type Money } from '#domain/money/money.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'
import { orderKindNames } from '#web/staff/reconciliation/words.ts'

/** What was contradicted. */
export function kindName({ kind }: Pick<ContradictionCase, 'kind'>): string {
  return orderKindNames[kind]
}

/** Whose money it is, and in which direction it is still to go. */
export function owedNote(owed: Owed): string {
  return open[placeOf(owed)][owed.direction]
}

/** What follows from it that the operator says again what our books say. */
export function retractedNote(found: ContradictionCase): string {
  if (found.isOpen)
    return `Il dit à nouveau ce que disent nos livres${nbsp}: ce qui a été réglé entre-temps est à régler en sens inverse. Demandez-lui par écrit si c’est son dernier mot avant de décider.`
  if (isSettledOnce(found))
    return `Il dit à nouveau ce que disent nos livres${nbsp}; ce qui avait été réglé l’a été en sens inverse.`
  return `Il dit à nouveau ce que disent nos livres${nbsp}: rien n’est à régler, et rien n’a bougé chez le marchand.`
}

const isSettledOnce = ({ settlements }: Pick<ContradictionCase, 'settlements'>): boolean =>
  settlements.some(({ state }) => state === 'done')

/** The same, once it has gone there, or what was not there was written off. */
export function settledNote(found: ContradictionCase): string {
  if (!isSettledOnce(found)) return 'l’opérateur est revenu sur sa parole'
  const writtenOff = writtenOffOf(found, 'done').minor
  if (writtenOff > 0n && found.direction === 'owed')
    return 'rendu au marchand, ce que la banque a gardé à la charge du service'
  if (writtenOff > 0n)
    return writtenOff === found.amount.minor
      ? 'à la charge du service'
      : 'récupéré en partie, le reste à la charge du service'
  if (-writtenOff === found.amount.minor) return 'répare une perte du service'
  return settled[placeOf(found)][found.direction]
}

/** What an approval of its settlement moves, the service bearing so much. */
export function moveNote(found: ContradictionCase, writtenOff: Money): string {
  const { direction, amount } = found
  const { minor } = writtenOff
  const note = moves[placeOf(found)][direction]
  if (minor === 0n) return note
  const much = moneyText(money(minor < 0n ? -minor : minor, writtenOff.currency))
  if (minor < 0n)
    return `${much} réparent d’abord ce que le service a perdu sur ce paiement. ${note}`
  if (direction === 'owed')
    return `La banque a gardé ${much}, qui sont à la charge du service${nbsp}: le marchand reçoit tout ce qu’il avait payé. ${note}`
  if (minor === amount.minor)
    return `Toute la somme est à la charge du service${nbsp}: rien n’est repris à personne.`
  return `${much} sont à la charge du service. Le reste${nbsp}: ${note[0]?.toLowerCase()}${note.slice(1)}`
}

/** What the service bears by its request in this state; nothing if there is none. */
export function writtenOffOf(
  { settlements, amount }: ContradictionCase,
  state: SettlementState,
): Money {
  const found = settlements.findLast((one) => one.state === state)
  return money(BigInt(found?.written_off ?? 0), amount.currency)
}

const nbsp = '\u00A0'

type Owed = Pick<ContradictionCase, 'kind' | 'direction' | 'counterpart'>
/** A late debit itself is another matter than a refund of it. */
type Place = ContradictionCase['counterpart'] | 'late_debit'
type Notes = Readonly<Record<Place, Readonly<Record<ContradictionCase['direction'], string>>>>

function placeOf({ kind, counterpart }: Owed): Place {
  return kind === 'collection' && counterpart === 'to_refund' ? 'late_debit' : counterpart
}

const open: Notes = {
  available: { to_recover: 'à récupérer auprès du marchand', owed: 'dû au marchand' },
  to_refund: { to_recover: 'déjà versé au payeur du débit tardif', owed: 'dû au payeur' },
  late_debit: { to_recover: 'gardé pour un payeur qui n’a pas été débité', owed: 'dû au payeur' },
}

const settled: Notes = {
  available: { to_recover: 'récupéré auprès du marchand', owed: 'rendu au marchand' },
  to_refund: { to_recover: 'imputé au débit tardif', owed: 'remis à rembourser' },
  late_debit: { to_recover: 'n’est plus gardé pour le payeur', owed: 'remis à rembourser' },
}

const moves: Notes = {
  available: {
    to_recover:
      'La somme est prise sur le solde disponible du marchand, s’il suffit\u00A0; celle d’un paiement ou de son remboursement, d’abord sur les fonds du paiement.',
    owed: 'La somme est ajoutée au solde disponible du marchand\u00A0; ce qu’un remboursement avait pris sur les fonds de son paiement y retourne, là où ils sont.',
  },
  to_refund: {
    to_recover:
      'La somme est prise sur ce qui était gardé pour le payeur du débit tardif\u00A0: il l’a déjà. Le marchand n’y touche pas.',
    owed: 'La somme est gardée à nouveau pour le payeur du débit tardif. Le marchand n’y touche pas.',
  },
  late_debit: {
    to_recover:
      'La somme n’est plus gardée pour le payeur\u00A0: l’opérateur ne l’a pas débité. Le marchand n’y touche pas.',
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
  if (!isOpen) return isSettledOnce({ settlements }) ? settlementStates.done : ['ok', 'Sans suite']
  const isWaiting = settlements.some(({ state }) => state === 'waiting')
  return isWaiting ? settlementStates.waiting : ['bad', 'À régler']
}
