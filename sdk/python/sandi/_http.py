"""Makes a request, and retries it while that is safe and time is left."""

from __future__ import annotations

import json
import random
import time
from typing import Any, Protocol, cast

from . import _retries
from ._cancellation import CANCELLATION
from ._connection import Sockets
from ._secret import ApiKey
from ._transport import NotSentError, Request, Transport
from .errors import NoAnswerError, SandiError, error_of

_VERSION = "0.1.0"
# A little longer than Sandi waits for gateways.
_TRY_TIMEOUT = 20.0
# With less time left no retry begins: a timeout would make a known outcome unknown.
_TRY_LEAST = 1.0


class Clock(Protocol):
    """The clock of a client, in seconds. Tests replace it."""

    def now(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class Http:
    def __init__(self, url: str, api_key: str, timeout: float, clock: Clock | None, transport: Transport | None) -> None:
        self._url = url
        self._api_key = ApiKey(api_key)
        self._timeout = timeout
        self._clock = clock or SystemClock()
        self._transport = transport or Sockets(url)

    def __repr__(self) -> str:
        return f"<Sandi at {self._url}>"

    def close(self) -> None:
        """Closes the connections that wait for their next request; the client opens new ones."""
        if isinstance(self._transport, Sockets):
            self._transport.close()

    def request(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
        even_if_begun: bool = True,
    ) -> Any:
        """Returns the `data` of the success. Raises any failure, with the Idempotency-Key of the request."""
        headers = {
            "Authorization": f"Bearer {self._api_key.reveal()}",
            "Accept": "application/json",
            "User-Agent": f"sandi-python/{_VERSION}",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        content = None if body is None else json.dumps(body).encode()
        try:
            return self._repeated(Request(method, self._url + path, headers, content, even_if_begun))
        except SandiError as error:
            error.idempotency_key = idempotency_key
            raise

    def _repeated(self, request: Request) -> Any:
        end = self._clock.now() + self._timeout
        cancellation = CANCELLATION.get()
        maybe_done = False
        failures = 0
        last: SandiError | None = None
        while True:
            left = end - self._clock.now()
            if last is not None and (left < _TRY_LEAST or (cancellation and cancellation.is_cancelled)):
                # The pause may have taken longer than asked.
                last.maybe_done = maybe_done
                raise last
            try:
                return self._try_once(request, min(left, _TRY_TIMEOUT))
            except SandiError as error:
                failures += 1
                last = error
                error.maybe_done = _retries.may_be_done(error)
                maybe_done = maybe_done or error.maybe_done
                if not _retries.is_worth_repeating(error, request.is_repeatable):
                    if not _retries.covers_earlier_attempts(error):
                        error.maybe_done = maybe_done
                    raise
                wait = _retries.pause(failures, error.retry_after, random.random())
                if self._clock.now() + wait + _TRY_LEAST >= end:
                    error.maybe_done = maybe_done
                    raise
            if cancellation is not None and isinstance(self._clock, SystemClock):
                cancellation.sleep(wait)
            else:
                self._clock.sleep(wait)

    def _try_once(self, request: Request, timeout: float) -> Any:
        try:
            response = self._transport.send(request, max(timeout, 0.001))
        except Exception as cause:
            # The request may have been sent, unless there was no connection.
            raise NoAnswerError("Sandi did not answer.", maybe_done=not isinstance(cause, NotSentError)) from cause
        headers = {name.lower(): value for name, value in response.headers.items()}
        given, date = (headers.get(name, "").strip() for name in ("retry-after", "date"))
        return _read(response.status, _retries.retry_after_of(given, date), response.body)


def _read(status: int, retry_after: int | None, text: bytes) -> Any:
    answer = _object_in(text)
    if answer.get("success") is True:
        return answer.get("data", {})
    if answer.get("success") is not False or not isinstance(answer.get("code"), str):
        raise NoAnswerError(
            f"HTTP {status}, which Sandi did not write.",
            status=status,
            retry_after=retry_after,
            maybe_done=_retries.may_have_arrived(status),
        )
    raise error_of(answer["code"], str(answer.get("message")), status, retry_after, answer)


def _object_in(text: bytes) -> dict[str, Any]:
    """The JSON object in a text; empty if there is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
