import { type PausingCode, type PayoutFileState, repeatDays } from '#domain/payouts/file.ts'
import type { PayoutColumn } from '#domain/payouts/file-columns.ts'
import type { PayoutLineFaultCode } from '#domain/payouts/file-line.ts'

/** What the pages of payout files say, in French; the type of all other languages too. */
export const french = {
  line: (count: string) => `${count}\u00A0ligne`,
  lines: (count: string) => `${count}\u00A0lignes`,
  states: {
    checked: 'À envoyer',
    awaiting_approval: 'À approuver',
    running: 'En cours',
    paused: 'En pause',
    done: 'Terminé',
    cancelled: 'Arrêté',
  } satisfies Readonly<Record<PayoutFileState, string>>,
  /** What must be fixed before a file that paused by itself continues. */
  pauseReasons: {
    insufficient_balance:
      'Votre solde disponible ne suffit plus pour la ligne suivante. Les lignes déjà parties ne changent pas\u00A0: reprenez quand le solde suffit.',
    payouts_temporarily_unavailable:
      'Les retraits de votre service sont suspendus. Reprenez quand ils sont rouverts.',
    provider_unavailable:
      'L’opérateur de la ligne suivante est indisponible. Reprenez dans quelques minutes.',
  } satisfies Readonly<Record<PausingCode, string>>,
  list: {
    title: 'Fichiers de retraits',
    caption: 'Fichiers de retraits, les plus récents d’abord',
    all: 'Tous les fichiers',
    payByFile: 'Payer par fichier',
    none: 'Aucun fichier pour l’instant',
    noneText: 'Payez salaires, livreurs ou fournisseurs d’un coup, avec un fichier CSV.',
    file: 'Fichier',
    lines: 'Lignes',
    when: 'Quand',
    state: 'État',
    amount: 'Montant',
  },
  progress: {
    label: 'Lignes envoyées',
    begun: (begun: string, lines: string) => `${begun} sur ${lines}`,
    result: 'Résultat',
    paid: 'Payées',
    underWay: 'En cours chez l’opérateur',
    failed: 'Échouées',
    refused: 'Refusées',
    toSend: 'À envoyer',
    neverSent: 'Jamais envoyées',
    received: 'Argent reçu',
    sent: 'Envoyé',
    sender: 'Par',
    approver: 'Approuvé par',
    end: 'Fin',
  },
  unpaid: {
    title: 'Lignes non payées',
    line: 'Ligne',
    numbered: (number: string) => `Ligne ${number}`,
    to: 'Pour',
    phone: 'Numéro',
    why: 'Pourquoi',
    amount: 'Montant',
  },
  sums: {
    lines: 'Lignes',
    received: 'Montant reçu',
    fees: 'Frais',
    debited: 'Débité de votre solde',
    available: 'Solde disponible',
    missing: 'Il manque',
  },
  acts: {
    send: 'Envoyer',
    sendForApproval: 'Envoyer pour approbation',
    pay: (lines: string) => `Payer ${lines}`,
    needsApproval:
      'À ce montant, une seconde personne de votre équipe, propriétaire ou administratrice, devra approuver avant que l’argent parte.',
    leavesAtOnce:
      'L’argent part aussitôt, ligne après ligne, et un retrait Mobile Money ne s’annule pas.',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    approval: 'Approbation',
    ownApproval:
      'Vous avez envoyé ce fichier\u00A0: une autre personne de votre équipe, propriétaire ou administratrice, doit l’approuver ici.',
    approvalFor: (sender: string) =>
      `Envoyé par ${sender}. Relisez les totaux\u00A0: l’argent part aussitôt après.`,
    approve: 'Approuver et payer',
    askStop: 'Arrêter ce fichier',
    stopText: 'Les lignes déjà parties suivent leur cours. Les autres ne partiront jamais.',
    stop: 'Arrêter le fichier',
  },
  done: {
    send: 'Fichier envoyé.',
    approve: 'Fichier approuvé\u00A0: les paiements partent.',
    pause: 'Fichier en pause\u00A0: plus aucune ligne ne part.',
    resume: 'Le fichier reprend.',
    cancel: 'Fichier arrêté. Les lignes déjà parties suivent leur cours.',
  },
  result: {
    fileName: 'resultat-retraits',
    line: 'Ligne',
    recipient: 'Bénéficiaire',
    phone: 'Numéro',
    amount: 'Montant',
    fees: 'Frais',
    reference: 'Référence',
    description: 'Description',
    result: 'Résultat',
    why: 'Pourquoi',
    payoutId: 'Identifiant du retrait',
    end: 'Fin',
    refused: 'Refusé',
    toSend: 'À envoyer',
    neverSent: 'Jamais envoyé',
  },
  upload: {
    title: 'Payer par fichier',
    head: 'Payer plusieurs personnes par fichier',
    usualName: (day: string) => `Retraits du ${day}`,
    name: 'Nom de cet envoi',
    file: 'Fichier CSV',
    fileHint: (megabytes: string, lines: string) =>
      `${megabytes}\u00A0Mo et ${lines}\u00A0lignes au plus.`,
    paste: 'Coller les lignes',
    pasted: 'Lignes, titres compris',
    pastedHint: 'Sert quand aucun fichier n’est choisi.',
    check: 'Vérifier le fichier',
    nothingLeaves: 'Rien ne part à cette étape\u00A0: vous verrez d’abord les totaux et les frais.',
    nameTooLong: (most: string) => `Le nom a ${most} caractères au plus.`,
    noFile: 'Choisissez un fichier CSV.',
  },
  wrong: {
    oneLine: 'Une ligne est à corriger',
    lines: (count: string) => `${count} lignes sont à corriger`,
    text: 'Rien n’est envoyé. Corrigez le fichier, puis choisissez-le de nouveau.',
    firstOnes: (count: string) => `Voici les ${count} premières fautes.`,
    caption: 'Lignes à corriger',
    line: 'Ligne',
    numbered: (number: string) => `Ligne ${number}`,
    column: 'Colonne',
    toCorrect: 'À corriger',
    rightLines: 'Lignes justes',
    rightAmount: 'Leur montant',
    rightCharged: 'Avec les frais',
  },
  model: {
    title: 'Le fichier',
    text: 'Un CSV avec une ligne de titres, puis une ligne par personne. Les comptes en banque se paient un par un.',
    download: 'Télécharger le modèle',
    fileName: 'modele-retraits.csv',
    description: 'Salaire de novembre',
  },
  /** What each column of a file holds. */
  columns: {
    numero: () =>
      'Le numéro Mobile Money, parmi vos comptes autorisés\u00A0: 01\u00A097\u00A000\u00A000\u00A000 ou +229…',
    montant: () => 'Ce que la personne reçoit, en F CFA, sans centimes\u00A0: 12500 ou 12 500',
    nom: () => 'Facultatif. S’il y est, il doit être celui du compte autorisé',
    operateur: (networks) =>
      `Facultatif\u00A0: ${networks}. S’il y est, le numéro doit être chez lui`,
    reference: () =>
      'Facultative, une seule fois chacune. Elle permet de payer deux fois la même somme',
    libelle: () => 'Facultatif\u00A0: ce que vous lirez dans vos comptes',
  } satisfies Readonly<Record<PayoutColumn, (networks: string) => string>>,
  or: (one: string, other: string) => `${one} ou ${other}`,
  /** Why a file cannot be read at all. */
  whole: {
    empty: 'Ce fichier est vide. Choisissez un fichier CSV avec une ligne de titres.',
    no_text:
      'Ce fichier n’est pas un CSV. Dans Excel\u00A0: Fichier, Enregistrer sous, «\u00A0CSV (séparateur point-virgule)\u00A0».',
    no_lines: 'Ce fichier n’a que des titres\u00A0: ajoutez une ligne par personne à payer.',
    too_many_lines: (most: string) =>
      `Ce fichier a plus de ${most} lignes. Envoyez-le en plusieurs fois.`,
    too_many_unsent: (most: string) =>
      `${most} lignes ou plus, déjà vérifiées, attendent d’être envoyées. Envoyez ces fichiers, ou revenez demain\u00A0: ce que personne n’envoie est effacé au bout d’un jour.`,
    column_missing: (column: string) =>
      `Il manque la colonne «\u00A0${column}\u00A0» dans la première ligne. Partez du modèle.`,
    column_twice: (column: string) =>
      `La colonne «\u00A0${column}\u00A0» est là deux fois. Gardez-en une seule.`,
  },
  lineOf: (line: string, file: string) => `ligne ${line} de «\u00A0${file}\u00A0»`,
  /** What is wrong with a line, and what to do. */
  faults: {
    phone_missing: 'Il manque le numéro.',
    phone_rounded:
      'Le tableur a arrondi ce numéro. Mettez la colonne au format Texte, puis écrivez-le de nouveau.',
    phone_wrong:
      'Ce numéro ne se lit pas. Écrivez-le avec ses dix chiffres\u00A0: 01\u00A097\u00A000\u00A000\u00A000.',
    phone_unknown: 'Ce numéro n’est pas parmi vos comptes autorisés. Ajoutez-le d’abord.',
    phone_pending: 'Ce compte autorisé attend encore d’être vérifié par nos équipes.',
    operator_wrong: (networks: string) =>
      `Cet opérateur n’existe pas ici. Écrivez ${networks}, ou laissez vide.`,
    operator_other: (operator: string) => `Ce numéro n’est pas chez ${operator}.`,
    operator_none: 'Aucun de nos opérateurs ne sert ce numéro.',
    operator_closed: 'L’opérateur de ce numéro est indisponible pour le moment.',
    amount_missing: 'Il manque le montant.',
    amount_decimals: 'Écrivez le montant sans virgule ni centimes\u00A0: 12500.',
    amount_wrong: 'Ce montant ne se lit pas. Écrivez-le en chiffres\u00A0: 12500.',
    amount_not_positive: 'Le montant doit être plus grand que zéro.',
    amount_small: (least: string) =>
      `Ce montant est trop petit\u00A0: le minimum est de ${least} F CFA.`,
    amount_large: (most: string) =>
      `Ce montant est trop grand\u00A0: le maximum est de ${most} F CFA.`,
    name_other: (holder: string) => `Ce numéro est au nom de ${holder} dans vos comptes autorisés.`,
    reference_wrong:
      'La référence a 64 caractères au plus\u00A0: lettres sans accent, chiffres et _\u00A0.\u00A0:\u00A0/\u00A0-',
    reference_twice: (line: string) => `Cette référence est déjà celle de la ligne ${line}.`,
    reference_used: 'Cette référence a déjà servi pour un autre paiement.',
    description_long: 'La description a 255 caractères au plus.',
    line_twice: (line: string) =>
      `Même numéro et même montant que la ligne ${line}. Pour payer deux fois, donnez une référence à chacune.`,
    line_repeated: (line: string) =>
      `Déjà envoyé il y a moins de ${repeatDays}\u00A0jours, ${line}. Pour payer de nouveau, donnez une référence.`,
    cells_too_many:
      'Cette ligne a plus de valeurs que le fichier n’a de titres. Un montant avec une virgule compte pour deux\u00A0: écrivez 12500.',
    unreadable: 'Un guillemet n’est pas fermé\u00A0: la suite du fichier ne se lit pas.',
  } satisfies Readonly<Record<PayoutLineFaultCode, string | ((what: string) => string)>>,
}

export type PayoutFileWords = typeof french
