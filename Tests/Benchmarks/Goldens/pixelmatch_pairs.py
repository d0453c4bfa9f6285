"""pixelmatch_pairs.py FOLDER judges pairs of PNGs with the package pixelmatch that is installed in FOLDER: that of the name,
which is written in Python, or pixelmatch-fast, which compiles itself with Numba. Reads two paths a line, and prints a word
for each."""
import sys

sys.path.insert(0, sys.argv[1])

from PIL import Image

try:
    from pixelmatch.contrib.PIL import pixelmatch
except ImportError:
    from pixelmatch import pixelmatch

for line in sys.stdin:
    try:
        first, second = (Image.open(path).convert("RGBA") for path in line.split())
        print("different" if pixelmatch(first, second) else "same")
    except Exception as error:
        print("damaged")
        print(f"{line.strip()}: {error}", file=sys.stderr)
