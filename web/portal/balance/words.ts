import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Language } from '#domain/text/language.ts'
import { countedText } from '#domain/text/text.ts'
import type { FeeKind } from '#use-cases/balance/month-fees.ts'
import { useScope } from '#web/design/scope.ts'

/** What the pages of balances say. */
const french = {
  title: 'Soldes',
  newPayout: 'Nouveau retrait',
  /** A merchant account as people see it: its name, what the money in it is, and what happens to it. */
  accounts: {
    available: { name: 'Disponible', note: 'Se retire ou se rembourse dès maintenant' },
    pending: { name: 'En attente', note: 'Encaissé, bientôt disponible' },
    pending_confirmation: {
      name: 'À confirmer',
      note: 'Payé\u00A0: nous confirmons la réception des fonds',
    },
    held: { name: 'Retenu', note: 'En cours de vérification par nos équipes' },
    withheld: { name: 'Conservé', note: 'Gardé à l’issue d’une vérification' },
    reserved: {
      name: 'Réservé',
      note: 'Mis de côté pour vos retraits et remboursements en cours',
    },
  } satisfies Readonly<Record<MerchantAccountKind, { name: string; note: string }>>,
  confirming: {
    one: '1 paiement attend la confirmation de réception des fonds.',
    many: (count: string) => `${count} paiements attendent la confirmation de réception des fonds.`,
    live: 'Nos équipes les confirment dès que l’argent est sur notre compte\u00A0; il devient alors disponible.',
    test: 'En mode test, ce montant est déjà compté dans votre solde disponible.',
  },
  coming: { title: 'Bientôt disponible', soon: 'Dans les jours qui viennent', later: 'Ensuite' },
  movements: {
    title: 'Mouvements',
    last: 'Derniers mouvements',
    all: 'Tous les mouvements',
    none: 'Aucun mouvement',
    noneText: 'Chaque entrée et chaque sortie de ce compte apparaît ici aussitôt.',
    noneThen: 'Rien n’a bougé sur ce compte à ces dates.',
    caption: (account: string) => `Mouvements du compte ${account}, les plus récents d’abord`,
    accounts: 'Comptes',
    movement: 'Mouvement',
    when: 'Quand',
    who: 'Client ou bénéficiaire',
    reference: 'Référence',
    inOrOut: 'Entrée ou sortie',
    after: 'Solde',
    /** Sums of some days. */
    opening: 'Solde au début',
    in: 'Entrées',
    out: 'Sorties',
    closing: 'Solde à la fin',
  },
  /** Why money moved. */
  kinds: {
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
    contradiction_settled: 'Règlement d’un désaccord avec l’opérateur',
  } satisfies Readonly<Record<MovementKind, string>>,
  sheet: {
    fileName: 'mouvements',
    /** What the file of an account is called by. */
    fileAccounts: {
      available: 'disponible',
      pending: 'en-attente',
      pending_confirmation: 'a-confirmer',
      held: 'retenu',
      withheld: 'conserve',
      reserved: 'reserve',
    } satisfies Readonly<Record<MerchantAccountKind, string>>,
    date: 'Date',
    movement: 'Mouvement',
    reference: 'Référence',
    transaction: 'Transaction',
    refund: 'Remboursement',
    in: 'Entrée',
    out: 'Sortie',
    after: 'Solde après',
    currency: 'Devise',
  },
  fees: {
    title: 'Frais du mois',
    month: 'Mois',
    recent: ['Ce mois', 'Mois dernier'],
    total: (month: string) => `Vos frais, ${month}`,
    counted: {
      collections: (count: number) => countedText(count, ['encaissement', 'encaissements']),
      payouts: (count: number) => countedText(count, ['retrait', 'retraits']),
      transfers: (count: number) =>
        countedText(count, ['virement bancaire', 'virements bancaires']),
      refunds: (count: number) => countedText(count, ['remboursement', 'remboursements']),
    } satisfies CountedFees,
    borne: 'Frais à votre charge',
    ofPayers: 'Payés en plus par vos clients, donc pas par vous\u00A0:',
    whose:
      'Opérations demandées ce mois-là et réussies, comme dans le fichier des paiements\u00A0; frais de change compris.',
    ofRefunds:
      'Un remboursement ne coûte aucun frais, mais ceux du paiement remboursé ne sont pas rendus.',
    notYet: 'calcul en cours',
    none: 'Aucun frais',
    noneText: (month: string) => `Aucune opération réussie en ${month}.`,
    caption: (month: string) => `Frais par opérateur et par banque, ${month}`,
    provider: 'Opérateur ou banque',
    count: 'Nombre',
    amount: 'Montant',
    kinds: {
      collections: 'Encaissements',
      payouts: 'Retraits',
      transfers: 'Virements bancaires',
      refunds: 'Remboursements',
    } satisfies Readonly<Record<keyof CountedFees, string>>,
    sheet: {
      fileName: 'frais',
      month: 'Mois',
      kind: 'Type',
      provider: 'Opérateur ou banque',
      count: 'Nombre',
      amount: 'Montant',
      ofPayers: 'Frais payés par vos clients',
      borne: 'Frais à votre charge',
      currency: 'Devise',
    },
  },
}

type CountedFees = Readonly<Record<FeeKind | 'refunds', (count: number) => string>>

const english: typeof french = {
  title: 'Balances',
  newPayout: 'New payout',
  accounts: {
    available: { name: 'Available', note: 'Ready to pay out or refund' },
    pending: { name: 'Pending', note: 'Collected, available soon' },
    pending_confirmation: {
      name: 'To be confirmed',
      note: 'Paid: we are confirming that the funds arrived',
    },
    held: { name: 'Held', note: 'Under review by our team' },
    withheld: { name: 'Withheld', note: 'Kept after a review' },
    reserved: { name: 'Reserved', note: 'Set aside for your payouts and refunds in progress' },
  },
  confirming: {
    one: '1 payment is waiting for confirmation that the funds arrived.',
    many: (count) => `${count} payments are waiting for confirmation that the funds arrived.`,
    live: 'Our team confirms them once the money is in our account; it then becomes available.',
    test: 'In test mode, this amount is already counted in your available balance.',
  },
  coming: { title: 'Available soon', soon: 'In the coming days', later: 'Later' },
  movements: {
    title: 'Movements',
    last: 'Latest movements',
    all: 'All movements',
    none: 'No movements',
    noneText: 'Everything that goes into or out of this account appears here right away.',
    noneThen: 'Nothing moved in this account on these dates.',
    caption: (account) => `Movements in the ${account} account, newest first`,
    accounts: 'Accounts',
    movement: 'Movement',
    when: 'When',
    who: 'Customer or recipient',
    reference: 'Reference',
    inOrOut: 'In or out',
    after: 'Balance',
    opening: 'Balance at the start',
    in: 'In',
    out: 'Out',
    closing: 'Balance at the end',
  },
  kinds: {
    collection_settled: 'Payment collected',
    late_outcome_booked: 'Late debit',
    payout_reserved: 'Payout requested',
    payout_returned: 'Payout not completed, amount returned',
    payout_settled: 'Payout completed',
    opening_balance: 'Opening balance',
    funds_made_available: 'Funds became available',
    funds_held: 'Funds held for review',
    funds_released: 'Funds released after review',
    funds_withheld: 'Funds withheld',
    refund_reserved: 'Refund requested',
    refund_returned: 'Refund not completed, amount returned',
    refund_paid: 'Refund completed',
    closing_contradicted: 'Correction after the operator’s answer',
    contradiction_settled: 'Settlement of a disagreement with the operator',
  },
  sheet: {
    fileName: 'movements',
    fileAccounts: {
      available: 'available',
      pending: 'pending',
      pending_confirmation: 'to-be-confirmed',
      held: 'held',
      withheld: 'withheld',
      reserved: 'reserved',
    },
    date: 'Date',
    movement: 'Movement',
    reference: 'Reference',
    transaction: 'Transaction',
    refund: 'Refund',
    in: 'In',
    out: 'Out',
    after: 'Balance after',
    currency: 'Currency',
  },
  fees: {
    title: 'Monthly fees',
    month: 'Month',
    recent: ['This month', 'Last month'],
    total: (month) => `Your fees, ${month}`,
    counted: {
      collections: (count) => countedText(count, ['collection', 'collections'], 'en'),
      payouts: (count) => countedText(count, ['payout', 'payouts'], 'en'),
      transfers: (count) => countedText(count, ['bank transfer', 'bank transfers'], 'en'),
      refunds: (count) => countedText(count, ['refund', 'refunds'], 'en'),
    },
    borne: 'Fees you paid',
    ofPayers: 'Paid on top by your customers, so not by you:',
    whose:
      'Requested in that month and successful, as in the payments file; exchange costs included.',
    ofRefunds: 'A refund costs no fee, but the fees of the refunded payment are not returned.',
    notYet: 'being calculated',
    none: 'No fees',
    noneText: (month) => `Nothing succeeded in ${month}.`,
    caption: (month) => `Fees by operator and bank, ${month}`,
    provider: 'Operator or bank',
    count: 'Number',
    amount: 'Amount',
    kinds: {
      collections: 'Collections',
      payouts: 'Payouts',
      transfers: 'Bank transfers',
      refunds: 'Refunds',
    },
    sheet: {
      fileName: 'fees',
      month: 'Month',
      kind: 'Type',
      provider: 'Operator or bank',
      count: 'Number',
      amount: 'Amount',
      ofPayers: 'Fees paid by your customers',
      borne: 'Fees you paid',
      currency: 'Currency',
    },
  },
}

export type BalanceWords = typeof french

export const balanceWords: Readonly<Record<Language, BalanceWords>> = { fr: french, en: english }

/** In the language of the page. */
export function useBalanceWords(): BalanceWords {
  return balanceWords[useScope().language]
}
