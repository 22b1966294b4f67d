import type { ComponentChildren } from 'preact'

/** The French texts of payers' pages; also the type for all other languages. */
export const french = {
  amounts: {
    amount: 'Montant',
    fees: 'Frais',
    noFees: 'Aucuns',
    total: 'Total',
    debited: 'Débité sur votre compte',
    between: (least: string, most: string) => `De ${least} à ${most}`,
    atLeast: (least: string) => `${least} au moins`,
    atMost: (most: string) => `${most} au plus`,
    refusedFor: (limits: string) => `Ce montant n’est pas accepté. ${limits}.`,
    refused:
      'Ce montant n’est pas accepté. Écrivez-le en chiffres\u00A0; vérifiez qu’il n’est ni trop petit ni trop grand.',
  },
  pay: {
    title: (merchant: string) => `Payer ${merchant}`,
    payTotal: (total: string) => `Payer ${total}`,
    goOn: 'Continuer',
    away: 'Pas de réseau\u00A0: rien n’est parti, rien n’est débité. Réessayez dès qu’il revient.',
    preview: (merchant: string) => `Payez ${merchant} par Mobile Money, sans créer de compte.`,
    notTaken: 'Le paiement n’est pas parti',
    impossible: 'Paiement momentanément impossible',
    impossibleText: (merchant: string) =>
      `Aucun opérateur ne prend ce paiement pour le moment. Réessayez plus tard, ou contactez ${merchant}.`,
    byCard: 'Payer par carte bancaire',
    byMobileMoney: 'Payer par Mobile Money',
    validUntil: (time: ComponentChildren) => <>Valable jusqu’au {time}</>,
  },
  own: {
    pending: 'Un paiement est en cours',
    pendingText: (amount: ComponentChildren) => (
      <>Votre demande de {amount} attend votre validation. Ne payez pas une seconde fois.</>
    ),
    follow: 'Suivre ce paiement',
    paid: 'Vous avez déjà payé',
    paidText: (amount: ComponentChildren) => (
      <>
        Votre paiement de {amount} a réussi. Ne payez de nouveau que si vous souhaitez payer une
        seconde fois.
      </>
    ),
    lastText: (amount: ComponentChildren) => <>Votre paiement de {amount} a réussi.</>,
    seeReceipt: 'Voir le reçu',
    denied: 'Votre paiement a été annulé par l’opérateur',
    deniedText: (amount: ComponentChildren) => (
      <>
        Votre paiement de {amount} avait réussi. Lisez ce qui s’est passé avant de payer de nouveau.
      </>
    ),
    seeDenied: 'Voir ce qui s’est passé',
  },
  form: {
    amount: 'Montant à payer',
    phone: 'Votre numéro Mobile Money',
    operator: 'Votre opérateur',
    totalOf: (total: string) => `Total\u00A0: ${total}`,
    name: 'Votre nom',
    email: 'Votre adresse e-mail',
    cardNumber: 'Numéro de la carte',
    cardExpiry: 'Expiration',
    cardExpiryExample: 'MM/AA',
    cardCode: 'Cryptogramme',
    cardCodeHint: 'Les 3 chiffres au dos, ou les 4 devant d’une American Express',
  },
  /** What is wrong with a field, and what to do, for errors whose own text addresses programs. */
  faults: {
    missingAmount: 'Indiquez le montant à payer.',
    missingPhone: 'Indiquez le numéro Mobile Money qui paie.',
    missingAnswer: 'Répondez à cette question.',
    unreadableAnswer: 'Cette réponse n’a pas la forme demandée.',
    provider: 'Choisissez votre opérateur\u00A0: ce numéro ne nous le dit pas.',
    abroad: 'Les numéros de ce pays ne peuvent pas payer ici. Indiquez un numéro du Bénin.',
    phone:
      'Ce numéro n’est pas valable. Écrivez-le ainsi\u00A0: 01\u00A097\u00A000\u00A000\u00A000.',
    name: 'Indiquez votre nom.',
    email: 'Indiquez une adresse e-mail valable, comme awa@exemple.bj.',
    cardExpiry: 'Écrivez la date d’expiration ainsi\u00A0: 09/28.',
    cardCode: 'Écrivez les trois ou quatre chiffres du code de sécurité.',
  },
  /** Errors of a card that say more than which field is wrong; by code. */
  cardFaults: {
    invalid_card_number: 'Ce numéro de carte n’est pas juste. Vérifiez chaque chiffre.',
    unsupported_card_network: 'Nous prenons Visa, Mastercard et American Express.',
    expired_card: 'Cette carte a expiré. Utilisez-en une autre.',
    missing_field: 'Écrivez le numéro de la carte.',
  },
  /** Why a payment was not accepted if no field is at fault; by code. */
  refusals: {
    idempotency_conflict:
      'Vous avez déjà envoyé un paiement depuis cette page, avec d’autres indications. Suivez-le d’abord\u00A0; envoyez celui-ci seulement si le premier n’a pas abouti.',
    rate_limited:
      'Trop de demandes ont été envoyées à ce numéro ou à ce marchand. Attendez quelques minutes, puis réessayez.',
    request_in_progress: 'Votre demande est déjà en cours. Attendez un instant, puis réessayez.',
  },
  confirm: {
    title: 'Confirmer',
    question: 'Tout est juste\u00A0?',
    other: 'Le total a changé',
    otherText: 'Ce n’est plus celui que vous avez vu\u00A0: regardez-le avant de payer.',
    likely: (operator: string) => `Ce numéro semble être chez ${operator}`,
    likelyText: (operator: string) =>
      `Continuez avec ${operator} si vous avez changé d’opérateur en gardant votre numéro.`,
    what: 'Objet',
    operator: 'Opérateur',
    phone: 'Numéro',
    change: 'Modifier',
  },
  waiting: {
    onPhone: 'Validez sur votre téléphone',
    underWay: 'Paiement en cours',
    atBank: 'Validez auprès de votre banque',
    bankAnswers: 'Votre banque répond en quelques secondes.',
    openBank: 'Ouvrir la page de ma banque',
    comeBack:
      'Validez-y le paiement, puis revenez ici\u00A0: cette page vous dit aussitôt si c’est payé.',
    arrives: (operator: string, phone: ComponentChildren) => (
      <>
        Une demande {operator} arrive sur le {phone}.
      </>
    ),
    approve: (operator: string) =>
      `Validez la demande ${operator} reçue sur votre téléphone en saisissant votre code secret.`,
    tells: 'Cette page vous dit aussitôt si c’est payé.',
    asked: (from: ComponentChildren, until: ComponentChildren) => (
      <>
        Demande faite à {from}
        {'\u00A0'}: vous avez jusqu’à {until} pour valider.
      </>
    ),
    test: 'Mode test\u00A0: aucune demande n’arrive, le résultat vient tout seul.',
    nothingCame: 'Vous n’avez rien reçu\u00A0?',
    isPhoneOn: 'Vérifiez que ce téléphone est allumé et qu’il capte le réseau.',
    dial: (code: ComponentChildren) => (
      <>
        Composez {code}
        {'\u00A0'}: la demande peut y attendre votre validation.
      </>
    ),
    wrongNumber:
      'Le numéro n’est pas le bon\u00A0? Ne validez rien\u00A0: la demande s’annule d’elle-même à la fin du délai.',
    otherNumber: 'Payer avec un autre numéro',
  },
  paid: {
    title: 'C’est payé',
    testTitle: 'Payé (test)',
    to: (merchant: ComponentChildren) => <>à {merchant}</>,
    print: 'Imprimer ou enregistrer',
    pdf: 'Reçu en PDF',
    verify: 'Vérifier ce reçu',
    shared: (merchant: string) => `Reçu de paiement de ${merchant}`,
    refunded: 'Paiement remboursé depuis',
    refundedText: (amount: ComponentChildren) => <>{amount} vous ont été rendus.</>,
    seller: 'Vendeur',
    what: 'Objet',
    total: 'Total payé',
    debited: 'Débité',
    method: 'Payé avec',
    phone: 'Numéro',
    name: 'Nom',
    date: 'Date',
    number: 'Reçu n°',
    operatorReference: 'Réf. opérateur',
    code: 'Code QR qui ouvre la page de vérification de ce reçu',
  },
  denied: {
    title: 'Paiement annulé par l’opérateur',
    answered: (method: string) =>
      `Ce paiement avait réussi. ${method} nous a répondu depuis qu’il n’a pas pris l’argent, ou l’a rendu.`,
    ask: (method: string) =>
      `L’argent manque sur votre compte\u00A0? Demandez à ${method}, avec les indications ci-dessous.`,
    decides: (merchant: ComponentChildren) => (
      <>
        {merchant} décide de ce que devient votre achat
        {'\u00A0'}: demandez-lui avant de payer de nouveau.
      </>
    ),
  },
  failed: {
    title: 'Paiement non abouti',
    late: {
      title: 'Débité trop tard',
      owed: 'L’argent a été pris après la fin du délai\u00A0: ce paiement ne compte pas. Il vous sera rendu en entier, vous n’avez rien à faire.',
      givenBack:
        'L’argent a été pris après la fin du délai\u00A0: ce paiement ne compte pas. Il vous a été rendu en entier.',
    },
    noMore: 'Il n’est plus possible de payer ici.',
    again: 'Réessayer',
    otherNumber: 'Avec un autre numéro',
    with: (operator: string) => `Avec ${operator}`,
    byCard: 'Par carte bancaire',
    byMobileMoney: 'Par Mobile Money',
  },
  closed: {
    cancelled: {
      title: 'Paiement annulé',
      text: 'Ce paiement a été annulé par le marchand. Rien n’est débité.',
    },
    expired: {
      title: 'Délai dépassé',
      text: 'Cette demande de paiement n’est plus valable. Rien n’est débité. Demandez-en une nouvelle au marchand.',
    },
    paid: {
      title: 'Déjà payé',
      text: 'Ce paiement a été reçu. Ne payez pas une seconde fois.',
    },
    in_progress: {
      title: 'Paiement en cours',
      text: 'Quelqu’un paie en ce moment, peut-être depuis un autre téléphone. Si c’est vous, validez la demande sur votre téléphone. Cette page se met à jour toute seule.',
    },
    unknown: {
      title: 'Paiement introuvable',
      text: 'Cette adresse ne mène à aucun paiement. Scannez de nouveau le code QR, ou demandez le lien au marchand.',
    },
  },
  contact: {
    ask: (merchant: string) => `Une question\u00A0? Contactez ${merchant}`,
    byPhone: ' au ',
    orByEmail: ' ou ',
    byEmail: ' par e-mail\u00A0: ',
  },
  shop: {
    back: (host: string) => `Retourner sur ${host}`,
    backUnpaid: (host: string) => `Annuler et retourner sur ${host}`,
  },
}

export type PayerWords = typeof french
