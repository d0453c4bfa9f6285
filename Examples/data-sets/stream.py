"""Makes a data set that is larger than the disk: each shard is taken as soon as it is finished, and its file emptied.

usage: stream.py FOLDER PARTS doodle batch [OPTIONS] INPUT... -o 'FOLDER/{shard:05}.npy'

PARTS processes make the shards. Here a shard is taken by hashing it; `take` may send it elsewhere instead. An emptied
file keeps its size, as a hole, and a run that continues asks for no more. So both the processes and this script may be
killed at any moment: once all have ended, the same command goes on. At the end FOLDER has one manifest, and taken.txt
the files that were taken; one during which the script was killed may be taken twice.
"""
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any, Dict, Iterator, List


def finished(folder: pathlib.Path) -> Iterator[Dict[str, Any]]:
    """The files of finished shards, as the journals and the manifests list them."""
    for path in sorted(folder.glob('*.journal')) + sorted(folder.glob('manifest*.json')):
        try:
            text = path.read_text()
        except FileNotFoundError:
            continue  # a manifest has replaced it
        if path.suffix == '.json':
            shards = json.loads(text)['shards']
        else:
            # The last line may have been cut off.
            shards = [json.loads(line) for line in text.split('\n')[:-1] if line.startswith('{"shard"')]
        for shard in shards:
            yield from shard['files']


def take(path: pathlib.Path, sha256: str) -> None:
    """Does with a shard what it is made for."""
    digest = hashlib.sha256()
    with path.open('rb') as file:
        for block in iter(lambda: file.read(1 << 20), b''):
            digest.update(block)
    if digest.hexdigest() != sha256:
        sys.exit(f'{path} is damaged')


def take_all(folder: pathlib.Path) -> None:
    """Takes the finished shards that have not been taken, and empties their files."""
    with (folder / 'taken.txt').open('a+') as list_of_taken:
        list_of_taken.seek(0)
        taken = set(list_of_taken.read().splitlines())
        for file in finished(folder):
            path, line = folder / file['path'], f"{file['sha256']}  {file['path']}"
            # A file that is not there, or of another size, is about to be made again.
            status = path.stat() if path.exists() else None
            if status is None or status.st_size != file['bytes']:
                continue
            if line not in taken:
                take(path, file['sha256'])
                list_of_taken.write(line + '\n')
                list_of_taken.flush()
                taken.add(line)
            elif status.st_blocks == 0:
                continue
            os.truncate(path, 0)
            os.truncate(path, file['bytes'])


def run(folder: pathlib.Path, parts: int, command: List[str]) -> None:
    """Runs all parts to their end, and those again that were killed."""
    commands = [command + ['--part', f'{part}/{parts}'] for part in range(parts)]
    running = {part: subprocess.Popen(commands[part]) for part in range(parts)}
    while running:
        time.sleep(0.05)
        if folder.exists():
            take_all(folder)
        for part, process in list(running.items()):
            status = process.poll()
            if status is None:
                continue
            if status == -signal.SIGKILL:
                running[part] = subprocess.Popen(commands[part])
            elif status == 0:
                del running[part]
            else:
                sys.exit(status if status > 0 else 128 - status)
    take_all(folder)


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit((__doc__ or '').split('\n\n')[1])
    run(pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
