"""libdoodle, with the functions that its header declares."""

from __future__ import annotations

import ctypes
import operator
import os
import re
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional

from ._error import DoodleError

_NUMBERS: Dict[str, Any] = {
    "int": ctypes.c_int,
    "int32_t": ctypes.c_int32,
    "intptr_t": ctypes.c_ssize_t,
    "double": ctypes.c_double,
}
# An address is an integer here; the callers know what lies there.
_POINTER = re.compile(r"(const )?(doodle|uint8_t|uint32_t|int64_t|double) \*")

_IGNORED = re.compile(
    r"/\*.*?\*/|^#ifdef __cplusplus$.*?^#endif$|^#(?:ifndef|define) DOODLE_H$|^#include <stdint\.h>$|^#endif$",
    re.DOTALL | re.MULTILINE,
)
_STRUCTURE = re.compile(r"typedef struct doodle doodle")
_ENUMERATION = re.compile(r"enum \w+ \{(?P<members>[^{}]*)\}")
_MEMBER = re.compile(r"(?P<name>DOODLE_\w+)(?: = (?P<value>-?\d+))?")
_FUNCTION = re.compile(r"(?P<result>[\w ]+?[ *]+)(?P<name>doodle_\w+)\((?P<parameters>[^()]*)\)")
_PARAMETER = re.compile(r"(?P<type>[\w ]+?[ *]+)\w+")


class Prototype(NamedTuple):
    """The types of a function's result and parameters; None is void."""

    result: Any
    parameters: List[Any]


class Header:
    """The functions and the numbers that `doodle.h` declares."""

    def __init__(self, text: str) -> None:
        self.functions: Dict[str, Prototype] = {}
        self.numbers: Dict[str, int] = {}
        for declaration in _IGNORED.sub("", text).split(";"):
            words = " ".join(declaration.split())
            if words:
                self._read(words)

    def _read(self, declaration: str) -> None:
        if _STRUCTURE.fullmatch(declaration):
            return
        enumeration = _ENUMERATION.fullmatch(declaration)
        if enumeration:
            value = -1
            for item in enumeration["members"].split(","):
                member = _MEMBER.fullmatch(item.strip())
                if not member:
                    raise _unknown(declaration)
                value = int(member["value"]) if member["value"] else value + 1
                self.numbers[member["name"]] = value
            return
        function = _FUNCTION.fullmatch(declaration)
        if not function:
            raise _unknown(declaration)
        parameters = []
        for item in [] if function["parameters"] == "void" else function["parameters"].split(","):
            parameter = _PARAMETER.fullmatch(item.strip())
            if not parameter:
                raise _unknown(declaration)
            parameters.append(_type(parameter["type"], declaration))
        result = None if function["result"].strip() == "void" else _type(function["result"], declaration)
        self.functions[function["name"]] = Prototype(result, parameters)


def _type(name: str, declaration: str) -> Any:
    name = name.strip()
    if _POINTER.fullmatch(name):
        return ctypes.c_void_p
    if name not in _NUMBERS:
        raise _unknown(declaration)
    return _NUMBERS[name]


def _unknown(declaration: str) -> ImportError:
    return ImportError(f"doodle.h has a declaration that is not understood: {declaration}")


class _Integer:
    """The type of a parameter that is an integer of C. ctypes alone drops the bits of a larger one."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._limit = 1 << (8 * ctypes.sizeof(kind) - 1)

    def from_param(self, value: Any) -> Any:
        number = operator.index(value)
        if not -self._limit <= number < self._limit:
            raise DoodleError(f"{number} is not between {-self._limit} and {self._limit - 1}")
        return self._kind(number)


_INTEGERS = {kind: _Integer(kind) for kind in (ctypes.c_int, ctypes.c_int32, ctypes.c_ssize_t)}


class Library:
    """The library of a file, beside which its header `doodle.h` stands."""

    def __init__(self, path: Path) -> None:
        self.header = Header((path.parent / "doodle.h").read_text(encoding="utf-8"))
        # ctypes releases Python's global lock during a call.
        library = ctypes.CDLL(str(path))
        for name, prototype in self.header.functions.items():
            try:
                function = getattr(library, name)
            except AttributeError as error:
                raise ImportError(f"{path} has no function {name}, which doodle.h declares") from error
            function.restype = prototype.result
            function.argtypes = [_INTEGERS.get(kind, kind) for kind in prototype.parameters]
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"doodle.h declares no {name}")

    def result(self, drawing: int) -> bytes:
        """A copy of the result of a drawing's last call."""
        return ctypes.string_at(self.doodle_result(drawing), self.doodle_result_count(drawing))

    def numbers(self, prefix: str, *names: str) -> Dict[str, int]:
        """The numbers of names of an enumeration, such as began for DOODLE_BEGAN."""
        return {name: self.header.numbers[f"{prefix}{name.upper()}"] for name in names}


def _path(given: Optional[str]) -> Path:
    return Path(given).resolve() if given else Path(__file__).resolve().parent / "libdoodle.so"


library = Library(_path(os.environ.get("DOODLE_LIBRARY")))
