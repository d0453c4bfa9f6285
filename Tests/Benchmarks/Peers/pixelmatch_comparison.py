"""pixelmatch_comparison.py FOLDER [A.png B.png] compares two pictures with the package pixelmatch that is installed in
FOLDER: that of the name, which is written in Python, or pixelmatch-fast, which compiles itself with Numba. Without
pictures, it only checks that the package is there."""

import sys

folder, *pictures = sys.argv[1:]
sys.path.insert(0, folder)

from PIL import Image

try:
    from pixelmatch.contrib.PIL import pixelmatch
except ImportError:
    from pixelmatch import pixelmatch

if pictures:
    first, second = (Image.open(picture).convert("RGBA") for picture in pictures)
    print(pixelmatch(first, second))
