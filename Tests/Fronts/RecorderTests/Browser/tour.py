"""Records the tour of the recorder in the README from its page: tour.py OUT.png

Handwriting from an example, shapes, a text, and a selection that is moved and restyled; then the replay.
"""

import json
import os
import subprocess
import sys
import tempfile

from chromium import Chromium
from support import DOODLE, doodle

# Wide enough for all tools in a row.
WIDTH, HEIGHT = 1030, 560
# Frames per second of the tour.
RATE = 10
EXAMPLE = os.path.join(os.path.dirname(__file__), "../../../../Examples/handwriting.jsonl")


class Tour:
    def __init__(self, page, folder):
        self.page, self.folder, self.count = page, folder, 0
        self.left, self.top = page.run("(({left, top}) => [left, top])(document.getElementById('canvas').getBoundingClientRect())")

    def show(self, frames=1):
        for _ in range(frames):
            self.page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
            self.page.screenshot(os.path.join(self.folder, f"{self.count:04}.png"))
            self.count += 1

    def write(self, points, each):
        """Draws a stroke of a pen, {point, pressure}, with a frame after each so many samples."""
        for index, line in enumerate(points):
            x, y = self.left + line["point"][0] + 80, self.top + line["point"][1] - 30
            kind = "mousePressed" if index == 0 else "mouseMoved"
            self.page.pen(kind, x, y, line.get("pressure", 0.5), buttons=1, clickCount=1)
            if index % each == each - 1:
                self.show()
        self.page.pen("mouseReleased", x, y, 0, buttons=0, clickCount=1)

    def drag(self, start, end, frames=5, key=None):
        """A drag of the mouse between two points of the canvas, after the key of a tool."""
        if key:
            self.page.key(key)
        places = [(self.left + start[0] + (end[0] - start[0]) * i / frames, self.top + start[1] + (end[1] - start[1]) * i / frames)
                  for i in range(frames + 1)]
        self.page.mouse("mousePressed", *places[0], buttons=1, clickCount=1)
        for place in places[1:]:
            self.page.mouse("mouseMoved", *place, buttons=1)
            self.show()
        self.page.mouse("mouseReleased", *places[-1], buttons=0, clickCount=1)

    def color(self, name):
        self.page.run(f"document.querySelector('.swatch[title={name}]').click()")


def strokes():
    stroke = []
    with open(EXAMPLE, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if "phase" in line and not line.get("predicted"):
                stroke.append(line)
                if line["phase"] == "ended":
                    yield stroke
                    stroke = []


def record(page, folder):
    tour = Tour(page, folder)
    tour.show(4)
    for stroke in strokes():
        tour.write(stroke, 24)
    tour.color("Blue")
    tour.drag((130, 22), (640, 200), key="r")
    tour.color("Red")
    tour.drag((740, 275), (652, 190), key="a")
    tour.drag((690, 285), (690, 285), frames=1, key="t")
    for letter in "written by hand":
        page.call("Input.insertText", text=letter)
        if letter != " ":
            tour.show()
    page.key("Enter", text="\r")
    tour.show(3)
    page.key("v")
    tour.drag((600, 350), (960, 150), frames=6)
    tour.show(2)
    tour.drag((760, 295), (660, 325), frames=6)
    tour.color("Green")
    tour.show(6)
    page.run("document.getElementById('play').click()")
    page.run("recorder.replay.pause()")
    duration = page.run("Number(document.querySelector('[aria-label=Moment]').max)")
    for step in range(16):
        page.run(f"recorder.replay.seek({duration * step / 15})")
        tour.show()
    tour.show(12)
    return tour.count


def main():
    with tempfile.TemporaryDirectory() as folder:
        doodle("recorder", "-o", os.path.join(folder, "recorder.html"))
        browser = Chromium()
        try:
            page = browser.page("file://" + os.path.join(folder, "recorder.html"), WIDTH, HEIGHT, 1, False)
            page.wait("document.documentElement.classList.contains('ready')")
            record(page, folder)
        finally:
            browser.close()
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-framerate", str(RATE), "-i", os.path.join(folder, "%04d.png"), "-filter_complex",
             "[0]split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none", "-plays", "0", "-f", "apng", sys.argv[1]],
            check=True)


if __name__ == "__main__":
    main()
