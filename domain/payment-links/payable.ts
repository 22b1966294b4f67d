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

/** For whom a payment is made: scope, mode, channel and place. A key says it, or what is paid without one. */
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

/** The kinds of what is paid without a key, through the public routes of payment links. */
export type PayableKind = 'link' | 'checkout'
export type PayableId = PaymentLinkId | CheckoutId
export type PayableRef = { readonly kind: PayableKind; readonly id: PayableId }

/** Where it stands: only an active one takes a payment. */
export type PayableStatus = 'active' | 'inactive' | 'expired' | 'cancelled' | 'paid' | 'in_progress'

/** Something payable without a key, found by its id alone: what its payers are shown, and what their payment is made of. */
export interface Payable extends PayableRef {
  readonly seller: Seller
  readonly status: PayableStatus
  /** The payment that keeps others out while it is in progress, known before it is recorded; null where none does. */
  readonly heldBy?: TransactionId | null
  readonly title: string | null
  readonly description: string | null
  /** Null where the payer chooses. */
  readonly price: Money | null
  readonly currency: CurrencyCode
  /** Limits of a price that the payer chooses. */
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
  /** Payments it takes in all; null for no end. */
  readonly maxPayments: number | null
  /** Those that succeeded. */
  readonly paymentsCount: number
  readonly isCustomerRequired: boolean
  /** Of a customer who must be named. */
  readonly isEmailRequired: boolean
  readonly customFields: readonly CustomField[]
  /** Where the payer goes on when they have paid, and where when they do not. */
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  /** The site that may show the page in a frame, `https://shop.example`. */
  readonly shopOrigin: string | null
  /** The merchant's own, which goes back with the payer; payments have references of their own. */
  readonly reference: string | null
  readonly successMessage: string | null
  /** JSON text; its payments carry it, with the payer's answers beside it. */
  readonly metadata: string
  /** As its payments name it. */
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

/** Why it takes no payment now; undefined when it does. */
export function payableRefusal(status: PayableStatus): ErrorCode | undefined {
  return status === 'active' ? undefined : refusals[status]
}
