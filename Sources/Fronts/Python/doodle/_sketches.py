"""Sketches as small pictures, for training."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, Iterable, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._error import DoodleError
from ._input import integer, number
from ._library import library
from ._strokes import Collector, Points, Sketch

_LARGEST = 4096
_NOTHING = ctypes.c_char * 0
_FEW = 1000


def sketches(
    sketches: Union[Iterable[Sketch], Points], size: int = 28, *, source_size: Optional[float] = 256,
    padding: Optional[float] = None, line_width: Optional[float] = None,
) -> npt.NDArray[np.uint8]:
    """The bitmaps of sketches as `doodle batch --preset quickdraw-28` draws them: (sketches, size, size), uint8.

    A byte is 0 without ink and 255 full of it. A sketch is a list of strokes, y grows downward. A stroke is

    - an array of the shape (points, 2),
    - a list of two lists, all x and all y, as Quick, Draw! has it,
    - or a list of any other number of points [x, y].

    So a list such as `[[0, 9], [5, 5]]` is a line from 0, 5 to 9, 5; give two points as an array. A sketch without points
    is blank.

    `source_size` is the side of the data set's coordinate box, which fills the picture inside the padding; None scales
    each sketch to fill it. The box of a sketch's points is in the middle of the picture. `padding` (24/304 of the size if
    None) and `line_width` (16/304 of the size if None) are in pixels.

    One call for many sketches takes less time than a call for each. `Points` of arrays of float64 and int64 are not copied.
    Other threads run during the call.
    """
    try:
        side, source, room, width = _cached_form(size, source_size, padding, line_width)
    except TypeError:
        side, source, room, width = _form(size, source_size, padding, line_width)
    given = sketches if isinstance(sketches, Points) else Collector(sketches)
    points, strokes, ends = given.arrays()
    count = len(ends)
    pixels = np.empty((count, side, side), np.uint8)
    if library.doodle_sketches(
        _passed(points), _passed(strokes), _passed(ends), count, side, source, room, width, _address(pixels),
    ):
        given.refuse()
    return pixels


def _form(
    size: int, source_size: Optional[float], padding: Optional[float], line_width: Optional[float],
) -> Tuple[int, float, float, float]:
    """The numbers that the library takes."""
    size = integer(size, "size")
    if not 1 <= size <= _LARGEST:
        raise DoodleError(f"size must be 1 to {_LARGEST} pixels, not {size}")
    source = math.nan if source_size is None else number(source_size, "source_size")
    if source <= 0:
        raise DoodleError(f"source_size must be more than 0, not {source}")
    room = 24 / 304 * size if padding is None else number(padding, "padding")
    if not 0 <= room < size / 2:
        raise DoodleError(f"padding must be from 0 to less than half of the size, not {room}")
    width = 16 / 304 * size if line_width is None else number(line_width, "line_width")
    if width < 0:
        raise DoodleError(f"line_width must be at least 0, not {width}")
    return size, source, room, width


# A call for each sketch checks its options once. 28 and 28.0 are not the same.
_cached_form = functools.lru_cache(typed=True)(_form)


def _passed(numbers: Any) -> Union[bytes, int]:
    """An array as a call takes it. To copy few numbers takes less time than to find out where they are."""
    return numbers.tobytes() if len(numbers) < _FEW else _address(numbers)


def _address(buffer: Any) -> int:
    """Where an array begins, which takes NumPy itself twice as long to tell."""
    try:
        return ctypes.addressof(_NOTHING.from_buffer(buffer))
    except TypeError:
        # It cannot be written.
        return int(buffer.ctypes.data)
