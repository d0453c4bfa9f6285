#!/usr/bin/env python3
"""Finds conversions of floating-point numbers to integers that the standard library makes, which end the process for a
number beyond the type. Geometry/SaturatingConversion.swift has the one that does not.

usage: .ci/conversions.py SCRATCH, the --scratch-path of a release build

The compiler looks: each module is checked together with initializers of its own that hide those of the standard
library and are deprecated."""
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ALLOWED = {"Sources/Geometry/SaturatingConversion.swift"}

scratch = sys.argv[1]
products = glob.glob(f"{scratch}/*-linux-*/release")[0]
package = re.search(r'"-package-name","([^"]*)"', open(f"{scratch}/release.yaml").read()).group(1)
maps = glob.glob(f"{products}/C*.build/module.modulemap") + ["Sources/CLibPNG/module.modulemap"]
options = ["-typecheck", "-swift-version", "6", "-package-name", package, "-I", f"{products}/Modules"]
options += ["-module-cache-path", f"{products}/ModuleCache", "-diagnostic-style", "llvm"]
options += [option for path in maps for option in ("-Xcc", f"-fmodule-map-file={path}")]

integers = [sign + size for sign in ("Int", "UInt") for size in ("", "8", "16", "32", "64")]
hiding = "".join(
    f'extension {integer} {{ @usableFromInline @available(*, deprecated, message: "{integer}({number})") '
    f"init(_ value: {number}) {{ self = 0 }} }}\n"
    for integer in integers for number in ("Float", "Double"))


def check(module, hiding):
    """What the compiler says of a module; nothing of one that has no sources here."""
    name = module.split("/")[1]
    sources = sorted(glob.glob(f"{module}**/*.swift", recursive=True))
    # Those are built without the package manager.
    if not sources or name in ("Engine", "Library", "Web"):
        return None
    sources += glob.glob(f"{products}/{name}.build/DerivedSources/*.swift")
    kind = [] if name == "doodle" else ["-parse-as-library"]
    run = subprocess.run(
        ["swiftc", "-module-name", name, *kind, *options, *sources, hiding], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{name} is not checked:\n{run.stderr}")
    return run.stderr


found = set()
with tempfile.NamedTemporaryFile("w", suffix=".swift") as file, ThreadPoolExecutor(os.cpu_count()) as pool:
    file.write(hiding)
    file.flush()
    texts = pool.map(lambda module: check(module, file.name), sorted(glob.glob("Sources/*/")))
    checked = [text for text in texts if text is not None]
for text in checked:
    for path, place, message in re.findall(
            r"(Sources/\S+?\.swift):(\S+): warning: .*deprecated: (\w+\(\w+\))", text):
        found.add((path, f"{path}:{place}: {message}"))

# Unless the conversion in the one function is seen, the others are not seen either.
if {path for path, _ in found} & ALLOWED != ALLOWED:
    sys.exit("the check finds nothing")
rest = sorted(line for path, line in found if path not in ALLOWED)
for line in rest:
    print(f"{line}: expected .init(saturating:)")
print(f"{len(checked)} modules, {len(rest)} conversions that may end the process")
sys.exit(1 if rest else 0)
