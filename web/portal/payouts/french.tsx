import type { ComponentChildren } from 'preact'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { TransferState } from '#domain/transfers/transfer.ts'

/** What the pages of payouts say, in French; the type of all other languages too. */
export const french = {
  list: {
    title: 'Retraits',
    caption: 'Retraits, les plus récents d’abord',
    all: 'Tous les retraits',
    add: 'Nouveau retrait',
    standing: 'Programmés',
    byFile: 'Par fichier',
    none: 'Aucun retrait pour l’instant',
    noneText:
      'Retirez votre solde vers un numéro Mobile Money ou un compte bancaire que vous avez autorisé.',
    noneInState: 'Aucun retrait pour ce choix',
    through: 'Opérateur ou banque',
    throughAll: 'Tous',
    seeAll: 'Voir tous les retraits',
  },
  columns: {
    recipient: 'Bénéficiaire',
    through: 'Par',
    when: 'Quand',
    status: 'Statut',
    amount: 'Montant',
  },
  sheet: {
    fileName: 'retraits',
    date: 'Date',
    id: 'Identifiant',
    reference: 'Référence',
    status: 'Statut',
    failure: 'Échec',
    channel: 'Canal',
    through: 'Par',
    recipient: 'Bénéficiaire',
    account: 'Compte',
    amount: 'Montant',
    fees: 'Frais',
    debited: 'Débité',
    currency: 'Devise',
    bankReference: 'Référence de la banque',
    description: 'Description',
    end: 'Fin',
  },
  /** How far a bank transfer has come. */
  transferStates: {
    to_process: 'À traiter',
    in_progress: 'En traitement',
    transferred: 'Viré',
    rejected: 'Refusé',
    cancelled: 'Annulé',
  } satisfies Readonly<Record<TransferState, string>>,
  detail: {
    payout: 'Retrait',
    transfer: 'Virement',
    history: 'Déroulement',
    amounts: 'Montants',
    amount: 'Montant',
    fees: 'Frais',
    debited: 'Débité de votre solde',
    returned: 'Revenu sur votre solde',
    recipient: 'Bénéficiaire',
    name: 'Nom',
    through: 'Par',
    account: 'Compte',
    phone: 'Numéro',
    request: 'Demande',
    reference: 'Référence',
    purpose: 'Motif du virement',
    description: 'Description',
    bankReference: 'Référence de la banque',
    operatorReference: 'Référence chez l’opérateur',
    requested: 'Demandé',
    ended: 'Terminé',
    copyId: 'Copier l’identifiant',
  },
  /** When the money of a bank transfer arrives. */
  arrival: {
    title: 'Quand l’argent arrive',
    waitsSince: (time: ComponentChildren) => <>Demandé {time}.</>,
    takenSince: (time: ComponentChildren) => <>Pris en charge {time}.</>,
    byHand:
      'Nos équipes font chaque virement à la main, à la banque\u00A0: nous ne pouvons pas promettre le jour où l’argent arrive. Dès que c’est fait, cette page le dit.',
    reminded: (every: string, us: ComponentChildren) => (
      <>
        Au bout de {every} sans virement, nos équipes sont relancées. Une question{'\u00A0'}?
        Écrivez à {us}, avec l’identifiant du virement.
      </>
    ),
    late: (every: string, us: ComponentChildren) => (
      <>
        Ce virement attend depuis plus de {every}, et nos équipes ont été relancées. Écrivez à {us},
        avec l’identifiant du virement. N’en demandez pas un second{'\u00A0'}: les deux partiraient.
      </>
    ),
    safe: 'En attendant, l’argent est réservé pour ce virement. S’il ne se fait pas, tout revient sur votre solde, frais compris.',
    ordered: (reference: string | null) =>
      `Le virement est fait. L’argent arrive quand la banque qui le reçoit l’inscrit sur le compte. S’il tarde, demandez-lui${reference === null ? '' : `, avec la référence ${reference}`}.`,
    returned: {
      title: 'La banque a renvoyé ce virement',
      text: (time: ComponentChildren) => (
        <>
          Noté {time}. L’argent n’est pas sur le compte. Le montant et les frais vous reviennent
          {'\u00A0'}: nos équipes s’accordent avec vous, puis les ajoutent à votre solde. Vous les
          verrez dans vos mouvements.
        </>
      ),
    },
  },
  /** Who asked for a payout. */
  origin: {
    by: 'Demandé par',
    key: (last4: string) => `Votre site ou logiciel (clé secrète …${last4})`,
    file: 'Par le fichier',
    sentBy: 'Fichier envoyé par',
    standing: 'Retrait programmé',
    setUpBy: 'Programmé par',
    approvedBy: 'Approuvé par',
  },
  cancel: {
    ask: 'Annuler ce virement',
    button: 'Annuler le virement',
    text: 'Tant que nos équipes ne l’ont pas pris en charge, il s’annule et son montant revient sur votre solde, frais compris.',
    done: 'Virement annulé. Le montant et les frais sont revenus sur votre solde.',
  },
  /** What happened to a payout, and what is awaited. */
  happenings: {
    requested: 'Retrait demandé, montant et frais réservés',
    taken: 'Pris en charge par nos équipes',
    approved: 'Approuvé par une seconde personne',
    toBeTaken: 'Nos équipes vont le prendre en charge',
    toBeMade: 'Virement à faire à la banque',
    sentTo: (operator: string) => `Ordre envoyé à ${operator}`,
    onItsWay: (operator: string) => `Ordre en route vers ${operator}`,
    answerAwaited: (operator: string) => `Réponse de ${operator} attendue`,
    transferMade: 'Virement fait',
    dated: (day: string) => `Daté du ${day}`,
    datedWithReference: (day: string, reference: string) =>
      `Daté du ${day}, référence ${reference}`,
    withReference: (reference: string) => `référence ${reference}`,
    returned: 'Le montant et les frais sont revenus sur votre solde.',
  },
  ends: {
    succeeded: 'Argent reçu',
    failed: 'Retrait échoué',
    expired: 'Retrait expiré',
    cancelled: 'Retrait annulé',
  } satisfies Readonly<Record<FinalStatus, string>>,
  form: {
    title: 'Nouveau retrait',
    searchAccount: 'Chercher un compte',
    searchHint: 'Nom, ou 4 derniers chiffres.',
    search: 'Chercher',
    noneFound: (all: ComponentChildren) => <>Aucun compte ne correspond. {all}</>,
    allAccounts: 'Voir tous les comptes',
    toWhich: 'Vers quel compte\u00A0?',
    oneOther: 'Un autre compte\u00A0: cherchez par le nom.',
    others: (count: string) => `${count} autres comptes\u00A0: cherchez par le nom.`,
    amount: 'Montant reçu',
    description: 'Description',
    reference: 'Votre référence',
    check: 'Vérifier',
    partOf: 'Ou une part du solde disponible, frais compris\u00A0:',
    part: (percent: string) => `${percent}\u00A0%`,
    whole: 'Tout retirer',
    available: (amount: string) => `Disponible\u00A0: ${amount}.`,
    byPhone: (limits: string) => `${limits} par Mobile Money.`,
    bankInLive: 'Les virements bancaires se demandent en mode réel.',
    noAccount: 'Aucun compte autorisé',
    noAccountText: 'L’argent ne part que vers un compte que vous avez autorisé.',
    accountWaits:
      'Nos équipes vérifient le compte que vous avez ajouté\u00A0: vous pourrez y retirer ensuite.',
    accounts: 'Comptes autorisés',
  },
  balance: {
    title: 'Votre solde',
    pending: 'En attente de disponibilité',
    pendingConfirmation: 'À confirmer',
    held: 'En cours de vérification',
    reserved: 'Réservé',
    available: 'Disponible',
    note: 'Seul le solde disponible se retire.',
  },
  confirm: {
    title: 'Confirmer le retrait',
    askTransfer: 'Demander le virement',
    sendMoney: 'Envoyer l’argent',
    transferText:
      'Nos équipes font le virement à la main, à la banque\u00A0: nous ne pouvons pas promettre le jour où l’argent arrive. La page du virement dira où il en est. Vous pouvez l’annuler tant qu’elles ne l’ont pas pris en charge.',
    phoneText: 'L’argent part aussitôt, et un retrait Mobile Money ne s’annule pas.',
    startOver: 'Recommencer',
    to: 'Pour',
    through: 'Par',
    account: 'Compte',
    phone: 'Numéro',
    description: 'Description',
    reference: 'Référence',
    received: 'Montant reçu',
    fees: 'Frais',
    debited: 'Débité de votre solde',
    available: 'Solde disponible',
    after: 'Après ce retrait',
  },
  done: {
    transfer: (amount: string, holder: string) =>
      `Virement demandé\u00A0: ${amount} pour ${holder}.`,
    payout: (amount: string, holder: string) => `Retrait demandé\u00A0: ${amount} pour ${holder}.`,
  },
  faults: {
    feesMoved: 'Les frais ont changé depuis la vérification. Relisez les montants, puis confirmez.',
    tooMuch: (charged: string, available: string) =>
      `Ce retrait prend ${charged} sur votre solde, frais compris, et ${available} y sont disponibles.`,
    nothing: (available: string) =>
      `Avec ${available} de disponible, aucun retrait n’est possible pour l’instant.`,
    account: 'Choisissez un compte autorisé.',
    amount: 'Écrivez un montant en F CFA, en chiffres et sans centimes.',
    reference: (most: string) =>
      `La référence a ${most} caractères au plus\u00A0: lettres, chiffres et _\u00A0.\u00A0:\u00A0/\u00A0-`,
    description: (most: string) => `La description a ${most} caractères au plus.`,
  },
}

export type PayoutWords = typeof french
