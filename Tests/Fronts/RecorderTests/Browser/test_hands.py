"""Hands and eyes: what a finger can meet, what can be told from its ground, and choices that stay."""

import unittest

from support import RecorderTest
from test_recorder import contrast

FINGERS = [(1280, 800), (820, 1180), (390, 844), (844, 390), (320, 640)]
SMALL = """[...document.querySelectorAll('button, select, input[type=range], label.swatch')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
  .map((element) => [element.getAttribute('aria-label') || element.title || element.textContent, element.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9).map(([name, box]) => `${name} ${box.width} ${box.height}`)"""


class HandTests(RecorderTest):
    def test_a_finger_meets_everything(self):
        for width, height in FINGERS:
            with self.subTest(width=width, height=height):
                page = self.open(width, height, touch=True)
                self.assertTrue(page.run("matchMedia('(pointer: coarse)').matches"))
                for tool in ["pen", "eraser", "polygon", "text", "select"]:
                    page.run(f"recorder.chooseTool('{tool}')")
                    self.assertEqual(page.run(SMALL), [], tool)
                page.run("recorder.chooseTool('pen')")
                if page.run("document.getElementById('color').offsetWidth > 0"):
                    self.click(page, "Color")
                    self.assertEqual(page.run(SMALL), [], "colors")
                    self.click(page, "Yellow")
                    self.assertEqual(page.run("recorder.palette.color"), "#ffd43b")
                    self.assertEqual(page.run("document.querySelector('#colors [title=Yellow]').offsetWidth"), 0)
                self.click(page, "More")
                self.assertEqual(page.run(SMALL), [], "menu")
                self.assert_no_errors(page)

    def test_every_word_is_whole(self):
        for width, height in FINGERS:
            with self.subTest(width=width, height=height):
                page = self.open(width, height, touch=True)
                left, top = self.offset(page)
                page.drag([(left + 60, top + 60), (left + 160, top + 90)])
                for index, count in enumerate(page.run("[...document.getElementById('brush').options].map((option) => option.text.length)")):
                    page.run(f"{{ const b = document.getElementById('brush'); b.selectedIndex = {index}; b.dispatchEvent(new Event('change')) }}")
                    # A letter takes about half of the size of the font, and the arrow 20.
                    self.assertGreater(page.run("document.getElementById('brush').offsetWidth"), 7 * count + 20)
                cut = page.run("[...document.querySelectorAll('button, output, h2, .slider span')].filter((e) => e.offsetParent"
                               " && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)).map((e) => e.id || e.textContent)")
                self.assertEqual(cut, [])

    def test_dots_and_black_are_seen_in_light_and_dark(self):
        for scheme in ["light", "dark"]:
            page = self.open()
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            card, rim = [page.run(f"getComputedStyle(document.documentElement).getPropertyValue('{name}').trim()") for name in ("--card", "--rim")]
            # WCAG 2.2, 1.4.11: what tells a control is 3 times as bright or dark as its ground.
            self.assertGreaterEqual(contrast(rim, card), 3, scheme)
            # The dots of the menu cover more than a pixel each.
            width = page.run("document.querySelector('#more path').getBBox().height + 1.7")
            self.assertGreater(width * 20 / 24, 3)

    def test_what_is_on_or_off_is_a_switch(self):
        page = self.open()
        page.run("recorder.chooseTool('rect')")
        switch = "[...document.querySelectorAll('[role=switch]')].find((button) => button.textContent === 'Filled')"
        self.assertEqual(page.run(f"{switch}.getAttribute('aria-checked')"), "false")
        self.click(page, "Filled")
        self.assertEqual(page.run(f"{switch}.getAttribute('aria-checked')"), "true")
        self.assertEqual(page.run(f"getComputedStyle({switch}, '::before').width"), "30px")

    def test_tool_color_and_width_stay_over_a_reload_and_each_tool_has_its_own(self):
        page = self.open()
        left, top = self.offset(page)
        self.click(page, "Red")
        self.click(page, "Highlighter")
        page.run("{ const w = document.querySelector('[aria-label=Width]'); w.value = 30; w.dispatchEvent(new Event('change')) }")
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        self.settle(page)
        for _ in range(2):
            page.reload()
            self.wait_for_start(page)
            self.assertEqual(page.run("document.getElementById('state').value"), "Not saved as a file, kept in this browser")
            self.assertEqual(page.run("recorder.toolName"), "marker")
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        page.key("p")
        page.drag([(left + 60, top + 260), (left + 200, top + 260)])
        tools = [(line["tool"], line["color"], line["width"]) for line in self.lines(page) if "tool" in line]
        self.assertEqual(tools[0], ("marker", "#ffd43b", 30))
        self.assertEqual(tools[-1], ("pen", "#e03131", 4))
        self.assert_screen_is_log(page)
        # Another tab begins as the page does.
        self.assertEqual(self.open().run("[recorder.toolName, recorder.palette.color]"), ["pen", "#1b1b1f"])
        self.assert_no_errors(page)


if __name__ == "__main__":
    unittest.main()
