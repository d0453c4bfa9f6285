"""What calls accept: lines, bytes, numbers and pictures."""

from __future__ import annotations

import json
import math
import operator
from typing import Any, Iterable, Iterator, List, Mapping, Union

import numpy as np
import numpy.typing as npt

from ._error import DoodleError

Bytes = Union[bytes, bytearray, memoryview]
Line = Mapping[str, Any]
Lines = Union[str, Bytes, Line, Iterable[Union[Line, str, Bytes]]]

# Lines of an iterable are applied in parts of so many bytes, so that long logs need little memory.
_PART = 1 << 18


def parts_of(lines: Lines) -> Iterator[bytes]:
    """Whole lines in UTF-8."""
    if isinstance(lines, (str, bytes, bytearray, memoryview)):
        yield _encoded(lines)
    elif isinstance(lines, Mapping):
        yield _line(lines)
    elif isinstance(lines, Iterable) and not isinstance(lines, np.ndarray):
        part: List[bytes] = []
        size = 0
        for line in lines:
            part.append(_line(line))
            size += len(part[-1])
            if size >= _PART:
                yield b"".join(part)
                part, size = [], 0
        if part:
            yield b"".join(part)
    else:
        raise TypeError(f"lines are text, bytes, a dict or an iterable of these, not {_kind(lines)}")


def _line(line: object) -> bytes:
    """A line with its end."""
    if isinstance(line, (str, bytes, bytearray, memoryview)):
        text = _encoded(line)
        return text if text.endswith(b"\n") else text + b"\n"
    if not isinstance(line, Mapping):
        raise TypeError(f"a line is a dict, text or bytes, not {_kind(line)}")
    try:
        text = json.dumps(
            line if isinstance(line, dict) else dict(line), ensure_ascii=False, separators=(",", ":"),
            default=_plain,
        ).encode("utf-8", "surrogatepass")
    except ValueError as error:
        raise DoodleError(f"a line cannot be written as JSON: {error}") from error
    return text + b"\n"


def _plain(value: object) -> object:
    """A value of NumPy as JSON can write it."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"a line cannot hold {_kind(value)}")


def _encoded(text: Union[str, Bytes]) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)


def name_of(name: object, what: str) -> bytes:
    """The name of a picture or a font in UTF-8."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a {what} is text, not {_kind(name)}")
    return name.encode("utf-8", "surrogatepass")


def bytes_of(data: object, what: str) -> bytes:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"{what} is given as bytes, not {_kind(data)}")
    return bytes(data)


def number(value: Any, name: str) -> float:
    """A finite number."""
    if type(value) is not float:
        if isinstance(value, (str, bytes, bytearray, np.ndarray)):
            raise TypeError(f"{name} must be a number, not {_kind(value)}")
        try:
            value = float(value)
        except OverflowError:
            raise DoodleError(f"{name} is too large") from None
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be a number, not {_kind(value)}") from None
    if not math.isfinite(value):
        raise DoodleError(f"{name} must be a finite number, not {value}")
    return float(value)


def integer(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {_kind(value)}") from None


def pixels_of(picture: Any) -> npt.NDArray[np.uint8]:
    """Red, green, blue and straight alpha of each pixel, in rows without gaps."""
    array = np.asarray(picture)
    if array.dtype != np.uint8:
        raise TypeError(f"a picture is an array of uint8, not of {array.dtype}")
    if array.ndim != 3 or array.shape[2] not in (3, 4) or 0 in array.shape:
        raise DoodleError(
            f"a picture has the shape (height, width, 4) or (height, width, 3), at least 1 pixel a side, not {array.shape}")
    if array.shape[2] == 3:
        array = np.concatenate([array, np.full((*array.shape[:2], 1), 255, np.uint8)], axis=2)
    return np.ascontiguousarray(array)


def _kind(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
