"""One request over the standard library's client, repeated as often as that is safe and there is time."""

from __future__ import annotations

import json
import random
import time
from http.client import HTTPException
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

from . import _retries
from ._connection import Deadline, Origin
from .errors import NoAnswerError, SandiError, error_of

_VERSION = "0.1.0"
# A little longer than Sandi gives its gateways.
_TRY_TIMEOUT = 20.0
# With less time left no other try is begun: cut off, it would make an unknown outcome of a known one.
_TRY_LEAST = 1.0


class Clock(Protocol):
    """Time, in seconds; tests have one of their own."""

    def now(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class Http:
    def __init__(self, url: str, api_key: str, timeout: float, clock: Clock) -> None:
        parts = urlsplit(url)
        self._origin = Origin(parts.hostname or "", parts.port, is_encrypted=parts.scheme == "https")
        self._base = parts.path.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._clock = clock

    def request(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
        even_if_begun: bool = True,
    ) -> Any:
        """The `data` of the success; any failure is raised."""
        end = self._clock.now() + self._timeout
        maybe_done = False
        failures = 0
        last: SandiError | None = None
        while True:
            left = end - self._clock.now()
            if last is not None and left < _TRY_LEAST:
                # Whoever slept for too long begins nothing any more.
                last.maybe_done = maybe_done
                raise last
            try:
                return self._try_once(method, path, body, idempotency_key, left)
            except SandiError as error:
                failures += 1
                last = error
                error.maybe_done = _retries.may_be_done(error)
                maybe_done = maybe_done or error.maybe_done
                if not _retries.is_worth_repeating(error, even_if_begun):
                    if not _retries.is_last_word(error):
                        error.maybe_done = maybe_done
                    raise
                wait = _retries.pause(failures, error.retry_after, random.random())
                if self._clock.now() + wait + _TRY_LEAST >= end:
                    error.maybe_done = maybe_done
                    raise
            self._clock.sleep(wait)

    def _try_once(
        self, method: str, path: str, body: dict[str, Any] | None, idempotency_key: str | None, left: float
    ) -> Any:
        headers = {
            "Authorization": f"Bearer {self._api_key}",
            "Accept": "application/json",
            "User-Agent": f"sandi-python/{_VERSION}",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        content = None if body is None else json.dumps(body).encode()
        deadline = Deadline(min(left, _TRY_TIMEOUT))
        try:
            connection = self._origin.connect(deadline)
        except OSError as cause:
            raise NoAnswerError("Sandi did not answer.", maybe_done=False) from cause
        try:
            connection.request(method, self._base + path, content, headers)
            # Its own close, since a connection that ends with its answer hands the socket to that.
            with connection.getresponse() as response:
                text = response.read()
        except (OSError, HTTPException) as cause:
            # Everything but a connection that never was may have left.
            raise NoAnswerError("Sandi did not answer.", maybe_done=True) from cause
        finally:
            connection.close()
        given, date = (response.getheader(name, "").strip() for name in ("Retry-After", "Date"))
        return _read(response.status, _retries.retry_after_of(given, date), text)


def _read(status: int, retry_after: int | None, text: bytes) -> Any:
    answer = _object_in(text)
    if answer.get("success") is True:
        return answer.get("data", {})
    if answer.get("success") is not False or not isinstance(answer.get("code"), str):
        raise NoAnswerError(
            f"HTTP {status}, which Sandi did not write.",
            status=status,
            retry_after=retry_after,
            maybe_done=_retries.leaves_open(status),
        )
    raise error_of(answer["code"], str(answer.get("message")), status, retry_after, answer)


def _object_in(text: bytes) -> dict[str, Any]:
    """Empty where the text is no object of JSON."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
