"""A real archive in a real browser: every board is there, every link leads somewhere, the dice are proven."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.desk.archives import played_store, written
from tests.report.driving import Browser, verified

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a tiny campaign with a step that was taken back."""
    folder = tmp_path_factory.mktemp("real")
    return written(played_store(folder), folder / "archive")


def test_every_step_has_its_board(chromium: Browser, archive: Path) -> None:
    tab = chromium.open(archive / "index.html")
    count = int(tab.eval("document.getElementById('slider').max"))
    assert count == 8
    words = set()
    for number in range(1, count + 1):
        tab.wait("document.getElementById('board').width !== 300")
        words.add(tab.eval("document.getElementById('board').getAttribute('aria-label')"))
        assert f"({number} of {count})" in tab.text("#where")
        tab.key("ArrowRight")
    assert len(words) > 4
    assert tab.complaints() == []
    assert [address for address in tab.addresses() if not address.startswith("file:")] == []
    tab.close()


@pytest.mark.parametrize("page", ["index.html", "book.html"])
def test_every_link_leads_to_a_file_or_a_step(archive: Path, page: str) -> None:
    text = (archive / page).read_text(encoding="utf-8")
    addresses = set(re.findall(r'(?:src|href)="([^"]+)"', text))
    assert len(addresses) >= 10
    for address in addresses:
        name = unquote(address)
        assert f'id="{name[1:]}"' in text if name.startswith("#") else (archive / name).is_file(), address


def test_the_dice_of_a_real_campaign_follow_from_its_posts(chromium: Browser, archive: Path) -> None:
    tab = chromium.open(archive / "index.html")
    tab.click("#tabs [data-panel=dice]")
    verdict, faults = verified(tab, "#all")
    assert faults == []
    assert re.fullmatch(r"The whole campaign, \d+ rolls: Consistent, not proven: .*", verdict)
    tab.close()


def test_a_die_that_was_changed_in_a_real_page_is_found(chromium: Browser, archive: Path, tmp_path: Path) -> None:
    text = (archive / "index.html").read_text(encoding="utf-8")
    start = text.index('id="data">')
    found = re.compile(r"(roll 1 ; epoch \d+ ; [^!]*?1d6\s*(?:\\n)?\s*;\s*(?:\\n)?\s*)(\d)").search(text, start)
    assert found
    page = tmp_path / "index.html"
    forged = found[1] + str(int(found[2]) % 6 + 1)
    page.write_text(text[: found.start()] + forged + text[found.end() :], encoding="utf-8")
    tab = chromium.open(page)
    tab.click("#tabs [data-panel=dice]")
    verdict, faults = verified(tab, "#all")
    assert verdict.endswith("Not good.")
    assert ": roll 1 ; epoch " in faults[0]
    tab.close()
