"""Firefox, driven as a person drives it, over WebDriver BiDi; nothing has to be installed besides the browser."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import Any

from tests.programs import PROGRAMS
from tests.report.driving import PATIENCE, Addressed, Browser, Tab
from tests.report.websocket import WebSocket

# No network but this machine's: whatever asks for another address goes to a port where nobody listens.
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "security.fileuri.strict_origin_policy": True,
}
EVENTS = ("log.entryAdded", "network.beforeRequestSent")
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
        "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}  # fmt: skip


class Firefox(Browser):
    """A running Firefox; `with Firefox() as fox:` ends it again."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp()
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items()]
        Path(self._folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [PROGRAMS["firefox"].path(), "--headless", "--no-remote", "--profile", self._folder]
        self._process = subprocess.Popen(
            [*words, "--remote-debugging-port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        self._line = WebSocket(self._port(), "/session")
        self._numbers = itertools.count(1)
        self._answers: dict[int, Queue[dict[str, Any]]] = {}
        self.events: dict[str, list[tuple[str, dict[str, Any]]]] = {}  # by tab
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=list(EVENTS))

    def _port(self) -> int:
        assert self._process.stderr is not None
        for row in self._process.stderr:
            if found := re.search(rb"BiDi listening on ws://127\.0\.0\.1:(\d+)", row):
                self._rest = threading.Thread(target=self._process.stderr.read, daemon=True)
                self._rest.start()  # so that what it goes on to say never blocks it
                return int(found[1])
        raise AssertionError("Firefox ended before it listened")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(AssertionError, OSError):
            self.ask("browser.close")
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._line.close()
        self._rest.join(PATIENCE)
        if self._process.stderr:
            self._process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while text := self._line.receive():
                message = json.loads(text)
                if message.get("id") is not None:
                    self._answers[message["id"]].put({"result": {}, **message})
                else:
                    params = message["params"]
                    context = params.get("context") or params.get("source", {}).get("context", "")
                    self.events.setdefault(context, []).append((message["method"], params))

    def _send(self, message: dict[str, Any]) -> None:
        self._line.send(json.dumps(message))

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
        """A page of this machine in a tab of its own; Firefox shows it by day, to the mouse."""
        assert not dark, "ask Chromium for this"
        assert not touch, "ask Chromium for this"
        context = self.ask("browsingContext.create", type="tab")["context"]
        self.ask("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        self.ask("browsingContext.navigate", context=context, url=page.as_uri() + at, wait="complete")
        return FoxTab(self, context, context)


class FoxTab(Tab):
    """One page in Firefox."""

    def close(self) -> None:
        """Close the tab."""
        self._browser.ask("browsingContext.close", context=self._target)

    def eval(self, script: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        found = self._browser.ask(
            "script.evaluate", expression=script, target={"context": self._target}, awaitPromise=True
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return _plain(found["result"])

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        about = {"parameters": {"pointerType": "mouse"}} if kind == "pointer" else {}
        source = {"type": kind, "id": kind, "actions": actions, **about}
        self._browser.ask("input.performActions", context=self._target, actions=[source])

    def key(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        each = [*(["\ue008"] if shift else []), KEYS.get(key, key)]
        down, up = (
            [{"type": "keyDown", "value": one} for one in each],
            [{"type": "keyUp", "value": one} for one in each],
        )
        self._act("key", [*down, *up])

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        """Press the mouse, move it, let it go."""
        (x, y), (dx, dy) = start, by
        moved = [{"type": "pointerMove", "x": round(x + dx * k / 2), "y": round(y + dy * k / 2)} for k in (0, 1, 2)]
        rest = moved[1:] if dx or dy else []
        self._act(
            "pointer", [moved[0], {"type": "pointerDown", "button": 0}, *rest, {"type": "pointerUp", "button": 0}]
        )

    def addresses(self) -> list[str]:
        """Everything that the page asked for."""
        return [event["request"]["url"] for event in self._events("network.beforeRequestSent")]

    def complaints(self) -> list[str]:
        """Errors and warnings on the console, and scripts that failed."""
        found = self._events("log.entryAdded")
        return [str(event["text"]) for event in found if event["level"] in ("error", "warn")]

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """A picture of the page, for looking at it."""
        origin = "document" if whole else "viewport"
        found = self._browser.ask("browsingContext.captureScreenshot", context=self._target, origin=origin)
        path.write_bytes(base64.b64decode(found["data"]))


def _plain(value: dict[str, Any]) -> Any:
    """A value of the page as ours."""
    inside = value.get("value")
    if value["type"] in ("array", "htmlcollection", "nodelist"):
        return [_plain(one) for one in inside or ()]
    if value["type"] == "object":
        return {key: _plain(one) for key, one in inside or ()}
    return inside
