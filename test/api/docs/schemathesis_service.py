"""A service under Schemathesis: its keys, of each kind, and what it has told of itself (docs/testing.md#the-description-by-chance).

Ids and codes made by chance are nobody's; those that answers named reach what stands behind them.
"""

import json
import os
import random
import urllib.error
import urllib.request
import uuid
from collections import defaultdict, deque

import schemathesis

DEMO = json.load(open(os.environ["DEMO"], encoding="utf-8"))
KEYS = DEMO["keys"]
#: Of four calls, three are made in sandbox; a till's key and its session are made when they are first needed.
MODES = ("sandbox", "sandbox", "sandbox", "live")
REMEMBERED_MAX = 12
#: A resource's name in addresses, and the `object` of its answers.
OBJECTS = {
    "transactions": "transaction",
    "payment-links": "payment_link",
    "terminals": "terminal",
    "webhook_endpoints": "webhook_endpoint",
    "webhook_deliveries": "webhook_delivery",
    "webhook_listeners": "webhook_listener",
    "events": "event",
    "checkouts": "checkout",
}

chance = random.Random(7)
#: What answers named, newest last, for each mode and `object`.
remembered = defaultdict(lambda: deque(maxlen=REMEMBERED_MAX))
#: What each link costs, or a price that its payer may choose.
prices = {}
tills = {}


def mode_of(key):
    return "live" if "live" in key.lower() or key in tills.get("live", {}).values() else "sandbox"


@schemathesis.auth(refresh_interval=None)
class EachKind:
    """A key of a kind that the operation takes."""

    def get(self, case, context):
        kinds = context.operation.definition.raw.get("x-keys")
        if kinds is None:
            return None
        # Most of what there is to do is done with a secret key; nothing is simulated in live.
        kind = chance.choice([*kinds, "secret"] if "secret" in kinds else kinds)
        mode = "sandbox" if case.path.endswith("/simulate") and chance.random() < 0.9 else chance.choice(MODES)
        return KEYS[f"{kind}_{mode}"] if kind in ("secret", "public") else till(mode)[kind]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def till(mode):
    """An activated terminal with an open session; cases may disable or delete it, which forgets it."""
    if mode not in tills:
        made = call(mode, "/v2/terminals", {"type": "shop", "label": "Caisse du hasard"})
        activated = call(None, "/v2/terminals/activate", {"activation_code": made["activation_code"]})
        opened = call(mode, f"/v2/terminals/{made['id']}/sessions", {"operator": {"name": "Awa"}})
        tills[mode] = {"terminal": activated["key"], "session": opened["token"]}
    return tills[mode]


def call(mode, path, body):
    headers = {"Content-Type": "application/json"}
    if mode is not None:
        headers["Authorization"] = f"Bearer {KEYS[f'secret_{mode}']}"
    request = urllib.request.Request(DEMO["base_url"] + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]


def bearer(headers):
    return (headers or {}).get("Authorization", "").removeprefix("Bearer ")


@schemathesis.hook
def after_call(context, case, response):
    """Remembers the ids and codes of an answer; forgets a till whose key is no longer one."""
    key = bearer(case.headers)
    if response.status_code == 401:
        for mode in [mode for mode, keys in tills.items() if key in keys.values()]:
            del tills[mode]
    if not 200 <= response.status_code < 300 or "json" not in response.headers.get("content-type", [""])[0]:
        return
    data = response.json().get("data") if isinstance(response.json(), dict) else None
    for found in data if isinstance(data, list) else [data]:
        if isinstance(found, dict):
            remember(found, case, mode_of(key))


def remember(found, case, mode):
    kind, id = found.get("object"), found.get("id")
    if id is None:
        return
    remembered[mode, kind].append(id)
    if isinstance(found.get("status"), str):
        remembered[mode, f"{kind} {found['status']}"].append(id)
    if kind == "cash_session":
        remembered[mode, "session of"].append((found["terminal"]["id"], id))
    if kind == "payment_link" and found["status"] == "active":
        prices[id] = found["amount"] or found["min_amount"] or found["max_amount"] or 1000
    if kind == "terminal" and found.get("activation_code"):
        remembered["any", "activation_code"].append(found["activation_code"])
    if kind == "transaction" and case.path == "/v2/payouts" and found["status"] == "pending" and "bank_account_id" in case.body:
        remembered[mode, "transfer"].append(id)
    if kind == "transaction" and case.path == "/v2/payment-links/{id}/collections":
        remembered[mode, "paid through"].append((case.path_parameters["id"], id))
    if kind == "quote":
        remembered[mode, "quote"].append(id)


def latest(mode, kind):
    known = remembered[mode, kind]
    return chance.choice(known) if known else None


def aim(case):
    """Three of four well-formed requests go where something is: known ids, a new idempotency key, amounts of everyday."""
    if chance.random() < 0.25:
        return
    # A link is anybody's: no key says its mode.
    mode = mode_of(bearer(case.headers)) if bearer(case.headers) else chance.choice(MODES)
    aim_address(case, mode)
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid.UUID(int=chance.getrandbits(128)))
    if isinstance(case.body, dict):
        aim_body(case, mode)


#: Acts that only what stands somewhere allows.
STANDING = {
    "/v2/transactions/{id}/cancel": "transfer",
    "/v2/transactions/{id}/simulate": "transaction pending",
    "/v2/transactions/{id}/receipt": "transaction succeeded",
    "/v2/webhook_deliveries/{id}/retry": "webhook_delivery abandoned",
    "/v2/payment-links/{id}": "payment_link active",
    "/v2/payment-links/{id}/collections": "payment_link active",
    "/v2/payment-links/{id}/quotes": "payment_link active",
    "/v2/payment-links/{id}/payment-methods": "payment_link active",
}


def aim_address(case, mode):
    pairs = {"session_id": "session of", "transaction": "paid through"}
    for name, pair in pairs.items():
        if name in (case.path_parameters or {}) and (known := latest(mode, pair)):
            case.path_parameters["id"], case.path_parameters[name] = known
            return
    if "id" in (case.path_parameters or {}):
        kind = OBJECTS.get(case.path.split("/")[2])
        known = latest(mode, STANDING.get(case.path, kind)) or latest(mode, kind)
        case.path_parameters["id"] = known or case.path_parameters["id"]


def aim_body(case, mode):
    body = case.body
    if case.path == "/v2/terminals/activate":
        body["activation_code"] = latest("any", "activation_code") or body["activation_code"]
    if case.path.endswith(("/collections", "/payouts", "/quotes", "/checkouts", "/payment-links")):
        body.pop("quote_id", None)
        body.pop("reference", None)
        body.pop("country", None)
        body["currency"] = "XOF"
        for name in ("amount", "min_amount", "max_amount"):
            if name in body:
                body[name] = chance.randint(1, 40) * 100
    if case.path == "/v2/payment-links/{id}/collections":
        body["customer"] = {"name": "Awa Dossou", "email": "awa@example.com"}
        body.pop("custom_fields", None)
    if case.path.startswith("/v2/payment-links/{id}/"):
        body.pop("currency", None)
        body["amount"] = prices.get(case.path_parameters["id"], 1000)
    if case.path.endswith("/collections") and body.get("payment_method", "mobile_money") == "mobile_money":
        body["provider"] = "auto"
    if case.path == "/v2/payouts":
        aim_payout(body)


def aim_payout(body):
    if chance.random() < 0.5:
        body.update(provider="auto", phone=DEMO["payout_phone"])
        body.pop("bank_account_id", None)
    else:
        body.pop("phone", None)
        account = chance.choice(DEMO["bank_accounts"])
        body.update(provider=account["bank"], bank_account_id=account["id"])
