"""Which requests are retried, and when."""

from __future__ import annotations

import math
import re
import time
from email.utils import parsedate_to_datetime

from .errors import NoAnswerError, SandiError

# Temporary errors before anything has begun.
_NOT_BEGUN = frozenset({"rate_limited", "overloaded", "no_device", "request_timeout"})
# May have begun: the same request with the same Idempotency-Key returns the outcome.
_MAYBE_DONE = frozenset({"idempotency_in_flight", "internal_error", "unavailable"})
# Errors before Sandi reads the Idempotency-Key: they say nothing about earlier attempts.
_BEFORE_THE_KEY = frozenset(
    {
        "api_key_missing",
        "api_key_invalid",
        "operation_not_allowed",
        "not_on_whatsapp_limited",
        "verification_blocked",
        "recipient_limited",
        "recipient_restricted",
    }
)
_PAUSE_FIRST = 0.5
_PAUSE_LONGEST = 8.0
# As HTTP writes it; other standards allow more.
_DATE = re.compile("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def may_be_done(error: SandiError) -> bool:
    """Whether the failed request may have been carried out."""
    return error.maybe_done if isinstance(error, NoAnswerError) else error.code in _MAYBE_DONE


def is_last_word(error: SandiError) -> bool:
    """Whether the error also covers earlier attempts with the same key."""
    return not isinstance(error, NoAnswerError) and error.code not in _BEFORE_THE_KEY


def is_worth_repeating(error: SandiError, even_if_begun: bool) -> bool:
    """`even_if_begun`: whether a request that may have been carried out is safe to repeat."""
    if may_be_done(error):
        return even_if_begun
    if not isinstance(error, NoAnswerError):
        return error.code in _NOT_BEGUN
    return _is_fault_in_between(error.status) or error.status in (408, 429)


def leaves_open(status: int) -> bool:
    """Whether Sandi may have received the request, although the response is not Sandi's."""
    return _is_fault_in_between(status) or status < 300


def pause(failures: int, retry_after: int | None, chance: float) -> float:
    """Exponential, with jitter of one half, and never less than `Retry-After`."""
    grown = min(_PAUSE_FIRST * 2.0 ** (failures - 1), _PAUSE_LONGEST)
    return max(grown * (0.5 + chance / 2), float(retry_after or 0))


def retry_after_of(given: str, date: str) -> int | None:
    """Seconds or a date; a date counts from the `Date` header, if there is one."""
    if re.fullmatch("[0-9]+", given):
        # More digits than these are no time that anybody waits for, and no float.
        return int(given.lstrip("0")[:9] or 0)
    end = _seconds(given)
    if end is None:
        return None
    now = _seconds(date)
    return max(0, math.ceil(end - (time.time() if now is None else now)))


def _seconds(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp() if _DATE.fullmatch(date) else None
    except ValueError:
        return None


def _is_fault_in_between(status: int | None) -> bool:
    """Responses of a proxy, which may have forwarded the request."""
    return status is None or status >= 500
