"""Client of the payment service: collect, pay out, follow, verify webhooks."""

from . import webhooks
from .amounts import checked_amount, decimals_of, from_minor, to_minor
from .client import PaymentService
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    DuplicateReferenceError,
    InvalidAmountError,
    InvalidResponseError,
    NotFoundError,
    PaymentServiceError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
    ValidationError,
    WaitTimeoutError,
    WebhookError,
)
from .webhooks import WebhookEvent

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "DuplicateReferenceError",
    "InvalidAmountError",
    "InvalidResponseError",
    "NotFoundError",
    "PaymentService",
    "PaymentServiceError",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestTimeoutError",
    "ServerError",
    "ValidationError",
    "WaitTimeoutError",
    "WebhookError",
    "WebhookEvent",
    "checked_amount",
    "decimals_of",
    "from_minor",
    "to_minor",
    "webhooks",
]
