"""Makes 1,000 pairs of pictures for peers.py: pairs.py DOODLE FOLDER. Needs Pillow.

FOLDER/expected has moments of the drawings of Examples on 960 x 640 pixels. FOLDER/actual has the same pixels in another
encoding, but for 58 pictures, which FOLDER/kinds.json names:

- ink: ten have the ink of another moment. tint: ten have a red that is 6 levels off wherever there is ink. spot: ten
  have 3 x 3 pixels that are 128 levels off.
- moved: ten lie one pixel farther to the right.
- edges: ten are drawn at twice the size and halved, so that antialiased edges are a few levels off.
- size: five lack the last row.
- cut, crc, text: one has lost its second half, one has a wrong bit in its compressed pixels, so that the CRC of the chunk
  is wrong, and one is an error message of a server.
"""
import glob
import itertools
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from PIL import Image, ImageChops

COUNTS = {"ink": 10, "tint": 10, "spot": 10, "moved": 10, "edges": 10, "size": 5, "cut": 1, "crc": 1, "text": 1}
WIDTH, HEIGHT = 960, 640
doodle, folder = sys.argv[1:3]
logs = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "../../../Examples/*.jsonl")))


def drawn(log: str, moment: float, path: str, scale: int = 1) -> Image.Image:
    size = ["--width", str(WIDTH * scale), "--height", str(HEIGHT * scale)]
    subprocess.run([doodle, "render", "-q", log, "--at", f"{moment:.2f}%", *size, "-o", path], check=True)
    with Image.open(path) as picture:
        clear = picture.mode in ("RGBA", "LA") or "transparency" in picture.info
        return picture.convert("RGBA" if clear else "RGB")


def tinted(picture: Image.Image) -> Image.Image:
    """Red is 6 levels off where a pixel is not that of the corner."""
    paper = Image.new(picture.mode, picture.size, picture.getpixel((0, 0)))
    red = picture.getchannel(0)
    ink = ImageChops.difference(picture.convert("RGB"), paper.convert("RGB")).convert("L").point(lambda v: 255 if v else 0)
    off = red.point([v - 6 if v >= 6 else v + 6 for v in range(256)])
    red.paste(off, mask=ink)
    return Image.merge(picture.mode, (red, *picture.split()[1:]))


def spotted(picture: Image.Image, randomly: random.Random) -> Image.Image:
    box = randomly.randrange(WIDTH - 3), randomly.randrange(HEIGHT - 3)
    for at in itertools.product(range(box[0], box[0] + 3), range(box[1], box[1] + 3)):
        red, *others = picture.getpixel(at)
        picture.putpixel(at, (red ^ 128, *others[:2], *[255 for _ in others[2:]]))
    return picture


def damaged(kind: str, data: bytes) -> bytes:
    if kind == "text":
        return b"<html><body>502 Bad Gateway</body></html>\n"
    if kind == "cut":
        return data[:len(data) // 2]
    at = data.index(b"IDAT") + len(data) // 3
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def make(number: int, kind: str) -> None:
    randomly = random.Random(number)
    log, moment = logs[number % len(logs)], 25 + 70 * (number // len(logs)) * len(logs) / 1000
    name = f"{number:03}.png"
    expected, actual = f"{folder}/expected/{name}", f"{folder}/actual/{name}"
    before = drawn(log, moment, expected)
    after = before.copy()
    if kind == "ink":
        # Pauses, and commands such as undo, may leave the ink of a moment as it was.
        others = (drawn(log, other, actual).convert(before.mode) for other in (moment + 5, 100, moment / 2))
        after = next((other for other in others if other.tobytes() != before.tobytes()), before)
    elif kind == "edges":
        after = drawn(log, moment, actual, scale=2).convert(before.mode).reduce(2)
    elif kind == "tint":
        after = tinted(before)
    elif kind == "spot":
        after = spotted(after, randomly)
    elif kind == "moved":
        after = ImageChops.offset(before, 1, 0)
    elif kind == "size":
        after = before.crop((0, 0, WIDTH, HEIGHT - 1))
    if COUNTS.get(kind, 0) == 10 and before.tobytes() == after.tobytes():
        sys.exit(f"{name} is the same, and should be of the kind {kind}")
    before.save(expected, compress_level=6)
    after.save(actual, compress_level=1)
    if kind in ("cut", "crc", "text"):
        with open(actual, "rb") as file:
            data = file.read()
        with open(actual, "wb") as file:
            file.write(damaged(kind, data))


for side in "expected", "actual":
    os.makedirs(f"{folder}/{side}", exist_ok=True)
chosen = random.Random(56).sample(range(1000), sum(COUNTS.values()))
kinds = dict(zip(chosen, (kind for kind, count in COUNTS.items() for _ in range(count))))
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda number: make(number, kinds.get(number, "same")), range(1000)))
with open(f"{folder}/kinds.json", "w") as file:
    json.dump({f"{number:03}.png": kind for number, kind in sorted(kinds.items())}, file, indent=0)
