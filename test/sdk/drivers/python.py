"""Plays the vectors with the Python library, as its siblings do, and prints what came of each."""

import json
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

from payment_service import (
    ApiError,
    DuplicateReferenceError,
    PaymentService,
    PaymentServiceError,
    RateLimitError,
    ValidationError,
    WebhookError,
    checked_amount,
    decimals_of,
    from_minor,
    webhooks,
)

folder = pathlib.Path(__file__).parents[3] / "sdk" / "vectors"
base_url = sys.argv[1]


def read(name):
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


deliveries, http, amounts = read("webhooks"), read("http"), read("amounts")


def webhook(case):
    try:
        event = webhooks.verify(
            case["body"],
            case["headers"],
            case["secrets"],
            now=case["now"],
            allow_untimed=case.get("allow_untimed", False),
        )
    except WebhookError as error:
        return {"error": error.code, "message": str(error)}
    return {
        "opened": {
            "id": event.id,
            "type": event.type,
            "data": event.data,
            "is_test": event.is_test,
        }
    }


def call(place):
    number, case = place
    waits = []
    client = PaymentService(
        "SKSANDBOX_scripted",
        f"{base_url}/{number}",
        timeout=case["timeout_ms"] / 1000,
        max_retries=http["max_retries"],
        max_retry_after=http["max_retry_after_seconds"],
        sleep=lambda seconds: waits.append(seconds * 1000),
    )
    try:
        return {**made(client, case), "waits": waits}
    except PaymentServiceError as error:
        return {**told(error), "waits": waits}
    except ValueError as error:
        return {"error": "argument", "message": str(error), "waits": waits}


def made(client, case):
    kind = case["call"]
    given = http["calls"].get(kind)
    if kind in ("list", "filtered"):
        query = given or {"limit": 2}
        return {"ids": [one["id"] for one in client.transactions(**query)]}
    one = {
        "collection": lambda body: client.create_collection(
            body, idempotency_key=case.get("idempotency_key")
        ),
        "payment_link": client.create_payment_link,
        "read": client.transaction,
        "wait": client.wait_for_final,
        "keyed": lambda body: client.call("POST", "/v2/quotes", body=body, idempotency_key="order-17"),
        "webhook_endpoint": client.create_webhook_endpoint,
    }[kind](given)
    return {"ok": {"id": one["id"], "status": one["status"]}}


def told(error):
    said = {"error": error.kind, "message": str(error)}
    if isinstance(error, ApiError):
        said.update(
            code=error.code,
            status=error.status,
            type=error.type,
            request_id=error.request_id,
            doc_url=error.doc_url,
        )
    if isinstance(error, RateLimitError):
        said.update(retry_after_seconds=error.retry_after_seconds)
    if isinstance(error, DuplicateReferenceError):
        said.update(transaction_id=error.transaction_id)
    if isinstance(error, ValidationError):
        said.update(fields=[one["field"] for one in error.fields])
    return said


def refused(one):
    try:
        checked_amount(json.loads(one["json"]), one["currency"])
        return "taken"
    except PaymentServiceError as error:
        return error.kind


with ThreadPoolExecutor(8) as pool:
    print(
        json.dumps(
            {
                "webhooks": [webhook(case) for case in deliveries["cases"]],
                "http": list(pool.map(call, enumerate(http["cases"]))),
                "amounts": {
                    "decimals": [decimals_of(code) for code in amounts["decimals"]],
                    "exact": [
                        json.dumps(from_minor(int(one["minor"]), one["currency"]))
                        for one in amounts["exact"]
                    ],
                    "refused": [refused(one) for one in amounts["refused"]],
                },
            }
        )
    )
