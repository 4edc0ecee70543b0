"""Reads a request a line, answers with a line: what the SDK does with it. With `async`, through asyncio."""

import asyncio
import json
import re
import sys

import sandi


class NoPause:
    def __init__(self):
        self.waits = []

    def now(self):
        # Time stands still until the SDK slept so often: then all of it is over.
        return 0 if len(self.waits) < 5 else 1e6

    def sleep(self, seconds):
        self.waits.append(seconds)


def call(request):
    clock = NoPause()
    client_class = sandi.AsyncSandi if "async" in sys.argv else sandi.Sandi
    client = client_class(request["url"], request["key"], timeout=request["timeout"], clock=clock)
    method = client
    for name in request["call"].split("."):
        method = getattr(method, re.sub("(?=[A-Z])", "_", name).lower())
    try:
        # `from` is a word of the language.
        args = {"from_" if name == "from" else name: value for name, value in request["args"].items()}
        value = method(**args)
        if asyncio.iscoroutine(value):
            value = asyncio.run(value)
        return {"waits": clock.waits, "value": value}
    except sandi.SandiError as error:
        told = {
            "class": type(error).__name__,
            "base": True,
            "code": error.code,
            "status": error.status,
            "request_id": error.request_id,
            "retry_after": error.retry_after,
            "fields": error.fields,
            "reason": error.body.get("reason"),
            "maybe_done": error.maybe_done,
            "idempotency_key": error.idempotency_key,
            "message": str(error),
        }
        return {"waits": clock.waits, "error": told}


def verify(request):
    try:
        event = sandi.webhooks.verify(
            request["secrets"],
            request["headers"],
            request["body"].encode(),
            now=request["now"],
            **({"tolerance": request["tolerance"]} if "tolerance" in request else {}),
        )
        return {"event": event}
    except sandi.WebhookVerificationError as error:
        return {"refused": type(error).__name__}


def names(_request):
    numbers = vars(sandi.test_numbers)
    return {"test_numbers": {name.lower(): numbers[name] for name in numbers if name.isupper()}}


for line in sys.stdin:
    request = json.loads(line)
    answer = globals()[request["operation"]](request)
    print(json.dumps(answer), flush=True)
