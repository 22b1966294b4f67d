// Made from /openapi.json by `npm run sdk:types`.

export type ActivateTerminalRequest = {
  /** The code returned when the terminal was created. */
  readonly activation_code: string
  /** Serial number of the device. */
  readonly serial_number?: string
  /** Model of the device. */
  readonly device_type?: string
  /** Version of its software. */
  readonly app_version?: string
}

export type AmountLimits = {
  /** Smallest amount. */
  readonly min_amount: number
  /** Largest amount. */
  readonly max_amount: number
  /** Their currency. */
  readonly currency: CurrencyCode
}

export type AnnounceWebhookListenerRequest = {
  /** A label that you choose. The same label is the same listener. */
  readonly label: string
}

export type Balance = {
  /** Id of the service in this mode. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'balance'
  /** Currency of the amounts. */
  readonly currency: CurrencyCode
  /** Can be withdrawn now. */
  readonly available: number
  /** Collected and being made available. */
  readonly pending: number
  /** Awaits confirmation of receipt. */
  readonly pending_confirmation: number
  /** Payments that await confirmation. */
  readonly pending_confirmation_count: number
  /** A French sentence about it, to be shown as it is. */
  readonly pending_confirmation_message: string
  /** True in sandbox, where nothing is withheld. */
  readonly simulated: boolean
  /** When it was computed, in UTC. */
  readonly updated_at: string
}

export type BalanceAnswer = {
  /** The object. */
  readonly data: Balance
  /** About the answer. */
  readonly meta: Meta
}

export type BankTransfer = {
  /** State of the transfer: it can be cancelled while `to_process`. */
  readonly state: 'to_process' | 'in_progress' | 'transferred' | 'rejected' | 'cancelled'
  /** The bank. */
  readonly bank: Provider
  /** The account, masked. */
  readonly account_masked: string
  /** The bank’s own reference, once known. */
  readonly bank_reference: string | null
  /** Day of the transfer, once known. */
  readonly transfer_on: string | null
  /** When it was noted that the bank sent the transfer back, after it was made: the amount and the fee are owed to you. */
  readonly returned_at: string | null
}

export type Card = {
  /** Card number, digits only. */
  readonly number: string
  /** Month of expiry. */
  readonly exp_month: number
  /** Year of expiry, four digits. */
  readonly exp_year: number
  /** Security code of the card. */
  readonly cvc: string
}

export type CashSession = {
  /** Id of the session. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'cash_session'
  /** Live or sandbox. */
  readonly mode: Mode
  /** Its terminal. */
  readonly terminal: CashSessionTerminal
  readonly operator: Cashier
  /** `open` until it is closed or its time is over. */
  readonly status: 'open' | 'closed' | 'expired'
  /** Session token to collect with. Only in the answer that opened the session. */
  readonly token?: string
  /** Channel of its sales. */
  readonly channel: 'pos' | 'shop'
  /** When it was opened, in UTC. */
  readonly opened_at: string
  /** When it ends by itself, in UTC. */
  readonly expires_at: string
  /** When it was closed, in UTC. */
  readonly closed_at: string | null
  /** How it was closed. */
  readonly closed_by: ('secret' | 'terminal' | 'portal') | null
  /** Currency of the amounts. */
  readonly currency: CurrencyCode
  /** Cash in the drawer at the opening. */
  readonly opening_float: number
  /** Cash counted at the closing. */
  readonly counted_cash: number | null
  /** Cash that should be in the drawer. */
  readonly expected_cash: number
  /** Counted cash minus expected cash. */
  readonly difference: number | null
  /** Its sales so far. */
  readonly totals: CashSessionTotals
  /** Note of the cashier. */
  readonly note: string | null
  /** Columns of `z_report`; null without it. */
  readonly width: (32 | 48) | null
  /** Report of the cash desk for a printer. */
  readonly z_report: string | null
}

export type CashSessionAnswer = {
  /** The object. */
  readonly data: CashSession
  /** About the answer. */
  readonly meta: Meta
}

export type CashSessionList = {
  /** The objects. */
  readonly data: readonly CashSession[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type CashSessionProviderTotals = {
  /** The operator. */
  readonly provider: Provider
  /** Successful sales. */
  readonly count: number
  /** Fees in it. */
  readonly fees_amount: number
  /** Refunds of the session’s sales. */
  readonly refunds_count: number
  /** Amount refunded. */
  readonly refunds_amount: number
  /** Sales counted here that their operator took back since: the payer has the money. */
  readonly taken_back_count: number
  /** What payers were debited for those. */
  readonly taken_back_amount: number
  /** Sales that have not ended yet. */
  readonly pending_count: number
  /** What payers were debited. */
  readonly amount: number
}

export type CashSessionTerminal = {
  /** Id of the terminal. */
  readonly id: string
  /** Its label. */
  readonly label: string
  /** Where it is; null if not set. */
  readonly point_of_sale: PointOfSale | null
}

export type CashSessionTotals = {
  /** Successful sales. */
  readonly collections_count: number
  /** What payers were debited. */
  readonly collections_amount: number
  /** Fees in it. */
  readonly fees_amount: number
  /** Refunds of the session’s sales. */
  readonly refunds_count: number
  /** Amount refunded. */
  readonly refunds_amount: number
  /** Sales counted here that their operator took back since: the payer has the money. */
  readonly taken_back_count: number
  /** What payers were debited for those. */
  readonly taken_back_amount: number
  /** Sales that have not ended yet. */
  readonly pending_count: number
  /** The same totals for each operator. */
  readonly by_provider: readonly CashSessionProviderTotals[]
}

export type Cashier = {
  /** Id of the cashier. */
  readonly id: string
  /** Name of the cashier. */
  readonly name: string
}

export type CashierChoice = {
  /** Id of a collaborator of the service. */
  readonly id?: string
  /** Name of a cashier without an account. */
  readonly name?: string
}

export type ChangePaymentLinkRequest = {
  /** What the customer buys. */
  readonly title?: string
  /** More about what is sold. */
  readonly description?: string | null
  /** Your own reference for the sale, which need not be unique: 1 to 64 letters, digits and `_ . : / -`. Webhooks of its payments carry it as `externalId`; the payments have their own references, and this one in `metadata.service_link_reference`, one of their 20 keys. */
  readonly reference?: string | null
  /** How many times it can be paid: 1 by default for a new link, null for no limit. */
  readonly max_payments?: number | null
  /** Last moment to pay, ISO 8601; null if there is no end. */
  readonly expires_at?: string | null
  /** Where the customer goes after paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port. */
  readonly success_url?: string | null
  /** Where the customer goes without paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port. */
  readonly cancel_url?: string | null
  /** The site that may embed the page, with `checkout.js`: only its origin, without a path or a trailing `/`. */
  readonly origin?: string | null
  /** Whether the customer must give an e-mail address; true by default for a new link. */
  readonly email_required?: boolean
  /** Your own data, returned as sent and in webhooks: at most 20 keys of 40 characters (`a-z`, `0-9`, `_`; the prefix `service_` is reserved), each with a string of at most 500 characters. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type ChangeWebhookEndpointRequest = {
  /** Where events are sent: a public `https` address without credentials, on port 443 or from 1024. */
  readonly url?: string
  /** Your label; null removes it. */
  readonly label?: string | null
  /** Types to receive: only `["*"]` for every type, including future ones, or a selection. */
  readonly events?: readonly (
    | '*'
    | 'payment.success'
    | 'payment.failed'
    | 'withdrawal.pending'
    | 'withdrawal.success'
    | 'withdrawal.failed'
    | 'withdrawal.cancelled'
    | 'refund.pending'
    | 'refund.success'
    | 'refund.rejected'
    | 'refund.failed'
    | 'refund.cancelled'
    | 'funds.held'
    | 'funds.released'
    | 'test.ping'
  )[]
}

export type Channel = 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'

export type Checkout = {
  /** Id of the QR code. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'checkout'
  /** Live or sandbox. */
  readonly mode: Mode
  /** Channel of its sale. */
  readonly channel: 'shop' | 'pos'
  /** Its currency. */
  readonly currency: CurrencyCode
  /** As sent. */
  readonly description: string | null
  /** Its current state. */
  readonly status: CheckoutStatus
  /** Seconds left while open, otherwise 0. */
  readonly expires_in: number
  /** When it expires, in UTC. */
  readonly expires_at: string
  /** What the QR code contains: the payment page. */
  readonly url: string
  /** Terminal that created it. */
  readonly terminal: TerminalReference | null
  /** Cashier who created it. */
  readonly operator: StaffReference | null
  /** Latest payment started with it; null before the first one. */
  readonly transaction: Transaction | null
  /** The amount as the customer sees it. */
  readonly display: LinkDisplay
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it was paid, in UTC. */
  readonly completed_at: string | null
  /** When it was cancelled, in UTC. */
  readonly cancelled_at: string | null
  /** Requested from the customer, before fees that they bear. */
  readonly amount: number
}

export type CheckoutAnswer = {
  /** The object. */
  readonly data: Checkout
  /** About the answer. */
  readonly meta: Meta
}

export type CheckoutStatus = 'open' | 'processing' | 'succeeded' | 'expired' | 'cancelled'

export type CloseCashSessionRequest = {
  /** Cash counted in the drawer. */
  readonly counted_cash?: number
  /** Columns of the report in `z_report`, 32 by default. */
  readonly width?: 32 | 48
  /** Note of the cashier. */
  readonly note?: string
}

export type CollectedDetails = {
  /** The name is asked for. */
  readonly name: boolean
  /** The e-mail address is asked for. */
  readonly email: boolean
  /** The number is asked for. */
  readonly phone: boolean
}

export type CountListMeta = {
  /** Id of the call, as in `X-Request-Id`. */
  readonly request_id: string
  /** Whether there are more. */
  readonly has_more: boolean
  /** To be sent as `cursor` for the next page; null at the end. */
  readonly next_cursor: string | null
  /** How many a page holds at most. */
  readonly limit: number
  /** How many there are. */
  readonly count: number
}

export type CreateCheckoutRequest = {
  /** Currency of `amount`; defaults to the service’s. */
  readonly currency?: SupportedCurrency
  /** How many seconds the QR code can be paid. */
  readonly expires_in?: number
  /** What the payment is for, returned as sent. At most 255 characters. */
  readonly description?: string
  /** Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals. */
  readonly amount: number
}

export type CreateCollectionRequest = {
  /** Currency of `amount`: upper-case ISO 4217. `GET /v2/currencies` lists those that are active. */
  readonly currency: SupportedCurrency
  /** Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you. */
  readonly provider: string
  /** How the payer is debited; `mobile_money` by default. */
  readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
  /** Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted. */
  readonly phone?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
  readonly customer?: CustomerDetails
  readonly card?: Card
  /** Your own reference for the order, unique in each mode: a second payment for it is refused with `duplicate_reference`. 1 to 64 letters, digits and `_ . : / -`. If left out, the service generates one. */
  readonly reference?: string
  /** What the payment is for, returned as sent. At most 255 characters. */
  readonly description?: string
  /** Your own data, returned as sent and in webhooks: at most 20 keys of 40 characters (`a-z`, `0-9`, `_`; the prefix `service_` is reserved), each with a string of at most 500 characters. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Id of a quote that was requested with `Service-Version: 2.6.0`: the payment is charged as quoted, even if rates or fees have changed. It is valid until `expires_at` of the quote, for one payment of the same amount, currency, operator, method and number. Needs `Service-Version: 2.6.0`. */
  readonly quote_id?: string
  /** Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals. */
  readonly amount: number
}

export type CreatePaymentLinkCollectionRequest = {
  /** Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you. */
  readonly provider: string
  /** How the payer is debited; `mobile_money` by default. */
  readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
  /** Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted. */
  readonly phone?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
  readonly customer?: LinkCustomerDetails
  readonly card?: Card
  /** Currency of `amount`: that of the link. */
  readonly currency?: SupportedCurrency
  /** Answers to the questions of the link, by their `key`. */
  readonly custom_fields?: Readonly<Record<string, string>>
  /** If the payer chooses the price: their choice. If the price is fixed: the price they were shown, or nothing. */
  readonly amount?: number
}

export type CreatePaymentLinkQuoteRequest = {
  /** Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you. */
  readonly provider: string
  /** How the payer is debited; `mobile_money` by default. */
  readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
  /** Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted. */
  readonly phone?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
  /** Currency of `amount`: that of the link. */
  readonly currency?: SupportedCurrency
  /** If the payer chooses the price: their choice. If the price is fixed: the price they were shown, or nothing. */
  readonly amount?: number
}

export type CreatePaymentLinkRequest = {
  /** What the customer buys. */
  readonly title: string
  /** Currency of the amounts; defaults to that of the service. */
  readonly currency?: SupportedCurrency
  /** Smallest price a customer may choose, if there is no `amount`. */
  readonly min_amount?: number
  /** Largest price a customer may choose, if there is no `amount`. */
  readonly max_amount?: number
  /** More about what is sold. */
  readonly description?: string | null
  /** Your own reference for the sale, which need not be unique: 1 to 64 letters, digits and `_ . : / -`. Webhooks of its payments carry it as `externalId`; the payments have their own references, and this one in `metadata.service_link_reference`, one of their 20 keys. */
  readonly reference?: string | null
  /** How many times it can be paid: 1 by default for a new link, null for no limit. */
  readonly max_payments?: number | null
  /** Last moment to pay, ISO 8601; null if there is no end. */
  readonly expires_at?: string | null
  /** Where the customer goes after paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port. */
  readonly success_url?: string | null
  /** Where the customer goes without paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port. */
  readonly cancel_url?: string | null
  /** The site that may embed the page, with `checkout.js`: only its origin, without a path or a trailing `/`. */
  readonly origin?: string | null
  /** Whether the customer must give an e-mail address; true by default for a new link. */
  readonly email_required?: boolean
  /** Your own data, returned as sent and in webhooks: at most 20 keys of 40 characters (`a-z`, `0-9`, `_`; the prefix `service_` is reserved), each with a string of at most 500 characters. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Fixed price, in units of `currency`. */
  readonly amount?: number
}

export type CreatePayoutRequest = {
  /** Always `XOF`. */
  readonly currency: SupportedCurrency
  /** `mtn-benin`, `moov-benin` or `auto` for Mobile Money; `uba-benin`, `ecobank-benin` or `boa-benin` for a bank transfer. */
  readonly provider: string
  /** Mobile Money: the beneficiary’s number, in international format without `+`. It must be one of your authorized accounts. */
  readonly phone?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
  /** Bank transfer: the authorized account. Required if you have several at the bank. */
  readonly bank_account_id?: string
  /** Your own reference for the order, unique in each mode: a second payment for it is refused with `duplicate_reference`. 1 to 64 letters, digits and `_ . : / -`. If left out, the service generates one. */
  readonly reference?: string
  /** What the payment is for, returned as sent. At most 255 characters. */
  readonly description?: string
  /** Id of a quote that was requested with `Service-Version: 2.6.0`: the payment is charged as quoted, even if rates or fees have changed. It is valid until `expires_at` of the quote, for one payment of the same amount, currency, operator, method and number. Needs `Service-Version: 2.6.0`. */
  readonly quote_id?: string
  /** Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals. */
  readonly amount: number
}

export type CreateQuoteRequest = {
  /** What the quote is for; `collection` by default. */
  readonly type?: 'collection' | 'payout'
  /** Currency of `amount`: upper-case ISO 4217. `GET /v2/currencies` lists those that are active. */
  readonly currency: SupportedCurrency
  /** Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you. */
  readonly provider: string
  /** How it would be paid; `mobile_money` by default. */
  readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
  /** Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted. */
  readonly phone?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
  /** Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals. */
  readonly amount: number
}

export type CreateTerminalRequest = {
  /** `pos` for a device, `shop` for a cash desk. It cannot be changed. */
  readonly type: 'pos' | 'shop'
  /** Label of the terminal. */
  readonly label: string
  /** Name of the point of sale where it is; an unknown name creates a new one. */
  readonly point_of_sale?: string
  /** Serial number of the device. */
  readonly serial_number?: string
  /** Model of the device. */
  readonly device_type?: string
}

export type CreateWebhookEndpointRequest = {
  /** Where events are sent: a public `https` address without credentials, on port 443 or from 1024. */
  readonly url: string
  /** Your label. */
  readonly label?: string
  /** Types to receive: only `["*"]` for every type, including future ones, or a selection. */
  readonly events: readonly (
    | '*'
    | 'payment.success'
    | 'payment.failed'
    | 'withdrawal.pending'
    | 'withdrawal.success'
    | 'withdrawal.failed'
    | 'withdrawal.cancelled'
    | 'refund.pending'
    | 'refund.success'
    | 'refund.rejected'
    | 'refund.failed'
    | 'refund.cancelled'
    | 'funds.held'
    | 'funds.released'
    | 'test.ping'
  )[]
  /** Whether it receives from the start; true by default. */
  readonly enabled?: boolean
}

export type Currency = {
  /** ISO 4217 code. */
  readonly id: CurrencyCode
  /** Name of the kind of object. */
  readonly object: 'currency'
  /** ISO 4217 number. */
  readonly numeric_code: string
  /** French name. */
  readonly name: string
  /** Symbol. */
  readonly symbol: string
  /** Decimals of an amount in it. */
  readonly decimals: number
  /** What totals are rounded to. */
  readonly rounding_step: number | null
  /** `pivot` is the currency of balances, `fixed` has a fixed parity, `floating` a rate. */
  readonly regime: 'pivot' | 'fixed' | 'floating'
  /** Its fixed parity, if it has one. */
  readonly parity: Parity | null
  /** Whether prices may be in it now. */
  readonly active: boolean
  /** ISO 4217 code. */
  readonly code: CurrencyCode
}

export type CurrencyCode = string

export type CurrencyList = {
  /** The objects. */
  readonly data: readonly Currency[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type CustomField = {
  /** Its name in `custom_fields` and `metadata`. */
  readonly key: string
  /** The question. */
  readonly label: string
  /** Kind of answer. */
  readonly type: 'text' | 'number' | 'date'
  /** Whether it must be answered. */
  readonly required: boolean
}

export type Customer = {
  /** Name; `Awa D.` if masked. */
  readonly name: string | null
  /** E-mail address; masked like the name. */
  readonly email: string | null
  /** International number; masked like the name. */
  readonly phone: string | null
}

export type CustomerDetails = {
  /** Name of the payer. */
  readonly name: string
  /** E-mail address of the payer. */
  readonly email: string
}

export type DeletedTerminal = {
  /** Its former id. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'terminal'
  /** Always true. */
  readonly deleted: true
}

export type DeletedTerminalAnswer = {
  /** The object. */
  readonly data: DeletedTerminal
  /** About the answer. */
  readonly meta: Meta
}

export type DeletedWebhookEndpoint = {
  /** Its former id. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_endpoint'
  /** Always true. */
  readonly deleted: true
}

export type DeletedWebhookEndpointAnswer = {
  /** The object. */
  readonly data: DeletedWebhookEndpoint
  /** About the answer. */
  readonly meta: Meta
}

export type Display = {
  /** The service’s currency at payment time. */
  readonly currency: CurrencyCode
  /** Fees that the payer bears. */
  readonly fees: number
  /** Total: exactly `amount` plus `fees`. */
  readonly amount_charged: number
  /** What the merchant receives; left out if payers may read the answer. */
  readonly net_amount?: number
  /** Part of `fees` that is an exchange fee. */
  readonly exchange_fee: number
  /** True when there are fees on top of `amount`, but below the smallest unit of the currency: `fees` is then 0. The customer bears them, or for a payout the merchant. */
  readonly fees_under_minimum: boolean
  readonly rate: DisplayRate
  /** Price. */
  readonly amount: number
}

export type DisplayRate = {
  /** 1 XOF in the displayed currency. */
  readonly value: number
  /** 1 unit of the displayed currency in XOF. */
  readonly per_unit: number
  /** When the rate was set; null for a fixed one. */
  readonly at: string | null
  /** Where it comes from: `origin` no conversion, `fixed` a fixed parity, `transaction` the rate at payment time, `history` or `approx` the rate of an earlier payment. */
  readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
}

export type ErrorAnswer = { readonly error: Refusal }

export type ErrorCode =
  | 'amount_out_of_bounds'
  | 'amount_too_small'
  | 'bank_account_ambiguous'
  | 'cannot_cancel'
  | 'cannot_simulate'
  | 'cash_session_closed'
  | 'cash_session_not_found'
  | 'cash_session_open'
  | 'cashiers_too_many'
  | 'checkout_not_cancellable'
  | 'checkout_not_found'
  | 'currency_not_supported'
  | 'delivery_not_found'
  | 'delivery_not_retryable'
  | 'duplicate_reference'
  | 'event_not_found'
  | 'exchange_rate_unavailable'
  | 'expired_card'
  | 'idempotency_conflict'
  | 'idempotency_not_supported'
  | 'insufficient_balance'
  | 'internal_error'
  | 'invalid_activation_code'
  | 'invalid_amount'
  | 'invalid_api_key'
  | 'invalid_bank_account'
  | 'invalid_body'
  | 'invalid_card'
  | 'invalid_card_cvc'
  | 'invalid_card_expiry'
  | 'invalid_card_number'
  | 'invalid_collaborator'
  | 'invalid_content_encoding'
  | 'invalid_content_type'
  | 'invalid_country'
  | 'invalid_currency'
  | 'invalid_cursor'
  | 'invalid_customer'
  | 'invalid_customer_name'
  | 'invalid_description'
  | 'invalid_email'
  | 'invalid_enabled'
  | 'invalid_events'
  | 'invalid_expires_in'
  | 'invalid_field'
  | 'invalid_idempotency_key'
  | 'invalid_json'
  | 'invalid_label'
  | 'invalid_metadata'
  | 'invalid_parameter'
  | 'invalid_payment_method'
  | 'invalid_phone_number'
  | 'invalid_provider'
  | 'invalid_reference'
  | 'invalid_request'
  | 'invalid_return_url'
  | 'invalid_type'
  | 'invalid_url'
  | 'invalid_wait'
  | 'key_not_allowed'
  | 'live_mode_not_open'
  | 'live_mode_required'
  | 'method_not_allowed'
  | 'missing_api_key'
  | 'missing_field'
  | 'missing_idempotency_key'
  | 'missing_parameter'
  | 'not_implemented'
  | 'operation_not_allowed'
  | 'payment_link_already_paid'
  | 'payment_link_amount_fixed'
  | 'payment_link_cancelled'
  | 'payment_link_expired'
  | 'payment_link_in_progress'
  | 'payment_link_not_found'
  | 'payment_links_too_many'
  | 'payment_method_unavailable'
  | 'payout_amount_too_large'
  | 'payout_amount_too_small'
  | 'payouts_temporarily_unavailable'
  | 'phone_country_mismatch'
  | 'phone_international_required'
  | 'points_of_sale_too_many'
  | 'provider_not_detected'
  | 'provider_unavailable'
  | 'quote_already_used'
  | 'quote_expired'
  | 'quote_mismatch'
  | 'quote_not_found'
  | 'rate_limited'
  | 'receipt_not_found'
  | 'recipient_not_authorized'
  | 'request_in_progress'
  | 'request_too_large'
  | 'route_not_found'
  | 'sandbox_mode_required'
  | 'sandbox_rate_limited'
  | 'scope_required'
  | 'secret_key_required'
  | 'service_unavailable'
  | 'terminal_disabled'
  | 'terminal_not_found'
  | 'terminals_too_many'
  | 'too_many_attempts'
  | 'transaction_not_found'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'unknown_version'
  | 'unsupported_card_network'
  | 'validation_failed'
  | 'webhook_disabled'
  | 'webhook_endpoint_not_found'
  | 'webhook_limit_reached'
  | 'webhook_listener_limit_reached'
  | 'webhook_listener_not_found'

export type ErrorType =
  | 'payment_failed'
  | 'conflict'
  | 'not_found'
  | 'validation_error'
  | 'invalid_request'
  | 'server_error'
  | 'authentication_error'
  | 'permission_error'
  | 'method_not_allowed'
  | 'not_implemented'
  | 'gone'
  | 'rate_limited'

export type Event = {
  /** Id of the event, and the header `webhook-id` of each of its deliveries. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'event'
  /** Type of the event, the field `event` of the webhook. */
  readonly type: EventType
  /** Live or sandbox. */
  readonly mode: Mode
  /** True for a test event: do nothing with it. */
  readonly test: boolean
  /** When it was recorded, in UTC. */
  readonly created_at: string
  /** The same fields as `data` of the webhook of this type. */
  readonly data: Readonly<Record<string, unknown>>
}

export type EventAnswer = {
  /** The object. */
  readonly data: Event
  /** About the answer. */
  readonly meta: Meta
}

export type EventBeneficiary = {
  /** Kind of account. */
  readonly type: 'mobile_money' | 'bank'
  /** Number of a Mobile Money account. */
  readonly phone: string | null
  /** Bank of a bank account. */
  readonly bank: Provider | null
  /** Bank account, masked. */
  readonly account_masked: string | null
}

export type EventConversion = {
  /** Currency of the price. */
  readonly from: CurrencyCode
  /** Currency that was charged. */
  readonly to: CurrencyCode
  /** 1 unit of `from` in `to`. */
  readonly rate: number
}

export type EventCustomer = {
  /** Name. */
  readonly name: string | null
  /** E-mail address. */
  readonly email: string | null
  /** International number without `+`. */
  readonly phone: string | null
}

export type EventFunds = {
  /** Held, or released. */
  readonly state: 'held' | 'released'
  /** Since when, in UTC. */
  readonly held_at: string
  /** Until when, in UTC; null while held. */
  readonly released_at: string | null
  /** Why: receipt to be confirmed, or a verification. */
  readonly reason: 'collection_confirmation' | 'verification'
}

export type EventGateway = {
  /** Operator or bank. */
  readonly provider: Provider
  /** Its currency. */
  readonly currency: CurrencyCode
  /** What it pays. */
  readonly amount: number
}

export type EventList = {
  /** The objects. */
  readonly data: readonly Event[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type EventMoney = {
  /** Its currency. */
  readonly currency: CurrencyCode
  /** Amount in units of the currency. */
  readonly amount: number
}

export type EventPayment = {
  /** The operator. */
  readonly provider: Provider
  /** How it was paid. */
  readonly method: 'MOBILE MONEY' | 'CARD' | 'DIRECT DEBIT' | 'BANK TRANSFER'
  /** Network. */
  readonly network: string | null
  /** What you requested: compare it with your order. */
  readonly request: EventMoney
  /** What the operator was asked to debit. */
  readonly gateway: EventMoney
  /** What the payer was debited; 0 if it failed. */
  readonly debited_amount: number
  /** The fee. */
  readonly commission_fees: number
  /** What is added to your balance; 0 if it failed. */
  readonly available_amount: number
  /** Whether it can be withdrawn already. */
  readonly is_available: boolean
}

export type EventType =
  | 'payment.success'
  | 'payment.failed'
  | 'withdrawal.pending'
  | 'withdrawal.success'
  | 'withdrawal.failed'
  | 'withdrawal.cancelled'
  | 'refund.pending'
  | 'refund.success'
  | 'refund.rejected'
  | 'refund.failed'
  | 'refund.cancelled'
  | 'funds.held'
  | 'funds.released'
  | 'test.ping'

export type Exchange = {
  /** Currency of the price. */
  readonly from: CurrencyCode
  /** Currency that is charged. */
  readonly to: CurrencyCode
  /** 1 unit of `from` in `to`. */
  readonly rate: number
  /** Exchange fee, if there is one. */
  readonly fee?: number
  /** Currency of `fee`. */
  readonly fee_currency?: CurrencyCode
  /** Who bears `fee`. */
  readonly fee_payer?: FeePayer
  /** Exchange margin; shown only to the merchant’s own keys. */
  readonly margin?: number
  /** Currency of `margin`. */
  readonly margin_currency?: CurrencyCode
  /** Margin as a percentage. */
  readonly margin_percent?: number
  /** Who bears `margin`. */
  readonly margin_payer?: FeePayer
  /** The price in `to`. */
  readonly amount: number
}

export type ExchangeRate = {
  /** Both codes. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'exchange_rate'
  /** From this currency. */
  readonly from: CurrencyCode
  /** To this one. */
  readonly to: CurrencyCode
  /** 1 unit of `from` in `to`. */
  readonly rate: number
  /** 1 unit of `to` in `from`. */
  readonly inverse_rate: number
  /** What kind of rate it is. */
  readonly regime: 'identity' | 'fixed' | 'floating'
  /** Who published it. */
  readonly source: string | null
  /** The service’s margin; left out if payers may read the answer. */
  readonly margin_percent?: number
  /** When it was published, in UTC. */
  readonly at: string | null
  /** Until when it is valid, in UTC. */
  readonly expires_at: string | null
}

export type ExchangeRateAnswer = {
  /** The object. */
  readonly data: ExchangeRate
  /** About the answer. */
  readonly meta: Meta
}

export type ExpectedPhone = {
  /** Digits of the national number. */
  readonly length: number
  /** Digits of a prefix. */
  readonly prefix_length: number
  /** Prefixes of the operator’s numbers; empty if any number is accepted. */
  readonly prefixes: readonly string[]
  /** Calling code to put in front of the number. */
  readonly country_code: string
}

export type Failure = {
  /** A sentence to be shown as it is: in French, or in English with `Accept-Language: en`. */
  readonly message: string
  /** Stable code for use in programs. */
  readonly code: FailureCode
}

export type FailureCode =
  | 'insufficient_funds'
  | 'payer_rejected'
  | 'approval_timeout'
  | 'expired'
  | 'payer_not_found'
  | 'payer_limit_reached'
  | 'payer_account_blocked'
  | 'amount_out_of_bounds'
  | 'card_declined'
  | 'expired_card'
  | 'lost_card'
  | 'authentication_failed'
  | 'recipient_cannot_receive'
  | 'recipient_rejected'
  | 'operator_float_empty'
  | 'operator_error'
  | 'operator_unavailable'
  | 'not_executed'
  | 'bank_rejected'
  | 'already_refunded'
  | 'cancelled'

export type FeeKind = 'percentage' | 'fixed'

export type FeePayer = 'merchant' | 'customer'

export type FeeRule = {
  /** Percentage or fixed amount. */
  readonly kind: FeeKind
  /** The percentage, or the amount. */
  readonly value: number
  /** Whose rule it is: the most specific one applies. */
  readonly level: 'platform' | 'service' | 'channel' | 'terminal'
  /** Channel that the rule applies to. */
  readonly channel: string | null
  /** Terminal that the rule applies to. */
  readonly terminal: string | null
}

export type Fees = {
  /** Its currency. */
  readonly currency: CurrencyCode
  /** Who bears it. */
  readonly payer: FeePayer
  /** The rule that determined it. */
  readonly rule: FeeRule
  /** The fee. */
  readonly amount: number
}

export type FeesPreview = {
  /** Percentage or fixed amount. */
  readonly kind: FeeKind
  /** The percentage, or the amount. */
  readonly value: number
  /** Who bears it. */
  readonly payer: FeePayer
}

export type Funds = {
  /** `available` can be withdrawn; `pending` is being made available; `pending_confirmation` awaits confirmation of receipt; `held` is being verified; `withheld` is kept back. Null if nothing was paid. */
  readonly status: ('available' | 'pending' | 'pending_confirmation' | 'held' | 'withheld') | null
  /** True in sandbox. */
  readonly simulated: boolean
}

export type FundsEventData = {
  /** Only in test events: answer 2xx and do nothing with it. */
  readonly test?: true
  /** Id of the transaction, as in the API. */
  readonly transactionId: string
  /** State of the transaction: `VALIDATED` is the API’s `succeeded`; `EXPIRED` and `CANCELLED` are also sent as `payment.failed`. */
  readonly status: 'PENDING' | 'VALIDATED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'
  /** Their state. */
  readonly funds: EventFunds
  /** Its currency. */
  readonly currency: CurrencyCode
  /** What is added to your balance. */
  readonly available_amount: number
  /** Your `reference`: that of the collection or payout, or of the payment link that was paid. Without one, the id of the transaction. */
  readonly externalId: string
  /** Why it failed, a French sentence; null otherwise. */
  readonly message: string | null
  /** Mode, in capitals. */
  readonly mode: 'LIVE' | 'SANDBOX'
  /** What the payer was debited. */
  readonly amount: number
}

export type FundsHeldEvent = {
  /** The event type. */
  readonly event: 'funds.held'
  readonly data: FundsEventData
}

export type FundsReleasedEvent = {
  /** The event type. */
  readonly event: 'funds.released'
  readonly data: FundsEventData
}

export type LinkCustomerDetails = {
  /** Name of the payer. */
  readonly name: string
  /** E-mail address of the payer. */
  readonly email?: string
}

export type LinkDisplay = {
  /** The service’s currency. */
  readonly currency: CurrencyCode
  /** True when the price is in another currency. */
  readonly converted: boolean
  readonly rate: DisplayRate
  /** Price in this currency; null if the payer chooses it. */
  readonly amount: number | null
}

export type LinkMerchant = {
  /** Name shown to payers. */
  readonly public_name: string
  /** Name of the service. */
  readonly service_name: string
  /** Logo. */
  readonly logo_url: string | null
}

export type ListMeta = {
  /** Id of the call, as in `X-Request-Id`. */
  readonly request_id: string
  /** Whether there are more. */
  readonly has_more: boolean
  /** To be sent as `cursor` for the next page; null at the end. */
  readonly next_cursor: string | null
  /** How many a page holds at most. */
  readonly limit: number
}

export type Meta = {
  /** Id of the call, as in `X-Request-Id`. */
  readonly request_id: string
}

export type Mode = 'live' | 'sandbox'

export type NextAction = {
  /** What to do: send the payer to `url`. */
  readonly type: 'redirect'
  /** Where to send the payer. */
  readonly url: string
}

export type NextSecret = {
  /** Its last four characters. */
  readonly last4: string
  /** When it replaces the secret, in UTC. */
  readonly takes_over_at: string
}

export type OpenCashSessionRequest = {
  /** The cashier at the cash desk: by `id` or by `name`, not both. */
  readonly operator: CashierChoice
  /** How many seconds the session lasts. */
  readonly expires_in?: number
  /** Cash in the drawer at the opening; 0 by default. */
  readonly opening_float?: number
  /** Note of the cashier. */
  readonly note?: string
}

export type Parity = {
  /** The other currency. */
  readonly currency: CurrencyCode
  /** What one unit of it is. */
  readonly value: number
}

export type PaymentEventData = {
  /** Only in test events: answer 2xx and do nothing with it. */
  readonly test?: true
  /** State of the transaction: `VALIDATED` is the API’s `succeeded`; `EXPIRED` and `CANCELLED` are also sent as `payment.failed`. */
  readonly status: 'PENDING' | 'VALIDATED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'
  /** Id of the transaction, as in the API. */
  readonly transactionId: string
  /** Amounts and method. */
  readonly payment: EventPayment
  /** The conversion; rate 1 if there is none. */
  readonly currency: EventConversion
  /** The payer. */
  readonly customer: EventCustomer
  /** Your `reference`: that of the collection or payout, or of the payment link that was paid. Without one, the id of the transaction. */
  readonly externalId: string
  /** Your own data, as it was sent. */
  readonly metadata: Readonly<Record<string, string>>
  /** Why it failed, a French sentence; null otherwise. */
  readonly message: string | null
  /** When it was created, `DD-MM-YYYY HH:MM:SS` in UTC. */
  readonly transaction_created_at: string
  /** When it ended, `DD-MM-YYYY HH:MM:SS` in UTC; null while pending. */
  readonly completed_at: string | null
  /** Mode, in capitals. */
  readonly mode: 'LIVE' | 'SANDBOX'
}

export type PaymentFailedEvent = {
  /** The event type. */
  readonly event: 'payment.failed'
  readonly data: PaymentEventData
}

export type PaymentLink = {
  /** Id of the link. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'payment_link'
  /** Live or sandbox. */
  readonly mode: Mode
  /** A link, or the QR code of a cash desk. */
  readonly kind: 'link' | 'checkout'
  /** Title. */
  readonly title: string | null
  /** What is paid for. */
  readonly description: string | null
  /** Whether it can be paid: only `active` can. */
  readonly status: 'active' | 'inactive' | 'expired' | 'cancelled' | 'paid' | 'in_progress'
  /** True when it can be paid. */
  readonly active: boolean
  /** Its currency. */
  readonly currency: CurrencyCode
  /** Smallest price a payer may choose. */
  readonly min_amount: number | null
  /** Largest price a payer may choose. */
  readonly max_amount: number | null
  /** Whether it can be paid more than once. */
  readonly reusable: boolean
  /** How many times at most; null if there is no limit. */
  readonly max_payments: number | null
  /** How many times it was paid. */
  readonly payments_count: number
  /** Until when, in UTC; null if there is no end. */
  readonly expires_at: string | null
  readonly collect: CollectedDetails
  /** The merchant’s own questions. */
  readonly custom_fields: readonly CustomField[]
  /** Where the payer goes after paying. */
  readonly redirect_url: string | null
  /** What the payer reads after paying. */
  readonly success_message: string | null
  /** Who is paid. */
  readonly merchant: LinkMerchant
  /** The payment page. */
  readonly url: string
  /** The same as a QR code. */
  readonly qr_url: string
  /** The price as the payer sees it. */
  readonly display: LinkDisplay
  /** Your own data, as it was sent. */
  readonly metadata: Readonly<Record<string, string>>
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it was last changed, in UTC. */
  readonly updated_at: string
  /** Price; null if the payer chooses it. */
  readonly amount: number | null
}

export type PaymentLinkAnswer = {
  /** The object. */
  readonly data: PaymentLink
  /** About the answer. */
  readonly meta: Meta
}

export type PaymentLinkDetails = {
  /** Id of the link. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'payment_link'
  /** Live or sandbox. */
  readonly mode: Mode
  /** The payment page: send your customer there. */
  readonly url: string
  /** Whether it can be paid: only `active` can. */
  readonly status: 'active' | 'inactive' | 'expired' | 'cancelled' | 'paid' | 'in_progress'
  /** What the customer buys. */
  readonly title: string
  /** More about it. */
  readonly description: string | null
  /** Your own reference: it is added to the return address, and is in `metadata.service_link_reference` of each payment. */
  readonly reference: string | null
  /** Currency of its amounts. */
  readonly currency: CurrencyCode
  /** Smallest price a customer may choose. */
  readonly min_amount: number | null
  /** Largest price a customer may choose. */
  readonly max_amount: number | null
  /** How many times it can be paid; null if there is no limit. */
  readonly max_payments: number | null
  /** Payments that succeeded. */
  readonly payments_count: number
  /** Sum of the prices paid, in units of `currency`. */
  readonly amount_collected: number
  /** Until when it can be paid, in UTC; null if there is no end. */
  readonly expires_at: string | null
  /** Where the customer goes after paying. */
  readonly success_url: string | null
  /** Where the customer goes without paying. */
  readonly cancel_url: string | null
  /** The site that may embed the page, with `checkout.js`. */
  readonly origin: string | null
  /** Whether the customer’s e-mail address is asked for. */
  readonly email_required: boolean
  /** Your own data, as it was sent. */
  readonly metadata: Readonly<Record<string, string>>
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it was last changed, in UTC. */
  readonly updated_at: string
  /** Fixed price; null if the customer chooses it. */
  readonly amount: number | null
}

export type PaymentLinkDetailsAnswer = {
  /** The object. */
  readonly data: PaymentLinkDetails
  /** About the answer. */
  readonly meta: Meta
}

export type PaymentLinkDetailsList = {
  /** The objects. */
  readonly data: readonly PaymentLinkDetails[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type PaymentLinkReference = {
  /** Id of the link. */
  readonly id: string
  /** Its title. */
  readonly title: string | null
}

export type PaymentMethod = {
  /** Code of the operator. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'payment_method'
  /** Code to send as `provider`. */
  readonly provider: Provider
  /** Name to show. */
  readonly name: string
  /** How it debits the payer. */
  readonly type: PaymentMethodType
  /** Network; null for a card. */
  readonly network: string | null
  /** Country (ISO 3166-1). */
  readonly country: string
  /** Currency of the operator. */
  readonly currency: CurrencyCode
  /** Decimals of that currency. */
  readonly decimals: number
  /** Currencies that a price may be in. */
  readonly currencies: readonly CurrencyCode[]
  /** Smallest amount, in `currency`. */
  readonly min_amount: number
  /** Largest amount, in `currency`. */
  readonly max_amount: number
  /** The service’s currency. */
  readonly display_currency: CurrencyCode
  /** Smallest amount in it, rounded up. */
  readonly display_min_amount: number
  /** Largest amount in it, rounded down. */
  readonly display_max_amount: number
  /** The operator’s general commission. */
  readonly fees_preview: FeesPreview
  /** The number it expects; null for a card. */
  readonly phone: ExpectedPhone | null
  /** Logo. */
  readonly logo_url: string
}

export type PaymentMethodList = {
  /** The objects. */
  readonly data: readonly PaymentMethod[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type PaymentMethodType = 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'

export type PaymentSuccessEvent = {
  /** The event type. */
  readonly event: 'payment.success'
  readonly data: PaymentEventData
}

export type PhoneNumber = {
  /** The number. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'phone_number'
  /** International format without `+`. */
  readonly phone: string
  /** Its country (ISO 3166-1). */
  readonly country: string
}

export type PhoneNumberAnswer = {
  /** The object. */
  readonly data: PhoneNumber
  /** About the answer. */
  readonly meta: Meta
}

export type PingEventData = {
  /** Always true: answer 2xx and do nothing with it. */
  readonly test: true
  /** The event type again. */
  readonly event: 'test.ping'
  /** A French sentence. */
  readonly message: string
  /** Mode, in capitals. */
  readonly mode: 'LIVE' | 'SANDBOX'
  /** Id of the service in this mode. */
  readonly service_env_uuid: string
  /** When it was sent, in UTC. */
  readonly sent_at: string
}

export type PointOfSale = {
  /** Id of the point of sale. */
  readonly id: string
  /** Its name. */
  readonly name: string
}

export type Provider = string

export type Quote = {
  /** Id of the quote. If the quote was requested with `Service-Version: 2.6.0`, one payment may name it as `quote_id`. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'quote'
  /** Collection or payout. */
  readonly type: 'collection' | 'payout'
  /** Live or sandbox. */
  readonly mode: Mode
  /** Channel that the price is for. */
  readonly channel: Channel
  /** The operator, also if it was chosen by `auto`. */
  readonly provider: Provider
  /** How it would be paid. */
  readonly payment_method: PaymentMethodType
  /** Its currency. */
  readonly currency: CurrencyCode
  /** The fee and its rule. */
  readonly fees: Fees
  /** Total that would be debited. */
  readonly amount_charged: number
  /** The operator’s currency. */
  readonly charged_currency: CurrencyCode
  /** What rounding adds to the total. */
  readonly rounding: number
  /** What you would receive; left out on routes that need no key. */
  readonly net_amount?: number
  /** Currency of the balance. */
  readonly net_currency?: CurrencyCode
  /** The conversion; null if there is none. */
  readonly exchange: Exchange | null
  /** Limits of the operator, if there are any. */
  readonly limits: AmountLimits | null
  /** Amounts as the payer would see them. */
  readonly display: Display
  /** Until when it is binding; null without `Service-Version: 2.6.0`, when it is not binding. */
  readonly expires_at: string | null
  /** When it was created, in UTC. */
  readonly created_at: string
  /** The price. */
  readonly amount: number
}

export type QuoteAnswer = {
  /** The object. */
  readonly data: Quote
  /** About the answer. */
  readonly meta: Meta
}

export type Receipt = {
  /** Id of the receipt: that of the transaction. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'receipt'
  /** Who was paid. */
  readonly merchant: ReceiptMerchant
  /** What the payment was for. */
  readonly product: string
  /** Its currency. */
  readonly currency: CurrencyCode
  /** Fees that the payer bore. */
  readonly fees: number
  /** Their currency. */
  readonly fees_currency: CurrencyCode
  /** Total debited. */
  readonly amount_charged: number
  /** Its currency. */
  readonly charged_currency: CurrencyCode
  /** How it was paid. */
  readonly payment_method: ReceiptPaymentMethod
  /** Amounts as the payer saw them. */
  readonly display: Display
  /** Whether the payer is shown in full. */
  readonly customer_details: 'full' | 'masked'
  /** Full number; null if masked. */
  readonly customer_phone: string | null
  /** The number in groups, full or masked. */
  readonly phone_display: string | null
  /** Name, full or masked. */
  readonly customer_name: string | null
  /** E-mail address; null if masked. */
  readonly customer_email: string | null
  /** The number, always masked. */
  readonly phone_masked: string | null
  /** Where it was paid. */
  readonly channel: ReceiptChannel
  /** Terminal. */
  readonly terminal_label: string | null
  /** Cashier. */
  readonly operator_name: string | null
  /** Number of the receipt. */
  readonly receipt_number: string
  /** Id of the transaction. */
  readonly transaction_id: string
  /** The operator’s reference. */
  readonly provider_reference: string | null
  /** Your reference. */
  readonly reference: string
  /** When it was paid, in UTC. */
  readonly completed_at: string | null
  /** The same in local time. */
  readonly completed_at_local: string | null
  /** The same in French words. */
  readonly completed_at_text: string | null
  /** Live or sandbox. */
  readonly mode: Mode
  /** Public page that proves the receipt is genuine; print its address as a QR code. */
  readonly verify_url: string
  /** The invoice as PDF; null if masked. */
  readonly invoice_url: string | null
  /** Columns of `text`; null without `format=text`. */
  readonly width: (32 | 48) | null
  /** The receipt for a printer; null without `format=text`. */
  readonly text: string | null
  /** Price. */
  readonly amount: number
}

export type ReceiptAnswer = {
  /** The object. */
  readonly data: Receipt
  /** About the answer. */
  readonly meta: Meta
}

export type ReceiptChannel = {
  /** Short French label. */
  readonly label: string
  /** French sentence. */
  readonly display: string
  /** `payment_link`, `shop_qr`, `checkout_qr`, `shop`, `pos`, `widget` or `api`. */
  readonly code: string
}

export type ReceiptMerchant = {
  /** Name shown to payers. */
  readonly public_name: string
  /** Name of the service. */
  readonly service_name: string
  /** Logo. */
  readonly logo_url: string | null
  /** Postal address. */
  readonly address: string | null
  /** International number without `+`. */
  readonly phone: string | null
  /** E-mail address. */
  readonly email: string | null
}

export type ReceiptPaymentMethod = {
  /** How it was paid. */
  readonly type: PaymentMethodType
  /** Network. */
  readonly network: string | null
  /** As shown to people, in French. */
  readonly label: string
}

export type RecordWebhookListenerResultsRequest = {
  /** Results of events: at most a hundred. */
  readonly results: readonly {
    /** The event that was forwarded. */
    readonly event_id: string
    /** HTTP status of the answer to the last try. Either this or `error`. */
    readonly http_status?: number
    /** Why the last try got no answer. Either this or `http_status`. */
    readonly error?: 'connection_failed' | 'timeout'
    /** How long the last try took, in milliseconds. */
    readonly duration_ms: number
    /** How often it was tried. */
    readonly tries: number
    /** When the last try began, by the clock of that machine, in 2026 or later and at most a day ahead of the service’s: if an event has several results, the latest is kept. */
    readonly forwarded_at: string
  }[]
}

export type RefundCancelledEvent = {
  /** The event type. */
  readonly event: 'refund.cancelled'
  readonly data: RefundEventData
}

export type RefundEventData = {
  /** Only in test events: answer 2xx and do nothing with it. */
  readonly test?: true
  /** Id of the refund. */
  readonly transactionId: string
  /** Id of the refunded payment. */
  readonly paymentId: string
  /** Its currency. */
  readonly currency: CurrencyCode
  /** State of the refund, in capitals. */
  readonly status:
    | 'PENDING'
    | 'APPROVED'
    | 'PROCESSING'
    | 'SUCCEEDED'
    | 'REJECTED'
    | 'FAILED'
    | 'CANCELLED'
  /** The reason given with the request. */
  readonly reason: string | null
  /** Who requested it. */
  readonly origin: 'merchant' | 'service' | 'dispute'
  /** Mode, in capitals. */
  readonly mode: 'LIVE' | 'SANDBOX'
  /** The amount refunded to the payer. */
  readonly amount: number
}

export type RefundFailedEvent = {
  /** The event type. */
  readonly event: 'refund.failed'
  readonly data: RefundEventData
}

export type RefundPendingEvent = {
  /** The event type. */
  readonly event: 'refund.pending'
  readonly data: RefundEventData
}

export type RefundRejectedEvent = {
  /** The event type. */
  readonly event: 'refund.rejected'
  readonly data: RefundEventData
}

export type RefundSuccessEvent = {
  /** The event type. */
  readonly event: 'refund.success'
  readonly data: RefundEventData
}

export type Refusal = {
  /** Family of the error. */
  readonly type: ErrorType
  /** A sentence to be shown as it is: in French, or in English with `Accept-Language: en`. */
  readonly message: string
  /** Further facts: `field`, `fields` (one entry per invalid field), `transaction_id`, `allowed`, limits… */
  readonly details: Readonly<Record<string, unknown>>
  /** Id of the call, as in `X-Request-Id`. */
  readonly request_id: string
  /** Page with cause and remedy. */
  readonly doc_url: string
  /** Stable code for use in programs. */
  readonly code: ErrorCode
}

export type RotateWebhookSecretRequest = {
  /** `now`, the default: the old secret stops signing at once. `in_24_hours`: until then both sign, and the old one still encrypts. */
  readonly starts?: 'now' | 'in_24_hours'
}

export type ServiceReference = {
  /** Id of the service. */
  readonly id: string
  /** Its name in the portal. */
  readonly name: string
  /** Its name for payers. */
  readonly public_name: string
  /** Currency that its payers see. */
  readonly currency: CurrencyCode
}

export type Session = {
  /** Id of the key. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'session'
  /** Kind of the key. */
  readonly key_type: 'secret' | 'public' | 'terminal' | 'session'
  /** Mode of the key. */
  readonly mode: Mode
  /** Channel of the payments it requests. */
  readonly channel: Channel
  /** The service that the key belongs to. */
  readonly service: ServiceReference
  /** Terminal of a terminal key or session token. */
  readonly terminal: TerminalReference | null
  /** Cashier of a session token. */
  readonly collaborator: StaffReference | null
}

export type SessionAnswer = {
  /** The object. */
  readonly data: Session
  /** About the answer. */
  readonly meta: Meta
}

export type SimulateTransactionRequest = {
  /** How it ends: `failed` as if the payer had refused; only collections expire. */
  readonly outcome: 'succeeded' | 'failed' | 'expired'
}

export type StaffReference = {
  /** Id of the collaborator. */
  readonly id: string
  /** Name of the collaborator. */
  readonly name: string
}

export type SupportedCurrency =
  | 'XOF'
  | 'XAF'
  | 'EUR'
  | 'USD'
  | 'GBP'
  | 'CAD'
  | 'CHF'
  | 'CNY'
  | 'NGN'
  | 'GHS'
  | 'GNF'
  | 'SLE'
  | 'LRD'
  | 'GMD'
  | 'CVE'
  | 'MRU'
  | 'MAD'
  | 'TND'
  | 'DZD'
  | 'EGP'
  | 'ZAR'
  | 'KES'

export type Terminal = {
  /** Id of the terminal. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'terminal'
  /** Live or sandbox. */
  readonly mode: Mode
  /** `pos` is a device, `shop` a cash desk. It cannot be changed. */
  readonly type: 'pos' | 'shop'
  /** Its label. */
  readonly label: string
  /** Where it is; null if not set. */
  readonly point_of_sale: PointOfSale | null
  /** State of the terminal. */
  readonly status: TerminalStatus
  /** Code to type on the device. Only in the answer that created it. */
  readonly activation_code?: string
  /** Until when the code is valid, in UTC. */
  readonly activation_expires_at: string | null
  /** Its key. Only in the answer to the activation. */
  readonly key?: string
  /** Last four characters of its key. */
  readonly key_last4: string | null
  /** Serial number of the device. */
  readonly serial_number: string | null
  /** Model of the device. */
  readonly device_type: string | null
  /** Version of its software. */
  readonly app_version: string | null
  /** Last call of its key, in UTC. */
  readonly last_seen_at: string | null
  /** Its own tariff; null if the service’s applies. */
  readonly fees_rule: TerminalFeesRule | null
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it was last changed, in UTC. */
  readonly updated_at: string
}

export type TerminalAnswer = {
  /** The object. */
  readonly data: Terminal
  /** About the answer. */
  readonly meta: Meta
}

export type TerminalFeesRule = {
  /** Percentage or fixed amount. */
  readonly kind: FeeKind
  /** The percentage, or the amount. */
  readonly value: number
  /** Who bears it. */
  readonly payer: FeePayer
}

export type TerminalList = {
  /** The objects. */
  readonly data: readonly Terminal[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type TerminalReference = {
  /** Id of the terminal. */
  readonly id: string
  /** Its label. */
  readonly label: string
  /** Where it is; null if not set. */
  readonly point_of_sale: PointOfSale | null
}

export type TerminalStatus = 'pending_activation' | 'active' | 'disabled'

export type TestPingEvent = {
  /** The event type. */
  readonly event: 'test.ping'
  readonly data: PingEventData
}

export type TestWebhookEndpointRequest = {
  /** Type of the event to send; `test.ping` by default. */
  readonly type?:
    | 'payment.success'
    | 'payment.failed'
    | 'withdrawal.pending'
    | 'withdrawal.success'
    | 'withdrawal.failed'
    | 'withdrawal.cancelled'
    | 'refund.pending'
    | 'refund.success'
    | 'refund.rejected'
    | 'refund.failed'
    | 'refund.cancelled'
    | 'funds.held'
    | 'funds.released'
    | 'test.ping'
}

export type Transaction = {
  /** Id of the transaction. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'transaction'
  /** Collection or payout. */
  readonly type: TransactionType
  /** Its current state. */
  readonly status: TransactionStatus
  /** While pending: `awaiting_provider` waits for the payer or the operator, `awaiting_bank_transfer` for the transfer to be made. */
  readonly pending_reason: ('awaiting_provider' | 'awaiting_bank_transfer') | null
  /** Live or sandbox. */
  readonly mode: Mode
  /** Where it was requested. */
  readonly channel: Channel
  /** Your reference, or the one generated by the service. */
  readonly reference: string
  /** As sent. */
  readonly description: string | null
  /** Currency of the price. */
  readonly currency: CurrencyCode
  /** The fee and its rule. */
  readonly fees: Fees
  /** Total debited: from the payer (collection), or from your balance, including fees (payout). In XOF a multiple of 5. */
  readonly amount_charged: number
  /** The operator’s currency. */
  readonly charged_currency: CurrencyCode
  /** What is added to your balance, or sent to the recipient. */
  readonly net_amount: number
  /** Currency of the balance. */
  readonly net_currency: CurrencyCode
  /** The conversion; null if there is none. */
  readonly exchange: Exchange | null
  /** Amounts as shown to the payer. */
  readonly display: Display
  /** Who pays or is paid. */
  readonly customer: Customer
  /** How. */
  readonly payment_method: UsedPaymentMethod
  /** What the payer must do now; null if there is nothing to do. */
  readonly next_action: NextAction | null
  /** The operator, also if it was chosen by `auto`. */
  readonly provider: Provider
  /** Terminal it comes from. */
  readonly terminal: TerminalReference | null
  /** Staff member who collected. */
  readonly operator: StaffReference | null
  /** Payment link it comes from. */
  readonly payment_link: PaymentLinkReference | null
  /** Why it failed or expired; null otherwise. */
  readonly failure: Failure | null
  /** Your own data, as it was sent. */
  readonly metadata: Readonly<Record<string, string>>
  /** Collections: whether the net amount can be withdrawn; null for a payout. */
  readonly available: boolean | null
  /** Where the money is; null for a payout. Left out if payers may read the answer. */
  readonly funds?: Funds | null
  /** What was refunded to the payer. */
  readonly refunded_amount: number
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it ended, in UTC. */
  readonly completed_at: string | null
  /** Gives access to the full receipt without a secret key. Only in the answer that created the transaction. */
  readonly receipt_token?: string
  /** Only for a bank transfer. */
  readonly payout: BankTransfer | null
  /** The price, in units of `currency`. */
  readonly amount: number
}

export type TransactionAnswer = {
  /** The object. */
  readonly data: Transaction
  /** About the answer. */
  readonly meta: Meta
}

export type TransactionList = {
  /** The objects. */
  readonly data: readonly Transaction[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type TransactionStatus = 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled'

export type TransactionType = 'collection' | 'payout'

export type UpdateTerminalRequest = {
  /** Label of the terminal. */
  readonly label?: string
  /** Name of the point of sale where it is; an unknown name creates a new one. */
  readonly point_of_sale?: string | null
  /** Serial number of the device. */
  readonly serial_number?: string | null
  /** Model of the device. */
  readonly device_type?: string | null
  /** Version of its software. */
  readonly app_version?: string | null
}

export type UsedPaymentMethod = {
  /** How the payment is made. */
  readonly type: PaymentMethodType
  /** Network, such as `mtn`, `moov` or `visa`. */
  readonly network: string | null
  /** Last four digits of a card. */
  readonly card_last4: string | null
}

export type ValidatePhoneNumberRequest = {
  /** Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted. */
  readonly phone: string
  /** Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you. */
  readonly provider?: string
  /** Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one. */
  readonly country?: string
}

export type WebhookAttempt = {
  /** Its number, the header `X-Service-Attempt`. */
  readonly number: number
  /** True if it was requested after the delivery was abandoned. */
  readonly extra: boolean
  /** Where it was sent. */
  readonly url: string
  /** When it began, in UTC. */
  readonly started_at: string
  /** Whether it is over. */
  readonly finished: boolean
  /** HTTP status of the answer; null if there was none. */
  readonly http_status: number | null
  /** Why it failed. */
  readonly error: string | null
  /** How long it took, in milliseconds. */
  readonly duration_ms: number | null
  /** Start of what your server answered, 500 characters at most. */
  readonly response_extract: string | null
}

export type WebhookDelivery = {
  /** Id of the delivery. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_delivery'
  /** Live or sandbox. */
  readonly mode: Mode
  /** The event; the header `webhook-id`. */
  readonly event_id: string
  /** Type of the event. */
  readonly type: EventType
  /** True for a test event. */
  readonly test: boolean
  /** The endpoint it goes to. */
  readonly endpoint_id: string
  /** Address of the endpoint today. */
  readonly url: string
  /** The transaction it is about; null if there is none. */
  readonly transaction_id: string | null
  /** Reference of that transaction. */
  readonly reference: string | null
  /** `pending`: an attempt is due or under way. `failed`: the last one failed, another follows. `delivered` and `abandoned` are final; an abandoned one can be sent again by hand. */
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  /** Attempts started, six at most not counting those by hand. */
  readonly attempts: number
  /** HTTP status of the last answer; null if there was none. */
  readonly last_http_status: number | null
  /** Why the last attempt failed. */
  readonly last_error: string | null
  /** When the next attempt is due, in UTC. */
  readonly next_attempt_at: string | null
  /** When it was recorded, in UTC. */
  readonly created_at: string
  /** When it came to its end, in UTC. */
  readonly completed_at: string | null
}

export type WebhookDeliveryDetail = {
  /** Id of the delivery. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_delivery'
  /** Live or sandbox. */
  readonly mode: Mode
  /** The event; the header `webhook-id`. */
  readonly event_id: string
  /** Type of the event. */
  readonly type: EventType
  /** True for a test event. */
  readonly test: boolean
  /** The endpoint it goes to. */
  readonly endpoint_id: string
  /** Address of the endpoint today. */
  readonly url: string
  /** The transaction it is about; null if there is none. */
  readonly transaction_id: string | null
  /** Reference of that transaction. */
  readonly reference: string | null
  /** `pending`: an attempt is due or under way. `failed`: the last one failed, another follows. `delivered` and `abandoned` are final; an abandoned one can be sent again by hand. */
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  /** Attempts started, six at most not counting those by hand. */
  readonly attempts: number
  /** HTTP status of the last answer; null if there was none. */
  readonly last_http_status: number | null
  /** Why the last attempt failed. */
  readonly last_error: string | null
  /** When the next attempt is due, in UTC. */
  readonly next_attempt_at: string | null
  /** When it was recorded, in UTC. */
  readonly created_at: string
  /** When it came to its end, in UTC. */
  readonly completed_at: string | null
  /** Its last hundred attempts, oldest first. */
  readonly sends: readonly WebhookAttempt[]
}

export type WebhookDeliveryDetailAnswer = {
  /** The object. */
  readonly data: WebhookDeliveryDetail
  /** About the answer. */
  readonly meta: Meta
}

export type WebhookDeliveryList = {
  /** The objects. */
  readonly data: readonly WebhookDelivery[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type WebhookEndpoint = {
  /** Id of the endpoint. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_endpoint'
  /** Where events are sent. */
  readonly url: string
  /** Your label. */
  readonly label: string | null
  /** A disabled endpoint receives nothing. */
  readonly status: 'enabled' | 'disabled'
  /** True for `["*"]`: every type, including future ones. */
  readonly all_events: boolean
  /** Types it receives, or `["*"]`. */
  readonly events: readonly (
    | '*'
    | 'payment.success'
    | 'payment.failed'
    | 'withdrawal.pending'
    | 'withdrawal.success'
    | 'withdrawal.failed'
    | 'withdrawal.cancelled'
    | 'refund.pending'
    | 'refund.success'
    | 'refund.rejected'
    | 'refund.failed'
    | 'refund.cancelled'
    | 'funds.held'
    | 'funds.released'
    | 'test.ping'
  )[]
  /** Live or sandbox. */
  readonly mode: Mode
  /** Last four characters of its secret. */
  readonly secret_last4: string
  /** When it was created, in UTC. */
  readonly created_at: string
  /** The secret that will replace this one; left out if none is waiting. */
  readonly next_secret?: NextSecret
  /** Secret that signs and encrypts; store it. Only in the answers that create or renew it. */
  readonly secret?: string
  /** The same secret in the form that Standard Webhooks libraries expect. Only in the answer that renews it. */
  readonly signing_secret?: string
}

export type WebhookEndpointAnswer = {
  /** The object. */
  readonly data: WebhookEndpoint
  /** About the answer. */
  readonly meta: Meta
}

export type WebhookEndpointCountList = {
  /** The objects. */
  readonly data: readonly WebhookEndpoint[]
  /** About the answer. */
  readonly meta: CountListMeta
}

export type WebhookEventType = {
  /** Its code. */
  readonly id: EventType
  /** Name of the kind of object. */
  readonly object: 'webhook_event_type'
  /** Group it belongs to. */
  readonly group: 'payments' | 'withdrawals' | 'refunds' | 'funds' | 'test'
  /** French label of the group. */
  readonly group_label: string
  /** French label. */
  readonly label: string
  /** When it is sent, in French. */
  readonly description: string
  /** Its code. */
  readonly code: EventType
}

export type WebhookEventTypeList = {
  /** The objects. */
  readonly data: readonly WebhookEventType[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type WebhookListener = {
  /** Id of the listener. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_listener'
  /** Always sandbox. */
  readonly mode: Mode
  /** The label that its developer chose. */
  readonly label: string
  /** When it was created, in UTC. */
  readonly created_at: string
  /** When it last announced itself, in UTC; it does so every minute. */
  readonly last_seen_at: string
}

export type WebhookListenerAnswer = {
  /** The object. */
  readonly data: WebhookListener
  /** About the answer. */
  readonly meta: Meta
}

export type WebhookListenerList = {
  /** The objects. */
  readonly data: readonly WebhookListener[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type WebhookListenerResult = {
  /** Id of the event; the header `webhook-id`. */
  readonly id: string
  /** Name of the kind of object. */
  readonly object: 'webhook_listener_result'
  /** Always sandbox. */
  readonly mode: Mode
  /** Type of the event. */
  readonly type: EventType
  /** True for a test event. */
  readonly test: boolean
  /** The transaction it is about; null if there is none. */
  readonly transaction_id: string | null
  /** Reference of that transaction. */
  readonly reference: string | null
  /** `delivered`: the local server answered 2xx. `failed`: it gave another answer, or none yet. */
  readonly status: 'delivered' | 'failed'
  /** HTTP status of the last answer; null if there was none. */
  readonly http_status: number | null
  /** Why the last try failed; null if it did not. */
  readonly error: ('http_status' | 'redirect' | 'connection_failed' | 'timeout') | null
  /** How long the last try took, in milliseconds. */
  readonly duration_ms: number
  /** How often it was tried. */
  readonly tries: number
  /** When the last try began, in UTC, by the clock of that machine. */
  readonly forwarded_at: string
  /** When it was first reported, in UTC. */
  readonly created_at: string
}

export type WebhookListenerResultList = {
  /** The objects. */
  readonly data: readonly WebhookListenerResult[]
  /** About the answer. */
  readonly meta: ListMeta
}

export type WithdrawalCancelledEvent = {
  /** The event type. */
  readonly event: 'withdrawal.cancelled'
  readonly data: WithdrawalEventData
}

export type WithdrawalEventData = {
  /** Only in test events: answer 2xx and do nothing with it. */
  readonly test?: true
  /** State of the transaction: `VALIDATED` is the API’s `succeeded`; `EXPIRED` and `CANCELLED` are also sent as `payment.failed`. */
  readonly status: 'PENDING' | 'VALIDATED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'
  /** Id of the transaction, as in the API. */
  readonly transactionId: string
  /** The same id. */
  readonly identifier: string
  /** Its currency. */
  readonly currency: CurrencyCode
  /** The fee. */
  readonly fees: number
  /** Who pays, and how much. */
  readonly gateway: EventGateway
  readonly beneficiary: EventBeneficiary
  /** Reference of bank or operator. */
  readonly transferReference: string | null
  /** Your `reference`: that of the collection or payout, or of the payment link that was paid. Without one, the id of the transaction. */
  readonly externalId: string
  /** Why it failed, a French sentence; null otherwise. */
  readonly message: string | null
  /** When it was created, `DD-MM-YYYY HH:MM:SS` in UTC. */
  readonly transaction_created_at: string
  /** When it ended, `DD-MM-YYYY HH:MM:SS` in UTC; null while pending. */
  readonly completed_at: string | null
  /** Mode, in capitals. */
  readonly mode: 'LIVE' | 'SANDBOX'
  /** The amount you requested. */
  readonly amount: number
}

export type WithdrawalFailedEvent = {
  /** The event type. */
  readonly event: 'withdrawal.failed'
  readonly data: WithdrawalEventData
}

export type WithdrawalPendingEvent = {
  /** The event type. */
  readonly event: 'withdrawal.pending'
  readonly data: WithdrawalEventData
}

export type WithdrawalSuccessEvent = {
  /** The event type. */
  readonly event: 'withdrawal.success'
  readonly data: WithdrawalEventData
}

/** The data of every event that webhooks tell, by type. */
export interface WebhookData {
  readonly 'funds.held': FundsHeldEvent['data']
  readonly 'funds.released': FundsReleasedEvent['data']
  readonly 'payment.failed': PaymentFailedEvent['data']
  readonly 'payment.success': PaymentSuccessEvent['data']
  readonly 'refund.cancelled': RefundCancelledEvent['data']
  readonly 'refund.failed': RefundFailedEvent['data']
  readonly 'refund.pending': RefundPendingEvent['data']
  readonly 'refund.rejected': RefundRejectedEvent['data']
  readonly 'refund.success': RefundSuccessEvent['data']
  readonly 'test.ping': TestPingEvent['data']
  readonly 'withdrawal.cancelled': WithdrawalCancelledEvent['data']
  readonly 'withdrawal.failed': WithdrawalFailedEvent['data']
  readonly 'withdrawal.pending': WithdrawalPendingEvent['data']
  readonly 'withdrawal.success': WithdrawalSuccessEvent['data']
}

/** Every operation of the API, by method and path. */
export interface Operations {
  'GET /v2/session': {
    readonly query: {}
    readonly body: undefined
    readonly data: Session
    readonly isList: false
  }
  'GET /v2/payment-methods': {
    readonly query: {
      readonly currency?: SupportedCurrency
      readonly country?: string
      readonly amount?: string
    }
    readonly body: undefined
    readonly data: PaymentMethod
    readonly isList: true
  }
  'GET /v2/transactions/{id}': {
    readonly query: { readonly wait?: number }
    readonly body: undefined
    readonly data: Transaction
    readonly isList: false
  }
  'GET /v2/transactions': {
    readonly query: {
      readonly limit?: number
      readonly cursor?: string
      readonly status?: readonly ('pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled')[]
      readonly type?: 'collection' | 'payout'
      readonly channel?: 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
      readonly terminal_id?: string
      readonly reference?: string
      readonly created_after?: string
      readonly created_before?: string
    }
    readonly body: undefined
    readonly data: Transaction
    readonly isList: true
  }
  'GET /v2/transactions/{id}/receipt': {
    readonly query: {
      readonly format?: 'json' | 'text'
      readonly width?: 32 | 48
      readonly receipt_token?: string
    }
    readonly body: undefined
    readonly data: Receipt
    readonly isList: false
  }
  'POST /v2/phone-numbers/validate': {
    readonly query: {}
    readonly body: ValidatePhoneNumberRequest
    readonly data: PhoneNumber
    readonly isList: false
  }
  'GET /v2/balance': {
    readonly query: {}
    readonly body: undefined
    readonly data: Balance
    readonly isList: false
  }
  'POST /v2/transactions/{id}/cancel': {
    readonly query: {}
    readonly body: undefined
    readonly data: Transaction
    readonly isList: false
  }
  'POST /v2/transactions/{id}/simulate': {
    readonly query: {}
    readonly body: SimulateTransactionRequest
    readonly data: Transaction
    readonly isList: false
  }
  'GET /v2/currencies': {
    readonly query: {}
    readonly body: undefined
    readonly data: Currency
    readonly isList: true
  }
  'GET /v2/exchange-rates': {
    readonly query: { readonly from: SupportedCurrency; readonly to: SupportedCurrency }
    readonly body: undefined
    readonly data: ExchangeRate
    readonly isList: false
  }
  'POST /v2/checkouts': {
    readonly query: {}
    readonly body: CreateCheckoutRequest
    readonly data: Checkout
    readonly isList: false
  }
  'GET /v2/checkouts/{id}': {
    readonly query: { readonly wait?: number }
    readonly body: undefined
    readonly data: Checkout
    readonly isList: false
  }
  'POST /v2/checkouts/{id}/cancel': {
    readonly query: {}
    readonly body: undefined
    readonly data: Checkout
    readonly isList: false
  }
  'GET /v2/payment-links/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: PaymentLink
    readonly isList: false
  }
  'PATCH /v2/payment-links/{id}': {
    readonly query: {}
    readonly body: ChangePaymentLinkRequest
    readonly data: PaymentLinkDetails
    readonly isList: false
  }
  'GET /v2/payment-links/{id}/payment-methods': {
    readonly query: { readonly country?: string; readonly amount?: string }
    readonly body: undefined
    readonly data: PaymentMethod
    readonly isList: true
  }
  'POST /v2/payment-links/{id}/quotes': {
    readonly query: {}
    readonly body: CreatePaymentLinkQuoteRequest
    readonly data: Quote
    readonly isList: false
  }
  'POST /v2/payment-links/{id}/collections': {
    readonly query: {}
    readonly body: CreatePaymentLinkCollectionRequest
    readonly data: Transaction
    readonly isList: false
  }
  'GET /v2/payment-links/{id}/transactions/{transaction}': {
    readonly query: { readonly wait?: number }
    readonly body: undefined
    readonly data: Transaction
    readonly isList: false
  }
  'GET /v2/payment-links/{id}/transactions/{transaction}/receipt': {
    readonly query: {
      readonly format?: 'json' | 'text'
      readonly width?: 32 | 48
      readonly receipt_token?: string
    }
    readonly body: undefined
    readonly data: Receipt
    readonly isList: false
  }
  'GET /v2/webhook_endpoints': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookEndpoint
    readonly isList: true
  }
  'POST /v2/webhook_endpoints': {
    readonly query: {}
    readonly body: CreateWebhookEndpointRequest
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'GET /v2/webhook_endpoints/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'PATCH /v2/webhook_endpoints/{id}': {
    readonly query: {}
    readonly body: ChangeWebhookEndpointRequest
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'DELETE /v2/webhook_endpoints/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: DeletedWebhookEndpoint
    readonly isList: false
  }
  'GET /v2/webhook_event_types': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookEventType
    readonly isList: true
  }
  'GET /v2/terminals': {
    readonly query: { readonly limit?: number; readonly cursor?: string }
    readonly body: undefined
    readonly data: Terminal
    readonly isList: true
  }
  'POST /v2/terminals': {
    readonly query: {}
    readonly body: CreateTerminalRequest
    readonly data: Terminal
    readonly isList: false
  }
  'POST /v2/terminals/activate': {
    readonly query: {}
    readonly body: ActivateTerminalRequest
    readonly data: Terminal
    readonly isList: false
  }
  'GET /v2/terminals/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: Terminal
    readonly isList: false
  }
  'PATCH /v2/terminals/{id}': {
    readonly query: {}
    readonly body: UpdateTerminalRequest
    readonly data: Terminal
    readonly isList: false
  }
  'DELETE /v2/terminals/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: DeletedTerminal
    readonly isList: false
  }
  'POST /v2/terminals/{id}/disable': {
    readonly query: {}
    readonly body: undefined
    readonly data: Terminal
    readonly isList: false
  }
  'POST /v2/terminals/{id}/enable': {
    readonly query: {}
    readonly body: undefined
    readonly data: Terminal
    readonly isList: false
  }
  'POST /v2/terminals/{id}/regenerate': {
    readonly query: {}
    readonly body: undefined
    readonly data: Terminal
    readonly isList: false
  }
  'GET /v2/terminals/{id}/sessions': {
    readonly query: { readonly limit?: number; readonly cursor?: string }
    readonly body: undefined
    readonly data: CashSession
    readonly isList: true
  }
  'POST /v2/terminals/{id}/sessions': {
    readonly query: {}
    readonly body: OpenCashSessionRequest
    readonly data: CashSession
    readonly isList: false
  }
  'GET /v2/terminals/{id}/sessions/{session_id}': {
    readonly query: { readonly width?: 32 | 48 }
    readonly body: undefined
    readonly data: CashSession
    readonly isList: false
  }
  'POST /v2/terminals/{id}/sessions/{session_id}/close': {
    readonly query: {}
    readonly body: CloseCashSessionRequest
    readonly data: CashSession
    readonly isList: false
  }
  'POST /v2/collections': {
    readonly query: {}
    readonly body: CreateCollectionRequest
    readonly data: Transaction
    readonly isList: false
  }
  'POST /v2/payouts': {
    readonly query: {}
    readonly body: CreatePayoutRequest
    readonly data: Transaction
    readonly isList: false
  }
  'POST /v2/quotes': {
    readonly query: {}
    readonly body: CreateQuoteRequest
    readonly data: Quote
    readonly isList: false
  }
  'GET /v2/events': {
    readonly query: {
      readonly limit?: number
      readonly after?: string
      readonly type?: readonly (
        | 'payment.success'
        | 'payment.failed'
        | 'withdrawal.pending'
        | 'withdrawal.success'
        | 'withdrawal.failed'
        | 'withdrawal.cancelled'
        | 'refund.pending'
        | 'refund.success'
        | 'refund.rejected'
        | 'refund.failed'
        | 'refund.cancelled'
        | 'funds.held'
        | 'funds.released'
        | 'test.ping'
      )[]
      readonly wait?: number
    }
    readonly body: undefined
    readonly data: Event
    readonly isList: true
  }
  'GET /v2/events/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: Event
    readonly isList: false
  }
  'POST /v2/webhook_endpoints/{id}/enable': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'POST /v2/webhook_endpoints/{id}/disable': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'POST /v2/webhook_endpoints/{id}/rotate': {
    readonly query: {}
    readonly body: RotateWebhookSecretRequest
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'POST /v2/webhook_endpoints/{id}/test': {
    readonly query: {}
    readonly body: TestWebhookEndpointRequest
    readonly data: WebhookDeliveryDetail
    readonly isList: false
  }
  'GET /v2/webhook_deliveries': {
    readonly query: {
      readonly limit?: number
      readonly cursor?: string
      readonly status?: 'pending' | 'failed' | 'delivered' | 'abandoned'
      readonly endpoint_id?: string
      readonly transaction_id?: string
    }
    readonly body: undefined
    readonly data: WebhookDelivery
    readonly isList: true
  }
  'GET /v2/webhook_deliveries/{id}': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookDeliveryDetail
    readonly isList: false
  }
  'POST /v2/webhook_deliveries/{id}/retry': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookDeliveryDetail
    readonly isList: false
  }
  'GET /v2/webhook_listeners': {
    readonly query: {}
    readonly body: undefined
    readonly data: WebhookListener
    readonly isList: true
  }
  'POST /v2/webhook_listeners': {
    readonly query: {}
    readonly body: AnnounceWebhookListenerRequest
    readonly data: WebhookListener
    readonly isList: false
  }
  'GET /v2/webhook_listeners/{id}/results': {
    readonly query: { readonly limit?: number; readonly cursor?: string }
    readonly body: undefined
    readonly data: WebhookListenerResult
    readonly isList: true
  }
  'POST /v2/webhook_listeners/{id}/results': {
    readonly query: {}
    readonly body: RecordWebhookListenerResultsRequest
    readonly data: WebhookListener
    readonly isList: false
  }
  'GET /v2/payment-links': {
    readonly query: { readonly limit?: number; readonly cursor?: string }
    readonly body: undefined
    readonly data: PaymentLinkDetails
    readonly isList: true
  }
  'POST /v2/payment-links': {
    readonly query: {}
    readonly body: CreatePaymentLinkRequest
    readonly data: PaymentLinkDetails
    readonly isList: false
  }
  'GET /v2/payment-links/{id}/details': {
    readonly query: {}
    readonly body: undefined
    readonly data: PaymentLinkDetails
    readonly isList: false
  }
  'POST /v2/payment-links/{id}/close': {
    readonly query: {}
    readonly body: undefined
    readonly data: PaymentLinkDetails
    readonly isList: false
  }
}

/** Operations that take an idempotency key, and so may be repeated without a second payment. */
export const keyedOperations: ReadonlySet<string> = new Set([
  'POST /v2/checkouts',
  'POST /v2/payment-links/{id}/collections',
  'POST /v2/collections',
  'POST /v2/payouts',
  'POST /v2/payment-links',
])

/** Operations that a version added, and which: the client names it. */
export const operationVersions: Readonly<Record<string, string>> = {
  'POST /v2/transactions/{id}/simulate': '2.6.0',
  'PATCH /v2/payment-links/{id}': '2.6.0',
  'PATCH /v2/webhook_endpoints/{id}': '2.6.0',
  'GET /v2/events': '2.6.0',
  'GET /v2/events/{id}': '2.6.0',
  'POST /v2/webhook_endpoints/{id}/enable': '2.6.0',
  'POST /v2/webhook_endpoints/{id}/disable': '2.6.0',
  'POST /v2/webhook_endpoints/{id}/rotate': '2.6.0',
  'POST /v2/webhook_endpoints/{id}/test': '2.6.0',
  'GET /v2/webhook_deliveries': '2.6.0',
  'GET /v2/webhook_deliveries/{id}': '2.6.0',
  'POST /v2/webhook_deliveries/{id}/retry': '2.6.0',
  'GET /v2/webhook_listeners': '2.6.0',
  'POST /v2/webhook_listeners': '2.6.0',
  'GET /v2/webhook_listeners/{id}/results': '2.6.0',
  'POST /v2/webhook_listeners/{id}/results': '2.6.0',
  'GET /v2/payment-links': '2.6.0',
  'POST /v2/payment-links': '2.6.0',
  'GET /v2/payment-links/{id}/details': '2.6.0',
  'POST /v2/payment-links/{id}/close': '2.6.0',
}
