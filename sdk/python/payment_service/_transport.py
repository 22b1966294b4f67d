"""One call with its retries."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Mapping, Optional, Union

import httpx

from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    DuplicateReferenceError,
    InvalidResponseError,
    NotFoundError,
    PaymentServiceError,
    PermissionDeniedError,
    RateLimitError,
    Refusal,
    RequestTimeoutError,
    ServerError,
    ValidationError,
    fields_in,
)

_KEY_TEXT = "The key contains a space, a line break or an accent: give it as the portal shows it."
#: The version of this package; a test compares it with pyproject.toml.
_VERSION = "0.1.0"
_AGENT = f"payment-service-python/{_VERSION} python/{'.'.join(map(str, sys.version_info[:3]))}"
_BASE_SECONDS = 0.5
_BACKOFF_SECONDS_MAX = 8.0
_SPREAD_SECONDS = 0.25

#: The remedy for an answer that never arrived, by the risk of repeating the request.
ADVICE_AFTER_LOSS = {
    "none": "Check the base address and the network; nothing was changed.",
    "keyed": "It may have been accepted all the same: ask once more with the same idempotency key, or look for its "
    "reference, before anybody pays twice.",
    "unkeyed": "It may have been done all the same: look before you ask again.",
}


@dataclass(frozen=True)
class Sent:
    """A request; `risk` is `none`, `keyed` (it has an idempotency key) or `unkeyed`."""

    method: str
    path: str
    risk: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    extra_seconds: float = 0


@dataclass(frozen=True)
class Answer:
    """A successful answer."""

    data: Any
    meta: Mapping[str, Any]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class _Miss:
    is_repeatable: bool
    retry_after: Optional[int]
    error_after: Callable[[int], PaymentServiceError]


class Transport:
    """Retries what is safe to repeat: reads, requests with an idempotency key, and requests refused by a rate limit."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        language: Optional[str],
        timeout: float,
        max_retries: int,
        max_retry_after: int,
        http: Optional[httpx.Client],
        sleep: Callable[[float], None],
    ) -> None:
        if not isinstance(base_url, str) or not re.match(r"https?://[^/]", base_url):
            raise ValueError(f'The base address must begin with https:// or http://, and is "{base_url}".')
        if not re.fullmatch(r"[!-~]*", api_key or ""):
            raise ValueError(_KEY_TEXT)
        self._base_url = base_url.rstrip("/")
        self._headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {api_key or ''}",
            "User-Agent": _AGENT,
        }
        if language is not None:
            self._headers["Accept-Language"] = language
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_after = max_retry_after
        self._http = http or httpx.Client(follow_redirects=False)
        self.sleep = sleep

    def close(self) -> None:
        self._http.close()

    def send(self, request: Sent) -> Answer:
        tries = 1
        while True:
            outcome = self._try_once(request)
            if isinstance(outcome, Answer):
                return outcome
            pause = self._pause_after(outcome, tries)
            if pause is None:
                raise outcome.error_after(tries)
            self.sleep(pause)
            tries += 1

    def _pause_after(self, miss: _Miss, tries: int) -> Optional[float]:
        if not miss.is_repeatable or tries > self._max_retries:
            return None
        if miss.retry_after is None:
            whole = min(_BASE_SECONDS * 2 ** (tries - 1), _BACKOFF_SECONDS_MAX)
            return whole / 2 + random.random() * whole / 2
        if miss.retry_after > self._max_retry_after:
            return None
        return miss.retry_after + random.random() * _SPREAD_SECONDS

    def _try_once(self, request: Sent) -> Union[Answer, _Miss]:
        try:
            response, content = self._exchange(request)
        except httpx.TimeoutException as error:
            return self._lost(request, error, is_timeout=True)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return self._lost(request, error, is_timeout=False)
        return _judge(response, content, request)

    def _exchange(self, request: Sent) -> tuple[httpx.Response, bytes]:
        """The answer and its whole body. The timeouts of httpx are for each read, not for all of them."""
        seconds = self._timeout + request.extra_seconds
        until = time.monotonic() + seconds
        content = bytearray()
        with self._http.stream(
            request.method,
            self._base_url + request.path,
            params={name: _text_of(value) for name, value in request.query.items() if value is not None},
            json=request.body,
            headers={**self._headers, **request.headers},
            timeout=seconds,
        ) as response:
            for part in response.iter_bytes():
                content += part
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("The answer did not end in time.", request=response.request)
        return response, bytes(content)

    def _lost(self, request: Sent, cause: Exception, *, is_timeout: bool) -> _Miss:
        def error_after(tries: int) -> PaymentServiceError:
            times = "once" if tries == 1 else f"{tries} times"
            what = "had no answer in time" if is_timeout else "broke off"
            reason = "" if is_timeout or not str(cause) else f": {str(cause).rstrip('.')}"
            address = self._base_url + request.path
            text = f"{request.method} {address} {what}, {times}{reason}. {ADVICE_AFTER_LOSS[request.risk]}"
            error = RequestTimeoutError(text) if is_timeout else ConnectionFailedError(text)
            error.__cause__ = cause
            return error

        return _Miss(request.risk != "unkeyed", None, error_after)


def _text_of(value: Any) -> str:
    """A value of the query: lists are separated by commas."""
    if isinstance(value, (list, tuple)):
        return ",".join(_text_of(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _judge(response: httpx.Response, content: bytes, request: Sent) -> Union[Answer, _Miss]:
    said = _object_in(content)
    if response.is_success:
        data, meta = said.get("data"), said.get("meta")
        if isinstance(meta, dict) and isinstance(data, (dict, list)):
            return Answer(data, meta, response.headers)
        return _strange(response.status_code, request)
    refusal = Refusal(response.status_code, response.headers, said.get("error"))
    retry_after = retry_after_seconds(response.headers)
    error = _refusal_error(refusal, retry_after, request.risk)
    return _Miss(_is_repeatable(refusal, request.risk), retry_after, lambda _tries: error)


def _object_in(content: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _is_repeatable(refusal: Refusal, risk: str) -> bool:
    """A request refused before any work was done may always be retried."""
    if refusal.status == 429 or refusal.code == "request_in_progress":
        return True
    is_lost = refusal.status == 408 or (refusal.status >= 500 and refusal.status != 501)
    return is_lost and risk != "unkeyed"


def _strange(status: int, request: Sent) -> _Miss:
    advice = "" if request.risk == "none" else f" {ADVICE_AFTER_LOSS[request.risk]}"
    error = InvalidResponseError(
        f"{request.method} {request.path} was answered {status}, but not JSON of this service. "
        f"{_STRANGER_ADVICE}{advice}"
    )
    return _Miss(request.risk != "unkeyed", None, lambda _tries: error)


def retry_after_seconds(headers: Mapping[str, str]) -> Optional[int]:
    """The seconds in `Retry-After`; a date is compared with the service's `Date` header."""
    text = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    until = _seconds_of(text)
    if until is None:
        return None
    now = _seconds_of(headers.get("Date", ""))
    return max(0, round(until - (time.time() if now is None else now)))


def _seconds_of(date: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


_STRANGER_ADVICE = "Check the base address, and what stands between: a proxy, a portal of the network."
_KINDS = {
    400: (ApiError, "Correct the request."),
    401: (AuthenticationError, "Check the key: whole, of the right mode, and not renewed since."),
    403: (PermissionDeniedError, "Use a key that may do this; the secret key may do most."),
    404: (NotFoundError, "Check the id, and that the key is of the same mode and service."),
    409: (ConflictError, "Read what is there, and decide by its state."),
    410: (ConflictError, "Make a new one."),
}

_ADVICE = {
    "idempotency_conflict": "The key belongs to another request: use a new idempotency key for this one.",
    "request_in_progress": "It is still being worked on: ask once more in a minute, with the same idempotency key.",
    "duplicate_reference": "Read the transaction in details.transaction_id before you make a second payment.",
    "not_implemented": "The documentation says what this service offers.",
    "route_not_found": "Check the method and the path, and that the base address ends before /v2.",
    "method_not_allowed": "Check the method and the path.",
    "live_mode_required": "Use a live key.",
    "sandbox_mode_required": "Use a sandbox key.",
    "operation_not_allowed": "Ask the owner of the account, or support.",
}


def _refusal_error(refusal: Refusal, retry_after: Optional[int], risk: str) -> ApiError:
    if refusal.status == 429:
        return RateLimitError(refusal, _patience(retry_after), retry_after)
    if refusal.code == "duplicate_reference":
        return DuplicateReferenceError(refusal, _ADVICE["duplicate_reference"])
    if refusal.status >= 500:
        loss = "Try again in a while." if risk == "none" else ADVICE_AFTER_LOSS[risk]
        return ServerError(refusal, _ADVICE.get(refusal.code, loss))
    if refusal.status == 408:
        return ApiError(refusal, ADVICE_AFTER_LOSS[risk])
    if refusal.status == 422:
        return ValidationError(refusal, _field_advice(refusal))
    kind, advice = _KINDS.get(refusal.status, (ApiError, "Its page says what to do."))
    if refusal.code == "unknown":
        return kind(refusal, _STRANGER_ADVICE)
    return kind(refusal, _ADVICE.get(refusal.code, advice))


def _patience(seconds: Optional[int]) -> str:
    if seconds is None:
        return "Ask less often, and again in a minute."
    unit = "second" if seconds == 1 else "seconds"
    return f"Ask again in {seconds} {unit}, with the same idempotency key."


def _field_advice(refusal: Refusal) -> str:
    """The sentence of a refusal with one field is about that field already."""
    fields, field_name = fields_in(refusal.details.get("fields")), refusal.details.get("field")
    if len(fields) < 2:
        return f"Field: {field_name}." if isinstance(field_name, str) else "Correct the request."
    return "Correct these fields: " + " ".join(f"{one['field']}: {one['message']}" for one in fields)
