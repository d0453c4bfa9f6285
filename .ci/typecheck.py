#!/usr/bin/env python3
"""Type-checks every module, and finds what the compiler accepts but should not be there:

- conversions of floating-point numbers to integers that the standard library makes, in Sources: they end the process for a
  number beyond the type. Geometry/SaturatingConversion.swift has the one that does not.
- functions whose types the compiler searches for longer than LIMIT, in Sources and Tests: everybody's build waits for them.
  Types for the parts of an expression end the search.

usage: .ci/typecheck.py SCRATCH, the --scratch-path of a release build with all tests

To find the conversions, each module is checked together with initializers of its own that hide those of the standard
library and are deprecated."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ALLOWED = {"Sources/Base/Geometry/SaturatingConversion.swift"}
# Milliseconds: twice what a function may take on a quiet machine, because the same one takes half as long again in some runs.
LIMIT = 400

scratch = sys.argv[1]
products = glob.glob(f"{scratch}/*-linux-*/release")[0]
package = re.search(r'"-package-name","([^"]*)"', open(f"{scratch}/release.yaml").read()).group(1)
maps = glob.glob(f"{products}/C*.build/module.modulemap") + ["Sources/Picture/CLibPNG/module.modulemap"]
options = ["-typecheck", "-swift-version", "6", "-package-name", package, "-I", f"{products}/Modules"]
options += ["-module-cache-path", f"{products}/ModuleCache", "-diagnostic-style", "llvm"]
options += [option for path in maps for option in ("-Xcc", f"-fmodule-map-file={path}")]
options += [option for path in glob.glob("Sources/**/C*/include", recursive=True) for option in ("-Xcc", f"-I{path}")]
options += ["-wmo", "-Xfrontend", "-debug-time-function-bodies"]
toolchain = os.path.realpath(subprocess.run(["which", "swiftc"], capture_output=True, text=True).stdout.strip())
macros = os.path.join(os.path.dirname(toolchain), "../lib/swift/host/plugins/testing")

integers = [sign + size for sign in ("Int", "UInt") for size in ("", "8", "16", "32", "64")]
hiding = "".join(
    f'extension {integer} {{ @usableFromInline @available(*, deprecated, message: "{integer}({number})") '
    f"init(_ value: {number}) {{ self = 0 }} }}\n"
    for integer in integers for number in ("Float", "Double"))


def modules():
    """The modules of the package, from its description: name, folder, sources."""
    described = json.loads(subprocess.run(
        ["swift", "package", "describe", "--type", "json"], capture_output=True, text=True, check=True).stdout)
    for target in described["targets"]:
        if target["module_type"] == "SwiftTarget":
            yield target["c99name"], target["path"], [f"{target['path']}/{source}" for source in target["sources"]]


def check(module, hiding):
    """What the compiler says of a module."""
    name, folder, sources = module
    sources = sources + glob.glob(f"{products}/{name}.build/DerivedSources/*.swift")
    kind = [] if any(source.endswith("/main.swift") for source in sources) else ["-parse-as-library"]
    more = [hiding] if folder.startswith("Sources/") else ["-enable-testing", "-plugin-path", macros]
    run = subprocess.run(
        ["swiftc", "-module-name", name, *kind, *options, *sources, *more], capture_output=True, text=True)
    if run.returncode != 0:
        errors = [line for line in run.stderr.splitlines() if "error:" in line]
        sys.exit(f"{name} is not checked:\n" + "\n".join(errors or [run.stderr]))
    return run.stderr + run.stdout


def times(text):
    """The milliseconds of each function, by its place."""
    root = os.getcwd() + "/"
    found = {}
    for time, place in re.findall(r"^([0-9.]+)ms\t(\S+?:\d+):\d+\t", text, re.M):
        if "@__swiftmacro" not in place:
            found[place.removeprefix(root)] = max(float(time), found.get(place.removeprefix(root), 0))
    return found


def long_functions(module, text, hiding):
    """Those that are long twice: another process may have had the processor."""
    long = {place: time for place, time in times(text).items() if time > LIMIT}
    if not long:
        return []
    again = times(check(module, hiding))
    return [(place, min(time, again.get(place, 0))) for place, time in long.items() if again.get(place, 0) > LIMIT]


with tempfile.NamedTemporaryFile("w", suffix=".swift") as file, ThreadPoolExecutor(os.cpu_count()) as pool:
    file.write(hiding)
    file.flush()
    all_modules = list(modules())
    texts = list(pool.map(lambda module: check(module, file.name), all_modules))
    long = [found for module, text in zip(all_modules, texts) for found in long_functions(module, text, file.name)]

conversions = set()
for text in texts:
    for path, place, message in re.findall(
            r"(Sources/\S+?\.swift):(\S+): warning: .*deprecated: (\w+\(\w+\))", text):
        conversions.add((path, f"{path}:{place}: {message}"))

# Unless the conversion in the one function is seen, the others are not seen either; so it is with times.
if {path for path, _ in conversions} & ALLOWED != ALLOWED or not any(times(text) for text in texts):
    sys.exit("the check finds nothing")
rest = sorted(line for path, line in conversions if path not in ALLOWED)
for line in rest:
    print(f"{line}: expected .init(saturating:)")
for place, time in sorted(long):
    print(f"{place}: types are searched for {time:.0f} ms; expected at most {LIMIT}")
print(f"{len(texts)} modules, {len(rest)} conversions that may end the process, {len(long)} functions of long searches")
sys.exit(1 if rest or long else 0)
