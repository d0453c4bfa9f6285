"""Texts in font files of the user, and in those of the computer."""

import base64
import json
import os
import subprocess
import time
import unittest

from support import RecorderTest, doodle, hash_of
from tiny_font import collection, tiny_font

CONTROL = 2
CAT = "\u732b"
FACE = "\U0001F600"
FONT = "document.getElementById('font')"


class FontTests(RecorderTest):
    def setUp(self):
        super().setUp()
        self.downloads = self.path("downloads")
        os.mkdir(self.downloads)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return self.path(name)

    def write_font(self, name="squares.ttf", letters={"A": 500, CAT: 900}, **options):
        return self.write(name, tiny_font(letters, **options))

    def drop(self, page, *paths):
        data = {"items": [], "files": list(paths), "dragOperationsMask": 1}
        x, y = (side + 40 for side in self.offset(page))
        for kind in ("dragEnter", "dragOver", "drop"):
            page.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def pick(self, page, value):
        """Chooses an item of the list of fonts."""
        page.run(f"{{ const list = {FONT}; list.value = {json.dumps(value)}; list.dispatchEvent(new Event('change')) }}")

    def open_font(self, page, *paths, begin=None):
        """Opens font files by the dialog of the browser."""
        page.call("Page.setInterceptFileChooserDialog", enabled=True)
        self.browser.events.clear()
        (begin or (lambda: self.pick(page, "open")))()
        deadline = time.monotonic() + 20
        while not (opened := [event for event in self.browser.events if event["method"] == "Page.fileChooserOpened"]):
            message = self.browser.read(deadline)
            if "method" in message:
                self.browser.events.append(message)
        page.call("DOM.setFileInputFiles", files=list(paths), backendNodeId=opened[0]["params"]["backendNodeId"])

    def items(self, page):
        return page.run(f"[...{FONT}.options].map((option) => option.text)")

    def start(self, **options):
        page = self.open(**options)
        page.key("t")
        return page

    def wait_for_message(self, page, words):
        page.wait(f"[...document.querySelectorAll('.message p')].some((line) => line.textContent.includes({json.dumps(words)}))")

    def type(self, page, text, x=100, y=100, end=True):
        left, top = self.offset(page)
        page.drag([(left + x, top + y)])
        page.wait("document.getElementById('entry') !== null")
        page.call("Input.insertText", text=text)
        if end:
            page.key("Enter", text="\r")
            page.wait("document.getElementById('entry') === null")

    def texts(self, page):
        return [line for line in self.lines(page) if line.get("command") == "text"]

    def write_png(self, page, name):
        data = page.run("(async () => { const bytes = recorder.session.drawing.png({}); let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text) })()")
        return self.write(name, base64.b64decode(data))

    def ink(self, page):
        """The box of the pixels that are at least half covered by ink: x, y, width and height; None if there are none."""
        self.settle(page)
        return page.run(
            """(() => {
              const { width, height } = document.getElementById('canvas')
              const { data } = document.getElementById('canvas').getContext('2d').getImageData(0, 0, width, height)
              const [xs, ys] = [[], []]
              for (let index = 0; index < width * height; index++) {
                if (data[4 * index] > 127) continue
                xs.push(index % width)
                ys.push(Math.floor(index / width))
              }
              const [least, most] = [Math.min, Math.max].map((side) => (list) => list.reduce((a, b) => side(a, b), list[0]))
              return xs.length === 0 ? null : [least(xs), least(ys), most(xs) - least(xs) + 1, most(ys) - least(ys) + 1]
            })()""")

    def downloaded(self, name):
        deadline = time.monotonic() + 30
        while not os.path.exists(os.path.join(self.downloads, name)):
            if time.monotonic() > deadline:
                self.fail(f"no file {name}: {os.listdir(self.downloads)}")
            time.sleep(0.05)
        return os.path.join(self.downloads, name)

    def saved_log(self, page):
        self.save_as(page, "Save as log")
        return self.downloaded(page.run("recorder.documents.name") + ".jsonl")

    def set_size(self, page, size):
        page.run(f"{{ const w = document.querySelector('[aria-label=Size]'); w.value = {size}; w.dispatchEvent(new Event('input')) }}")

    # Choosing a font.

    def test_a_font_file_is_opened_and_draws_its_outlines(self):
        page = self.start()
        self.assertEqual(page.run(f"{FONT}.value"), "doodle")
        self.assertEqual(self.items(page)[:2], ["Built-in", "Open a font file…"])
        self.open_font(page, self.write_font())
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.assertEqual(self.items(page)[:3], ["Built-in", "Tiny Squares", "Open a font file…"])
        self.set_size(page, 80)
        self.type(page, CAT, 100, 100)
        self.assertEqual([(line["text"], line["font"]) for line in self.texts(page)], [(CAT, "squares.ttf")])
        # A square of 500 by 900 units of an em of 80 points, 100 units behind where the text begins.
        x, y, width, height = self.ink(page)
        self.assertEqual((x, width, height), (108, 40, 72))
        log = self.saved_log(page)
        self.wait_for_message(page, "Keep the font squares.ttf beside the log")
        os.rename(log, self.path("drawing.jsonl"))
        doodle("render", self.path("drawing.jsonl"), "-o", self.path("command.png"))
        self.assertEqual(hash_of(self.write_png(page, "page.png")), hash_of(self.path("command.png")))
        self.assert_screen_is_log(page)
        # The user has the file already.
        self.assertEqual([name for name in os.listdir(self.downloads) if name.endswith(".ttf")], [])
        self.pick(page, "doodle")
        self.type(page, "A", 300, 300)
        self.assertEqual(self.texts(page)[-1]["font"], "doodle")
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_font_that_is_dropped_is_there_after_a_reload_everywhere(self):
        page = self.start()
        path = self.write_font()
        self.drop(page, path)
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.set_size(page, 80)
        self.type(page, CAT)
        self.type(page, "A", 300, 200)
        box, pixels = self.ink(page), self.screen_hash(page)
        self.click(page, "More")
        self.click(page, "Add a page")
        page.wait("recorder.pages.count === 2")
        self.type(page, CAT, 200, 200)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(page.run("[recorder.pages.count, recorder.pages.index]"), [2, 1])
        self.assertEqual(self.ink(page)[2:], [40, 72])
        # The small picture of the page that is not shown: its ink begins where that of the page does.
        page.wait("recorder.strip.isOpen")
        small = "document.querySelector('#page-list canvas')"
        page.wait(f"{small}.height > 50 && {small}.getContext('2d').getImageData(0, 0, {small}.width, {small}.height).data.some((value) => value < 200)")
        page.key("PageUp")
        page.wait("recorder.pages.index === 0")
        self.assertEqual((self.ink(page), self.screen_hash(page)), (box, pixels))
        self.assert_screen_is_log(page)
        for _ in range(2):
            page.key("z", modifiers=CONTROL)
        self.assertIsNone(self.ink(page))
        for _ in range(2):
            page.key("Z", modifiers=CONTROL + 8)
        self.assertEqual(self.screen_hash(page), pixels)
        # The replay, a film, the SVG and the print have the outlines, too.
        self.click(page, "Replay")
        page.run("recorder.replay.pause()")
        page.run("recorder.replay.seek(Infinity)")
        self.assertEqual(self.screen_hash(page), pixels)
        page.key("Escape")
        name, log = page.run("recorder.documents.name"), self.write_log(page)
        for kind, ending, arguments in [
            ("Save as SVG", "-1.svg", ["render", log, "-f", "svg"]),
            ("Save as SVG that draws itself", "-1-film.svg", ["replay", log, "-f", "svg"]),
        ]:
            self.save_as(page, kind)
            with open(self.downloaded(name + ending), encoding="utf-8") as file:
                self.assertEqual(file.read(), doodle(*arguments, "-o", "-"))
        self.save_as(page, "Save as animated PNG")
        doodle("replay", log, "--predicted", "-o", self.path("command.apng"))
        frames = [
            subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-vf", "fps=30", "-f", "rawvideo", "-pix_fmt", "rgba", "-"], capture_output=True, check=True).stdout
            for path in (self.downloaded(name + "-1.apng"), self.path("command.apng"))
        ]
        self.assertTrue(frames[0] == frames[1] and len(frames[0]) > 0)
        page.run("dispatchEvent(new Event('beforeprint'))")
        data = page.run("document.getElementById('paper').toDataURL('image/png').split(',')[1]")
        self.assertEqual(hash_of(self.write("paper.png", base64.b64decode(data))), pixels)
        self.assert_no_errors(page)

    def test_a_font_that_is_dropped_while_the_pen_draws_waits_for_a_text(self):
        page = self.open()
        self.drop(page, self.write_font())
        self.wait_for_message(page, "Tiny Squares is among the fonts of texts now.")
        self.assertEqual(page.run("recorder.toolName"), "pen")
        page.key("t")
        self.assertEqual((page.run(f"{FONT}.value"), self.items(page)[1]), ("doodle", "Tiny Squares"))
        self.assert_no_errors(page)

    def test_a_file_that_is_no_font_says_so_and_changes_nothing(self):
        page = self.start()
        self.drop(page, self.write_font())
        page.wait(f"{FONT}.value === 'squares.ttf'")
        pictures = tiny_font({"A": 500}, more=[("CBDT", bytes(4))])
        for name, data, words in [
            ("a.ttf", b"no font", "a.ttf cannot be used as a font: not a TrueType or OpenType font."),
            ("b.woff2", b"wOF2" + bytes(40), "b.woff2 cannot be used as a font: a WOFF2 font, which is compressed; convert it"),
            ("c.otf", pictures.replace(b"glyf", b"none").replace(b"loca", b"lost"),
             "c.otf cannot be used as a font: a font without outlines, such as one of color pictures; Noto Emoji has some, of one color."),
        ]:
            items = self.items(page)
            self.drop(page, self.write(name, data))
            self.wait_for_message(page, words)
            self.assertEqual(self.items(page), items)
            self.assertEqual(page.run(f"{FONT}.value"), "squares.ttf")
        self.assert_no_errors(page)

    def test_the_fonts_of_a_collection_are_chosen_by_their_names(self):
        page = self.start()
        self.open_font(page, self.write("both.ttc", collection(({"A": 500}, "One"), ({"A": 900}, "Two"))))
        page.wait(f"{FONT}.value === 'both.ttc'")
        self.assertEqual(self.items(page)[:3], ["Built-in", "One", "Two"])
        self.set_size(page, 80)
        self.pick(page, "both.ttc#1")
        self.type(page, "A")
        self.assertEqual(self.ink(page)[2:], [40, 72])
        self.assert_screen_is_log(page)
        page.key("v")
        page.key("a", modifiers=CONTROL)
        self.assertEqual(page.run(f"{FONT}.value"), "both.ttc#1")
        self.pick(page, "both.ttc")
        self.assertEqual(self.lines(page)[-1]["font"], "both.ttc")
        self.assertEqual(self.ink(page)[2:], [40, 40])
        self.assert_screen_is_log(page)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.ink(page)[2:], [40, 72])
        self.assert_no_errors(page)

    def test_arrow_keys_open_the_list_before_they_choose(self):
        page = self.start()
        self.drop(page, self.write_font())
        page.wait(f"{FONT}.value === 'squares.ttf'")
        page.run(f"{FONT}.focus()")
        page.key("ArrowDown")
        self.settle(page)
        self.assertEqual(page.run(f"[{FONT}.value, {FONT}.matches(':open')]"), ["squares.ttf", True])
        page.key("Escape")
        self.assertEqual(page.run(f"{FONT}.value"), "squares.ttf")
        self.assert_no_errors(page)

    def test_another_file_of_the_same_name_leaves_texts_as_they_are(self):
        page = self.start()
        self.drop(page, self.write_font())
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.set_size(page, 80)
        self.type(page, CAT)
        pixels = self.screen_hash(page)
        os.mkdir(self.path("other"))
        self.drop(page, self.write("other/squares.ttf", tiny_font({CAT: 300}, "Flat Squares")))
        page.wait(f"{FONT}.value === 'squares-2.ttf'")
        self.assertEqual(self.screen_hash(page), pixels)
        # The same file again is the same font.
        self.drop(page, self.path("squares.ttf"))
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.assertEqual(self.items(page)[:4], ["Built-in", "Flat Squares", "Tiny Squares", "Open a font file…"])
        self.pick(page, "squares-2.ttf")
        self.type(page, CAT, 300, 100)
        # The user has no file of that name.
        log = self.saved_log(page)
        self.downloaded("squares-2.ttf")
        os.rename(self.path("squares.ttf"), os.path.join(self.downloads, "squares.ttf"))
        doodle("render", log, "-o", self.path("command.png"))
        self.assertEqual(hash_of(self.path("command.png")), self.screen_hash(page))
        self.assert_no_errors(page)

    def test_a_font_is_removed_and_put_back_unless_the_drawing_has_it(self):
        page = self.start()
        self.drop(page, self.write_font())
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.pick(page, "remove")
        self.wait_for_message(page, "squares.ttf is removed")
        self.assertEqual(self.items(page)[:2], ["Built-in", "Open a font file…"])
        self.assertEqual(page.run(f"{FONT}.value"), "doodle")
        # The button of the message, not that of the history.
        x, y = page.run(
            """(({ x, y, width, height }) => [x + width / 2, y + height / 2])([...document.querySelectorAll('.message button')]
              .find((button) => button.textContent === 'Undo').getBoundingClientRect())""")
        page.drag([(x, y)])
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.type(page, CAT)
        log = self.log(page)
        self.pick(page, "remove")
        self.wait_for_message(page, "squares.ttf stays")
        # Another tab removes it: the drawing is here, and says what it lacks.
        other = self.start()
        self.pick(other, "squares.ttf")
        self.pick(other, "remove")
        self.wait_for_message(other, "squares.ttf is removed")
        page.call("Page.bringToFront")
        page.reload()
        self.wait_for_start(page)
        self.wait_for_message(page, "The drawing lacks the font squares.ttf: the built-in one draws its texts.")
        self.assertEqual(self.log(page), log)
        box = self.ink(page)
        self.open_font(page, self.path("squares.ttf"), begin=lambda: self.click(page, "Open a font"))
        page.wait("recorder.fonts.has('squares.ttf')")
        self.settle(page)
        self.assertNotEqual(self.ink(page), box)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    # Logs.

    LOG = '{"doodle":1,"size":[300,200]}\n{"command":"text","text":"A","at":[10,10],"size":100,"font":"fonts/squares.ttf"}\n'

    def test_a_log_is_opened_with_its_font_or_without_it(self):
        page = self.start()
        log = self.write("letter.jsonl", self.LOG)
        os.mkdir(self.path("fonts"))
        font = self.write_font("fonts/squares.ttf")
        message = "letter.jsonl cannot be opened alone: open its font fonts/squares.ttf together with it."
        self.drop(page, log)
        self.wait_for_message(page, message)
        self.assertEqual(page.run("recorder.session.drawing.elements.length"), 0)
        self.click(page, "Open without it")
        page.wait("recorder.session.drawing.elements.length === 1")
        self.wait_for_message(page, "letter.jsonl lacks the font fonts/squares.ttf: the built-in one draws its texts.")
        self.assertEqual(self.log(page), self.LOG)
        self.assertNotEqual(self.ink(page), [20, 57, 50, 50])
        # It comes later.
        self.drop(page, font)
        page.wait("recorder.fonts.has('squares.ttf')")
        self.assertEqual(self.ink(page), [20, 57, 50, 50])
        self.assertEqual(self.log(page), self.LOG)
        self.assert_screen_is_log(page)
        page.run("recorder.fonts.remove('squares.ttf')")
        page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
        self.drop(page, log)
        self.wait_for_message(page, message)
        self.open_font(page, font, begin=lambda: self.click(page, "Open the font"))
        page.wait("recorder.fonts.has('squares.ttf') && recorder.documents.name === 'letter'")
        self.assertEqual(self.ink(page), [20, 57, 50, 50])
        self.drop(page, log, font)
        self.settle(page)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_log_has_the_font_that_is_opened_with_it(self):
        page = self.start()
        self.drop(page, self.write("squares.ttf", tiny_font({"A": 900})))
        page.wait(f"{FONT}.value === 'squares.ttf'")
        os.mkdir(self.path("fonts"))
        log, font = self.write("letter.jsonl", self.LOG), self.write_font("fonts/squares.ttf")
        self.drop(page, log, font)
        page.wait("recorder.documents.name === 'letter'")
        self.assertEqual(self.ink(page), [20, 57, 50, 50])
        self.assertEqual(self.texts(page)[0]["font"], "squares-2.ttf")
        self.assert_no_errors(page)

    # What is lacking.

    def test_one_line_says_what_a_font_lacks_while_typing_and_after(self):
        page = self.start()
        self.drop(page, self.write_font(letters={"A": 500}))
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.type(page, "A" + CAT + FACE, end=False)
        note = f"the font lacks {CAT} {FACE}; boxes are drawn for them"
        self.assertEqual(page.run("document.getElementById('entry-note').value"), note)
        page.key("Enter", text="\r")
        self.assertEqual([line for line in self.messages(page) if "lacks" in line], [f"T{note[1:]}."])
        # A font that has them is one click away.
        self.open_font(page, self.write_font("more.ttf", {"A": 500, CAT: 300, FACE: 700}),
                       begin=lambda: self.click(page, "Open a font"))
        page.wait(f"{FONT}.value === 'more.ttf'")
        page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
        self.type(page, CAT + FACE, 100, 300)
        self.assertEqual([line for line in self.messages(page) if "lacks" in line], [])
        # A text that gets another font may lack more in it.
        page.key("v")
        page.key("n")
        self.pick(page, "squares.ttf")
        self.assertEqual([line for line in self.messages(page) if "lacks" in line], [f"T{note[1:]}."])
        self.assertEqual(self.lines(page)[-1]["command"], "restyle")
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_one_line_says_what_becomes_of_emoji_in_color(self):
        page = self.start()
        for name, height, words in [
            ("drawn.ttf", 500, "drawn.ttf draws its emoji in one color, that of the text."),
            ("blank.ttf", 0, "blank.ttf has its emoji as pictures in color, of which nothing is drawn."),
        ]:
            self.drop(page, self.write_font(name, {"A": 500, FACE: height}, more=[("COLR", bytes(14))]))
            self.wait_for_message(page, words)
            page.wait(f"{FONT}.value === '{name}'")
        self.assert_no_errors(page)

    # Fonts of the computer.

    def give_fonts(self, page):
        """Lets the browser give two fonts, as it does: here, the computer need not have any."""
        font = base64.b64encode(tiny_font({"A": 500}, "Tiny-Squares")).decode()
        page.run(
            f"""globalThis.queryLocalFonts = async () => {{
              const blob = new Blob([Uint8Array.from(atob('{font}'), (letter) => letter.charCodeAt(0))])
              return ['Tiny Squares', 'Other Letters'].map((fullName) => ({{
                fullName, family: fullName, style: 'Regular', postscriptName: fullName.replace(' ', '-'), blob: async () => blob,
              }}))
            }}""")

    def test_a_font_of_the_computer_is_chosen_and_saved_with_the_log(self):
        page = self.start()
        self.give_fonts(page)
        self.pick(page, "local")
        page.wait("document.getElementById('local-fonts').open")
        names = "[...document.querySelectorAll('#local-list button')].map((button) => button.textContent)"
        self.assertEqual(page.run(names), ["Tiny Squares", "Other Letters"])
        page.run("document.querySelector('#local-fonts input').focus()")
        page.call("Input.insertText", text="squ tiny")
        self.assertEqual(page.run(names), ["Tiny Squares"])
        self.click(page, "Tiny Squares")
        page.wait(f"{FONT}.value === 'Tiny-Squares.ttf'")
        self.type(page, "A")
        log = self.saved_log(page)
        self.downloaded("Tiny-Squares.ttf")
        doodle("render", log, "-o", self.path("command.png"))
        self.assertEqual(hash_of(self.path("command.png")), self.screen_hash(page))
        self.assert_no_errors(page)

    def test_a_browser_that_gives_no_fonts_says_so_in_one_line(self):
        page = self.start()
        for answer, words in [
            ("Promise.reject(new DOMException('no', 'NotAllowedError'))", "(it was not allowed to): open a font file instead."),
            ("Promise.resolve([])", "The browser gives no fonts of this computer: open a font file instead."),
        ]:
            page.run(f"globalThis.queryLocalFonts = () => {answer}")
            self.pick(page, "local")
            self.wait_for_message(page, words)
        page.run("delete globalThis.queryLocalFonts; delete Window.prototype.queryLocalFonts; recorder.showStyle()")
        self.assertEqual(self.items(page), ["Built-in", "Open a font file…"])
        self.assert_no_errors(page)

    def test_the_fonts_of_this_computer_are_asked_of_the_browser(self):
        page = self.start()
        self.browser.call("Browser.grantPermissions", permissions=["localFonts"])
        if not page.run("globalThis.queryLocalFonts?.().then((fonts) => fonts.length, () => 0)"):
            self.skipTest("this browser gives no fonts")
        self.pick(page, "local")
        page.wait("document.getElementById('local-fonts').open")
        self.assertGreater(page.run("document.querySelectorAll('#local-list button').length"), 0)
        page.key("Escape")
        page.wait("!document.getElementById('local-fonts').open")
        self.assertEqual(page.run(f"{FONT}.value"), "doodle")
        self.assert_no_errors(page)

    def test_a_font_that_the_browser_cannot_keep_is_told(self):
        page = self.start()
        page.run("IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }")
        self.drop(page, self.write_font())
        self.wait_for_message(page, "The browser does not keep squares.ttf")
        page.wait(f"{FONT}.value === 'squares.ttf'")
        self.type(page, CAT)
        self.assertEqual(self.texts(page)[0]["font"], "squares.ttf")
        self.assert_screen_is_log(page)


if __name__ == "__main__":
    unittest.main()
