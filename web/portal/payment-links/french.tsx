import type { ComponentChildren } from 'preact'

const amountFault = 'Écrivez un montant plus grand que zéro, par exemple 12 500.'

/** What the pages of payment links say, in French; the type of all other languages too. */
export const french = {
  list: {
    title: 'Liens de paiement',
    create: 'Créer un lien',
    none: 'Encaissez sans site ni terminal',
    noneText:
      'Un lien se partage par message ou s’imprime en QR code\u00A0: vos clients l’ouvrent et paient.',
    noMatch: 'Aucun lien ne correspond',
    seeAll: 'Voir tous les liens',
    all: 'Tous les liens',
    paid: 'Payé',
    paidTimes: (count: string) => `${count}\u00A0fois`,
  },
  filter: {
    all: 'Tous',
    payable: 'Ouverts aux paiements',
    closed: 'Fermés',
  },
  /** Of a link, in the list, on its page and in its form. */
  known: {
    title: 'Titre',
    state: 'État',
    price: 'Prix',
    collected: 'Encaissé',
    payments: 'Paiements',
    description: 'Description',
    expires: 'Expire',
    question: 'Question',
    requiredQuestion: 'Question obligatoire',
    thanks: 'Remerciement',
    goesBack: 'Retour',
    metadata: 'Métadonnées',
    created: 'Créé',
  },
  states: {
    active: 'Ouvert',
    inactive: 'Désactivé',
    expired: 'Expiré',
    cancelled: 'Annulé',
    paid: 'Complet',
    in_progress: 'Paiement en cours',
  },
  price: {
    free: 'Montant libre',
    atLeast: (least: ComponentChildren) => <>Libre, dès {least}</>,
    atMost: (most: ComponentChildren) => <>Libre, jusqu’à {most}</>,
    between: (least: ComponentChildren, most: ComponentChildren) => (
      <>
        Libre, dès {least}, jusqu’à {most}
      </>
    ),
    paidOf: (count: string, most: string) => `${count} sur ${most}`,
  },
  detail: {
    results: 'Résultats',
    payments: 'Paiements de ce lien',
    noPayment: 'Aucun paiement pour l’instant',
    noPaymentText: 'Partagez le lien\u00A0: chaque paiement apparaît ici aussitôt.',
  },
  share: {
    title: 'Partager',
    code: (title: string) => `Code QR qui ouvre la page de paiement de ${title}`,
    message: (title: string, merchant: string) => `${title}\u00A0: payez ${merchant} ici.`,
    copy: 'Copier l’adresse',
    poster: 'Affiche à imprimer',
    codeAlone: 'QR code seul',
    seePage: 'Voir la page',
  },
  poster: {
    title: (title: string) => `Affiche\u00A0: ${title}`,
    back: 'Retour au lien',
    print: 'Imprimer',
    code: 'Code QR de la page de paiement',
    scan: 'Scannez avec l’appareil photo du téléphone',
  },
  word: {
    choose: 'Choisir une adresse courte',
    chooseText:
      'Elle est plus facile à lire et à dicter. Choisissez-la bien\u00A0: elle ne change plus.',
    take: 'Prendre cette adresse',
    label: 'Le mot après /p/',
    example: 'panier-decouverte',
    taken: 'L’adresse courte est prête.',
  },
  acts: {
    title: 'Actions',
    change: 'Modifier',
    disable: 'Désactiver',
    disableText: 'Personne ne peut plus le payer, jusqu’à ce que vous le réactiviez.',
    disableLink: 'Désactiver ce lien',
    enable: 'Réactiver',
    enableText: 'Vos clients pourront de nouveau le payer.',
    enableLink: 'Réactiver ce lien',
    cancel: 'Annuler pour toujours',
    cancelText: 'Ce lien ne pourra plus jamais être payé ni réactivé. Ses paiements restent.',
    cancelLink: 'Annuler ce lien',
  },
  /** What was done, on the next page. */
  done: {
    created: (title: string) =>
      `«\u00A0${title}\u00A0» est prêt\u00A0: partagez-le, ou imprimez son affiche.`,
    changed: 'C’est enregistré, pour les paiements à partir de maintenant.',
    active: 'Le lien est ouvert\u00A0: vos clients peuvent le payer.',
    inactive: 'Le lien est désactivé. Un paiement en cours va à son terme.',
    cancelled: 'Le lien est annulé pour toujours. Un paiement en cours va à son terme.',
  },
  form: {
    newTitle: 'Nouveau lien de paiement',
    create: 'Créer le lien',
    changeTitle: (title: string) => `Modifier «\u00A0${title}\u00A0»`,
    save: 'Enregistrer',
    titleHint: 'Ce que voient vos clients.',
    titleExample: 'Panier découverte',
    preview: 'Ce que verront vos clients',
    thePrice: 'Le prix',
    fixed: 'Montant fixe',
    fixedNote: 'Le même pour tous',
    free: 'Montant libre',
    freeNote: 'Le payeur choisit',
    amount: 'Montant',
    least: 'Au moins',
    most: 'Au plus',
    currency: 'Devise',
    currencyHint: 'Elle ne change plus ensuite.',
    howMany: 'Combien de paiements\u00A0?',
    unlimited: 'Illimité',
    unlimitedNote: 'Une affiche, une page, un don',
    once: 'Un seul',
    onceNote: 'Une facture, une commande',
    limited: 'Un nombre limité',
    limitedNote: 'Des places, un stock',
    paymentsMost: 'Paiements au plus',
    until: 'Valable jusqu’au',
    untilHint: 'Ce jour compris. Sans date, le lien n’expire pas.',
    afterwards: 'Après le paiement, métadonnées',
    emailOptional: 'Ne pas exiger l’adresse e-mail du payeur',
    thanks: 'Message de remerciement',
    goBack: 'Bouton de retour vers votre site',
    goBackExample: 'https://boutique.example/merci',
    metadataHint: 'Pour votre serveur, une ligne chacune\u00A0: commande = A-17',
  },
  questions: {
    title: 'Questions au payeur',
    text: 'Ses réponses accompagnent le paiement. Une question sans texte n’est pas posée.',
    question: (number: number) => `Question ${number}`,
    answer: (number: number) => `Réponse ${number}`,
    required: 'Réponse obligatoire',
    types: { text: 'Un texte', number: 'Un nombre', date: 'Une date' },
  },
  /** What is wrong with a field. */
  faults: {
    title: 'Donnez un titre, de 120 caractères au plus.',
    description: 'Raccourcissez la description à 1 000 caractères.',
    success_message: 'Raccourcissez le message à 500 caractères.',
    amount: amountFault,
    min_amount: amountFault,
    max_amount: 'Écrivez un montant qui n’est pas au-dessous du minimum.',
    max_payments: 'Écrivez un nombre de paiements, de 1 à 100 000.',
    custom_fields: 'Raccourcissez la question à 80 caractères.',
    redirect_url: 'Écrivez une adresse qui commence par https://.',
    metadata:
      'Écrivez une ligne pour chaque information, comme commande = A-17\u00A0: un nom en minuscules, chiffres et _, que rien d’autre ne porte, puis un texte de 500 caractères au plus. Vingt noms en tout, questions comprises.',
    other: 'Ce lien n’a pas pu être enregistré.',
    currency: 'Choisissez une devise.',
    until: 'Choisissez un jour à venir.',
  },
}

export type PaymentLinkWords = typeof french
