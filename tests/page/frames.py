"""How soon a click on a counter shows its reach in a real browser, and how long a frame lasts there."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.page.clicking import click_hex
from tests.report.driving import Browser, Tab

# From the event of the click until the frame in which its goals stand has been drawn.
LISTEN = """
window.took = [];
addEventListener("click", event => {
  const began = event.timeStamp;
  requestAnimationFrame(() => requestAnimationFrame(now => {
    if (document.querySelectorAll(".goal").length) window.took.push(now - began);
  }));
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


def frames(page: Path, clicks: int = 15) -> Frames:
    """Measured once the page has all reaches ahead."""
    with Browser() as chromium:
        tab = chromium.open(page)
        for _ in range(200):
            if tab.eval("document.body.dataset.ahead === 'yes' || new Promise(done => setTimeout(done, 500, false))"):
                break
        return Frames(_click(tab, clicks), _frame(tab))


def _frame(tab: Tab) -> float:
    seen = tab.eval(FRAME)
    return float(median(after - before for before, after in pairwise(seen)))


def _click(tab: Tab, clicks: int) -> float:
    own = "stack => stack.units.length === 1 && Desk.mine(stack.units[0])"
    hexes = tab.eval(f"Desk.state.position.stacks.filter({own}).map(stack => stack.hex)")
    tab.eval(LISTEN)
    for hex_id in hexes[:clicks]:
        tab.eval("Desk.leave()")
        click_hex(tab, hex_id)
        tab.eval("new Promise(done => setTimeout(done, 150))")
    took = tab.eval("window.took")
    assert len(took) > clicks // 2, "most units can go somewhere"
    return float(median(took))
