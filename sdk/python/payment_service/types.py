"""Made from /openapi.json by `npm run sdk:types`."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union


SessionService = TypedDict(
    "SessionService",
    {
        "id": "str",
        "name": "str",
        "public_name": "str",
        "currency": "str",
    },
)


SessionTerminalPointOfSale = TypedDict(
    "SessionTerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


SessionTerminal = TypedDict(
    "SessionTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[SessionTerminalPointOfSale, None]",
    },
)


SessionCollaborator = TypedDict(
    "SessionCollaborator",
    {
        "id": "str",
        "name": "str",
    },
)


Session = TypedDict(
    "Session",
    {
        "id": "str",
        "object": "Literal[\"session\"]",
        "key_type": "Literal[\"secret\", \"public\", \"terminal\", \"session\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "channel": "Literal[\"api\", \"widget\", \"payment_link\", \"shop\", \"pos\", \"dashboard\"]",
        "service": "SessionService",
        "terminal": "Union[SessionTerminal, None]",
        "collaborator": "Union[SessionCollaborator, None]",
    },
)


PaymentMethodFeesPreview = TypedDict(
    "PaymentMethodFeesPreview",
    {
        "kind": "Literal[\"percentage\", \"fixed\"]",
        "value": "float",
        "payer": "Literal[\"merchant\", \"customer\"]",
    },
)


PaymentMethodPhone = TypedDict(
    "PaymentMethodPhone",
    {
        "length": "int",
        "prefix_length": "int",
        "prefixes": "List[str]",
        "country_code": "str",
    },
)


PaymentMethod = TypedDict(
    "PaymentMethod",
    {
        "id": "str",
        "object": "Literal[\"payment_method\"]",
        "provider": "str",
        "name": "str",
        "type": "Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]",
        "network": "Union[str, None]",
        "country": "str",
        "currency": "str",
        "decimals": "int",
        "currencies": "List[str]",
        "min_amount": "float",
        "max_amount": "float",
        "display_currency": "str",
        "display_min_amount": "float",
        "display_max_amount": "float",
        "fees_preview": "PaymentMethodFeesPreview",
        "phone": "Union[PaymentMethodPhone, None]",
        "logo_url": "str",
    },
)


TransactionFeesRule = TypedDict(
    "TransactionFeesRule",
    {
        "kind": "Literal[\"percentage\", \"fixed\"]",
        "value": "float",
        "level": "Literal[\"platform\", \"service\", \"channel\", \"terminal\"]",
        "channel": "Union[str, None]",
        "terminal": "Union[str, None]",
    },
)


TransactionFees = TypedDict(
    "TransactionFees",
    {
        "currency": "str",
        "payer": "Literal[\"merchant\", \"customer\"]",
        "rule": "TransactionFeesRule",
        "amount": "float",
    },
)


TransactionExchange = TypedDict(
    "TransactionExchange",
    {
        "from": "str",
        "to": "str",
        "rate": "float",
        "fee": "NotRequired[float]",
        "fee_currency": "NotRequired[str]",
        "fee_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "margin": "NotRequired[float]",
        "margin_currency": "NotRequired[str]",
        "margin_percent": "NotRequired[float]",
        "margin_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "amount": "float",
    },
)


TransactionDisplayRate = TypedDict(
    "TransactionDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


TransactionDisplay = TypedDict(
    "TransactionDisplay",
    {
        "currency": "str",
        "fees": "float",
        "amount_charged": "float",
        "net_amount": "NotRequired[float]",
        "exchange_fee": "float",
        "fees_under_minimum": "bool",
        "rate": "TransactionDisplayRate",
        "amount": "float",
    },
)


TransactionCustomer = TypedDict(
    "TransactionCustomer",
    {
        "name": "Union[str, None]",
        "email": "Union[str, None]",
        "phone": "Union[str, None]",
    },
)


TransactionPaymentMethod = TypedDict(
    "TransactionPaymentMethod",
    {
        "type": "Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]",
        "network": "Union[str, None]",
        "card_last4": "Union[str, None]",
    },
)


TransactionNextAction = TypedDict(
    "TransactionNextAction",
    {
        "type": "Literal[\"redirect\"]",
        "url": "str",
    },
)


TransactionTerminalPointOfSale = TypedDict(
    "TransactionTerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


TransactionTerminal = TypedDict(
    "TransactionTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[TransactionTerminalPointOfSale, None]",
    },
)


TransactionOperator = TypedDict(
    "TransactionOperator",
    {
        "id": "str",
        "name": "str",
    },
)


TransactionPaymentLink = TypedDict(
    "TransactionPaymentLink",
    {
        "id": "str",
        "title": "Union[str, None]",
    },
)


TransactionFailure = TypedDict(
    "TransactionFailure",
    {
        "message": "str",
        "code": "str",
    },
)


TransactionFunds = TypedDict(
    "TransactionFunds",
    {
        "status": "Union[Literal[\"available\", \"pending\", \"pending_confirmation\", \"held\", \"withheld\"], None]",
        "simulated": "bool",
    },
)


TransactionPayout = TypedDict(
    "TransactionPayout",
    {
        "state": "Literal[\"to_process\", \"in_progress\", \"transferred\", \"rejected\", \"cancelled\"]",
        "bank": "str",
        "account_masked": "str",
        "bank_reference": "Union[str, None]",
        "transfer_on": "Union[str, None]",
    },
)


Transaction = TypedDict(
    "Transaction",
    {
        "id": "str",
        "object": "Literal[\"transaction\"]",
        "type": "Literal[\"collection\", \"payout\"]",
        "status": "Literal[\"pending\", \"succeeded\", \"failed\", \"expired\", \"cancelled\"]",
        "pending_reason": "Union[Literal[\"awaiting_provider\", \"awaiting_bank_transfer\"], None]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "channel": "Literal[\"api\", \"widget\", \"payment_link\", \"shop\", \"pos\", \"dashboard\"]",
        "reference": "str",
        "description": "Union[str, None]",
        "currency": "str",
        "fees": "TransactionFees",
        "amount_charged": "float",
        "charged_currency": "str",
        "net_amount": "float",
        "net_currency": "str",
        "exchange": "Union[TransactionExchange, None]",
        "display": "TransactionDisplay",
        "customer": "TransactionCustomer",
        "payment_method": "TransactionPaymentMethod",
        "next_action": "Union[TransactionNextAction, None]",
        "provider": "str",
        "terminal": "Union[TransactionTerminal, None]",
        "operator": "Union[TransactionOperator, None]",
        "payment_link": "Union[TransactionPaymentLink, None]",
        "failure": "Union[TransactionFailure, None]",
        "metadata": "Dict[str, str]",
        "available": "Union[bool, None]",
        "funds": "NotRequired[Union[TransactionFunds, None]]",
        "refunded_amount": "float",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "receipt_token": "NotRequired[str]",
        "payout": "Union[TransactionPayout, None]",
        "amount": "float",
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
        "type": "Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]",
        "network": "Union[str, None]",
        "label": "str",
    },
)


ReceiptDisplayRate = TypedDict(
    "ReceiptDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


ReceiptDisplay = TypedDict(
    "ReceiptDisplay",
    {
        "currency": "str",
        "fees": "float",
        "amount_charged": "float",
        "net_amount": "NotRequired[float]",
        "exchange_fee": "float",
        "fees_under_minimum": "bool",
        "rate": "ReceiptDisplayRate",
        "amount": "float",
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


Receipt = TypedDict(
    "Receipt",
    {
        "id": "str",
        "object": "Literal[\"receipt\"]",
        "merchant": "ReceiptMerchant",
        "product": "str",
        "currency": "str",
        "fees": "float",
        "fees_currency": "str",
        "amount_charged": "float",
        "charged_currency": "str",
        "payment_method": "ReceiptPaymentMethod",
        "display": "ReceiptDisplay",
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
        "mode": "Literal[\"live\", \"sandbox\"]",
        "verify_url": "str",
        "invoice_url": "Union[str, None]",
        "width": "Union[int, None]",
        "text": "Union[str, None]",
        "amount": "float",
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


Balance = TypedDict(
    "Balance",
    {
        "id": "str",
        "object": "Literal[\"balance\"]",
        "currency": "str",
        "available": "float",
        "pending": "float",
        "pending_confirmation": "float",
        "pending_confirmation_count": "int",
        "pending_confirmation_message": "str",
        "simulated": "bool",
        "updated_at": "str",
    },
)


QuoteFeesRule = TypedDict(
    "QuoteFeesRule",
    {
        "kind": "Literal[\"percentage\", \"fixed\"]",
        "value": "float",
        "level": "Literal[\"platform\", \"service\", \"channel\", \"terminal\"]",
        "channel": "Union[str, None]",
        "terminal": "Union[str, None]",
    },
)


QuoteFees = TypedDict(
    "QuoteFees",
    {
        "currency": "str",
        "payer": "Literal[\"merchant\", \"customer\"]",
        "rule": "QuoteFeesRule",
        "amount": "float",
    },
)


QuoteExchange = TypedDict(
    "QuoteExchange",
    {
        "from": "str",
        "to": "str",
        "rate": "float",
        "fee": "NotRequired[float]",
        "fee_currency": "NotRequired[str]",
        "fee_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "margin": "NotRequired[float]",
        "margin_currency": "NotRequired[str]",
        "margin_percent": "NotRequired[float]",
        "margin_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "amount": "float",
    },
)


QuoteLimits = TypedDict(
    "QuoteLimits",
    {
        "min_amount": "float",
        "max_amount": "float",
        "currency": "str",
    },
)


QuoteDisplayRate = TypedDict(
    "QuoteDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


QuoteDisplay = TypedDict(
    "QuoteDisplay",
    {
        "currency": "str",
        "fees": "float",
        "amount_charged": "float",
        "net_amount": "NotRequired[float]",
        "exchange_fee": "float",
        "fees_under_minimum": "bool",
        "rate": "QuoteDisplayRate",
        "amount": "float",
    },
)


Quote = TypedDict(
    "Quote",
    {
        "id": "str",
        "object": "Literal[\"quote\"]",
        "type": "Literal[\"collection\", \"payout\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "channel": "Literal[\"api\", \"widget\", \"payment_link\", \"shop\", \"pos\", \"dashboard\"]",
        "provider": "str",
        "payment_method": "Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]",
        "currency": "str",
        "fees": "QuoteFees",
        "amount_charged": "float",
        "charged_currency": "str",
        "rounding": "float",
        "net_amount": "NotRequired[float]",
        "net_currency": "NotRequired[str]",
        "exchange": "Union[QuoteExchange, None]",
        "limits": "Union[QuoteLimits, None]",
        "display": "QuoteDisplay",
        "expires_at": "Union[str, None]",
        "created_at": "str",
        "amount": "float",
    },
)


CurrencyParity = TypedDict(
    "CurrencyParity",
    {
        "currency": "str",
        "value": "float",
    },
)


Currency = TypedDict(
    "Currency",
    {
        "id": "str",
        "object": "Literal[\"currency\"]",
        "numeric_code": "str",
        "name": "str",
        "symbol": "str",
        "decimals": "int",
        "rounding_step": "Union[float, None]",
        "regime": "Literal[\"pivot\", \"fixed\", \"floating\"]",
        "parity": "Union[CurrencyParity, None]",
        "active": "bool",
        "code": "str",
    },
)


ExchangeRate = TypedDict(
    "ExchangeRate",
    {
        "id": "str",
        "object": "Literal[\"exchange_rate\"]",
        "from": "str",
        "to": "str",
        "rate": "float",
        "inverse_rate": "float",
        "regime": "Literal[\"identity\", \"fixed\", \"floating\"]",
        "source": "Union[str, None]",
        "margin_percent": "NotRequired[float]",
        "at": "Union[str, None]",
        "expires_at": "Union[str, None]",
    },
)


CheckoutTerminalPointOfSale = TypedDict(
    "CheckoutTerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


CheckoutTerminal = TypedDict(
    "CheckoutTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[CheckoutTerminalPointOfSale, None]",
    },
)


CheckoutOperator = TypedDict(
    "CheckoutOperator",
    {
        "id": "str",
        "name": "str",
    },
)


CheckoutTransactionFeesRule = TypedDict(
    "CheckoutTransactionFeesRule",
    {
        "kind": "Literal[\"percentage\", \"fixed\"]",
        "value": "float",
        "level": "Literal[\"platform\", \"service\", \"channel\", \"terminal\"]",
        "channel": "Union[str, None]",
        "terminal": "Union[str, None]",
    },
)


CheckoutTransactionFees = TypedDict(
    "CheckoutTransactionFees",
    {
        "currency": "str",
        "payer": "Literal[\"merchant\", \"customer\"]",
        "rule": "CheckoutTransactionFeesRule",
        "amount": "float",
    },
)


CheckoutTransactionExchange = TypedDict(
    "CheckoutTransactionExchange",
    {
        "from": "str",
        "to": "str",
        "rate": "float",
        "fee": "NotRequired[float]",
        "fee_currency": "NotRequired[str]",
        "fee_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "margin": "NotRequired[float]",
        "margin_currency": "NotRequired[str]",
        "margin_percent": "NotRequired[float]",
        "margin_payer": "NotRequired[Literal[\"merchant\", \"customer\"]]",
        "amount": "float",
    },
)


CheckoutTransactionDisplayRate = TypedDict(
    "CheckoutTransactionDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


CheckoutTransactionDisplay = TypedDict(
    "CheckoutTransactionDisplay",
    {
        "currency": "str",
        "fees": "float",
        "amount_charged": "float",
        "net_amount": "NotRequired[float]",
        "exchange_fee": "float",
        "fees_under_minimum": "bool",
        "rate": "CheckoutTransactionDisplayRate",
        "amount": "float",
    },
)


CheckoutTransactionCustomer = TypedDict(
    "CheckoutTransactionCustomer",
    {
        "name": "Union[str, None]",
        "email": "Union[str, None]",
        "phone": "Union[str, None]",
    },
)


CheckoutTransactionPaymentMethod = TypedDict(
    "CheckoutTransactionPaymentMethod",
    {
        "type": "Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]",
        "network": "Union[str, None]",
        "card_last4": "Union[str, None]",
    },
)


CheckoutTransactionNextAction = TypedDict(
    "CheckoutTransactionNextAction",
    {
        "type": "Literal[\"redirect\"]",
        "url": "str",
    },
)


CheckoutTransactionTerminalPointOfSale = TypedDict(
    "CheckoutTransactionTerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


CheckoutTransactionTerminal = TypedDict(
    "CheckoutTransactionTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[CheckoutTransactionTerminalPointOfSale, None]",
    },
)


CheckoutTransactionOperator = TypedDict(
    "CheckoutTransactionOperator",
    {
        "id": "str",
        "name": "str",
    },
)


CheckoutTransactionPaymentLink = TypedDict(
    "CheckoutTransactionPaymentLink",
    {
        "id": "str",
        "title": "Union[str, None]",
    },
)


CheckoutTransactionFailure = TypedDict(
    "CheckoutTransactionFailure",
    {
        "message": "str",
        "code": "str",
    },
)


CheckoutTransactionFunds = TypedDict(
    "CheckoutTransactionFunds",
    {
        "status": "Union[Literal[\"available\", \"pending\", \"pending_confirmation\", \"held\", \"withheld\"], None]",
        "simulated": "bool",
    },
)


CheckoutTransactionPayout = TypedDict(
    "CheckoutTransactionPayout",
    {
        "state": "Literal[\"to_process\", \"in_progress\", \"transferred\", \"rejected\", \"cancelled\"]",
        "bank": "str",
        "account_masked": "str",
        "bank_reference": "Union[str, None]",
        "transfer_on": "Union[str, None]",
    },
)


CheckoutTransaction = TypedDict(
    "CheckoutTransaction",
    {
        "id": "str",
        "object": "Literal[\"transaction\"]",
        "type": "Literal[\"collection\", \"payout\"]",
        "status": "Literal[\"pending\", \"succeeded\", \"failed\", \"expired\", \"cancelled\"]",
        "pending_reason": "Union[Literal[\"awaiting_provider\", \"awaiting_bank_transfer\"], None]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "channel": "Literal[\"api\", \"widget\", \"payment_link\", \"shop\", \"pos\", \"dashboard\"]",
        "reference": "str",
        "description": "Union[str, None]",
        "currency": "str",
        "fees": "CheckoutTransactionFees",
        "amount_charged": "float",
        "charged_currency": "str",
        "net_amount": "float",
        "net_currency": "str",
        "exchange": "Union[CheckoutTransactionExchange, None]",
        "display": "CheckoutTransactionDisplay",
        "customer": "CheckoutTransactionCustomer",
        "payment_method": "CheckoutTransactionPaymentMethod",
        "next_action": "Union[CheckoutTransactionNextAction, None]",
        "provider": "str",
        "terminal": "Union[CheckoutTransactionTerminal, None]",
        "operator": "Union[CheckoutTransactionOperator, None]",
        "payment_link": "Union[CheckoutTransactionPaymentLink, None]",
        "failure": "Union[CheckoutTransactionFailure, None]",
        "metadata": "Dict[str, str]",
        "available": "Union[bool, None]",
        "funds": "NotRequired[Union[CheckoutTransactionFunds, None]]",
        "refunded_amount": "float",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "receipt_token": "NotRequired[str]",
        "payout": "Union[CheckoutTransactionPayout, None]",
        "amount": "float",
    },
)


CheckoutDisplayRate = TypedDict(
    "CheckoutDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


CheckoutDisplay = TypedDict(
    "CheckoutDisplay",
    {
        "currency": "str",
        "converted": "bool",
        "rate": "CheckoutDisplayRate",
        "amount": "Union[float, None]",
    },
)


Checkout = TypedDict(
    "Checkout",
    {
        "id": "str",
        "object": "Literal[\"checkout\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "channel": "Literal[\"shop\", \"pos\"]",
        "currency": "str",
        "description": "Union[str, None]",
        "status": "Literal[\"open\", \"processing\", \"succeeded\", \"expired\", \"cancelled\"]",
        "expires_in": "int",
        "expires_at": "str",
        "url": "str",
        "terminal": "Union[CheckoutTerminal, None]",
        "operator": "Union[CheckoutOperator, None]",
        "transaction": "Union[CheckoutTransaction, None]",
        "display": "CheckoutDisplay",
        "created_at": "str",
        "completed_at": "Union[str, None]",
        "cancelled_at": "Union[str, None]",
        "amount": "float",
    },
)


PaymentLinkCollect = TypedDict(
    "PaymentLinkCollect",
    {
        "name": "bool",
        "email": "bool",
        "phone": "bool",
    },
)


PaymentLinkCustomFieldsItem = TypedDict(
    "PaymentLinkCustomFieldsItem",
    {
        "key": "str",
        "label": "str",
        "type": "Literal[\"text\", \"number\", \"date\"]",
        "required": "bool",
    },
)


PaymentLinkMerchant = TypedDict(
    "PaymentLinkMerchant",
    {
        "public_name": "str",
        "service_name": "str",
        "logo_url": "Union[str, None]",
    },
)


PaymentLinkDisplayRate = TypedDict(
    "PaymentLinkDisplayRate",
    {
        "value": "float",
        "per_unit": "float",
        "at": "Union[str, None]",
        "source": "Literal[\"origin\", \"fixed\", \"transaction\", \"history\", \"approx\"]",
    },
)


PaymentLinkDisplay = TypedDict(
    "PaymentLinkDisplay",
    {
        "currency": "str",
        "converted": "bool",
        "rate": "PaymentLinkDisplayRate",
        "amount": "Union[float, None]",
    },
)


PaymentLink = TypedDict(
    "PaymentLink",
    {
        "id": "str",
        "object": "Literal[\"payment_link\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "kind": "Literal[\"link\", \"checkout\"]",
        "title": "Union[str, None]",
        "description": "Union[str, None]",
        "status": "Literal[\"active\", \"inactive\", \"expired\", \"cancelled\", \"paid\", \"in_progress\"]",
        "active": "bool",
        "currency": "str",
        "min_amount": "Union[float, None]",
        "max_amount": "Union[float, None]",
        "reusable": "bool",
        "max_payments": "Union[int, None]",
        "payments_count": "int",
        "expires_at": "Union[str, None]",
        "collect": "PaymentLinkCollect",
        "custom_fields": "List[PaymentLinkCustomFieldsItem]",
        "redirect_url": "Union[str, None]",
        "success_message": "Union[str, None]",
        "merchant": "PaymentLinkMerchant",
        "url": "str",
        "qr_url": "str",
        "display": "PaymentLinkDisplay",
        "metadata": "Dict[str, str]",
        "created_at": "str",
        "updated_at": "str",
        "amount": "Union[float, None]",
    },
)


WebhookEndpointNextSecret = TypedDict(
    "WebhookEndpointNextSecret",
    {
        "last4": "str",
        "takes_over_at": "str",
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
        "events": "List[str]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "secret_last4": "str",
        "created_at": "str",
        "next_secret": "NotRequired[WebhookEndpointNextSecret]",
        "secret": "NotRequired[str]",
        "signing_secret": "NotRequired[str]",
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


WebhookEventType = TypedDict(
    "WebhookEventType",
    {
        "id": "str",
        "object": "Literal[\"webhook_event_type\"]",
        "group": "str",
        "group_label": "str",
        "label": "str",
        "description": "str",
        "code": "str",
    },
)


TerminalPointOfSale = TypedDict(
    "TerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


TerminalFeesRule = TypedDict(
    "TerminalFeesRule",
    {
        "kind": "Literal[\"percentage\", \"fixed\"]",
        "value": "float",
        "payer": "Literal[\"merchant\", \"customer\"]",
    },
)


Terminal = TypedDict(
    "Terminal",
    {
        "id": "str",
        "object": "Literal[\"terminal\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "type": "Literal[\"pos\", \"shop\"]",
        "label": "str",
        "point_of_sale": "Union[TerminalPointOfSale, None]",
        "status": "Literal[\"pending_activation\", \"active\", \"disabled\"]",
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


DeletedTerminal = TypedDict(
    "DeletedTerminal",
    {
        "id": "str",
        "object": "Literal[\"terminal\"]",
        "deleted": "Literal[True]",
    },
)


CashSessionTerminalPointOfSale = TypedDict(
    "CashSessionTerminalPointOfSale",
    {
        "id": "str",
        "name": "str",
    },
)


CashSessionTerminal = TypedDict(
    "CashSessionTerminal",
    {
        "id": "str",
        "label": "str",
        "point_of_sale": "Union[CashSessionTerminalPointOfSale, None]",
    },
)


CashSessionOperator = TypedDict(
    "CashSessionOperator",
    {
        "id": "str",
        "name": "str",
    },
)


CashSessionTotalsByProviderItem = TypedDict(
    "CashSessionTotalsByProviderItem",
    {
        "provider": "str",
        "count": "int",
        "fees_amount": "float",
        "refunds_count": "int",
        "refunds_amount": "float",
        "pending_count": "int",
        "amount": "float",
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
        "pending_count": "int",
        "by_provider": "List[CashSessionTotalsByProviderItem]",
    },
)


CashSession = TypedDict(
    "CashSession",
    {
        "id": "str",
        "object": "Literal[\"cash_session\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "terminal": "CashSessionTerminal",
        "operator": "CashSessionOperator",
        "status": "Literal[\"open\", \"closed\", \"expired\"]",
        "token": "NotRequired[str]",
        "channel": "Literal[\"pos\", \"shop\"]",
        "opened_at": "str",
        "expires_at": "str",
        "closed_at": "Union[str, None]",
        "closed_by": "Union[Literal[\"secret\", \"terminal\", \"portal\"], None]",
        "currency": "str",
        "opening_float": "float",
        "counted_cash": "Union[float, None]",
        "expected_cash": "float",
        "difference": "Union[float, None]",
        "totals": "CashSessionTotals",
        "note": "Union[str, None]",
        "width": "Union[int, None]",
        "z_report": "Union[str, None]",
    },
)


Event = TypedDict(
    "Event",
    {
        "id": "str",
        "object": "Literal[\"event\"]",
        "type": "Literal[\"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "test": "bool",
        "created_at": "str",
        "data": "Dict[str, Any]",
    },
)


WebhookDeliveryDetailSendsItem = TypedDict(
    "WebhookDeliveryDetailSendsItem",
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


WebhookDeliveryDetail = TypedDict(
    "WebhookDeliveryDetail",
    {
        "id": "str",
        "object": "Literal[\"webhook_delivery\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "event_id": "str",
        "type": "str",
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
        "sends": "List[WebhookDeliveryDetailSendsItem]",
    },
)


WebhookDelivery = TypedDict(
    "WebhookDelivery",
    {
        "id": "str",
        "object": "Literal[\"webhook_delivery\"]",
        "mode": "Literal[\"live\", \"sandbox\"]",
        "event_id": "str",
        "type": "str",
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


ErrorError = TypedDict(
    "ErrorError",
    {
        "type": "Literal[\"invalid_request\", \"authentication_error\", \"permission_error\", \"method_not_allowed\", \"rate_limited\", \"not_implemented\", \"server_error\", \"not_found\", \"validation_error\", \"conflict\", \"gone\", \"payment_failed\"]",
        "message": "str",
        "details": "Dict[str, Any]",
        "request_id": "str",
        "doc_url": "str",
        "code": "Literal[\"missing_idempotency_key\", \"invalid_idempotency_key\", \"invalid_json\", \"invalid_body\", \"invalid_content_type\", \"invalid_content_encoding\", \"invalid_request\", \"unknown_version\", \"request_too_large\", \"missing_api_key\", \"invalid_api_key\", \"secret_key_required\", \"scope_required\", \"key_not_allowed\", \"operation_not_allowed\", \"live_mode_required\", \"method_not_allowed\", \"rate_limited\", \"sandbox_rate_limited\", \"not_implemented\", \"internal_error\", \"service_unavailable\", \"route_not_found\", \"transaction_not_found\", \"checkout_not_found\", \"webhook_endpoint_not_found\", \"delivery_not_found\", \"event_not_found\", \"replay_not_found\", \"payment_link_not_found\", \"receipt_not_found\", \"terminal_not_found\", \"cash_session_not_found\", \"authorized_account_not_found\", \"payout_suspension_not_found\", \"notice_not_found\", \"refund_not_found\", \"merchant_not_found\", \"operator_not_found\", \"reconciliation_not_found\", \"difference_not_found\", \"ledger_proof_not_found\", \"validation_failed\", \"unknown_field\", \"missing_field\", \"invalid_field\", \"unknown_parameter\", \"missing_parameter\", \"invalid_parameter\", \"invalid_cursor\", \"invalid_wait\", \"invalid_logo\", \"invalid_amount\", \"invalid_currency\", \"invalid_provider\", \"invalid_payment_method\", \"phone_international_required\", \"invalid_phone_number\", \"phone_country_mismatch\", \"invalid_country\", \"invalid_customer\", \"invalid_customer_name\", \"invalid_email\", \"invalid_reference\", \"invalid_description\", \"invalid_metadata\", \"invalid_expires_in\", \"invalid_bank_account\", \"invalid_url\", \"invalid_label\", \"invalid_events\", \"invalid_enabled\", \"invalid_type\", \"invalid_activation_code\", \"invalid_collaborator\", \"invalid_card\", \"invalid_card_number\", \"unsupported_card_network\", \"invalid_card_expiry\", \"expired_card\", \"invalid_card_cvc\", \"duplicate_reference\", \"idempotency_conflict\", \"request_in_progress\", \"cannot_cancel\", \"checkout_not_cancellable\", \"payment_link_already_paid\", \"payment_link_in_progress\", \"payment_link_expired\", \"payment_link_cancelled\", \"webhook_limit_reached\", \"webhook_disabled\", \"delivery_not_retryable\", \"replay_in_progress\", \"nothing_to_replay\", \"terminal_disabled\", \"cash_session_open\", \"cash_session_closed\", \"refund_not_allowed\", \"authorized_account_exists\", \"approval_required\", \"approval_by_another\", \"second_approver_required\", \"action_not_allowed\", \"exchange_rate_exists\", \"currency_not_supported\", \"amount_too_small\", \"amount_out_of_bounds\", \"payment_link_amount_fixed\", \"provider_unavailable\", \"provider_not_detected\", \"payment_method_unavailable\", \"exchange_rate_unavailable\", \"recipient_not_authorized\", \"insufficient_balance\", \"payout_amount_too_small\", \"payout_amount_too_large\", \"payouts_temporarily_unavailable\", \"bank_account_ambiguous\", \"refund_amount_too_large\", \"session_required\", \"invalid_credentials\", \"invalid_one_time_code\", \"invalid_invitation\", \"wrong_password\", \"too_many_attempts\", \"invalid_password\", \"email_taken\", \"last_administrator\", \"second_factor_required\", \"account_too_fresh\", \"second_person_needed\", \"account_change_not_found\", \"account_change_over\", \"user_not_found\"]",
    },
)


Error = TypedDict(
    "Error",
    {
        "error": "ErrorError",
    },
)


CollectionsRequestCustomer = TypedDict(
    "CollectionsRequestCustomer",
    {
        "name": "str",
        "email": "str",
    },
)


CollectionsRequestCard = TypedDict(
    "CollectionsRequestCard",
    {
        "number": "str",
        "exp_month": "int",
        "exp_year": "int",
        "cvc": "str",
    },
)


CollectionsRequest = TypedDict(
    "CollectionsRequest",
    {
        "currency": "Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]",
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "customer": "NotRequired[CollectionsRequestCustomer]",
        "card": "NotRequired[CollectionsRequestCard]",
        "reference": "NotRequired[str]",
        "description": "NotRequired[str]",
        "metadata": "NotRequired[Dict[str, str]]",
        "amount": "float",
    },
)


PhoneNumbersValidateRequest = TypedDict(
    "PhoneNumbersValidateRequest",
    {
        "phone": "str",
        "provider": "NotRequired[str]",
        "country": "NotRequired[str]",
    },
)


PayoutsRequest = TypedDict(
    "PayoutsRequest",
    {
        "currency": "Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]",
        "provider": "str",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "bank_account_id": "NotRequired[str]",
        "reference": "NotRequired[str]",
        "description": "NotRequired[str]",
        "amount": "float",
    },
)


QuotesRequest = TypedDict(
    "QuotesRequest",
    {
        "type": "NotRequired[Literal[\"collection\", \"payout\"]]",
        "currency": "Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]",
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\", \"bank_transfer\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "amount": "float",
    },
)


CheckoutsRequest = TypedDict(
    "CheckoutsRequest",
    {
        "currency": "NotRequired[Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]]",
        "expires_in": "NotRequired[int]",
        "description": "NotRequired[str]",
        "amount": "float",
    },
)


PaymentLinksQuotesRequest = TypedDict(
    "PaymentLinksQuotesRequest",
    {
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "currency": "NotRequired[Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]]",
        "amount": "NotRequired[float]",
    },
)


PaymentLinksCollectionsRequestCustomer = TypedDict(
    "PaymentLinksCollectionsRequestCustomer",
    {
        "name": "str",
        "email": "str",
    },
)


PaymentLinksCollectionsRequestCard = TypedDict(
    "PaymentLinksCollectionsRequestCard",
    {
        "number": "str",
        "exp_month": "int",
        "exp_year": "int",
        "cvc": "str",
    },
)


PaymentLinksCollectionsRequest = TypedDict(
    "PaymentLinksCollectionsRequest",
    {
        "provider": "str",
        "payment_method": "NotRequired[Literal[\"mobile_money\", \"card\", \"direct_debit\"]]",
        "phone": "NotRequired[str]",
        "country": "NotRequired[str]",
        "customer": "NotRequired[PaymentLinksCollectionsRequestCustomer]",
        "card": "NotRequired[PaymentLinksCollectionsRequestCard]",
        "currency": "NotRequired[Literal[\"XOF\", \"XAF\", \"EUR\", \"USD\", \"GBP\", \"CAD\", \"CHF\", \"CNY\", \"NGN\", \"GHS\", \"GNF\", \"SLE\", \"LRD\", \"GMD\", \"CVE\", \"MRU\", \"MAD\", \"TND\", \"DZD\", \"EGP\", \"ZAR\", \"KES\"]]",
        "custom_fields": "NotRequired[Dict[str, str]]",
        "amount": "NotRequired[float]",
    },
)


WebhookEndpointsRequest = TypedDict(
    "WebhookEndpointsRequest",
    {
        "url": "str",
        "label": "NotRequired[str]",
        "events": "List[str]",
        "enabled": "NotRequired[bool]",
    },
)


PatchWebhookEndpointsRequest = TypedDict(
    "PatchWebhookEndpointsRequest",
    {
        "url": "NotRequired[str]",
        "label": "NotRequired[Union[str, None]]",
        "events": "NotRequired[List[str]]",
    },
)


TerminalsRequest = TypedDict(
    "TerminalsRequest",
    {
        "type": "Literal[\"pos\", \"shop\"]",
        "label": "str",
        "point_of_sale": "NotRequired[str]",
        "serial_number": "NotRequired[str]",
        "device_type": "NotRequired[str]",
    },
)


TerminalsActivateRequest = TypedDict(
    "TerminalsActivateRequest",
    {
        "activation_code": "str",
        "serial_number": "NotRequired[str]",
        "device_type": "NotRequired[str]",
        "app_version": "NotRequired[str]",
    },
)


PatchTerminalsRequest = TypedDict(
    "PatchTerminalsRequest",
    {
        "label": "NotRequired[str]",
        "point_of_sale": "NotRequired[Union[str, None]]",
        "serial_number": "NotRequired[Union[str, None]]",
        "device_type": "NotRequired[Union[str, None]]",
        "app_version": "NotRequired[Union[str, None]]",
    },
)


TerminalsSessionsRequestOperator = TypedDict(
    "TerminalsSessionsRequestOperator",
    {
        "id": "NotRequired[str]",
        "name": "NotRequired[str]",
    },
)


TerminalsSessionsRequest = TypedDict(
    "TerminalsSessionsRequest",
    {
        "operator": "TerminalsSessionsRequestOperator",
        "expires_in": "NotRequired[int]",
        "opening_float": "NotRequired[float]",
        "note": "NotRequired[str]",
    },
)


TerminalsSessionsCloseRequest = TypedDict(
    "TerminalsSessionsCloseRequest",
    {
        "counted_cash": "NotRequired[float]",
        "width": "NotRequired[Literal[32, 48]]",
        "note": "NotRequired[str]",
    },
)


WebhookEndpointsRotateRequest = TypedDict(
    "WebhookEndpointsRotateRequest",
    {
        "starts": "NotRequired[Literal[\"now\", \"in_24_hours\"]]",
    },
)


WebhookEndpointsTestRequest = TypedDict(
    "WebhookEndpointsTestRequest",
    {
        "type": "NotRequired[Literal[\"payment.success\", \"payment.failed\", \"withdrawal.pending\", \"withdrawal.success\", \"withdrawal.failed\", \"withdrawal.cancelled\", \"refund.pending\", \"refund.success\", \"refund.rejected\", \"refund.failed\", \"refund.cancelled\", \"funds.held\", \"funds.released\", \"test.ping\"]]",
    },
)

