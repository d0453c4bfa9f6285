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
# A stroke in many frames, with late pressure, a prediction, an eraser, an undo, and a moved text.
SCRIBBLE = [
    LINES[0], '{"tool":"pen","color":"#1e66f580","width":14}',
    *(json.dumps({"phase": phase, "point": [20 + 5 * index, 90 + 60 * (-1) ** index], "time": index / 40})
      for index, phase in enumerate(["began"] + ["moved"] * 49 + ["ended"])),
    '{"command":"text","id":"word","text":"late","at":[30,40],"fontSize":30,"time":1.5}',
    '{"command":"move","id":"word","by":[100,60],"time":1.7}', '{"tool":"eraser","width":30}',
    '{"phase":"began","point":[40,90],"time":1.8}', '{"phase":"moved","point":[120,95],"time":1.9}',
    '{"phase":"moved","point":[200,95],"time":1.95,"predicted":true}', '{"phase":"ended","point":[130,95],"time":2.1}',
    '{"command":"undo","time":2.5}', ""]


class FilmTests(RecorderTest):
    def open_log(self, lines):
        page = self.open()
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(chr(10).join(lines))}], 'lesson.jsonl')])")
        self.settle(page)
        self.downloads = self.path("downloads")
        os.makedirs(self.downloads)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)
        return page

    def begin(self, page, item="Save as video"):
        self.save_as(page, item)

    def file(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            whole = [name for name in os.listdir(self.downloads) if not name.endswith(".crdownload")]
            if whole and os.path.getsize(os.path.join(self.downloads, whole[0])) > 0:
                return os.path.join(self.downloads, whole[0])
            time.sleep(0.1)
        self.fail("no film is saved")

    def frames(self, film, pixels="rgb24", *filters):
        """The frames, each as rows of pixels, as another program decodes them."""
        run = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", film, *filters, "-f", "rawvideo", "-pix_fmt", pixels, "-"],
            capture_output=True, check=True)
        size = 320 * 180 * (4 if pixels == "rgba" else 3)
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

    def assert_animation_is_that_of_the_command(self, background):
        page = self.open_log([line.replace('"#ffffff"', json.dumps(background)) for line in SCRIBBLE])
        self.begin(page, "Save as animated PNG")
        film = self.file()
        self.assertEqual(os.path.basename(film), "lesson.apng")
        doodle("replay", "--predicted", self.write_log(page), "-o", self.path("native.apng"))
        ours, native = (self.frames(name, "rgba", "-vf", "fps=30") for name in (film, self.path("native.apng")))
        self.assertGreater(len(set(native)), 20)
        self.assertEqual(len(ours), len(native))
        self.assertEqual([index for index, frame in enumerate(ours) if frame != native[index]], [])
        self.assertEqual(self.messages(page), [])
        self.assert_no_errors(page)

    def test_an_animated_png_has_the_frames_of_the_command(self):
        self.assert_animation_is_that_of_the_command("#fff7e0")

    def test_an_animated_png_of_a_clear_page_has_them_too(self):
        self.assert_animation_is_that_of_the_command("none")

    def test_an_animated_png_and_an_svg_have_the_pace_of_the_replay(self):
        page = self.open_log([line.replace('"time":1.2', '"time":5000.2').replace('"time":1.6', '"time":5000.6') for line in LINES])
        page.run("document.querySelector('[aria-label=Speed]').value = 2")
        self.begin(page, "Save as animated PNG")
        # A delay has 16 bits; 2500 s are 75,000 frames.
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", self.file()],
            capture_output=True, check=True, text=True)
        times = [float(line) for line in probe.stdout.split()]
        self.assertAlmostEqual(times[-1], 2500.3, delta=0.04)
        self.assertGreater(len(times), 3)
        os.remove(self.file())
        self.begin(page, "Save as SVG that draws itself")
        log = self.write_log(page)
        with open(self.file(), encoding="utf-8") as file:
            self.assertEqual(file.read(), doodle("replay", log, "-o", "-", "-f", "svg", "--speed", "2"))
        os.remove(self.file())
        self.click(page, "Replay")
        self.click(page, "Cut pauses")
        page.key("Escape")
        self.begin(page, "Save as SVG that draws itself")
        with open(self.file(), encoding="utf-8") as file:
            self.assertEqual(
                file.read(), doodle("replay", log, "-o", "-", "-f", "svg", "--speed", "2", "--idle-time-limit", "0.5"))

    def test_a_browser_without_an_encoder_offers_an_animated_png(self):
        page = self.open_log(LINES)
        page.run("delete globalThis.MediaRecorder")
        self.begin(page)
        self.assertIn("This browser makes no videos.", " ".join(self.messages(page)))
        self.click(page, "Save as animated PNG")
        self.assertTrue(self.file().endswith("lesson.apng"))


if __name__ == "__main__":
    unittest.main()
