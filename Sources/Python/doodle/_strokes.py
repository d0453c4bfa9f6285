"""Sketches as arrays of all their points."""

from __future__ import annotations

from typing import Any, Iterable, List, NamedTuple, Sequence, Union

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
        sketch_ends: List[int] = []
        try:
            for sketch in sketches:
                for stroke in sketch:
                    collector.append(stroke)
                sketch_ends.append(len(collector.stroke_ends))
        except TypeError as error:
            raise TypeError(
                f"sketch {len(sketch_ends)}: a sketch is a list of strokes, and a stroke an array of points: {error}"
            ) from None
        except DoodleError as error:
            raise DoodleError(f"sketch {len(sketch_ends)}: {error.reason}") from None
        result = cls(collector.points(), np.array(collector.stroke_ends, np.int64), np.array(sketch_ends, np.int64))
        is_near = np.abs(result.points) <= _FARTHEST
        if not is_near.all():
            point = int(np.flatnonzero(~is_near.all(axis=1))[0])
            stroke_number = int(np.searchsorted(result.stroke_ends, point, "right"))
            number = int(np.searchsorted(result.sketch_ends, stroke_number, "right"))
            raise DoodleError(
                f"sketch {number}: a coordinate must be between -1e7 and 1e7, not {result.points[point].tolist()}")
        return result


class _Collector:
    """Gathers strokes, lists and arrays separately: one conversion of many lists takes less time than many."""

    def __init__(self) -> None:
        self.stroke_ends: List[int] = []
        self._parts: List[npt.NDArray[Any]] = []
        self._x: List[float] = []
        self._y: List[float] = []
        self._count = 0

    def append(self, stroke: Stroke) -> None:
        if isinstance(stroke, (list, tuple)) and len(stroke) == 2:
            x, y = stroke
            if len(x) != len(y):
                raise DoodleError(f"stroke {self._number} has {len(x)} x and {len(y)} y")
            self._x.extend(x)
            self._y.extend(y)
            self._count += len(x)
        else:
            points = self._array(stroke)
            if points.ndim != 2 or points.shape[1] != 2:
                if points.size > 0:
                    raise DoodleError(
                        f"stroke {self._number} has the shape {points.shape}; it is an array (points, 2), a list of two"
                        " lists, all x and all y, or a list of [x, y]")
                points = np.empty((0, 2))
            self._add_lists()
            self._parts.append(points)
            self._count += len(points)
        self.stroke_ends.append(self._count)

    def points(self) -> npt.NDArray[np.float64]:
        self._add_lists()
        parts = self._parts or [np.empty((0, 2))]
        return np.ascontiguousarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.float64)

    @property
    def _number(self) -> int:
        return len(self.stroke_ends)

    def _add_lists(self) -> None:
        if self._x:
            points = np.empty((len(self._x), 2))
            for column, values in enumerate((self._x, self._y)):
                numbers = self._array(values)
                if numbers.ndim != 1:
                    raise DoodleError("a point is not a pair of numbers")
                points[:, column] = numbers
            self._parts.append(points)
            self._x, self._y = [], []

    def _array(self, values: Any) -> npt.NDArray[Any]:
        try:
            array = np.asarray(values)
        except ValueError:
            raise DoodleError("a point is not a pair of numbers") from None
        if array.dtype.kind not in "iuf":
            raise DoodleError("a point is not a pair of numbers")
        return array
