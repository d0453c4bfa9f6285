"""What the browser keeps of drawings, and the list of earlier ones."""

import json
import os
import time
import unittest

from support import RecorderTest

CONTROL = 2


class StorageTests(RecorderTest):
    def test_a_reload_in_the_middle_of_a_stroke_loses_nothing(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        page.mouse("mousePressed", left + 60, top + 160, buttons=1, clickCount=1)
        page.mouse("mouseMoved", left + 160, top + 190, buttons=1)
        self.settle(page)
        before = self.touches(page)
        page.reload()
        self.wait_for_start(page)
        after = self.touches(page)
        self.assertEqual(after[: len(before)], before)
        self.assertEqual([line["phase"] for line in after[len(before):]], ["ended"])
        page.drag([(left + 60, top + 260), (left + 200, top + 260)])
        times = [line["time"] for line in self.touches(page)]
        self.assertEqual(times, sorted(times))
        self.assert_screen_is_log(page)

    def test_a_browser_that_is_killed_offers_the_drawing_again(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60), (left + 250, top + 160)])
        self.settle(page)
        time.sleep(1)
        log = self.log(page)
        self.browser.kill()
        self.browser.start()
        page = self.open()
        page.wait("document.querySelector('.message') !== null")
        self.click(page, "Restore")
        page.wait("!recorder.session.isEmpty")
        self.assertEqual(self.log(page), log)
        self.assert_screen_is_log(page)

    def test_what_is_drawn_after_saving_or_opening_is_kept(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        self.save_as(page, "Save as log")
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        self.settle(page)
        log = self.log(page)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.log(page), log)
        with open("Examples/dots.jsonl", encoding="utf-8") as file:
            page.run(f"recorder.documents.openFiles([new File([{json.dumps(file.read())}], 'dots.jsonl')])")
        page.wait("!recorder.pages.isUnsaved")
        left, top = self.offset(page)
        page.drag([(left + 20, top + 20), (left + 60, top + 60)])
        self.settle(page)
        log = self.log(page)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.log(page), log)

    def test_a_drawing_that_cannot_be_restored_is_not_deleted(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        self.settle(page)
        log = self.log(page)
        added = page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="WebAssembly.instantiate = () => Promise.reject(new Error('no memory')); JSON.parse = (parse => text => "
            "{ if (text.includes('ended')) throw new Error('cannot'); return parse(text) })(JSON.parse)")
        page.reload()
        self.wait_for_start(page)
        self.assertTrue(any("still keeps" in message for message in self.messages(page)), self.messages(page))
        page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
        page.reload()
        page.wait("document.documentElement.classList.contains('ready')")
        page.wait("document.querySelector('.message') !== null")
        if self.log(page) != log:
            self.click(page, "Restore")
            page.wait("!recorder.session.isEmpty")
        self.assertEqual(self.log(page), log)

    def test_a_full_storage_is_told_and_the_log_can_still_be_saved(self):
        page = self.open()
        left, top = self.offset(page)
        page.run(
            "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }")
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        self.settle(page)
        page.wait("document.querySelector('.message') !== null")
        self.assertIn("no more room", self.messages(page)[0])
        self.assertEqual(page.run("document.getElementById('state').value"), "Not saved as a file")
        self.assert_screen_is_log(page)

    def draw(self, page, y=60):
        left, top = self.offset(page)
        page.drag([(left + 60, top + y), (left + 200, top + y + 20)])
        self.settle(page)
        return self.log(page)

    def reload(self, page):
        page.reload()
        self.wait_for_start(page)

    def test_a_saved_drawing_stays_whether_the_file_arrives_or_not(self):
        for behavior in ["deny", "allow"]:
            with self.subTest(behavior):
                self.browser.call("Browser.setDownloadBehavior", behavior=behavior, downloadPath=self.folder.name)
                page = self.open()
                log = self.draw(page)
                self.save_as(page, "Save as log")
                self.settle(page)
                self.assertEqual(page.run("document.getElementById('state').value"), "Saved as a file, kept in this browser")
                for _ in range(2):
                    self.reload(page)
                    self.assertEqual(self.log(page), log)
                    self.assertFalse(page.run("recorder.pages.isUnsaved"))
                self.assert_screen_is_log(page)
                self.assert_no_errors(page)
        self.assertTrue(any(name.endswith(".jsonl") for name in os.listdir(self.folder.name)))

    # The list of earlier drawings.

    def show_list(self, page):
        self.click(page, "More")
        self.click(page, "Earlier drawings")
        page.wait("document.getElementById('earlier').open")

    def entries(self, page):
        return page.run("[...document.querySelectorAll('#earlier li')].map((item) => item.innerText)")

    def status(self, page, text):
        page.wait(f"document.getElementById('earlier-status').textContent.includes({json.dumps(text)})")

    def three_drawings(self, page):
        """Draws three, of which the tab has the last. Returns their logs."""
        logs = []
        for count in [1, 2, 3]:
            for index in range(count):
                log = self.draw(page, 60 + 40 * index)
            logs.append(log)
            time.sleep(0.01)
            if count < 3:
                self.click(page, "More")
                self.click(page, "New drawing")
                page.wait("recorder.session.isEmpty")
        return logs

    def test_earlier_drawings_are_listed_opened_and_gone_on_with(self):
        page = self.open()
        logs = self.three_drawings(page)
        self.show_list(page)
        entries = self.entries(page)
        self.assertEqual(["2 elements" in entries[0], "1 element" in entries[1], len(entries)], [True, True, 2])
        date = page.run("new Date().toLocaleString([], { dateStyle: 'medium' })")
        self.assertTrue(all(entry.startswith(date) for entry in entries), entries)
        page.run("document.querySelector('#earlier li:nth-child(2) button').click()")
        page.wait("recorder.session.drawing.elements.length === 1")
        self.assertEqual(self.log(page), logs[0])
        self.assert_screen_is_log(page)
        longer = self.draw(page, 200)
        self.assertTrue(longer.startswith(logs[0]))
        self.reload(page)
        self.assertEqual(self.log(page), longer)
        # The drawing that was open is in the list, and none is in it twice.
        self.show_list(page)
        entries = self.entries(page)
        self.assertEqual(["3 elements" in entries[0], "2 elements" in entries[1], len(entries)], [True, True, 2])
        for index, log in [(1, logs[2]), (2, logs[1])]:
            page.run(f"document.querySelector('#earlier li:nth-child({index}) button').click()")
            page.wait("!document.getElementById('earlier').open")
            page.wait(f"recorder.session.log() === {json.dumps(log)}")
            self.show_list(page)
        self.assert_no_errors(page)

    def test_a_drawing_is_deleted_and_brought_back_by_the_keyboard(self):
        page = self.open()
        logs = self.three_drawings(page)
        self.show_list(page)
        before = self.entries(page)

        def press(name):
            """Goes to a button by the keyboard alone, and presses it."""
            for _ in range(12):
                page.key("Tab")
                label = "(({ ariaLabel, textContent }) => ariaLabel ?? textContent)(document.activeElement)"
                if page.run(f"{label}.startsWith({json.dumps(name)})"):
                    return page.key("Enter", text="\r")
            self.fail(f"{name} is not reached")

        press("Delete the drawing of")
        self.status(page, "is deleted")
        self.assertEqual(len(self.entries(page)), 1)
        self.assertTrue(page.run("document.activeElement.closest('#earlier') !== null"))
        press("Undo")
        self.status(page, "here again")
        self.assertEqual(self.entries(page), before)
        press("Delete all")
        self.status(page, "2 drawings are deleted")
        self.assertEqual(self.entries(page), [])
        press("Undo")
        self.status(page, "2 drawings are here again")
        self.assertEqual(self.entries(page), before)
        press("Delete all")
        self.status(page, "2 drawings are deleted")
        # The page ignores its keys meanwhile, and Escape returns to it.
        page.key("z", modifiers=CONTROL)
        page.key("Escape")
        page.wait("!document.getElementById('earlier').open")
        self.assertEqual(self.log(page), logs[2])
        self.reload(page)
        self.assertEqual(self.log(page), logs[2])
        self.show_list(page)
        self.assertEqual(self.entries(page), [])
        self.status(page, "none yet")
        self.assert_no_errors(page)

    def test_a_drawing_that_another_tab_has_is_left_alone(self):
        one = self.open()
        log = self.draw(one)
        other = self.open()
        self.draw(other, 100)
        self.show_list(other)
        self.assertIn("open in another tab", self.entries(other)[0])
        self.assertEqual(other.run("[...document.querySelectorAll('#earlier li button')].map((button) => button.disabled)"), [True, True])
        self.assertTrue(other.run("document.getElementById('earlier-clear').disabled"))
        self.assertEqual(self.log(one), log)

    def test_the_oldest_drawings_go_when_there_are_too_many_and_that_is_said(self):
        page = self.open()
        log = self.draw(page)
        page.run("""new Promise((done, failed) => {
          const opening = indexedDB.open('doodle recorder', 1)
          opening.onsuccess = () => {
            const rows = opening.result.transaction(['drawings', 'parts'], 'readwrite')
            for (let year = 1; year <= 4; year++) {
              const at = new Date(2000 + year, 0, 1, 12).getTime()
              rows.objectStore('drawings').put({ id: `old ${year}`, started: at, pictures: new Map(), isSaved: year === 2 })
              rows.objectStore('parts').put({ id: `old ${year}`, part: 0, text: '', bytes: 40e6, count: year, at })
            }
            // As versions before this one have kept them.
            rows.objectStore('drawings').put({ id: 'before', started: Date.now(), pictures: new Map(), isSaved: false })
            rows.objectStore('parts').put({ id: 'before', part: 0, text: '{"doodle":1}' })
            rows.oncomplete = () => { opening.result.close(); done() }
            rows.onerror = failed
          }
        })""")
        self.reload(page)
        page.wait("document.querySelectorAll('.message').length > 1")
        [said] = [message for message in self.messages(page) if "make room" in message]
        self.assertIn("2, up to that of", said)
        self.assertEqual(page.run("new Date(2002, 0, 1, 12).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })") in said, True)
        self.assertEqual(self.log(page), log)
        self.show_list(page)
        entries = self.entries(page)
        self.assertEqual(len(entries), 3)
        self.assertTrue("4 elements" in entries[1] and "3 elements" in entries[2], entries)

    def test_the_list_fits_small_screens(self):
        for width, height in [(390, 844), (844, 390)]:
            with self.subTest(width=width):
                page = self.open(width=width, height=height)
                self.draw(page)
                for _ in range(14):
                    page.run("recorder.documents.startAnew()")
                    self.draw(page)
                page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
                self.show_list(page)
                boxes = page.run(
                    "[...document.querySelectorAll('#earlier, #earlier > div button:not([hidden]), #earlier-list')].map((element) => "
                    "(({left, top, right, bottom}) => [left, top, right, bottom])(element.getBoundingClientRect()))")
                for left, top, right, bottom in boxes:
                    self.assertTrue(0 <= left < right <= width and 0 <= top < bottom <= height, boxes)
                self.assertGreater(boxes[-1][3], boxes[-1][1])
                small = page.run("[...document.querySelectorAll('#earlier button:not([hidden])')]"
                                 ".filter((button) => button.offsetHeight < 38 || button.offsetWidth < 38).length")
                self.assertEqual(small, 0)
                self.assertEqual(page.run("document.getElementById('earlier').matches(':modal')"), True)
                self.assertEqual(
                    page.run("document.getElementById(document.getElementById('earlier').getAttribute('aria-labelledby')).textContent"),
                    "Earlier drawings")


if __name__ == "__main__":
    unittest.main()
