"""The pictures of docs/order-page.md: `python -m tools.pictures.order_page`, with Chromium, from recorded turns."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from pbem.desk.leaf.leaf import unpacked
from pbem.desk.leaf.reading import LeafStore
from pbem.page.grounds import ground_in
from tests.page.clicking import checked, choose, click_hex
from tests.page.conftest import turn_of
from tests.page.served import Served
from tests.report.driving import Browser, Tab

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
QUALITY = 60  # of WebP


def main() -> None:
    """A unit chosen behind orders, an attack with its odds, markers of another game, and a phone in the dark."""
    with tempfile.TemporaryDirectory() as place, Browser() as chromium:
        folder = Path(place)
        gwe = ("gwe", "02-central-powers-turn-1.txt", "CP")
        straf = ("strafexpedition", "08-austria-hungary-day-2.txt", "AH")
        taken(chromium, folder, gwe, "order-page", 1280, _chosen)
        taken(chromium, folder, gwe, "order-page-attack", 1280, _attacked)
        taken(chromium, folder, straf, "order-page-markers", 1280, _in_words)
        taken(chromium, folder, gwe, "order-page-phone", 390, _chosen, dark=True)


def taken(
    chromium: Browser, folder: Path, turn: tuple[str, str, str], name: str, width: int, act: Callable[[Tab], None],
    *, dark: bool = False,
) -> None:  # fmt: skip
    """One picture: the turn is opened, something is done, and what the page shows is kept small."""
    leaf = turn_of(*turn, folder).leaf
    with Served(leaf, ground_in(LeafStore(unpacked(leaf)), "")[0]) as page:
        tab = chromium.open(page, width, 800 if width > 400 else 844, dark=dark)
        tab.eval("localStorage.clear()")
        tab.wait("document.body.dataset.ready === 'yes'")
        act(tab)
        tab.picture(folder / "shot.png")
        tab.close()
    picture = Image.open(io.BytesIO((folder / "shot.png").read_bytes())).convert("RGB")
    picture.save(FOLDER / f"{name}.webp", "WEBP", quality=QUALITY, method=6)


def _chosen(tab: Tab) -> None:
    for unit, goal in (("GE-5", "1903"), ("GE-8KJ", "1403")):
        choose(tab, [unit])
        click_hex(tab, goal)
        checked(tab)
    choose(tab, ["GE-117"])
    tab.eval("Reach.hover('1502')")
    tab.eval("document.getElementById('side').scrollTo(0, 0)")


def _attacked(tab: Tab) -> None:
    tab.eval("Attack.open('1904', ['AH-1', 'AH-50'])")
    tab.wait("document.querySelectorAll('#odds table').length === 2")
    tab.eval("document.getElementById('attack').scrollIntoView()")


def _in_words(tab: Tab) -> None:
    hexes = "Desk.state.position.stacks.filter(one => one.units.some(unit => unit.side !== Desk.state.about.side))"
    click_hex(tab, str(tab.eval(f"{hexes}.find(one => Markers.said(Desk.state.position, one.hex).length).hex")))
    tab.eval("Desk.tell(Stage.here())")
    tab.wait("document.getElementById('told').textContent.length > 0")
    tab.eval("document.getElementById('told-box').scrollIntoView()")


if __name__ == "__main__":
    main()
