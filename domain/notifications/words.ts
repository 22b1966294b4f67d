import { errorMessage, type ErrorCode, errorTable } from '#domain/errors/errors.ts'
import { countText, monthText } from '#domain/text/text.ts'
import type { NotificationDetails, NotificationKind } from './notification.ts'

/** The text of a notification, in French. */
export interface NotificationText {
  readonly title: string
  readonly text: string
}

/** The name of a kind on the settings page. */
export const kindTitles: Readonly<Record<NotificationKind, string>> = {
  payments_received: 'Paiements reçus',
  payouts_done: 'Retraits arrivés',
  payouts_failed: 'Retraits échoués',
  standing_order_refused: 'Retrait programmé refusé',
  operator_down: 'Opérateur fermé',
  webhook_failing: 'Webhook en échec',
  new_log_in: 'Nouvelle connexion',
  monthly_statement: 'Relevé du mois',
  live_answer: 'Ouverture du mode réel',
}

/** The text for given facts. */
export function notificationText(
  kind: NotificationKind,
  details: NotificationDetails,
): NotificationText {
  return words[kind](details)
}

const words: Readonly<
  Record<NotificationKind, (details: NotificationDetails) => NotificationText>
> = {
  payments_received: ({ count = 1, amount }) =>
    count === 1
      ? { title: `Paiement reçu\u00A0: ${francs(amount)}`, text: 'Un client vient de payer.' }
      : {
          title: `${countText(count)} paiements reçus\u00A0: ${francs(amount)}`,
          text: 'Depuis la dernière fois que nous vous l’avons dit.',
        },
  payouts_done: ({ count = 1, amount }) =>
    count === 1
      ? { title: `Retrait arrivé\u00A0: ${francs(amount)}`, text: 'L’argent est sur le compte.' }
      : {
          title: `${countText(count)} retraits arrivés\u00A0: ${francs(amount)}`,
          text: 'L’argent est sur les comptes.',
        },
  payouts_failed: ({ count = 1, amount }) =>
    count === 1
      ? {
          title: `Retrait échoué\u00A0: ${francs(amount)}`,
          text: 'Le montant et les frais sont revenus sur votre solde.',
        }
      : {
          title: `${countText(count)} retraits échoués\u00A0: ${francs(amount)}`,
          text: 'Les montants et les frais sont revenus sur votre solde.',
        },
  standing_order_refused: ({ name = '', code = '' }) => ({
    title: `Rien n’est parti\u00A0: ${name}`,
    text: reasonOf(code),
  }),
  operator_down: ({ name = '' }) => ({
    title: `${name} est fermé pour le moment`,
    text: 'Les nouveaux paiements par cet opérateur sont refusés. Ceux qui sont en cours vont à leur terme.',
  }),
  webhook_failing: ({ name = '' }) => ({
    title: `Webhook en échec\u00A0: ${name}`,
    text: 'Ses dernières livraisons ne sont pas passées. Elles seront tentées de nouveau.',
  }),
  new_log_in: ({ name }) => ({
    title: 'Connexion depuis un nouvel appareil',
    text: `${name === undefined ? '' : `Appareil\u00A0: ${name}. `}Si ce n’est pas vous, changez votre mot de passe.`,
  }),
  monthly_statement: ({ when = '', amount, moneyOut, fees, count = 0 }) => ({
    title: `Votre mois de ${monthText(when)}`,
    text: `${countText(count)} paiements reçus\u00A0: ${francs(amount)}. Sortis\u00A0: ${francs(moneyOut)}. Frais\u00A0: ${francs(fees)}.`,
  }),
  live_answer: liveAnswer,
}

function liveAnswer({ name = '', reason }: NotificationDetails): NotificationText {
  return reason === undefined
    ? {
        title: `Le mode réel est ouvert\u00A0: ${name}`,
        text: 'Vous pouvez encaisser de vrais paiements. Passez en mode réel depuis votre compte.',
      }
    : {
        title: `Le mode réel n’est pas encore ouvert\u00A0: ${name}`,
        text: `Motif\u00A0: ${reason} Corrigez, puis demandez de nouveau.`,
      }
}

function reasonOf(code: string): string {
  return code in errorTable ? errorMessage(code as ErrorCode, {}) : 'La règle du jour l’a refusé.'
}

/** Minor units of XOF, with non-breaking thin spaces, so that a subject line does not wrap inside a number. */
function francs(minor = '0'): string {
  return `${countText(BigInt(minor))}\u00A0F\u00A0CFA`
}
