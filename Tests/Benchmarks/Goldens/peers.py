"""Judges the pairs of pairs.py with doodle and other programs: peers.py DOODLE FOLDER PEERS [NAME…].

PEERS has the packages of PyPI that setup.sh installs. A program that is missing is left out. Prints a table: how many pairs of
each kind a program found, that is, called different or damaged, false alarms, times and memory, each the smaller of two
runs. A program that compares one pair is run for each pair, and its memory is that of its largest process. NAMEs choose
programs.
"""
import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

doodle, folder, peers = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
with open(f"{folder}/kinds.json") as file:
    KINDS: dict = json.load(file)
ALL = [f"{number:03}.png" for number in range(1000)]
# All that are not the same, and others, for a program that takes a second and more for a pair.
FEW = sorted(KINDS) + [name for name in ALL if name not in KINDS][:100 - len(KINDS)]
COLUMNS = {name: {picture for picture, kind in KINDS.items() if kind in kinds} for name, kinds in {
    "ink": ["ink"], "tint": ["tint"], "spot": ["spot"], "moved": ["moved"], "edges": ["edges"], "size": ["size"],
    "damaged": ["cut", "crc", "text"]}.items()}


class Peer(NamedTuple):
    name: str
    words: list
    # How it is run: on two folders, as doodle; on many pairs, whose names it reads; or on one pair.
    use: str = "names"
    pairs: list = ALL
    rest: list = []


def python(package: str) -> list:
    return [f"{peers}/venv/bin/python", f"{here}/pixelmatch_pairs.py", f"{peers}/{package}"]


PEERS = [
    Peer("doodle check", [doodle, "check", "--json"], "folders"),
    Peer("doodle check --metric yiq", [doodle, "check", "--json", "--metric", "yiq"], "folders"),
    Peer("playwright", ["node", f"{here}/playwright_pairs.cjs", f"{peers}/playwright"]),
    Peer("pixelmatch-fast", python("pixelmatch-fast")),
    Peer("pixelmatch", python("pixelmatch"), pairs=FEW),
    Peer("compare -metric AE", ["compare", "-metric", "AE"], "pair", rest=["null:"]),
]


class Use(NamedTuple):
    wall: float
    processors: float
    megabytes: float


def run(words: list, lines: str = "") -> tuple:
    """The exit code of a process, what it printed, and what it took."""
    start = time.monotonic()
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin and process.stdout
    process.stdin.write(lines.encode())
    process.stdin.close()
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    spent = Use(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    return process.returncode, output, spent


def judged(peer: Peer) -> tuple:
    """The pairs that a program does not call the same, and what it took."""
    expected, actual = f"{folder}/expected", f"{folder}/actual"
    if peer.use == "folders":
        _, output, use = run([*peer.words, expected, "--against", actual])
        results = [json.loads(line) for line in output.splitlines()]
        return {os.path.basename(r["file"]) for r in results if "file" in r and r["verdict"] != "same"}, use
    if peer.use == "names":
        _, output, use = run(peer.words, "".join(f"{expected}/{name} {actual}/{name}\n" for name in peer.pairs))
        answers = output.split()
        assert len(answers) == len(peer.pairs), f"{peer.name} judged {len(answers)} of {len(peer.pairs)} pairs"
        return {name for name, answer in zip(peer.pairs, answers) if answer != "same"}, use
    found, uses = set(), []
    for name in peer.pairs:
        code, _, use = run([*peer.words, f"{expected}/{name}", f"{actual}/{name}", *peer.rest])
        uses.append(use)
        if code:
            found.add(name)
    return found, Use(sum(u.wall for u in uses), sum(u.processors for u in uses), max(u.megabytes for u in uses))


def row(peer: Peer) -> str:
    runs = [judged(peer) for _ in range(2)]
    found = runs[0][0]
    assert found == runs[1][0], f"{peer.name} judges the same pairs in two ways"
    wall, processors, megabytes = (min(use[index] for _, use in runs) for index in range(3))
    cells = [peer.name + (f", {len(peer.pairs)} pairs" if peer.pairs is not ALL else "")]
    cells += [str(len(names & found)) for names in COLUMNS.values()]
    cells += [str(len(found - set(KINDS))), f"{wall:.1f} s", f"{processors:.1f} s", f"{megabytes:.0f} MB"]
    return "| " + " | ".join(cells) + " |"


header = ["", *(f"{name}, {len(names)}" for name, names in COLUMNS.items()), "false alarms", "time", "processors", "memory"]
print("| " + " | ".join(header) + " |\n|" + "---|" * len(header), flush=True)
for peer in PEERS:
    if len(sys.argv) > 4 and peer.name not in sys.argv[4:]:
        continue
    try:
        print(row(peer), flush=True)
    except (OSError, AssertionError) as error:
        print(f"{peer.name} is left out: {error}", file=sys.stderr)
