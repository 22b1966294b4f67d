import type { Card, CardNetwork } from '#domain/collections/card.ts'
import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** The payment that a card or an account is to be debited for, not recorded anywhere yet. */
export interface Purchase {
  /** The id under which the charge will be asked for. */
  readonly requestId: OperatorRequestId
  readonly mode: Mode
  /** What the payer is debited. */
  readonly amount: Money
}

/** What is charged in place of a card or an account. */
export interface Authorisation {
  /** Means something to its acquirer or bank alone. */
  readonly token: string
  /** Where the payer must let the payment happen; null where nobody asks. */
  readonly nextActionUrl: string | null
}

/** What is left of a card once its acquirer has it. */
export interface TokenisedCard extends Authorisation {
  readonly last4: string
  readonly network: CardNetwork
}

/**
 * Who takes cards and accounts out of our hands before anything is recorded; the charge itself is asked for by the run of
 * the payment (activities/operators). Refusal of both: provider_unavailable, while it cannot be reached.
 */
export interface Acquirer {
  tokenise(card: Card, purchase: Purchase): Promise<TokenisedCard>
  askMandate(phone: Phone, purchase: Purchase): Promise<Authorisation>
}
