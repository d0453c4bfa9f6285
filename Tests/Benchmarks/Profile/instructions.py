"""instructions.py DOODLE DIR counts the instructions an event of each stage, and prints them as a table in Markdown.

DOODLE is a release build with symbols. DIR has S.jsonl, M.jsonl and L.jsonl, and receives what callgrind writes. With
--functions, the functions of each stage follow, for the largest log. With --reuse, earlier counts in DIR are read.
"""

import collections
import os
import re
import subprocess
import sys

# The first expression that is found in a function's name decides its stage. Swift's names are mangled: "10ArcFitterV"
# is the type ArcFitter.
STAGES = [
    ("arcs", r"9ArcFitterV3fit"),
    ("planning of reaches", r"ReachPlanner|ReachProfile|RunWindow|NoiseMeter|TrimmedNoise|8Products|SmoothingTube|FeatureWidth|Ink7Calming"
     r"|Ink1\dHand|Ink\d+(HandPlanner|HandPath|HandCurve|HandRules|SampleLattice|DeviceLattice|StrokeHooks)"),
    ("path, pieces, integrals", r"FlatPath|PathIntegrals|NodeGatherer|PathPiece|PathChord|PathNode"),
    ("cuts", r"SmoothPathV3cut|StepCounter"),
    ("averages", r"SmoothPath|FourthOrderKernel|TriangleKernel|SmoothPoint"),
    ("settled ink", r"Ink07Settled|Ink11SpanModeler|Ink6StrokeV|Ink6Tapers|Ink0E4Disc"),
    ("samples and strokes", r"^\$s\d*Ink|Ink\d+(Sample|Stroke|Document|Drawing|Journal)|3Ink"),
    ("strips", r"^raster_join_strip"),
    ("discs", r"^raster_join_disc|4MaskV4join\w*discAt|4MaskV4Line"),
    ("samples of thin cones", r"^raster_sample_cone|SampledCone|4MaskV\w*[Tt]hin"),
    ("owners and meetings", r"PixelOwners|PixelPart|EdgeDirection|EdgeField|InkedTile|ThinEnd"),
    ("shapes, set-up of strips", r"ConeShape|4MaskV4join|StripKernel|HullKernel|PixelBounds|RoundCone|6Raster4MaskV"),
    ("PNG: colors, runs", r"EncodedShades|6Shades|RunFinder|RunBlockV6append|RowPacker|ColorHistogram|Raster7Picture"),
    ("PNG: bits", r"BitWriter"),
    ("PNG: checksums", r"Adler32|^crc32"),
    ("PNG: codes", r"7Deflate|3PNG|^png_"),
    ("composition", r"6Raster|9Rendering"),
    ("reading", r"8TouchLog|4JSON"),
    ("command, files, session", r"6doodle|7Session|5Files|8Geometry|10ImportCore|\d(?:Board|Document|Point)?Importers|7Compare|3SVG"),
    ("Swift runtime", r"swift|Demangle|^\$s|ConformanceCandidate|DecodedMetadata|^getCache|Metadata"),
    ("C library, system", r""),
]
# The stages in the order of the work.
START = "start of the process"
ORDER = [START, "command, files, session", "reading", "samples and strokes", "planning of reaches",
         "path, pieces, integrals", "cuts", "averages", "arcs", "settled ink", "shapes, set-up of strips", "strips",
         "discs", "owners and meetings", "composition", "PNG: colors, runs", "PNG: codes", "PNG: bits",
         "PNG: checksums", "Swift runtime", "C library, system"]


def stage(function):
    return next(name for name, pattern in STAGES if re.search(pattern, function))


def counts(path):
    """The instructions of each function in a file that callgrind wrote, without those of the functions it calls."""
    result = collections.Counter()
    names = {}
    function = None
    is_call = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("fn="):
                number, _, name = line[3:].strip().partition(" ")
                function = names.setdefault(number, name)
            elif line.startswith(("cfn=", "cfi=", "cob=", "ob=", "fl=", "fi=", "fe=")):
                if line.startswith("cfn="):
                    number, _, name = line[4:].strip().partition(" ")
                    names.setdefault(number, name)
            elif line.startswith("calls="):
                # The next line has the instructions of the call.
                is_call = True
            elif line[:1] in "0123456789+-*" and function:
                if not is_call:
                    result[function] += int(line.split()[1])
                is_call = False
    return result


def profile(folder, name, words, is_reused):
    path = f"{folder}/callgrind.{name}"
    if not (is_reused and os.path.exists(path)):
        valgrind = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={path}"]
        subprocess.run(valgrind + words, check=True, stdout=subprocess.DEVNULL)
    return counts(path)


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    doodle, folder = [word for word in sys.argv[1:] if not word.startswith("--")]
    is_reused = "--reuse" in options
    start = profile(folder, "start", [doodle, "--version"], is_reused)
    logs = {}
    functions = {}
    for log in ["S", "M", "L"]:
        path = f"{folder}/{log}.jsonl"
        if not os.path.exists(path):
            continue
        with open(path, "rb") as lines:
            events = sum(b'"phase"' in line for line in lines)
        words = [doodle, "render", "--quiet", "--threads", "1", path, "-o", f"{folder}/{log}.png"]
        logs[log] = collections.Counter()
        functions = collections.defaultdict(list)
        for function, count in profile(folder, log, words, is_reused).items():
            at_start = min(count, start[function])
            logs[log][START] += at_start / events
            logs[log][stage(function)] += (count - at_start) / events
            functions[stage(function)].append(((count - at_start) / events, function))
    sums = {log: sum(logs[log].values()) for log in logs}
    print("| instructions an event | " + " | ".join(f"{log} | share" for log in logs) + " |")
    print("|---" * (1 + 2 * len(logs)) + "|")
    for name in ORDER:
        cells = [f"{logs[log][name]:,.0f} | {100 * logs[log][name] / sums[log]:.1f} %" for log in logs]
        print(f"| {name} | " + " | ".join(cells) + " |")
    print("| all | " + " | ".join(f"{sums[log]:,.0f} | " for log in logs) + " |")
    if "--functions" in options:
        for name in ORDER[1:]:
            print(f"\n{name}")
            for count, function in sorted(functions[name], reverse=True)[:20]:
                if count >= 1:
                    print(f"{count:8.1f}  {function[:150]}")


main()
