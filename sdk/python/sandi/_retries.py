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
# A date in a header of HTTP. The parser below would accept more formats.
_DATE = re.compile("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def may_be_done(error: SandiError) -> bool:
    """Whether Sandi may have executed the failed request."""
    return error.maybe_done if isinstance(error, NoAnswerError) else error.code in _MAYBE_DONE


def covers_earlier_attempts(error: SandiError) -> bool:
    """Whether the error also tells the outcome of earlier attempts with the same key."""
    return not isinstance(error, NoAnswerError) and error.code not in _BEFORE_THE_KEY


def is_worth_repeating(error: SandiError, even_if_begun: bool) -> bool:
    """Whether to retry. `even_if_begun`: a request that Sandi may have executed is safe to repeat."""
    if may_be_done(error):
        return even_if_begun
    if not isinstance(error, NoAnswerError):
        return error.code in _NOT_BEGUN
    return _is_proxy_fault(error.status) or error.status in (408, 429)


def may_have_arrived(status: int) -> bool:
    """Whether Sandi may have received the request, although the response is not Sandi's."""
    return _is_proxy_fault(status) or status < 300


def pause(failures: int, retry_after: int | None, chance: float) -> float:
    """The pause before the next attempt: grows exponentially, by half at random, and is at least `Retry-After`."""
    grown = min(_PAUSE_FIRST * 2.0 ** (failures - 1), _PAUSE_LONGEST)
    return max(grown * (0.5 + chance / 2), float(retry_after or 0))


def retry_after_of(given: str, date: str) -> int | None:
    """Reads `Retry-After`: seconds, or a date. The pause until a date begins at the `Date` header, or now."""
    if re.fullmatch("[0-9]+", given):
        # Nine digits are enough: nobody waits longer, and a float cannot hold any number of digits.
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


def _is_proxy_fault(status: int | None) -> bool:
    """For responses that are not Sandi's: whether a proxy failed, which may have forwarded the request."""
    return status is None or status >= 500
