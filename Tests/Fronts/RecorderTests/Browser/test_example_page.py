"""The page in Examples/web draws what the command draws of its log, under its Content Security Policy."""

import base64
import functools
import http.server
import importlib.util
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from chromium import Chromium
from support import DOODLE, hash_of

ROOT = pathlib.Path(__file__).resolve().parents[4]
EXAMPLE = ROOT / "Examples/web"
GOLDEN = EXAMPLE / "page.png"
ENGINE = pathlib.Path("build/doodle.wasm").resolve()
# What test_page.py draws.
SPIRAL = [(240 + 1.1 * i * math.cos(i / 9), 160 + 1.1 * i * math.sin(i / 9)) for i in range(121)]
WAVE = [(30 + 7 * i, 280 + 20 * math.sin(i / 4)) for i in range(61)]
# The speed sets the width, so the test sets the times of events.
CLOCK = "window.clock = 0; Object.defineProperty(Event.prototype, 'timeStamp', { get: () => clock })"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the repository, with the engine beside the command that is tested."""

    def translate_path(self, path):
        if path == "/build/doodle.mjs":
            return str(ROOT / "Sources/Fronts/Web/doodle.mjs")
        return str(ENGINE) if path == "/build/doodle.wasm" else super().translate_path(path)

    def log_message(self, *arguments):
        pass


@unittest.skipUnless(ENGINE.is_file(), "the engine for browsers is not built")
class ExamplePageTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="doodle-page-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Handler, directory=ROOT))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://localhost:{server.server_port}/Examples/web/"

    def open(self, scale=1):
        browser = Chromium()
        self.addCleanup(browser.close)
        browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))
        page = browser.page("about:blank", scale=scale)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)
        page.open(self.url)
        page.wait("document.querySelector('button:enabled') !== null")
        return page

    def draw(self, page, points, **properties):
        left, top = page.run("(({left, top}) => [left, top])(document.querySelector('canvas').getBoundingClientRect())")
        points = [(left + round(x), top + round(y)) for x, y in points]
        page.mouse("mousePressed", *points[0], buttons=1, clickCount=1, **properties)
        for point in points[1:]:
            page.run("clock += 8")
            page.mouse("mouseMoved", *point, buttons=1, **properties)
        page.mouse("mouseReleased", *points[-1], buttons=0, clickCount=1, **properties)

    def saved_log(self, page):
        """What the button saves."""
        page.run("document.querySelector('button').click()")
        path = self.folder / "drawing.jsonl"
        deadline = time.monotonic() + 20
        # The browser gives a file its name when it is whole.
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        return path

    def canvas(self, page):
        data = page.run("document.querySelector('canvas').toDataURL('image/png').split(',')[1]")
        path = self.folder / "canvas.png"
        path.write_bytes(base64.b64decode(data))
        return path

    def test_the_log_and_the_canvas_have_the_pixels_of_the_golden(self):
        page = self.open()
        self.draw(page, SPIRAL)
        self.draw(page, WAVE)
        # The style sheet is there: fingers draw and do not scroll.
        self.assertEqual(page.run("getComputedStyle(document.querySelector('canvas')).touchAction"), "none")
        golden = hash_of(GOLDEN)
        self.assertEqual(hash_of(self.saved_log(page)), golden)
        self.assertEqual(hash_of(self.canvas(page)), golden)
        self.assertEqual(page.errors(), [])

    def test_a_pen_draws_on_a_fine_screen_what_its_log_says(self):
        page = self.open(scale=2.5)
        self.draw(page, WAVE, pointerType="pen", force=0.8)
        log = self.saved_log(page)
        self.assertIn('"scale":2.5', log.read_text())
        self.assertIn('"pressure":0.8', log.read_text())
        self.assertEqual(hash_of(self.canvas(page)), hash_of(log))
        self.assertEqual(page.errors(), [])

    def test_events_that_the_browser_joins_are_in_the_log(self):
        page = self.open()
        page.run(
            """(() => {
              const canvas = document.querySelector('canvas')
              const { left, top } = canvas.getBoundingClientRect()
              // Only touches that exist can be captured.
              canvas.setPointerCapture = () => {}
              canvas.hasPointerCapture = () => true
              const send = (type, [x, y], more = {}) => canvas.dispatchEvent(make(type, [x, y], more))
              const make = (type, [x, y], more = {}) => new PointerEvent(type, {
                pointerId: 7, pointerType: 'touch', button: 0, clientX: left + x, clientY: top + y, ...more })
              send('pointerdown', [20, 20])
              send('pointermove', [80, 40], {
                coalescedEvents: [make('pointermove', [50, 50]), make('pointermove', [80, 40])],
                predictedEvents: [make('pointermove', [120, 60])] })
              send('pointermove', [85, 40])
              send('pointerup', [90, 40])
              send('pointerdown', [300, 20])
              send('pointercancel', [0, 0])
            })()""")
        log = self.saved_log(page)
        points = re.findall(r'"phase":"(\w+)".*?"point":\[([\d.]+),([\d.]+)\]', log.read_text())
        self.assertEqual(
            points,
            [("began", "20", "20"), ("moved", "50", "50"), ("moved", "80", "40"), ("moved", "120", "60"),
             ("moved", "85", "40"), ("ended", "90", "40"), ("began", "300", "20"), ("cancelled", "0", "0")])
        self.assertEqual(hash_of(self.canvas(page)), hash_of(log))
        self.assertEqual(page.errors(), [])

    def test_the_readme_has_the_policy_of_the_page(self):
        [policy] = re.findall(r'content="(default-src [^"]*)"', (EXAMPLE / "index.html").read_text())
        self.assertIn(policy, (EXAMPLE / "README.md").read_text())

    @unittest.skipUnless(importlib.util.find_spec("playwright"), "playwright is not installed")
    def test_the_script_for_playwright_passes(self):
        browser = Chromium()
        browser.close()
        environment = {**os.environ, "DOODLE": DOODLE, "CHROMIUM": browser.program}
        run = subprocess.run(
            [sys.executable, "-B", EXAMPLE / "test_page.py", self.url], env=environment, capture_output=True)
        self.assertEqual(run.returncode, 0, run.stderr.decode())


if __name__ == "__main__":
    unittest.main()
