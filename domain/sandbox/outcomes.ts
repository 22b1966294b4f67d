import type { Language } from '#domain/text/language.ts'
import type { SandboxScenario } from './numbers.ts'

/** The outcome of a payment in sandbox, for people who try it: by scenario, and for test cards by number. */
const french = {
  scenarios: {
    succeeds: 'Réussit',
    insufficient_funds: 'Échoue\u00A0: solde insuffisant (insufficient_funds)',
    payer_rejected: 'Échoue\u00A0: le payeur refuse (payer_rejected)',
    never_answers: 'Reste en attente, puis expire',
    unavailable_then_succeeds: 'L’opérateur est indisponible trois fois, puis réussit',
    decided_in_portal:
      'Attend jusqu’à l’expiration que vous décidiez\u00A0: dans le portail, par l’API ou en ligne de commande',
    funds_held: 'Réussit, fonds retenus pour vérification',
    funds_to_confirm: 'Réussit, fonds à confirmer',
    callback_twice: 'Réussit, l’opérateur rappelle deux fois',
    callback_lost: 'Réussit, le rappel de l’opérateur se perd',
    callback_first: 'Réussit, le rappel arrive avant la réponse',
    timeout_but_taken: 'L’opérateur ne répond pas, mais a tout pris\u00A0: réussit',
    float_empty: 'Échoue\u00A0: l’opérateur n’a plus de fonds (operator_float_empty)',
    recipient_refused: 'Échoue\u00A0: le bénéficiaire est refusé (recipient_rejected)',
    card_declined: 'Échoue\u00A0: la carte est refusée (card_declined)',
    expired_card: 'Échoue\u00A0: la carte a expiré (expired_card)',
    lost_card: 'Échoue\u00A0: la carte est déclarée perdue (lost_card)',
    processing_error: 'Échoue\u00A0: l’opérateur tombe en panne (operator_error)',
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
    insufficient_funds: 'Fails: insufficient funds (insufficient_funds)',
    payer_rejected: 'Fails: the payer declines (payer_rejected)',
    never_answers: 'Stays pending, then expires',
    unavailable_then_succeeds: 'The operator is unavailable three times, then it succeeds',
    decided_in_portal:
      'Waits until it expires for your decision: in the portal, through the API or on the command line',
    funds_held: 'Succeeds, funds held for review',
    funds_to_confirm: 'Succeeds, funds to be confirmed',
    callback_twice: 'Succeeds, the operator calls back twice',
    callback_lost: 'Succeeds, the operator’s callback is lost',
    callback_first: 'Succeeds, the callback arrives before the response',
    timeout_but_taken: 'The operator does not respond but did process it: succeeds',
    float_empty: 'Fails: the operator is out of funds (operator_float_empty)',
    recipient_refused: 'Fails: the recipient is refused (recipient_rejected)',
    card_declined: 'Fails: the card is declined (card_declined)',
    expired_card: 'Fails: the card has expired (expired_card)',
    lost_card: 'Fails: the card is reported lost (lost_card)',
    processing_error: 'Fails: the operator has a fault (operator_error)',
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
