"""Boxes of a drawing."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels, from the left and the top edge of the picture."""

    x: int
    y: int
    width: int
    height: int

    def joined(self, other: Box) -> Box:
        """The smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)


class Area(NamedTuple):
    """A rectangle in points, from the left and the top edge of the canvas."""

    x: float
    y: float
    width: float
    height: float


class Selection(NamedTuple):
    """The box of the selected element in points, and its words, which are empty if it is no text."""

    x: float
    y: float
    width: float
    height: float
    text: str
