"""Sketches as arrays of all their points."""

from __future__ import annotations

import bisect
from array import array
from typing import Any, Iterable, List, NamedTuple, NoReturn, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._error import DoodleError

Stroke = Union["npt.NDArray[Any]", Sequence[Sequence[float]], Sequence["npt.NDArray[Any]"]]
Sketch = Iterable[Stroke]

# Beyond it, the library draws nothing.
_FARTHEST = 1e7


class Points(NamedTuple):
    """The points of sketches, one stroke after another: what `sketches` reads without converting anything."""

    points: npt.NDArray[np.float64]
    """(points, 2), x and y."""
    stroke_ends: npt.NDArray[np.int64]
    """For each stroke, the number of points up to its end."""
    sketch_ends: npt.NDArray[np.int64]
    """For each sketch, the number of strokes up to its end."""

    @classmethod
    def of(cls, sketches: Iterable[Sketch]) -> Points:
        """Raises `DoodleError` for a coordinate that is no number, or not between -1e7 and 1e7."""
        collector = Collector(sketches)
        points = collector.points()
        collector.check(points)
        return cls(points, np.array(collector.stroke_ends, np.int64), np.array(collector.sketch_ends, np.int64))

    def arrays(self) -> Tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Arrays without gaps, whose last ends are the lengths that they count; the library sees whether any decreases."""
        points = np.ascontiguousarray(self.points, np.float64)
        if points.ndim != 2 or points.shape[1] != 2:
            raise DoodleError(f"points have the shape (points, 2), not {points.shape}")
        strokes, sketches = _ends(self.stroke_ends, len(points), "stroke_ends"), self.sketch_ends
        return points, strokes, _ends(sketches, len(strokes), "sketch_ends")

    def refuse(self) -> NoReturn:
        """Raises the error why the library has refused `arrays()`."""
        points, strokes, sketches = self.arrays()
        if not (np.abs(points) <= _FARTHEST).all():
            raise DoodleError("a coordinate must be between -1e7 and 1e7")
        raise DoodleError("stroke_ends and sketch_ends begin at 0 or above and never decrease")


def _ends(values: Any, most: int, name: str) -> npt.NDArray[np.int64]:
    ends = np.asarray(values)
    if ends.ndim != 1 or ends.size > 0 and ends.dtype.kind not in "iu":
        raise DoodleError(f"{name} is an array of integers with one dimension, not of the shape {ends.shape} and {ends.dtype}")
    if (ends.item(-1) if ends.size else 0) != most:
        raise DoodleError(f"{name} must end at {most}, the number of what it counts")
    return np.ascontiguousarray(ends, np.int64)


class Collector:
    """Gathers strokes, lists and arrays separately: one conversion of many lists takes less time than many."""

    def __init__(self, sketches: Iterable[Sketch]) -> None:
        # Arrays of the standard library, which numbers are appended to, and which the library of doodle reads.
        self.stroke_ends = array("q")
        self.sketch_ends = array("q")
        self._parts: List[npt.NDArray[Any]] = []
        self._x: List[float] = []
        self._y: List[float] = []
        self._count = 0
        for sketch in sketches:
            self._append(sketch)

    def _append(self, sketch: Sketch) -> None:
        try:
            for stroke in sketch:
                if type(stroke) is np.ndarray and stroke.ndim == 2 and stroke.shape[1] == 2 and stroke.dtype.kind in "iuf":
                    if self._x:
                        self._convert_lists()
                    self._parts.append(stroke)
                    self._count += len(stroke)
                elif isinstance(stroke, (list, tuple)) and len(stroke) == 2:
                    self._append_lists(*stroke)
                else:
                    self._append_array(stroke)
                self.stroke_ends.append(self._count)
        except TypeError as error:
            raise TypeError(
                f"{self._place(self._count)}: a sketch is a list of strokes, and a stroke an array of points: {error}"
            ) from None
        self.sketch_ends.append(len(self.stroke_ends))

    def points(self) -> npt.NDArray[np.float64]:
        self._convert_lists()
        parts = self._parts or [np.empty((0, 2))]
        return np.ascontiguousarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.float64)

    def arrays(self) -> Tuple[npt.NDArray[np.float64], "array[int]", "array[int]"]:
        return self.points(), self.stroke_ends, self.sketch_ends

    def refuse(self) -> NoReturn:
        """Raises the error why the library has refused `arrays()`."""
        self.check(self.points())
        raise DoodleError("a number is out of range")

    def check(self, points: npt.NDArray[np.float64]) -> None:
        """Raises the error of the first point that the library refuses."""
        is_near = np.abs(points) <= _FARTHEST
        if not is_near.all():
            point = int(np.flatnonzero(~is_near.all(axis=1))[0])
            raise DoodleError(
                f"{self._place(point)}: a coordinate must be between -1e7 and 1e7, not {points[point].tolist()}")

    def _append_lists(self, x: Sequence[float], y: Sequence[float]) -> None:
        if len(x) != len(y):
            raise DoodleError(f"{self._place(self._count)} has {len(x)} x and {len(y)} y")
        self._x.extend(x)
        self._y.extend(y)
        self._count += len(x)

    def _append_array(self, stroke: Any) -> None:
        points = _numbers(stroke)
        if points is None:
            raise DoodleError(f"{self._place(self._count)} has a point that is not a pair of numbers")
        if points.size == 0:
            return
        if points.ndim != 2 or points.shape[1] != 2:
            raise DoodleError(
                f"{self._place(self._count)} has the shape {points.shape}; it is an array (points, 2), a list of two lists,"
                " all x and all y, or a list of [x, y]")
        self._convert_lists()
        self._parts.append(points)
        self._count += len(points)

    def _convert_lists(self) -> None:
        if not self._x:
            return
        points = np.empty((len(self._x), 2))
        first = sum(map(len, self._parts))
        for column, values in enumerate((self._x, self._y)):
            numbers = _numbers(values)
            if numbers is None or numbers.ndim != 1:
                wrong = next((index for index, value in enumerate(values) if not _is_number(value)), 0)
                raise DoodleError(f"{self._place(first + wrong)} has a point that is not a pair of numbers")
            points[:, column] = numbers
        self._parts.append(points)
        self._x, self._y = [], []

    def _place(self, point: int) -> str:
        """The sketch and the stroke that have a point, which may be the next one."""
        stroke = bisect.bisect_right(self.stroke_ends, point)
        sketch = bisect.bisect_right(self.sketch_ends, stroke)
        return f"sketch {sketch}, stroke {stroke - (self.sketch_ends[sketch - 1] if sketch > 0 else 0)}"


def _numbers(values: Any) -> Optional[npt.NDArray[Any]]:
    """An array of numbers; None if they are none."""
    try:
        array = np.asarray(values)
    except ValueError:
        return None
    return array if array.dtype.kind in "iuf" else None


def _is_number(value: object) -> bool:
    numbers = _numbers(value)
    return numbers is not None and numbers.ndim == 0
