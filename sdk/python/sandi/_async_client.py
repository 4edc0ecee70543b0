from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from ._client import TIMEOUT, Messages, Sandi
from ._http import Clock
from ._verifications import Verifications

_Calls = TypeVar("_Calls")
_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


class _InThreads(Generic[_Calls]):
    """The calls of something, to be awaited."""

    def __init__(self, calls: _Calls) -> None:
        self._calls = calls


def _awaited(
    call: Callable[Concatenate[_Calls, _Given], _Answer],
) -> Callable[Concatenate[_InThreads[_Calls], _Given], Coroutine[Any, Any, _Answer]]:
    """The same call with the same arguments and types, in a thread."""

    @wraps(call)
    async def run(self: _InThreads[_Calls], /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        return await to_thread(call, self._calls, *args, **kwargs)  # pyright: ignore[reportPrivateUsage]

    return run


class AsyncSandi(_InThreads[Sandi]):
    """As `Sandi`, for asyncio: each call runs in a thread of the loop's default executor.

    So many calls run at once as that executor has threads. A call whose task is cancelled still runs to its end.
    """

    def __init__(self, url: str, api_key: str, *, timeout: float = TIMEOUT, clock: Clock | None = None) -> None:
        super().__init__(Sandi(url, api_key, timeout=timeout, clock=clock))
        self.messages = AsyncMessages(self._calls.messages)
        self.verifications = AsyncVerifications(self._calls.verifications)

    send = _awaited(Sandi.send)
    check = _awaited(Sandi.check)
    credit = _awaited(Sandi.credit)


class AsyncMessages(_InThreads[Messages]):
    get = _awaited(Messages.get)
    list = _awaited(Messages.list)
    search = _awaited(Messages.search)


class AsyncVerifications(_InThreads[Verifications]):
    create = _awaited(Verifications.create)
    check = _awaited(Verifications.check)
    resend = _awaited(Verifications.resend)
    cancel = _awaited(Verifications.cancel)
    get = _awaited(Verifications.get)
