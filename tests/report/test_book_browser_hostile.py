"""Nothing that somebody typed acts in the pages of the book, and commentary is kept: in a real browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.report.bookpages import series_book
from tests.report.booksamples import book, hostile, save
from tests.report.driving import Browser, verified

pytestmark = pytest.mark.needs("chromium")

# -- hostile words --------------------------------------------------------------------------------------------

SCRIPTS = (
    "</script><script>window.caught = 1</script>",
    '"><img src=x onerror="window.caught = 1">',
    "<!--<script>window.caught = 1</script>",
    "'onmouseover='window.caught=1",
    "</title></style><svg onload=window.caught=1>",
    "javascript:window.caught=1",
)


@pytest.mark.parametrize("words", SCRIPTS)
def test_no_script_of_a_player_runs(chromium: Browser, tmp_path: Path, words: str) -> None:
    found = chromium.open(save(hostile(words), tmp_path))
    for name in ("steps", "charts", "more", "dice"):
        found.click(f"#tabs [data-panel={name}]")
    verified(found, "#all")
    found.click("#find")
    found.type("window")
    found.key("Enter")
    assert found.eval("typeof window.caught") == "undefined"
    assert found.text("h1") == words
    assert [one for one in found.complaints() if "ERR_FILE_NOT_FOUND" not in one] == []
    assert [address for address in found.addresses() if not address.startswith("file:")] == []
    found.close()


def test_even_a_script_in_the_page_itself_does_not_run(chromium: Browser, tmp_path: Path) -> None:
    """The policy names our scripts by their hashes."""
    page = save(book(), tmp_path)
    forged = "<script>window.caught = 1</script><h1 onclick='window.caught = 1'>"
    page.write_text(page.read_text(encoding="utf-8").replace("<h1>", forged), encoding="utf-8")
    found = chromium.open(page)
    found.click("h1")
    assert found.eval("typeof window.caught") == "undefined"
    assert any("Content Security Policy" in one for one in found.complaints())
    found.close()


# -- the series book ------------------------------------------------------------------------------------------


def test_commentary_is_written_and_saved(chromium: Browser, tmp_path: Path) -> None:
    page = save(book(), tmp_path).with_name("book.html")
    page.write_text(series_book(book(), "html"), encoding="utf-8")
    chromium.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "saved"))
    series = chromium.open(page)
    series.click("#t2\\/cp-combat .lines")
    series.type("A <b>bold</b> stroke.")
    series.click("#save")
    saved = tmp_path / "saved" / "Isonzo-2026 series replay.html"
    chromium.wait_for(saved.exists)
    series.close()
    again = chromium.open(saved)
    assert again.text("#t2\\/cp-combat .lines") == "A <b>bold</b> stroke."
    assert again.eval("document.querySelectorAll('.lines').length") == 3 * (4 + 2)
    assert [one for one in again.complaints() if "ERR_FILE_NOT_FOUND" not in one] == []
    again.close()


def test_an_empty_book_opens(chromium: Browser, tmp_path: Path) -> None:
    found = chromium.open(save(replace(book(), steps=()), tmp_path))
    assert "No step has been played yet." in found.text("#report")
    found.key("End")
    assert found.complaints() == []
    found.close()
