import type { Language } from '#domain/text/language.ts'
import type { SandboxScenario } from './numbers.ts'

/** What becomes of a payment in sandbox, for people who try it: by its scenario, and of test cards by their number. */
const french = {
  scenarios: {
    succeeds: 'Réussit',
    insufficient_funds: 'Solde insuffisant (insufficient_funds)',
    payer_rejected: 'Refusé par le payeur (payer_rejected)',
    never_answers: 'Reste en attente, puis expire',
    unavailable_then_succeeds: 'L’opérateur est indisponible trois fois, puis réussit',
    decided_in_portal:
      'Attend que vous décidiez\u00A0: dans le portail, par l’API ou en ligne de commande',
    funds_held: 'Réussit, fonds retenus pour vérification',
    funds_to_confirm: 'Réussit, fonds à confirmer',
    callback_twice: 'Réussit, l’opérateur rappelle deux fois',
    callback_lost: 'Réussit, le rappel de l’opérateur se perd',
    callback_first: 'Réussit, le rappel arrive avant la réponse',
    timeout_but_taken: 'L’opérateur ne répond pas, mais a tout pris\u00A0: réussit',
    float_empty: 'Réserve de l’opérateur épuisée (operator_float_empty)',
    recipient_refused: 'Compte du bénéficiaire refusé (recipient_rejected)',
    card_declined: 'Carte refusée (card_declined)',
    expired_card: 'Carte expirée (expired_card)',
    lost_card: 'Carte perdue (lost_card)',
    processing_error: 'Erreur de l’acquéreur (operator_error)',
    payer_authenticates: 'Le payeur répond sur la page de sa banque',
    payer_confirms_mandate: 'Le payeur répond sur la page de sa banque',
  } satisfies Record<SandboxScenario, string>,
  cards: {
    '4242424242424242': 'Visa\u00A0: paiement réussi',
    '5555555555554444': 'Mastercard\u00A0: paiement réussi',
    '378282246310005': 'American Express\u00A0: paiement réussi',
    '4000000000000002': 'Carte refusée (card_declined)',
    '4000000000009995': 'Solde insuffisant (insufficient_funds)',
    '4000000000000069': 'Carte expirée (expired_card)',
    '4000000000009987': 'Carte perdue (lost_card)',
    '4000000000000119': 'Erreur de l’acquéreur (operator_error)',
    '4000000000003220':
      '3-D Secure\u00A0: le payeur valide ou refuse à l’adresse next_action.url\u00A0; sinon le paiement expire',
    '4000000000000259': 'paiement réussi, fonds retenus pour vérification',
  },
}

/** The same in English. */
const english: typeof french = {
  scenarios: {
    succeeds: 'Succeeds',
    insufficient_funds: 'Insufficient funds (insufficient_funds)',
    payer_rejected: 'Declined by the payer (payer_rejected)',
    never_answers: 'Stays pending, then expires',
    unavailable_then_succeeds: 'The operator is unavailable three times, then it succeeds',
    decided_in_portal:
      'Waits for your decision: in the portal, through the API or on the command line',
    funds_held: 'Succeeds, funds held for review',
    funds_to_confirm: 'Succeeds, funds to be confirmed',
    callback_twice: 'Succeeds, the operator calls back twice',
    callback_lost: 'Succeeds, the operator’s callback is lost',
    callback_first: 'Succeeds, the callback arrives before the response',
    timeout_but_taken: 'The operator does not respond but did process it: succeeds',
    float_empty: 'The operator’s float is empty (operator_float_empty)',
    recipient_refused: 'The recipient’s account is refused (recipient_rejected)',
    card_declined: 'Card declined (card_declined)',
    expired_card: 'Expired card (expired_card)',
    lost_card: 'Lost card (lost_card)',
    processing_error: 'Acquirer error (operator_error)',
    payer_authenticates: 'The payer answers on their bank’s page',
    payer_confirms_mandate: 'The payer answers on their bank’s page',
  },
  cards: {
    '4242424242424242': 'Visa: payment succeeds',
    '5555555555554444': 'Mastercard: payment succeeds',
    '378282246310005': 'American Express: payment succeeds',
    '4000000000000002': 'Card declined (card_declined)',
    '4000000000009995': 'Insufficient funds (insufficient_funds)',
    '4000000000000069': 'Expired card (expired_card)',
    '4000000000009987': 'Lost card (lost_card)',
    '4000000000000119': 'Acquirer error (operator_error)',
    '4000000000003220':
      '3-D Secure: the payer approves or declines at next_action.url; otherwise the payment expires',
    '4000000000000259': 'Payment succeeds, funds held for review',
  },
}

/** The number of a test card. */
export type SandboxCardNumber = keyof (typeof french)['cards']

export const sandboxOutcomes: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}
