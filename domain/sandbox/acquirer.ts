import { type SandboxScenario, sandboxScenario } from './numbers.ts'

/** A test card and the outcome of its payment, in French for the documentation. */
export interface SandboxCard {
  readonly number: string
  readonly scenario: SandboxScenario
  readonly outcome: string
}

/** Any other valid card succeeds, with any valid expiry and cvc. */
export const sandboxCards: readonly SandboxCard[] = [
  { number: '4242424242424242', scenario: 'succeeds', outcome: 'Visa\u00A0: paiement réussi' },
  {
    number: '5555555555554444',
    scenario: 'succeeds',
    outcome: 'Mastercard\u00A0: paiement réussi',
  },
  {
    number: '378282246310005',
    scenario: 'succeeds',
    outcome: 'American Express\u00A0: paiement réussi',
  },
  {
    number: '4000000000000002',
    scenario: 'card_declined',
    outcome: 'Carte refusée (card_declined)',
  },
  {
    number: '4000000000009995',
    scenario: 'insufficient_funds',
    outcome: 'Solde insuffisant (insufficient_funds)',
  },
  { number: '4000000000000069', scenario: 'expired_card', outcome: 'Carte expirée (expired_card)' },
  { number: '4000000000009987', scenario: 'lost_card', outcome: 'Carte perdue (lost_card)' },
  {
    number: '4000000000000119',
    scenario: 'processing_error',
    outcome: 'Erreur de l’acquéreur (operator_error)',
  },
  {
    number: '4000000000003220',
    scenario: 'payer_authenticates',
    outcome:
      '3-D Secure\u00A0: le payeur valide ou refuse à l’adresse next_action.url\u00A0; sinon le paiement expire',
  },
  {
    number: '4000000000000259',
    scenario: 'funds_held',
    outcome: 'paiement réussi, fonds retenus pour vérification',
  },
]

/** The scenario of a card in sandbox. */
export function sandboxCardScenario(number: string): SandboxScenario {
  return sandboxCards.find((card) => card.number === number)?.scenario ?? 'succeeds'
}

/** The last digits of a number whose payer confirms the mandate on a page of the bank. */
export const mandatePageEnding = '0012'

/**
 * What a payer does with a direct debit mandate in sandbox: the number decides, and 0012 asks on a page of the bank.
 */
export function sandboxMandateScenario(phone: string): SandboxScenario {
  if (phone.endsWith(mandatePageEnding)) return 'payer_confirms_mandate'
  return sandboxScenario(phone, 'collection')
}

/** True if the payer is asked on a page. */
export function asksOnPage(scenario: SandboxScenario): boolean {
  return scenario === 'payer_authenticates' || scenario === 'payer_confirms_mandate'
}

/** The page of a card's bank (3-D Secure), and of the bank that is to be debited. */
export type PayerPageKind = '3ds' | 'mandats'

/** The path of the page where a sandbox payer is asked. */
export function payerPagePath(kind: PayerPageKind, pageId: string): string {
  return `/sandbox/${kind}/${pageId}`
}
