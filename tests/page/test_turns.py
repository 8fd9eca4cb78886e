"""A turn of every game, clicked together in the page as players have it: a file, no network, the rules in Pyodide.

The page is opened once for all games, as a player does who gets one position after the other.
`python -m tests.page.test_turns` clicks more turns.
"""

from __future__ import annotations

import base64
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.page.document import LARGEST, document
from pbem.page.grounds import all_grounds
from pbem.page.pyodide import pyodide_files
from tests.page.clicking import checked, give_all
from tests.page.conftest import turn_of
from tests.programs import PROGRAMS
from tests.report.driving import Browser, Tab
from tests.report.firefox import Firefox

TURNS = (
    ("gwe", "02-central-powers-turn-1.txt", "CP", 5),
    ("caporetto", "07-central-powers-turn-2.txt", "CP", 2),
    ("durchbruch", "06-austro-germans-surprise.txt", "AG", 5),
    ("italia18", "07-central-powers-turn-1-sequence-2.txt", "CP", 3),
    ("strafexpedition", "08-austria-hungary-day-2.txt", "AH", 1),
)
MORE = (
    ("gwe", "05-allies-turn-1.txt", "AL", 5),
    ("caporetto", "06-allies-turn-1.txt", "AL", 9),
    ("durchbruch", "08-italians-turn-1.txt", "IT", 9),
    ("italia18", "06-entente-turn-1-sequence-1.txt", "EN", 2),
    ("strafexpedition", "07-italy-day-2.txt", "IT", 1),
)
BROWSERS = {"chromium": Browser, "firefox": Firefox}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`pbem page --desk`."""
    data = document(pyodide_files(PROGRAMS["pyodide"].path()), grounds=all_grounds())
    assert len(data) < LARGEST
    path = tmp_path_factory.mktemp("page") / "pbem-desk.html"
    path.write_bytes(data)
    return path


@pytest.mark.long
@pytest.mark.needs("pyodide")
@pytest.mark.parametrize("browser", [pytest.param(name, marks=pytest.mark.needs(name)) for name in BROWSERS])
def test_a_turn_of_every_game_is_clicked_together(browser: str, desk: Path, tmp_path: Path) -> None:
    with open_page(browser, desk) as tab:
        for turn in TURNS:
            click_turn(tab, *turn, tmp_path)
        asked = [address for address in tab.addresses() if not address.startswith("data:")]
        assert [address for address in asked if address != desk.as_uri()] == []
        assert tab.complaints() == []


@contextlib.contextmanager
def open_page(browser: str, desk: Path) -> Iterator[Tab]:
    """The page as a file, once its rules have started."""
    with BROWSERS[browser]() as running:
        tab = running.open(desk)
        for _ in range(5):  # a busy machine may take longer than one look is patient
            with contextlib.suppress(AssertionError):
                tab.wait("document.getElementById('state').textContent.startsWith('Drop the file')")
                break
        yield tab


def click_turn(tab: Tab, game: str, file: str, who: str, moves: int, folder: Path) -> None:
    """The turn from its position; at least so many moves are clicked on the board."""
    turn = turn_of(game, file, who, folder)
    data = base64.b64encode(turn.leaf).decode()
    tab.eval(f"document.body.dataset.ready = 'no'; Link.ask('open', {{ leaf: '{data}' }}).then(Main.opened); 1")
    tab.wait("document.body.dataset.ready === 'yes'")
    assert tab.eval("Desk.state.about.game") == game
    assert tab.eval("document.querySelectorAll('.ground image').length") == 1, "the page has the printed map"
    assert give_all(tab, turn) >= moves
    assert "Legal" in checked(tab), tab.text("#problems")
    assert tab.eval("Checking.last().canonical") == turn.canonical
    assert tab.eval("document.getElementById('digest').dataset.digest") == turn.digest


def main() -> None:
    """Both lists in both browsers."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "desk.html").write_bytes(document(pyodide_files(PROGRAMS["pyodide"].path()), grounds=all_grounds()))
        for browser in BROWSERS:
            with open_page(browser, folder / "desk.html") as tab:
                for turn in (*TURNS, *MORE):
                    click_turn(tab, *turn, Path(tempfile.mkdtemp(dir=folder)))
                    sys.stdout.write(f"{browser}: {turn[0]}/{turn[1]} has its digest\n")


if __name__ == "__main__":
    main()
