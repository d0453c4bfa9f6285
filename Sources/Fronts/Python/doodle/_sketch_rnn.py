"""The arrays of sketch-rnn.

A row of stroke-3 is dx, dy and whether the pen is lifted after the point, 0 or 1. The first row is relative to 0, 0. A row
of stroke-5 is dx, dy, and one of three states that is 1: the pen goes on drawing, is lifted, or the sketch has ended.
"""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from typing import Any, Iterable, List, Union

import numpy as np
import numpy.typing as npt

from ._error import DoodleError
from ._input import integer
from ._strokes import Points, Sketch

_INT16 = np.iinfo(np.int16)


def from_stroke3(array: npt.ArrayLike) -> List[npt.NDArray[np.float64]]:
    """The strokes of a stroke-3 array, (points, 3): an array (points, 2) each. They need no lift at the end."""
    rows = np.asarray(array)
    if rows.ndim != 2 or rows.shape[1] != 3 or rows.dtype.kind not in "iuf":
        raise DoodleError(f"stroke-3 is an array of numbers of the shape (points, 3), not {rows.dtype} {rows.shape}")
    points = np.cumsum(rows[:, :2], axis=0, dtype=np.float64)
    ends = np.flatnonzero(rows[:, 2] > 0.5) + 1
    return [stroke for stroke in np.split(points, ends) if len(stroke) > 0]


def to_stroke3(strokes: Sketch) -> npt.NDArray[np.float64]:
    """A sketch, whose strokes are as `sketches` takes them, as stroke-3: (points, 3). Empty strokes are left out."""
    points = Points.of([strokes])
    result = np.zeros((len(points.points), 3))
    result[:, :2] = np.diff(points.points, axis=0, prepend=0)
    result[points.stroke_ends[points.stroke_ends > 0] - 1, 2] = 1
    return result


def to_stroke5(strokes: Sketch, length: int) -> npt.NDArray[np.float64]:
    """A sketch as stroke-5: (length, 5). The rows after its last point are 0, 0, 0, 0, 1.

    Raises `DoodleError` if it has more than `length` points. The first row is the first point, not a start token.
    """
    length = integer(length, "length")
    rows = to_stroke3(strokes)
    if len(rows) > length:
        raise DoodleError(f"the sketch has {len(rows)} points, more than {length}")
    result = np.zeros((length, 5))
    result[: len(rows), :2] = rows[:, :2]
    result[: len(rows), 2] = 1 - rows[:, 2]
    result[: len(rows), 3] = rows[:, 2]
    result[len(rows) :, 4] = 1
    return result


def save_sketch_rnn(
    path: Union[str, "os.PathLike[str]"], train: Iterable[Sketch], valid: Iterable[Sketch], test: Iterable[Sketch],
) -> None:
    """Writes the `.npz` that sketch-rnn reads: its arrays train, valid and test have a stroke-3 array for each sketch.

    The arrays are of int16, as published ones, if all numbers of the file are whole and fit, otherwise of float32.
    `numpy.load(path, allow_pickle=True)` of every version reads it.
    """
    parts = {
        name: [to_stroke3(sketch) for sketch in part] for name, part in (("train", train), ("valid", valid), ("test", test))
    }
    is_whole = all(
        np.array_equal(rows, np.rint(rows)) and not (np.abs(rows) > _INT16.max).any()
        for part in parts.values() for rows in part
    )
    kind: Any = np.int16 if is_whole else np.float32
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(f"{name}.npy", _objects([rows.astype(kind) for rows in part]))


def _objects(arrays: List[npt.NDArray[Any]]) -> bytes:
    """A file of NumPy with an array of arrays."""
    objects = np.empty(len(arrays), object)
    objects[:] = arrays
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": "|O", "fortran_order": False, "shape": objects.shape})
    data = pickle.dumps(objects, protocol=3)
    # NumPy 2 has renamed the module, and still reads its old name. The pickle names it once, at its beginning.
    file.write(data.replace(b"cnumpy._core.multiarray\n", b"cnumpy.core.multiarray\n", 1))
    return file.getvalue()
