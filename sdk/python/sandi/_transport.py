"""Interfaces of a transport, which sends requests. The default one is `Sockets`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    # `repr` shows neither headers (with the API key) nor body (with phones and codes).
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    # Whether it is safe to send it twice.
    is_repeatable: bool


@dataclass(frozen=True)
class Response:
    status: int
    # The names may be in any case.
    headers: Mapping[str, str]
    body: bytes


class NotSentError(OSError):
    """A transport raises this if nothing of the request was sent. After any other exception it may have arrived."""


class Transport(Protocol):
    """Sends one request once, and follows no redirect. `timeout` is in seconds, for the whole exchange.

    Raises `NotSentError` if certainly nothing was sent, and any other exception if the request may have arrived.
    """

    def send(self, request: Request, timeout: float) -> Response: ...


class AsyncTransport(Protocol):
    """Like `Transport`, for `AsyncSandi`. Runs in the event loop of the call."""

    async def send(self, request: Request, timeout: float) -> Response: ...
