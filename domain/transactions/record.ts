import type { Transfer } from '#domain/transfers/transfer.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { FeeRule, Payer } from '#domain/pricing/fee-rule.ts'
import type {
  ApiKeyId,
  CheckoutId,
  CollaboratorId,
  OperatorRequestId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import type { Customer } from './mask.ts'
import type { Money } from '#domain/money/money.ts'
import type { OriginLink } from '#domain/payment-links/payable.ts'
import type { Exchange } from '#domain/pricing/pricing.ts'
import type {
  Channel,
  FundsStatus,
  Mode,
  PaymentMethodType,
  PendingReason,
  TransactionStatus,
  TransactionType,
} from './transaction.ts'

/** Everything recorded about a transaction (docs/payments.md#transaction); presenters and payloads are made from it. */
export interface TransactionRecord {
  readonly id: TransactionId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly apiKeyId: ApiKeyId | null
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly pendingReason: PendingReason | null
  readonly channel: Channel
  readonly reference: string
  readonly description: string | null
  readonly price: Money
  readonly fees: { readonly amount: Money; readonly payer: Payer; readonly rule: ShownFeeRule }
  readonly amountCharged: Money
  readonly net: Money
  readonly exchange: Exchange | null
  readonly display: Display
  readonly customer: Customer
  /** ISO 3166-1 code of the phone number's country. */
  readonly country: string | null
  readonly paymentMethod: PaymentMethod
  /** Where the payer confirms a card payment or direct debit; null if no confirmation is needed. */
  readonly nextActionUrl: string | null
  readonly provider: string
  readonly terminal: OriginTerminal | null
  readonly operator: { readonly id: CollaboratorId; readonly name: string } | null
  readonly paymentLink: OriginLink | null
  /** The QR code of a cash desk that it was paid through. */
  readonly checkoutId: CheckoutId | null
  readonly failureCode: string | null
  /** JSON text, as the merchant sent it. */
  readonly metadata: string
  readonly fundsStatus: FundsStatus | null
  readonly refunded: Money
  readonly operatorRequestId: OperatorRequestId
  readonly providerReference: string | null
  /** How often its operator had called back when it was read. */
  readonly callbacks?: number
  /** For a bank transfer only. */
  readonly transfer?: Transfer | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly completedAt: Date | null
}

export type ShownFeeRule = Pick<FeeRule, 'kind' | 'value' | 'level' | 'channel' | 'terminal'>

/** The same, where what a tariff leaves open may be left out. */
export type ShortFeeRule = Omit<ShownFeeRule, 'channel' | 'terminal'> & Partial<ShownFeeRule>

export interface PaymentMethod {
  readonly type: PaymentMethodType
  readonly network: string | null
  readonly cardLast4: string | null
}

export interface OriginTerminal {
  readonly id: TerminalId
  readonly label: string
  readonly pointOfSale: { readonly id: string; readonly name: string } | null
}
