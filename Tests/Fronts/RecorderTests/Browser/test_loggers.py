"""The loggers in Examples write logs that lint finds clean, with what their systems report."""

import json
import math
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from chromium import Chromium
from support import doodle
from test_firefox import serve

ROOT = pathlib.Path(__file__).resolve().parents[4]
LOGGERS = ROOT / "Examples/loggers"
STUBS = pathlib.Path(__file__).with_name("loggers")


class LoggerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="doodle-logger-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_in_folder(self, *arguments):
        run = subprocess.run(arguments, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def lines(self, text):
        """The lines of a log that lint finds clean and the command draws."""
        log = self.folder / "touches.jsonl"
        log.write_text(text, encoding="utf-8")
        doodle("lint", str(log))
        doodle("render", str(log), "-o", str(self.folder / "touches.png"))
        return [json.loads(line) for line in text.splitlines()]

    def assert_lines(self, lines, expected):
        self.assertEqual(len(lines), len(expected), lines)
        for line, values in zip(lines, expected):
            self.assertEqual(set(line), set(values), line)
            for key, value in values.items():
                if isinstance(value, float):
                    self.assertAlmostEqual(line[key], value, places=3, msg=f"{key} of {line}")
                else:
                    self.assertEqual(line[key], value, line)

    @unittest.skipUnless(shutil.which("swiftc"), "swiftc is not installed")
    def test_the_logger_for_uikit(self):
        # Its sources are those of a library whose names are UIKit's.
        self.run_in_folder(
            "swiftc", "-emit-module", "-emit-library", "-module-name", "UIKit", "-o", "libUIKit.so", STUBS / "UIKit.swift")
        self.run_in_folder(
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", ".", "-L", ".", "-lUIKit", "-Xlinker", "-rpath=" + str(self.folder),
            "-o", "logger", STUBS / "main.swift", LOGGERS / "LoggingView.swift")
        lines = self.lines(self.run_in_folder("./logger"))
        pencil = {"touch": 1, "pointer": "pencil", "altitude": 1, "azimuth": 0.5}
        finger = {"touch": 1, "pointer": "finger"}
        late = {"expects": ["pressure"]}
        self.assert_lines(lines, [
            {"doodle": 1, "size": [320, 200], "scale": 2},
            {**pencil, "phase": "began", "point": [10, 10], "time": 0.0, "pressure": 0.25},
            {**pencil, **late, "phase": "moved", "point": [20, 15], "time": 0.004, "pressure": 0.25, "index": 7},
            {**pencil, **late, "phase": "moved", "point": [30, 20], "time": 0.008, "pressure": 0.375, "index": 8},
            {**pencil, "phase": "moved", "point": [40, 25], "time": 0.016, "pressure": 0.375, "predicted": True},
            {**pencil, "phase": "moved", "point": [45, 30], "time": 0.02, "pressure": 0.5},
            {**pencil, "phase": "ended", "point": [50, 30], "time": 0.025, "pressure": 0.25},
            {**finger, "phase": "began", "point": [200, 100], "time": 1.0},
            {"revises": 7, "touch": 1, "point": [20, 15], "pressure": 0.75, "altitude": 1, "azimuth": 0.5},
            {**finger, "phase": "ended", "point": [250, 100], "time": 1.5},
        ])

    @unittest.skipUnless(shutil.which("javac"), "javac is not installed")
    def test_the_logger_for_android(self):
        self.run_in_folder(
            "javac", "-Xlint:all", "-Werror", "-d", ".", STUBS / "MotionEvent.java", STUBS / "Main.java", LOGGERS / "TouchLogger.java")
        lines = self.lines(self.run_in_folder("java", "-cp", ".", "Main"))
        up = {"touch": 0, "pointer": "pencil", "altitude": math.pi / 2, "azimuth": 1.5 * math.pi}
        tilted = {**up, "altitude": math.pi / 2 - 0.5}
        first, second = {"touch": 0, "pointer": "finger"}, {"touch": 3, "pointer": "finger"}
        self.assert_lines(lines, [
            {"doodle": 1, "size": [320, 200], "scale": 2},
            {**up, "phase": "began", "point": [10, 20], "time": 0.0, "pressure": 0.25},
            {**tilted, "phase": "moved", "point": [20, 30], "time": 0.004, "pressure": 0.5},
            {**tilted, "phase": "moved", "point": [30, 45], "time": 0.008, "pressure": 0.75, "azimuth": 2 - math.pi / 2},
            {**up, "phase": "ended", "point": [40, 45], "time": 0.02},
            {**first, "phase": "began", "point": [150, 50], "time": 1.0},
            {**second, "phase": "began", "point": [200, 100], "time": 1.01},
            {**first, "phase": "moved", "point": [155, 55], "time": 1.02},
            {**second, "phase": "moved", "point": [200, 100], "time": 1.02},
            {**first, "phase": "cancelled", "point": [155, 55], "time": 1.03},
            {**second, "phase": "cancelled", "point": [205, 105], "time": 1.04},
        ])

    def test_the_logger_for_web_pages(self):
        html = b"""<!doctype html><div id="area" style="width: 480px; height: 320px"></div>
        <script type="module">
          import { logTouches } from '/logger.mjs'
          globalThis.text = logTouches(document.getElementById('area'))
        </script>"""
        server = serve({"/page.html": html, "/logger.mjs": (LOGGERS / "logger.mjs").read_bytes()})
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        browser = Chromium()
        self.addCleanup(browser.close)
        page = browser.page(f"http://127.0.0.1:{server.server_port}/page.html", scale=2)
        page.wait("globalThis.text !== undefined")
        left, top = page.run("(({left, top}) => [left, top])(document.getElementById('area').getBoundingClientRect())")
        points = [(40 + 9 * i, 80 + (i * i) % 61) for i in range(40)]
        page.mouse("mouseMoved", left + 5, top + 5, button="none")
        page.drag([(left + x, top + y) for x, y in points])
        forces = [0.25 + i / 64 for i in range(40)]
        for (x, y), force in zip(points, forces):
            kind = "mousePressed" if force == forces[0] else "mouseMoved"
            page.pen(kind, left + x, top + y + 100, force, buttons=1, clickCount=1)
        page.pen("mouseReleased", left + x, top + y + 100, 0, buttons=0, clickCount=1)
        self.assertEqual(page.errors(), [])
        lines = self.lines(page.run("text()"))
        self.assertEqual(lines[0], {"doodle": 1, "size": [480, 320], "scale": 2})
        touches = [line for line in lines[1:] if not line.get("predicted")]
        split = [line["phase"] for line in touches].index("ended") + 1
        for stroke, shift, pointer in [(touches[:split], 0, "mouse"), (touches[split:], 100, "pencil")]:
            self.assertEqual([stroke[0]["phase"], stroke[-1]["phase"]], ["began", "ended"])
            # The browser may report a position twice, but leaves none out.
            found = [tuple(line["point"]) for line in stroke]
            found = [point for index, point in enumerate(found) if index == 0 or point != found[index - 1]]
            self.assertEqual(found, [(x, y + shift) for x, y in points])
            self.assertTrue(all(line["pointer"] == pointer for line in stroke))
            self.assertEqual({line.get("pressure") for line in stroke[:-1]}, set(forces) if shift else {None})
        times = [line["time"] for line in touches]
        self.assertEqual((times[0], times), (0, sorted(times)))


if __name__ == "__main__":
    unittest.main()
