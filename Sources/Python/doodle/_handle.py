"""A drawing of the library: its address, its memory, and one thread at a time."""

from __future__ import annotations

import threading
import weakref
from types import TracebackType
from typing import Any, Callable, Optional, Type

from ._error import DoodleError, error_of
from ._library import library


class Handle:
    """Owns a drawing of the library. In a `with` block, no other thread uses it."""

    def __init__(self) -> None:
        address: Optional[int] = library.doodle_new()
        if address is None:
            raise MemoryError("there is no memory for a drawing")
        self._address = address
        self._lock = threading.Lock()
        self._delete = weakref.finalize(self, library.doodle_delete, address)
        # The memory of a process that ends need not be freed, and its threads may still draw.
        self._delete.atexit = False

    def __enter__(self) -> int:
        self._lock.acquire()
        if not self._delete.alive:
            self._lock.release()
            raise DoodleError("the drawing is closed")
        return self._address

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType],
    ) -> None:
        self._lock.release()

    def close(self) -> None:
        with self._lock:
            self._delete()

    def call(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Raises `DoodleError` if the function returns an error."""
        with self as address:
            self.check(function(address, *arguments))

    def result(self, function: Callable[..., Any], *arguments: Any) -> bytes:
        """The result of a function, which may return an error."""
        with self as address:
            self.check(function(address, *arguments))
            return library.result(address)

    def value(self, function: Callable[..., Any], *arguments: Any) -> int:
        """The number that a function returns."""
        with self as address:
            value: int = function(address, *arguments)
            return value

    def check(self, status: Optional[int]) -> None:
        """Raises the error of the last call in this `with` block if `status` is one. None is that of a void function."""
        if status:
            raise error_of(library.result(self._address))
