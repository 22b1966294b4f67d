"""Makes a webhook endpoint by the Python library, as its siblings do, and prints what came of each call."""

import json
import sys

from payment_service import ApiError, PaymentService

base_url, api_key = sys.argv[1:]
client = PaymentService(api_key, base_url)


def refused(work):
    try:
        work()
    except ApiError as error:
        return error.code
    return "taken"


made = client.create_webhook_endpoint({"url": "https://shop.example/hook", "events": ["*"]})
hook = made["id"]
changed = client.change_webhook_endpoint(
    hook, {"label": "Shop in Cotonou", "events": ["payment.failed"]}
)
cleared = client.change_webhook_endpoint(hook, {"label": None})
disabled = client.disable_webhook_endpoint(hook)
refusal = refused(lambda: client.test_webhook_endpoint(hook))
enabled = client.enable_webhook_endpoint(hook)
tested = client.test_webhook_endpoint(hook, "payment.success")
rotated = client.rotate_webhook_endpoint(hook, "now")
later = client.rotate_webhook_endpoint(hook)
read = client.webhook_endpoint(hook)
listed = [one["id"] for one in client.webhook_endpoints()]
types = [one["code"] for one in client.webhook_event_types()]
deleted = client.delete_webhook_endpoint(hook)

print(
    json.dumps(
        {
            "made": [made["status"], "secret" in made],
            "changed": [changed["label"], changed["events"]],
            "cleared": [cleared["label"], cleared["events"]],
            "disabled": disabled["status"],
            "refused": refusal,
            "enabled": enabled["status"],
            "tested": tested["type"],
            "rotated": [rotated["secret"] != made["secret"], "next_secret" not in rotated],
            "later": [later["secret"] != rotated["secret"], "next_secret" in read],
            "listed": listed == [hook],
            "types": "payment.success" in types,
            "deleted": deleted["deleted"],
            "gone": refused(lambda: client.webhook_endpoint(hook)),
        }
    )
)
