"""Draws thumbnails of the same boards in Node and in Chromium: compare.py BUILD [COUNT [ROUNDS]]

Node runs Examples/service without its cache, Chromium a page with Canvas 2D that draws less: a line of one width for
each stroke. Prints boards a second, by the clock and by the processor time of all processes, their memory (the sum of
PSS, at most), and boards a second and gigabyte. Needs node and chromium.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from typing import Dict, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / 'Tests/Fronts/RecorderTests/Browser'))

from chromium import Chromium  # noqa: E402

WARM = 200
# Boards that the page draws before it answers, which it must within a minute.
STEP = 500


def family(root: int) -> List[int]:
    """A process and all that it has started."""
    parents: Dict[int, List[int]] = {}
    for entry in pathlib.Path('/proc').glob('[0-9]*/stat'):
        try:
            parents.setdefault(int(entry.read_text().rsplit(')', 1)[1].split()[1]), []).append(int(entry.parent.name))
        except OSError:
            continue
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


def pss(root: int) -> float:
    """The memory of a family in bytes; pages that are shared count once."""
    total = 0
    for process in family(root):
        try:
            text = pathlib.Path(f'/proc/{process}/smaps_rollup').read_text()
        except OSError:
            continue
        total += sum(1024 * int(line.split()[1]) for line in text.splitlines() if line.startswith('Pss:'))
    return total


def processor_time(root: int) -> float:
    """In seconds, of those that run."""
    ticks = 0
    for process in family(root):
        try:
            fields = pathlib.Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf('SC_CLK_TCK')


class Meter:
    """Measures a family of processes until `stop`."""

    def __init__(self, root: int) -> None:
        self.root, self.most, self.ended = root, 0.0, threading.Event()
        self.start, self.spent = time.monotonic(), processor_time(root)
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self) -> None:
        while not self.ended.wait(0.5):
            self.most = max(self.most, pss(self.root))

    def stop(self) -> Tuple[float, float, float]:
        """Seconds, seconds of processor time, and the most memory in bytes."""
        seconds, spent = time.monotonic() - self.start, processor_time(self.root) - self.spent
        self.most = max(self.most, pss(self.root))
        self.ended.set()
        self.thread.join()
        return seconds, spent, self.most


def in_node(build: str, count: int) -> Tuple[Tuple[float, float, float], int]:
    process = subprocess.Popen(['node', str(HERE / 'drawer.mjs'), build, str(count), str(WARM)], stdout=subprocess.PIPE)
    assert process.stdout and process.stdout.readline() == b'ready\n'
    meter = Meter(process.pid)
    # The process waits for its threads to end: it can still be measured.
    word, size = process.stdout.readline().split()
    measured = meter.stop()
    assert word == b'done' and process.wait() == 0
    return measured, int(size)


class Boards:
    """The boards that a page takes, and the number of bytes that it has sent."""

    def __init__(self, path: pathlib.Path) -> None:
        self.file, self.taken, self.size, self.lock = path.open('rb'), 0, 0, threading.Lock()

    def take(self, count: int, last: int) -> bytes:
        with self.lock:
            lines = [self.file.readline() for _ in range(min(count, last - self.taken))]
            self.taken += len(lines)
        return b'[' + b','.join(lines) + b']'


def handler(boards: Boards) -> type:
    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header('Content-Type', kind)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            url = urllib.parse.urlparse(self.path)
            if url.path == '/boards':
                query = urllib.parse.parse_qs(url.query)
                self.answer(boards.take(int(query['count'][0]), int(query['last'][0])), 'application/json')
            elif url.path == '/page.mjs':
                self.answer((HERE / 'page.mjs').read_bytes(), 'text/javascript')
            else:
                self.answer(b'<!doctype html><script type="module" src="page.mjs"></script>', 'text/html')

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers['Content-Length']))
            with boards.lock:
                boards.size += len(body)
            self.answer(b'', 'text/plain')

        def log_message(self, *arguments: object) -> None:
            pass

    return Handler


def in_chromium(path: pathlib.Path, count: int) -> Tuple[Tuple[float, float, float], int]:
    boards = Boards(path)
    server = http.server.ThreadingHTTPServer(('localhost', 0), handler(boards))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Chromium()
    try:
        page = browser.page(f'http://localhost:{server.server_port}/')
        page.wait('globalThis.draw !== undefined')
        page.run(f'draw({WARM})')
        meter = Meter(browser.process.pid)
        for last in range(WARM, count, STEP):
            page.run(f'draw({min(count, last + STEP)})')
        return meter.stop(), boards.size
    finally:
        browser.close()
        server.shutdown()


def main() -> None:
    build = sys.argv[1]
    count, rounds = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 2000), (3, 2)))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'boards.ndjson'
        with path.open('wb') as file:
            subprocess.run(['node', str(ROOT / 'Tests/Fronts/ServiceTests/boards.mjs'), str(count)], stdout=file, check=True)
        print(f'{count} boards, {path.stat().st_size / count / 1000:.0f} kB each')
        for _ in range(rounds):
            for name, (measured, size) in (('node', in_node(build, count)), ('chromium', in_chromium(path, count))):
                seconds, spent, memory = measured
                rate, by_processor, gigabytes = (count - WARM) / seconds, (count - WARM) / spent, memory / 1e9
                print(f'{name:9} {rate:6.0f}/s {by_processor:6.0f} a second of processor time '
                      f'{memory / 1e6:5.0f} MB {rate / gigabytes:6.0f} a second and gigabyte '
                      f'{by_processor / gigabytes:6.0f} by processor time; {size / count / 1000:.1f} kB a picture', flush=True)


main()
