"""Prints the hash of each log as `doodle hash` does, drawn by the engine for browsers in wasmtime: hashes.py TARGET WASM LOG…

TARGET is `host` for the machine's code, or `pulley64` for the code that wasmtime interprets.
"""

import sys
from typing import Any

import wasmtime

target, module, *logs = sys.argv[1:]
config = wasmtime.Config()
if target != "host":
    config.target = target
engine = wasmtime.Engine(config)
store = wasmtime.Store(engine)
exports: Any = wasmtime.Instance(store, wasmtime.Module.from_file(engine, module), []).exports(store)


def call(name: str, *arguments: float) -> int:
    result: int = exports[name](store, *arguments)
    return result


refused = False
for log in logs:
    with open(log, "rb") as file:
        lines = file.read()
    drawing = call("doodle_new")
    address = call("doodle_allocate", len(lines))
    exports["memory"].write(store, lines, address)
    failed = call("doodle_apply", drawing, address, len(lines)) or call("doodle_hash", drawing)
    start = call("doodle_result", drawing)
    text = exports["memory"].read(store, start, start + call("doodle_result_count", drawing)).decode()
    print(f"{text}  {log}", file=sys.stderr if failed else sys.stdout)
    refused = refused or bool(failed)
    call("doodle_free", address)
    call("doodle_delete", drawing)
sys.exit(refused)
