"""Errors of this library: one class for each, and a text with a remedy."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class PaymentServiceError(Exception):
    """Every error of this library: `kind` for programs, the text for people."""

    kind = "api"


class ApiError(PaymentServiceError):
    """A refusal by the service. Programs test `code`; `sentence` may be shown to people as it is."""

    def __init__(self, refusal: "Refusal", advice: str) -> None:
        request = f", request {refusal.request_id}" if refusal.request_id else ""
        page = f" See {refusal.doc_url}" if refusal.doc_url else ""
        super().__init__(
            f"{refusal.sentence} ({refusal.status} {refusal.code}{request}). {advice}{page}"
        )
        self.refusal = refusal
        self.status = refusal.status
        self.code = refusal.code
        self.type = refusal.type
        self.sentence = refusal.sentence
        self.details = refusal.details
        self.request_id = refusal.request_id
        self.doc_url = refusal.doc_url


class Refusal:
    """The service's refusal."""

    def __init__(self, status: int, headers: Mapping[str, str], error: Any) -> None:
        given = error if isinstance(error, dict) else {}
        details = given.get("details")
        self.status = status
        self.code = _text_in(given, "code") or "unknown"
        self.type = _text_in(given, "type") or "unknown"
        self.sentence = _text_in(given, "message") or _stranger_sentence(status, headers.get("Location"))
        self.details: Mapping[str, Any] = details if isinstance(details, dict) else {}
        self.request_id = _text_in(given, "request_id") or headers.get("X-Request-Id")
        self.doc_url = _text_in(given, "doc_url")


def _text_in(given: Mapping[str, Any], name: str) -> Optional[str]:
    """A gateway's refusal may look like ours, with numbers in it."""
    text = given.get(name)
    return text if isinstance(text, str) else None


def _stranger_sentence(status: int, location: Optional[str]) -> str:
    where = f", which leads to {location}" if location else ""
    return f"The service, or a proxy before it, answered {status}{where}."


class AuthenticationError(ApiError):
    """401: no key, or an unknown one."""

    kind = "authentication"


class PermissionDeniedError(ApiError):
    """403: not allowed with this key or account."""

    kind = "permission"


class NotFoundError(ApiError):
    """404: does not exist in this mode."""

    kind = "not_found"


class ConflictError(ApiError):
    """409 and 410: the present state does not allow it."""

    kind = "conflict"


class DuplicateReferenceError(ApiError):
    """409 for a reference that another payment already has; `transaction_id` is that payment."""

    kind = "duplicate_reference"

    @property
    def transaction_id(self) -> Optional[str]:
        transaction_id = self.details.get("transaction_id")
        return transaction_id if isinstance(transaction_id, str) else None


class ValidationError(ApiError):
    """422: refused because of fields or rules; `fields` lists each."""

    kind = "validation"

    @property
    def fields(self) -> list[Mapping[str, Any]]:
        fields = self.details.get("fields")
        if isinstance(fields, list):
            return fields_in(fields)
        field = self.details.get("field")
        if not isinstance(field, str):
            return []
        return [{"field": field, "code": self.code, "message": self.sentence}]


def fields_in(given: Any) -> list[Mapping[str, Any]]:
    """A gateway's refusal may have others."""
    fields = given if isinstance(given, list) else []
    objects = [one for one in fields if isinstance(one, dict)]
    return [one for one in objects if _text_in(one, "field") and _text_in(one, "message")]


class RateLimitError(ApiError):
    """429, after all retries, or if the service asks to wait for longer than the client is willing to."""

    kind = "rate_limited"

    def __init__(self, refusal: Refusal, advice: str, retry_after_seconds: Optional[int]) -> None:
        super().__init__(refusal, advice)
        self.retry_after_seconds = retry_after_seconds


class ServerError(ApiError):
    """5xx: a part of the service, or the operator, is down."""

    kind = "server"


class RequestTimeoutError(PaymentServiceError):
    """No answer in time, at any attempt."""

    kind = "timeout"


class ConnectionFailedError(PaymentServiceError):
    """The connection failed, or broke in the middle of an answer."""

    kind = "connection"


class InvalidResponseError(PaymentServiceError):
    """An answer that does not come from this service."""

    kind = "invalid_response"


class InvalidAmountError(PaymentServiceError):
    """An amount that is not valid in its currency."""

    kind = "invalid_amount"


class WaitTimeoutError(PaymentServiceError):
    """A payment that was still pending when `wait_for_final` timed out."""

    kind = "wait_timeout"

    def __init__(self, transaction_id: str, seconds: float) -> None:
        super().__init__(
            f"Transaction {transaction_id} is still pending after {seconds:g} seconds. It is not failed: "
            "do not ask for it again. Read it later, or let its webhook tell you."
        )
        self.transaction_id = transaction_id


class WebhookError(PaymentServiceError):
    """A delivery that must not be trusted: answer 400, and ignore its content."""

    kind = "webhook"

    def __init__(self, code: str, seconds: int = 0) -> None:
        super().__init__(_webhook_texts[code].format(seconds=seconds))
        self.code = code


_webhook_texts = {
    "missing_secret": "No secret was given, or only whsec_ without its base64. Pass the secret of the endpoint, which was "
    "shown once, when it was made or renewed.",
    "missing_signature": "The request has neither webhook-signature nor X-Service-Signature. Either it is not of the "
    "service, or a proxy in front of you drops these headers: let them through.",
    "missing_timestamp": "The request lacks webhook-id, webhook-timestamp or webhook-signature, so a replay of it "
    "could not be told. Let these headers through. Only where your service does not send them, allow untimed "
    "deliveries and keep every id.",
    "timestamp_too_old": "The delivery was sent {seconds} seconds ago. It is a replay, or the clock of this machine "
    "is ahead: set it by NTP.",
    "timestamp_in_future": "The delivery is {seconds} seconds ahead of the clock of this machine. Set the clock by "
    "NTP.",
    "signature_mismatch": "The signature is not that of this body. Verify the raw body as it came, before any "
    "parser, and with the secret of this endpoint in this mode. If both are so, somebody else sent or changed it: "
    "answer 400.",
    "invalid_body": 'The signature is right, but the body is not {{ "payload": "…" }}. Pass the whole raw body, and '
    "the address of the endpoint to nobody else.",
    "cannot_decrypt": "The signature is right, but the payload does not open. Pass every secret that is valid now: "
    "the new one and, during a rotation, the old one.",
}
