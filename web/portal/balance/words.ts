import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Balance } from '#use-cases/balance/read.ts'

/** A merchant account as people see it. */
export interface AccountWords {
  readonly kind: MerchantAccountKind
  readonly name: string
  /** What the money in it is, and what happens to it. */
  readonly note: string
  readonly balanceOf: (balance: Balance) => bigint
}

/** The account that people mean by their balance. */
export const availableAccount: AccountWords = {
  kind: 'available',
  name: 'Disponible',
  note: 'Se retire ou se rembourse dès maintenant',
  balanceOf: ({ available }) => available,
}

/** All accounts, the available balance first. */
export const accounts: readonly AccountWords[] = [
  availableAccount,
  {
    kind: 'pending',
    name: 'En attente',
    note: 'Encaissé, bientôt disponible',
    balanceOf: ({ pending }) => pending,
  },
  {
    kind: 'pending_confirmation',
    name: 'À confirmer',
    note: 'Payé\u00A0: nous confirmons la réception des fonds',
    balanceOf: ({ pendingConfirmation }) => pendingConfirmation,
  },
  {
    kind: 'held',
    name: 'Retenu',
    note: 'En cours de vérification par nos équipes',
    balanceOf: ({ held }) => held,
  },
  {
    kind: 'withheld',
    name: 'Conservé',
    note: 'Gardé à l’issue d’une vérification',
    balanceOf: ({ withheld }) => withheld,
  },
  {
    kind: 'reserved',
    name: 'Réservé',
    note: 'Mis de côté pour vos retraits et remboursements en cours',
    balanceOf: ({ reserved }) => reserved,
  },
]

/** Names of the reasons why money moved. */
export const movementNames: Readonly<Record<MovementKind, string>> = {
  collection_settled: 'Paiement encaissé',
  late_outcome_booked: 'Débit tardif',
  payout_reserved: 'Retrait demandé',
  payout_returned: 'Retrait non abouti, montant rendu',
  payout_settled: 'Retrait versé',
  opening_balance: 'Solde d’ouverture',
  funds_made_available: 'Fonds devenus disponibles',
  funds_held: 'Fonds retenus pour vérification',
  funds_released: 'Fonds libérés après vérification',
  funds_withheld: 'Fonds conservés',
  refund_reserved: 'Remboursement demandé',
  refund_returned: 'Remboursement non abouti, montant rendu',
  refund_paid: 'Remboursement versé',
  closing_contradicted: 'Correction après la réponse de l’opérateur',
}
