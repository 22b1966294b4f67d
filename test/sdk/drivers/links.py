"""Makes a payment link by the Python library, as its siblings do, and prints what came of each call."""

import json
import sys

from payment_service import NotFoundError, PaymentService, ValidationError

base_url, api_key, key = sys.argv[1:]
client = PaymentService(api_key, base_url)
sale = {"title": "Order 17", "amount": 12500, "currency": "XOF", "reference": "A-17"}

nobody = "00000000-0000-4000-8000-000000000000"

made = client.create_payment_link(sale, idempotency_key=key)
again = client.create_payment_link(sale, idempotency_key=key)
gift = client.create_payment_link({"title": "Gift", "currency": "XOF", "min_amount": 500})
read = client.payment_link(made["id"])
changed = client.change_payment_link(made["id"], {"title": "Order 17, again", "reference": None})
closed = client.close_payment_link(made["id"])


def refused(kind, work):
    try:
        work()
    except kind as error:
        return error.code
    return "taken"


def sentence(english):
    try:
        english.payment_link(nobody)
    except NotFoundError as error:
        return error.sentence
    return "taken"


print(
    json.dumps(
        {
            "again": again["id"] == made["id"],
            "url": made["url"].endswith(f"/sandbox/pay/{made['id']}"),
            "read": [read["amount"], read["status"]],
            "gift": [gift["amount"], gift["min_amount"]],
            "changed": [changed["title"], changed["reference"]],
            "closed": closed["status"],
            "listed": sorted(one["title"] for one in client.payment_links(limit=1)),
            "wrong": refused(
                ValidationError, lambda: client.create_payment_link({**sale, "origin": "*"})
            ),
            "unknown": refused(NotFoundError, lambda: client.payment_link(nobody)),
            "english": sentence(PaymentService(api_key, base_url, language="en")),
        }
    )
)
