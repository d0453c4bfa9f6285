"""Drives Firefox over Marionette: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from waiting import TIMEOUT, BrowserError, WaitingPage

# Marionette itself turns updates, reports and first pages off.
PREFERENCES = {
    # A free port, which the browser writes to its profile.
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "layout.css.devPixelsPerPx": "1",
    # The microphone is a tone.
    "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
PORT_FILE = "MarionetteActivePort"


def program():
    """The path of Firefox; None if it is not installed."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    """A browser without a window, with a profile of its own."""

    def __init__(self, width=1000, height=700):
        self.profile = tempfile.mkdtemp(prefix="doodle-firefox-")
        self.process = self.socket = None
        try:
            self.start(width, height)
        except BaseException:
            self.close()
            raise

    def start(self, width, height):
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        # Access to the system is for the console, which has the errors of pages.
        self.process = subprocess.Popen(
            [program(), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--width", str(width), "--height", str(height), "--profile", self.profile, "about:blank"],
            env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + TIMEOUT
        self.socket = socket.create_connection(("127.0.0.1", self.port(deadline)), timeout=TIMEOUT)
        self.buffer = b""
        self.count = 0
        self.read(deadline)  # The greeting.
        timeouts = {"script": 1000 * TIMEOUT, "pageLoad": 1000 * TIMEOUT, "implicit": 0}
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"timeouts": timeouts}})

    def port(self, deadline):
        """Waits for the port."""
        path = os.path.join(self.profile, PORT_FILE)
        while True:
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                if text:
                    return int(text)
            if self.process.poll() is not None:
                raise BrowserError(f"Firefox has ended with status {self.process.returncode}")
            if time.monotonic() > deadline:
                raise BrowserError("Firefox does not start")
            time.sleep(0.05)

    def read(self, deadline):
        """The next message: its length in bytes, a colon, and JSON."""
        while b":" not in self.buffer:
            self.receive(deadline)
        length, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(length):
            self.receive(deadline)
        message, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(message)

    def receive(self, deadline):
        self.socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            part = self.socket.recv(1 << 20)
        except TimeoutError:
            raise BrowserError("Firefox does not answer") from None
        if not part:
            raise BrowserError("Firefox has ended")
        self.buffer += part

    def call(self, command, **parameters):
        self.count += 1
        data = json.dumps([0, self.count, command, parameters]).encode()
        # Longer than the limits that the browser has itself.
        deadline = time.monotonic() + TIMEOUT + 10
        self.socket.settimeout(TIMEOUT)
        self.socket.sendall(b"%d:%s" % (len(data), data))
        while True:
            _, number, error, result = self.read(deadline)
            if number == self.count:
                if error:
                    raise BrowserError(f"{command}: {error['error']}: {error['message']}")
                return result

    def page(self, url):
        return Page(self, url)

    def kill(self):
        """Ends the browser as a crash does."""
        if self.socket:
            self.socket.close()
        if self.process:
            self.process.kill()
            self.process.wait(TIMEOUT)

    def close(self):
        self.kill()
        # The other processes of the browser end a moment after the first.
        deadline = time.monotonic() + 5
        while os.path.exists(self.profile) and time.monotonic() < deadline:
            shutil.rmtree(self.profile, ignore_errors=True)


class Page(WaitingPage):
    """The tab of the browser, which every new page takes."""

    def __init__(self, browser, url):
        self.browser = browser
        self.call = browser.call
        self.open(url)

    def open(self, url):
        self.chrome("Services.console.reset()")
        self.call("WebDriver:Navigate", url=url)

    def reload(self):
        self.call("WebDriver:Refresh")

    def run(self, expression):
        """The value of a JavaScript expression, awaited if it is a promise."""
        script = f"""const done = arguments[0];
            (async () => ({expression}))().then((value) => done({{value}}), (error) => done({{error: String(error)}}))"""
        # Without a sandbox of its own the script sees the page's objects as they are.
        result = self.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None, newSandbox=True)["value"]
        if "error" in result:
            raise BrowserError(result["error"])
        return result.get("value")

    def chrome(self, script):
        """Runs the body of a function in the browser itself."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def errors(self):
        """What the page has thrown and nobody caught, and what the browser refused it, since it was opened."""
        return self.chrome(
            """return Services.console.getMessageArray()
              .filter((message) => message instanceof Ci.nsIScriptError && /^(file|http|blob|data):/.test(message.sourceName)
                && !(message.flags & Ci.nsIScriptError.warningFlag))
              .map((message) => `${message.category}: ${message.errorMessage}`)""")

    def screenshot(self, path):
        data = self.call("WebDriver:TakeScreenshot", full=False, hash=False)["value"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def perform(self, *pointers):
        """Moves pointers at the same time. Each is its type and its actions."""
        self.call("WebDriver:PerformActions", actions=[
            {"type": "pointer", "id": f"{kind} {number}", "parameters": {"pointerType": kind}, "actions": actions}
            for number, (kind, actions) in enumerate(pointers)
        ])
        # The next actions have new pointers.
        self.call("WebDriver:ReleaseActions")

    def drag(self, points):
        """Draws with the mouse."""
        self.perform(("mouse", stroke(points)))


def keys(page, *kinds):
    """Presses and releases keys: a letter of WebDriver for each, such as \\uE009 for Control, and whether it goes down."""
    page.call("WebDriver:PerformActions", actions=[
        {"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown" if is_down else "keyUp", "value": value} for value, is_down in kinds]}])


def wheel(page, x, y, down):
    """Turns the wheel at a place."""
    page.call("WebDriver:PerformActions", actions=[
        {"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": down, "duration": 0}]}])


def stroke(points):
    """The actions of a pointer that is down from the first place to the last."""
    first, *rest = ({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0} for x, y in points)
    return [first, {"type": "pointerDown", "button": 0}, *rest, {"type": "pointerUp", "button": 0}]
