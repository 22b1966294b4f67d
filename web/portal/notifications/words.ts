import type { Channel, NotificationKind } from '#domain/notifications/notification.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of notifications say; the notifications themselves are in `domain/notifications`. */
const french = {
  title: 'Notifications',
  markRead: 'Tout marquer comme lu',
  none: 'Rien à signaler',
  noneText: 'Paiements reçus, retraits, incidents\u00A0: l’essentiel s’affiche ici.',
  choose: 'Choisir ce qui m’est envoyé',
  unread: ' (non lue)',
  /** To somebody whom a mail led here from another service or mode. */
  elsewhere: {
    title: 'Ce message est ailleurs',
    text: (service: string, mode: string) => `Il concerne ${service}, ${mode.toLowerCase()}.`,
    pass: 'Y aller',
  },
  choices: {
    title: 'Être prévenu',
    account: 'Mon compte',
    text: 'Tout est dans le portail. En mode réel, cochez ce que vous recevez aussi ailleurs.',
    message: 'Message',
    money: 'Votre argent',
    service: 'Incidents, connexions, mode réel',
    when: 'Quand partent-ils\u00A0?',
    always: 'toujours',
    written: {
      fr: 'Nous vous écrivons en français.',
      en: 'Nous vous écrivons en anglais.',
    } satisfies Record<Language, string>,
    write: {
      fr: 'Passer au français, dans le portail aussi',
      en: 'Passer à l’anglais, dans le portail aussi',
    } satisfies Record<Language, string>,
    save: 'Enregistrer',
    saved: 'C’est noté.',
    phone: 'Numéro pour les messages',
    phoneHint: 'Le vôtre. Il ne sert qu’à cela.',
    missingPhone: 'Donnez le numéro qui reçoit ces messages.',
    wrongPhone: 'Ce numéro n’est pas valable. Écrivez-le comme 01\u00A097\u00A000\u00A000\u00A000.',
    channels: { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' } satisfies Record<
      Channel,
      string
    >,
    notes: {
      payments_received: 'Le premier tout de suite, les suivants ensemble, une fois par heure.',
      payouts_done: 'De même\u00A0: ensemble quand il y en a beaucoup.',
      payouts_failed: 'Le montant revient sur votre solde.',
      standing_order_refused: 'Rien n’est parti ce jour-là, et pourquoi.',
      account_answer: 'Nos équipes l’ont vérifié, ou révoqué.',
      operator_down: 'Ses nouveaux paiements sont refusés.',
      webhook_failing: 'Cinq livraisons de suite ont échoué.',
      new_log_in: 'Un e-mail part toujours.',
      monthly_statement: 'Le premier du mois\u00A0: paiements reçus, retraits, frais.',
      live_answer: 'La réponse à votre demande.',
    } satisfies Record<NotificationKind, string>,
  },
}

const english: typeof french = {
  title: 'Notifications',
  markRead: 'Mark all as read',
  none: 'Nothing to report',
  noneText: 'Payments received, payouts, incidents: what matters will show up here.',
  choose: 'Choose what is sent to me',
  unread: ' (unread)',
  elsewhere: {
    title: 'This message is elsewhere',
    text: (service, mode) => `It is about ${service}, ${mode.toLowerCase()}.`,
    pass: 'Go there',
  },
  choices: {
    title: 'Notification settings',
    account: 'My account',
    text: 'You can read everything in the portal. Tick what is also sent to you, in live mode.',
    message: 'Message to you',
    money: 'Your money',
    service: 'Incidents, log-ins, live mode',
    when: 'When are they sent?',
    always: 'always',
    written: { fr: 'We write to you in French.', en: 'We write to you in English.' },
    write: {
      fr: 'Change to French, in the portal too',
      en: 'Change to English, in the portal too',
    },
    save: 'Save',
    saved: 'Saved.',
    phone: 'Phone number for messages',
    phoneHint: 'Your own. It is used for nothing else.',
    missingPhone: 'Enter the number that receives these messages.',
    wrongPhone: 'This number is not valid. Enter it like this: 01\u00A097\u00A000\u00A000\u00A000.',
    channels: { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' },
    notes: {
      payments_received: 'The first one right away, the following ones together, once an hour.',
      payouts_done: 'In the same way: together when there are many.',
      payouts_failed: 'The amount goes back to your balance.',
      standing_order_refused: 'Nothing was sent that day; we tell you why.',
      account_answer: 'Our team checked it, or revoked it.',
      operator_down: 'New payments through this operator are not accepted.',
      webhook_failing: 'Five deliveries in a row did not get through.',
      new_log_in: 'An e-mail is always sent.',
      monthly_statement: 'On the first of the month: payments received, payouts, fees.',
      live_answer: 'The answer to your request.',
    },
  },
}

export const notificationWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

export const useNotificationWords = inPageLanguage(notificationWords)
