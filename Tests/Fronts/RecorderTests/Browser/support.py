"""What the tests of the recorder share: the command, its page, and what is on the screen."""

import base64
import json
import os
import subprocess
import tempfile
import time
import unittest

from chromium import Chromium

DOODLE = os.path.abspath(os.environ.get("DOODLE", "build/doodle"))


def doodle(*arguments):
    """What the command prints."""
    run = subprocess.run([DOODLE, *arguments], capture_output=True)
    if run.returncode != 0:
        raise AssertionError(f"doodle {' '.join(arguments)}: {run.stdout.decode()}{run.stderr.decode()}")
    return run.stdout.decode()


def hash_of(path):
    return doodle("hash", path).split()[0]


class RecorderTest(unittest.TestCase):
    """A test has a browser of its own, and a folder with the recorder."""

    options = []
    # Of the browser.
    arguments = []

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="doodle-recorder-")
        self.addCleanup(self.folder.cleanup)
        self.url = self.write_page(*self.options)
        self.browser = Chromium(self.arguments)
        self.addCleanup(self.browser.close)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write_page(self, *options, name="recorder.html", change=lambda page: page):
        doodle("recorder", *options, "-o", self.path(name))
        with open(self.path(name), encoding="utf-8") as file:
            page = file.read()
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(change(page))
        return "file://" + self.path(name)

    def open(self, width=1000, height=700, scale=1, touch=False, url=None):
        page = self.browser.page(url or self.url, width, height, scale, touch)
        self.wait_for_start(page)
        return page

    def wait_for_start(self, page):
        page.wait("document.documentElement.classList.contains('ready')")

    def settle(self, page):
        """Waits until two frames are shown."""
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def log(self, page):
        return page.run("recorder.session.log()")

    def lines(self, page):
        return [json.loads(line) for line in self.log(page).splitlines()]

    def touches(self, page, predicted=False):
        return [line for line in self.lines(page) if "phase" in line and line.get("predicted", False) == predicted]

    def write_log(self, page, name="saved.jsonl"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(self.log(page))
        return self.path(name)

    def screen_hash(self, page):
        """The hash of the pixels that the canvas has."""
        self.settle(page)
        data = page.run("document.getElementById('canvas').toDataURL('image/png').split(',')[1]")
        with open(self.path("screen.png"), "wb") as file:
            file.write(base64.b64decode(data))
        return hash_of(self.path("screen.png"))

    def assert_screen_is_log(self, page):
        """The canvas has the pixels that the command draws of the log."""
        self.assertEqual(self.screen_hash(page), hash_of(self.write_log(page)))

    def assert_no_errors(self, page):
        self.assertEqual(page.errors(), [])

    def offset(self, page):
        """Where the canvas begins on the screen, once it is laid out: a bar or a strip that opens moves it."""
        self.settle(page)
        box = page.run("(({left, top}) => [left, top])(document.getElementById('canvas').getBoundingClientRect())")
        return tuple(box)

    def messages(self, page):
        return page.run("[...document.querySelectorAll('.message p')].map((line) => line.textContent)")

    def let_fingers_draw(self, page):
        """Chooses that several fingers draw, instead of moving the page."""
        if not page.run("recorder.hand.fingersDraw"):
            self.click(page, "More")
            self.click(page, "Two fingers draw two strokes")

    def save_as(self, page, kind):
        """Chooses a format in the dialog of the button that saves."""
        self.click(page, "Save")
        page.wait("document.getElementById('saving').open")
        self.click(page, kind)

    def saved(self, page, name="Save as log"):
        """Clicks, and returns the file that the browser saves."""
        folder = tempfile.mkdtemp(dir=self.folder.name)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        self.save_as(page, name)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            files = [os.path.join(folder, file) for file in os.listdir(folder)]
            # Until a download is complete, its file is empty, and another one has its content.
            whole = [file for file in files if not file.endswith(".crdownload") and os.path.getsize(file) > 0]
            if whole:
                return whole[0]
            time.sleep(0.05)
        self.fail(f"{name} saves no file")

    def click(self, page, name):
        """Clicks the button with this name."""
        box = page.run(
            f"""(() => {{
              const shown = [...document.querySelectorAll('button')].filter((button) => button.offsetParent)
              const name = (button) => button.getAttribute('aria-label') ?? button.textContent
              // What lies above the page has the choice.
              shown.sort((one, other) => !!other.closest('.menu, dialog') - !!one.closest('.menu, dialog'))
              const button = shown.find((button) => name(button) === {json.dumps(name)})
                ?? shown.find((button) => name(button).startsWith({json.dumps(name)}))
              button.scrollIntoView({{ block: 'nearest' }})
              const box = button.getBoundingClientRect()
              return [box.x + box.width / 2, box.y + box.height / 2]
            }})()""")
        page.drag([tuple(box)])
