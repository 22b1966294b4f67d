import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of somebody's own account say. */
const french = {
  title: 'Mon compte',
  name: 'Nom',
  email: 'Adresse e-mail',
  role: 'Rôle',
  oneTimeCode: 'Code à usage unique',
  asked: 'Demandé',
  notAsked: 'Non demandé',
  removeCodes: 'Retirer les codes',
  askForCode: 'Demander un code à la connexion',
  passkeys: 'Clés d’accès',
  notifications: 'Être prévenu',
  changePassword: 'Changer de mot de passe',
  codesRemoved: 'La connexion ne demande plus de code à usage unique.',
  sessions: {
    title: 'Sessions ouvertes',
    none: 'Vous n’êtes connecté nulle part ailleurs.',
    close: 'Fermer',
    which: 'Quelle session\u00A0?',
    allOthers: 'Toutes sauf celle-ci',
    opened: (time: string) => `Ouverte ${time}`,
    closed: 'C’est fermé.',
  },
  codes: {
    title: 'Codes à usage unique',
    on: 'Votre connexion demande un code de votre téléphone. Sans ce code, quelqu’un qui connaît votre mot de passe pourrait se connecter.',
    off: 'Après le mot de passe, la connexion demandera six chiffres que donne une application de votre téléphone (Google Authenticator, Aegis, FreeOTP…). Même avec votre mot de passe, personne d’autre ne pourra se connecter.',
    password: 'Votre mot de passe',
    begin: 'Commencer',
  },
  phone: {
    title: 'Relier votre téléphone',
    digits: 'Les six chiffres affichés',
    digitsHint: 'Un code vaut trente secondes environ.',
    activate: 'Activer',
    nothingShown: (again: ComponentChildren) => (
      <>
        Votre application n’affiche rien{'\u00A0'}? {again}, avec un nouveau code QR.
      </>
    ),
    again: 'Recommencez',
    scan: 'Scannez ce code avec l’application, puis écrivez les six chiffres qu’elle affiche.',
    qr: 'Code QR à scanner avec votre application de codes',
    cannotScan: 'Vous ne pouvez pas scanner\u00A0? Écrivez cette clé dans l’application.',
    copyKey: 'Copier la clé',
  },
  recovery: {
    title: 'Codes de secours',
    done: 'C’est activé',
    keep: 'Gardez vos codes de secours',
    copy: 'Copier les codes',
    note: 'Chacun remplace une fois le téléphone, si vous le perdez. Ils ne sont affichés qu’une fois\u00A0: notez-les ailleurs que sur ce téléphone. Vos autres sessions sont fermées.',
    kept: 'Je les ai gardés',
  },
}

const english: typeof french = {
  title: 'My account',
  name: 'Name',
  email: 'E-mail address',
  role: 'Role',
  oneTimeCode: 'One-time code',
  asked: 'Required',
  notAsked: 'Not required',
  removeCodes: 'Turn off one-time codes',
  askForCode: 'Require a code at log-in',
  passkeys: 'Passkeys',
  notifications: 'Notification settings',
  changePassword: 'Change your password',
  codesRemoved: 'You no longer need a one-time code to log in.',
  sessions: {
    title: 'Open sessions',
    none: 'You are not logged in anywhere else.',
    close: 'Close',
    which: 'Which session?',
    allOthers: 'All except this one',
    opened: (time) => `Opened ${time}`,
    closed: 'Closed.',
  },
  codes: {
    title: 'One-time codes',
    on: 'Logging in requires a code from your phone. Without it, anyone who learned your password could get in.',
    off: 'After your password, you will be asked for six digits from an app on your phone (Google Authenticator, Aegis, FreeOTP…). Even with your password, nobody else will be able to log in.',
    password: 'Your password',
    begin: 'Start',
  },
  phone: {
    title: 'Connect your phone',
    digits: 'The six digits shown',
    digitsHint: 'A code is valid for about thirty seconds.',
    activate: 'Activate',
    nothingShown: (again: ComponentChildren) => (
      <>Is your app showing nothing? {again} with a new QR code.</>
    ),
    again: 'Start again',
    scan: 'Scan this code with the app, then enter the six digits it shows.',
    qr: 'QR code to scan with your authenticator app',
    cannotScan: 'Cannot scan it? Enter this key in the app.',
    copyKey: 'Copy key',
  },
  recovery: {
    title: 'Recovery codes',
    done: 'One-time codes are on',
    keep: 'Save your recovery codes',
    copy: 'Copy codes',
    note: 'If you lose your phone, each code works once in its place. They are shown only once: write them down somewhere other than on this phone. Your other sessions have been closed.',
    kept: 'I have saved them',
  },
}

export const ownAccountWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

export const useOwnAccountWords = inPageLanguage(ownAccountWords)
