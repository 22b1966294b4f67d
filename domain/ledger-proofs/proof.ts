/** The state of a ledger check. */
export type ProofState = 'running' | 'holds' | 'differs'

/** The parts of a check, in this order: movements, accounts, transactions, refunds, figures. */
export const proofParts = [
  'ledger_movement',
  'ledger_account',
  'transaction',
  'refund',
  'day_figure',
] as const
export type ProofPart = (typeof proofParts)[number]

/** A check stops after this many differences: a person must look into it. */
export const proofDifferencesMax = 1000

/** The rules of the ledger, in French for staff. */
export const bookRules = {
  movement_unbalanced: 'Ce mouvement ne s’équilibre pas.',
  movement_empty: 'Ce mouvement n’a aucune écriture.',
  movement_misplaced: 'Ce mouvement n’est pas du service de sa transaction.',
  entry_misplaced: 'Cette écriture touche un compte d’un autre service, ou de l’autre mode.',
  settlement_differs: 'Ce règlement d’un désaccord n’est pas entier, ou n’a pas été approuvé.',
  balance_differs: 'Le solde de ce compte n’est pas la somme de ses écritures.',
  balance_negative: 'Ce compte de marchand est sous zéro.',
  reserved_differs:
    'Ce compte réservé n’est pas ce que retiennent les retraits et remboursements en cours.',
  collection_unbooked: 'Cet encaissement a réussi sans mouvement, ou a un mouvement sans succès.',
  collection_differs: 'Cet encaissement n’a pas mouvementé exactement ses montants.',
  late_outcome_differs: 'Le débit tardif de ce paiement et son mouvement ne concordent pas.',
  payout_holds_differ: 'Ce retrait ne retient pas exactement son montant et ses frais.',
  payout_differs: 'Ce retrait n’a pas mouvementé exactement ses montants.',
  refunded_differs: 'Le montant remboursé de ce paiement n’est pas la somme de ses remboursements.',
  refund_holds_differ: 'Ce remboursement ne retient pas exactement son montant.',
  refund_differs: 'Les mouvements de ce remboursement ne sont pas ceux de son état.',
  figure_missing: 'Ce paiement terminé manque aux chiffres de son jour.',
  figure_differs: 'Ce chiffre d’un jour n’est pas la somme de ses paiements.',
} as const
export type BookRule = keyof typeof bookRules
