import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the page of API keys says, in French. */
const french = {
  title: 'Clés API',
  documentation: 'Documentation',
  intro:
    'La clé secrète ouvre tout, et l’argent sortant là où c’est permis\u00A0: elle reste sur votre serveur. La clé publique va dans vos pages et vos applications, et ne voit des payeurs que des données masquées.',
  none: 'Aucune clé',
  noneText: 'Créez une clé secrète pour appeler l’API depuis votre serveur.',
  list: {
    caption: 'Clés en service',
    key: 'Clé',
    value: 'Valeur',
    copy: (last: string) => `Copier ${last}`,
    payouts: 'Retraits',
    allowed: 'Permis',
    notAllowed: 'Non',
    created: 'Créée',
    expiry: 'Expiration',
    noExpiry: 'Aucune',
  },
  form: {
    title: 'Nouvelle clé',
    make: 'Créer la clé',
    which: 'Quelle clé\u00A0?',
    secretNote: 'Pour votre serveur seul',
    publicNote: 'Pour vos pages et applications',
    old: 'L’ancienne clé',
    oldWorks: 'Fonctionne encore 24 heures',
    oldWorksNote: 'Le temps de la remplacer partout',
    oldStops: 'S’arrête tout de suite',
    oldStopsNote: 'Si elle a pu être vue par quelqu’un',
    oldMissing: 'Choisissez quand l’ancienne clé cesse de fonctionner.',
    payouts: 'Retraits par la clé secrète',
    payoutsAllowed: 'Permis',
    payoutsAllowedNote: 'Elle peut demander des retraits et des virements',
    payoutsForbidden: 'Interdits',
    payoutsForbiddenNote: 'Elle encaisse et lit, rien de plus',
    noPayouts:
      'Une clé que vous créez ne peut pas demander de retraits\u00A0: c’est réservé au propriétaire et aux administrateurs.',
  },
  made: {
    title: 'Votre nouvelle clé',
    copyNow: 'Copiez-la maintenant',
    ready: 'Elle est prête',
    copy: 'Copier la clé',
    secretNote:
      'Elle n’est affichée qu’une fois. Gardez-la sur votre serveur, jamais dans une page, une application ou un dépôt de code.',
    publicNote:
      'Elle peut aller dans vos pages et vos applications\u00A0; vous la retrouverez ici.',
    oldStopped: 'L’ancienne clé ne fonctionne plus.',
    oldWorks:
      'L’ancienne clé fonctionne encore vingt-quatre heures\u00A0: remplacez-la partout d’ici là.',
    copied: 'J’ai copié la clé',
  },
}

export type KeyWords = typeof french

const english: KeyWords = {
  title: 'API keys',
  documentation: 'Documentation',
  intro:
    'The secret key gives full access, and can send money out where that is allowed: keep it on your server. The public key goes into your pages and apps, and only sees masked details of payers.',
  none: 'No keys',
  noneText: 'Create a secret key to call the API from your server.',
  list: {
    caption: 'Keys in use',
    key: 'Key',
    value: 'Value',
    copy: (last: string) => `Copy ${last}`,
    payouts: 'Payouts',
    allowed: 'Allowed',
    notAllowed: 'Not allowed',
    created: 'Created',
    expiry: 'Expires',
    noExpiry: 'Never',
  },
  form: {
    title: 'New key',
    make: 'Create key',
    which: 'Which key?',
    secretNote: 'For your server only',
    publicNote: 'For your pages and apps',
    old: 'The old key',
    oldWorks: 'Keeps working for 24 hours',
    oldWorksNote: 'So that you can replace it everywhere',
    oldStops: 'Stops right away',
    oldStopsNote: 'If somebody may have seen it',
    oldMissing: 'Choose when the old key stops working.',
    payouts: 'Payouts with the secret key',
    payoutsAllowed: 'Allowed',
    payoutsAllowedNote: 'It can request payouts and bank transfers',
    payoutsForbidden: 'Not allowed',
    payoutsForbiddenNote: 'It can collect and read, nothing more',
    noPayouts:
      'A key that you create cannot request payouts: only the owner and administrators can create one that can.',
  },
  made: {
    title: 'Your new key',
    copyNow: 'Copy it now',
    ready: 'It is ready',
    copy: 'Copy key',
    secretNote:
      'It is shown only once. Keep it on your server, never in a page, an app or a code repository.',
    publicNote: 'It can go into your pages and apps; you will find it here again.',
    oldStopped: 'The old key no longer works.',
    oldWorks: 'The old key works for another 24 hours: replace it everywhere by then.',
    copied: 'I have copied the key',
  },
}

export const keyWords: Readonly<Record<Language, KeyWords>> = { fr: french, en: english }

export const useKeyWords = inPageLanguage(keyWords)
