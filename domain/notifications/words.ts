import { type ErrorCode, errorTable, messageIn } from '#domain/errors/errors.ts'
import { keptAgentName } from '#domain/text/agent-name.ts'
import type { Language } from '#domain/text/language.ts'
import { countedText, countText, monthText } from '#domain/text/text.ts'
import type { NotificationDetails, NotificationKind } from './notification.ts'

/** The text of a notification. */
export interface NotificationText {
  readonly title: string
  readonly text: string
}

/** What notifications say. */
const french = {
  /** The name of each kind on the page where they are chosen. */
  kinds: {
    payments_received: 'Paiements reçus',
    payouts_done: 'Retraits arrivés',
    payouts_failed: 'Retraits échoués',
    standing_order_refused: 'Retrait programmé refusé',
    account_answer: 'Compte autorisé vérifié',
    operator_down: 'Opérateur fermé',
    webhook_failing: 'Webhook en échec',
    new_log_in: 'Nouvelle connexion',
    monthly_statement: 'Relevé du mois',
    live_answer: 'Ouverture du mode réel',
  } satisfies Record<NotificationKind, string>,
  paymentReceived: (amount: string) => `Paiement reçu\u00A0: ${amount}`,
  paymentReceivedText: 'Un client vient de payer.',
  paymentsReceived: (count: string, amount: string) => `${count} paiements reçus\u00A0: ${amount}`,
  paymentsReceivedText: 'Depuis notre dernier message.',
  payoutDone: (amount: string) => `Retrait arrivé\u00A0: ${amount}`,
  payoutDoneText: 'L’argent est sur le compte.',
  payoutsDone: (count: string, amount: string) => `${count} retraits arrivés\u00A0: ${amount}`,
  payoutsDoneText: 'L’argent est sur les comptes.',
  payoutFailed: (amount: string) => `Retrait échoué\u00A0: ${amount}`,
  payoutFailedText: 'Le montant et les frais sont revenus sur votre solde.',
  payoutsFailed: (count: string, amount: string) => `${count} retraits échoués\u00A0: ${amount}`,
  payoutsFailedText: 'Les montants et les frais sont revenus sur votre solde.',
  nothingSent: (order: string) => `Rien n’est parti\u00A0: ${order}`,
  ruleRefused: 'Une règle en vigueur ce jour-là l’a refusé.',
  accountActive: (number: string) => `Compte vérifié\u00A0: ${number}`,
  accountActiveText:
    'Vous pouvez y envoyer des retraits. Si personne chez vous n’a ajouté ce compte, révoquez-le tout de suite.',
  accountRevoked: (number: string) => `Compte révoqué\u00A0: ${number}`,
  accountRevokedText: 'Nos équipes l’ont révoqué\u00A0: plus aucun nouveau retrait n’y partira.',
  operatorDown: (operator: string) => `${operator} est fermé pour le moment`,
  operatorDownText:
    'Les nouveaux paiements par cet opérateur sont refusés. Ceux qui sont en cours vont à leur terme.',
  webhookFailing: (host: string) => `Webhook en échec\u00A0: ${host}`,
  webhookFailingText: 'Ses dernières livraisons ont échoué. Nous réessayons.',
  newLogIn: 'Connexion depuis un nouvel appareil',
  device: (name: string) => `Appareil\u00A0: ${name}. `,
  notYou: 'Si ce n’est pas vous, changez votre mot de passe.',
  month: (month: string) => `Votre mois ${/^[ao]/.test(month) ? 'd’' : 'de '}${month}`,
  monthIn: (count: number, amount: string) =>
    `${countedText(count, ['paiement reçu', 'paiements reçus'])}\u00A0: ${amount}`,
  monthText: (moneyIn: string, moneyOut: string, fees: string) =>
    `${moneyIn}. Retraits\u00A0: ${moneyOut}. Frais, ceux de vos clients compris\u00A0: ${fees}.`,
  monthRefunded: (amount: string) => ` Remboursés\u00A0: ${amount}.`,
  monthSettled: (amount: string) => ` Règlements de désaccords avec l’opérateur\u00A0: ${amount}.`,
  monthUnderWay: (count: number) =>
    ` Sans compter ${countedText(count, ['opération de ce mois encore en cours', 'opérations de ce mois encore en cours'])}.`,
  liveOpen: (service: string) => `Mode réel ouvert pour ${service}`,
  liveOpenText:
    'Vous pouvez encaisser de vrais paiements. Passez en mode réel depuis votre compte.',
  liveRefused: (service: string) => `Mode réel pas encore ouvert pour ${service}`,
  liveRefusedText: (reason: string) => `Motif\u00A0: ${reason} Corrigez, puis demandez de nouveau.`,
}

const english: typeof french = {
  kinds: {
    payments_received: 'Payments received',
    payouts_done: 'Payouts completed',
    payouts_failed: 'Payouts failed',
    standing_order_refused: 'Standing order not sent',
    account_answer: 'Authorized account checked',
    operator_down: 'Operator unavailable',
    webhook_failing: 'Webhook failing',
    new_log_in: 'New log-in',
    monthly_statement: 'Monthly statement',
    live_answer: 'Live mode request',
  },
  paymentReceived: (amount) => `Payment received: ${amount}`,
  paymentReceivedText: 'A customer has just paid.',
  paymentsReceived: (count, amount) => `${count} payments received: ${amount}`,
  paymentsReceivedText: 'Since our last notification.',
  payoutDone: (amount) => `Payout completed: ${amount}`,
  payoutDoneText: 'The money is in the account.',
  payoutsDone: (count, amount) => `${count} payouts completed: ${amount}`,
  payoutsDoneText: 'The money is in the accounts.',
  payoutFailed: (amount) => `Payout failed: ${amount}`,
  payoutFailedText: 'The amount and the fees are back in your balance.',
  payoutsFailed: (count, amount) => `${count} payouts failed: ${amount}`,
  payoutsFailedText: 'The amounts and the fees are back in your balance.',
  nothingSent: (order) => `Nothing was sent: ${order}`,
  ruleRefused: 'A rule in force that day did not allow it.',
  accountActive: (number) => `Account checked: ${number}`,
  accountActiveText:
    'You can now send payouts to it. If nobody in your business added this account, revoke it right away.',
  accountRevoked: (number) => `Account revoked: ${number}`,
  accountRevokedText: 'Our team revoked it: no new payout will go to it.',
  operatorDown: (operator) => `${operator} is unavailable for now`,
  operatorDownText:
    'New payments through this operator are not accepted. Those in progress will finish.',
  webhookFailing: (host) => `Webhook failing: ${host}`,
  webhookFailingText: 'Its latest deliveries did not get through. They will be retried.',
  newLogIn: 'Log-in from a new device',
  device: (name) => `Device: ${name}. `,
  notYou: 'If this was not you, change your password.',
  month: (month) => `Your statement for ${month}`,
  monthIn: (count, amount) =>
    `${countedText(count, ['payment received', 'payments received'], 'en')}, for ${amount}`,
  monthText: (moneyIn, moneyOut, fees) =>
    `${moneyIn}. Payouts: ${moneyOut}. Fees, including what your customers paid: ${fees}.`,
  monthRefunded: (amount) => ` Refunded: ${amount}.`,
  monthSettled: (amount) => ` Settlements of disagreements with the operator: ${amount}.`,
  monthUnderWay: (count) =>
    ` Not counting ${countedText(count, ['payment of that month still in progress', 'payments of that month still in progress'], 'en')}.`,
  liveOpen: (service) => `Live mode is open for ${service}`,
  liveOpenText: 'You can now collect real payments. Switch to live mode from your account menu.',
  liveRefused: (service) => `Live mode is not open yet for ${service}`,
  liveRefusedText: (reason) => `Reason: ${reason} Correct this, then ask again.`,
}

/** The sentences of notifications. */
export const notificationSentences: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

/** The text for given facts. */
export function notificationText(
  kind: NotificationKind,
  details: NotificationDetails,
  language: Language,
): NotificationText {
  return texts[kind](details, language)
}

type Text = (details: NotificationDetails, language: Language) => NotificationText

const texts: Readonly<Record<NotificationKind, Text>> = {
  payments_received: grouped('paymentReceived', 'paymentsReceived'),
  payouts_done: grouped('payoutDone', 'payoutsDone'),
  payouts_failed: grouped('payoutFailed', 'payoutsFailed'),
  standing_order_refused: ({ name = '', code = '' }, language) => ({
    title: notificationSentences[language].nothingSent(name),
    text: reasonOf(code, language),
  }),
  account_answer: ({ name = '', isRevoked = false }, language) => {
    const words = notificationSentences[language]
    return isRevoked
      ? { title: words.accountRevoked(name), text: words.accountRevokedText }
      : { title: words.accountActive(name), text: words.accountActiveText }
  },
  operator_down: ({ name = '' }, language) => {
    const words = notificationSentences[language]
    return { title: words.operatorDown(name), text: words.operatorDownText }
  },
  webhook_failing: ({ name = '' }, language) => {
    const words = notificationSentences[language]
    return { title: words.webhookFailing(name), text: words.webhookFailingText }
  },
  new_log_in: ({ name }, language) => {
    const words = notificationSentences[language]
    const device = name === undefined ? '' : words.device(keptAgentName(name, language))
    return { title: words.newLogIn, text: device + words.notYou }
  },
  monthly_statement: monthlyStatement,
  live_answer: ({ name = '', reason }, language) => {
    const words = notificationSentences[language]
    return reason === undefined
      ? { title: words.liveOpen(name), text: words.liveOpenText }
      : { title: words.liveRefused(name), text: words.liveRefusedText(reason) }
  },
}

/** For one, or for several together. */
function grouped(
  one: 'paymentReceived' | 'payoutDone' | 'payoutFailed',
  several: 'paymentsReceived' | 'payoutsDone' | 'payoutsFailed',
): Text {
  return ({ count = 1, amount }, language) => {
    const words = notificationSentences[language]
    const sum = francs(amount, language)
    if (count === 1) return { title: words[one](sum), text: words[`${one}Text`] }
    const title = words[several](countText(count, language), sum)
    return { title, text: words[`${several}Text`] }
  }
}

function monthlyStatement(
  { when = '', amount, moneyOut, fees, count = 0, underWay = 0, ...more }: NotificationDetails,
  language: Language,
): NotificationText {
  const words = notificationSentences[language]
  const { refunded, settled } = more
  const moneyIn = words.monthIn(count, francs(amount, language))
  const sentences = [
    words.monthText(moneyIn, francs(moneyOut, language), francs(fees, language)),
    refunded === undefined ? '' : words.monthRefunded(francs(refunded, language)),
    settled === undefined ? '' : words.monthSettled(francs(settled, language)),
    underWay > 0 ? words.monthUnderWay(underWay) : '',
  ]
  return { title: words.month(monthText(when, language)), text: sentences.join('') }
}

function reasonOf(code: string, language: Language): string {
  const isKnown = code in errorTable
  return isKnown
    ? messageIn(language, code as ErrorCode, {})
    : notificationSentences[language].ruleRefused
}

/** Minor units of XOF, with non-breaking spaces, so that a subject line does not wrap inside a number. */
function francs(minor = '0', language: Language): string {
  return `${countText(BigInt(minor), language).replace('-', '\u2212')}\u00A0F\u00A0CFA`
}
