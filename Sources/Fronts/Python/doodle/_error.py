"""Why an input was refused."""

from __future__ import annotations

import re
from typing import Tuple, Type


class DoodleError(ValueError):
    """An input that is refused: a wrong line or touch, a canvas that is too large, or a number out of range."""

    line: int
    """The line in the log, from 1; 0 if the error concerns no line."""
    column: int
    """The column in bytes, from 1; 0 if the error concerns no line."""
    reason: str
    """A sentence, without the line and the column."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}, column {column}: {reason}" if line > 0 else reason)
        self.line = line
        self.column = column
        self.reason = reason

    def __reduce__(self) -> Tuple[Type[DoodleError], Tuple[str, int, int]]:
        # Processes send exceptions to each other.
        return type(self), (self.reason, self.line, self.column)


def error_of(result: bytes) -> DoodleError:
    """The error that the library describes, such as `3 14 the phase "gone" is none of …`."""
    match = re.fullmatch(r"(\d+) (\d+) (.*)", result.decode("utf-8", "replace"), re.DOTALL)
    if match is None:
        raise RuntimeError(f"the library failed with {result!r}")
    return DoodleError(match[3], int(match[1]), int(match[2]))
