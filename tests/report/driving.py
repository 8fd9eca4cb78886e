"""A real browser, driven as a person drives it: keys, mouse and fingers go in, what the page shows comes out.

Chromium speaks its own protocol (CDP) over two pipes; nothing has to be installed besides the browser.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any, Protocol

from tests.dice.browser import browser

PATIENCE = 60  # seconds until a browser that does not answer is given up
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
    "--no-first-run", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
)  # fmt: skip
LOADED = "document.getElementById('board').complete && document.getElementById('board').naturalWidth > 0"
CODES = {
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "Enter": 13,
    "Escape": 27,
    "Tab": 9,
}


class Addressed(Protocol):
    """What a browser can open: a path, or a page that a test serves."""

    def as_uri(self) -> str:
        """Its address."""
        ...


class Browser:
    """A running Chromium; `with Browser() as chromium:` ends it again."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp()
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        # The browser reads from 3 and writes to 4; ours are moved away from there first.
        high_in, high_out = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in (theirs_in, theirs_out))

        def hand_over() -> None:
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self._process = subprocess.Popen(
            [browser(), *OPTIONS, f"--user-data-dir={self._folder}/profile"], preexec_fn=hand_over, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for fd in (theirs_in, theirs_out, high_in, high_out):
            os.close(fd)
        self._numbers = itertools.count(1)
        self._answers: dict[int, Queue[dict[str, Any]]] = {}
        self.events: dict[str, list[tuple[str, dict[str, Any]]]] = {}  # by session
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(AssertionError, OSError):
            self.ask("Browser.close")
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        os.close(self._to)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _listen(self) -> None:
        rest = b""
        while data := os.read(self._from, 1 << 16):
            *whole, rest = (rest + data).split(b"\0")
            for message in map(json.loads, whole):
                if "id" in message:
                    self._answers[message["id"]].put(message)
                else:
                    self.events.setdefault(message.get("sessionId", ""), []).append(
                        (message["method"], message["params"])
                    )
        os.close(self._from)

    def ask(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """A command and its answer."""
        number, answer = next(self._numbers), Queue[dict[str, Any]]()
        self._answers[number] = answer
        self._send({"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})})
        try:
            found = answer.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"the browser does not answer to {method}") from None
        assert "error" not in found, f"{method}: {found['error']}"
        result: dict[str, Any] = found["result"]
        return result

    def _send(self, message: dict[str, Any]) -> None:
        os.write(self._to, json.dumps(message).encode() + b"\0")

    def wait_for(self, is_so: Callable[[], Any], words: str = "") -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, f"this never came true: {words}"
            time.sleep(0.02)

    def open(
        self,
        page: Addressed,
        width: int = 1280,
        height: int = 800,
        *,
        dark: bool = False,
        touch: bool = False,
        at: str = "",
    ) -> Tab:
        """A page of this machine in a tab of its own."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session, target)
        for room in ("Page", "Runtime", "Network", "Log"):
            tab.ask(f"{room}.enable")
        tab.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        tab.ask("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        tab.ask("Emulation.setEmulatedMedia", features=[scheme, {"name": "prefers-reduced-motion", "value": "reduce"}])
        tab.ask("Page.navigate", url=page.as_uri() + at)
        tab.wait("document.readyState === 'complete'")
        return tab


class Tab:
    """One page."""

    def __init__(self, chromium: Browser, session: str, target: str) -> None:
        self._browser, self._session, self._target = chromium, session, target

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A command to this tab."""
        return self._browser.ask(method, self._session, **params)

    def close(self) -> None:
        """Close the tab."""
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def eval(self, script: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true."""
        self._browser.wait_for(lambda: self.eval(condition), condition)

    def text(self, selector: str) -> str:
        """The words that an element shows."""
        return str(self.eval(f"document.querySelector({json.dumps(selector)}).innerText"))

    def spot(self, selector: str) -> tuple[float, float]:
        """The middle of an element, after it was scrolled into sight."""
        box = self.eval(
            f"(e => {{ e.scrollIntoView({{block: 'nearest'}}); const b = e.getBoundingClientRect();"
            f" return [b.x + b.width / 2, b.y + b.height / 2]; }})(document.querySelector({json.dumps(selector)}))"
        )
        return box[0], box[1]

    # -- keys -------------------------------------------------------------------------------------------------

    def key(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        text = key if len(key) == 1 else "\r" if key == "Enter" else ""
        code = CODES.get(key, 0)
        about = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **about)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, words: str) -> None:
        """Type words where the focus is."""
        for letter in words:
            self.key(letter)

    # -- mouse and fingers ------------------------------------------------------------------------------------

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        self.drag(self.spot(selector), (0, 0))

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        """Press the mouse, move it, let it go."""
        (x, y), (dx, dy) = start, by
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, **held)
        if dx or dy:
            self._mouse("mouseMoved", x + dx / 2, y + dy / 2, **held)
            self._mouse("mouseMoved", x + dx, y + dy, **held)
        self._mouse("mouseReleased", x + dx, y + dy, button="left", clickCount=1)

    def wheel(self, selector: str, notches: int) -> None:
        """Turn the wheel over an element; a positive number is away from the person."""
        x, y = self.spot(selector)
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=-100 * notches)

    def touch(self, *ways: list[tuple[float, float]]) -> None:
        """Put fingers down, move each along its way, lift them."""
        for number, points in enumerate(zip(*ways, strict=True)):
            found = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            self.ask("Input.dispatchTouchEvent", type="touchMove" if number else "touchStart", touchPoints=found)
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    # -- what happened ----------------------------------------------------------------------------------------

    def _events(self, method: str) -> list[dict[str, Any]]:
        return [params for name, params in list(self._browser.events.get(self._session, ())) if name == method]

    def addresses(self) -> list[str]:
        """Everything that the page asked for."""
        return [event["request"]["url"] for event in self._events("Network.requestWillBeSent")]

    def complaints(self) -> list[str]:
        """Errors and warnings on the console, and scripts that failed."""
        found = [
            json.dumps(event["args"])
            for event in self._events("Runtime.consoleAPICalled")
            if event["type"] in ("error", "warning")
        ]
        found += [json.dumps(event["exceptionDetails"]) for event in self._events("Runtime.exceptionThrown")]
        found += [
            event["entry"]["text"]
            for event in self._events("Log.entryAdded")
            if event["entry"]["level"] in ("error", "warning")
        ]
        return found

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """A picture of the page, for looking at it."""
        found = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def printed(self) -> bytes:
        """The page as it would be printed."""
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])


def verified(tab: Tab, button: str) -> tuple[str, list[str]]:
    """What the page of an archive says of its dice after a click: the verdict, and what is wrong."""
    tab.click(button)
    tab.wait("(words => words && !words.endsWith('...'))(document.getElementById('verdict').textContent)")
    return tab.text("#verdict"), tab.eval("Array.from(document.querySelectorAll('#faults li'), li => li.textContent)")
