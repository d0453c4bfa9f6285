"""The page draws before all of its engine has come."""

import gzip
import http.server
import json
import shutil
import threading
import unittest

from support import RecorderTest, hash_of

REST = '<script type="text/plain" id="rest">'


# Of a stroke that is drawn: as many as positions, and one where it ends.
EVENTS = 13


class Slow:
    """A server that sends the page as far as the rest of the engine, and the rest when it is told to."""

    def __init__(self, page, tail=None):
        self.first, self.rest = [part.encode() for part in (page[:page.index(REST)], tail or page[page.index(REST):])]
        self.may_go_on = threading.Event()
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(owner.first)
                self.wfile.flush()
                owner.may_go_on.wait(60)
                self.wfile.write(owner.rest)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def close(self):
        self.may_go_on.set()
        self.server.shutdown()
        self.server.server_close()


class PartTests(RecorderTest):
    options = ["--canvas", "400x300"]

    def setUp(self):
        super().setUp()
        with open(self.path("recorder.html"), encoding="utf-8") as file:
            self.page = file.read()
        if f"{REST}</script>" in self.page:
            self.skipTest("the engine is in one part: wasm-split is missing (Debian: binaryen)")

    def begin(self, tail=None):
        self.server = Slow(self.page, tail)
        self.addCleanup(self.server.close)
        page = self.browser.page("about:blank")
        page.call("Page.navigate", url=self.server.url)
        page.wait("globalThis.recorder?.session?.drawing !== undefined")
        return page

    def go_on(self, page):
        self.server.may_go_on.set()
        self.wait_for_start(page)

    def draw(self, page, y):
        left, top = self.offset(page)
        page.drag([(left + 40 + 20 * i, top + y + 15 * (i % 3)) for i in range(12)])

    def test_every_tool_draws_before_the_rest_has_come(self):
        page = self.begin()
        tools = page.run("[...document.querySelectorAll('#tools [data-tool]')].map((button) => button.dataset.tool)")
        for index, tool in enumerate(tools):
            page.run(f"recorder.chooseTool({json.dumps(tool)})")
            self.draw(page, 20 + 16 * index)
        page.key("z", modifiers=2)
        self.assertFalse(page.run("document.documentElement.classList.contains('ready')"))
        self.assertTrue(page.run("document.getElementById('actions').inert"))
        page.run("recorder.chooseTool('select')")
        page.run("recorder.selecting.select([])")
        self.assert_screen_is_log(page)
        log = self.log(page)
        self.go_on(page)
        self.assertEqual(self.log(page), log)
        self.assertFalse(page.run("document.getElementById('actions').inert"))
        self.assert_no_errors(page)
        png = page.run("btoa(String.fromCharCode(...recorder.session.drawing.png()))")
        self.assertTrue(png.startswith("iVBOR"))

    def test_what_needs_the_rest_waits_for_it_and_nothing_is_lost(self):
        page = self.begin()
        self.draw(page, 40)
        dashed = {"tool": "pen", "brush": "monoline", "width": 6, "dash": [9, 12], "color": "#2f9e44"}
        page.run(f"recorder.session.apply({json.dumps(json.dumps(dashed))} + '\\n')")
        self.draw(page, 120)
        page.run("recorder.session.apply(JSON.stringify({ command: 'mark', name: 'here', time: 9 }) + '\\n')")
        self.draw(page, 200)
        self.assertEqual(len(self.touches(page)), 3 * EVENTS)
        self.go_on(page)
        page.wait("recorder.session.drawing.undoCount > 2")
        self.assertEqual(len(self.touches(page)), 3 * EVENTS)
        self.draw(page, 260)
        self.assertEqual(len(self.touches(page)), 4 * EVENTS)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_stroke_that_is_drawn_while_a_kept_drawing_is_read_is_not_replaced_by_it(self):
        page = self.begin()
        self.go_on(page)
        self.draw(page, 40)
        page.wait("document.getElementById('state').value.includes('kept in this browser')")
        page.run("new Promise((done) => setTimeout(done, 500))")
        self.server.may_go_on.clear()
        page.call("Page.navigate", url=self.server.url)
        page.wait("globalThis.recorder?.session?.drawing !== undefined")
        # After the page was found empty, and before the kept drawing is there.
        stroke = [
            {"phase": "began", "touch": 7, "point": [30, 200], "time": 0.1}, {"phase": "ended", "touch": 7, "point": [90, 220], "time": 0.2}]
        lines = "".join(json.dumps(line) + "\n" for line in stroke)
        page.run(f"""(() => {{
          const {{ fonts, session }} = recorder
          const read = fonts.read.bind(fonts)
          let calls = 0
          fonts.read = async () => {{
            await read()
            calls += 1
            if (calls === 2) session.apply({json.dumps(lines)})
          }}
        }})()""")
        self.go_on(page)
        self.assertEqual([line["point"] for line in self.touches(page)], [[30, 200], [90, 220]])
        self.assertTrue(any("was not saved" in message for message in self.messages(page)), self.messages(page))
        self.assert_screen_is_log(page)
        self.settle(page)
        self.click(page, "Restore")
        page.wait("recorder.session.log().includes('[40,40]')")
        self.assertEqual(len(self.touches(page)), EVENTS)
        self.assert_no_errors(page)

    def test_a_page_that_is_cut_off_says_so_and_its_drawing_can_be_saved(self):
        page = self.begin(tail=self.page[self.page.index(REST):][:40_000])
        self.draw(page, 40)
        self.go_on(page)
        [message] = self.messages(page)
        self.assertIn("The page has not come as a whole", message)
        self.assertIn("reload it", message)
        self.draw(page, 140)
        self.assertFalse(page.run("document.getElementById('actions').inert"))
        self.assertEqual(page.run("recorder.pages.log()").count('"began"'), 2)
        self.assert_screen_is_log(page)

    @unittest.skipUnless(shutil.which("zopfli"), "zopfli is missing: without it the page is a twentieth larger")
    def test_a_first_stroke_needs_no_more_than_600_kilobytes(self):
        first = self.page[:self.page.index(REST)].encode()
        self.assertLess(len(gzip.compress(first, 9)), 600_000)


if __name__ == "__main__":
    unittest.main()
