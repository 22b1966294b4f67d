// Made from /openapi.json by `npm run sdk:types`.

export type Session = {
  readonly id: string
  readonly object: 'session'
  readonly key_type: 'secret' | 'public' | 'terminal' | 'session'
  readonly mode: 'live' | 'sandbox'
  readonly channel: 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
  readonly service: {
    readonly id: string
    readonly name: string
    readonly public_name: string
    /** Code ISO 4217. */
    readonly currency: string
  }
  readonly terminal: {
    readonly id: string
    readonly label: string
    readonly point_of_sale: { readonly id: string; readonly name: string } | null
  } | null
  readonly collaborator: { readonly id: string; readonly name: string } | null
}

export type PaymentMethod = {
  readonly id: string
  readonly object: 'payment_method'
  readonly provider: string
  readonly name: string
  readonly type: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
  readonly network: string | null
  readonly country: string
  /** Code ISO 4217. */
  readonly currency: string
  readonly decimals: number
  readonly currencies: readonly string[]
  /** Montant dans l’unité de la devise. */
  readonly min_amount: number
  /** Montant dans l’unité de la devise. */
  readonly max_amount: number
  /** Code ISO 4217. */
  readonly display_currency: string
  /** Montant dans l’unité de la devise. */
  readonly display_min_amount: number
  /** Montant dans l’unité de la devise. */
  readonly display_max_amount: number
  readonly fees_preview: {
    readonly kind: 'percentage' | 'fixed'
    /** Taux ou pourcentage. */
    readonly value: number
    readonly payer: 'merchant' | 'customer'
  }
  readonly phone: {
    readonly length: number
    readonly prefix_length: number
    readonly prefixes: readonly string[]
    readonly country_code: string
  } | null
  readonly logo_url: string
}

export type Transaction = {
  readonly id: string
  readonly object: 'transaction'
  readonly type: 'collection' | 'payout'
  readonly status: 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled'
  readonly pending_reason: ('awaiting_provider' | 'awaiting_bank_transfer') | null
  readonly mode: 'live' | 'sandbox'
  readonly channel: 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
  readonly reference: string
  readonly description: string | null
  /** Code ISO 4217. */
  readonly currency: string
  readonly fees: {
    /** Code ISO 4217. */
    readonly currency: string
    readonly payer: 'merchant' | 'customer'
    readonly rule: {
      readonly kind: 'percentage' | 'fixed'
      /** Taux ou pourcentage. */
      readonly value: number
      readonly level: 'platform' | 'service' | 'channel' | 'terminal'
      readonly channel: string | null
      readonly terminal: string | null
    }
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  }
  /** Montant dans l’unité de la devise. */
  readonly amount_charged: number
  /** Code ISO 4217. */
  readonly charged_currency: string
  /** Montant dans l’unité de la devise. */
  readonly net_amount: number
  /** Code ISO 4217. */
  readonly net_currency: string
  readonly exchange: {
    /** Code ISO 4217. */
    readonly from: string
    /** Code ISO 4217. */
    readonly to: string
    /** Taux ou pourcentage. */
    readonly rate: number
    /** Montant dans l’unité de la devise. */
    readonly fee?: number
    /** Code ISO 4217. */
    readonly fee_currency?: string
    readonly fee_payer?: 'merchant' | 'customer'
    /** Montant dans l’unité de la devise. */
    readonly margin?: number
    /** Code ISO 4217. */
    readonly margin_currency?: string
    /** Taux ou pourcentage. */
    readonly margin_percent?: number
    readonly margin_payer?: 'merchant' | 'customer'
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  } | null
  /** Montants tels que le payeur les voit, dans la devise du service. */
  readonly display: {
    /** Code ISO 4217. */
    readonly currency: string
    /** Montant dans l’unité de la devise. */
    readonly fees: number
    /** Montant dans l’unité de la devise. */
    readonly amount_charged: number
    /** Montant dans l’unité de la devise. */
    readonly net_amount?: number
    /** Montant dans l’unité de la devise. */
    readonly exchange_fee: number
    readonly fees_under_minimum: boolean
    readonly rate: {
      /** Taux ou pourcentage. */
      readonly value: number
      /** Taux ou pourcentage. */
      readonly per_unit: number
      readonly at: string | null
      readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
    }
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  }
  readonly customer: {
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
  }
  readonly payment_method: {
    readonly type: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
    readonly network: string | null
    readonly card_last4: string | null
  }
  readonly next_action: { readonly type: 'redirect'; readonly url: string } | null
  readonly provider: string
  readonly terminal: {
    readonly id: string
    readonly label: string
    readonly point_of_sale: { readonly id: string; readonly name: string } | null
  } | null
  readonly operator: { readonly id: string; readonly name: string } | null
  readonly payment_link: { readonly id: string; readonly title: string | null } | null
  readonly failure: { readonly message: string; readonly code: string } | null
  readonly metadata: Readonly<Record<string, string>>
  readonly available: boolean | null
  readonly funds?: {
    readonly status: ('available' | 'pending' | 'pending_confirmation' | 'held' | 'withheld') | null
    readonly simulated: boolean
  } | null
  /** Montant dans l’unité de la devise. */
  readonly refunded_amount: number
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  readonly completed_at: string | null
  readonly receipt_token?: string
  readonly payout: {
    readonly state: 'to_process' | 'in_progress' | 'transferred' | 'rejected' | 'cancelled'
    readonly bank: string
    readonly account_masked: string
    readonly bank_reference: string | null
    readonly transfer_on: string | null
  } | null
  /** Montant dans l’unité de la devise. */
  readonly amount: number
}

export type Receipt = {
  readonly id: string
  readonly object: 'receipt'
  readonly merchant: {
    readonly public_name: string
    readonly service_name: string
    readonly logo_url: string | null
    readonly address: string | null
    readonly phone: string | null
    readonly email: string | null
  }
  readonly product: string
  /** Code ISO 4217. */
  readonly currency: string
  /** Montant dans l’unité de la devise. */
  readonly fees: number
  /** Code ISO 4217. */
  readonly fees_currency: string
  /** Montant dans l’unité de la devise. */
  readonly amount_charged: number
  /** Code ISO 4217. */
  readonly charged_currency: string
  readonly payment_method: {
    readonly type: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
    readonly network: string | null
    readonly label: string
  }
  /** Montants tels que le payeur les voit, dans la devise du service. */
  readonly display: {
    /** Code ISO 4217. */
    readonly currency: string
    /** Montant dans l’unité de la devise. */
    readonly fees: number
    /** Montant dans l’unité de la devise. */
    readonly amount_charged: number
    /** Montant dans l’unité de la devise. */
    readonly net_amount?: number
    /** Montant dans l’unité de la devise. */
    readonly exchange_fee: number
    readonly fees_under_minimum: boolean
    readonly rate: {
      /** Taux ou pourcentage. */
      readonly value: number
      /** Taux ou pourcentage. */
      readonly per_unit: number
      readonly at: string | null
      readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
    }
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  }
  readonly customer_details: 'full' | 'masked'
  readonly customer_phone: string | null
  readonly phone_display: string | null
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly phone_masked: string | null
  readonly channel: { readonly label: string; readonly display: string; readonly code: string }
  readonly terminal_label: string | null
  readonly operator_name: string | null
  readonly receipt_number: string
  readonly transaction_id: string
  readonly provider_reference: string | null
  readonly reference: string
  readonly completed_at: string | null
  readonly completed_at_local: string | null
  readonly completed_at_text: string | null
  readonly mode: 'live' | 'sandbox'
  readonly verify_url: string
  readonly invoice_url: string | null
  readonly width: number | null
  readonly text: string | null
  /** Montant dans l’unité de la devise. */
  readonly amount: number
}

export type PhoneNumber = {
  readonly id: string
  readonly object: 'phone_number'
  readonly phone: string
  readonly country: string
}

export type Balance = {
  readonly id: string
  readonly object: 'balance'
  /** Code ISO 4217. */
  readonly currency: string
  /** Montant dans l’unité de la devise. */
  readonly available: number
  /** Montant dans l’unité de la devise. */
  readonly pending: number
  /** Montant dans l’unité de la devise. */
  readonly pending_confirmation: number
  readonly pending_confirmation_count: number
  readonly pending_confirmation_message: string
  readonly simulated: boolean
  /** Date ISO 8601 en UTC. */
  readonly updated_at: string
}

export type Quote = {
  readonly id: string
  readonly object: 'quote'
  readonly type: 'collection' | 'payout'
  readonly mode: 'live' | 'sandbox'
  readonly channel: 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
  readonly provider: string
  readonly payment_method: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
  /** Code ISO 4217. */
  readonly currency: string
  readonly fees: {
    /** Code ISO 4217. */
    readonly currency: string
    readonly payer: 'merchant' | 'customer'
    readonly rule: {
      readonly kind: 'percentage' | 'fixed'
      /** Taux ou pourcentage. */
      readonly value: number
      readonly level: 'platform' | 'service' | 'channel' | 'terminal'
      readonly channel: string | null
      readonly terminal: string | null
    }
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  }
  /** Montant dans l’unité de la devise. */
  readonly amount_charged: number
  /** Code ISO 4217. */
  readonly charged_currency: string
  /** Montant dans l’unité de la devise. */
  readonly rounding: number
  /** Montant dans l’unité de la devise. */
  readonly net_amount?: number
  /** Code ISO 4217. */
  readonly net_currency?: string
  readonly exchange: {
    /** Code ISO 4217. */
    readonly from: string
    /** Code ISO 4217. */
    readonly to: string
    /** Taux ou pourcentage. */
    readonly rate: number
    /** Montant dans l’unité de la devise. */
    readonly fee?: number
    /** Code ISO 4217. */
    readonly fee_currency?: string
    readonly fee_payer?: 'merchant' | 'customer'
    /** Montant dans l’unité de la devise. */
    readonly margin?: number
    /** Code ISO 4217. */
    readonly margin_currency?: string
    /** Taux ou pourcentage. */
    readonly margin_percent?: number
    readonly margin_payer?: 'merchant' | 'customer'
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  } | null
  readonly limits: {
    /** Montant dans l’unité de la devise. */
    readonly min_amount: number
    /** Montant dans l’unité de la devise. */
    readonly max_amount: number
    /** Code ISO 4217. */
    readonly currency: string
  } | null
  /** Montants tels que le payeur les voit, dans la devise du service. */
  readonly display: {
    /** Code ISO 4217. */
    readonly currency: string
    /** Montant dans l’unité de la devise. */
    readonly fees: number
    /** Montant dans l’unité de la devise. */
    readonly amount_charged: number
    /** Montant dans l’unité de la devise. */
    readonly net_amount?: number
    /** Montant dans l’unité de la devise. */
    readonly exchange_fee: number
    readonly fees_under_minimum: boolean
    readonly rate: {
      /** Taux ou pourcentage. */
      readonly value: number
      /** Taux ou pourcentage. */
      readonly per_unit: number
      readonly at: string | null
      readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
    }
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  }
  readonly expires_at: string | null
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  /** Montant dans l’unité de la devise. */
  readonly amount: number
}

export type Currency = {
  /** Code ISO 4217. */
  readonly id: string
  readonly object: 'currency'
  readonly numeric_code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly rounding_step: number | null
  readonly regime: 'pivot' | 'fixed' | 'floating'
  readonly parity: {
    /** Code ISO 4217. */
    readonly currency: string
    /** Taux ou pourcentage. */
    readonly value: number
  } | null
  readonly active: boolean
  /** Code ISO 4217. */
  readonly code: string
}

export type ExchangeRate = {
  readonly id: string
  readonly object: 'exchange_rate'
  /** Code ISO 4217. */
  readonly from: string
  /** Code ISO 4217. */
  readonly to: string
  /** Taux ou pourcentage. */
  readonly rate: number
  /** Taux ou pourcentage. */
  readonly inverse_rate: number
  readonly regime: 'identity' | 'fixed' | 'floating'
  readonly source: string | null
  /** Taux ou pourcentage. */
  readonly margin_percent?: number
  readonly at: string | null
  readonly expires_at: string | null
}

export type Checkout = {
  readonly id: string
  readonly object: 'checkout'
  readonly mode: 'live' | 'sandbox'
  readonly channel: 'shop' | 'pos'
  /** Code ISO 4217. */
  readonly currency: string
  readonly description: string | null
  readonly status: 'open' | 'processing' | 'succeeded' | 'expired' | 'cancelled'
  readonly expires_in: number
  /** Date ISO 8601 en UTC. */
  readonly expires_at: string
  readonly url: string
  readonly terminal: {
    readonly id: string
    readonly label: string
    readonly point_of_sale: { readonly id: string; readonly name: string } | null
  } | null
  readonly operator: { readonly id: string; readonly name: string } | null
  readonly transaction: {
    readonly id: string
    readonly object: 'transaction'
    readonly type: 'collection' | 'payout'
    readonly status: 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled'
    readonly pending_reason: ('awaiting_provider' | 'awaiting_bank_transfer') | null
    readonly mode: 'live' | 'sandbox'
    readonly channel: 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
    readonly reference: string
    readonly description: string | null
    /** Code ISO 4217. */
    readonly currency: string
    readonly fees: {
      /** Code ISO 4217. */
      readonly currency: string
      readonly payer: 'merchant' | 'customer'
      readonly rule: {
        readonly kind: 'percentage' | 'fixed'
        /** Taux ou pourcentage. */
        readonly value: number
        readonly level: 'platform' | 'service' | 'channel' | 'terminal'
        readonly channel: string | null
        readonly terminal: string | null
      }
      /** Montant dans l’unité de la devise. */
      readonly amount: number
    }
    /** Montant dans l’unité de la devise. */
    readonly amount_charged: number
    /** Code ISO 4217. */
    readonly charged_currency: string
    /** Montant dans l’unité de la devise. */
    readonly net_amount: number
    /** Code ISO 4217. */
    readonly net_currency: string
    readonly exchange: {
      /** Code ISO 4217. */
      readonly from: string
      /** Code ISO 4217. */
      readonly to: string
      /** Taux ou pourcentage. */
      readonly rate: number
      /** Montant dans l’unité de la devise. */
      readonly fee?: number
      /** Code ISO 4217. */
      readonly fee_currency?: string
      readonly fee_payer?: 'merchant' | 'customer'
      /** Montant dans l’unité de la devise. */
      readonly margin?: number
      /** Code ISO 4217. */
      readonly margin_currency?: string
      /** Taux ou pourcentage. */
      readonly margin_percent?: number
      readonly margin_payer?: 'merchant' | 'customer'
      /** Montant dans l’unité de la devise. */
      readonly amount: number
    } | null
    /** Montants tels que le payeur les voit, dans la devise du service. */
    readonly display: {
      /** Code ISO 4217. */
      readonly currency: string
      /** Montant dans l’unité de la devise. */
      readonly fees: number
      /** Montant dans l’unité de la devise. */
      readonly amount_charged: number
      /** Montant dans l’unité de la devise. */
      readonly net_amount?: number
      /** Montant dans l’unité de la devise. */
      readonly exchange_fee: number
      readonly fees_under_minimum: boolean
      readonly rate: {
        /** Taux ou pourcentage. */
        readonly value: number
        /** Taux ou pourcentage. */
        readonly per_unit: number
        readonly at: string | null
        readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
      }
      /** Montant dans l’unité de la devise. */
      readonly amount: number
    }
    readonly customer: {
      readonly name: string | null
      readonly email: string | null
      readonly phone: string | null
    }
    readonly payment_method: {
      readonly type: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
      readonly network: string | null
      readonly card_last4: string | null
    }
    readonly next_action: { readonly type: 'redirect'; readonly url: string } | null
    readonly provider: string
    readonly terminal: {
      readonly id: string
      readonly label: string
      readonly point_of_sale: { readonly id: string; readonly name: string } | null
    } | null
    readonly operator: { readonly id: string; readonly name: string } | null
    readonly payment_link: { readonly id: string; readonly title: string | null } | null
    readonly failure: { readonly message: string; readonly code: string } | null
    readonly metadata: Readonly<Record<string, string>>
    readonly available: boolean | null
    readonly funds?: {
      readonly status:
        | ('available' | 'pending' | 'pending_confirmation' | 'held' | 'withheld')
        | null
      readonly simulated: boolean
    } | null
    /** Montant dans l’unité de la devise. */
    readonly refunded_amount: number
    /** Date ISO 8601 en UTC. */
    readonly created_at: string
    readonly completed_at: string | null
    readonly receipt_token?: string
    readonly payout: {
      readonly state: 'to_process' | 'in_progress' | 'transferred' | 'rejected' | 'cancelled'
      readonly bank: string
      readonly account_masked: string
      readonly bank_reference: string | null
      readonly transfer_on: string | null
    } | null
    /** Montant dans l’unité de la devise. */
    readonly amount: number
  } | null
  /** Prix tel que le payeur le voit, dans la devise du service. */
  readonly display: {
    /** Code ISO 4217. */
    readonly currency: string
    readonly converted: boolean
    readonly rate: {
      /** Taux ou pourcentage. */
      readonly value: number
      /** Taux ou pourcentage. */
      readonly per_unit: number
      readonly at: string | null
      readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
    }
    readonly amount: number | null
  }
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  readonly completed_at: string | null
  readonly cancelled_at: string | null
  /** Montant dans l’unité de la devise. */
  readonly amount: number
}

export type PaymentLink = {
  readonly id: string
  readonly object: 'payment_link'
  readonly mode: 'live' | 'sandbox'
  readonly kind: 'link' | 'checkout'
  readonly title: string | null
  readonly description: string | null
  readonly status: 'active' | 'inactive' | 'expired' | 'cancelled' | 'paid' | 'in_progress'
  readonly active: boolean
  /** Code ISO 4217. */
  readonly currency: string
  readonly min_amount: number | null
  readonly max_amount: number | null
  readonly reusable: boolean
  readonly max_payments: number | null
  readonly payments_count: number
  readonly expires_at: string | null
  readonly collect: { readonly name: boolean; readonly email: boolean; readonly phone: boolean }
  readonly custom_fields: readonly {
    readonly key: string
    readonly label: string
    readonly type: 'text' | 'number' | 'date'
    readonly required: boolean
  }[]
  readonly redirect_url: string | null
  readonly success_message: string | null
  readonly merchant: {
    readonly public_name: string
    readonly service_name: string
    readonly logo_url: string | null
  }
  readonly url: string
  readonly qr_url: string
  /** Prix tel que le payeur le voit, dans la devise du service. */
  readonly display: {
    /** Code ISO 4217. */
    readonly currency: string
    readonly converted: boolean
    readonly rate: {
      /** Taux ou pourcentage. */
      readonly value: number
      /** Taux ou pourcentage. */
      readonly per_unit: number
      readonly at: string | null
      readonly source: 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'
    }
    readonly amount: number | null
  }
  readonly metadata: Readonly<Record<string, string>>
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  /** Date ISO 8601 en UTC. */
  readonly updated_at: string
  readonly amount: number | null
}

export type WebhookEndpoint = {
  readonly id: string
  readonly object: 'webhook_endpoint'
  readonly url: string
  readonly label: string | null
  readonly status: 'enabled' | 'disabled'
  readonly all_events: boolean
  readonly events: readonly string[]
  readonly mode: 'live' | 'sandbox'
  readonly secret_last4: string
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  /** Le secret qui remplacera celui-ci ; absent quand aucun n’attend. */
  readonly next_secret?: {
    readonly last4: string
    /** Date ISO 8601 en UTC. */
    readonly takes_over_at: string
  }
  readonly secret?: string
  /** Le même secret, écrit pour les bibliothèques Standard Webhooks ; à son renouvellement seulement. */
  readonly signing_secret?: string
}

export type DeletedWebhookEndpoint = {
  readonly id: string
  readonly object: 'webhook_endpoint'
  readonly deleted: true
}

export type WebhookEventType = {
  readonly id: string
  readonly object: 'webhook_event_type'
  readonly group: string
  readonly group_label: string
  readonly label: string
  readonly description: string
  readonly code: string
}

export type Terminal = {
  readonly id: string
  readonly object: 'terminal'
  readonly mode: 'live' | 'sandbox'
  readonly type: 'pos' | 'shop'
  readonly label: string
  readonly point_of_sale: { readonly id: string; readonly name: string } | null
  readonly status: 'pending_activation' | 'active' | 'disabled'
  readonly activation_code?: string
  readonly activation_expires_at: string | null
  readonly key?: string
  readonly key_last4: string | null
  readonly serial_number: string | null
  readonly device_type: string | null
  readonly app_version: string | null
  readonly last_seen_at: string | null
  readonly fees_rule: {
    readonly kind: 'percentage' | 'fixed'
    /** Montant dans l’unité de la devise. */
    readonly value: number
    readonly payer: 'merchant' | 'customer'
  } | null
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  /** Date ISO 8601 en UTC. */
  readonly updated_at: string
}

export type DeletedTerminal = {
  readonly id: string
  readonly object: 'terminal'
  readonly deleted: true
}

export type CashSession = {
  readonly id: string
  readonly object: 'cash_session'
  readonly mode: 'live' | 'sandbox'
  readonly terminal: {
    readonly id: string
    readonly label: string
    readonly point_of_sale: { readonly id: string; readonly name: string } | null
  }
  readonly operator: { readonly id: string; readonly name: string }
  readonly status: 'open' | 'closed' | 'expired'
  readonly token?: string
  readonly channel: 'pos' | 'shop'
  /** Date ISO 8601 en UTC. */
  readonly opened_at: string
  /** Date ISO 8601 en UTC. */
  readonly expires_at: string
  readonly closed_at: string | null
  readonly closed_by: ('secret' | 'terminal' | 'portal') | null
  /** Code ISO 4217. */
  readonly currency: string
  /** Montant dans l’unité de la devise. */
  readonly opening_float: number
  readonly counted_cash: number | null
  /** Montant dans l’unité de la devise. */
  readonly expected_cash: number
  readonly difference: number | null
  /** Encaissements réussis de la session, montants débités aux payeurs. */
  readonly totals: {
    readonly collections_count: number
    /** Montant dans l’unité de la devise. */
    readonly collections_amount: number
    /** Montant dans l’unité de la devise. */
    readonly fees_amount: number
    readonly refunds_count: number
    /** Montant dans l’unité de la devise. */
    readonly refunds_amount: number
    readonly pending_count: number
    readonly by_provider: readonly {
      readonly provider: string
      readonly count: number
      /** Montant dans l’unité de la devise. */
      readonly fees_amount: number
      readonly refunds_count: number
      /** Montant dans l’unité de la devise. */
      readonly refunds_amount: number
      readonly pending_count: number
      /** Montant dans l’unité de la devise. */
      readonly amount: number
    }[]
  }
  readonly note: string | null
  readonly width: number | null
  readonly z_report: string | null
}

export type Event = {
  /** Identifiant de l’événement, le même à chaque envoi, dans l’en-tête webhook-id. */
  readonly id: string
  readonly object: 'event'
  /** Type de l’événement, le champ event du webhook. */
  readonly type:
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
  readonly mode: 'live' | 'sandbox'
  /** Vrai pour un événement de test, à ignorer. */
  readonly test: boolean
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  /** Les mêmes champs que data dans le webhook de ce type. */
  readonly data: Readonly<Record<string, unknown>>
}

export type WebhookDeliveryDetail = {
  readonly id: string
  readonly object: 'webhook_delivery'
  readonly mode: 'live' | 'sandbox'
  /** L’événement, celui de l’en-tête webhook-id. */
  readonly event_id: string
  /** Type de l’événement. */
  readonly type: string
  /** Vrai pour un événement de test. */
  readonly test: boolean
  readonly endpoint_id: string
  /** Adresse du webhook aujourd’hui. */
  readonly url: string
  readonly transaction_id: string | null
  readonly reference: string | null
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  /** Envois commencés, six au plus. */
  readonly attempts: number
  readonly last_http_status: number | null
  /** Pourquoi le dernier envoi a manqué. */
  readonly last_error: string | null
  readonly next_attempt_at: string | null
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  readonly completed_at: string | null
  /** Les cent derniers envois, le plus ancien d’abord. */
  readonly sends: readonly {
    /** L’en-tête X-Service-Attempt. */
    readonly number: number
    /** Demandé après l’abandon de la livraison. */
    readonly extra: boolean
    readonly url: string
    /** Date ISO 8601 en UTC. */
    readonly started_at: string
    readonly finished: boolean
    readonly http_status: number | null
    readonly error: string | null
    readonly duration_ms: number | null
    /** Début de la réponse du serveur, 500 caractères au plus. */
    readonly response_extract: string | null
  }[]
}

export type WebhookDelivery = {
  readonly id: string
  readonly object: 'webhook_delivery'
  readonly mode: 'live' | 'sandbox'
  /** L’événement, celui de l’en-tête webhook-id. */
  readonly event_id: string
  /** Type de l’événement. */
  readonly type: string
  /** Vrai pour un événement de test. */
  readonly test: boolean
  readonly endpoint_id: string
  /** Adresse du webhook aujourd’hui. */
  readonly url: string
  readonly transaction_id: string | null
  readonly reference: string | null
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  /** Envois commencés, six au plus. */
  readonly attempts: number
  readonly last_http_status: number | null
  /** Pourquoi le dernier envoi a manqué. */
  readonly last_error: string | null
  readonly next_attempt_at: string | null
  /** Date ISO 8601 en UTC. */
  readonly created_at: string
  readonly completed_at: string | null
}

export type Error = {
  readonly error: {
    readonly type:
      | 'invalid_request'
      | 'authentication_error'
      | 'permission_error'
      | 'method_not_allowed'
      | 'rate_limited'
      | 'not_implemented'
      | 'server_error'
      | 'not_found'
      | 'validation_error'
      | 'conflict'
      | 'gone'
      | 'payment_failed'
    readonly message: string
    readonly details: Readonly<Record<string, unknown>>
    readonly request_id: string
    readonly doc_url: string
    readonly code:
      | 'missing_idempotency_key'
      | 'invalid_idempotency_key'
      | 'invalid_json'
      | 'invalid_body'
      | 'invalid_content_type'
      | 'invalid_content_encoding'
      | 'invalid_request'
      | 'unknown_version'
      | 'request_too_large'
      | 'missing_api_key'
      | 'invalid_api_key'
      | 'secret_key_required'
      | 'scope_required'
      | 'key_not_allowed'
      | 'operation_not_allowed'
      | 'live_mode_required'
      | 'method_not_allowed'
      | 'rate_limited'
      | 'sandbox_rate_limited'
      | 'not_implemented'
      | 'internal_error'
      | 'service_unavailable'
      | 'route_not_found'
      | 'transaction_not_found'
      | 'checkout_not_found'
      | 'webhook_endpoint_not_found'
      | 'delivery_not_found'
      | 'event_not_found'
      | 'replay_not_found'
      | 'payment_link_not_found'
      | 'receipt_not_found'
      | 'terminal_not_found'
      | 'cash_session_not_found'
      | 'authorized_account_not_found'
      | 'payout_suspension_not_found'
      | 'notice_not_found'
      | 'refund_not_found'
      | 'merchant_not_found'
      | 'operator_not_found'
      | 'reconciliation_not_found'
      | 'difference_not_found'
      | 'ledger_proof_not_found'
      | 'validation_failed'
      | 'unknown_field'
      | 'missing_field'
      | 'invalid_field'
      | 'unknown_parameter'
      | 'missing_parameter'
      | 'invalid_parameter'
      | 'invalid_cursor'
      | 'invalid_wait'
      | 'invalid_logo'
      | 'invalid_amount'
      | 'invalid_currency'
      | 'invalid_provider'
      | 'invalid_payment_method'
      | 'phone_international_required'
      | 'invalid_phone_number'
      | 'phone_country_mismatch'
      | 'invalid_country'
      | 'invalid_customer'
      | 'invalid_customer_name'
      | 'invalid_email'
      | 'invalid_reference'
      | 'invalid_description'
      | 'invalid_metadata'
      | 'invalid_expires_in'
      | 'invalid_bank_account'
      | 'invalid_url'
      | 'invalid_label'
      | 'invalid_events'
      | 'invalid_enabled'
      | 'invalid_type'
      | 'invalid_activation_code'
      | 'invalid_collaborator'
      | 'invalid_card'
      | 'invalid_card_number'
      | 'unsupported_card_network'
      | 'invalid_card_expiry'
      | 'expired_card'
      | 'invalid_card_cvc'
      | 'duplicate_reference'
      | 'idempotency_conflict'
      | 'request_in_progress'
      | 'cannot_cancel'
      | 'checkout_not_cancellable'
      | 'payment_link_already_paid'
      | 'payment_link_in_progress'
      | 'payment_link_expired'
      | 'payment_link_cancelled'
      | 'webhook_limit_reached'
      | 'webhook_disabled'
      | 'delivery_not_retryable'
      | 'replay_in_progress'
      | 'nothing_to_replay'
      | 'terminal_disabled'
      | 'cash_session_open'
      | 'cash_session_closed'
      | 'refund_not_allowed'
      | 'authorized_account_exists'
      | 'approval_required'
      | 'approval_by_another'
      | 'second_approver_required'
      | 'action_not_allowed'
      | 'exchange_rate_exists'
      | 'currency_not_supported'
      | 'amount_too_small'
      | 'amount_out_of_bounds'
      | 'payment_link_amount_fixed'
      | 'provider_unavailable'
      | 'provider_not_detected'
      | 'payment_method_unavailable'
      | 'exchange_rate_unavailable'
      | 'recipient_not_authorized'
      | 'insufficient_balance'
      | 'payout_amount_too_small'
      | 'payout_amount_too_large'
      | 'payouts_temporarily_unavailable'
      | 'bank_account_ambiguous'
      | 'refund_amount_too_large'
      | 'session_required'
      | 'invalid_credentials'
      | 'invalid_one_time_code'
      | 'invalid_invitation'
      | 'wrong_password'
      | 'too_many_attempts'
      | 'invalid_password'
      | 'email_taken'
      | 'last_administrator'
      | 'second_factor_required'
      | 'account_too_fresh'
      | 'second_person_needed'
      | 'account_change_not_found'
      | 'account_change_over'
      | 'user_not_found'
  }
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
      readonly currency?:
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
      readonly country?: string
      readonly amount?: string
    }
    readonly body: undefined
    readonly data: PaymentMethod
    readonly isList: true
  }
  'POST /v2/collections': {
    readonly query: {}
    readonly body: {
      readonly currency:
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
      readonly provider: string
      readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
      readonly phone?: string
      readonly country?: string
      readonly customer?: { readonly name: string; readonly email: string }
      readonly card?: {
        readonly number: string
        readonly exp_month: number
        readonly exp_year: number
        readonly cvc: string
      }
      readonly reference?: string
      readonly description?: string
      readonly metadata?: Readonly<Record<string, string>>
      readonly amount: number
    }
    readonly data: Transaction
    readonly isList: false
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
    readonly body: { readonly phone: string; readonly provider?: string; readonly country?: string }
    readonly data: PhoneNumber
    readonly isList: false
  }
  'GET /v2/balance': {
    readonly query: {}
    readonly body: undefined
    readonly data: Balance
    readonly isList: false
  }
  'POST /v2/payouts': {
    readonly query: {}
    readonly body: {
      readonly currency:
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
      readonly provider: string
      readonly phone?: string
      readonly country?: string
      readonly bank_account_id?: string
      readonly reference?: string
      readonly description?: string
      readonly amount: number
    }
    readonly data: Transaction
    readonly isList: false
  }
  'POST /v2/transactions/{id}/cancel': {
    readonly query: {}
    readonly body: undefined
    readonly data: Transaction
    readonly isList: false
  }
  'POST /v2/quotes': {
    readonly query: {}
    readonly body: {
      readonly type?: 'collection' | 'payout'
      readonly currency:
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
      readonly provider: string
      readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
      readonly phone?: string
      readonly country?: string
      readonly amount: number
    }
    readonly data: Quote
    readonly isList: false
  }
  'GET /v2/currencies': {
    readonly query: {}
    readonly body: undefined
    readonly data: Currency
    readonly isList: true
  }
  'GET /v2/exchange-rates': {
    readonly query: {
      readonly from:
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
      readonly to:
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
    }
    readonly body: undefined
    readonly data: ExchangeRate
    readonly isList: false
  }
  'POST /v2/checkouts': {
    readonly query: {}
    readonly body: {
      readonly currency?:
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
      readonly expires_in?: number
      readonly description?: string
      readonly amount: number
    }
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
  'GET /v2/payment-links/{id}/payment-methods': {
    readonly query: { readonly country?: string; readonly amount?: string }
    readonly body: undefined
    readonly data: PaymentMethod
    readonly isList: true
  }
  'POST /v2/payment-links/{id}/quotes': {
    readonly query: {}
    readonly body: {
      readonly provider: string
      readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
      readonly phone?: string
      readonly country?: string
      readonly currency?:
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
      readonly amount?: number
    }
    readonly data: Quote
    readonly isList: false
  }
  'POST /v2/payment-links/{id}/collections': {
    readonly query: {}
    readonly body: {
      readonly provider: string
      readonly payment_method?: 'mobile_money' | 'card' | 'direct_debit'
      readonly phone?: string
      readonly country?: string
      readonly customer?: { readonly name: string; readonly email: string }
      readonly card?: {
        readonly number: string
        readonly exp_month: number
        readonly exp_year: number
        readonly cvc: string
      }
      readonly currency?:
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
      readonly custom_fields?: Readonly<Record<string, string>>
      readonly amount?: number
    }
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
    readonly body: {
      readonly url: string
      readonly label?: string
      readonly events: readonly string[]
      readonly enabled?: boolean
    }
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
    readonly body: {
      readonly url?: string
      readonly label?: string | null
      readonly events?: readonly string[]
    }
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
    readonly body: {
      readonly type: 'pos' | 'shop'
      readonly label: string
      readonly point_of_sale?: string
      readonly serial_number?: string
      readonly device_type?: string
    }
    readonly data: Terminal
    readonly isList: false
  }
  'POST /v2/terminals/activate': {
    readonly query: {}
    readonly body: {
      readonly activation_code: string
      readonly serial_number?: string
      readonly device_type?: string
      readonly app_version?: string
    }
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
    readonly body: {
      readonly label?: string
      readonly point_of_sale?: string | null
      readonly serial_number?: string | null
      readonly device_type?: string | null
      readonly app_version?: string | null
    }
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
    readonly body: {
      readonly operator: { readonly id?: string; readonly name?: string }
      readonly expires_in?: number
      readonly opening_float?: number
      readonly note?: string
    }
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
    readonly body: {
      readonly counted_cash?: number
      readonly width?: 32 | 48
      readonly note?: string
    }
    readonly data: CashSession
    readonly isList: false
  }
  'GET /v2/events': {
    readonly query: {
      readonly limit?: number
      /** Où reprendre : meta.next_cursor de la page précédente, l’identifiant du dernier événement traité, ou « latest » pour ne lire que la suite. */
      readonly after?: string
      /** Types d’événements, séparés par des virgules ; tous par défaut. */
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
      /** Secondes d’attente quand il n’y a rien à lire, 5 au plus ; la réponse vient dès le premier événement. */
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
    readonly body: {
      /** « now » (par défaut) : l’ancien secret cesse de signer tout de suite. « in_24_hours » : d’ici là les deux signent, et l’ancien chiffre encore. */
      readonly starts?: 'now' | 'in_24_hours'
    }
    readonly data: WebhookEndpoint
    readonly isList: false
  }
  'POST /v2/webhook_endpoints/{id}/test': {
    readonly query: {}
    readonly body: {
      /** Type de l’exemple à envoyer ; test.ping par défaut. */
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
    readonly data: WebhookDeliveryDetail
    readonly isList: false
  }
  'GET /v2/webhook_deliveries': {
    readonly query: {
      readonly limit?: number
      readonly cursor?: string
      readonly status?: 'pending' | 'failed' | 'delivered' | 'abandoned'
      /** Celles d’un seul webhook. */
      readonly endpoint_id?: string
      /** Celles d’une seule transaction. */
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
}

/** Operations that take an idempotency key, and so may be repeated without a second payment. */
export const keyedOperations: ReadonlySet<string> = new Set([
  'POST /v2/collections',
  'POST /v2/payouts',
  'POST /v2/checkouts',
  'POST /v2/payment-links/{id}/collections',
])

/** Operations that a version added, and which: the client names it. */
export const operationVersions: Readonly<Record<string, string>> = {
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
}
