"""resvg_drawing.py SVG OUT.png draws a workload with resvg."""

import sys

import resvg_py

with open(sys.argv[2], "wb") as picture:
    picture.write(bytes(resvg_py.svg_to_bytes(svg_path=sys.argv[1])))
