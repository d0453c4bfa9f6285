"""Pages: the strip, what is saved, kept, printed and undone."""

import base64
import json
import os
import time
import unittest

from support import RecorderTest, doodle, hash_of
from test_layout import HIDDEN

CONTROL = 2
SHIFT = 8
CASES = "Tests/Formats/ImportersTests/Cases"


def stroke(y, **more):
    points = [("began", [30, y], 0), ("moved", [150, y + 20], 0.1), ("ended", [270, y], 0.2)]
    return [{"phase": phase, "point": point, "time": time, **more} for phase, point, time in points]


def text_of(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


# What a page has from the page before, and what it says itself; a key of an app, and the other spelling of a touch.
NOTES = text_of([
    {"doodle": 1, "size": [300, 200], "scale": 1, "background": "ivory", "app": "notes"},
    {"tool": "pen", "color": "teal", "width": 4}, *stroke(50),
    {"command": "page", "time": 9, "mine": [1, 2]}, {"tool": "marker", "color": "gold", "width": 20}, *stroke(80, touch="a"),
    {"command": "page", "size": [300, 400]}, *stroke(110),
    {"command": "page", "background": "graph white"}, *stroke(140), {"command": "undo"}, *stroke(150),
])


class PageTests(RecorderTest):
    def open_log(self, page, text, name="notes.jsonl"):
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(text)}], {json.dumps(name)})])")

    def hashes(self, text):
        """The hash of each page, as the command draws it."""
        with open(self.path("hashed.jsonl"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.hashes_of(self.path("hashed.jsonl"))

    def hashes_of(self, path):
        lines = doodle("hash", path).splitlines()
        return [line.split()[0] for line in (lines[:-1] if len(lines) > 1 else lines)]

    def whole(self, page):
        return page.run("recorder.pages.log()")

    def shown(self, page):
        """The number of the page that is shown, from 1, and the number of pages."""
        return tuple(page.run("[recorder.pages.index + 1, recorder.pages.count]"))

    def draw(self, page, y):
        left, top = self.offset(page)
        page.drag([(left + 40, top + y), (left + 150, top + y + 20), (left + 260, top + y)])
        self.settle(page)

    def thumbnails(self, page):
        return page.run("[...document.querySelectorAll('#page-list button')].map((item) => item.getAttribute('aria-label'))")

    def center(self, page, selector):
        return tuple(page.run(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"))

    def test_all_pages_of_a_log_are_shown_and_saved_again(self):
        page = self.open()
        self.open_log(page, NOTES)
        expected = self.hashes(NOTES)
        self.assertEqual(self.thumbnails(page), [f"Page {number} of 4" for number in range(1, 5)])
        for number, hash in enumerate(expected, 1):
            self.assertEqual(self.shown(page), (number, 4))
            self.assertEqual(self.screen_hash(page), hash)
            page.key("PageDown")
        self.assertEqual(self.shown(page), (4, 4))
        page.drag([self.center(page, "#page-list li:nth-child(2) button")])
        self.assertEqual(self.screen_hash(page), expected[1])
        self.assertFalse(page.run("recorder.pages.isUnsaved"))
        with open(self.saved(page), encoding="utf-8") as file:
            self.assertEqual(file.read(), NOTES)
        self.assert_no_errors(page)

    def test_logs_that_are_opened_together_are_pages_of_one_drawing(self):
        other = text_of([{"doodle": 1, "size": [200, 100], "page of": "b"}, *stroke(30), {"command": "page"}, *stroke(60)])
        last = text_of(stroke(90))
        page = self.open(1280, 800)

        def open_all(*texts):
            files = [f"new File([{json.dumps(text)}], '{name}.jsonl')" for name, text in zip("abc", texts)]
            page.run(f"recorder.documents.openFiles([{', '.join(files)}])")

        open_all(NOTES, other, last)
        whole = self.whole(page)
        self.assertEqual(self.shown(page), (1, 7))
        self.assertEqual(self.hashes(whole)[:6], self.hashes(NOTES) + self.hashes(other))
        for hash in self.hashes(whole):
            self.assertEqual(self.screen_hash(page), hash)
            page.key("PageDown")
        line = [json.loads(line) for line in whole.splitlines() if "page of" in line]
        self.assertEqual(line, [{"command": "page", "page of": "b", "size": [200, 100], "background": "#ffffff"}])
        self.assertTrue(page.run("recorder.pages.isUnsaved"))
        # An error names its file, and nothing is opened.
        open_all(NOTES, other.replace('"point"', '"pint"', 1))
        page.wait("document.querySelector('.message.error') !== null")
        self.assertIn("b.jsonl cannot be opened: line 2, column", self.messages(page)[-1])
        self.assertEqual(self.whole(page), whole)
        self.assert_no_errors(page)

    def test_keys_of_an_app_stay_with_their_pages(self):
        page = self.open()
        self.open_log(page, NOTES)
        page.key("PageDown")
        self.click(page, "Move the page earlier")
        self.click(page, "Add a page")
        lines = [json.loads(line) for line in self.whole(page).splitlines()]
        self.assertEqual((lines[0]["app"], lines[0]["mine"]), ("notes", [1, 2]))
        page.key("PageUp")
        self.click(page, "Move the page later")
        lines = [json.loads(line) for line in self.whole(page).splitlines()]
        self.assertEqual([line["mine"] for line in lines if line.get("command") == "page" and "mine" in line], [[1, 2]])
        self.assertEqual(lines[0]["app"], "notes")
        with open(self.path("mine.jsonl"), "w", encoding="utf-8") as file:
            file.write(self.whole(page))
        self.assertEqual(doodle("lint", self.path("mine.jsonl")), "")
        self.assert_no_errors(page)

    def test_pages_of_other_programs_survive(self):
        for name in ["points/drawings-of-a-table-are-pages.csv", "tldraw/pages-in-order.json"]:
            with self.subTest(name):
                doodle("convert", "-q", os.path.join(CASES, name), "-o", self.path("pages.jsonl"))
                with open(self.path("pages.jsonl"), encoding="utf-8") as file:
                    text = file.read()
                page = self.open()
                self.open_log(page, text)
                self.assertEqual(self.shown(page), (1, 2))
                # They have no size: here they are as large as the window.
                whole = self.whole(page)
                others = [[line for line in log.splitlines() if '"page"' not in line][1:] for log in (whole, text)]
                self.assertEqual(*others)
                for hash in self.hashes(whole):
                    self.assertEqual(self.screen_hash(page), hash)
                    page.key("PageDown")
                self.assert_no_errors(page)

    def test_pictures_under_the_ink_and_on_it_are_those_of_their_pages(self):
        pictures = []
        for path in ["Examples/dots.png", "Examples/shapes.png"]:
            with open(path, "rb") as file:
                pictures.append(base64.b64encode(file.read()).decode())
        under = ["data:image/png;base64," + picture for picture in pictures]
        text = text_of([
            {"doodle": 1, "background": under[0]}, *stroke(20),
            {"command": "page"}, *stroke(60), {"command": "image", "data": pictures[1], "at": [10, 10], "size": [60, 60]},
            {"command": "page", "background": under[1]}, *stroke(100),
            {"command": "page", "size": [300, 200], "background": "white"}, {"command": "image", "data": pictures[1], "at": [5, 5]},
        ])
        expected = self.hashes(text)
        page = self.open()
        self.open_log(page, text)
        page.wait("recorder.pages.count === 4")
        for hash in expected:
            self.assertEqual(page.run("recorder.session.drawing.hash()"), hash)
            page.key("PageDown")
        # What two pages share is in the log once.
        saved = self.saved(page)
        self.assertEqual(self.hashes_of(saved), expected)
        self.assertLess(os.path.getsize(saved), 1.6 * len(text))
        page.key("PageUp")
        self.click(page, "Move the page earlier")
        self.click(page, "Move the page earlier")
        order = [expected[2], expected[0], expected[1], expected[3]]
        self.assertEqual(self.hashes_of(self.saved(page)), order)
        self.settle(page)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.hashes_of(self.saved(page)), order)
        self.assert_no_errors(page)

    def test_pages_are_added_moved_and_deleted_and_all_of_it_is_undone(self):
        page = self.open()
        self.draw(page, 60)
        self.click(page, "Pages")
        states = []

        def note():
            self.settle(page)
            states.append((self.shown(page), self.hashes(self.whole(page))))

        note()
        self.click(page, "Add a page")
        note()
        self.draw(page, 120)
        note()
        self.click(page, "Add a page")
        note()
        self.draw(page, 180)
        note()
        self.click(page, "Move the page earlier")
        note()
        self.assertEqual(self.shown(page), (2, 3))
        # By a drag: the page that is shown goes to the front.
        start, end = self.center(page, "#page-list li:nth-child(2) button"), self.center(page, "#page-list li:first-child button")
        page.drag([start, (start[0] - 20, start[1]), (end[0] - 10, end[1])])
        note()
        self.assertEqual(self.shown(page), (1, 3))
        self.click(page, "Delete the page")
        note()
        self.assertEqual(self.shown(page), (1, 2))
        self.assertEqual(self.messages(page)[-1], "Page 1 is deleted.")
        one, two, three = (states[-2][1][index] for index in (1, 2, 0))
        self.assertEqual([hashes for _, hashes in states[-4:]], [[one, two, three], [one, three, two], [three, one, two], [one, two]])
        page.run("document.activeElement.blur()")
        for state in reversed(states[:-1]):
            page.key("z", modifiers=CONTROL)
            self.settle(page)
            self.assertEqual((self.shown(page), self.hashes(self.whole(page))), state)
        for state in states[1:]:
            page.key("Z", modifiers=CONTROL | SHIFT)
            self.settle(page)
            self.assertEqual((self.shown(page), self.hashes(self.whole(page))), state)
        self.click(page, "Undo")
        self.settle(page)
        self.assertEqual(self.shown(page), (1, 3))
        self.assert_no_errors(page)

    def test_a_page_is_not_taken_away_under_a_touch_or_before_what_is_drawn_on_it(self):
        page = self.open()
        self.draw(page, 60)
        page.run("recorder.turning.add()")
        left, top = self.offset(page)
        page.mouse("mousePressed", left + 60, top + 60, buttons=1, clickCount=1)
        page.mouse("mouseMoved", left + 90, top + 80, buttons=1)
        page.key("z", modifiers=CONTROL)
        page.mouse("mouseReleased", left + 90, top + 80, buttons=0, clickCount=1)
        for elements, shown in [(["e1"], (2, 2)), ([], (2, 2)), (["e1"], (1, 1))]:
            self.settle(page)
            self.assertEqual((page.run("recorder.session.drawing.elements"), self.shown(page)), (elements, shown))
            page.key("z", modifiers=CONTROL)
        self.assert_no_errors(page)

    def test_a_reload_and_a_crash_keep_every_page(self):
        page = self.open()
        self.draw(page, 60)
        for y in (100, 140, 180):
            page.run("recorder.turning.add()")
            self.draw(page, y)
        page.key("PageUp")
        self.draw(page, 220)
        self.click(page, "Move the page later")
        page.key("PageUp")
        page.key("PageUp")
        self.click(page, "Delete the page")
        self.draw(page, 260)
        before = self.whole(page)
        self.assertEqual(self.shown(page), (2, 3))
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.whole(page), before)
        self.assertEqual(self.shown(page), (2, 3))
        # In the middle of a stroke, on another page.
        page.key("PageUp")
        left, top = self.offset(page)
        page.mouse("mousePressed", left + 60, top + 300, buttons=1, clickCount=1)
        page.mouse("mouseMoved", left + 160, top + 330, buttons=1)
        self.settle(page)
        time.sleep(1)
        before = self.whole(page)
        self.browser.kill()
        self.browser.start()
        page = self.open()
        page.wait("document.querySelector('.message') !== null")
        self.click(page, "Restore")
        page.wait("recorder.pages.count === 3")
        after = self.whole(page).splitlines()
        ends = [index for index, line in enumerate(after) if line not in before.splitlines()]
        self.assertEqual([json.loads(after[index])["phase"] for index in ends], ["ended"])
        self.assertEqual([line for index, line in enumerate(after) if index not in ends], before.splitlines())
        self.click(page, "More")
        self.click(page, "New drawing")
        self.click(page, "More")
        self.click(page, "Earlier drawings")
        page.wait("document.querySelector('#earlier li') !== null")
        self.assertIn("3 pages", page.run("document.querySelector('#earlier li').textContent"))
        self.assert_no_errors(page)

    def test_a_drawing_that_was_kept_before_there_were_pages_is_opened(self):
        page = self.open()
        self.draw(page, 60)
        log = self.log(page)
        time.sleep(0.5)
        page.run(
            """new Promise((done) => {
              const open = indexedDB.open('doodle recorder')
              open.onsuccess = () => {
                const change = open.result.transaction(['drawings', 'parts'], 'readwrite')
                for (const [name, keys] of [['drawings', ['pages']], ['parts', ['page']]]) {
                  change.objectStore(name).openCursor().onsuccess = ({ target: { result } }) => {
                    if (!result) return
                    const row = result.value
                    for (const key of keys) delete row[key]
                    if (name === 'drawings') row.pictures = new Map()
                    result.update(row)
                    result.continue()
                  }
                }
                change.oncomplete = done
              }
            })""")
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.log(page), log)
        self.assert_screen_is_log(page)

    def test_files_are_of_the_page_that_is_shown_and_the_print_has_all(self):
        page = self.open()
        self.open_log(page, NOTES)
        page.key("PageDown")
        expected = self.hashes(NOTES)
        picture = self.saved(page, "Save as PNG")
        self.assertEqual((os.path.basename(picture), hash_of(picture)), ("notes-2.png", expected[1]))
        self.click(page, "Save")
        self.assertIn("The log and the print have all 4 pages; the other files have page 2.",
                      page.run("document.getElementById('saving').textContent"))
        page.key("Escape")
        page.call("Emulation.setEmulatedMedia", media="print")
        page.run("dispatchEvent(new Event('beforeprint'))")
        hashes = []
        for index in range(4):
            data = page.run(f"document.querySelectorAll('.paper')[{index}].toDataURL('image/png').split(',')[1]")
            with open(self.path("paper.png"), "wb") as file:
                file.write(base64.b64decode(data))
            hashes.append(hash_of(self.path("paper.png")))
        self.assertEqual(hashes, expected)
        pdf = base64.b64decode(page.call("Page.printToPDF", printBackground=True)["data"])
        self.assertEqual(pdf.count(b"/Type /Page\n") or pdf.count(b"/Type /Page "), 4)
        page.run("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(page.run("document.querySelectorAll('.paper').length"), 1)
        # A replay shows the page, as the command does.
        page.call("Emulation.setEmulatedMedia", media="screen")
        self.click(page, "Replay")
        page.key("End")
        self.assertEqual(self.screen_hash(page), expected[1])
        page.key("PageDown")
        self.assertEqual(self.shown(page), (2, 4))
        page.drag([self.center(page, "#page-list li:first-child button")])
        self.assertEqual(self.screen_hash(page), expected[0])
        self.assert_no_errors(page)

    def test_a_page_has_times_and_tools_of_its_own(self):
        page = self.open()
        self.draw(page, 60)
        page.run("recorder.turning.add()")
        self.draw(page, 120)
        page.key("PageUp")
        self.draw(page, 180)
        path = self.path("own.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.whole(page))
        for number in (1, 2):
            doodle("convert", "-q", path, "--page", str(number), "-o", self.path(f"own-{number}.jsonl"))
            with open(self.path(f"own-{number}.jsonl"), encoding="utf-8") as file:
                times = [json.loads(line)["time"] for line in file if "phase" in line]
            self.assertEqual(times, sorted(times))
        self.assertEqual(self.hashes(self.whole(page))[0], self.screen_hash(page))

    def test_small_pictures_show_their_pages(self):
        page = self.open()
        self.open_log(page, NOTES)
        sides = "[...document.querySelectorAll('#page-list canvas')].map(({ width, height }) => [width, height])"
        inks = """[...document.querySelectorAll('#page-list canvas')].map((canvas) => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          return data.some((value, index) => index % 4 === 2 && value < 200 && data[index + 1] === 255)
        })"""
        page.wait(f"{sides}.length === 4 && {inks}.every(Boolean)")
        self.assertEqual(page.run(sides), [[84, 56], [84, 56], [42, 56], [42, 56]])
        page.key("PageDown")
        self.click(page, "Clear")
        page.wait(f"!{inks}[1]")
        page.key("z", modifiers=CONTROL)
        page.wait(f"{inks}[1]")
        self.assert_no_errors(page)

    def test_a_wrong_page_is_refused_as_a_whole(self):
        page = self.open()
        self.open_log(page, NOTES)
        before = self.whole(page)
        lines = NOTES.splitlines()
        lines[8] = lines[8].replace('"point"', '"pint"')
        self.open_log(page, "\n".join(lines), "wrong.jsonl")
        page.wait("document.querySelector('.message.error') !== null")
        self.assertIn("wrong.jsonl cannot be opened: line 9, column", self.messages(page)[-1])
        self.assertEqual(self.whole(page), before)

    def test_the_strip_has_room_on_all_screens(self):
        for width, height in [(1280, 800), (820, 1180), (390, 844), (320, 640), (844, 390)]:
            with self.subTest(width=width, height=height):
                page = self.open(width, height, touch=width < 1280)
                self.open_log(page, NOTES)
                page.run("recorder.turning.by(3)")
                self.settle(page)
                hidden = page.run(HIDDEN.replace("#state,", "#state, #page-list,"))
                self.assertEqual(hidden, [])
                # The page that is shown is seen in the strip.
                self.assertTrue(page.run(
                    """(() => {
                      const [list, item] = [document.getElementById('page-list'), document.querySelector('[aria-current=page]')]
                        .map((element) => element.getBoundingClientRect())
                      return item.left >= list.left - 1 && item.right <= list.right + 1
                    })()"""))
                targets = page.run("[...document.querySelectorAll('#pages button')].map(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight))")
                self.assertGreaterEqual(min(targets), 44 if width < 1280 else 38)
                self.assert_no_errors(page)

    def test_the_strip_stays_hidden_for_who_hides_it(self):
        page = self.open()
        self.open_log(page, NOTES)
        self.click(page, "Pages")
        self.saved(page)
        page.key("PageDown")
        self.assertTrue(page.run("document.getElementById('pages').hidden"))
        page.run("recorder.documents.startAnew()")
        self.assertEqual(self.shown(page), (1, 1))
        self.assertTrue(page.run("document.getElementById('pages').hidden"))


if __name__ == "__main__":
    unittest.main()
