"""The order page with the rules of this machine behind it: the same face and the same engine, without Pyodide.

So that what a player sees and does can be tested in seconds; that the rules in the browser give the same answers is
shown elsewhere.
"""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from pbem.page import face
from pbem.page.engine import Engine
from pbem.page.grounds import Ground

CALL = """
async function call(name, given) {
  const sent = { method: "POST", body: JSON.stringify([name, given]) };
  const answer = await fetch("/ask", sent).then(found => found.json());
  if ("ok" in answer) return answer.ok;
  throw Object.assign(new Error(answer.refused || answer.fault), answer.problems ? { problems: answer.problems } : {});
}
async function part(name) { return new TextEncoder().encode(document.getElementById(name).textContent); }
"""


class Served:
    """`with Served(leaf) as page:` serves the page with this position at `page.as_uri()`."""

    def __init__(self, leaf: bytes, ground: Ground | None = None) -> None:
        engine, lock, page = Engine(), threading.Lock(), _page(leaf, ground).encode()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._give(page if self.path == "/" else b"", "text/html; charset=utf-8")

            def do_POST(self) -> None:
                name, given = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with lock:
                    self._give(engine.answer(name, json.dumps(given)).encode(), "application/json")

            def _give(self, data: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing: the test says what it saw."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def as_uri(self) -> str:
        """The address, as a path has one."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Served:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _page(leaf: bytes, ground: Ground | None) -> str:
    position = json.dumps(base64.b64encode(leaf).decode())
    begin = f'Main.begin(); Link.ask("open", {{ leaf: {position} }}).then(Main.opened);'
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Order page</title>
<style>{face.style()}</style></head><body>{face.body()}
<script type="application/json" id="grounds">{json.dumps({ground.game: ["ground"]} if ground else {})}</script>
<script type="application/json" id="ground">{json.dumps(ground.data if ground else {})}</script>
<script>{CALL}{face.scripts()}{begin}</script></body></html>"""
