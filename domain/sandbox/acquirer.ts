import { type SandboxScenario, sandboxScenario } from './numbers.ts'
import type { SandboxCardNumber } from './outcomes.ts'

/** A test card, and the outcome of its payment. */
export interface SandboxCard {
  readonly number: SandboxCardNumber
  readonly scenario: SandboxScenario
}

/** Any other valid card succeeds, with any valid expiry and cvc. */
export const sandboxCards: readonly SandboxCard[] = [
  { number: '4242424242424242', scenario: 'succeeds' },
  { number: '5555555555554444', scenario: 'succeeds' },
  { number: '378282246310005', scenario: 'succeeds' },
  { number: '4000000000000002', scenario: 'card_declined' },
  { number: '4000000000009995', scenario: 'insufficient_funds' },
  { number: '4000000000000069', scenario: 'expired_card' },
  { number: '4000000000009987', scenario: 'lost_card' },
  { number: '4000000000000119', scenario: 'processing_error' },
  { number: '4000000000003220', scenario: 'payer_authenticates' },
  { number: '4000000000000259', scenario: 'funds_held' },
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
