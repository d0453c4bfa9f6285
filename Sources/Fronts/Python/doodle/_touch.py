"""A touch as the library takes it."""

from __future__ import annotations

import math
from typing import Any, Dict, Optional, Tuple, Union

from ._error import DoodleError
from ._input import integer, number
from ._library import library

_PHASES = library.numbers("DOODLE_", "began", "moved", "stationary", "ended", "cancelled")
_POINTERS: Dict[Optional[str], int] = {None: library.header.numbers["DOODLE_UNKNOWN"]}
_POINTERS.update(library.numbers("DOODLE_", "finger", "pencil", "mouse", "eraser"))
_LIMIT = 1 << 31


def touch_of(
    phase: str, touch: Union[int, str], x: float, y: float, pressure: Optional[float], time: Optional[float],
    altitude: Optional[float], azimuth: Optional[float], pointer: Optional[str], predicted: bool, index: Optional[int],
) -> Union[Tuple[Any, ...], Dict[str, Any]]:
    """The arguments of `doodle_touch` after the drawing; or a line, whose reader accepts or refuses unusual values."""
    for word, name in ((phase, "phase"), ("" if pointer is None else pointer, "pointer")):
        if not isinstance(word, str):
            raise TypeError(f"{name} must be text, not a value of type {type(word).__name__}")
    if pointer not in _POINTERS:
        raise DoodleError(f'pointer must be "finger", "pencil", "mouse" or "eraser", not "{pointer}"')
    x, y = number(x, "x"), number(y, "y")
    pressure = None if pressure is None else number(pressure, "pressure")
    time = None if time is None else number(time, "time")
    altitude = None if altitude is None else number(altitude, "altitude")
    azimuth = None if azimuth is None else number(azimuth, "azimuth")
    index = None if index is None else integer(index, "index")
    if not isinstance(touch, str):
        touch = integer(touch, "touch")
    if (
        phase in _PHASES and not isinstance(touch, str) and -_LIMIT <= touch < _LIMIT
        and (pressure is None or pressure >= 0) and (index is None or 0 <= index < _LIMIT)
    ):
        return (
            _PHASES[phase], touch, _POINTERS[pointer], 1 if predicted else 0, -1 if index is None else index, x, y,
            math.nan if pressure is None else pressure, math.nan if time is None else time,
            math.nan if altitude is None else altitude, math.nan if azimuth is None else azimuth,
        )
    line = {
        "phase": phase, "touch": touch, "point": [x, y], "pressure": pressure, "time": time, "altitude": altitude,
        "azimuth": azimuth, "pointer": pointer, "predicted": True if predicted else None, "index": index,
    }
    return {name: value for name, value in line.items() if value is not None}
