"""Measures drawing a long stroke in Chromium, with doodle and with Canvas 2D: canvas.py [PICTURES]

Prints a table in Markdown. Needs build/doodle.wasm and build/doodle.mjs, which `make wasm` builds. With a folder for
PICTURES it saves what each way has drawn.
"""
import functools
import http.server
import pathlib
import statistics
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Fronts/RecorderTests/Browser"))

from chromium import Chromium

ROUNDS = 7
WAYS = {
    "doodle": "doodle: `touch`, `draw`",
    "segments": "Canvas 2D, `lineTo` for each segment",
    "outline": "Canvas 2D, the outline anew",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        # Only isolated pages have a clock of 5 microseconds.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *arguments):
        pass


def figure(microseconds):
    return f"{microseconds:,.0f} µs" if microseconds >= 10 else f"{microseconds:.1f} µs"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))


def main():
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Handler, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Chromium()
    try:
        page = browser.page(
            f"http://localhost:{server.server_port}/Tests/Benchmarks/Web/canvas.html", width=1920, height=1080)
        page.wait("window.measure !== undefined")
        if not page.run("crossOriginIsolated"):
            sys.exit("the page has no exact clock")
        runs = {(way, flushed): [] for flushed in (True, False) for way in WAYS}
        # The first round compiles.
        for count in range(ROUNDS + 1):
            for (way, flushed), results in runs.items():
                results.append(page.run(f"measure('{way}', {str(flushed).lower()})"))
                if count == 0 and flushed and len(sys.argv) > 1:
                    page.screenshot(str(pathlib.Path(sys.argv[1]) / f"{way}.png"))
        version = subprocess.run([ROOT / "build/doodle", "--version"], capture_output=True, text=True)
        product = browser.call("Browser.getVersion")["product"]
        print(f"{product}, {version.stdout.strip()}, {processor()}. Medians of {ROUNDS} runs.")
        for flushed, title in ((True, "from the event to the pixels"), (False, "the script alone")):
            print(f"\n| {title} | events 1 to 50 | 951 to 1,000 | 9,951 to 10,000 |\n|---|---|---|---|")
            for way, name in WAYS.items():
                stretches = zip(*runs[way, flushed][1:])
                print(f"| {name} | {' | '.join(figure(statistics.median(times)) for times in stretches)} |")
    finally:
        browser.close()
        server.shutdown()


main()
