from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancellation:
    """Cancels a call that runs in another thread: ends its pause, or its wait for the network."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._end: Callable[[], object] | None = None

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._event.set()
            if self._end is not None:
                self._end()

    def sleep(self, seconds: float) -> None:
        self._event.wait(seconds)

    @contextmanager
    def ending(self, end: Callable[[], object]) -> Generator[None, None, None]:
        """If the call is cancelled during the block, the cancelling thread calls `end`."""
        with self._lock:
            if self._event.is_set():
                raise InterruptedError("The call was cancelled.")
            self._end = end
        try:
            yield
        finally:
            with self._lock:
                self._end = None


# The cancellation of the call that runs in this thread. Only calls of `AsyncSandi` have one.
CANCELLATION: ContextVar[Cancellation | None] = ContextVar("sandi_cancellation", default=None)
