"""Webhooks of Sandi."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence

from .errors import WebhookVerificationError
from .types import WebhookEvent

_PREFIX = "whsec_"


def verify(
    secrets: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies the signature and the age of a webhook and returns the event.

    Raises `WebhookVerificationError` if they are wrong. `body` is the received request body, before any parser. The
    names of `headers` may be in any case. While you replace a secret, give both. `now` is in seconds since 1970.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not message_id or not timestamp or not signatures:
        raise WebhookVerificationError("A header is missing.")
    if not re.fullmatch("[0-9]{1,15}", timestamp):
        raise WebhookVerificationError("The timestamp is no number.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The timestamp is too far from now.")
    content = _bytes(body) if isinstance(body, str) else body
    signed = _bytes(f"{message_id}.{timestamp}.") + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in signatures.split(" "):
            if hmac.compare_digest(expected, _bytes(signature)):
                return _event(content)
    raise WebhookVerificationError("No signature is of this secret.")


def _bytes(text: str) -> bytes:
    # aiohttp reads headers with `surrogateescape`: bytes that are not UTF-8 become lone surrogates.
    return text.encode("utf-8", "surrogateescape")


def _key(secret: str) -> bytes:
    text = secret.removeprefix(_PREFIX)
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A webhook secret is whsec_ and base64.")
    return key


def _event(content: bytes) -> WebhookEvent:
    try:
        event: WebhookEvent = json.loads(content)
    except ValueError:
        raise WebhookVerificationError("The body is no JSON.") from None
    return event
