#!/usr/bin/env python3
"""Writes the wheel of doodle-ink, the same bytes each time.

    wheel.py --library build/libdoodle.so.0 --header build/doodle.h --command build/doodle --version 0.1.0 \\
      --platform manylinux2014_x86_64 --output build
"""

import argparse
import ast
import base64
import hashlib
import pathlib
import re
import zipfile

NAME = "doodle_ink"
MODULE = pathlib.Path(__file__).resolve().parent / "doodle"
# The earliest time that a zip archive can have.
TIME = (1980, 1, 1, 0, 0, 0)


def metadata(version):
    """The description is the module's docstring; its first line is the summary."""
    docstring = ast.get_docstring(ast.parse((MODULE / "__init__.py").read_text(encoding="utf-8")))
    return f"""Metadata-Version: 2.1
Name: {NAME.replace("_", "-")}
Version: {version}
Summary: {docstring.splitlines()[0]}
License: Not chosen yet by the owner; ask before you use it
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.9
Requires-Dist: numpy>=1.21
Description-Content-Type: text/markdown

{docstring}
"""


def tags(platform):
    return f"""Wheel-Version: 1.0
Generator: doodle
Root-Is-Purelib: false
Tag: py3-none-{platform}
"""


def contents(arguments):
    """The bytes of each file by its name in the wheel, without the list of the files."""
    files = {f"doodle/{file.name}": file.read_bytes() for file in MODULE.iterdir() if file.suffix in (".py", ".typed")}
    files["doodle/libdoodle.so"] = arguments.library.read_bytes()
    files["doodle/doodle.h"] = arguments.header.read_bytes()
    if arguments.command:
        files[f"{NAME}-{arguments.version}.data/scripts/doodle"] = arguments.command.read_bytes()
    information = f"{NAME}-{arguments.version}.dist-info"
    files[f"{information}/METADATA"] = metadata(arguments.version).encode()
    files[f"{information}/WHEEL"] = tags(arguments.platform).encode()
    return files


def record(files, name):
    """The list of the files, with their SHA-256 and sizes, and itself."""
    lines = []
    for file, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"{file},sha256={digest},{len(data)}\n")
    return "".join(lines) + f"{name},,\n"


def write(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files:
            information = zipfile.ZipInfo(name, TIME)
            information.compress_type = zipfile.ZIP_DEFLATED
            information.create_system = 3
            mode = 0o755 if "/scripts/" in name or name.endswith(".so") else 0o644
            information.external_attr = (0o100000 | mode) << 16
            archive.writestr(information, data, compresslevel=9)


def matching(pattern, what):
    def check(text):
        if not re.fullmatch(pattern, text):
            raise argparse.ArgumentTypeError(f"{text} is no {what}")
        return text
    return check


def main():
    parser = argparse.ArgumentParser(description="Writes the wheel of doodle-ink, the same bytes each time.")
    parser.add_argument("--library", required=True, type=pathlib.Path, help="libdoodle.so for the platform")
    parser.add_argument("--header", required=True, type=pathlib.Path, help="doodle.h of the library")
    parser.add_argument("--command", type=pathlib.Path, help="the command, linked statically; left out without it")
    parser.add_argument(
        "--version", required=True, type=matching(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?", "version"))
    parser.add_argument(
        "--platform", required=True, type=matching(r"(manylinux|musllinux|linux)\w+", "platform tag"),
        help="such as manylinux2014_x86_64")
    parser.add_argument("--output", required=True, type=pathlib.Path, help="the folder for the wheel")
    arguments = parser.parse_args()

    files = contents(arguments)
    name = f"{NAME}-{arguments.version}.dist-info/RECORD"
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"{NAME}-{arguments.version}-py3-none-{arguments.platform}.whl"
    # The files about the wheel are the last ones, as the standard recommends.
    order = sorted(files.items(), key=lambda file: (".dist-info/" in file[0], file[0]))
    write(path, [*order, (name, record(files, name).encode())])
    print(path)


if __name__ == "__main__":
    main()
