"""Draws on a page in Chromium, and compares its log and its canvas with a golden.

usage: test_page.py [URL]      by default http://localhost:8000/Examples/web/

Needs playwright of PyPI. DOODLE names the command, CHROMIUM the browser if it is not that of `playwright install`.
With ACCEPT=1 it draws the golden instead, page.png.
"""
import base64
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

URL = sys.argv[1] if len(sys.argv) > 1 else 'http://localhost:8000/Examples/web/'
DOODLE = os.environ.get('DOODLE', 'doodle')
GOLDEN = pathlib.Path(__file__).with_name('page.png')
SPIRAL = [(240 + 1.1 * i * math.cos(i / 9), 160 + 1.1 * i * math.sin(i / 9)) for i in range(121)]
WAVE = [(30 + 7 * i, 280 + 20 * math.sin(i / 4)) for i in range(61)]


def draw(page, points):
    """Draws with the mouse, an event each 8 ms."""
    box = page.locator('canvas').bounding_box()
    for i, (x, y) in enumerate(points):
        page.clock.run_for(8)
        page.mouse.move(box['x'] + round(x), box['y'] + round(y))
        if i == 0:
            page.mouse.down()
    page.mouse.up()


def run(*arguments):
    subprocess.run([DOODLE, *arguments], check=True)


with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
    browser = playwright.chromium.launch(executable_path=os.environ.get('CHROMIUM'))
    page = browser.new_page()
    errors = []
    page.on('pageerror', lambda error: errors.append(error))
    # Without pressure the speed sets the width, so the test sets the clock that the page sees.
    page.clock.install(time=0)
    page.goto(URL)
    page.clock.pause_at(1000)
    page.locator('button:enabled').wait_for()
    draw(page, SPIRAL)
    draw(page, WAVE)

    with page.expect_download() as download:
        page.get_by_text('Save the log').click()
    log, canvas = f'{folder}/page.jsonl', f'{folder}/canvas.png'
    download.value.save_as(log)
    data = page.locator('canvas').evaluate("canvas => canvas.toDataURL('image/png')")
    pathlib.Path(canvas).write_bytes(base64.b64decode(data.split(',')[1]))
    browser.close()

    assert not errors, errors
    if os.environ.get('ACCEPT'):
        run('render', log, '-o', str(GOLDEN))
    run('diff', log, str(GOLDEN))
    run('diff', canvas, str(GOLDEN))
