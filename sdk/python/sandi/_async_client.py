from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from ._cancellation import CANCELLATION, Cancellation
from ._client import TIMEOUT, Messages, Sandi
from ._http import Clock
from ._transport import AsyncTransport, Request, Response, Transport
from ._verifications import Verifications

_Calls = TypeVar("_Calls")
_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")

_CONCURRENCY = 64
_LOOP: ContextVar[asyncio.AbstractEventLoop] = ContextVar("sandi_loop")


class _InThreads(Generic[_Calls]):
    """A client object whose calls run in threads and are awaited."""

    def __init__(self, calls: _Calls, threads: ThreadPoolExecutor) -> None:
        self._calls = calls
        self._threads = threads

    def __repr__(self) -> str:
        return repr(self._calls)


def _awaited(
    call: Callable[Concatenate[_Calls, _Given], _Answer],
) -> Callable[Concatenate[_InThreads[_Calls], _Given], Coroutine[Any, Any, _Answer]]:
    """The asynchronous form of a call: runs it in a thread. If the task is cancelled, the request ends too."""

    @wraps(call)
    async def run(self: _InThreads[_Calls], /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        calls, threads = self._calls, self._threads  # pyright: ignore[reportPrivateUsage]
        loop, cancellation, context = asyncio.get_running_loop(), Cancellation(), copy_context()
        context.run(_LOOP.set, loop)
        context.run(CANCELLATION.set, cancellation)
        try:
            return await loop.run_in_executor(threads, partial(context.run, call, calls, *args, **kwargs))
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    return run


class AsyncSandi(_InThreads[Sandi]):
    """Like `Sandi`, for asyncio. Each call runs in one of the client's own threads and does not block the event loop.

    At most `concurrency` calls run at a time; others wait. If the task of a call is cancelled, its connection is
    closed. The method `send` of `transport` may be `async` or not. `aclose()`, or `async with`, closes the connections.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT,
        clock: Clock | None = None,
        transport: AsyncTransport | Transport | None = None,
        concurrency: int = _CONCURRENCY,
    ) -> None:
        if transport is not None and inspect.iscoroutinefunction(transport.send):
            transport = _InLoop(cast(AsyncTransport, transport))
        client = Sandi(url, api_key, timeout=timeout, clock=clock, transport=cast("Transport | None", transport))
        # The pool starts a thread only when it needs one.
        super().__init__(client, ThreadPoolExecutor(concurrency, thread_name_prefix="sandi"))
        self.messages = AsyncMessages(client.messages, self._threads)
        self.verifications = AsyncVerifications(client.verifications, self._threads)

    send = _awaited(Sandi.send)
    check = _awaited(Sandi.check)
    credit = _awaited(Sandi.credit)

    async def aclose(self) -> None:
        self._threads.shutdown(wait=False)
        self._calls.close()

    async def __aenter__(self) -> AsyncSandi:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class AsyncMessages(_InThreads[Messages]):
    get = _awaited(Messages.get)
    list = _awaited(Messages.list)
    search = _awaited(Messages.search)


class AsyncVerifications(_InThreads[Verifications]):
    create = _awaited(Verifications.create)
    create_inbound = _awaited(Verifications.create_inbound)
    check = _awaited(Verifications.check)
    resend = _awaited(Verifications.resend)
    cancel = _awaited(Verifications.cancel)
    get = _awaited(Verifications.get)
    list = _awaited(Verifications.list)


class _InLoop:
    """Runs an asynchronous transport for the thread of a call, in the event loop that awaits the call."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def send(self, request: Request, timeout: float) -> Response:
        sending = asyncio.wait_for(self._transport.send(request, timeout), timeout)
        future = asyncio.run_coroutine_threadsafe(sending, _LOOP.get())
        with (CANCELLATION.get() or Cancellation()).ending(future.cancel):
            return future.result()
