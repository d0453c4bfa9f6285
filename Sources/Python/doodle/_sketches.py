"""Sketches as small pictures, for training."""

from __future__ import annotations

import math
from typing import Iterable, Optional

import numpy as np
import numpy.typing as npt

from ._error import DoodleError
from ._input import integer, number
from ._library import library
from ._strokes import Points, Sketch

_LARGEST = 4096


def sketches(
    sketches: Iterable[Sketch], size: int = 28, *, source_size: Optional[float] = 256, padding: Optional[float] = None,
    line_width: Optional[float] = None,
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

    One call for many sketches takes less time than a call for each. Other threads run during the call.
    """
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

    points = Points.of(sketches)
    count = len(points.sketch_ends)
    pixels = np.empty((count, size, size), np.uint8)
    if library.doodle_sketches(
        points.points.ctypes.data, points.stroke_ends.ctypes.data, points.sketch_ends.ctypes.data, count, size, source,
        room, width, pixels.ctypes.data,
    ):
        raise DoodleError("a number is out of range")
    return pixels
