"""On screens of all sizes the canvas has room, and nothing moves or is cut off."""

import base64
import subprocess
import unittest

from support import DOODLE, RecorderTest

SIZES = [(390, 844), (844, 390), (820, 1180), (1280, 800), (3840, 2160), (320, 640)]
SCREENS = {f"{width} x {height}": (width, height) for width, height in SIZES}
BOX = "(({x, y, width, height}) => [x, y, width, height])(document.querySelector(%r).getBoundingClientRect())"
# What is outside of the window, or where a click reaches something else.
HIDDEN = """[...document.querySelectorAll('button, select, input[type=range], output, label.slider span')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('#state, dialog[open]'))
  .filter((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true
    const found = [left + 1, (left + right) / 2, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
    // A slider lies over its own name, so that a finger meets it.
    const own = element.closest('label.slider') ?? element
    return right > left && found.some((other) => other && !own.contains(other) && !other.contains(element))
  }).map((element) => element.getAttribute('aria-label') ?? element.id ?? element.textContent)"""


class LayoutTests(RecorderTest):
    def test_nothing_moves(self):
        for name, (width, height) in SCREENS.items():
            with self.subTest(name):
                page = self.open(width, height)
                canvas, colors = page.run(BOX % "#canvas"), page.run(BOX % "#colors")
                left, top = self.offset(page)
                page.drag([(left + 40, top + 40), (left + 150, top + 90)])
                self.settle(page)
                self.assertEqual(page.run("document.getElementById('state').value.slice(0, 9)"), "Not saved")
                self.assertEqual(page.run(BOX % "#colors"), colors)
                for tool in ["marker", "eraser", "line", "rect", "text", "select", "pen"]:
                    page.run(f"document.querySelector('[data-tool={tool}]').click()")
                    self.assertEqual(page.run(BOX % "#canvas"), canvas, tool)
                    self.assertEqual(page.run(HIDDEN), [], tool)
                self.assertEqual(page.run(BOX % "#colors"), colors)
                page.run("document.getElementById('play').click()")
                self.settle(page)
                self.assertEqual(page.run(BOX % "#canvas"), canvas, "replay")
                self.assertEqual(page.run(HIDDEN), [], "replay")

    def test_tab_reaches_only_what_is_seen(self):
        for name, (width, height) in SCREENS.items():
            with self.subTest(name):
                page = self.open(width, height)
                seen = set()
                for _ in range(60):
                    page.key("Tab")
                    found = page.run(
                        """(() => {
                          const element = document.activeElement
                          const { left, top, right, bottom } = element.getBoundingClientRect()
                          const isSeen = element.checkVisibility({ visibilityProperty: true })
                            && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
                          return [element.id || element.getAttribute('aria-label') || element.tagName, isSeen,
                            document.scrollingElement.scrollTop + document.body.scrollTop]
                        })()""")
                    seen.add(found[0])
                    self.assertEqual(found[1:], [True, 0], found[0])
                self.assertTrue({"canvas", "save"} <= seen and not any("earlier" in name for name in seen), seen)

    def test_the_canvas_has_most_of_the_window(self):
        shares = {name: 0.67 for name in SCREENS} | {"844 x 390": 0.7, "320 x 640": 0.55, "3840 x 2160": 0.9}
        for name, (width, height) in SCREENS.items():
            with self.subTest(name):
                page = self.open(width, height)
                _, _, across, down = page.run(BOX % "#canvas")
                self.assertGreater(down / height, shares[name])
                self.assertGreater(across / width, 0.93)

    def test_sliders_have_their_names(self):
        for name, (width, height) in SCREENS.items():
            with self.subTest(name):
                page = self.open(width, height)
                self.assertEqual(
                    page.run("[...document.querySelectorAll('label.slider span')].filter((s) => s.offsetWidth > 0)"
                             ".map((s) => s.textContent)"), ["Width", "Opacity"])

    def corners(self, page, name):
        """Pictures of the corners of the canvas."""
        x, y, width, height = page.run(BOX % "#canvas")
        paths = []
        for left, top in [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]:
            clip = {"x": left - 6, "y": top - 6, "width": 12, "height": 12, "scale": 1}
            data = page.call("Page.captureScreenshot", format="png", clip=clip)["data"]
            paths.append(self.path(f"{name}{len(paths)}.png"))
            with open(paths[-1], "wb") as file:
                file.write(base64.b64decode(data))
        return paths

    def differ(self, one, other):
        """Whether pictures differ by more than a browser's rounding."""
        return subprocess.run([DOODLE, "diff", "--max-delta", "4", one, other], capture_output=True).returncode

    def test_only_whoever_uses_the_keyboard_sees_a_ring(self):
        page = self.open(1280, 800)
        left, top = self.offset(page)
        before = self.corners(page, "before")
        page.key("Tab")
        page.drag([(left + 140, top + 140), (left + 250, top + 190)])
        self.assertEqual(page.run("document.activeElement.id"), "canvas")
        drawn = self.corners(page, "drawn")
        self.assertEqual([self.differ(one, other) for one, other in zip(before, drawn)], [0] * 4)
        page.run("document.activeElement.blur()")
        for _ in range(60):
            page.key("Tab")
            if page.run("document.activeElement.id") == "canvas":
                break
        ringed = self.corners(page, "ringed")
        self.assertEqual([self.differ(one, other) for one, other in zip(before, ringed)], [1] * 4)


if __name__ == "__main__":
    unittest.main()
