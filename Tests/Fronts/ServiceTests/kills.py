"""Kills `doodle batch` and Examples/data-sets/stream.py at random moments: the set is that of an undisturbed run.

usage: kills.py DOODLE INPUT.ndjson COUNT KILLS [SEED]

Makes COUNT pictures or a few more, copies with random changes of the drawings in INPUT, as arrays that are hashed and
emptied. Two processes make them in parts, and are killed KILLS times with SIGKILL, one alone or both with the script.
An undisturbed process with two threads must then write the same manifest, byte for byte.
"""
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from typing import List, Tuple

EXAMPLE = pathlib.Path(__file__).parents[3] / 'Examples/data-sets/stream.py'
SHARD = 20
# Fewer records are read several times: the run then has as many shards.
LEAST = 400
# The most copies with random changes of a drawing. For more, its first half is another drawing.
MOST = 10_001


def command(doodle: str, sources: List[str], copies: int, folder: pathlib.Path, threads: int, parts: int) -> List[str]:
    halves = ['--partial', '50%,100%'] if copies > MOST else []
    changed = copies // (2 if halves else 1) - 1
    return [sys.executable, str(EXAMPLE), str(folder), str(parts), doodle, 'batch', '-q', '-j', str(threads),
            '--preset', 'quickdraw-28', '--augment', str(changed), *halves, '--seed', '7', '--shard-size', str(SHARD), *sources,
            '-o', f'{folder}/{{shard:05}}.npy']


def children(process: int) -> List[int]:
    try:
        return [int(child) for child in pathlib.Path(f'/proc/{process}/task/{process}/children').read_text().split()]
    except OSError:
        return []


def is_running(process: int) -> bool:
    try:
        return ') Z ' not in pathlib.Path(f'/proc/{process}/stat').read_text()
    except OSError:
        return False


def shards_done(folder: pathlib.Path) -> int:
    """The number of shards in the journals and the manifests of parts."""
    count = 0
    for path in list(folder.glob('*.journal')) + list(folder.glob('manifest-*.json')):
        try:
            count += path.read_text().count('"shard":')
        except FileNotFoundError:
            pass
    return count


def on_disk(folder: pathlib.Path) -> int:
    """The bytes that the files of the folder take."""
    total = 0
    for path in folder.glob('*'):
        try:
            total += 512 * path.stat().st_blocks
        except FileNotFoundError:
            pass
    return total


class Run:
    """A run in a folder, which goes on after each kill."""

    def __init__(self, arguments: List[str], folder: pathlib.Path) -> None:
        self.arguments, self.folder, self.most_on_disk = arguments, folder, 0
        self.process = self.start()

    def start(self) -> 'subprocess.Popen[bytes]':
        return subprocess.Popen(self.arguments, start_new_session=True)

    def kill(self, everything: bool, chance: random.Random) -> str:
        """Kills the script with all that it has started, or one process of batch; says which."""
        if self.process.poll() is not None:
            return ''
        if everything:
            batches = children(self.process.pid)
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            # A process holds its journal until the system has ended it.
            while any(is_running(batch) for batch in batches):
                time.sleep(0.001)
            self.process = self.start()
            return 'script'
        found = children(self.process.pid)
        if not found:
            return ''
        try:
            os.kill(chance.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return ''
        return 'part'

    def disturb(self, kills: int, shards: int, chance: random.Random) -> Tuple[int, int]:
        """Kills at random progress, a random moment later. Returns the numbers of kills of one process and of all."""
        counts = {'': 0, 'part': 0, 'script': 0}
        for moment in sorted(chance.randrange(shards - 1) for _ in range(kills)):
            while self.process.poll() is None and shards_done(self.folder) < moment:
                self.most_on_disk = max(self.most_on_disk, on_disk(self.folder))
                time.sleep(0.02)
            killed = ''
            while not killed and self.process.poll() is None:
                time.sleep(chance.random() * 0.1)
                killed = self.kill(chance.random() < 0.3, chance)
            counts[killed] += 1
        # The run may end before the last kills.
        assert counts[""] <= kills // 10 + 1, f'the run has ended before {counts[""]} kills'
        return counts['part'], counts['script']

    def finish(self) -> None:
        while self.process.poll() is None:
            self.most_on_disk = max(self.most_on_disk, on_disk(self.folder))
            time.sleep(0.1)
        assert self.process.returncode == 0, self.process.returncode


def check(folder: pathlib.Path, records: int, copies: int) -> bytes:
    """The manifest, which must be the only one and hold each record once."""
    assert not list(folder.glob('*.journal')) and len(list(folder.glob('manifest*'))) == 1
    text = (folder / 'manifest.json').read_bytes()
    manifest = json.loads(text)
    shards = manifest['shards']
    assert [shard['shard'] for shard in shards] == list(range((records + SHARD - 1) // SHARD))
    assert manifest['samples'] == records * copies == sum(shard['samples'] for shard in shards)
    files = {f"{file['sha256']}  {file['path']}" for shard in shards for file in shard['files']}
    # Each was hashed here, by another program than the one that wrote the manifest.
    taken = (folder / 'taken.txt').read_text().splitlines()
    assert set(taken) == files, 'the files that were taken are not those of the manifest'
    assert sum((folder / path.split('  ')[1]).stat().st_blocks for path in files) == 0
    print(f'{len(taken)} files were taken, of them {len(taken) - len(files)} twice')
    return text


def main() -> None:
    doodle, source, count, kills = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), *map(int, sys.argv[3:5])
    chance = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    lines = sum(1 for _ in open(source))
    sources = [source] * -(-LEAST // lines)
    records = lines * len(sources)
    copies = -(-count // records)
    copies += copies % 2 if copies > MOST else 0
    shards = (records + SHARD - 1) // SHARD
    with tempfile.TemporaryDirectory() as temporary:
        folders = [pathlib.Path(temporary) / name for name in ('killed', 'undisturbed')]
        manifests = []
        for folder, threads, parts in zip(folders, (1, 2), (2, 1)):
            start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            run = Run(command(doodle, sources, copies, folder, threads, parts), folder)
            try:
                if folder == folders[0]:
                    one, everything = run.disturb(kills, shards, chance)
                    print(f'{one} kills of one process, {everything} of the script and all its processes', flush=True)
                run.finish()
            finally:
                if run.process.poll() is None:
                    os.killpg(run.process.pid, signal.SIGKILL)
            seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
            # Without that of processes whose script was killed.
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f'{folder.name}: {records * copies:,} pictures in {seconds:.0f} s, {records * copies / seconds:,.0f} a second; '
                  f'{cpu:.0f} s of CPU time; at most {run.most_on_disk / 1e6:.0f} MB on disk', flush=True)
            manifests.append(check(folder, records, copies))
        assert manifests[0] == manifests[1], 'the manifests differ'
    print('one manifest, equal to that of the undisturbed run')


main()
