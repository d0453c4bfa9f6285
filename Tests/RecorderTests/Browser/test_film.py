"""Films that the browser makes of the drawing."""

import json
import os
import subprocess
import time
import unittest

from support import RecorderTest, doodle

LINES = ['{"doodle":1,"size":[320,180],"scale":1,"background":"#ffffff"}', '{"tool":"pen","color":"#c00000","width":30}',
         '{"phase":"began","point":[40,90],"time":0}', '{"phase":"ended","point":[150,90],"time":0.4}',
         '{"tool":"pen","color":"#0000c0","width":30}', '{"phase":"began","point":[200,90],"time":1.2}',
         '{"phase":"ended","point":[280,90],"time":1.6}', ""]


class FilmTests(RecorderTest):
    def open_log(self, lines):
        page = self.open()
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(chr(10).join(lines))}], 'lesson.jsonl')])")
        self.settle(page)
        self.downloads = self.path("downloads")
        os.makedirs(self.downloads)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)
        return page

    def begin(self, page):
        self.click(page, "More")
        self.click(page, "Save as film")

    def file(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            whole = [name for name in os.listdir(self.downloads) if not name.endswith(".crdownload")]
            if whole and os.path.getsize(os.path.join(self.downloads, whole[0])) > 0:
                return os.path.join(self.downloads, whole[0])
            time.sleep(0.1)
        self.fail("no film is saved")

    def frames(self, film):
        """The frames, each as rows of red, green and blue, as another program decodes them."""
        run = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True)
        size = 320 * 180 * 3
        self.assertEqual(len(run.stdout) % size, 0)
        return [run.stdout[start:start + size] for start in range(0, len(run.stdout), size)]

    def color(self, frame, x, y):
        offset = 3 * (320 * y + x)
        return tuple(frame[offset:offset + 3])

    def assert_color(self, color, expected):
        for one, other in zip(color, expected):
            self.assertAlmostEqual(one, other, delta=40, msg=f"{color} instead of {expected}")

    def test_a_film_shows_the_drawing_as_it_is_made(self):
        page = self.open_log(LINES)
        start = time.monotonic()
        self.begin(page)
        self.assertIn("0:01", " ".join(self.messages(page)))
        film = self.file()
        self.assertGreater(time.monotonic() - start, 1.6)
        self.assertRegex(os.path.basename(film), r"^lesson\.(webm|mp4)$")
        frames = self.frames(film)
        self.assertGreater(len(frames), 20)
        # First nothing, then the red stroke alone, at last both, as the command draws them.
        self.assert_color(self.color(frames[0], 240, 90), (255, 255, 255))
        self.assertTrue(any(
            self.color(frame, 100, 90)[0] > 150 > self.color(frame, 100, 90)[1] and self.color(frame, 240, 90)[1] > 200
            for frame in frames))
        doodle("render", self.write_log(page), "-o", self.path("whole.png"))
        with open(self.path("whole.rgb"), "wb") as file:
            subprocess.run(
                ["ffmpeg", "-v", "error", "-i", self.path("whole.png"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                stdout=file, check=True)
        with open(self.path("whole.rgb"), "rb") as file:
            whole = file.read()
        self.assertEqual(len(whole), len(frames[-1]))
        self.assertLess(sum(abs(one - other) for one, other in zip(whole, frames[-1])) / len(whole), 4)
        self.assertEqual(self.messages(page), [])
        self.assert_no_errors(page)

    def test_a_film_has_the_speed_and_the_pauses_of_the_replay(self):
        lines = [line.replace('"time":1.2', '"time":601.2').replace('"time":1.6', '"time":601.6') for line in LINES]
        page = self.open_log(lines)
        self.click(page, "Replay")
        self.click(page, "Cut pauses")
        page.run("document.querySelector('[aria-label=Speed]').value = 2")
        page.key("Escape")
        start = time.monotonic()
        self.begin(page)
        self.assertIn("0:00", " ".join(self.messages(page)))
        self.assertGreater(len(self.frames(self.file())), 5)
        self.assertLess(time.monotonic() - start, 15)

    def test_a_film_can_be_canceled_and_the_drawing_goes_on_meanwhile(self):
        page = self.open_log(LINES)
        self.begin(page)
        left, top = self.offset(page)
        page.drag([(left + 60, top + 40), (left + 90, top + 60)])
        self.click(page, "Cancel")
        page.run("new Promise((done) => setTimeout(done, 2500))")
        self.assertEqual(os.listdir(self.downloads), [])
        self.assertEqual(self.messages(page), [])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_browser_without_an_encoder_names_the_command(self):
        page = self.open_log(LINES)
        page.run("delete globalThis.MediaRecorder")
        self.begin(page)
        self.assertIn("doodle replay lesson.jsonl -o lesson.apng", " ".join(self.messages(page)))


if __name__ == "__main__":
    unittest.main()
