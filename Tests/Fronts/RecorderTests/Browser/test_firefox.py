"""Firefox has the pixels of the command, and its recorder keeps what is drawn."""

import glob
import json
import math
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import firefox
from support import RecorderTest, doodle, hash_of
from test_pictures import png
from tiny_font import tiny_font

EXAMPLES = os.path.join(os.path.dirname(__file__), "../../../../Examples")
ENGINE = os.path.abspath("build")
ENGINE_FILES = ["doodle.mjs", "doodle.wasm"]
TYPES = {".html": "text/html", ".mjs": "text/javascript", ".wasm": "application/wasm", ".jsonl": "application/x-ndjson"}

HASHES = """<!doctype html><meta charset="utf-8"><title>hashes</title>
<script type="module">
import { Doodle } from '/doodle.mjs'

globalThis.hashOf = async (name, isByLine) => {
  const doodle = await (globalThis.doodle ??= Doodle.load(fetch('/doodle.wasm')))
  const log = await (await fetch(`/${name}`)).text()
  const drawing = doodle.newDrawing()
  for (const part of isByLine ? log.match(/.+\\n?/g) : [log]) {
    drawing.apply(part)
    if (isByLine) drawing.changedRect()
  }
  const hash = drawing.hash()
  drawing.delete()
  return hash
}
</script>"""

WRONG = """<!doctype html><meta charset="utf-8"><title>wrong</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">
<style>body { color: red }</style>
<script>
addEventListener('unhandledrejection', () => { window.isRejected = true })
Promise.reject(new Error('rejected'))
throw new Error('thrown')
</script>"""


def names_no_files(log):
    """Whether a log needs nothing but its lines."""
    for line in filter(str.strip, log.splitlines()):
        event = json.loads(line)
        pictures = [name for name in (event.get("path"), event.get("background")) if str(name).endswith(".png")]
        if pictures or "data" in event or event.get("command") == "open":
            return False
    return True


def serve(files):
    """Serves {path: bytes} on a free port. Returns the server."""

    class Handler(BaseHTTPRequestHandler):
        timeout = 20

        def do_GET(self):
            data = files.get(self.path)
            self.send_response(200 if data is not None else 404)
            self.send_header("Content-Type", TYPES.get(os.path.splitext(self.path)[1], "text/plain"))
            self.send_header("Content-Length", str(len(data or b"")))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@unittest.skipUnless(firefox.program(), "Firefox is not installed (Debian's package firefox-esr)")
class FirefoxTests(RecorderTest):
    """All tests have one browser, since it takes seconds to start."""

    @classmethod
    def setUpClass(cls):
        cls.browser = firefox.Firefox()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="doodle-recorder-")
        self.addCleanup(self.folder.cleanup)

    def serve(self, files):
        server = serve(files)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def open(self, url=None):
        page = self.browser.page(url or self.write_page())
        self.wait_for_start(page)
        return page

    def places(self, page, points):
        """Places on the screen, which are whole pixels, and the points of the canvas there."""
        left, top = self.offset(page)
        places = [(round(left + x), round(top + y)) for x, y in points]
        return places, [[round(x - left, 3), round(y - top, 3)] for x, y in places]

    def assert_stroke(self, touches, points):
        """The touches of one pointer are there: in order, none lost, none twice."""
        self.assertEqual([line["phase"] for line in touches], ["began", *["moved"] * (len(points) - 1), "ended"])
        for line, point in zip(touches, [*points, points[-1]]):
            for one, other in zip(line["point"], point):
                self.assertAlmostEqual(one, other, delta=0.0011)
        times = [line["time"] for line in touches]
        self.assertEqual(times, sorted(times))

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_sound_is_recorded_and_is_in_a_film(self):
        page = self.open()
        page.run("recorder.microphone.start()")
        page.wait("recorder.microphone.isOn")
        page.run("new Promise((done) => setTimeout(done, 2500))")
        page.run("recorder.microphone.stop()")
        recorded = page.run("(async () => { const [sound] = recorder.session.sounds.values(); return [...new Uint8Array(await sound.blob.arrayBuffer())] })()")
        self.assertGreater(self.seconds_of_sound(recorded), 1.8)
        # A page that was never clicked may not play sound.
        self.click(page, "Pen")
        filmed = page.run(
            "(async () => { const film = recorder.replay.film(recorder.session); "
            "return [...new Uint8Array(await (await film.record()).arrayBuffer())] })()")
        # Firefox has no clock for sound on machines without a loudspeaker, and the page says so.
        if "The film is silent: this browser plays no sound here." not in self.messages(page):
            self.assertGreater(self.seconds_of_sound(filmed), 1.5)

    def seconds_of_sound(self, data):
        """How long a file is heard."""
        run = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", "-", "-vn", "-f", "u8", "-ac", "1", "-ar", "8000", "-"],
            input=bytes(data), capture_output=True, check=True)
        loud = [max(run.stdout[start:start + 400]) > 132 for start in range(0, len(run.stdout), 400)]
        return sum(loud) / 20

    def test_the_engine_has_the_hashes_of_the_command(self):
        missing = [name for name in ENGINE_FILES if not os.path.exists(os.path.join(ENGINE, name))]
        if missing:
            self.skipTest(f"build/{missing[0]} is missing: make wasm")
        files = {"/hashes.html": HASHES.encode()}
        for name in ENGINE_FILES:
            with open(os.path.join(ENGINE, name), "rb") as file:
                files[f"/{name}"] = file.read()
        logs = []
        for path in sorted(glob.glob(os.path.join(EXAMPLES, "*.jsonl"))):
            with open(path, "rb") as file:
                data = file.read()
            if names_no_files(data.decode()):
                files[f"/{os.path.basename(path)}"] = data
                logs.append(path)
        self.assertGreater(len(logs), 10)
        page = self.browser.page(self.serve(files) + "/hashes.html")
        page.wait("'hashOf' in globalThis")
        for path in logs:
            name = os.path.basename(path)
            expected = hash_of(path)
            for is_by_line in (False, True) if os.path.getsize(path) < 30_000 else (False,):
                with self.subTest(log=name, is_by_line=is_by_line):
                    self.assertEqual(page.run(f"hashOf({json.dumps(name)}, {json.dumps(is_by_line)})"), expected)
        self.assert_no_errors(page)

    def test_a_stroke_of_the_mouse_is_in_the_log_and_on_the_screen(self):
        page = self.open()
        self.assertEqual(page.run("document.querySelectorAll('.message.error').length"), 0)
        places, points = self.places(page, [(100 + 3 * i, 100 + (i * i) % 97) for i in range(100)])
        page.drag(places)
        touches = self.touches(page)
        self.assert_stroke(touches, points)
        self.assertTrue(all("pressure" not in line and line["pointer"] == "mouse" for line in touches))
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_events_that_the_browser_joins_are_taken_instead_of_their_sum(self):
        page = self.open()
        places, points = self.places(page, [(50 + 5 * i, 50 + i % 7) for i in range(40)])
        # Actions wait for each event, so that Firefox coalesces none. The page therefore makes the events itself.
        page.run(
            f"""(() => {{
              const canvas = document.getElementById('canvas')
              const make = (kind, [clientX, clientY], values) => new PointerEvent(kind, {{
                pointerId: 7, pointerType: 'mouse', isPrimary: true, bubbles: true, buttons: 1, clientX, clientY, ...values }})
              const [first, ...rest] = {json.dumps(places)}
              canvas.dispatchEvent(make('pointerdown', first))
              while (rest.length > 0) {{
                const part = rest.splice(0, 4)
                const coalescedEvents = part.map((place) => make('pointermove', place))
                canvas.dispatchEvent(make('pointermove', part.at(-1), {{ coalescedEvents }}))
              }}
              canvas.dispatchEvent(make('pointerup', {json.dumps(places[-1])}, {{ buttons: 0 }}))
            }})()""")
        self.assert_stroke(self.touches(page), points)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_two_fingers_draw_at_once(self):
        page = self.open()
        self.let_fingers_draw(page)
        one, points_of_one = self.places(page, [(60 + 9 * i, 60 + 3 * (i % 5)) for i in range(30)])
        other, points_of_other = self.places(page, [(60 + 9 * i, 260 - 4 * (i % 3)) for i in range(30)])
        page.perform(("touch", firefox.stroke(one)), ("touch", firefox.stroke(other)))
        touches = self.touches(page)
        self.assertTrue(all("pressure" not in line and line["pointer"] == "finger" for line in touches))
        names = sorted({line["touch"] for line in touches}, key=lambda name: next(
            line["point"][1] for line in touches if line["touch"] == name))
        self.assertEqual(len(names), 2)
        for name, points in zip(names, [points_of_one, points_of_other]):
            self.assert_stroke([line for line in touches if line["touch"] == name], points)
        # Both are down until the end.
        self.assertEqual({line["phase"] for line in touches[:2]}, {"began"})
        self.assertEqual({line["phase"] for line in touches[-2:]}, {"ended"})
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_pen_has_pressures_tilt_twist_and_the_size_of_its_contact(self):
        page = self.open()
        places, points = self.places(page, [(40 + 10 * i, 60 + 7 * (i % 4)) for i in range(20)])
        pressures = [round(0.15 + 0.04 * i, 2) for i in range(20)]
        # Firefox has no actions for pens, so the page makes the events itself.
        events = [("pointerdown", *places[0], pressures[0])]
        events += [("pointermove", *place, pressure) for place, pressure in zip(places[1:], pressures[1:])]
        events.append(("pointerup", *places[-1], 0))
        page.run(
            f"""{json.dumps(events)}.forEach(([kind, clientX, clientY, pressure]) =>
              document.getElementById('canvas').dispatchEvent(new PointerEvent(kind, {{
                pointerId: 7, pointerType: 'pen', isPrimary: true, bubbles: true, clientX, clientY, pressure,
                buttons: kind === 'pointerup' ? 0 : 1, tiltX: 30, tiltY: -20, twist: 77,
                tangentialPressure: 0.5, width: 12, height: 7 }})))""")
        touches = self.touches(page)
        self.assert_stroke(touches, points)
        self.assertEqual([line.get("pressure") for line in touches], [*pressures, None])
        x, y = math.tan(math.radians(30)), math.tan(math.radians(-20))
        for line in touches:
            self.assertEqual((line["pointer"], line["twist"], line["tangentialPressure"]), ("pencil", 77, 0.5))
            self.assertEqual(line["contact"], [12, 7])
            self.assertAlmostEqual(line["altitude"], math.atan(1 / math.hypot(x, y)), delta=1e-3)
            self.assertAlmostEqual(line["azimuth"], math.atan2(y, x) % (2 * math.pi), delta=1e-3)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_undo_takes_the_last_stroke_back_and_redo_brings_it_again(self):
        page = self.open()
        screens = [self.screen_hash(page)]
        for y in (60, 160):
            page.drag(self.places(page, [(60, y), (160, y + 40), (260, y)])[0])
            screens.append(self.screen_hash(page))
        self.assertEqual(len(set(screens)), 3)
        for name, screen in [("Undo", 1), ("Undo", 0), ("Redo", 1), ("Redo", 2), ("Undo", 1)]:
            self.click(page, name)
            self.assertEqual(self.screen_hash(page), screens[screen])
        self.assertEqual(
            [line["command"] for line in self.lines(page) if "command" in line], ["undo", "undo", "redo", "redo", "undo"])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_several_elements_are_moved_in_one_step(self):
        page = self.open()
        for y in (60, 160):
            page.drag(self.places(page, [(60, y), (160, y + 40), (260, y)])[0])
        before = self.screen_hash(page)
        page.run("recorder.chooseTool('select')")
        page.drag(self.places(page, [(20, 20), (200, 200), (300, 260)])[0])
        self.assertEqual(page.run("recorder.selecting.ids"), ["e1", "e2"])
        page.drag(self.places(page, [(100, 100), (150, 120), (180, 130)])[0])
        moves = [line for line in self.lines(page) if line.get("command") == "move"]
        self.assertEqual([(line["id"], line["by"]) for line in moves], [("e1", [80, 30]), ("e2", [80, 30])])
        self.assert_screen_is_log(page)
        self.click(page, "Undo")
        self.assertEqual(self.screen_hash(page), before)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_the_bar_beside_the_selection_and_the_end_of_a_line(self):
        page = self.open()
        page.run("recorder.chooseTool('line')")
        places, points = self.places(page, [(100, 100), (250, 100)])
        page.drag(places)
        page.run("recorder.selectAll()")
        self.settle(page)
        x, y = page.run("(({x, y, width, height}) => [x + width / 2, y + height / 2])("
                        "document.querySelector('[data-handle=to]').getBoundingClientRect())")
        page.drag([(x, y), (x + 10, y + 20), (x + 30, y + 60)])
        self.settle(page)
        ends = page.run("recorder.selecting.styles[0].ends")
        for one, other in zip(ends, [*points[0], points[1][0] + 30, points[1][1] + 60]):
            self.assertAlmostEqual(one, other, delta=0.1)
        self.assert_screen_is_log(page)
        for name in ["Duplicate", "Delete"]:
            place = page.run(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])("
                             f"document.querySelector('#beside [aria-label={name}]').getBoundingClientRect())")
            page.drag([place])
            self.settle(page)
        self.assertEqual([line["command"] for line in self.lines(page) if "command" in line],
                         ["transform", "restyle", "duplicate", "delete"])
        self.assertTrue(page.run("document.getElementById('beside').hidden"))
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_choices_stay_over_a_reload(self):
        page = self.open()
        self.click(page, "Highlighter")
        self.click(page, "Red")
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(page.run("[recorder.toolName, recorder.palette.color]"), ["marker", "#e03131"])
        page.drag(self.places(page, [(50, 50), (150, 90)])[0])
        self.assertEqual([line["color"] for line in self.lines(page) if "tool" in line], ["#e03131"])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_escape_cancels_and_shift_constrains(self):
        page = self.open()
        empty = self.screen_hash(page)
        places, points = self.places(page, [(60, 60), (160, 100), (260, 90)])
        page.run("recorder.chooseTool('rect')")
        down, *moves, up = firefox.stroke(places)[1:]
        page.call("WebDriver:PerformActions", actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
                {"type": "pointerMove", "x": places[0][0], "y": places[0][1], "duration": 0}, down, *moves]}])
        firefox.keys(page, ("\uE008", True))
        x, y = points[2][0] - points[0][0], points[2][1] - points[0][1]
        self.assertGreater(x, y)
        self.assertEqual(self.touches(page)[-1]["point"], [points[0][0] + x, points[0][1] + x])
        firefox.keys(page, ("\uE008", False), ("\uE00C", True), ("\uE00C", False))
        self.assertEqual(self.touches(page)[-1]["phase"], "cancelled")
        page.call("WebDriver:ReleaseActions")
        self.assertEqual(self.screen_hash(page), empty)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_the_wheel_zooms_about_the_pointer(self):
        page = self.open()
        places, points = self.places(page, [(300, 200), (400, 260)])
        page.drag(places)
        at = "(({clientX, clientY}) => recorder.surface.view.point({ clientX, clientY }))"
        place = f"{{ clientX: {places[0][0]}, clientY: {places[0][1]} }}"
        firefox.keys(page, ("\uE009", True))
        for _ in range(4):
            firefox.wheel(page, *places[0], -120)
        firefox.keys(page, ("\uE009", False))
        page.wait(f"recorder.surface.view.zoom > {1.1 ** 4}")
        for one, other in zip(page.run(f"{at}({place})"), points[0]):
            self.assertAlmostEqual(one, other, delta=0.01)
        zoom = page.run("recorder.surface.view.zoom")
        self.assertTrue(1.1 ** 4 <= zoom <= 1.15 ** 4, zoom)
        page.drag([places[0], (places[0][0] + 100, places[0][1] + 50)])
        for one, other, way in zip(self.touches(page)[-1]["point"], points[0], (100, 50)):
            self.assertAlmostEqual(one, other + way / zoom, delta=0.01)
        page.run("recorder.surface.look((view) => view.fit())")
        page.run("new Promise((done) => setTimeout(done, 200))")
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_reload_restores_the_drawing(self):
        recorder = self.write_page()
        with open(self.path("recorder.html"), "rb") as file:
            served = self.serve({"/recorder.html": file.read()}) + "/recorder.html"
        for url in (recorder, served):
            with self.subTest(url=url.split(":")[0]):
                page = self.open(url)
                page.drag(self.places(page, [(50, 50), (150, 90), (250, 50)])[0])
                screen, touches = self.screen_hash(page), self.touches(page)
                self.assertEqual(len(touches), 4)
                for _ in range(2):
                    page.reload()
                    self.wait_for_start(page)
                    self.assertEqual(self.touches(page), touches)
                    self.assertEqual(self.screen_hash(page), screen)
                self.assertIn("Your drawing is here again.", self.messages(page))
                # The next stroke comes after it.
                page.drag(self.places(page, [(50, 150), (250, 190)])[0])
                times = [line["time"] for line in self.touches(page)]
                self.assertEqual(len(times), 4 + 3)
                self.assertEqual(times, sorted(times))
                self.assert_screen_is_log(page)
                self.assert_no_errors(page)

    def test_replay_text_and_files_work(self):
        page = self.open()
        page.drag(self.places(page, [(50, 50), (150, 90), (250, 50)])[0])
        page.run("recorder.command('text', { text: 'Firefox', at: [60, 120], size: 24, color: '#e03131', opacity: 1 })")
        screen, log = self.screen_hash(page), self.log(page)
        self.click(page, "Replay")
        page.wait("document.getElementById('replay').hidden === false")
        page.run("recorder.closeReplay()")
        self.assertEqual(self.screen_hash(page), screen)
        page.run("recorder.begin()")
        self.assertNotEqual(self.screen_hash(page), screen)
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(log)}], 'again.jsonl')])")
        page.wait("recorder.session.drawing.undoCount === 2")
        self.assertEqual(self.screen_hash(page), screen)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_pages_are_drawn_moved_undone_and_kept(self):
        page = self.open()
        places = lambda y: self.places(page, [(50, y), (150, y + 40), (250, y)])[0]
        page.drag(places(50))
        self.click(page, "Pages")
        hashes = [self.screen_hash(page)]
        for y in (120, 200):
            self.click(page, "Add a page")
            page.drag(places(y))
            self.settle(page)
            hashes.append(page.run("recorder.session.drawing.hash()"))
        self.click(page, "Move the page earlier")
        self.click(page, "Page 1 of 3")
        self.click(page, "Delete the page")
        with open(self.path("pages.jsonl"), "w", encoding="utf-8") as file:
            file.write(page.run("recorder.pages.log()"))
        drawn = [line.split()[0] for line in doodle("hash", self.path("pages.jsonl")).splitlines()[:-1]]
        self.assertEqual(drawn, [hashes[2], hashes[1]])
        self.click(page, "Undo")
        self.assertEqual(page.run("[recorder.pages.index, recorder.pages.count]"), [0, 3])
        page.run("recorder.turning.by(2)")
        whole = page.run("recorder.pages.log()")
        self.settle(page)
        page.run("new Promise((done) => setTimeout(done, 500))")
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(page.run("recorder.pages.log()"), whole)
        self.assertEqual(page.run("recorder.pages.index"), 2)
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hashes[1])
        self.assert_no_errors(page)

    def test_the_border_is_dragged_and_what_lies_beyond_it_is_seen(self):
        page = self.open(self.write_page("--canvas", "300x200"))
        page.drag(self.places(page, [(50, 50), (150, 90), (250, 50)])[0])
        handle = "document.querySelector('#edge [data-ends=\"1,1\"]').getBoundingClientRect()"
        x, y = page.run(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({handle})")
        page.drag([(x, y), (x + 20, y + 10), (x + 40, y + 30)])
        self.settle(page)
        self.assertEqual(self.lines(page)[0]["size"], [340, 230])
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
        page.run("recorder.selectAll()")
        page.run("recorder.change(() => recorder.selecting.apply('move', { by: [320, 0] }))")
        page.wait("document.getElementById('edge').classList.contains('veil')")
        self.assertGreater(page.run("recorder.surface.part.width"), 500)
        page.run("[1, 2].forEach(() => recorder.goBack('undo'))")
        self.settle(page)
        self.assertEqual(self.lines(page)[0]["size"], [300, 200])
        self.assertEqual(page.run("recorder.session.drawing.elements"), ["e1"])
        self.assert_no_errors(page)

    def open_file(self, page, name, data):
        """Opens a file as the dialog of the browser gives it, and leaves it beside the log."""
        with open(self.path(name), "wb") as file:
            file.write(data)
        kind = "image/png" if name.endswith(".png") else ""
        page.run(f"recorder.documents.openFiles([new File([new Uint8Array({list(data)})], '{name}', {{ type: '{kind}' }})])")

    def test_a_picture_is_an_element_and_its_sides_are_dragged(self):
        page = self.open()
        self.open_file(page, "red.png", png(90, 60, lambda y: bytes([200, 40, 30]) * 90))
        page.wait("recorder.selecting.ids.length === 1")
        self.settle(page)
        sides = "(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('[data-handle=right]').getBoundingClientRect())"
        x, y = page.run(sides)
        page.drag([(x, y), (x + 20, y), (x + 60, y)])
        self.settle(page)
        [style] = page.run("recorder.session.drawing.styles(recorder.selecting.ids)")
        left, top, right, bottom = style["box"]
        self.assertAlmostEqual(right - left, 150, delta=0.01)
        self.assertAlmostEqual(bottom - top, 60, delta=0.01)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_text_has_the_font_of_a_file(self):
        page = self.open()
        page.run("recorder.chooseTool('text')")
        self.open_file(page, "squares.ttf", tiny_font({"A": 500, "B": 900}))
        page.wait("[...document.querySelectorAll('#font option')].some((item) => item.text === 'Tiny Squares')")
        page.run("recorder.change(() => recorder.hand.texts.add('ABBA'))")
        page.wait("recorder.session.drawing.elements.length === 1")
        self.assertIn('"font":"squares.ttf"', self.log(page))
        self.assert_screen_is_log(page)
        page.run("new Promise((done) => setTimeout(done, 500))")
        page.reload()
        self.wait_for_start(page)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_film_is_made_while_it_plays(self):
        page = self.open()
        for y in (60, 160):
            page.drag(self.places(page, [(60, y), (160, y + 40), (260, y)])[0])
        kind, size, start = page.run("""(async () => {
            const file = await recorder.replay.film(recorder.session).record()
            const bytes = new Uint8Array(await file.arrayBuffer())
            return [file.type, bytes.length, [...bytes.subarray(0, 4)]]
          })()""")
        self.assertTrue(kind.startswith("video/webm"), kind)
        # EBML's first element.
        self.assertEqual(start, [0x1A, 0x45, 0xDF, 0xA3])
        self.assertGreater(size, 1000)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_an_animated_png_has_the_frames_of_the_command(self):
        page = self.open()
        for y in (60, 110, 160):
            page.drag(self.places(page, [(60, y), (160, y + 40), (260, y)])[0])
            # A drag may fall into one frame of the film; two drags do not.
            page.run("new Promise((done) => setTimeout(done, 200))")
        film, native = self.path("film.apng"), self.path("native.apng")
        with open(film, "wb") as file:
            file.write(bytes(page.run("""(async () => {
                const film = await recorder.replay.animation(recorder.session).record(() => {})
                return [...new Uint8Array(await film.arrayBuffer())]
              })()""")))
        doodle("replay", "--predicted", self.write_log(page), "-o", native)
        decode = ["ffmpeg", "-v", "error", "-vf", "fps=30", "-f", "framemd5", "-pix_fmt", "rgba", "-"]
        frames = [
            subprocess.run([*decode[:3], "-i", name, *decode[3:]], capture_output=True, check=True).stdout
            for name in (film, native)]
        pictures = {line.split(b",")[-1] for line in frames[1].splitlines() if not line.startswith(b"#")}
        self.assertGreater(len(pictures), 2)
        self.assertEqual(*frames)
        self.assert_no_errors(page)

    def test_errors_of_a_page_are_seen(self):
        page = self.browser.page(self.serve({"/wrong.html": WRONG.encode()}) + "/wrong.html")
        page.wait("window.isRejected === true")
        errors = page.errors()
        for text in ("thrown", "rejected", "Content-Security-Policy"):
            self.assertTrue(any(text in error for error in errors), errors)
        self.assertEqual(len(errors), 3)


if __name__ == "__main__":
    unittest.main()
