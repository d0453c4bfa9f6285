"""The pages of the article on browsers draw, and their logs have the hashes that their drawings tell."""

import base64
import pathlib
import re
import tempfile
import unittest

from chromium import Chromium
from support import hash_of
from test_firefox import serve

ROOT = pathlib.Path(__file__).resolve().parents[4]
ENGINE = ROOT / "build/doodle.wasm"
ARTICLE = ROOT / "Sources/Fronts/DoodleKit/DoodleKit.docc/DrawInABrowser.md"
MODULE = ROOT / "Sources/Fronts/Web/doodle.mjs"
POINTS = [(40 + 9 * i, 80 + (i * i) % 61) for i in range(40)]


@unittest.skipUnless(ENGINE.is_file(), "the engine for browsers is not built")
class EnginePageTests(unittest.TestCase):
    def open(self, html, scale):
        # The page's declarations are private; the test needs its drawing.
        html = html.replace("const drawing =", "const drawing = globalThis.drawing =")
        server = serve({
            "/page.html": html.encode(), "/doodle.mjs": MODULE.read_bytes(), "/doodle.wasm": ENGINE.read_bytes()})
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        browser = Chromium()
        self.addCleanup(browser.close)
        page = browser.page(f"http://127.0.0.1:{server.server_port}/page.html", scale=scale)
        page.wait("globalThis.drawing !== undefined")
        return page

    def assert_page_draws(self, html, scale):
        page = self.open(html, scale)
        left, top = page.run("(({left, top}) => [left, top])(document.querySelector('canvas').getBoundingClientRect())")
        # A mouse that is not pressed draws nothing.
        page.mouse("mouseMoved", left + 20, top + 20, button="none")
        for shift in [0, 200]:
            page.drag([(left + x, top + y + shift) for x, y in POINTS])
        self.assertEqual(page.errors(), [])
        with tempfile.TemporaryDirectory() as folder:
            log, canvas = pathlib.Path(folder, "page.jsonl"), pathlib.Path(folder, "canvas.png")
            log.write_text(page.run("drawing.log()"), encoding="utf-8")
            self.assertIn(f'"size":[800,600],"scale":{scale},"model":"', log.read_text())
            self.assertEqual(re.findall('"phase":"(began|ended)"', log.read_text()), ["began", "ended"] * 2)
            self.assertEqual(hash_of(log), page.run("drawing.hash()"))
            data = page.run("document.querySelector('canvas').toDataURL('image/png').split(',')[1]")
            canvas.write_bytes(base64.b64decode(data))
            self.assertEqual(hash_of(canvas), hash_of(log))

    def test_the_page_of_the_article_draws_what_its_log_says(self):
        [html] = re.findall(r"```html\n(.*?)```", ARTICLE.read_text(), re.DOTALL)
        for scale in [1, 2.5]:
            with self.subTest(scale=scale):
                self.assert_page_draws(html, scale)

    def test_the_code_of_the_article_draws_what_its_log_says(self):
        code = re.findall(r"```js\n(.*?)```", ARTICLE.read_text(), re.DOTALL)[0]
        html = f"""<!doctype html><canvas id="canvas"></canvas><script type="module">{code}</script>"""
        self.assert_page_draws(html, 2)


if __name__ == "__main__":
    unittest.main()
