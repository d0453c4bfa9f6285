#!/usr/bin/env python3
"""Draws a recording on the app's page: app.py RECORDING PICTURE.png

`doodle convert` reads the recordings of all formats. Needs Pillow 9.4 or later, which draw the same pixels: all that is
asked of it is to copy, multiply and average them.
"""
import functools
import json
import subprocess
import sys

from PIL import Image, ImageChops, ImageColor

WIDTH, HEIGHT = 240, 160
# Ink is laid on a page of four times the size. Reduced, its edges are smooth.
FINE = 4
NIBS = {"pen": "round", "marker": "square"}
MARKER_STRENGTH = 180  # of 255


def strokes(path):
    """The strokes of a recording: the style, and the points with their pressures from 0 to 1."""
    words = ["doodle", "convert", "-q", path, "--to", "doodle", "-o", "-"]
    log = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    style = {"tool": "pen", "color": "#000000", "width": 5}
    points = []
    for line in log.splitlines():
        event = json.loads(line)
        if "phase" not in event:
            style = {**style, **event}
            continue
        points.append((*event["point"], event.get("pressure", 0.5)))
        if event["phase"] == "ended":
            yield style, points
            points = []


@functools.lru_cache(None)
def nib(shape, side):
    """The pixels that a nib covers."""
    middle = (side - 1) / 2
    covered = [shape == "square" or (x - middle) ** 2 + (y - middle) ** 2 <= side * side / 4
               for y in range(side) for x in range(side)]
    return Image.frombytes("L", (side, side), bytes(255 * pixel for pixel in covered))


def coverage(points, shape, width, varies):
    """How much a stroke covers of each pixel: its nib is set down at every half pixel."""
    ink = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    for (x, y, before), (to_x, to_y, after) in zip(points, points[1:] or points):
        steps = 1 + int(max(abs(to_x - x), abs(to_y - y)) * FINE / 2)
        for step in range(steps + 1):
            part = step / steps
            pressure = before + (after - before) * part
            side = int(width * FINE * (0.5 + pressure if varies else 1))
            left = int((x + (to_x - x) * part) * FINE - side / 2)
            top = int((y + (to_y - y) * part) * FINE - side / 2)
            ink.paste(255, (left, top), nib(shape, side))
    return ink.reduce(FINE)


def draw(page, style, points):
    color = ImageColor.getrgb(style["color"])
    is_marker = style["tool"] == "marker" or style.get("blend") == "multiply"
    shape = NIBS["marker" if is_marker else "pen"]
    ink = coverage(points, shape, style["width"], varies=not is_marker)
    if not is_marker:
        page.paste(color, (0, 0), ink)
        return page
    # What is below a marker can be read.
    layer = Image.new("RGB", page.size, "white")
    layer.paste(color, (0, 0), ink.point([value * MARKER_STRENGTH // 255 for value in range(256)]))
    return ImageChops.multiply(page, layer)


def main(recording, picture):
    page = Image.new("RGB", (WIDTH, HEIGHT), "white")
    for style, points in strokes(recording):
        page = draw(page, style, points)
    page.save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
