"""What carries requests: sockets of the standard library, unless the caller has something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    # The key is in it, and phones and codes in the body: neither is shown.
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    # Whether it is safe to send it twice.
    is_repeatable: bool


@dataclass(frozen=True)
class Response:
    status: int
    # Names in any case.
    headers: Mapping[str, str]
    body: bytes


class NotSentError(OSError):
    """For transports: nothing of the request was sent. After any other exception it may have arrived."""


class Transport(Protocol):
    """Sends one request once, and follows no redirect. Its `timeout` is in seconds, for all of it.

    Raises `NotSentError` where provably nothing was sent, and anything else where nobody can say.
    """

    def send(self, request: Request, timeout: float) -> Response: ...


class AsyncTransport(Protocol):
    """As `Transport`, for `AsyncSandi`; it runs in the event loop of the call."""

    async def send(self, request: Request, timeout: float) -> Response: ...
