import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type {
  CashSessionId,
  CheckoutId,
  CollaboratorId,
  PaymentLinkId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { CustomField } from './custom-fields.ts'
import type { Channel, Mode } from '#domain/transactions/transaction.ts'

/** The seller of a payment: scope, mode, channel and place, known from the key or from the payable. */
export interface Seller {
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId
  readonly channel: Channel
  /** The terminal of a terminal key, or of the cash desk of a session token. */
  readonly terminalId: TerminalId | null
  /** The staff member of a session token. */
  readonly collaboratorId: CollaboratorId | null
  /** The cash session that a session token was given for. */
  readonly cashSessionId?: CashSessionId | null
}

/** The kinds of things that can be paid without a key, through the public routes of payment links. */
export type PayableKind = 'link' | 'checkout'
export type PayableId = PaymentLinkId | CheckoutId
export type PayableRef = { readonly kind: PayableKind; readonly id: PayableId }

/** Only an active payable accepts a payment. */
export type PayableStatus = 'active' | 'inactive' | 'expired' | 'cancelled' | 'paid' | 'in_progress'

/**
 * Something that can be paid without a key, found by its id alone: what its payers see, and what their payment is made
 * from.
 */
export interface Payable extends PayableRef {
  readonly seller: Seller
  readonly status: PayableStatus
  /** The payment that blocks others while it is in progress, known before it is recorded; null if there is none. */
  readonly heldBy?: TransactionId | null
  readonly title: string | null
  readonly description: string | null
  /** Null if the payer chooses. */
  readonly price: Money | null
  readonly currency: CurrencyCode
  /** Limits of a price that the payer chooses. */
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
  /** The number of payments it accepts in all; null for no limit. */
  readonly maxPayments: number | null
  /** The number that succeeded. */
  readonly paymentsCount: number
  readonly isCustomerRequired: boolean
  /** Applies if a customer must be named. */
  readonly isEmailRequired: boolean
  readonly customFields: readonly CustomField[]
  /** Where the payer goes after paying, and where otherwise. */
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  /** The site that may show the page in a frame, `https://shop.example`. */
  readonly shopOrigin: string | null
  /** The merchant's own reference, returned with the payer; payments have their own references. */
  readonly reference: string | null
  readonly successMessage: string | null
  /** JSON text, copied to its payments together with the payer's answers. */
  readonly metadata: string
  /** As it appears in its payments. */
  readonly paymentLink: OriginLink | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The payment link that a transaction came through. */
export interface OriginLink {
  readonly id: PaymentLinkId
  readonly title: string
}

const refusals: Readonly<Record<Exclude<PayableStatus, 'active'>, ErrorCode>> = {
  inactive: 'payment_link_cancelled',
  cancelled: 'payment_link_cancelled',
  expired: 'payment_link_expired',
  paid: 'payment_link_already_paid',
  in_progress: 'payment_link_in_progress',
}

/** Why it accepts no payment now; undefined if it does. */
export function payableRefusal(status: PayableStatus): ErrorCode | undefined {
  return status === 'active' ? undefined : refusals[status]
}
