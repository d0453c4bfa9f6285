"""The header, the library, the module for browsers and the package have the same functions."""

import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

import doodle
from doodle._library import Header

LIBRARY = pathlib.Path(os.environ["DOODLE_LIBRARY"])
HEADER = LIBRARY.parent / "doodle.h"
MODULE = ROOT / "Sources/Fronts/Web/doodle.mjs"
PACKAGE = pathlib.Path(doodle.__file__).parent


def exported(file):
    """The names that a library defines for others: the symbols of .dynsym with a section (ELF-64, little-endian)."""
    assert file[:6] == b"\x7fELF\2\1"
    (start,), (size, count) = struct.unpack_from("<Q", file, 0x28), struct.unpack_from("<HH", file, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", file, start + size * number) for number in range(count)]
    [symbols] = [section for section in sections if section[1] == 11]
    names = sections[symbols[6]][4]
    result = set()
    for at in range(symbols[4], symbols[4] + symbols[5], 24):
        name, _, _, section = struct.unpack_from("<IBBH", file, at)
        if section != 0:
            end = file.index(b"\0", names + name)
            result.add(file[names + name : end].decode())
    return result


class InterfaceTests(unittest.TestCase):
    def test_the_package_has_a_version_and_a_drawing_a_representation(self):
        self.assertRegex(doodle.__version__, r"\A\d")
        drawing = doodle.Drawing(10, 10)
        drawing.apply('{"tool":"pen"}')
        self.assertEqual(repr(drawing), "<doodle.Drawing, 2 events>")
        drawing.close()
        self.assertEqual(repr(drawing), "<doodle.Drawing, closed>")

    def setUp(self):
        self.functions = set(Header(HEADER.read_text()).functions)

    def test_the_library_exports_the_functions_of_the_header(self):
        self.assertGreater(len(self.functions), 20)
        self.assertEqual(exported(LIBRARY.read_bytes()), self.functions)

    def test_the_header_is_that_of_the_sources(self):
        self.assertEqual(HEADER.read_bytes(), (ROOT / "Sources/Fronts/Library/doodle.h").read_bytes())

    def test_the_module_for_browsers_calls_the_functions_of_the_header(self):
        called = set(re.findall(r"\.(doodle_\w+)\(", MODULE.read_text()))
        self.assertEqual(called - {"doodle_allocate", "doodle_free"}, self.functions - {"doodle_limit", "doodle_sketches"})

    def test_the_package_calls_all_functions_of_the_header(self):
        called = set()
        for file in PACKAGE.glob("*.py"):
            called |= set(re.findall(r"\b(?:library|self)\.(doodle_\w+)", file.read_text()))
        self.assertEqual(called, self.functions)

    def test_declarations_that_are_not_understood_are_refused(self):
        text = HEADER.read_text()
        for line in [
            "float doodle_more(doodle *drawing);", "int doodle_more(doodle *drawing, unsigned count);",
            "int doodle_more(doodle **drawing);", "int doodle_more(char *text);", "int doodle_more(doodle *drawing, ...);",
            "int doodle_more(int (*call)(int));", "int doodle_more();", "struct doodle_box { int x; };", "extern int doodle_more;",
            "typedef int doodle_more;", "enum doodle_more { A };", "#define DOODLE_MORE 1", "enum { DOODLE_A = 1 << 3 };",
            "inline int doodle_more(void) { return 1; }",
        ]:
            for position in [text.index("/* Frees"), text.index("#ifdef __cplusplus\n}")]:
                with self.subTest(line=line), self.assertRaisesRegex(ImportError, "not understood"):
                    Header(text[:position] + line + "\n" + text[position:])

    def test_declarations_become_prototypes(self):
        header = Header(
            "/* A; doodle_b(); */\nenum doodle_kind { DOODLE_A, DOODLE_B, DOODLE_C = -5,\n DOODLE_D };\n"
            "const uint8_t *doodle_one(doodle *drawing,\n  double x, intptr_t count);\nvoid doodle_two(void);\n")
        self.assertEqual(header.numbers, {"DOODLE_A": 0, "DOODLE_B": 1, "DOODLE_C": -5, "DOODLE_D": -4})
        one, two = header.functions["doodle_one"], header.functions["doodle_two"]
        self.assertEqual([kind.__name__ for kind in (one.result, *one.parameters)], ["c_void_p", "c_void_p", "c_double", "c_long"])
        self.assertEqual((two.result, two.parameters), (None, []))

    def test_a_library_without_a_function_of_its_header_is_refused(self):
        code = "import doodle._library as l, pathlib, sys; l.Library(pathlib.Path(sys.argv[1]))"
        with self.subTest("the header declares more"):
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder, "libdoodle.so")
                copy.write_bytes(LIBRARY.read_bytes())
                pathlib.Path(folder, "doodle.h").write_text(HEADER.read_text().replace("doodle_hash(", "doodle_smell("))
                result = subprocess.run([sys.executable, "-c", code, copy], capture_output=True, text=True)
                self.assertIn("has no function doodle_smell", result.stderr)

    def test_the_library_needs_no_newer_system_than_its_wheel_says(self):
        versions = re.findall(rb"GLIBC_2\.(\d+)", LIBRARY.read_bytes())
        self.assertGreater(len(versions), 0)
        self.assertLessEqual(max(map(int, versions)), 17)


class TypeTests(unittest.TestCase):
    def test_the_types_are_complete(self):
        if subprocess.run([sys.executable, "-c", "import mypy"], capture_output=True).returncode != 0:
            self.skipTest("mypy is not installed")
        result = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, PACKAGE], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_all_public_names_have_descriptions(self):
        for name in doodle.__all__:
            value = getattr(doodle, name)
            self.assertTrue(value.__doc__, name)
            for member, method in vars(value).items() if isinstance(value, type) else []:
                if not member.startswith("_") and (callable(method) or isinstance(method, property)):
                    self.assertTrue(method.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
