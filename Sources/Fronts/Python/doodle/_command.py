"""The command `doodle`, which comes with this package."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import warnings
from importlib import metadata
from types import TracebackType
from typing import IO, List, Optional, Sequence, Type

from ._error import DoodleError

# The last line of a run that came to its end. The records that it counts as errors were skipped.
_SUMMARY = re.compile(r"doodle: [\d,]+ records?: .*(; [\d,]+/s)\n\Z")
_FAILED_FILE = 4


def command() -> str:
    """The path of the command: that of `DOODLE`, that of this package, or the one in PATH."""
    given = os.environ.get("DOODLE")
    if given:
        return os.path.abspath(given)
    try:
        files = metadata.files("doodle-ink") or []
    except metadata.PackageNotFoundError:
        files = []
    own = [str(file.locate()) for file in files if file.name == "doodle" and file.parent.name == "bin"]
    found = next(filter(os.path.isfile, own), None) or shutil.which("doodle")
    if found is None:
        raise FileNotFoundError("the command doodle is not installed; the wheel of doodle-ink has it")
    return found


class Run:
    """A run of the command, whose output is read while it writes. It ends with the `with` block."""

    def __init__(self, words: Sequence[str]) -> None:
        # Messages go to a file, so that nobody has to read them while the output is read.
        with contextlib.ExitStack() as stack:
            self._messages = stack.enter_context(tempfile.TemporaryFile())
            self._process = subprocess.Popen(
                [command(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._messages, bufsize=1 << 18)
            stack.pop_all()
        assert self._process.stdout is not None
        self.output: IO[bytes] = self._process.stdout

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType],
    ) -> None:
        is_whole = kind is None
        if not is_whole:
            self._process.terminate()
        self.output.close()
        code = self._process.wait()
        with self._messages:
            self._messages.seek(0)
            text = self._messages.read().decode("utf-8", "replace")
        summary = _SUMMARY.search(text)
        if is_whole and code != 0 and summary is None:
            raise _error(code, text)
        # The summary alone tells nothing, unless something was skipped.
        told = text[:summary.start()] if summary and code == 0 else text[:summary.start(1)] if summary else text
        if told:
            warnings.warn(told.strip(), stacklevel=4)


def _error(code: int, text: str) -> Exception:
    if code < 0:
        return RuntimeError(f"doodle was ended by signal {-code}; {text}".rstrip("; "))
    lines: List[str] = [line for line in text.splitlines() if not line.startswith("try 'doodle ")]
    message = re.sub(r"^doodle: (error: )?", "", "\n".join(lines), flags=re.MULTILINE) or f"doodle ended with code {code}"
    return OSError(message) if code == _FAILED_FILE else DoodleError(message)
