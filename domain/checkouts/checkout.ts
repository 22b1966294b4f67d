import type { LinkDisplay } from '#domain/pricing/display.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type {
  CashSessionId,
  CheckoutId,
  CollaboratorId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import { type Payable, payableRefusal, type PayableStatus } from '#domain/payment-links/payable.ts'
import { isEnd, type MoveTable, openStatesOf, statesOf } from '#domain/states/moves.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { OriginTerminal } from '#domain/transactions/record.ts'

/** The states of a cash desk's QR code (docs/checkouts-and-terminals.md#states-of-a-checkout). */
export type CheckoutStatus = 'open' | 'processing' | 'succeeded' | 'expired' | 'cancelled'
export type CheckoutEnd = Exclude<CheckoutStatus, 'open' | 'processing'>

/** What moves a code: a payment that starts or ends, the expiry, and the cash desk. */
export type CheckoutCause =
  | 'create'
  | 'begin_payment'
  | 'payment_succeeds'
  | 'payment_fails'
  | 'time_over'
  | 'cancel'

/** The one table of a code's moves; the database enforces the same moves. */
export const checkoutMoves: MoveTable<CheckoutStatus, CheckoutCause> = {
  name: 'checkout',
  moves: [
    { from: null, to: 'open', causes: { create: 'merchant' } },
    { from: 'open', to: 'processing', causes: { begin_payment: 'payer' } },
    { from: 'processing', to: 'succeeded', causes: { payment_succeeds: 'operator' } },
    { from: 'processing', to: 'open', causes: { payment_fails: 'operator' } },
    { from: 'processing', to: 'expired', causes: { payment_fails: 'operator' } },
    // Whoever comes too late finds it expired: a payer, the desk or the run.
    {
      from: 'open',
      to: 'expired',
      causes: { time_over: 'timer', begin_payment: 'payer', cancel: 'merchant' },
    },
    { from: 'open', to: 'cancelled', causes: { cancel: 'merchant' } },
  ],
}

export const checkoutStatuses: readonly CheckoutStatus[] = statesOf(checkoutMoves)

/** The states in which a code may still be paid. */
export const openCheckoutStatuses: readonly CheckoutStatus[] = openStatesOf(checkoutMoves)

/** Codes that one terminal may make in a minute (docs/checkouts-and-terminals.md#checkouts). */
export const checkoutsPerMinuteMax = 30

/** Everything recorded about a checkout (docs/checkouts-and-terminals.md#checkouts). */
export interface CheckoutRecord {
  readonly id: CheckoutId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  /** The channel of the desk that created it; it decides the sale's tariff. */
  readonly channel: TerminalType
  readonly terminal: OriginTerminal | null
  readonly operator: { readonly id: CollaboratorId; readonly name: string } | null
  readonly cashSessionId: CashSessionId | null
  readonly price: Money
  readonly display: LinkDisplay
  readonly description: string | null
  /** As payers see it: an open code past its expiry counts as expired. */
  readonly status: CheckoutStatus
  /** The payment that holds it while it is processing, recorded or about to be. */
  readonly paymentId: TransactionId | null
  /** The latest payment recorded. */
  readonly transactionId: TransactionId | null
  /** Milliseconds until it expires; negative afterwards. */
  readonly leftMs: number
  readonly expiresAt: Date
  readonly createdAt: Date
  /** When it ended, in whatever way. */
  readonly completedAt: Date | null
  readonly cancelledAt: Date | null
}

/** What a new code is made from. */
export interface CheckoutDraft {
  readonly id: CheckoutId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly channel: TerminalType
  readonly terminalId: TerminalId | null
  readonly collaboratorId: CollaboratorId | null
  readonly cashSessionId: CashSessionId | null
  readonly price: Money
  readonly display: LinkDisplay
  readonly description: string | null
  readonly expiresInSeconds: number
}

const payableStatuses: Readonly<Record<CheckoutStatus, PayableStatus>> = {
  open: 'active',
  processing: 'in_progress',
  succeeded: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Why it accepts no payment now; undefined if it does. */
export function checkoutRefusal(status: CheckoutStatus): ErrorCode | undefined {
  return payableRefusal(payableStatuses[status])
}

/** The checkout as a payable, open to payers without a key, at the desk's price. */
export function payableCheckout(checkout: CheckoutRecord): Payable {
  const { id, mode, serviceEnvId, channel, price, status, createdAt } = checkout
  return {
    kind: 'checkout',
    id,
    seller: {
      mode,
      serviceEnvId,
      channel,
      terminalId: checkout.terminal?.id ?? null,
      collaboratorId: checkout.operator?.id ?? null,
      cashSessionId: checkout.cashSessionId,
    },
    status: payableStatuses[status],
    heldBy: checkout.paymentId,
    title: null,
    description: checkout.description,
    price,
    currency: price.currency,
    minAmount: null,
    maxAmount: null,
    maxPayments: 1,
    paymentsCount: status === 'succeeded' ? 1 : 0,
    isCustomerRequired: false,
    isEmailRequired: false,
    customFields: [],
    redirectUrl: null,
    cancelUrl: null,
    shopOrigin: null,
    reference: null,
    successMessage: null,
    metadata: '{}',
    paymentLink: null,
    expiresAt: checkout.expiresAt,
    createdAt,
    updatedAt: checkout.completedAt ?? createdAt,
  }
}

/** True once nothing about it can change. */
export function isCheckoutOver(status: CheckoutStatus): status is CheckoutEnd {
  return isEnd(checkoutMoves, status)
}

/** Whole seconds until it expires, while it is open (docs/checkouts-and-terminals.md#checkouts). */
export function secondsLeft({ status, leftMs }: Pick<CheckoutRecord, 'status' | 'leftMs'>): number {
  return status === 'open' ? Math.max(0, Math.ceil(leftMs / 1000)) : 0
}
