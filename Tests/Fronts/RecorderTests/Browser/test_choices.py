"""What is offered: the menu, the formats to save in, the keys, the ring of the eraser; what is printed and pasted."""

import base64
import json
import os
import time
import unittest

from support import RecorderTest, hash_of

CONTROL = 2
SHIFT = 8
SIZES = [(1280, 800), (820, 1180), (390, 844), (844, 390), (320, 640)]
# Buttons that are not wholly in the window, or not on top.
UNSEEN = """[...document.querySelectorAll('%s button:not([hidden])')].filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !button.contains(found)
  }).map((button) => button.textContent)"""


class ChoiceTests(RecorderTest):
    def test_the_menu_and_the_dialog_are_seen_as_a_whole(self):
        for width, height in SIZES:
            with self.subTest(width=width, height=height):
                page = self.open(width, height, touch=width < 1280)
                self.click(page, "More")
                if height > 400:
                    self.assertEqual(page.run(UNSEEN % "#menu"), [])
                self.assertEqual(
                    page.run("[...document.querySelectorAll('#menu h2')].map((title) => title.textContent)"),
                    ["File", "Selection", "View", "Hand"])
                # WAI-ARIA 1.2, menu: what it owns are items and groups of them.
                self.assertEqual(
                    page.run("[...document.querySelectorAll('.menu *')].filter((element) => !element.closest('button, [aria-hidden]')"
                             " && !['group', 'none'].includes(element.getAttribute('role'))).length"), 0)
                page.key("Escape")
                self.assertEqual(page.run("document.activeElement.id"), "more")
                self.click(page, "Save")
                if height > 400:
                    self.assertEqual(page.run(UNSEEN % "#saving"), [])
                page.key("Escape")
                page.wait("!document.getElementById('saving').open")
                self.assert_no_errors(page)

    def test_the_key_of_saving_saves_the_log_at_once_and_the_dialog_by_the_keyboard(self):
        page = self.open()
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder.name)
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        page.key("s", modifiers=CONTROL)
        page.wait("!recorder.pages.isUnsaved")
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        page.run("document.getElementById('save').focus()")
        page.key("Enter", text="\r")
        page.wait("document.getElementById('saving').open")
        page.key("Enter", text="\r")
        page.wait("!recorder.pages.isUnsaved")
        deadline = time.monotonic() + 10
        logs = lambda: [name for name in os.listdir(self.folder.name) if name.endswith(".jsonl")]
        while len(logs()) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertIn(hash_of(self.write_log(page, "own.log")), [hash_of(self.path(name)) for name in logs()])

    def pick_fill(self, page, color):
        page.run(f"""(() => {{
          const input = document.querySelector('#fill input')
          input.value = '{color}'
          for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind))
        }})()""")

    def test_a_shape_has_dashes_and_a_fill_of_another_color_than_its_line(self):
        page = self.open()
        left, top = self.offset(page)
        shown = "document.querySelector('#fill').offsetParent !== null"
        page.key("r")
        self.assertFalse(page.run(shown))
        self.click(page, "Filled")
        self.assertTrue(page.run(shown))
        self.pick_fill(page, "#ffd43b")
        self.click(page, "Dashed")
        page.drag([(left + 60, top + 60), (left + 90, top + 90), (left + 200, top + 160)])
        self.settle(page)
        tool = [line for line in self.lines(page) if "tool" in line][-1]
        self.assertEqual((tool["color"], tool["fill"], tool["dash"]), ("#1b1b1f", "#ffd43b", [9, 6]))
        # A pen draws without dashes afterward.
        page.key("p")
        page.drag([(left + 60, top + 300), (left + 90, top + 310), (left + 200, top + 300)])
        self.settle(page)
        self.assertEqual([line for line in self.lines(page) if "tool" in line][-1]["dash"], [])
        self.assert_screen_is_log(page)
        # What is selected: its fill alone, then its line alone, then neither dashes nor fill.
        page.key("v")
        page.drag([(left + 62, top + 120)])
        self.assertEqual(page.run("recorder.selecting.ids"), ["e1"])
        self.pick_fill(page, "#2f9e44")
        page.run("document.querySelector('#colors [data-color=\"#e03131\"]').click()")
        style = "recorder.session.drawing.styles(['e1'])[0]"
        self.assertEqual(page.run(f"[{style}.color, {style}.fill, {style}.dash]"), ["#e03131", "#2f9e44", [9, 6]])
        self.click(page, "Dashed")
        self.click(page, "Filled")
        self.assertEqual(page.run(f"[{style}.dash ?? 0, {style}.fill ?? 0]"), [0, 0])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_papers_lie_under_the_ink_and_are_undone(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 90, top + 90), (left + 200, top + 60)])
        self.settle(page)
        before = self.screen_hash(page)
        for label, name in [
            ("Ruled", "ruled white"), ("Ruled with a margin", "lined white"), ("Squares", "graph white"), ("Dots", "dotted white"),
            ("Staves", "staves white"), ("Plain", "#ffffff"),
        ]:
            self.click(page, "More")
            self.click(page, "Paper")
            self.click(page, label)
            self.settle(page)
            self.assertEqual(self.lines(page)[0]["background"], name)
            self.assert_screen_is_log(page)
            self.assertEqual(self.screen_hash(page) == before, label == "Plain")
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.lines(page)[0]["background"], "staves white")
        # The next page has the paper of this one.
        page.run("recorder.turning.add()")
        self.assertEqual(page.run("recorder.session.header.background"), "staves white")
        self.assert_no_errors(page)

    def test_keys_are_listed(self):
        page = self.open()
        page.key("?", code="Slash", modifiers=SHIFT, text="?")
        page.wait("document.getElementById('keys').open")
        listed = page.run("[...document.querySelectorAll('#keys dt')].map((key) => key.textContent)")
        for key in ["P", "E", "Ctrl Z", "Ctrl D", "Ctrl 9", "?"]:
            self.assertIn(key, listed)
        # The page has no keys meanwhile.
        page.key("e")
        page.key("Escape")
        page.wait("!document.getElementById('keys').open")
        self.assertEqual(page.run("recorder.toolName"), "pen")
        self.click(page, "More")
        self.click(page, "Keys")
        page.wait("document.getElementById('keys').open")

    def ring(self, page):
        return page.run("""(({hidden}, {x, y, width, height}) => hidden ? null : [x + width / 2, y + height / 2, width, height])(
            document.getElementById('ring'), document.getElementById('ring').getBoundingClientRect())""")

    def test_the_eraser_shows_its_size(self):
        page = self.open()
        left, top = self.offset(page)
        page.mouse("mouseMoved", left + 100, top + 100, buttons=0, button="none")
        self.assertIsNone(self.ring(page))
        page.key("e")
        page.mouse("mouseMoved", left + 200, top + 150, buttons=0, button="none")
        self.assertEqual(self.ring(page), [left + 200, top + 150, 24, 24])
        page.run("{ const w = document.querySelector('[aria-label=Width]'); w.value = 40; w.dispatchEvent(new Event('change')) }")
        page.key("+", modifiers=CONTROL)
        page.mouse("mouseMoved", left + 210, top + 150, buttons=0, button="none")
        self.assertEqual(self.ring(page)[2:], [50, 50])
        # What it erases lies within the ring.
        page.key("0", modifiers=CONTROL)
        page.key("p")
        self.assertIsNone(self.ring(page))
        page = self.open(touch=True)
        page.key("e")
        page.touch("touchStart", [(left + 100, top + 100)])
        page.touch("touchMove", [(left + 120, top + 100)])
        self.assertEqual(self.ring(page), [left + 120, top + 100, 24, 24])
        page.touch("touchEnd", [])
        page.wait("document.getElementById('ring').hidden")
        self.assert_no_errors(page)

    def test_the_drawing_alone_is_printed_as_a_whole(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 200), (left + 360, top + 250), (left + 420, top + 200)])
        for _ in range(3):
            page.key("+", modifiers=CONTROL)
        page.call("Emulation.setEmulatedMedia", media="print")
        page.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(
            page.run("[...document.querySelectorAll('body *')].filter((element) => element.checkVisibility() && element.offsetWidth > 0).map((element) => element.id)"),
            ["paper"])
        data = page.run("document.getElementById('paper').toDataURL('image/png').split(',')[1]")
        with open(self.path("paper.png"), "wb") as file:
            file.write(base64.b64decode(data))
        self.assertEqual(hash_of(self.path("paper.png")), hash_of(self.write_log(page)))
        pdf = base64.b64decode(page.call("Page.printToPDF", printBackground=True)["data"])
        self.assertEqual(pdf.count(b"/Type /Page\n") or pdf.count(b"/Type /Page "), 1)
        self.assert_no_errors(page)

    def test_one_line_says_what_the_font_lacks(self):
        for width in (1000, 320):
            page = self.open(width, 640)
            left, top = self.offset(page)
            page.key("t")
            page.drag([(left + 120, top + 120)])
            page.call("Input.insertText", text="".join(chr(0x4E00 + index) for index in range(60)) + "\U0001F98A")
            self.settle(page)
            note = "document.getElementById('entry-note')"
            self.assertEqual(
                page.run(f"{note}.value"), "the font lacks 一 丁 丂 七 丄 丅 and 55 more; boxes are drawn for them")
            right, height = page.run(f"(({{right, height}}) => [right, height])({note}.getBoundingClientRect())")
            self.assertLessEqual(right, width)
            self.assertLess(height, 24 if width == 1000 else 48)

    def paste(self, page, text):
        page.run(f"navigator.clipboard.writeText({json.dumps(text)})")
        page.key("v", modifiers=CONTROL, commands=["paste"])

    def test_words_that_are_pasted_become_a_text(self):
        page = self.open()
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.paste(page, "Two lines\r\nof words\r\n")
        page.wait("recorder.session.drawing.elements.length === 1")
        [line] = [line for line in self.lines(page) if line.get("command") == "text"]
        self.assertEqual((line["text"], line["size"]), ("Two lines\nof words", 24))
        # In the middle of the window.
        box = page.run("recorder.session.drawing.boxes[0]")
        size = self.lines(page)[0]["size"]
        self.assertAlmostEqual(box["x"] + box["width"] / 2, size[0] / 2, delta=1)
        self.assertAlmostEqual(box["y"] + box["height"] / 2, size[1] / 2, delta=1)
        self.assertEqual(page.run("recorder.selecting.ids"), [line["id"]])
        self.assert_screen_is_log(page)
        # What was copied from the drawing is pasted as elements.
        page.key("c", modifiers=CONTROL)
        page.key("v", modifiers=CONTROL, commands=["paste"])
        page.wait("recorder.session.drawing.elements.length === 2")
        self.assertEqual([line["command"] for line in self.lines(page) if "command" in line], ["text", "duplicate"])
        for _ in range(2):
            page.key("z", modifiers=CONTROL)
        self.assertEqual(page.run("recorder.session.drawing.elements"), [])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)


if __name__ == "__main__":
    unittest.main()
