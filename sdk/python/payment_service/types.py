"""Made from /openapi.json by `npm run sdk:types`."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union


ActivateTerminalRequest = TypedDict(
    "ActivateTerminalRequest",
    {
        "activation_code": "str",
        "serial_number": "NotRequired[str]",
        "device_type": "NotRequired[str]",
        "app_version": "NotRequired[str]",
    },
)


AmountLimits = TypedDict(
    "AmountLimits",
    {
        "min_amount": "float",
        "max_amount": "float",
        "currency": "CurrencyCode",
    },
)


AnnounceWebhookListenerRequest = TypedDict(
    "AnnounceWebhookListenerRequest",
    {
        "label": "str",
    },
)


Balance = TypedDict(
    "Balance",
    {
        "id": "str",
        "object": "Literal[\"balance\"]",
        "currency": "CurrencyCode",
        "available": "float",
        "pending": "float",
        "pending_confirmation": "float",
        "pending_confirmation_count": "int",
        "pending_confirmation_message": "str",
        "simulated": "bool",
        "updated_at": "str",
    },
)


BalanceAnswer = TypedDict(
    "BalanceAnswer",
    {
        "data": "Balance",
        "meta": "Meta",
    },
)


BankTransfer = TypedDict(
    "BankTransfer",
    {
        "state": "Literal[\"to_process\", \"in_progress\", \"transferred\", \"rejected\", \"cancelled\"]",
        "bank": "Provider",
        "account_masked": "str",
        "bank_reference": "Union[str, None]",
        "transfer_on": "Union[str, None]",
        "returned_at": "Union[str, None]",
    },
)


Card = TypedDict(
    "Card",
    {
        "number": "str",
        "exp_month": "int",
        "exp_year": "int",
        "cvc": "str",
    },
)


CashSession = TypedDict(
    "CashSession",
    {
        "id": "str",
        "object": "Literal[\"cash_session\"]",
        "mode": "Mode",
        "terminal": "CashSessionTerminal",
        "operator": "Cashier",
        "status": "Literal[\"open\", \"closed\", \"expired\"]",
        "token": "NotRequired[str]",
        "channel": "Literal[\"pos\", \"shop\"]",
        "opened_at": "str",
        "expires_at": "str",
        "closed_at": "Union[str, None]",
        "closed_by": "Union[Literal[\"secret\", \"terminal\", \"portal\"], None]",
        "currency": "CurrencyCode",
        "opening_float": "float",
        "counted_cash": "Union[float, None]",
        "expected_cash": "float",
        "difference": "Union[float, None]",
        "totals": "CashSessionTotals",
        "note": "Union[str, None]",
        "width": "Union[Literal[32, 48], None]",
        "z_report": "Union[str, None]",
    },
)


CashSessionAnswer = TypedDict(
    "CashSessionAnswer",
    {
        "data": "CashSession",
        "meta": "Meta",
    },
)


CashSessionList = TypedDict(
    "CashSessionList",
    {
        "data": "List[CashSession]",
        "meta": "ListMeta",
    },
)


CashSessionProviderTotals = TypedDict(
    "CashSessionProviderTotals",
    {
        "provider": "Provider",
        "count": "int",
        "fees_amount": "float",
        "refunds_count": "int",
        "refunds_amount": "float",
        "taken_back_count": "int",
        "taken_back_amount": "float",
        "pending_count": "int",
        "amount": "float",
    },
)


CashSessionTerminal = TypedDict(
    "CashSessionTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[PointOfSale, None]",
    },
)


CashSessionTotals = TypedDict(
    "CashSessionTotals",
    {
        "collections_count": "int",
        "collections_amount": "float",
        "fees_amount": "float",
        "refunds_count": "int",
        "refunds_amount": "float",
        "taken_back_count": "int",
        "taken_back_amount": "float",
        "pending_count": "int",
        "by_provider": "List[CashSessionProviderTotals]",
    },
)


Cashier = TypedDict(
    "Cashier",
    {
        "id": "str",
        "name": "str",
    },
)


CashierChoice = TypedDict(
    "CashierChoice",
    {
        "id": "NotRequired[str]",
        "name": "NotRequired[str]",
    },
)


ChangePaymentLinkRequest = TypedDict(
    "ChangePaymentLinkRequest",
    {
        "title": "NotRequired[str]",
        "description": "NotRequired[Union[str, None]]",
        "reference": "NotRequired[Union[str, None]]",
        "max_payments": "NotRequired[Union[int, None]]",
        "expires_at": "NotRequired[Union[str, None]]",
        "success_url": "NotRequired[Union[str, None]]",
        "cancel_url": "NotRequired[Union[str, None]]",
        "origin": "NotRequired[Union[str, None]]",
        "email_required": "NotRequired[bool]",
        "metadata": "NotRequired[Dict[str, str]]",
    },
)


ChangeWebhookEndpointRequest = TypedDict(
    "ChangeWebhookEndpointRequest",
    {
        "url": "NotRequired[str]",
        "label": "NotRequired[Union[str, None]]",
        "events": "NotRequired[List[Literal[\"*\", \"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]]]",
    },
)


Channel = Literal["api", "widget", "payment_link", "shop", "pos", "dashboard"]


Checkout = TypedDict(
    "Checkout",
    {
        "id": "str",
        "object": "Literal[\"checkout\"]",
        "mode": "Mode",
        "channel": "Literal[\"shop\", \"pos\"]",
        "currency": "CurrencyCode",
        "description": "Union[str, None]",
        "status": "CheckoutStatus",
        "expires_in": "int",
        "expires_at": "str",
        "url": "str",
        "terminal": "Union[TerminalReference, None]",
        "operator": "Union[StaffReference, None]",
        "transaction": "Union[Transaction, None]",
        "display": "LinkDisplay",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "cancelled_at": "Union[str, None]",
        "amount": "float",
    },
)


CheckoutAnswer = TypedDict(
    "CheckoutAnswer",
    {
        "data": "Checkout",
        "meta": "Meta",
    },
)


CheckoutStatus = Literal["open", "processing", "succeeded", "expired", "cancelled"]


CloseCashSessionRequest = TypedDict(
    "CloseCashSessionRequest",
    {
        "counted_cash": "NotRequired[float]",
        "width": "NotRequired[Literal[32, 48]]",
        "note": "NotRequired[str]",
    },
)


CollectedDetails = TypedDict(
    "CollectedDetails",
    {
        "name": "bool",
        "email": "bool",
        "phone": "bool",
    },
)


CountListMeta = TypedDict(
    "CountListMeta",
    {
        "request_id": "str",
        "has_more": "bool",
        "next_cursor": "Union[str, None]",
        "limit": "int",
        "count": "int",
    },
)


CreateCheckoutRequest = TypedDict(
    "CreateCheckoutRequest",
    {
        "currency": "NotRequired[SupportedCurrency]",
        "expires_in": "NotRequired[int]",
        "description": "NotRequired[str]",
        "amount": "float",
    },
)


CreateCollectionRequest = TypedDict(
    "CreateCollectionRequest",
    {
        "currency": "SupportedCurrency",
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "customer": "NotRequired[CustomerDetails]",
        "card": "NotRequired[Card]",
        "reference": "NotRequired[str]",
        "description": "NotRequired[str]",
        "metadata": "NotRequired[Dict[str, str]]",
        "quote_id": "NotRequired[str]",
        "amount": "float",
    },
)


CreatePaymentLinkCollectionRequest = TypedDict(
    "CreatePaymentLinkCollectionRequest",
    {
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "customer": "NotRequired[LinkCustomerDetails]",
        "card": "NotRequired[Card]",
        "currency": "NotRequired[SupportedCurrency]",
        "custom_fields": "NotRequired[Dict[str, str]]",
        "amount": "NotRequired[float]",
    },
)


CreatePaymentLinkQuoteRequest = TypedDict(
    "CreatePaymentLinkQuoteRequest",
    {
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "currency": "NotRequired[SupportedCurrency]",
        "amount": "NotRequired[float]",
    },
)


CreatePaymentLinkRequest = TypedDict(
    "CreatePaymentLinkRequest",
    {
        "title": "str",
        "currency": "NotRequired[SupportedCurrency]",
        "min_amount": "NotRequired[float]",
        "max_amount": "NotRequired[float]",
        "description": "NotRequired[Union[str, None]]",
        "reference": "NotRequired[Union[str, None]]",
        "max_payments": "NotRequired[Union[int, None]]",
        "expires_at": "NotRequired[Union[str, None]]",
        "success_url": "NotRequired[Union[str, None]]",
        "cancel_url": "NotRequired[Union[str, None]]",
        "origin": "NotRequired[Union[str, None]]",
        "email_required": "NotRequired[bool]",
        "metadata": "NotRequired[Dict[str, str]]",
        "amount": "NotRequired[float]",
    },
)


CreatePayoutRequest = TypedDict(
    "CreatePayoutRequest",
    {
        "currency": "SupportedCurrency",
        "provider": "str",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "bank_account_id": "NotRequired[str]",
        "reference": "NotRequired[str]",
        "description": "NotRequired[str]",
        "quote_id": "NotRequired[str]",
        "amount": "float",
    },
)


CreateQuoteRequest = TypedDict(
    "CreateQuoteRequest",
    {
        "type": "NotRequired[Literal[\"collection\", \"payout\"]]",
        "currency": "SupportedCurrency",
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "amount": "float",
    },
)


CreateTerminalRequest = TypedDict(
    "CreateTerminalRequest",
    {
        "type": "Literal[\"pos\", \"shop\"]",
        "label": "str",
        "point_of_sale": "NotRequired[str]",
        "serial_number": "NotRequired[str]",
        "device_type": "NotRequired[str]",
    },
)


CreateWebhookEndpointRequest = TypedDict(
    "CreateWebhookEndpointRequest",
    {
        "url": "str",
        "label": "NotRequired[str]",
        "events": "List[Literal[\"*\", \"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]]",
        "enabled": "NotRequired[bool]",
    },
)


Currency = TypedDict(
    "Currency",
    {
        "id": "CurrencyCode",
        "object": "Literal[\"currency\"]",
        "numeric_code": "str",
        "name": "str",
        "symbol": "str",
        "decimals": "int",
        "rounding_step": "Union[float, None]",
        "regime": "Literal[\"pivot\", \"fixed\", \"floating\"]",
        "parity": "Union[Parity, None]",
        "active": "bool",
        "code": "CurrencyCode",
    },
)


CurrencyCode = str


CurrencyList = TypedDict(
    "CurrencyList",
    {
        "data": "List[Currency]",
        "meta": "ListMeta",
    },
)


CustomField = TypedDict(
    "CustomField",
    {
        "key": "str",
        "label": "str",
        "type": "Literal[\"text\", \"number\", \"date\"]",
        "required": "bool",
    },
)


Customer = TypedDict(
    "Customer",
    {
        "name": "Union[str, None]",
        "email": "Union[str, None]",
        "phone": "Union[str, None]",
    },
)


CustomerDetails = TypedDict(
    "CustomerDetails",
    {
        "name": "str",
        "email": "str",
    },
)


DeletedTerminal = TypedDict(
    "DeletedTerminal",
    {
        "id": "str",
        "object": "Literal[\"terminal\"]",
        "deleted": "Literal[True]",
    },
)


DeletedTerminalAnswer = TypedDict(
    "DeletedTerminalAnswer",
    {
        "data": "DeletedTerminal",
        "meta": "Meta",
    },
)


DeletedWebhookEndpoint = TypedDict(
    "DeletedWebhookEndpoint",
    {
        "id": "str",
        "object": "Literal[\"webhook_endpoint\"]",
        "deleted": "Literal[True]",
    },
)


DeletedWebhookEndpointAnswer = TypedDict(
    "DeletedWebhookEndpointAnswer",
    {
        "data": "DeletedWebhookEndpoint",
        "meta": "Meta",
    },
)


Display = TypedDict(
    "Display",
    {
        "currency": "CurrencyCode",
        "fees": "float",
        "amount_charged": "float",
        "net_amount": "NotRequired[float]",
        "exchange_fee": "float",
        "fees_under_minimum": "bool",
        "rate": "DisplayRate",
        "amount": "float",
    },
)


DisplayRate = TypedDict(
    "DisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


ErrorAnswer = TypedDict(
    "ErrorAnswer",
    {
        "error": "Refusal",
    },
)


ErrorCode = Literal["amount_out_of_bounds", "amount_too_small", "bank_account_ambiguous", "cannot_cancel", "cannot_simulate", "cash_session_closed", "cash_session_not_found", "cash_session_open", "cashiers_too_many", "checkout_not_cancellable", "checkout_not_found", "currency_not_supported", "delivery_not_found", "delivery_not_retryable", "duplicate_reference", "event_not_found", "exchange_rate_unavailable", "expired_card", "idempotency_conflict", "idempotency_not_supported", "insufficient_balance", "internal_error", "invalid_activation_code", "invalid_amount", "invalid_api_key", "invalid_bank_account", "invalid_body", "invalid_card", "invalid_card_cvc", "invalid_card_expiry", "invalid_card_number", "invalid_collaborator", "invalid_content_encoding", "invalid_content_type", "invalid_country", "invalid_currency", "invalid_cursor", "invalid_customer", "invalid_customer_name", "invalid_description", "invalid_email", "invalid_enabled", "invalid_events", "invalid_expires_in", "invalid_field", "invalid_idempotency_key", "invalid_json", "invalid_label", "invalid_metadata", "invalid_parameter", "invalid_payment_method", "invalid_phone_number", "invalid_provider", "invalid_reference", "invalid_request", "invalid_return_url", "invalid_type", "invalid_url", "invalid_wait", "key_not_allowed", "live_mode_not_open", "live_mode_required", "method_not_allowed", "missing_api_key", "missing_field", "missing_idempotency_key", "missing_parameter", "not_implemented", "operation_not_allowed", "payment_link_already_paid", "payment_link_amount_fixed", "payment_link_cancelled", "payment_link_expired", "payment_link_in_progress", "payment_link_not_found", "payment_links_too_many", "payment_method_unavailable", "payout_amount_too_large", "payout_amount_too_small", "payouts_temporarily_unavailable", "phone_country_mismatch", "phone_international_required", "points_of_sale_too_many", "provider_not_detected", "provider_unavailable", "quote_already_used", "quote_expired", "quote_mismatch", "quote_not_found", "rate_limited", "receipt_not_found", "recipient_not_authorized", "request_in_progress", "request_too_large", "route_not_found", "sandbox_mode_required", "sandbox_rate_limited", "scope_required", "secret_key_required", "service_unavailable", "terminal_disabled", "terminal_not_found", "terminals_too_many", "too_many_attempts", "transaction_not_found", "unknown_field", "unknown_parameter", "unknown_version", "unsupported_card_network", "validation_failed", "webhook_disabled", "webhook_endpoint_not_found", "webhook_limit_reached", "webhook_listener_limit_reached", "webhook_listener_not_found"]


ErrorType = Literal["payment_failed", "conflict", "not_found", "validation_error", "invalid_request", "server_error", "authentication_error", "permission_error", "method_not_allowed", "not_implemented", "gone", "rate_limited"]


Event = TypedDict(
    "Event",
    {
        "id": "str",
        "object": "Literal[\"event\"]",
        "type": "EventType",
        "mode": "Mode",
        "test": "bool",
        "created_at": "str",
        "data": "Dict[str, Any]",
    },
)


EventAnswer = TypedDict(
    "EventAnswer",
    {
        "data": "Event",
        "meta": "Meta",
    },
)


EventBeneficiary = TypedDict(
    "EventBeneficiary",
    {
        "type": "Literal[\"mobile_money\", \"bank\"]",
        "phone": "Union[str, None]",
        "bank": "Union[Provider, None]",
        "account_masked": "Union[str, None]",
    },
)


EventConversion = TypedDict(
    "EventConversion",
    {
        "from": "CurrencyCode",
        "to": "CurrencyCode",
        "rate": "float",
    },
)


EventCustomer = TypedDict(
    "EventCustomer",
    {
        "name": "Union[str, None]",
        "email": "Union[str, None]",
        "phone": "Union[str, None]",
    },
)


EventFunds = TypedDict(
    "EventFunds",
    {
        "state": "Literal[\"held\", \"released\"]",
        "held_at": "str",
        "released_at": "Union[str, None]",
        "reason": "Literal[\"collection_confirmation\", \"verification\"]",
    },
)


EventGateway = TypedDict(
    "EventGateway",
    {
        "provider": "Provider",
        "currency": "CurrencyCode",
        "amount": "float",
    },
)


EventList = TypedDict(
    "EventList",
    {
        "data": "List[Event]",
        "meta": "ListMeta",
    },
)


EventMoney = TypedDict(
    "EventMoney",
    {
        "currency": "CurrencyCode",
        "amount": "float",
    },
)


EventPayment = TypedDict(
    "EventPayment",
    {
        "provider": "Provider",
        "method": "Literal[\"MOBILE MONEY\", \"CARD\", \"DIRECT DEBIT\", \"BANK TRANSFER\"]",
        "network": "Union[str, None]",
        "request": "EventMoney",
        "gateway": "EventMoney",
        "debited_amount": "float",
        "commission_fees": "float",
        "available_amount": "float",
        "is_available": "bool",
    },
)


EventType = Literal["payment.success", "payment.failed", "withdrawal.pending", "withdrawal.success", "withdrawal.failed", "withdrawal.cancelled", "refund.pending", "refund.success", "refund.rejected", "refund.failed", "refund.cancelled", "funds.held", "funds.released", "test.ping"]


Exchange = TypedDict(
    "Exchange",
    {
        "from": "CurrencyCode",
        "to": "CurrencyCode",
        "rate": "float",
        "fee": "NotRequired[float]",
        "fee_currency": "NotRequired[CurrencyCode]",
        "fee_payer": "NotRequired[FeePayer]",
        "margin": "NotRequired[float]",
        "margin_currency": "NotRequired[CurrencyCode]",
        "margin_percent": "NotRequired[float]",
        "margin_payer": "NotRequired[FeePayer]",
        "amount": "float",
    },
)


ExchangeRate = TypedDict(
    "ExchangeRate",
    {
        "id": "str",
        "object": "Literal[\"exchange_rate\"]",
        "from": "CurrencyCode",
        "to": "CurrencyCode",
        "rate": "float",
        "inverse_rate": "float",
        "regime": "Literal[\"identity\", \"fixed\", \"floating\"]",
        "source": "Union[str, None]",
        "margin_percent": "NotRequired[float]",
        "at": "Union[str, None]",
        "expires_at": "Union[str, None]",
    },
)


ExchangeRateAnswer = TypedDict(
    "ExchangeRateAnswer",
    {
        "data": "ExchangeRate",
        "meta": "Meta",
    },
)


ExpectedPhone = TypedDict(
    "ExpectedPhone",
    {
        "length": "int",
        "prefix_length": "int",
        "prefixes": "List[str]",
        "country_code": "str",
    },
)


Failure = TypedDict(
    "Failure",
    {
        "message": "str",
        "code": "FailureCode",
    },
)


FailureCode = Literal["insufficient_funds", "payer_rejected", "approval_timeout", "expired", "payer_not_found", "payer_limit_reached", "payer_account_blocked", "amount_out_of_bounds", "card_declined", "expired_card", "lost_card", "authentication_failed", "recipient_cannot_receive", "recipient_rejected", "operator_float_empty", "operator_error", "operator_unavailable", "not_executed", "bank_rejected", "already_refunded", "cancelled"]


FeeKind = Literal["percentage", "fixed"]


FeePayer = Literal["merchant", "customer"]


FeeRule = TypedDict(
    "FeeRule",
    {
        "kind": "FeeKind",
        "value": "float",
        "level": "Literal[\"platform\", \"service\", \"channel\", \"terminal\"]",
        "channel": "Union[str, None]",
        "terminal": "Union[str, None]",
    },
)


Fees = TypedDict(
    "Fees",
    {
        "currency": "CurrencyCode",
        "payer": "FeePayer",
        "rule": "FeeRule",
        "amount": "float",
    },
)


FeesPreview = TypedDict(
    "FeesPreview",
    {
        "kind": "FeeKind",
        "value": "float",
        "payer": "FeePayer",
    },
)


Funds = TypedDict(
    "Funds",
    {
        "status": "Union[Literal[\"available\", \"pending\", \"pending_confirmation\", \"held\", \"withheld\"], None]",
        "simulated": "bool",
    },
)


FundsEventData = TypedDict(
    "FundsEventData",
    {
        "test": "NotRequired[Literal[True]]",
        "transactionId": "str",
        "status": "Literal[\"PENDING\", \"VALIDATED\", \"FAILED\", \"EXPIRED\", \"CANCELLED\"]",
        "funds": "EventFunds",
        "currency": "CurrencyCode",
        "available_amount": "float",
        "externalId": "str",
        "message": "Union[str, None]",
        "mode": "Literal[\"LIVE\", \"SANDBOX\"]",
        "amount": "float",
    },
)


FundsHeldEvent = TypedDict(
    "FundsHeldEvent",
    {
        "event": "Literal[\"funds.held\"]",
        "data": "FundsEventData",
    },
)


FundsReleasedEvent = TypedDict(
    "FundsReleasedEvent",
    {
        "event": "Literal[\"funds.released\"]",
        "data": "FundsEventData",
    },
)


LinkCustomerDetails = TypedDict(
    "LinkCustomerDetails",
    {
        "name": "str",
        "email": "NotRequired[str]",
    },
)


LinkDisplay = TypedDict(
    "LinkDisplay",
    {
        "currency": "CurrencyCode",
        "converted": "bool",
        "rate": "DisplayRate",
        "amount": "Union[float, None]",
    },
)


LinkMerchant = TypedDict(
    "LinkMerchant",
    {
        "public_name": "str",
        "service_name": "str",
        "logo_url": "Union[str, None]",
    },
)


ListMeta = TypedDict(
    "ListMeta",
    {
        "request_id": "str",
        "has_more": "bool",
        "next_cursor": "Union[str, None]",
        "limit": "int",
    },
)


Meta = TypedDict(
    "Meta",
    {
        "request_id": "str",
    },
)


Mode = Literal["live", "sandbox"]


NextAction = TypedDict(
    "NextAction",
    {
        "type": "Literal[\"redirect\"]",
        "url": "str",
    },
)


NextSecret = TypedDict(
    "NextSecret",
    {
        "last4": "str",
        "takes_over_at": "str",
    },
)


OpenCashSessionRequest = TypedDict(
    "OpenCashSessionRequest",
    {
        "operator": "CashierChoice",
        "expires_in": "NotRequired[int]",
        "opening_float": "NotRequired[float]",
        "note": "NotRequired[str]",
    },
)


Parity = TypedDict(
    "Parity",
    {
        "currency": "CurrencyCode",
        "value": "float",
    },
)


PaymentEventData = TypedDict(
    "PaymentEventData",
    {
        "test": "NotRequired[Literal[True]]",
        "status": "Literal[\"PENDING\", \"VALIDATED\", \"FAILED\", \"EXPIRED\", \"CANCELLED\"]",
        "transactionId": "str",
        "payment": "EventPayment",
        "currency": "EventConversion",
        "customer": "EventCustomer",
        "externalId": "str",
        "metadata": "Dict[str, str]",
        "message": "Union[str, None]",
        "transaction_created_at": "str",
        "completed_at": "Union[str, None]",
        "mode": "Literal[\"LIVE\", \"SANDBOX\"]",
    },
)


PaymentFailedEvent = TypedDict(
    "PaymentFailedEvent",
    {
        "event": "Literal[\"payment.failed\"]",
        "data": "PaymentEventData",
    },
)


PaymentLink = TypedDict(
    "PaymentLink",
    {
        "id": "str",
        "object": "Literal[\"payment_link\"]",
        "mode": "Mode",
        "kind": "Literal[\"link\", \"checkout\"]",
        "title": "Union[str, None]",
        "description": "Union[str, None]",
        "status": "Literal[\"active\", \"inactive\", \"expired\", \"cancelled\", \"paid\", \"in_progress\"]",
        "active": "bool",
        "currency": "CurrencyCode",
        "min_amount": "Union[float, None]",
        "max_amount": "Union[float, None]",
        "reusable": "bool",
        "max_payments": "Union[int, None]",
        "payments_count": "int",
        "expires_at": "Union[str, None]",
        "collect": "CollectedDetails",
        "custom_fields": "List[CustomField]",
        "redirect_url": "Union[str, None]",
        "success_message": "Union[str, None]",
        "merchant": "LinkMerchant",
        "url": "str",
        "qr_url": "str",
        "display": "LinkDisplay",
        "metadata": "Dict[str, str]",
        "created_at": "str",
        "updated_at": "str",
        "amount": "Union[float, None]",
    },
)


PaymentLinkAnswer = TypedDict(
    "PaymentLinkAnswer",
    {
        "data": "PaymentLink",
        "meta": "Meta",
    },
)


PaymentLinkDetails = TypedDict(
    "PaymentLinkDetails",
    {
        "id": "str",
        "object": "Literal[\"payment_link\"]",
        "mode": "Mode",
        "url": "str",
        "status": "Literal[\"active\", \"inactive\", \"expired\", \"cancelled\", \"paid\", \"in_progress\"]",
        "title": "str",
        "description": "Union[str, None]",
        "reference": "Union[str, None]",
        "currency": "CurrencyCode",
        "min_amount": "Union[float, None]",
        "max_amount": "Union[float, None]",
        "max_payments": "Union[int, None]",
        "payments_count": "int",
        "amount_collected": "float",
        "expires_at": "Union[str, None]",
        "success_url": "Union[str, None]",
        "cancel_url": "Union[str, None]",
        "origin": "Union[str, None]",
        "email_required": "bool",
        "metadata": "Dict[str, str]",
        "created_at": "str",
        "updated_at": "str",
        "amount": "Union[float, None]",
    },
)


PaymentLinkDetailsAnswer = TypedDict(
    "PaymentLinkDetailsAnswer",
    {
        "data": "PaymentLinkDetails",
        "meta": "Meta",
    },
)


PaymentLinkDetailsList = TypedDict(
    "PaymentLinkDetailsList",
    {
        "data": "List[PaymentLinkDetails]",
        "meta": "ListMeta",
    },
)


PaymentLinkReference = TypedDict(
    "PaymentLinkReference",
    {
        "id": "str",
        "title": "Union[str, None]",
    },
)


PaymentMethod = TypedDict(
    "PaymentMethod",
    {
        "id": "str",
        "object": "Literal[\"payment_method\"]",
        "provider": "Provider",
        "name": "str",
        "type": "PaymentMethodType",
        "network": "Union[str, None]",
        "country": "str",
        "currency": "CurrencyCode",
        "decimals": "int",
        "currencies": "List[CurrencyCode]",
        "min_amount": "float",
        "max_amount": "float",
        "display_currency": "CurrencyCode",
        "display_min_amount": "float",
        "display_max_amount": "float",
        "fees_preview": "FeesPreview",
        "phone": "Union[ExpectedPhone, None]",
        "logo_url": "str",
    },
)


PaymentMethodList = TypedDict(
    "PaymentMethodList",
    {
        "data": "List[PaymentMethod]",
        "meta": "ListMeta",
    },
)


PaymentMethodType = Literal["mobile_money", "card", "direct_debit", "bank_transfer"]


PaymentSuccessEvent = TypedDict(
    "PaymentSuccessEvent",
    {
        "event": "Literal[\"payment.success\"]",
        "data": "PaymentEventData",
    },
)


PhoneNumber = TypedDict(
    "PhoneNumber",
    {
        "id": "str",
        "object": "Literal[\"phone_number\"]",
        "phone": "str",
        "country": "str",
    },
)


PhoneNumberAnswer = TypedDict(
    "PhoneNumberAnswer",
    {
        "data": "PhoneNumber",
        "meta": "Meta",
    },
)


PingEventData = TypedDict(
    "PingEventData",
    {
        "test": "Literal[True]",
        "event": "Literal[\"test.ping\"]",
        "message": "str",
        "mode": "Literal[\"LIVE\", \"SANDBOX\"]",
        "service_env_uuid": "str",
        "sent_at": "str",
    },
)


PointOfSale = TypedDict(
    "PointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


Provider = str


Quote = TypedDict(
    "Quote",
    {
        "id": "str",
        "object": "Literal[\"quote\"]",
        "type": "Literal[\"collection\", \"payout\"]",
        "mode": "Mode",
        "channel": "Channel",
        "provider": "Provider",
        "payment_method": "PaymentMethodType",
        "currency": "CurrencyCode",
        "fees": "Fees",
        "amount_charged": "float",
        "charged_currency": "CurrencyCode",
        "rounding": "float",
        "net_amount": "NotRequired[float]",
        "net_currency": "NotRequired[CurrencyCode]",
        "exchange": "Union[Exchange, None]",
        "limits": "Union[AmountLimits, None]",
        "display": "Display",
        "expires_at": "Union[str, None]",
        "created_at": "str",
        "amount": "float",
    },
)


QuoteAnswer = TypedDict(
    "QuoteAnswer",
    {
        "data": "Quote",
        "meta": "Meta",
    },
)


Receipt = TypedDict(
    "Receipt",
    {
        "id": "str",
        "object": "Literal[\"receipt\"]",
        "merchant": "ReceiptMerchant",
        "product": "str",
        "currency": "CurrencyCode",
        "fees": "float",
        "fees_currency": "CurrencyCode",
        "amount_charged": "float",
        "charged_currency": "CurrencyCode",
        "payment_method": "ReceiptPaymentMethod",
        "display": "Display",
        "customer_details": "Literal[\"full\", \"masked\"]",
        "customer_phone": "Union[str, None]",
        "phone_display": "Union[str, None]",
        "customer_name": "Union[str, None]",
        "customer_email": "Union[str, None]",
        "phone_masked": "Union[str, None]",
        "channel": "ReceiptChannel",
        "terminal_label": "Union[str, None]",
        "operator_name": "Union[str, None]",
        "receipt_number": "str",
        "transaction_id": "str",
        "provider_reference": "Union[str, None]",
        "reference": "str",
        "completed_at": "Union[str, None]",
        "completed_at_local": "Union[str, None]",
        "completed_at_text": "Union[str, None]",
        "mode": "Mode",
        "verify_url": "str",
        "invoice_url": "Union[str, None]",
        "width": "Union[Literal[32, 48], None]",
        "text": "Union[str, None]",
        "amount": "float",
    },
)


ReceiptAnswer = TypedDict(
    "ReceiptAnswer",
    {
        "data": "Receipt",
        "meta": "Meta",
    },
)


ReceiptChannel = TypedDict(
    "ReceiptChannel",
    {
        "label": "str",
        "display": "str",
        "code": "str",
    },
)


ReceiptMerchant = TypedDict(
    "ReceiptMerchant",
    {
        "public_name": "str",
        "service_name": "str",
        "logo_url": "Union[str, None]",
        "address": "Union[str, None]",
        "phone": "Union[str, None]",
        "email": "Union[str, None]",
    },
)


ReceiptPaymentMethod = TypedDict(
    "ReceiptPaymentMethod",
    {
        "type": "PaymentMethodType",
        "network": "Union[str, None]",
        "label": "str",
    },
)


RecordWebhookListenerResultsRequestResultsItem = TypedDict(
    "RecordWebhookListenerResultsRequestResultsItem",
    {
        "event_id": "str",
        "http_status": "NotRequired[int]",
        "error": "NotRequired[Literal[\"connection_failed\", \"timeout\"]]",
        "duration_ms": "int",
        "tries": "int",
        "forwarded_at": "str",
    },
)


RecordWebhookListenerResultsRequest = TypedDict(
    "RecordWebhookListenerResultsRequest",
    {
        "results": "List[RecordWebhookListenerResultsRequestResultsItem]",
    },
)


RefundCancelledEvent = TypedDict(
    "RefundCancelledEvent",
    {
        "event": "Literal[\"refund.cancelled\"]",
        "data": "RefundEventData",
    },
)


RefundEventData = TypedDict(
    "RefundEventData",
    {
        "test": "NotRequired[Literal[True]]",
        "transactionId": "str",
        "paymentId": "str",
        "currency": "CurrencyCode",
        "status": "Literal[\"PENDING\", \"APPROVED\", \"PROCESSING\", \"SUCCEEDED\", \"REJECTED\", \"FAILED\", \"CANCELLED\"]",
        "reason": "Union[str, None]",
        "origin": "Literal[\"merchant\", \"service\", \"dispute\"]",
        "mode": "Literal[\"LIVE\", \"SANDBOX\"]",
        "amount": "float",
    },
)


RefundFailedEvent = TypedDict(
    "RefundFailedEvent",
    {
        "event": "Literal[\"refund.failed\"]",
        "data": "RefundEventData",
    },
)


RefundPendingEvent = TypedDict(
    "RefundPendingEvent",
    {
        "event": "Literal[\"refund.pending\"]",
        "data": "RefundEventData",
    },
)


RefundRejectedEvent = TypedDict(
    "RefundRejectedEvent",
    {
        "event": "Literal[\"refund.rejected\"]",
        "data": "RefundEventData",
    },
)


RefundSuccessEvent = TypedDict(
    "RefundSuccessEvent",
    {
        "event": "Literal[\"refund.success\"]",
        "data": "RefundEventData",
    },
)


Refusal = TypedDict(
    "Refusal",
    {
        "type": "ErrorType",
        "message": "str",
        "details": "Dict[str, Any]",
        "request_id": "str",
        "doc_url": "str",
        "code": "ErrorCode",
    },
)


RotateWebhookSecretRequest = TypedDict(
    "RotateWebhookSecretRequest",
    {
        "starts": "NotRequired[Literal[\"now\", \"in_24_hours\"]]",
    },
)


ServiceReference = TypedDict(
    "ServiceReference",
    {
        "id": "str",
        "name": "str",
        "public_name": "str",
        "currency": "CurrencyCode",
    },
)


Session = TypedDict(
    "Session",
    {
        "id": "str",
        "object": "Literal[\"session\"]",
        "key_type": "Literal[\"secret\", \"public\", \"terminal\", \"session\"]",
        "mode": "Mode",
        "channel": "Channel",
        "service": "ServiceReference",
        "terminal": "Union[TerminalReference, None]",
        "collaborator": "Union[StaffReference, None]",
    },
)


SessionAnswer = TypedDict(
    "SessionAnswer",
    {
        "data": "Session",
        "meta": "Meta",
    },
)


SimulateTransactionRequest = TypedDict(
    "SimulateTransactionRequest",
    {
        "outcome": "Literal[\"succeeded\", \"failed\", \"expired\"]",
    },
)


StaffReference = TypedDict(
    "StaffReference",
    {
        "id": "str",
        "name": "str",
    },
)


SupportedCurrency = Literal["XOF", "XAF", "EUR", "USD", "GBP", "CAD", "CHF", "CNY", "NGN", "GHS", "GNF", "SLE", "LRD", "GMD", "CVE", "MRU", "MAD", "TND", "DZD", "EGP", "ZAR", "KES"]


Terminal = TypedDict(
    "Terminal",
    {
        "id": "str",
        "object": "Literal[\"terminal\"]",
        "mode": "Mode",
        "type": "Literal[\"pos\", \"shop\"]",
        "label": "str",
        "point_of_sale": "Union[PointOfSale, None]",
        "status": "TerminalStatus",
        "activation_code": "NotRequired[str]",
        "activation_expires_at": "Union[str, None]",
        "key": "NotRequired[str]",
        "key_last4": "Union[str, None]",
        "serial_number": "Union[str, None]",
        "device_type": "Union[str, None]",
        "app_version": "Union[str, None]",
        "last_seen_at": "Union[str, None]",
        "fees_rule": "Union[TerminalFeesRule, None]",
        "created_at": "str",
        "updated_at": "str",
    },
)


TerminalAnswer = TypedDict(
    "TerminalAnswer",
    {
        "data": "Terminal",
        "meta": "Meta",
    },
)


TerminalFeesRule = TypedDict(
    "TerminalFeesRule",
    {
        "kind": "FeeKind",
        "value": "float",
        "payer": "FeePayer",
    },
)


TerminalList = TypedDict(
    "TerminalList",
    {
        "data": "List[Terminal]",
        "meta": "ListMeta",
    },
)


TerminalReference = TypedDict(
    "TerminalReference",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[PointOfSale, None]",
    },
)


TerminalStatus = Literal["pending_activation", "active", "disabled"]


TestPingEvent = TypedDict(
    "TestPingEvent",
    {
        "event": "Literal[\"test.ping\"]",
        "data": "PingEventData",
    },
)


TestWebhookEndpointRequest = TypedDict(
    "TestWebhookEndpointRequest",
    {
        "type": "NotRequired[Literal[\"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]]",
    },
)


Transaction = TypedDict(
    "Transaction",
    {
        "id": "str",
        "object": "Literal[\"transaction\"]",
        "type": "TransactionType",
        "status": "TransactionStatus",
        "pending_reason": "Union[Literal[\"awaiting_provider\", \"awaiting_bank_transfer\"], None]",
        "mode": "Mode",
        "channel": "Channel",
        "reference": "str",
        "description": "Union[str, None]",
        "currency": "CurrencyCode",
        "fees": "Fees",
        "amount_charged": "float",
        "charged_currency": "CurrencyCode",
        "net_amount": "float",
        "net_currency": "CurrencyCode",
        "exchange": "Union[Exchange, None]",
        "display": "Display",
        "customer": "Customer",
        "payment_method": "UsedPaymentMethod",
        "next_action": "Union[NextAction, None]",
        "provider": "Provider",
        "terminal": "Union[TerminalReference, None]",
        "operator": "Union[StaffReference, None]",
        "payment_link": "Union[PaymentLinkReference, None]",
        "failure": "Union[Failure, None]",
        "metadata": "Dict[str, str]",
        "available": "Union[bool, None]",
        "funds": "NotRequired[Union[Funds, None]]",
        "refunded_amount": "float",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "receipt_token": "NotRequired[str]",
        "payout": "Union[BankTransfer, None]",
        "amount": "float",
    },
)


TransactionAnswer = TypedDict(
    "TransactionAnswer",
    {
        "data": "Transaction",
        "meta": "Meta",
    },
)


TransactionList = TypedDict(
    "TransactionList",
    {
        "data": "List[Transaction]",
        "meta": "ListMeta",
    },
)


TransactionStatus = Literal["pending", "succeeded", "failed", "expired", "cancelled"]


TransactionType = Literal["collection", "payout"]


UpdateTerminalRequest = TypedDict(
    "UpdateTerminalRequest",
    {
        "label": "NotRequired[str]",
        "point_of_sale": "NotRequired[Union[str, None]]",
        "serial_number": "NotRequired[Union[str, None]]",
        "device_type": "NotRequired[Union[str, None]]",
        "app_version": "NotRequired[Union[str, None]]",
    },
)


UsedPaymentMethod = TypedDict(
    "UsedPaymentMethod",
    {
        "type": "PaymentMethodType",
        "network": "Union[str, None]",
        "card_last4": "Union[str, None]",
    },
)


ValidatePhoneNumberRequest = TypedDict(
    "ValidatePhoneNumberRequest",
    {
        "phone": "str",
        "provider": "NotRequired[str]",
        "country": "NotRequired[str]",
    },
)


WebhookAttempt = TypedDict(
    "WebhookAttempt",
    {
        "number": "int",
        "extra": "bool",
        "url": "str",
        "started_at": "str",
        "finished": "bool",
        "http_status": "Union[int, None]",
        "error": "Union[str, None]",
        "duration_ms": "Union[int, None]",
        "response_extract": "Union[str, None]",
    },
)


WebhookDelivery = TypedDict(
    "WebhookDelivery",
    {
        "id": "str",
        "object": "Literal[\"webhook_delivery\"]",
        "mode": "Mode",
        "event_id": "str",
        "type": "EventType",
        "test": "bool",
        "endpoint_id": "str",
        "url": "str",
        "transaction_id": "Union[str, None]",
        "reference": "Union[str, None]",
        "status": "Literal[\"pending\", \"failed\", \"delivered\", \"abandoned\"]",
        "attempts": "int",
        "last_http_status": "Union[int, None]",
        "last_error": "Union[str, None]",
        "next_attempt_at": "Union[str, None]",
        "created_at": "str",
        "completed_at": "Union[str, None]",
    },
)


WebhookDeliveryDetail = TypedDict(
    "WebhookDeliveryDetail",
    {
        "id": "str",
        "object": "Literal[\"webhook_delivery\"]",
        "mode": "Mode",
        "event_id": "str",
        "type": "EventType",
        "test": "bool",
        "endpoint_id": "str",
        "url": "str",
        "transaction_id": "Union[str, None]",
        "reference": "Union[str, None]",
        "status": "Literal[\"pending\", \"failed\", \"delivered\", \"abandoned\"]",
        "attempts": "int",
        "last_http_status": "Union[int, None]",
        "last_error": "Union[str, None]",
        "next_attempt_at": "Union[str, None]",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "sends": "List[WebhookAttempt]",
    },
)


WebhookDeliveryDetailAnswer = TypedDict(
    "WebhookDeliveryDetailAnswer",
    {
        "data": "WebhookDeliveryDetail",
        "meta": "Meta",
    },
)


WebhookDeliveryList = TypedDict(
    "WebhookDeliveryList",
    {
        "data": "List[WebhookDelivery]",
        "meta": "ListMeta",
    },
)


WebhookEndpoint = TypedDict(
    "WebhookEndpoint",
    {
        "id": "str",
        "object": "Literal[\"webhook_endpoint\"]",
        "url": "str",
        "label": "Union[str, None]",
        "status": "Literal[\"enabled\", \"disabled\"]",
        "all_events": "bool",
        "events": "List[Literal[\"*\", \"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]]",
        "mode": "Mode",
        "secret_last4": "str",
        "created_at": "str",
        "next_secret": "NotRequired[NextSecret]",
        "secret": "NotRequired[str]",
        "signing_secret": "NotRequired[str]",
    },
)


WebhookEndpointAnswer = TypedDict(
    "WebhookEndpointAnswer",
    {
        "data": "WebhookEndpoint",
        "meta": "Meta",
    },
)


WebhookEndpointCountList = TypedDict(
    "WebhookEndpointCountList",
    {
        "data": "List[WebhookEndpoint]",
        "meta": "CountListMeta",
    },
)


WebhookEventType = TypedDict(
    "WebhookEventType",
    {
        "id": "EventType",
        "object": "Literal[\"webhook_event_type\"]",
        "group": "Literal[\"payments\", \"withdrawals\", \"refunds\", \"funds\", \"test\"]",
        "group_label": "str",
        "label": "str",
        "description": "str",
        "code": "EventType",
    },
)


WebhookEventTypeList = TypedDict(
    "WebhookEventTypeList",
    {
        "data": "List[WebhookEventType]",
        "meta": "ListMeta",
    },
)


WebhookListener = TypedDict(
    "WebhookListener",
    {
        "id": "str",
        "object": "Literal[\"webhook_listener\"]",
        "mode": "Mode",
        "label": "str",
        "created_at": "str",
        "last_seen_at": "str",
    },
)


WebhookListenerAnswer = TypedDict(
    "WebhookListenerAnswer",
    {
        "data": "WebhookListener",
        "meta": "Meta",
    },
)


WebhookListenerList = TypedDict(
    "WebhookListenerList",
    {
        "data": "List[WebhookListener]",
        "meta": "ListMeta",
    },
)


WebhookListenerResult = TypedDict(
    "WebhookListenerResult",
    {
        "id": "str",
        "object": "Literal[\"webhook_listener_result\"]",
        "mode": "Mode",
        "type": "EventType",
        "test": "bool",
        "transaction_id": "Union[str, None]",
        "reference": "Union[str, None]",
        "status": "Literal[\"delivered\", \"failed\"]",
        "http_status": "Union[int, None]",
        "error": "Union[Literal[\"http_status\", \"redirect\", \"connection_failed\", \"timeout\"], None]",
        "duration_ms": "int",
        "tries": "int",
        "forwarded_at": "str",
        "created_at": "str",
    },
)


WebhookListenerResultList = TypedDict(
    "WebhookListenerResultList",
    {
        "data": "List[WebhookListenerResult]",
        "meta": "ListMeta",
    },
)


WithdrawalCancelledEvent = TypedDict(
    "WithdrawalCancelledEvent",
    {
        "event": "Literal[\"withdrawal.cancelled\"]",
        "data": "WithdrawalEventData",
    },
)


WithdrawalEventData = TypedDict(
    "WithdrawalEventData",
    {
        "test": "NotRequired[Literal[True]]",
        "status": "Literal[\"PENDING\", \"VALIDATED\", \"FAILED\", \"EXPIRED\", \"CANCELLED\"]",
        "transactionId": "str",
        "identifier": "str",
        "currency": "CurrencyCode",
        "fees": "float",
        "gateway": "EventGateway",
        "beneficiary": "EventBeneficiary",
        "transferReference": "Union[str, None]",
        "externalId": "str",
        "message": "Union[str, None]",
        "transaction_created_at": "str",
        "completed_at": "Union[str, None]",
        "mode": "Literal[\"LIVE\", \"SANDBOX\"]",
        "amount": "float",
    },
)


WithdrawalFailedEvent = TypedDict(
    "WithdrawalFailedEvent",
    {
        "event": "Literal[\"withdrawal.failed\"]",
        "data": "WithdrawalEventData",
    },
)


WithdrawalPendingEvent = TypedDict(
    "WithdrawalPendingEvent",
    {
        "event": "Literal[\"withdrawal.pending\"]",
        "data": "WithdrawalEventData",
    },
)


WithdrawalSuccessEvent = TypedDict(
    "WithdrawalSuccessEvent",
    {
        "event": "Literal[\"withdrawal.success\"]",
        "data": "WithdrawalEventData",
    },
)

