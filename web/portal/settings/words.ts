import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

/** What the pages of a service's settings say. */
const french = {
  title: 'Service',
  save: 'Enregistrer',
  saved: 'Vos réglages sont enregistrés. Ils valent pour les paiements à venir.',
  logoNote: 'Sur vos pages de paiement et vos reçus.',
  changeLogo: 'Changer le logo',
  passwordNote: 'Demandé à chaque modification, ou une fois pour dix minutes.',
  choose: 'Choisir',
  terms: 'Vos conditions',
  name: 'Nom public',
  nameHint: 'Ce que vos clients lisent quand ils paient, en réel comme en test.',
  nameFault: (most: string) =>
    `Indiquez le nom que voient vos clients, en ${most} caractères au plus.`,
  currency: 'Devise du service',
  currencyHint:
    'Celle des montants que voient vos clients et vous. Votre solde reste en F\u202FCFA, et un paiement déjà demandé garde la sienne.',
  currencyFault: 'Choisissez une devise de la liste.',
  fees: {
    live: 'Qui paie les frais, en mode réel\u00A0?',
    sandbox: 'Qui paie les frais, en mode test\u00A0?',
    fault: 'Choisissez qui paie les frais.',
    tariff: 'Selon le tarif convenu',
    customer: 'Vos clients',
    customerNote: 'Les frais s’ajoutent au prix',
    merchant: 'Vous',
    merchantNote: 'Les frais sont retenus sur ce que vous recevez',
  },
  funds: {
    available: 'Fonds disponibles',
    atOnce: 'Dès le paiement réussi',
    minutesAfter: (minutes: string) => `${minutes}\u00A0min après le paiement`,
    hoursAfter: (hours: string) => `${hours}\u00A0h après le paiement`,
    dayAfter: '1 jour après le paiement',
    daysAfter: (days: string) => `${days} jours après le paiement`,
    payouts: 'Retraits et virements',
    open: 'Ouverts',
    suspended: 'Suspendus',
    suspendedAt: (names: string) => `Suspendus chez ${names}`,
  },
  identity: {
    legend: 'Sur vos reçus\u00A0: adresse, téléphone, IFU, RCCM',
    address: 'Adresse',
    phone: 'Téléphone',
    email: 'Adresse e-mail',
    legalAddress: 'Adresse du commerce',
    taxNumber: 'IFU',
    tradeRegister: 'RCCM',
    missing: {
      taxNumber: 'Indiquez votre IFU.',
      tradeRegister: 'Indiquez votre RCCM.',
      address: 'Indiquez où se trouve votre commerce.',
    },
    wrong: {
      address: (most: string) => `L’adresse a ${most} caractères au plus.`,
      email: 'Indiquez une adresse e-mail valable, comme contact@exemple.bj.',
      taxNumber: 'L’IFU a 13 chiffres.',
      tradeRegister: (most: string) => `Le RCCM a ${most} caractères au plus.`,
    },
  },
  logo: {
    title: 'Logo',
    none: 'Vos initiales, faute de logo.',
    present: 'Votre logo actuel.',
    changed: 'Votre logo est en place.',
    removed: 'Votre logo est retiré.',
    needsScript: 'JavaScript est nécessaire ici',
    needsScriptText:
      'Sans lui, cette page ne peut pas envoyer d’image. Tout le reste du portail marche.',
    whatToDo: 'Que faire\u00A0?',
    put: 'Utiliser cette image',
    remove: 'Retirer le logo',
    removeNote: 'Vos initiales le remplacent',
    picture: 'Image',
    pictureHint: 'PNG ou JPEG. Nous la réduisons ici même, sur votre appareil.',
    missing: 'Choisissez une image PNG ou JPEG.',
    tooLarge: (kilobytes: string) =>
      `Cette image dépasse ${kilobytes} Ko\u00A0: choisissez-en une plus simple.`,
    unread: 'Cette image ne s’ouvre pas ici. Choisissez-en une autre, PNG ou JPEG.',
    kilobytes: 'Ko',
  },
  trust: {
    title: 'Mot de passe',
    text: 'L’argent qui sort, les clés, les webhooks et leurs adresses, les comptes et les personnes le demandent toujours. Les outils du mode test, jamais.',
    when: 'Quand le demander à votre équipe\u00A0?',
    fault: 'Choisissez.',
    always: 'À chaque modification',
    alwaysNote: 'Le plus sûr sur un appareil partagé',
    tenMinutes: 'Une fois pour dix minutes',
    tenMinutesNote: 'Dans la même session, tant que personne ne se déconnecte',
    nowAlways: 'Le mot de passe est demandé à chaque modification.',
    nowTenMinutes: 'Le mot de passe est demandé une fois pour dix minutes.',
  },
}

const english: typeof french = {
  title: 'Service',
  save: 'Save',
  saved: 'Your settings have been saved. They apply to payments from now on.',
  logoNote: 'On your payment pages and your receipts.',
  changeLogo: 'Change logo',
  passwordNote: 'Required for every change, or once every ten minutes.',
  choose: 'Choose',
  terms: 'Your terms',
  name: 'Public name',
  nameHint: 'What your customers see when they pay, in live mode and in test mode.',
  nameFault: (most) => `Enter the name that your customers see, using at most ${most} characters.`,
  currency: 'Service currency',
  currencyHint:
    'The currency of the amounts that you and your customers see. Your balance stays in F\u00A0CFA, and a payment already requested keeps its own.',
  currencyFault: 'Choose a currency from the list.',
  fees: {
    live: 'Who pays the fees, in live mode?',
    sandbox: 'Who pays the fees, in test mode?',
    fault: 'Choose who pays the fees.',
    tariff: 'As agreed in your terms',
    customer: 'Your customers',
    customerNote: 'Fees are added to the price',
    merchant: 'You',
    merchantNote: 'Fees are taken from what you receive',
  },
  funds: {
    available: 'Funds available',
    atOnce: 'As soon as the payment succeeds',
    minutesAfter: (minutes) => `${minutes}\u00A0min after the payment`,
    hoursAfter: (hours) => `${hours}\u00A0h after the payment`,
    dayAfter: '1 day after the payment',
    daysAfter: (days) => `${days} days after the payment`,
    payouts: 'Payouts and bank transfers',
    open: 'Open',
    suspended: 'Suspended',
    suspendedAt: (names) => `Suspended for ${names}`,
  },
  identity: {
    legend: 'On your receipts: address, phone, IFU, RCCM',
    address: 'Address',
    phone: 'Phone',
    email: 'E-mail address',
    legalAddress: 'Business address',
    taxNumber: 'Tax number (IFU)',
    tradeRegister: 'Trade register number (RCCM)',
    missing: {
      taxNumber: 'Enter your tax number (IFU).',
      tradeRegister: 'Enter your trade register number (RCCM).',
      address: 'Enter the address of your business.',
    },
    wrong: {
      address: (most) => `Enter an address of at most ${most} characters.`,
      email: 'Enter a valid e-mail address, such as contact@example.bj.',
      taxNumber: 'The tax number (IFU) must have 13 digits.',
      tradeRegister: (most) =>
        `Enter a trade register number (RCCM) of at most ${most} characters.`,
    },
  },
  logo: {
    title: 'Logo',
    none: 'No logo: your initials are shown instead.',
    present: 'Your current logo.',
    changed: 'Your logo has been updated.',
    removed: 'Your logo has been removed.',
    needsScript: 'This page needs JavaScript',
    needsScriptText:
      'Without it, this page cannot send a picture. Everything else in the portal works.',
    whatToDo: 'What would you like to do?',
    put: 'Use the chosen picture',
    remove: 'Remove logo',
    removeNote: 'Your initials are shown instead',
    picture: 'Picture',
    pictureHint: 'PNG or JPEG. We resize it right here, on your device.',
    missing: 'Choose a PNG or JPEG picture.',
    tooLarge: (kilobytes) => `This picture is larger than ${kilobytes} KB: choose a simpler one.`,
    unread: 'This picture cannot be opened here. Choose another PNG or JPEG.',
    kilobytes: 'KB',
  },
  trust: {
    title: 'Password',
    text: 'The password is always required for money going out, keys, webhooks and their URLs, accounts and people, and never for test tools.',
    when: 'When should your team be asked for it?',
    fault: 'Choose one.',
    always: 'For every change',
    alwaysNote: 'The safest on a shared device',
    tenMinutes: 'Once every ten minutes',
    tenMinutesNote: 'In the same session, as long as nobody logs out',
    nowAlways: 'The password is now required for every change.',
    nowTenMinutes: 'The password is now required once every ten minutes.',
  },
}

export type SettingsWords = typeof french

export const settingsWords: Readonly<Record<Language, SettingsWords>> = { fr: french, en: english }

/** In the language of the page. */
export function useSettingsWords(): SettingsWords {
  return settingsWords[useScope().language]
}
