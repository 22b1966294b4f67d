"""What Schemathesis has to know of the service beside its description (docs/testing.md#the-description-by-chance).

Formats that JSON Schema has no word for, decimals of a currency, and what a well-formed request may be refused with: a rule of
money or of state, never its form.
"""

import os
import sys
from datetime import datetime, timezone

import schemathesis
from hypothesis import strategies as st

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from schemathesis_service import aim, bearer, mode_of  # noqa: E402

NUMBERS = [f"22901{prefix}{ending:06d}" for prefix in ("97", "90", "95") for ending in (0, 1, 2, 3, 1234)]
PHONES = [*NUMBERS, *("+" + number for number in NUMBERS)]
schemathesis.openapi.format("phone", st.sampled_from(PHONES))
schemathesis.openapi.format("card-number", st.sampled_from(["4242424242424242", "5555555555554444", "4000000000000002"]))
schemathesis.openapi.format(
    "date-time", st.datetimes(datetime(2030, 1, 1), datetime(2090, 1, 1)).map(lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ"))
)
schemathesis.openapi.format("country", st.just("BJ"))
schemathesis.openapi.format("amount", st.integers(1, 10**9).map(str))
schemathesis.openapi.format(
    "https-url",
    st.sampled_from(["https://shop.example/hooks", "https://shop.example:8443/a?b=c", "https://boutique.example/"]),
)
schemathesis.openapi.format("return-url", st.sampled_from(["https://shop.example/thanks", "https://shop.example:8443/a?b=c"]))
schemathesis.openapi.format(
    "web-origin", st.sampled_from(["https://shop.example", "https://shop.example:8443", "http://localhost:3000"])
)

#: Their types say that the form of a request is at fault; the codes, that only the service knows what would have been right.
FORM = {"invalid_request", "validation_error"}
KNOWN_TO_THE_SERVICE_ALONE = {
    "duplicate_reference",
    "expired_card",
    "idempotency_conflict",
    "invalid_activation_code",
    "invalid_collaborator",
    "invalid_cursor",
}
#: Its currency, whether the payer chooses the price, gives an e-mail address and answers questions: facts of the one link.
ASKED_BY_A_LINK = ("currency", "amount", "customer", "custom_fields")
PRICES = ("amount", "min_amount", "max_amount", "counted_cash", "opening_float")


@schemathesis.hook
def before_call(context, case, kwargs):
    """What depends on the key, on a header, or on decimals of a currency, which a generator knows nothing of."""
    if case.method.upper() == "OPTIONS":
        # What a version added is described as that version has it.
        case.headers["Service-Version"] = "2.6.0"
    body = case.body
    if not is_positive(case):
        return
    aim(case)
    if not isinstance(body, dict):
        return
    # The secret key must name who pays, a terminal need not.
    if case.path == "/v2/collections":
        body.setdefault("customer", {"name": "Awa Dossou", "email": "awa@example.com"})
    if "quote_id" in body:
        case.headers["Service-Version"] = "2.6.0"
    # Its pattern says which characters a number has; which numbers there are, numbering plans say.
    if "phone" in body and body["phone"] not in PHONES:
        body["phone"] = PHONES[len(str(body["phone"])) % len(PHONES)]
    for name in PRICES:
        if isinstance(body.get(name), float):
            # Left out, it is the service's currency, which has no decimals.
            is_whole = name.endswith(("cash", "float")) or "currency" not in body
            body[name] = max(int(body[name]), 1) if is_whole else round(body[name], 2)
    if body.get("origin") == "http://localhost:3000" and mode_of(bearer(case.headers)) == "live":
        body["origin"] = "https://shop.example"
    # Examples are put together field by field: a listener had an answer, or a reason why it had none.
    for result in body.get("results") or []:
        if isinstance(result, dict) and "http_status" in result:
            result.pop("error", None)
        # A try has begun by the time that it is told of, where dates made by chance are all to come.
        if isinstance(result, dict) and "forwarded_at" in result:
            result["forwarded_at"] = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    # An answer's moment, which links between operations put there, is over by then.
    if isinstance(body.get("expires_at"), str) and body["expires_at"] < "2030":
        body["expires_at"] = "2035-01-01T00:00:00Z"
    low, high = body.get("min_amount"), body.get("max_amount")
    if low is not None and high is not None and low > high:
        body["min_amount"], body["max_amount"] = high, low


@schemathesis.check
def well_formed_is_taken(ctx, response, case):
    """What the description allows is refused for no fault of form."""
    if not is_positive(case) or not 400 <= response.status_code < 500:
        return
    error = response.json()["error"]
    if error["type"] not in FORM:
        return
    fields = error["details"].get("fields") or [error]
    is_of_link = case.path.startswith("/v2/payment-links/{id}/")
    codes = {
        field["code"]
        for field in fields
        if not (
            is_of_link
            and field["code"] in ("missing_field", "unknown_field", "currency_not_supported")
            and field["field"].split(".")[0] in ASKED_BY_A_LINK
        )
    }
    if not codes <= KNOWN_TO_THE_SERVICE_ALONE:
        raise AssertionError(f"{case.method} {case.path}: {error['code']} {error['details']}")


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive
