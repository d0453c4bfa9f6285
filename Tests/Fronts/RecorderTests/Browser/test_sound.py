"""Sound that is recorded beside the drawing. The microphone is a file: a second of a tone, then three of silence."""

import array
import json
import math
import os
import shutil
import subprocess
import time
import unittest
import wave

from support import DOODLE, RecorderTest, doodle

RATE = 16_000
WINDOW = RATE // 20


@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
class SoundTests(RecorderTest):
    @property
    def arguments(self):
        with wave.open(self.path("microphone.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            tone = (int(12_000 * math.sin(2 * math.pi * 440 * i / RATE)) if i < RATE else 0 for i in range(4 * RATE))
            file.writeframes(array.array("h", tone).tobytes())
        return ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required",
                f"--use-file-for-fake-audio-capture={self.path('microphone.wav')}"]

    def open_page(self):
        page = self.open()
        self.downloads = self.path("downloads")
        os.makedirs(self.downloads, exist_ok=True)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)
        return page

    def record(self, page, seconds):
        """Records sound, and draws a stroke after half a second."""
        self.click(page, "More")
        self.click(page, "Record sound")
        page.wait("recorder.microphone.isOn")
        left, top = self.offset(page)
        time.sleep(0.5)
        page.drag([(left + 60, top + 60), (left + 200, top + 90)])
        time.sleep(seconds - 0.5)

    def stop(self, page):
        self.click(page, "Sound")
        page.run("recorder.microphone.stop()")

    def cues(self, page):
        return [line for line in self.lines(page) if line.get("command") == "sound"]

    def test_a_sound_ends_with_its_page_and_stays_there(self):
        page = self.open_page()
        self.record(page, 1)
        page.run("recorder.turning.add()")
        page.wait("!recorder.microphone.isOn")
        self.assertIn("The sound has ended with its page.", self.messages(page))
        self.assertEqual(self.cues(page), [])
        page.key("PageUp")
        begin, end = self.cues(page)
        self.assertIn("path", begin)
        self.assertNotIn("path", end)
        self.assertGreater(end["time"], begin["time"] + 0.9)
        self.settle(page)
        time.sleep(1)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(page.run("[...recorder.session.sounds.keys()]"), [begin["path"]])
        self.assertEqual(self.cues(page), [begin, end])
        # The next touch comes after the sound.
        left, top = self.offset(page)
        page.drag([(left + 60, top + 160), (left + 200, top + 190)])
        self.assertGreater(self.touches(page)[-1]["time"], end["time"])
        self.assert_no_errors(page)

    def downloaded(self, ending):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = [name for name in os.listdir(self.downloads) if name.endswith(ending)]
            if found and os.path.getsize(os.path.join(self.downloads, found[0])) > 0:
                return os.path.join(self.downloads, found[0])
            time.sleep(0.1)
        self.fail(f"no file {ending}: {os.listdir(self.downloads)}")

    def loudness(self, path):
        """Whether a tone is heard, for each twentieth of a second, as another program decodes the file."""
        run = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", path, "-vn", "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"], capture_output=True, check=True)
        samples = array.array("h", run.stdout)
        return [max(map(abs, samples[start:start + WINDOW])) > 1000 for start in range(0, len(samples), WINDOW)]

    def beginnings(self, loudness):
        """The seconds at which tones begin."""
        return [i * WINDOW / RATE for i in range(1, len(loudness)) if loudness[i] and not any(loudness[max(0, i - 20):i])]

    def test_the_log_names_the_sound_on_the_clock_of_the_touches(self):
        page = self.open_page()
        self.record(page, 5)
        self.assertRegex(page.run("document.getElementById('listening').textContent"), "^Sound 0:0[456]$")
        self.stop(page)
        begin, end = self.cues(page)
        self.assertEqual(begin["time"], 0)
        self.assertNotIn("path", end)
        first = self.touches(page)[0]["time"]
        self.assertTrue(0.4 < first < 2.5, first)
        self.save_as(page, "Save as log")
        sound = self.downloaded(".webm")
        self.assertEqual(os.path.basename(sound), begin["path"])
        loudness = self.loudness(sound)
        self.assertAlmostEqual(len(loudness) * WINDOW / RATE, end["time"], delta=1)
        self.assertTrue(0.1 < sum(loudness) / len(loudness) < 0.6)
        self.assertFalse(page.run("recorder.pages.isUnsaved"))
        # The command draws the same picture, and says where the sound belongs.
        log = self.downloaded(".jsonl")
        self.assertEqual(self.screen_hash(page), doodle("hash", log).split()[0])
        run = subprocess.run([DOODLE, "replay", log, "-o", self.path("film.apng")], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0)
        self.assertIn(f"the film is silent: {begin['path']} begins 0 s after its start", run.stderr)
        self.assert_no_errors(page)

    def test_a_film_has_the_sound_where_it_was_recorded(self):
        page = self.open_page()
        self.record(page, 6)
        self.stop(page)
        sound = self.path("sound.webm")
        with open(sound, "wb") as file:
            file.write(bytes(page.run("(([sound]) => [...sound.parts.flatMap((part) => [...part])])([...recorder.session.sounds.values()])")))
        # Tones at the very beginning and end may be cut off.
        recorded = [moment for moment in self.beginnings(self.loudness(sound)) if 0.9 < moment < 5.2]
        self.assertGreaterEqual(len(recorded), 1)
        self.save_as(page, "Save as video")
        name = self.downloaded((".mp4", ".webm"))
        heard = self.beginnings(self.loudness(name))
        for moment in recorded:
            self.assertLess(min(abs(moment - other) for other in heard), 0.8, f"{recorded} {heard}")
        self.save_as(page, "Save as SVG that draws itself")
        self.downloaded(".svg")
        self.assertIn("The SVG has no sound: a video has it.", self.messages(page))
        self.assert_no_errors(page)

    def test_a_browser_that_is_killed_still_has_the_sound(self):
        page = self.open_page()
        self.record(page, 3.6)
        self.browser.kill()
        self.browser.start()
        page = self.open_page()
        page.wait("document.querySelector('.message') !== null")
        self.click(page, "Restore")
        page.wait("!recorder.session.isEmpty")
        [begin] = self.cues(page)
        self.save_as(page, "Save as log")
        loudness = self.loudness(self.downloaded(".webm"))
        self.assertGreater(len(loudness) * WINDOW / RATE, 1.9)
        # What is drawn now comes after all of the sound.
        left, top = self.offset(page)
        page.drag([(left + 60, top + 160), (left + 200, top + 190)])
        self.assertGreater(self.touches(page)[-1]["time"], begin["time"] + len(loudness) * WINDOW / RATE)
        self.assert_screen_is_log(page)

    def test_a_log_is_replayed_with_its_sound(self):
        page = self.open_page()
        lines = ['{"doodle":1,"size":[320,180]}', '{"command":"sound","path":"sounds/tone.wav","time":5}',
                 '{"phase":"began","point":[40,90],"time":6}', '{"phase":"ended","point":[150,90],"time":6.4}',
                 '{"command":"sound","time":7}', ""]
        with open(self.path("microphone.wav"), "rb") as file:
            data = list(file.read())
        page.run("globalThis.heard = []; globalThis.Audio = class extends Audio { constructor(url) { super(url); heard.push(this) } }")
        opened = f"new File([{json.dumps(chr(10).join(lines))}], 'lesson.jsonl')"
        page.run(f"globalThis.tone = new File([new Uint8Array({data})], 'tone.wav', {{ type: 'audio/wav' }}); recorder.documents.openFiles([{opened}])")
        page.wait("recorder.session.sounds.size === 0 && !recorder.session.isEmpty")
        self.assertIn("Open sounds/tone.wav, too, to hear the sound of this drawing.", self.messages(page))
        page.run("recorder.documents.openFiles([new File(['?'], 'other.mp3', { type: 'audio/mpeg' })])")
        page.wait("document.querySelectorAll('.message').length > 1")
        self.assertIn("other.mp3 is no sound of this drawing: its log does not name it.", self.messages(page))
        page.run("recorder.documents.openFiles([tone])")
        page.wait("recorder.session.sounds.size === 1")
        self.click(page, "Replay")
        page.wait("heard.some((audio) => !audio.paused && audio.currentTime > 0.3)")
        moment = page.run("[Number(document.querySelector('[aria-label=Moment]').value), heard.find((audio) => !audio.paused).currentTime]")
        self.assertAlmostEqual(*moment, delta=0.6)
        page.wait("Number(document.querySelector('[aria-label=Moment]').value) === 2")
        page.wait("heard.every((audio) => audio.paused)")
        # Sound would not fit cut pauses.
        self.click(page, "Cut pauses")
        page.run("heard.length = 0")
        self.click(page, "Play")
        page.run("new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(page.run("heard.length"), 0)
        self.assert_no_errors(page)

    def test_a_new_drawing_ends_the_sound_of_the_one_before(self):
        page = self.open_page()
        self.record(page, 1.5)
        self.click(page, "More")
        self.click(page, "New drawing")
        self.assertFalse(page.run("recorder.microphone.isOn"))
        self.assertEqual(self.cues(page), [])
        page.run("recorder.microphone.stop()")
        time.sleep(0.5)
        page.run("recorder.documents.showEarlier()")
        page.wait("document.querySelector('dialog[open]') !== null")
        self.assertEqual(page.run("recorder.session.sounds.size"), 0)
        page.run("document.querySelector('#earlier-list button').click()")
        page.wait("recorder.session.sounds.size === 1")
        begin, end = self.cues(page)
        self.assertGreater(end["time"] - begin["time"], 1.2)

    def test_without_a_microphone_a_message_says_why(self):
        page = self.open_page()
        page.run("navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }")
        self.click(page, "More")
        self.click(page, "Record sound")
        page.wait("document.querySelector('.message') !== null")
        self.assertEqual(self.messages(page), ["There is no microphone: Permission denied"])
        self.assertEqual(self.cues(page), [])


if __name__ == "__main__":
    unittest.main()
