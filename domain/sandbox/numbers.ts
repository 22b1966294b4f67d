import type { failureCodes } from '#domain/errors/failure-codes.ts'
import { type Operator, operators } from '#domain/operators/operators.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'

/** What the sandbox operator does with a request (docs/payments.md#sandbox-numbers). */
export type SandboxScenario =
  | 'succeeds'
  | 'insufficient_funds'
  | 'payer_rejected'
  | 'never_answers'
  | 'unavailable_then_succeeds'
  | 'decided_in_portal'
  | 'funds_held'
  | 'funds_to_confirm'
  | 'callback_twice'
  | 'callback_lost'
  | 'callback_first'
  | 'timeout_but_taken'
  | 'float_empty'
  | 'recipient_refused'
  | 'card_declined'
  | 'expired_card'
  | 'lost_card'
  | 'processing_error'
  /** Waits for the payer's answer on a page of the card's bank, or of the bank to be debited. */
  | 'payer_authenticates'
  | 'payer_confirms_mandate'

const collectionScenarios: Readonly<Record<string, SandboxScenario>> = {
  '0001': 'insufficient_funds',
  '0002': 'payer_rejected',
  '0003': 'never_answers',
  '0004': 'unavailable_then_succeeds',
  '0005': 'decided_in_portal',
  '0006': 'funds_held',
  '0007': 'funds_to_confirm',
  '0008': 'callback_twice',
  '0009': 'callback_lost',
  '0010': 'callback_first',
  '0011': 'timeout_but_taken',
}

/** A payout has no funds to hold or confirm: those numbers simply succeed. */
const payoutScenarios: Readonly<Record<string, SandboxScenario>> = {
  ...collectionScenarios,
  '0001': 'float_empty',
  '0002': 'recipient_refused',
  '0006': 'succeeds',
  '0007': 'succeeds',
}

/** A number that pays and cannot be refunded. */
export const unrefundableEnding = '0012'

/** A refund goes to a number that has paid. The other endings do not affect refunds. */
const refundScenarios: Readonly<Record<string, SandboxScenario>> = {
  '0004': 'unavailable_then_succeeds',
  '0008': 'callback_twice',
  '0009': 'callback_lost',
  '0010': 'callback_first',
  '0011': 'timeout_but_taken',
  [unrefundableEnding]: 'recipient_refused',
}

const scenarios = {
  collection: collectionScenarios,
  payout: payoutScenarios,
  refund: refundScenarios,
} as const

type SandboxOrder = TransactionType | 'refund'

/** The scenario of a number's last four digits. */
export function sandboxScenario(phone: string, type: SandboxOrder): SandboxScenario {
  return scenarios[type][phone.slice(-4)] ?? 'succeeds'
}

/** The endings with another outcome than plain success, in order. */
export function sandboxEndings(
  type: SandboxOrder,
): readonly { readonly ending: string; readonly scenario: SandboxScenario }[] {
  return Object.entries(scenarios[type])
    .map(([ending, scenario]) => ({ ending, scenario }))
    .filter(({ scenario }) => scenario !== 'succeeds')
    .toSorted((a, b) => a.ending.localeCompare(b.ending))
}

/** An ending without special behaviour; represents all others. */
export const plainEnding = '0000'

/** A number of an operator with this ending: `2290197000005`. The two digits before the ending do not matter. */
export function sandboxNumber(
  { phone }: Pick<Operator, 'phone'>,
  ending: string,
  anyTwo = '00',
): string {
  const [prefix = ''] = phone?.prefixes.slice(-1) ?? []
  return `${phone?.countryCode ?? ''}${prefix}${anyTwo}${ending}`
}

/** The operators whose numbers these are. */
export const sandboxOperators: readonly Operator[] = operators.filter(
  ({ type }) => type === 'mobile_money',
)

/** The failure codes that can be chosen for a payment of the number `0005`. */
export const sandboxFailures = {
  collection: [
    'insufficient_funds',
    'payer_rejected',
    'payer_not_found',
    'payer_limit_reached',
    'payer_account_blocked',
    'operator_error',
  ],
  payout: [
    'operator_float_empty',
    'recipient_rejected',
    'recipient_cannot_receive',
    'operator_error',
  ],
} as const satisfies Readonly<Record<TransactionType, readonly (keyof typeof failureCodes)[]>>
