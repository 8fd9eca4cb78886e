"""How soon a click on a counter shows its reach in a real browser, and how long a frame lasts there."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.page.clicking import click_hex
from tests.report.driving import Browser, Tab

# From the event of the click until the frame in which its goals stand has been painted: a message that is sent while a
# frame is made comes as soon as that is done.
LISTEN = """
window.took = [];
const channel = new MessageChannel(), asked = [];
channel.port1.onmessage = () => {
  const began = asked.shift();
  if (document.querySelectorAll(".goal").length) window.took.push(performance.now() - began);
};
addEventListener("click", event => {
  requestAnimationFrame(() => { asked.push(event.timeStamp); channel.port2.postMessage(0); });
}, true); 1
"""
FRAME = """
new Promise(done => {
  const seen = [];
  const next = now => { seen.push(now); if (seen.length < 41) requestAnimationFrame(next); else done(seen); };
  requestAnimationFrame(next);
})
"""


class Frames(NamedTuple):
    """Milliseconds: of a click until its reach is drawn, the middle of some; of a frame on the idle page."""

    click: float
    frame: float


def frames(page: Path, leaves: Mapping[str, bytes], clicks: int = 15) -> dict[str, Frames]:
    """For each position, measured on one page once it has all reaches ahead."""
    with Browser() as chromium:
        tab = chromium.open(page)
        patiently(tab, "document.getElementById('state').textContent.startsWith('Drop the file')")
        tab.eval(LISTEN)
        return {name: _of(tab, leaf, clicks) for name, leaf in leaves.items()}


def patiently(tab: Tab, condition: str) -> None:
    """Wait for what takes a while on a busy machine."""
    for _ in range(400):
        if tab.eval(f"({condition}) || new Promise(done => setTimeout(done, 500, false))"):
            return


def _of(tab: Tab, leaf: bytes, clicks: int) -> Frames:
    data = base64.b64encode(leaf).decode()
    tab.eval("document.body.dataset.ready = document.body.dataset.ahead = 'no'")
    tab.eval(f"Link.ask('open', {{ leaf: '{data}' }}).then(Main.opened); 1")
    patiently(tab, "document.body.dataset.ready === 'yes' && document.body.dataset.ahead === 'yes'")
    return Frames(_click(tab, clicks), _frame(tab))


def _frame(tab: Tab) -> float:
    seen = tab.eval(FRAME)
    return float(median(after - before for before, after in pairwise(seen)))


def _click(tab: Tab, clicks: int) -> float:
    own = "stack => stack.units.length === 1 && Desk.mine(stack.units[0])"
    hexes = tab.eval(f"Desk.state.position.stacks.filter({own}).map(stack => stack.hex)")
    tab.eval("window.took = []; 1")
    for hex_id in hexes[:: max(1, len(hexes) // clicks)][:clicks]:
        tab.eval("Desk.leave()")
        click_hex(tab, hex_id)
        tab.eval("new Promise(done => setTimeout(done, 150))")
    took = tab.eval("window.took")
    assert took, "some units can go somewhere"
    return float(median(took))
