import type { Card, CardNetwork } from '#domain/collections/card.ts'
import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** The payment for which a card or an account will be debited; not recorded anywhere yet. */
export interface Purchase {
  /** The id under which the charge will be requested. */
  readonly requestId: OperatorRequestId
  readonly mode: Mode
  /** What the payer is debited. */
  readonly amount: Money
}

/** What is charged in place of a card or an account. */
export interface Authorisation {
  /** Only its acquirer or bank can read it. */
  readonly token: string
  /** Where the payer has to confirm the payment; null if nobody asks. */
  readonly nextActionUrl: string | null
}

/** What is left of a card once its acquirer has it. */
export interface TokenisedCard extends Authorisation {
  readonly last4: string
  readonly network: CardNetwork
}

/**
 * Takes cards and accounts from us before anything is recorded; the run of the payment requests the charge itself
 * (activities/operators). Both refuse with provider_unavailable while it cannot be reached.
 */
export interface Acquirer {
  tokenise(card: Card, purchase: Purchase): Promise<TokenisedCard>
  askMandate(phone: Phone, purchase: Purchase): Promise<Authorisation>
}
