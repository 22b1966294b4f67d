"""A shop that fulfils an order when its webhook says that it is paid."""

import json
import os
import pathlib
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from payment_service import PaymentService, PaymentServiceError, WebhookError, webhooks

payments = PaymentService(os.environ["PAYMENTS_API_KEY"], os.environ["PAYMENTS_BASE_URL"])
# Two separated by a comma while it is renewed.
secrets = os.environ["WEBHOOK_SECRET"].split(",")
folder = pathlib.Path(os.environ.get("ORDERS_FOLDER", "orders"))
folder.mkdir(parents=True, exist_ok=True)


def place(reference, amount, phone):
    """The order is stored before the payment is requested: if this program dies in between, it is requested again."""
    if order_file(reference).exists():
        order = read_order(reference)
    else:
        order = {"reference": reference, "amount": amount, "currency": "XOF", "status": "pending", "fulfilled": 0}
        write_order(order)
    if order["status"] != "pending":
        return order
    payments.create_collection(
        {
            "amount": order["amount"],
            "currency": "XOF",
            "provider": "auto",
            "phone": phone,
            "reference": reference,
            "customer": {"name": "Awa Dossou", "email": "awa@example.com"},
        }
    )
    return order


def hook(body, headers):
    event = webhooks.verify(body, headers, secrets)
    if event.is_test or not event.type.startswith("payment.") or not is_order(event.data["externalId"]):
        return {"ignored": True}
    order = read_order(event.data["externalId"])
    # A delivery that was already handled is acknowledged, and not handled again.
    if order["status"] == "paid":
        return order
    asked = event.data["payment"]["request"]
    is_ours = (asked["amount"], asked["currency"]) == (order["amount"], order["currency"])
    is_paid = event.type == "payment.success" and is_ours
    done = {**order, "status": "paid" if is_paid else "failed", "fulfilled": int(is_paid)}
    write_order(done)
    return done


def is_order(reference):
    """A payment may be another one's: a payment link's, say."""
    return re.fullmatch(r"[\w-]{1,64}", reference) is not None and order_file(reference).exists()


def order_file(reference):
    if not re.fullmatch(r"[\w-]{1,64}", reference):
        raise ValueError("no such order")
    return folder / f"{reference}.json"


def read_order(reference):
    return json.loads(order_file(reference).read_text("utf-8"))


def write_order(order):
    order_file(order["reference"]).write_text(json.dumps(order), "utf-8")


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(lambda: (200, read_order(self.path.split("/")[-1])))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/hooks":
            self.answer(lambda: (200, hook(body, dict(self.headers))))
        else:
            self.answer(lambda: (201, place(**json.loads(body))))

    def answer(self, work):
        try:
            status, said = work()
        except WebhookError as error:
            status, said = 400, {"error": str(error)}
        except (PaymentServiceError, OSError, ValueError) as error:
            status, said = 422, {"error": str(error)}
        text = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4242"))), Shop).serve_forever()
