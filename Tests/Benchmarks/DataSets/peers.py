"""Times `doodle batch` beside libraries: peers.py DOODLE DRAWINGS, lines of simplified Quick, Draw! drawings.

Prints processor time a drawing and drawings a second for each, 28 and 256 pixels wide: the median of three rounds in one
run. Every library draws the published procedure: lines 16 wide in a box of 256 with 24 around it, white on black.
Needs numpy, pycairo, opencv-python-headless, pillow, skia-python and resvg-py.
"""
import json
import resource
import subprocess
import sys
import tempfile
import time
from typing import Callable

import cairo
import cv2
import numpy
import resvg_py
import skia
from PIL import Image, ImageDraw

doodle, drawings = sys.argv[1:3]
lines = open(drawings).read().splitlines()
SIDE, WIDTH, PADDING = 304, 16, 24


def placed(line: str) -> list:
    """The points of each stroke, centered in the box."""
    drawing = json.loads(line)["drawing"]
    xs = [x for stroke in drawing for x in stroke[0]]
    ys = [y for stroke in drawing for y in stroke[1]]
    dx, dy = (SIDE - max(xs) - min(xs)) / 2, (SIDE - max(ys) - min(ys)) / 2
    return [[(x + dx, y + dy) for x, y in zip(stroke[0], stroke[1])] for stroke in drawing]


def with_cairo(line: str, side: int) -> numpy.ndarray:
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, side, side)
    context = cairo.Context(surface)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    context.set_line_width(WIDTH)
    context.scale(side / SIDE, side / SIDE)
    context.set_source_rgb(1, 1, 1)
    for stroke in placed(line):
        context.move_to(*stroke[0])
        for x, y in stroke:
            context.line_to(x, y)
        context.stroke()
    pixels = numpy.frombuffer(surface.get_data(), numpy.uint8)
    return pixels.reshape(side, surface.get_stride() // 4, 4)[:, :side, 0]


def with_opencv(line: str, side: int) -> numpy.ndarray:
    picture = numpy.zeros((side, side), numpy.uint8)
    # Coordinates have four binary places.
    strokes = [(numpy.array(stroke) * (side / SIDE * 16)).round().astype(numpy.int32) for stroke in placed(line)]
    cv2.polylines(picture, strokes, False, 255, max(1, round(WIDTH * side / SIDE)), cv2.LINE_AA, 4)
    return picture


def with_pillow(line: str, side: int) -> numpy.ndarray:
    picture = Image.new("L", (side, side))
    draw = ImageDraw.Draw(picture)
    for stroke in placed(line):
        points = [(x * side / SIDE, y * side / SIDE) for x, y in stroke]
        draw.line(points, fill=255, width=max(1, round(WIDTH * side / SIDE)), joint="curve")
    return numpy.asarray(picture)


def with_skia(line: str, side: int) -> numpy.ndarray:
    picture = numpy.zeros((side, side, 4), numpy.uint8)
    canvas = skia.Canvas(picture)
    canvas.scale(side / SIDE, side / SIDE)
    paint = skia.Paint(
        AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=WIDTH, StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join, Color=skia.ColorWHITE)
    for stroke in placed(line):
        path = skia.Path()
        path.moveTo(*stroke[0])
        for x, y in stroke:
            path.lineTo(x, y)
        canvas.drawPath(path, paint)
    return picture[:, :, 0]


def with_resvg(line: str, side: int) -> bytes:
    """A PNG: the library gives no pixels."""
    paths = "".join("<path d='M" + "L".join(f"{x} {y}" for x, y in stroke) + "'/>" for stroke in placed(line))
    return resvg_py.svg_to_bytes(
        svg_string=f"<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}' viewBox='0 0 {SIDE} {SIDE}'>"
        f"<rect width='100%' height='100%'/><g fill='none' stroke='#fff' stroke-width='{WIDTH}' stroke-linecap='round' "
        f"stroke-linejoin='round'>{paths}</g></svg>", skip_system_fonts=True)


def time_of(draw: Callable, side: int, count: int, encodes: bool) -> float:
    start = time.process_time()
    for line in lines[:count]:
        picture = draw(line, side)
        if encodes:
            cv2.imencode(".png", picture)
    return (time.process_time() - start) / count


def time_of_doodle(*options: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([doodle, "batch", "-q", "-j", "1", drawings, *options], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / len(lines)


def cases(folder: str) -> dict:
    preset, new = ("--preset", "quickdraw-28"), ("--overwrite",)
    table: dict = {
        "28, array: doodle": lambda: time_of_doodle(*preset, "-o", f"{folder}/a.npy"),
        "28, PNG: doodle": lambda: time_of_doodle(*preset, *new, "-o", folder + "/a/{shard}.tar"),
        "256, PNG: doodle": lambda: time_of_doodle(*new, "-o", folder + "/b/{shard}.tar"),
    }
    for name, draw in ("cairo", with_cairo), ("OpenCV", with_opencv), ("Pillow", with_pillow), ("Skia", with_skia):
        table[f"28, array: {name}"] = lambda draw=draw: time_of(draw, 28, 3000, False)
        table[f"28, PNG: {name}"] = lambda draw=draw: time_of(draw, 28, 3000, True)
        table[f"256, PNG: {name}"] = lambda draw=draw: time_of(draw, 256, 1000, True)
    for side in 28, 256:
        table[f"{side}, PNG: resvg"] = lambda side=side: time_of(with_resvg, side, 300, False)
    return table


with tempfile.TemporaryDirectory() as folder:
    table = cases(folder)
    rounds = [{name: run() for name, run in table.items()} for _ in range(3)]
for name in sorted(table, key=lambda name: name.split(":")[0]):
    seconds = sorted(times[name] for times in rounds)[1]
    print(f"| {name.replace(': ', ' | ')} | {seconds * 1e6:.1f} | {1 / seconds:,.0f} |")
