"""A drawing of the library: its address, its memory, and one thread at a time."""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import Any, Callable, Optional

from ._error import DoodleError, error_of
from ._library import library


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except ctypes.ArgumentError as error:
        # ctypes has made one of an error of a parameter's type.
        name = f"{DoodleError.__name__}: "
        if name not in str(error):
            raise
        raise DoodleError(str(error).split(name, 1)[1]) from None


class Handle:
    """Owns a drawing of the library. Only the thread that holds the lock uses it."""

    def __init__(self) -> None:
        address: Optional[int] = library.doodle_new()
        if address is None:
            raise MemoryError("there is no memory for a drawing")
        self._address = address
        self.lock = threading.Lock()
        self._delete = weakref.finalize(self, library.doodle_delete, address)
        # The memory of a process that ends need not be freed, and its threads may still draw.
        self._delete.atexit = False

    @property
    def address(self) -> int:
        """What functions of the library take, for a caller that holds the lock."""
        if not self._delete.alive:
            raise DoodleError("the drawing is closed")
        return self._address

    def close(self) -> None:
        with self.lock:
            self._delete()

    def call(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Raises `DoodleError` if the function returns an error."""
        with self.lock:
            self.check(_called(function, self.address, *arguments))

    def result(self, function: Callable[..., Any], *arguments: Any) -> bytes:
        """The result of a function, which may return an error."""
        with self.lock:
            self.check(_called(function, self.address, *arguments))
            return library.result(self._address)

    def value(self, function: Callable[..., Any], *arguments: Any) -> int:
        """The number that a function returns."""
        with self.lock:
            value: int = _called(function, self.address, *arguments)
            return value

    def check(self, status: Optional[int]) -> None:
        """Raises the error of the last call if `status` is one. That of a void function is None."""
        if status:
            raise error_of(library.result(self._address))
