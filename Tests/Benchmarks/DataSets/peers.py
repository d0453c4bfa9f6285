"""Times `doodle batch` beside cairo and OpenCV: peers.py DOODLE DRAWINGS, lines of simplified Quick, Draw! drawings.

Prints processor time a drawing, the median of three rounds in one run, and how many times that of doodle the peers take.
Needs numpy, pycairo and opencv-python-headless.
"""
import json
import resource
import subprocess
import sys
import tempfile
import time

import cairo
import cv2
import numpy

doodle, drawings = sys.argv[1:3]
lines = open(drawings).read().splitlines()


def picture(drawing: list, side: int) -> numpy.ndarray:
    """The published procedure: lines 16 wide in a box of 256 with 24 around it, centered, white on black."""
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, side, side)
    context = cairo.Context(surface)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    context.set_line_width(16)
    context.scale(side / 304, side / 304)
    context.translate(24, 24)
    xs = [x for stroke in drawing for x in stroke[0]]
    ys = [y for stroke in drawing for y in stroke[1]]
    dx, dy = (256 - max(xs) - min(xs)) / 2, (256 - max(ys) - min(ys)) / 2
    context.set_source_rgb(1, 1, 1)
    for stroke in drawing:
        context.move_to(stroke[0][0] + dx, stroke[1][0] + dy)
        for x, y in zip(stroke[0], stroke[1]):
            context.line_to(x + dx, y + dy)
        context.stroke()
    pixels = numpy.frombuffer(surface.get_data(), numpy.uint8)
    return pixels.reshape(side, surface.get_stride() // 4, 4)[:, :side, 0]


def small() -> None:
    for line in lines:
        picture(json.loads(line)["drawing"], 28)


def large() -> None:
    for line in lines:
        cv2.imencode(".png", picture(json.loads(line)["drawing"], 256))


def spent(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def spent_by(*options: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([doodle, "batch", "-q", "-j", "1", drawings, *options], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    preset = ("--preset", "quickdraw-28")
    cases = {
        "28, array: cairo and json": lambda: spent(small),
        "28, array: doodle": lambda: spent_by(*preset, "-o", f"{folder}/a.npy"),
        "28, tar: doodle": lambda: spent_by(*preset, "-o", folder + "/a/{shard}.tar", "--overwrite"),
        "256, PNG: cairo, json and OpenCV": lambda: spent(large),
        "256, tar: doodle": lambda: spent_by("-o", folder + "/b/{shard}.tar", "--overwrite"),
    }
    rounds = [{name: run() for name, run in cases.items()} for _ in range(3)]
medians = {name: sorted(round[name] for round in rounds)[1] / len(lines) for name in cases}
for name, seconds in medians.items():
    print(f"{name}: {seconds * 1e6:.1f} µs, {1 / seconds:,.0f}/s")
values = list(medians.values())
print(f"28: {values[0] / values[1]:.1f} times, 256: {values[3] / values[4]:.1f} times")
