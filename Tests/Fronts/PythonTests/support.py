"""What the tests of the Python package share: the command, PNGs read independently, and made-up touches."""

import os
import pathlib
import random
import subprocess
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOODLE = os.path.abspath(os.environ.get("DOODLE", "build/doodle"))
CORPUS = os.environ.get("DOODLE_CORPUS")
DATA_SETS = os.environ.get("DOODLE_DATA_SETS")

# The package finds the command, too, in any folder.
os.environ["DOODLE"] = DOODLE

for needed in [DOODLE, os.environ.get("DOODLE_LIBRARY", "")]:
    if not os.path.isfile(needed):
        raise unittest.SkipTest(f"{needed or 'the file of DOODLE_LIBRARY'} is not built")
try:
    import numpy
except ImportError:
    raise unittest.SkipTest("NumPy is not installed")


def run(*arguments, input=None, folder=None):
    return subprocess.run([DOODLE, *map(str, arguments)], input=input, capture_output=True, cwd=folder)


def doodle(*arguments, input=None, folder=None):
    """What the command prints, in bytes."""
    result = run(*arguments, input=input, folder=folder)
    if result.returncode != 0:
        raise AssertionError(f"doodle {' '.join(map(str, arguments))}: {result.stderr.decode()}")
    return result.stdout


def hash_of(data, folder=None):
    """What `doodle hash` prints for a log or a PNG. Logs of standard input have no folder, so any file may be named."""
    return doodle("hash", "-", "-q", "--files", "any", input=data, folder=folder).decode().split()[0]


def decoded(file):
    """The pixels of a PNG of 8 bits or less, RGBA (PNG, third edition, 9.2 and 11.2)."""
    at, parts = 8, {}
    while at < len(file):
        count = int.from_bytes(file[at : at + 4], "big")
        kind = file[at + 4 : at + 8]
        parts[kind] = parts.get(kind, b"") + file[at + 8 : at + 8 + count]
        at += 12 + count
    header = parts[b"IHDR"]
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
    bits, color = header[8], header[9]
    assert bits <= 8 and header[12] == 0
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    stride, step = (width * channels * bits + 7) // 8, max(1, channels * bits // 8)
    data = zlib.decompress(parts[b"IDAT"])
    rows, before = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        before = unfiltered(data[start], data[start + 1 : start + 1 + stride], before, step)
        rows.append(before)
    samples = numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(height, stride)
    samples = numpy.unpackbits(samples, axis=1).reshape(height, -1, bits)
    samples = (samples * (1 << numpy.arange(bits))[::-1]).sum(axis=2)[:, : width * channels].reshape(height, width, channels)
    pixels = numpy.full((height, width, 4), 255, numpy.uint8)
    if color == 3:
        palette = [(*parts[b"PLTE"][3 * i : 3 * i + 3], 255) for i in range(len(parts[b"PLTE"]) // 3)]
        for index, alpha in enumerate(parts.get(b"tRNS", b"")):
            palette[index] = (*palette[index][:3], alpha)
        return numpy.array(palette, numpy.uint8)[samples[:, :, 0]]
    if color in (0, 4):
        pixels[:, :, :3] = samples[:, :, :1] * 255 // ((1 << bits) - 1)
    else:
        pixels[:, :, :3] = samples[:, :, :3]
    if color in (4, 6):
        pixels[:, :, 3] = samples[:, :, -1]
    return pixels


def unfiltered(kind, row, before, step):
    if kind == 0:
        return row
    result = bytearray(row)
    for x in range(len(row)):
        a = result[x - step] if x >= step else 0
        b, c = before[x], before[x - step] if x >= step else 0
        distances = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        paeth = (a, b, c)[distances.index(min(distances))]
        result[x] = (row[x] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
    return bytes(result)


def made_up_touches(seed, count=60):
    """Touches in a valid order, as the arguments of `Drawing.touch` by their names."""
    source = random.Random(seed)
    down, time, result = [], 0.0, []
    for number in range(count):
        time += source.choice([0, 0.004, 0.008, 0.3])
        free = [touch for touch in (-3, 0, 1, 2**31 - 1, "thumb") if touch not in down]
        if down and (source.random() < 0.85 or not free):
            touch, phase = source.choice(down), source.choice(["moved"] * 8 + ["stationary", "ended", "cancelled"])
        else:
            touch, phase = source.choice(free), "began"
            down.append(touch)
        event = {"phase": phase, "touch": touch, "x": source.uniform(-20, 320), "y": source.choice([17, source.uniform(0, 200)])}
        for name, value in [
            ("pressure", source.random() * 1.5), ("time", time), ("altitude", source.random() * 1.57),
            ("azimuth", source.uniform(-3, 3)), ("pointer", source.choice(["finger", "pencil", "mouse", "eraser"])), ("index", number),
            ("predicted", phase == "moved" and source.random() < 0.3),
        ]:
            if source.random() < 0.6:
                event[name] = value
        if phase in ("ended", "cancelled") and not event.get("predicted"):
            down.remove(touch)
        result.append(event)
    return result


def line_of(event):
    """The line of a log for a touch."""
    line = {name: value for name, value in event.items() if name not in ("x", "y") and value is not False}
    return {**line, "point": [event["x"], event["y"]]}
