"""Sketches as arrays of all their points."""

from __future__ import annotations

import bisect
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._error import DoodleError

Stroke = Union["npt.NDArray[Any]", Sequence[Sequence[float]], Sequence["npt.NDArray[Any]"]]
Sketch = Iterable[Stroke]

# Beyond it, the library draws nothing.
_FARTHEST = 1e7


class Points(NamedTuple):
    """The points of sketches, one stroke after another."""

    points: npt.NDArray[np.float64]
    """(points, 2)."""
    stroke_ends: npt.NDArray[np.int64]
    """For each stroke, the number of points up to its end."""
    sketch_ends: npt.NDArray[np.int64]
    """For each sketch, the number of strokes up to its end."""

    @classmethod
    def of(cls, sketches: Iterable[Sketch]) -> Points:
        """Raises `DoodleError` for a coordinate that is no number, or not between -1e7 and 1e7."""
        collector = _Collector()
        for sketch in sketches:
            collector.append(sketch)
        return cls(
            collector.points(), np.array(collector.stroke_ends, np.int64), np.array(collector.sketch_ends, np.int64))


class _Collector:
    """Gathers strokes, lists and arrays separately: one conversion of many lists takes less time than many."""

    def __init__(self) -> None:
        self.stroke_ends: List[int] = []
        self.sketch_ends: List[int] = []
        self._parts: List[npt.NDArray[Any]] = []
        self._x: List[float] = []
        self._y: List[float] = []
        self._count = 0

    def append(self, sketch: Sketch) -> None:
        try:
            for stroke in sketch:
                if isinstance(stroke, (list, tuple)) and len(stroke) == 2:
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
        points = np.ascontiguousarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.float64)
        is_near = np.abs(points) <= _FARTHEST
        if not is_near.all():
            point = int(np.flatnonzero(~is_near.all(axis=1))[0])
            raise DoodleError(
                f"{self._place(point)}: a coordinate must be between -1e7 and 1e7, not {points[point].tolist()}")
        return points

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
