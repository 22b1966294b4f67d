"""A client of the service, for one key."""

from __future__ import annotations

import random
import re
import time
import uuid
from typing import Any, Callable, Iterator, Literal, Mapping, Optional, cast
from urllib.parse import quote

import httpx

from ._transport import Answer, Sent, Transport
from .amounts import checked_amount
from .errors import DuplicateReferenceError, InvalidResponseError, WaitTimeoutError
from .types import (
    Balance,
    ChangePaymentLinkRequest,
    ChangeWebhookEndpointRequest,
    CreateCollectionRequest,
    CreatePaymentLinkRequest,
    CreatePayoutRequest,
    PaymentLinkDetails,
    Receipt,
    Session,
    Transaction,
    WebhookDeliveryDetail,
    WebhookEndpoint,
    WebhookEventType,
)

OnDuplicate = Literal["resume", "raise"]

_WAIT_SECONDS = 5
_SKIPPED_PAUSE_SECONDS = 2.0
_KEYED = ("/v2/collections", "/v2/payouts", "/v2/checkouts", "/v2/payment-links")
_ADDED = {"Service-Version": "2.6.0"}


class PaymentService:
    """Amounts are numbers in units of their currency; bodies and answers are dictionaries, typed in `types`.

    `language` is that of the service's messages, French by default; codes are the same in both.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        language: Optional[Literal["fr", "en"]] = None,
        timeout: float = 30,
        max_retries: int = 3,
        max_retry_after: int = 60,
        http: Optional[httpx.Client] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = Transport(
            api_key,
            base_url,
            language=language,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            http=http,
            sleep=sleep,
        )

    def __enter__(self) -> "PaymentService":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self._transport.close()

    def create_collection(
        self,
        body: CreateCollectionRequest,
        *,
        idempotency_key: Optional[str] = None,
        on_duplicate: OnDuplicate = "resume",
    ) -> Transaction:
        """Requests money from a payer. The answer is pending; the outcome follows.

        An existing payment with the same reference, amount and kind is returned, unless `on_duplicate` is `raise`.
        """
        return self._pay("/v2/collections", cast(Any, body), idempotency_key, on_duplicate)

    def create_payout(
        self,
        body: CreatePayoutRequest,
        *,
        idempotency_key: Optional[str] = None,
        on_duplicate: OnDuplicate = "resume",
    ) -> Transaction:
        """Sends money to an authorized account."""
        return self._pay("/v2/payouts", cast(Any, body), idempotency_key, on_duplicate)

    def transaction(self, transaction_id: str, *, wait: int = 0) -> Transaction:
        """Reads one; `wait` holds the answer for up to 5 seconds while it is pending."""
        return cast(Transaction, self._read(transaction_id, wait).data)

    def transactions(self, **query: Any) -> Iterator[Transaction]:
        """All matching ones, newest first, over all pages."""
        return self.list("/v2/transactions", query)

    def cancel_transaction(self, transaction_id: str) -> Transaction:
        """Cancels a bank transfer that is still to be processed."""
        return self.call("POST", f"/v2/transactions/{_part(transaction_id)}/cancel", body={})

    def simulate(
        self, transaction_id: str, outcome: Literal["succeeded", "failed", "expired"]
    ) -> Transaction:
        """In sandbox, decides the outcome of a waiting payment; its final status and webhook follow."""
        path = f"/v2/transactions/{_part(transaction_id)}/simulate"
        return self.call("POST", path, body={"outcome": outcome}, headers=_ADDED)

    def receipt(self, transaction_id: str, **query: Any) -> Receipt:
        return self.call("GET", f"/v2/transactions/{_part(transaction_id)}/receipt", query=query)

    def wait_for_final(self, transaction_id: str, *, timeout: float = 120) -> Transaction:
        """Polls until it is no longer pending. Raises WaitTimeoutError if it is still pending after the timeout."""
        until = time.monotonic() + timeout
        while True:
            wait = max(0, min(_WAIT_SECONDS, int(until - time.monotonic() + 0.999)))
            answer = self._read(transaction_id, wait)
            if answer.data["status"] != "pending":
                return cast(Transaction, answer.data)
            if time.monotonic() >= until:
                raise WaitTimeoutError(transaction_id, timeout)
            if answer.headers.get("Service-Wait") == "skipped":
                self._transport.sleep(_SKIPPED_PAUSE_SECONDS + random.random())

    def create_webhook_endpoint(self, body: Mapping[str, Any]) -> WebhookEndpoint:
        """Only this answer contains the secret: store it."""
        return self.call("POST", "/v2/webhook_endpoints", body=body)

    def webhook_endpoints(self) -> Iterator[WebhookEndpoint]:
        return self.list("/v2/webhook_endpoints")

    def webhook_endpoint(self, endpoint_id: str) -> WebhookEndpoint:
        return self.call("GET", f"/v2/webhook_endpoints/{_part(endpoint_id)}")

    def change_webhook_endpoint(
        self, endpoint_id: str, body: ChangeWebhookEndpointRequest
    ) -> WebhookEndpoint:
        """Changes address, label or events; absent ones stay."""
        path = f"/v2/webhook_endpoints/{_part(endpoint_id)}"
        return self.call("PATCH", path, body=body, headers=_ADDED)

    def enable_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpoint:
        """Enables it: it receives events from now on."""
        path = f"/v2/webhook_endpoints/{_part(endpoint_id)}/enable"
        return self.call("POST", path, body={}, headers=_ADDED)

    def disable_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpoint:
        """Disables it: it receives nothing from now on, and waiting deliveries are abandoned."""
        path = f"/v2/webhook_endpoints/{_part(endpoint_id)}/disable"
        return self.call("POST", path, body={}, headers=_ADDED)

    def rotate_webhook_endpoint(
        self, endpoint_id: str, starts: Literal["now", "in_24_hours"] = "in_24_hours"
    ) -> WebhookEndpoint:
        """Gives it a new secret, in 24 hours so that no delivery is lost, or `now` if the old one
        leaked. Only this answer contains it: store it."""
        path = f"/v2/webhook_endpoints/{_part(endpoint_id)}/rotate"
        return self.call("POST", path, body={"starts": starts}, headers=_ADDED)

    def test_webhook_endpoint(
        self, endpoint_id: str, event_type: str = "test.ping"
    ) -> WebhookDeliveryDetail:
        """Sends it a test event, the same way as real ones."""
        path = f"/v2/webhook_endpoints/{_part(endpoint_id)}/test"
        return self.call("POST", path, body={"type": event_type}, headers=_ADDED)

    def webhook_event_types(self) -> Iterator[WebhookEventType]:
        return self.list("/v2/webhook_event_types")

    def delete_webhook_endpoint(self, endpoint_id: str) -> Mapping[str, Any]:
        return self.call("DELETE", f"/v2/webhook_endpoints/{_part(endpoint_id)}")

    def create_payment_link(
        self, body: CreatePaymentLinkRequest, *, idempotency_key: Optional[str] = None
    ) -> PaymentLinkDetails:
        """Creates a link for a sale: send the customer to its `url`.

        `amount` fixes the price; without it the customer chooses.
        """
        asked = {**cast(Any, body)}
        for name in ("amount", "min_amount", "max_amount"):
            if name in asked and "currency" in asked:
                asked[name] = checked_amount(asked[name], asked["currency"])
        return self.call(
            "POST",
            "/v2/payment-links",
            body=asked,
            idempotency_key=idempotency_key,
            headers=_ADDED,
        )

    def payment_link(self, link_id: str) -> PaymentLinkDetails:
        """One of your links, in any state."""
        return self.call("GET", f"/v2/payment-links/{_part(link_id)}/details", headers=_ADDED)

    def payment_links(self, **query: Any) -> Iterator[PaymentLinkDetails]:
        """All of them, newest first, over all pages."""
        return self.list("/v2/payment-links", query, headers=_ADDED)

    def change_payment_link(self, link_id: str, body: ChangePaymentLinkRequest) -> PaymentLinkDetails:
        """Changes the given fields; absent ones stay, and None clears. Amounts and currency cannot change."""
        path = f"/v2/payment-links/{_part(link_id)}"
        return self.call("PATCH", path, body=body, headers=_ADDED)

    def close_payment_link(self, link_id: str) -> PaymentLinkDetails:
        """Closes it for good; payments in progress continue."""
        path = f"/v2/payment-links/{_part(link_id)}/close"
        return self.call("POST", path, body={}, headers=_ADDED)

    def session(self) -> Session:
        """The caller."""
        return self.call("GET", "/v2/session")

    def balance(self) -> Balance:
        return self.call("GET", "/v2/balance")

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Any operation: `call("GET", "/v2/currencies")`. Returns the answer's `data`."""
        sent = self._request(method, path, query or {}, body, idempotency_key, headers or {})
        return self._transport.send(sent).data

    def list(
        self,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
        cursor_name: str = "cursor",
    ) -> Iterator[Any]:
        """Any list, over all its pages."""
        asked = dict(query or {})
        while True:
            answer = self._transport.send(self._request("GET", path, asked, None, None, headers or {}))
            yield from answer.data
            cursor = answer.meta.get("next_cursor")
            if answer.meta.get("has_more") is not True or not isinstance(cursor, str):
                return
            if cursor == asked.get(cursor_name):
                raise InvalidResponseError(
                    f"GET {path} answered the same cursor twice, so the list would never end. Report it with the "
                    "request id."
                )
            asked[cursor_name] = cursor

    def events(self, after: Optional[str] = None, **query: Any) -> Iterator[Mapping[str, Any]]:
        """Events, oldest first, as webhooks report them; `after` an id continues from there."""
        asked = {**query, **({} if after is None else {"after": after})}
        return self.list("/v2/events", asked, headers=_ADDED, cursor_name="after")

    def _read(self, transaction_id: str, wait: int) -> Answer:
        query = {"wait": wait} if wait else {}
        path = f"/v2/transactions/{_part(transaction_id)}"
        return self._transport.send(
            Sent("GET", path, "none", query=query, extra_seconds=float(wait))
        )

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Any,
        idempotency_key: Optional[str],
        headers: Mapping[str, str],
    ) -> Sent:
        is_keyed = method == "POST" and (path in _KEYED or path.endswith("/collections"))
        if not path.startswith("/"):
            raise ValueError(f'the path begins with /, not "{path}"')
        has_key = is_keyed or idempotency_key is not None
        key = {"Idempotency-Key": _checked_key(idempotency_key)} if has_key else {}
        risk = "none" if method == "GET" else "keyed" if is_keyed else "unkeyed"
        content = {} if method == "POST" and body is None else body
        return Sent(method, path, risk, query=query, body=content, headers={**key, **headers})

    def _pay(
        self,
        path: str,
        body: Mapping[str, Any],
        idempotency_key: Optional[str],
        on_duplicate: OnDuplicate,
    ) -> Transaction:
        asked = {**body, "amount": checked_amount(body.get("amount"), body.get("currency", ""))}
        try:
            return self.call("POST", path, body=asked, idempotency_key=idempotency_key)
        except DuplicateReferenceError as error:
            if on_duplicate == "raise" or error.transaction_id is None:
                raise
            return self._resume(error, path, asked)

    def _resume(
        self, error: DuplicateReferenceError, path: str, asked: Mapping[str, Any]
    ) -> Transaction:
        """The existing payment with this reference, if it is the same payment."""
        found = self.transaction(error.transaction_id or "")
        kind = "payout" if path == "/v2/payouts" else "collection"
        if (found["type"], found["amount"], found["currency"]) == (
            kind,
            asked["amount"],
            asked["currency"],
        ):
            return found
        raise DuplicateReferenceError(
            error.refusal,
            f"Transaction {error.transaction_id} has this reference: a {found['type']} of {found['amount']} "
            f"{found['currency']}, where a {kind} of {asked['amount']} {asked['currency']} was asked for. Use a new "
            "reference for another payment.",
        ) from error


def _checked_key(key: Optional[str]) -> str:
    """The key, or a new one for none. One that the service would refuse is never replaced: that could pay twice."""
    if key is None:
        return str(uuid.uuid4())
    if re.fullmatch(r"[A-Za-z0-9_-]{1,128}", key):
        return key
    raise ValueError(
        f"An idempotency key has 1 to 128 letters, digits, - and _, and this one is {key!r}. Leave it out to have one "
        "made."
    )


def _part(text: str) -> str:
    if not text:
        raise ValueError("the path needs an id")
    return quote(text, safe="")
