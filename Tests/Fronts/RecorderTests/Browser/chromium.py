"""Drives Chromium over its own protocol: https://chromedevtools.github.io/devtools-protocol/"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

from waiting import TIMEOUT, BrowserError, WaitingPage


class Chromium:
    """A browser without a window, with a profile of its own that stays until the end."""

    def __init__(self, arguments=()):
        self.program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        self.arguments = arguments
        self.profile = tempfile.mkdtemp(prefix="doodle-chromium-")
        self.start()

    def start(self):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The protocol has descriptors 3 and 4. The ends may have these numbers already.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
             *self.arguments, "--force-color-profile=srgb", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.events = []
        self.count = 0

    def read(self, deadline):
        while b"\0" not in self.buffer:
            if time.monotonic() > deadline:
                raise BrowserError("Chromium does not answer")
            part = os.read(self.input, 1 << 20)
            if not part:
                raise BrowserError("Chromium has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, session=None, **parameters):
        """Sends a command, and returns its number."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        return self.count

    def call(self, method, session=None, **parameters):
        number = self.send(method, session, **parameters)
        deadline = time.monotonic() + TIMEOUT
        while True:
            message = self.read(deadline)
            if message.get("id") == number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def page(self, url, width=1000, height=700, scale=1, touch=False):
        return Page(self, url, width, height, scale, touch)

    def kill(self):
        """Ends the browser as a crash does."""
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)

    def close(self):
        self.kill()
        shutil.rmtree(self.profile, ignore_errors=True)


class Page(WaitingPage):
    def __init__(self, browser, url, width, height, scale, touch):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime"):
            self.call(f"{domain}.enable")
        self.resize(width, height, scale)
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.open(url)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def open(self, url):
        self.browser.events.clear()
        self.call("Page.navigate", url=url)
        self.wait_for_load()

    def reload(self):
        self.browser.events.clear()
        self.call("Page.reload")
        self.wait_for_load()

    def wait_for_load(self):
        deadline = time.monotonic() + TIMEOUT
        while not any(event["method"] == "Page.loadEventFired" for event in self.browser.events):
            message = self.browser.read(deadline)
            if "method" in message:
                self.browser.events.append(message)

    def run(self, expression):
        """The value of a JavaScript expression, awaited if it is a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def errors(self):
        """What the page has thrown and nobody caught."""
        return [
            event["params"]["exceptionDetails"].get("exception", {}).get("description", "")
            for event in self.browser.events
            if event["method"] == "Runtime.exceptionThrown" and event.get("sessionId") == self.session
        ]

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def mouse(self, kind, x, y, **properties):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **{"button": "left", **properties})

    def pen(self, kind, x, y, force, **properties):
        self.mouse(kind, x, y, pointerType="pen", force=force, **properties)

    def drag(self, points, **properties):
        """Draws with the mouse, or with another device by `pointerType`."""
        (x, y), *rest = points
        self.mouse("mousePressed", x, y, buttons=1, clickCount=1, **properties)
        for x, y in rest:
            self.mouse("mouseMoved", x, y, buttons=1, **properties)
        self.mouse("mouseReleased", x, y, buttons=0, clickCount=1, **properties)

    def drop(self, paths, x=300, y=300):
        """Drops files as a file manager does."""
        data = {"items": [], "files": paths, "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, paths, ask):
        """Chooses files in the dialog of the browser that `ask` opens."""
        self.call("Page.setInterceptFileChooserDialog", enabled=True)
        ask()
        deadline = time.monotonic() + TIMEOUT
        while True:
            opened = [event for event in self.browser.events if event["method"] == "Page.fileChooserOpened"]
            if opened:
                break
            message = self.browser.read(deadline)
            if "method" in message:
                self.browser.events.append(message)
        self.browser.events.remove(opened[0])
        self.call("DOM.setFileInputFiles", files=paths, backendNodeId=opened[0]["params"]["backendNodeId"])

    def touch(self, kind, points):
        """Touches: (x, y) or (x, y, id) of all fingers that are down afterward."""
        fingers = [{"x": point[0], "y": point[1], "id": point[2] if len(point) > 2 else 0} for point in points]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def key(self, key, code=None, modifiers=0, text=None, commands=()):
        """`commands` are what the browser does at the key, such as "paste": no keyboard does it here."""
        values = {"key": key, "code": code or key, "modifiers": modifiers}
        codes = {"Enter": 13, "Escape": 27, "Delete": 46, "Tab": 9, "ArrowRight": 39, "ArrowDown": 40, " ": 32}
        if key in codes:
            values["windowsVirtualKeyCode"] = codes[key]
        elif len(key) == 1:
            values["windowsVirtualKeyCode"] = ord(key.upper())
        if text:
            values["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", commands=list(commands), **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **{k: v for k, v in values.items() if k != "text"})
