"""What the drivers of browsers share."""

import time

TIMEOUT = 60  # seconds


class BrowserError(Exception):
    pass


class WaitingPage:
    """A page whose `run` gives the value of a JavaScript expression."""

    def wait(self, expression, seconds=20):
        """Waits until an expression is true."""
        deadline = time.monotonic() + seconds
        while not self.run(expression):
            if time.monotonic() > deadline:
                raise BrowserError(f"{expression} stays false")
            time.sleep(0.02)
