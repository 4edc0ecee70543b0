from __future__ import annotations

from typing import NoReturn


class ApiKey:
    """An API key. `repr`, `vars`, `pickle` and `copy` of its client do not show it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A Sandi client has an API key and cannot be pickled or copied: make a new one instead.")
