"""Functions of whole logs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Mapping, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from ._drawing import Drawing
from ._error import DoodleError
from ._handle import Handle
from ._input import Bytes, Lines, parts_of
from ._library import library

Log = Union[Lines, "os.PathLike[str]"]


class Timeline(NamedTuple):
    """The moments of a log, an entry for each event."""

    is_timed: bool
    """Whether any event has a time of its own."""
    times: npt.NDArray[np.float64]
    """In seconds since the beginning, as `doodle replay` has them; they never decrease."""
    ends: npt.NDArray[np.uint32]
    """The number of bytes up to the end of the event's line."""


def render(
    log: Log, *, width: Optional[float] = None, height: Optional[float] = None, scale: Optional[float] = None,
    fonts: Optional[Mapping[str, Bytes]] = None, pictures: Optional[Mapping[str, npt.ArrayLike]] = None,
    drawings: Optional[Mapping[str, Bytes]] = None,
) -> npt.NDArray[np.uint8]:
    """The picture that `doodle render` draws of a log: (height, width, 4), RGBA, straight alpha, uint8.

    `log` is text, bytes, a dict for one line or an iterable of these, or the path of a file as a `pathlib.Path`. `width`
    and `height` are the canvas in points, `scale` the pixels per point; they replace those of the log's header. `fonts`,
    `pictures` and `drawings` are the files that the log names, as `Drawing.add_font`, `Drawing.add_picture` and
    `Drawing.add_drawing` take them: nothing else is read. A log is one page.
    """
    lines = _lines_of(log)
    with Drawing(width, height, scale, predictions=False) as drawing:
        for name, font in (fonts or {}).items():
            drawing.add_font(name, font)
        for name, picture in (pictures or {}).items():
            drawing.add_picture(name, picture)
        for path, saved in (drawings or {}).items():
            drawing.add_drawing(path, saved)
        drawing.apply(lines)
        return drawing.picture()


def timeline(log: Log) -> Timeline:
    """The moments of a log. Raises `DoodleError` at the first wrong line."""
    lines = b"".join(parts_of(_lines_of(log)))
    result = Handle().result(library.doodle_timeline, lines, len(lines))
    count = (len(result) - 8) // 12
    return Timeline(
        bool(np.frombuffer(result, np.float64, 1)[0]),
        np.frombuffer(result, np.float64, count, 8).copy(),
        np.frombuffer(result, np.uint32, count, 8 + 8 * count).copy(),
    )


def _lines_of(log: Log) -> Lines:
    if isinstance(log, os.PathLike):
        return Path(log).read_bytes()
    if isinstance(log, str) and log.strip() and "{" not in log:
        raise DoodleError(f"the text {log[:80]!r} is no log; give the path of a file as pathlib.Path")
    return log
