"""Webhook deliveries: verified, decrypted and parsed in one call."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Mapping, Optional, Sequence, Union

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from .errors import WebhookError

TOLERANCE_SECONDS = 300


@dataclass(frozen=True)
class WebhookEvent:
    """A delivery that was verified."""

    #: The same at every attempt: store it under a unique constraint, and answer 2xx to an id you have already handled.
    id: str
    #: `payment.success`, `test.ping` …
    type: str
    data: Mapping[str, Any]
    #: True for a test event: answer 2xx, and do nothing else.
    is_test: bool
    #: When this attempt was sent; None with only `X-Service-Signature`.
    sent_at: Optional[datetime]


def verify(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    allow_untimed: bool = False,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies, decrypts and parses one delivery.

    `body` is the raw body. `secrets` are one or several secrets of the endpoint, as shown in the portal or as
    `whsec_…`. `allow_untimed` accepts deliveries with only `X-Service-Signature`, which covers no time, so that anybody
    who intercepts one can replay it. Raises WebhookError, whose `code` says which check failed.
    """
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError("Verify the raw body as it came, text or bytes, before any parser.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given_secrets = [secrets] if isinstance(secrets, str) else secrets or ()
    known = [_key_of(secret) for secret in given_secrets if secret]
    # Everybody can sign with an empty key: it is none.
    keys = [key for key in known if key]
    if not keys:
        raise WebhookError("missing_secret")
    given = {name.lower(): value for name, value in headers.items()}
    if "webhook-signature" in given or "webhook-id" in given:
        clock = time.time() if now is None else now
        key, event_id, sent_at = _proven_by_time(raw, given, keys)
        _check_time(sent_at, int(clock), tolerance_seconds)
        sent = datetime.fromtimestamp(sent_at, timezone.utc)
    else:
        key, event_id = _proven_by_payload(raw, given, keys, allow_untimed)
        sent = None
    event_type, data = _opened(raw, [key, *(one for one in keys if one != key)])
    return WebhookEvent(event_id, event_type, data, data.get("test") is True, sent)


def _proven_by_time(
    raw: bytes, given: Mapping[str, str], keys: Sequence[bytes]
) -> tuple[bytes, str, int]:
    event_id, seconds = given.get("webhook-id"), given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature")
    if event_id is None or signatures is None or not re.fullmatch(r"[0-9]{1,12}", seconds):
        raise WebhookError("missing_timestamp")
    message = f"{event_id}.{seconds}.".encode() + raw
    found = [_from_base64(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    return _signer_of(keys, message, found), event_id, int(seconds)


def _proven_by_payload(
    raw: bytes, given: Mapping[str, str], keys: Sequence[bytes], allow_untimed: bool
) -> tuple[bytes, str]:
    signature = given.get("x-service-signature")
    if signature is None:
        raise WebhookError("missing_signature")
    if not allow_untimed:
        raise WebhookError("missing_timestamp")
    # A modified body may no longer be JSON: that is a wrong signature, not a wrong format.
    payload = _payload_in(raw) or ""
    found = bytes.fromhex(signature) if re.fullmatch(r"[0-9a-fA-F]{64}", signature) else b""
    key = _signer_of(keys, payload.encode(errors="replace"), [found])
    return key, given.get("x-service-delivery", signature)


def _signer_of(keys: Sequence[bytes], message: bytes, signatures: Sequence[bytes]) -> bytes:
    for key in keys:
        expected = hmac.new(key, message, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, one) for one in signatures):
            return key
    raise WebhookError("signature_mismatch")


def _check_time(sent: int, now: int, tolerance_seconds: int) -> None:
    if now - sent > tolerance_seconds:
        raise WebhookError("timestamp_too_old", now - sent)
    if sent - now > tolerance_seconds:
        raise WebhookError("timestamp_in_future", sent - now)


def _opened(raw: bytes, keys: Sequence[bytes]) -> tuple[str, Mapping[str, Any]]:
    payload = _payload_in(raw)
    if payload is None:
        raise WebhookError("invalid_body")
    for key in keys:
        event = _event_in(_decrypt(key, payload))
        if event is not None:
            return event
    raise WebhookError("cannot_decrypt")


def _decrypt(key: bytes, payload: str) -> Optional[bytes]:
    sealed = _from_base64(payload)
    ciphertext = _from_base64(sealed[16:].decode("ascii", "replace"))
    try:
        cipher = Cipher(algorithms.AES(key[:32]), modes.CBC(sealed[:16])).decryptor()
        padded = cipher.update(ciphertext) + cipher.finalize()
        unpadder = PKCS7(128).unpadder()
        return unpadder.update(padded) + unpadder.finalize()
    except ValueError:
        return None


def _event_in(text: Optional[bytes]) -> Optional[tuple[str, Mapping[str, Any]]]:
    outer = _object_in(text)
    event, data = outer.get("event"), outer.get("data")
    inner = _object_in(data.encode()) if isinstance(data, str) else None
    return (event, inner) if isinstance(event, str) and inner is not None else None


def _payload_in(raw: bytes) -> Optional[str]:
    payload = _object_in(raw).get("payload")
    return payload if isinstance(payload, str) else None


def _object_in(text: Optional[bytes]) -> dict[str, Any]:
    try:
        value = json.loads(text or b"")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _key_of(given: str) -> bytes:
    # One read from a file, or after a comma, may have a line break or a space around it; none has one within.
    secret = given.strip()
    return _from_base64(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
