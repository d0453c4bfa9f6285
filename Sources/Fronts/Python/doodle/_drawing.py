"""A drawing that lines and touches are applied to."""

from __future__ import annotations

import ctypes
import json
import math
import struct
from types import TracebackType
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Type, Union

import numpy as np
import numpy.typing as npt

from ._box import Area, Box, Selection
from ._error import DoodleError
from ._handle import Handle
from ._input import Bytes, Lines, bytes_of, integer, name_of, number, parts_of, pixels_of
from ._library import library
from ._touch import touch_of

_COUNTS = library.numbers("DOODLE_", "undo", "redo", "events", "touches", "bytes")
_SIDES = library.numbers("DOODLE_", "left", "top", "width", "height")
_LONGEST_LOG = 1 << 48


class SavedDrawing(NamedTuple):
    """A saved drawing that was added to a `Drawing`."""

    header: Dict[str, Any]
    """That of a log. Its "background" may name a picture to add."""
    pictures: List[str]
    """The names of the pictures to add before the line that opens it."""
    fonts: List[str]
    """The names of the fonts to add."""
    embedded: List[str]
    """The images within it, in base64: pictures to add with these texts as their names."""


class Drawing:
    """Ink on a canvas of `width` times `height` points, with `scale` pixels per point.

    They replace those of the log's header. Without a size, the header has it, or the picture is as large as the ink.
    `predictions`: whether `pixels` show ink where touches are predicted to go, until they went there.

    A drawing of strangers has limits: bytes of `memory` for ink and files, and as many for pixels (2^31 if None);
    `seconds` for each call (None for no limit), looked at between lines; and `pixels` of a picture (2^27 if None). A call that
    would exceed one raises `DoodleError`, and what was applied before stays.

    Several threads may use one drawing: a call waits until the one before has ended. Calls of different drawings run at
    the same time. A drawing is closed by `close()`, at the end of a `with` block, or when nothing refers to it.
    """

    def __init__(
        self, width: Optional[float] = None, height: Optional[float] = None, scale: Optional[float] = None,
        predictions: bool = True, *, memory: Optional[float] = None, seconds: Optional[float] = None,
        pixels: Optional[float] = None,
    ) -> None:
        def numbers(**values: Optional[float]) -> List[float]:
            return [math.nan if value is None else number(value, name) for name, value in values.items()]

        sizes = numbers(width=width, height=height, scale=scale)
        limits = numbers(memory=memory, seconds=seconds, pixels=pixels)
        self._handle = Handle()
        self._changed: Optional[Box] = None
        if not all(map(math.isnan, limits)):
            self._handle.call(library.doodle_limit, *limits)
        self._handle.call(library.doodle_begin, *sizes, 1 if predictions else 0)

    def __repr__(self) -> str:
        try:
            return f"<doodle.Drawing, {self.event_count} events>"
        except DoodleError:
            return "<doodle.Drawing, closed>"

    # Events

    def apply(self, lines: Lines) -> None:
        """Applies whole lines of a log: text, bytes of UTF-8, a dict for one line, or an iterable of such lines.

        Raises `DoodleError` at the first wrong line; the lines before it have been applied.
        """
        for part in parts_of(lines):
            self._handle.call(library.doodle_apply, part, len(part))

    def touch(
        self, phase: str, touch: Union[int, str], x: float, y: float, *, pressure: Optional[float] = None,
        time: Optional[float] = None, altitude: Optional[float] = None, azimuth: Optional[float] = None,
        pointer: Optional[str] = None, predicted: bool = False, index: Optional[int] = None,
    ) -> None:
        """Applies a touch at a position in points. If it raises `DoodleError`, the drawing is unchanged.

        - phase: "began", "moved", "stationary", "ended" or "cancelled"
        - touch: its number or name; several touches may be down at once
        - pressure: 1 is full pressure; None if the device reports none
        - time: in seconds
        - altitude, azimuth: the pen's angle above the surface, and its direction from the x axis, in radians
        - pointer: "finger", "pencil", "mouse", or "eraser", the other end of a pencil
        - predicted: whether the touch is only expected to be there
        - index: the number by which a later line revises this event
        """
        event = touch_of(phase, touch, x, y, pressure, time, altitude, azimuth, pointer, predicted, index)
        if isinstance(event, dict):
            self.apply(event)
        else:
            self._handle.call(library.doodle_touch, *event)

    def add_picture(self, name: str, picture: npt.ArrayLike) -> None:
        """Adds a picture that later lines name as an image or as the background.

        `name` is the path in the log, or the text of an image's "data". `picture` has the shape (height, width, 4), red,
        green, blue and straight alpha, or (height, width, 3), in uint8.
        """
        text, pixels = name_of(name, "picture"), pixels_of(picture)
        height, width = pixels.shape[:2]
        self._handle.call(library.doodle_add_picture, text, len(text), pixels.ctypes.data, width, height)

    def add_font(self, name: str, data: Bytes) -> None:
        """Adds the bytes of a TrueType or OpenType font that later lines name by the path in the log.

        The font with an empty name draws what other fonts lack.
        """
        text, data = name_of(name, "font"), bytes_of(data, "a font")
        self._handle.call(library.doodle_add_font, text, len(text), data, len(data))

    def add_drawing(self, path: str, data: Bytes) -> SavedDrawing:
        """Adds the bytes of a saved drawing, of `doodle save` or of Drawsana, that a later line opens by the path in the log.

        Paths in it are relative to its folder. Returns what it says and the files that it needs before that line. The line
        and the column of a `DoodleError` are those of the file.
        """
        text, data = name_of(path, "drawing"), bytes_of(data, "a saved drawing")
        result = self._handle.result(library.doodle_add_drawing, text, len(text), data, len(data))
        header, *names = (json.loads(line) for line in result.splitlines())
        return SavedDrawing(header, *([name[key] for name in names if key in name] for key in ("picture", "font", "data")))

    # Pixels on a screen

    def changed(self) -> Optional[Box]:
        """The box of all pixels that changed since the last call of `changed`; None if none did."""
        with self._handle.lock:
            self._update()
            changed, self._changed = self._changed, None
            return changed

    @property
    def size(self) -> Tuple[int, int]:
        """The width and the height of `pixels`; 1 and 1 as long as no header or argument says the size."""
        with self._handle.lock:
            drawing = self._update()
            return library.doodle_width(drawing), library.doodle_height(drawing)

    @property
    def pixels(self) -> npt.NDArray[np.uint8]:
        """A copy of the pixels on a screen, while touches may be down: (height, width, 4), RGBA, straight alpha, uint8.

        A drawing without a size has one pixel; `picture()` is as large as the ink.
        """
        with self._handle.lock:
            drawing = self._update()
            pixels = np.empty((library.doodle_height(drawing), library.doodle_width(drawing), 4), np.uint8)
            ctypes.memmove(pixels.ctypes.data, library.doodle_pixels(drawing), pixels.nbytes)
            return pixels

    def view(
        self, x: float = 0, y: float = 0, width: int = 0, height: int = 0, scale: Optional[float] = None,
    ) -> None:
        """Lets `pixels` show a part of the canvas: from a corner in points, so many pixels, and pixels per point.

        Without a scale, all of the canvas at its own one. The finished drawing stays.
        """
        sizes = [integer(value, name) for name, value in (("width", width), ("height", height))]
        scale = math.nan if scale is None else number(scale, "scale")
        self._handle.call(library.doodle_view, number(x, "x"), number(y, "y"), *sizes, scale)

    # The finished drawing, as if it ended now

    def picture(self) -> npt.NDArray[np.uint8]:
        """The pixels of `png()`: (height, width, 4), RGBA, straight alpha, uint8."""
        bytes = np.frombuffer(self._handle.result(library.doodle_picture), np.uint8)
        width, height = bytes[:8].view(np.int32)
        return bytes[8:].reshape(height, width, 4).copy()

    def png(self, metadata: bool = False, dpi: Optional[float] = None) -> bytes:
        """A PNG, which `doodle render` writes.

        `metadata`: with the version, the stroke model and the SHA-256 of the log. `dpi`: the resolution that the file
        states in dots per inch, which changes no pixel; None or 0 for none.
        """
        return self._handle.result(library.doodle_png, 1 if metadata else 0, number(dpi or 0, "dpi"))

    def svg(self) -> str:
        """An SVG document, which `doodle render -o x.svg` writes but for how images in it are compressed."""
        return self._handle.result(library.doodle_svg).decode()

    def svg_film(self, speed: float = 1, idle_limit: Optional[float] = None, plays: int = 0) -> str:
        """An SVG document that draws itself, as `doodle replay -o x.svg` makes it.

        `speed`: times that of the hand. `idle_limit`: longer pauses are shortened to it, in seconds; None for no limit.
        `plays`: how often it is drawn; 0 for forever.
        """
        limit = math.nan if idle_limit is None else number(idle_limit, "idle_limit")
        film = self._handle.result(library.doodle_svg_film, number(speed, "speed"), limit, integer(plays, "plays"))
        return film.decode()

    def hash(self) -> str:
        """The SHA-256 of the picture in hexadecimal digits, which `doodle hash` prints for the log."""
        return self._handle.result(library.doodle_hash).decode()

    def _repr_png_(self) -> Optional[bytes]:
        """What a notebook shows; None if there is nothing to show."""
        try:
            return self.png()
        except DoodleError:
            return None

    # For editors

    def log(self, start: int = 0) -> str:
        """The log of all events so far, from a byte on, such as an earlier `log_length`."""
        start = min(max(0, integer(start, "start")), _LONGEST_LOG)
        return self._handle.result(library.doodle_log, start).decode("utf-8", "replace")

    @property
    def log_length(self) -> int:
        """The number of bytes of the log in UTF-8."""
        return self._count("bytes")

    @property
    def undo_count(self) -> int:
        """The number of steps that undo can take."""
        return self._count("undo")

    @property
    def redo_count(self) -> int:
        """The number of steps that redo can take."""
        return self._count("redo")

    @property
    def event_count(self) -> int:
        """The number of events so far; the header is one."""
        return self._count("events")

    @property
    def is_touched(self) -> bool:
        """Whether a touch is down."""
        return self._count("touches") != 0

    @property
    def model(self) -> str:
        """The name of the stroke model, such as ink-4."""
        return self._handle.result(library.doodle_model).decode()

    @property
    def elements(self) -> List[str]:
        """The ids of the elements that can be selected, the lowest first."""
        return self._handle.result(library.doodle_elements).decode().split("\0")[:-1]

    @property
    def boxes(self) -> List[Area]:
        """The boxes of `elements`, in the same order."""
        return [Area(*box) for box in struct.iter_unpack("4d", self._handle.result(library.doodle_boxes))]

    def element_at(self, x: float, y: float, reach: float = 0) -> Optional[str]:
        """The id of the topmost element within `reach` points of a position; None if there is none."""
        place = [number(value, name) for name, value in (("x", x), ("y", y), ("reach", reach))]
        return self._handle.result(library.doodle_element_at, *place).decode() or None

    def styles(self, ids: Iterable[str]) -> List[Dict[str, Any]]:
        """The styles of elements, the lowest first: their id, tool, center, and the keys that their kind has.

        A text has a "warning" if its font lacks letters.
        """
        names = "\0".join(ids).encode()
        lines = self._handle.result(library.doodle_styles, names, len(names)).decode().splitlines()
        return [json.loads(line) for line in lines]

    def preview(self, lines: Lines = b"") -> None:
        """Lets `pixels` show what lines would change, without adding them to the log; each call goes on from the last.

        No lines end it, as any call does that adds to the log or asks for the finished drawing.
        """
        for part in list(parts_of(lines)) or [b""]:
            self._handle.call(library.doodle_preview, part, len(part))

    @property
    def selection(self) -> Optional[Selection]:
        """What is selected; None if nothing is."""
        result = self._handle.result(library.doodle_selection)
        if not result:
            return None
        x, y, width, height = struct.unpack_from("4d", result)
        return Selection(x, y, width, height, result[32:].decode())

    # Closing

    def close(self) -> None:
        """Frees the drawing, which must not be used again. Does nothing the second time."""
        self._handle.close()

    def __enter__(self) -> Drawing:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _count(self, kind: str) -> int:
        return self._handle.value(library.doodle_count, _COUNTS[kind])

    def _update(self) -> int:
        """Draws what is new, and adds its box to those that `changed` has not told; for a caller that holds the lock.

        The result is the address of the drawing.
        """
        drawing = self._handle.address
        self._handle.check(library.doodle_update(drawing))
        box = Box(*(library.doodle_area(drawing, side) for side in _SIDES.values()))
        if box.width > 0 and box.height > 0:
            self._changed = box if self._changed is None else self._changed.joined(box)
        return drawing
