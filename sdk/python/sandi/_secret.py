from __future__ import annotations

from typing import NoReturn


class ApiKey:
    """An API key that no `repr`, `vars`, `pickle` or `copy` of its client shows."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A Sandi client has an API key and cannot be pickled or copied: make a new one instead.")
