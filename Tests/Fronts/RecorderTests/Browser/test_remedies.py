"""Files that the page does not open: the command that it names makes a log of them, which it opens."""

import glob
import os
import shutil
import struct
import subprocess
import unittest

from support import DOODLE, RecorderTest

CASES = "Tests/Formats/ImportersTests/Cases"


def whole_cases():
    """The files of other programs, without those that are damaged or no drawings."""
    for path in sorted(glob.glob(f"{CASES}/*/*")):
        stem, extension = os.path.splitext(path)
        # A browser shows an SVG as a picture.
        if extension in (".jsonl", ".svg"):
            continue
        with open(f"{stem}.jsonl", encoding="utf-8") as file:
            expected = file.read()
        if "# error: " not in expected and "# damaged: " not in expected:
            yield path


class RemedyTests(RecorderTest):
    def setUp(self):
        super().setUp()
        self.page = self.open()
        os.makedirs(self.path("bin"))
        os.symlink(DOODLE, self.path("bin/doodle"))

    def drop(self, path):
        self.page.run("window.before = recorder.session.drawing; document.getElementById('messages').replaceChildren()")
        self.page.drop([path])
        self.page.wait("recorder.session.drawing !== window.before || document.querySelector('.message') !== null")
        return self.messages(self.page)

    def assert_remedy(self, path):
        """What the page says of a file works; false if it opens the file."""
        name = os.path.basename(path)
        said = self.drop(path)
        if not said:
            return False
        [message] = said
        self.assertTrue(message.startswith(f"{name} cannot be opened: "), message)
        command = message.split("To make a log of another file: ")[1]
        shell = {**os.environ, "PATH": self.path("bin") + os.pathsep + os.environ["PATH"]}
        run = subprocess.run(command, shell=True, cwd=os.path.dirname(path), env=shell, capture_output=True)
        self.assertEqual(run.returncode, 0, f"{command}: {run.stderr.decode()}")
        log = f"{os.path.splitext(path)[0]}-log.jsonl"
        self.assertTrue(os.path.getsize(log) > 0)
        # One may name pictures that lie beside it.
        said = [message for message in self.drop(log) if " cannot be opened alone: open " not in message]
        self.assertEqual(said, [], command)
        return True

    def test_files_of_other_programs_become_logs_that_the_page_opens(self):
        cases = list(whole_cases())
        kinds = set()
        for path in cases:
            kind = os.path.basename(os.path.dirname(path))
            with self.subTest(path):
                own = os.path.join(self.path(kind), os.path.basename(path))
                os.makedirs(self.path(kind), exist_ok=True)
                shutil.copy(path, own)
                if self.assert_remedy(own):
                    kinds.add(kind)
        self.assertEqual(kinds, {os.path.basename(os.path.dirname(path)) for path in cases} - {"doodle"})
        self.assert_no_errors(self.page)

    def test_a_binary_file_of_quick_draw_needs_the_name_of_its_format(self):
        # Of https://github.com/googlecreativelab/quickdraw-dataset: one drawing with a stroke of three points.
        with open(self.path("cat.bin"), "wb") as file:
            file.write(struct.pack("<Q2sBIHH", 5, b"US", 1, 1480000000, 1, 3) + bytes([0, 90, 200]) + bytes([10, 60, 20]))
        self.assertTrue(self.assert_remedy(self.path("cat.bin")))
        self.assertEqual([touch["point"] for touch in self.touches(self.page)], [[0, 10], [90, 60], [200, 20]])

    def test_names_are_words_of_a_shell(self):
        [source] = glob.glob(f"{CASES}/xournal/*.xopp")[:1]
        for name in ["it's a 'note'; touch x.xopp", "-o.xopp", "$(touch x) \"& 2.xopp", "ünder.one.xopp"]:
            shutil.copy(source, self.path(name))
            self.assertTrue(self.assert_remedy(self.path(name)))
        self.assertFalse(os.path.exists(self.path("x")) or os.path.exists("x"))


if __name__ == "__main__":
    unittest.main()
