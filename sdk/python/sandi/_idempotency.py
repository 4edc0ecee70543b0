"""Idempotency-Keys, and results with an unknown outcome."""

from __future__ import annotations

import re
import uuid
from typing import Any

from .errors import SandiError
from .types import UnknownMessage


def key_of(key: str | None) -> str:
    """The key of the caller, or a new one."""
    key = str(uuid.uuid4()) if key is None else key
    if not re.fullmatch(r"[\x20-\x7e]{1,255}", key):
        raise ValueError("idempotency_key has 1 to 255 printable ASCII characters.")
    return key


def given(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def unknown_or(
    error: SandiError, key: str, external_id: str | None = None, metadata: dict[str, str] | None = None
) -> UnknownMessage:
    """The result of a send with an unknown outcome. Other errors are raised."""
    if error.code != "gateway_unknown" and not error.maybe_done:
        raise error
    return {
        "reference": error.body.get("reference"),
        "external_id": error.body.get("external_id") if external_id is None else external_id,
        "metadata": error.body.get("metadata") if metadata is None else metadata,
        "reason": error.body.get("reason"),
        "code": error.code,
        "idempotency_key": key,
    }
