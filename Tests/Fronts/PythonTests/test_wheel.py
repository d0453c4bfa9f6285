"""The wheel has the same bytes each time, and pip installs it."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import venv
import zipfile

from support import DOODLE, ROOT, doodle

WHEEL = ROOT / "Sources/Fronts/Python/wheel.py"
LIBRARY = pathlib.Path(os.environ["DOODLE_LIBRARY"])
VERSION = doodle("--version").decode().split()[-1]


def build(folder, *options, version=VERSION, platform="manylinux2014_x86_64"):
    return subprocess.run(
        [sys.executable, "-B", WHEEL, "--library", LIBRARY, "--header", LIBRARY.parent / "doodle.h", "--version", version,
         "--platform", platform, "--output", folder, *options],
        capture_output=True, text=True)


class WheelTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="doodle-wheel-")
        cls.addClassCleanup(cls.folder.cleanup)
        result = build(cls.folder.name, "--command", DOODLE)
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        cls.wheel = pathlib.Path(result.stdout.strip())

    def test_a_wheel_has_the_same_bytes_each_time(self):
        with tempfile.TemporaryDirectory() as folder:
            result = build(folder, "--command", DOODLE)
            self.assertEqual(pathlib.Path(result.stdout.strip()).read_bytes(), self.wheel.read_bytes())

    def test_the_record_has_all_files(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            record = archive.read(names[-1]).decode().splitlines()
            self.assertEqual(names[-1], f"doodle_ink-{VERSION}.dist-info/RECORD")
            self.assertEqual(sorted(line.split(",")[0] for line in record), sorted(names))
            for line in record[:-1]:
                name, digest, size = line.split(",")
                data = archive.read(name)
                expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((digest, int(size)), (f"sha256={expected}", len(data)), name)
            self.assertEqual(record[-1], f"{names[-1]},,")

    def test_the_wheel_has_the_package_the_library_and_the_command(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = set(archive.namelist())
            modules = {f"doodle/{path.name}" for path in (WHEEL.parent / "doodle").glob("*.py")}
            self.assertEqual(names, modules | {"doodle/py.typed", "doodle/libdoodle.so", "doodle/doodle.h"} | {
                f"doodle_ink-{VERSION}.{name}" for name in (
                    "data/scripts/doodle", "dist-info/METADATA", "dist-info/WHEEL", "dist-info/RECORD")})
            self.assertEqual(archive.read("doodle/libdoodle.so"), LIBRARY.read_bytes())
            metadata = archive.read(f"doodle_ink-{VERSION}.dist-info/METADATA").decode()
            for line in ["Name: doodle-ink", f"Version: {VERSION}", "Requires-Python: >=3.9", "Requires-Dist: numpy>=1.21"]:
                self.assertIn(f"\n{line}\n", metadata)
            self.assertRegex(metadata, r"\nLicense: .*owner")
            information = archive.read(f"doodle_ink-{VERSION}.dist-info/WHEEL").decode()
            self.assertIn("Tag: py3-none-manylinux2014_x86_64\n", information)
            self.assertIn("Root-Is-Purelib: false\n", information)

    def test_the_command_may_be_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(build(folder, platform="musllinux_1_1_x86_64").stdout.strip())
            self.assertEqual(path.name, f"doodle_ink-{VERSION}-py3-none-musllinux_1_1_x86_64.whl")
            with zipfile.ZipFile(path) as archive:
                self.assertFalse([name for name in archive.namelist() if "scripts" in name])

    def test_wrong_versions_and_platforms_are_refused(self):
        for options, words in [({"version": "doodle 1"}, "version"), ({"version": "1/2"}, "version"), ({"platform": "any"}, "tag")]:
            with self.subTest(options=options), tempfile.TemporaryDirectory() as folder:
                result = build(folder, **options)
                self.assertEqual(result.returncode, 2)
                self.assertIn(words, result.stderr)
                self.assertEqual(os.listdir(folder), [])

    def test_the_sentences_of_the_description_are_true(self):
        with zipfile.ZipFile(self.wheel) as archive:
            metadata = archive.read(f"doodle_ink-{VERSION}.dist-info/METADATA").decode()
        first, second = re.findall(r"```python\n(.*?)```", metadata, re.DOTALL)
        code = f"import pathlib, json\n{first}\nassert picture.shape[2] == 4\n{second}\nassert images.shape == (len(rows), 28, 28)\n"
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sketch.jsonl").write_bytes((ROOT / "Examples/dots.jsonl").read_bytes())
            pathlib.Path(folder, "cat.ndjson").write_bytes((ROOT / "Examples/data-sets/sketches.ndjson").read_bytes())
            environment = {
                **os.environ, "DOODLE_LIBRARY": str(LIBRARY.resolve()), "PYTHONPATH": str(WHEEL.parent), "PYTHONDONTWRITEBYTECODE": "1"}
            subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, env=environment)

    @unittest.skipUnless(sysconfig.get_platform() == "linux-x86_64", "the wheel is for Linux on x86-64")
    def test_pip_installs_the_package_and_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            try:
                venv.create(folder, with_pip=True)
            except subprocess.CalledProcessError as error:
                self.skipTest(f"no environment with pip: {error}")
            binaries = pathlib.Path(folder, "bin")
            environment = {name: value for name, value in os.environ.items() if name not in ("DOODLE", "DOODLE_LIBRARY", "PYTHONPATH")}
            subprocess.run(
                [binaries / "python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check",
                 self.wheel], check=True, env=environment)
            version = subprocess.run([binaries / "doodle", "--version"], capture_output=True, text=True, check=True)
            self.assertEqual(version.stdout, f"doodle {VERSION}\n")
            # The environment's own packages come first; NumPy is that of this process.
            import numpy
            environment["PYTHONPATH"] = str(pathlib.Path(numpy.__file__).parents[1])
            # The package finds its own command.
            environment["PATH"] = ""
            code = """import doodle, pathlib, sys
print(doodle.__file__, doodle.render(pathlib.Path(sys.argv[1])).shape, len(list(doodle.Dataset(sys.argv[1]))))"""
            result = subprocess.run(
                [binaries / "python", "-c", code, ROOT / "Examples/dots.jsonl"], capture_output=True, text=True, env=environment)
            self.assertEqual(result.stderr, "")
            self.assertTrue(result.stdout.startswith(folder), result.stdout)
            self.assertIn("(200, 320, 4) 1", result.stdout)


if __name__ == "__main__":
    unittest.main()
