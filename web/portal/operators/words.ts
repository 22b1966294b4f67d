import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

/** What is said of the operators' state, in French. */
const french = {
  title: 'Opérateurs',
  text: 'Comment les opérateurs traitent les paiements de tous les marchands, en ce moment.',
  conditionsText:
    'Fermé\u00A0: nous ne prenons pas de nouveau paiement par cet opérateur\u00A0; ceux en cours se terminent normalement. Perturbé\u00A0: plus d’un paiement sur cinq échoue du fait de l’opérateur depuis une heure. Proposez alors un autre moyen de payer.',
  medianText: 'Durée médiane des paiements réussis, de la demande à la confirmation.',
  stripTitle: 'État des opérateurs',
  inStrip: (operator: string, condition: string) => `${operator}\u00A0: ${condition}`,
  conditions: { normal: 'Normal', disturbed: 'Perturbé', closed: 'Fermé' },
  closedAt: 'Fermé',
  hour: 'Dernière heure',
  day: '24 heures',
  nothing: 'Aucun paiement terminé',
  rate: (percent: string) => `${percent}\u00A0% réussis`,
  rateWithin: (percent: string, span: string) => `${percent}\u00A0% réussis, en ${span}`,
  underSecond: 'moins d’une seconde',
}

/** The same in English. */
const english: typeof french = {
  title: 'Operators',
  text: 'How operators are handling payments for all merchants right now.',
  conditionsText:
    'Closed: we take no new payments through this operator; those in progress will finish. Disrupted: more than one payment in five has failed because of the operator over the past hour. Offer another way to pay in the meantime.',
  medianText: 'Median duration of successful payments, from request to confirmation.',
  stripTitle: 'Operator status',
  inStrip: (operator, condition) => `${operator}: ${condition}`,
  conditions: { normal: 'Normal', disturbed: 'Disrupted', closed: 'Closed' },
  closedAt: 'Closed',
  hour: 'Last hour',
  day: '24 hours',
  nothing: 'No completed payments',
  rate: (percent) => `${percent}% successful`,
  rateWithin: (percent, span) => `${percent}% successful, in ${span}`,
  underSecond: 'under a second',
}

export type OperatorWords = typeof french

export const operatorWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** In the language of the page. */
export function useOperatorWords(): OperatorWords {
  return operatorWords[useScope().language]
}
