import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from './scope.ts'

/** What the parts of a page say. */
const french = {
  skip: 'Aller au contenu',
  testMode: 'Mode test',
  testModeLine: 'Mode test\u00A0: aucun argent réel',
  safety: 'Nous ne vous demanderons jamais votre code secret Mobile Money.',
  /** The other language by its own name, and its locale for previews. */
  otherLanguage: 'English',
  locale: 'fr_BJ',
  faults: 'Vérifiez votre saisie',
  notAName:
    'Écrivez un nom lisible, avec un seul alphabet par mot, et qui ne soit pas celui de ce service, ni celui d’un opérateur.',
  optional: '(facultatif)',
  timeLeft: 'Temps restant',
  timeLeftLine: 'Il reste',
  away: 'Cet appareil n’a plus de réseau. La suite s’affichera dès son retour.',
  share: 'Partager',
  copied: 'Copié',
  /** The paper sizes for printing a page. */
  paper: { wide: 'Format A4', ticket: 'Format ticket, 80\u00A0mm' },
  /** The portal when installed on a phone like an app. */
  app: {
    name: (service: string) => `${service}\u00A0: espace marchand`,
    shortName: 'Paiements',
    description: 'Encaissez par Mobile Money, suivez vos paiements et retirez votre argent.',
    collect: 'Encaisser',
    payments: 'Paiements',
  },
  menu: {
    title: 'Menu',
    more: 'Plus',
    folded: (menu: string) => `${menu}, replié`,
    bar: (menu: string) => `${menu}, en bas`,
    all: (menu: string) => `${menu}, toutes les pages`,
  },
  list: { pages: 'Pages de la liste', newer: 'Plus récents', older: 'Plus anciens' },
  chart: {
    reading: (name: string, value: string) => `${name}\u00A0: ${value}`,
    figures: 'En chiffres',
    when: 'Quand',
    amount: 'Montant',
    before: 'Avant',
  },
  statuses: {
    pending: 'En attente',
    succeeded: 'Réussi',
    failed: 'Échoué',
    expired: 'Expiré',
    cancelled: 'Annulé',
  },
  /** Of who sends a form. */
  confirm: {
    password: 'Votre mot de passe',
    byPasskey: 'Confirmer par clé d’accès',
    nothingCame: 'Rien n’est venu de votre appareil. Recommencez, ou donnez votre mot de passe.',
    unknown: 'Ce navigateur ne connaît pas les clés d’accès. Donnez votre mot de passe.',
  },
  file: {
    tooLarge: (megabytes: string) => `Ce fichier dépasse ${megabytes}\u00A0Mo.`,
    reading: 'Lecture du fichier…',
    unread: 'Ce fichier est illisible.',
  },
  /** What became of the mail with somebody’s code. */
  codeMail: {
    sent: (time: ComponentChildren) => <>Un code est parti par e-mail, {time}.</>,
    leaves: 'Le code part par e-mail, à l’instant.',
    waits: 'E-mail en attente',
    waitsText:
      'Le code n’est pas encore parti\u00A0: le serveur d’e-mail ne l’a pas encore pris. Il partira dès que possible, il n’y a rien à refaire.',
    failed: 'E-mail non parti',
    refused: 'Le serveur d’e-mail refuse cette adresse.',
    absent: 'Le serveur d’e-mail est resté absent trop longtemps.',
  },
}

const english: typeof french = {
  skip: 'Skip to content',
  testMode: 'Test mode',
  testModeLine: 'Test mode: no real money',
  safety: 'We will never ask you for your Mobile Money PIN.',
  otherLanguage: 'Français',
  locale: 'en_GB',
  faults: 'Check what you typed',
  notAName:
    'Enter a name that can be read, with one alphabet in each word, and that is neither this service’s nor an operator’s.',
  optional: '(optional)',
  timeLeft: 'Time left',
  timeLeftLine: 'Time left:',
  away: 'This device has lost its network. You will see what happens as soon as it is back.',
  share: 'Share',
  copied: 'Copied',
  paper: { wide: 'A4 format', ticket: 'Receipt format, 80\u00A0mm' },
  app: {
    name: (service) => `${service}: merchant portal`,
    shortName: 'Payments',
    description: 'Collect payments by Mobile Money, track them and pay out your balance.',
    collect: 'Collect',
    payments: 'Payments',
  },
  menu: {
    title: 'Menu',
    more: 'More',
    folded: (menu) => `${menu}, collapsed`,
    bar: (menu) => `${menu}, at the bottom`,
    all: (menu) => `${menu}, all pages`,
  },
  list: { pages: 'Pagination', newer: 'Newer', older: 'Older' },
  chart: {
    reading: (name, value) => `${name}: ${value}`,
    figures: 'In figures',
    when: 'When',
    amount: 'Amount',
    before: 'Before',
  },
  statuses: {
    pending: 'Pending',
    succeeded: 'Succeeded',
    failed: 'Failed',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
  confirm: {
    password: 'Your password',
    byPasskey: 'Confirm with a passkey',
    nothingCame: 'Your device did not respond. Try again, or enter your password.',
    unknown: 'This browser does not support passkeys. Enter your password.',
  },
  file: {
    tooLarge: (megabytes) => `This file is larger than ${megabytes}\u00A0MB.`,
    reading: 'Reading the file…',
    unread: 'This file cannot be read.',
  },
  codeMail: {
    sent: (time: ComponentChildren) => <>A code was sent by e-mail {time}.</>,
    leaves: 'The code is on its way by e-mail.',
    waits: 'E-mail waiting to be sent',
    waitsText:
      'The mail server has not accepted the code yet. It will be sent as soon as possible: you do not need to do anything.',
    failed: 'E-mail not sent',
    refused: 'The mail server rejected this address.',
    absent: 'The mail server did not respond in time.',
  },
}

export const designWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const useDesignWords = inPageLanguage(designWords)
