"""The order page of a player who is asked: his answer, layers over the board, and the text on its way out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.page.conftest import Turn, turn_of
from tests.page.served import Served
from tests.report.driving import Browser, Tab

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> Turn:
    """The Allies, asked about a combat of the Central Powers."""
    return turn_of("gwe", "03-allies-answer.txt", "AL", tmp_path_factory.mktemp("asked"))


@pytest.fixture(scope="module")
def tab(chromium: Browser, turn: Turn) -> Iterator[Tab]:
    """One page for all that is done here."""
    with Served(turn.leaf) as page:
        opened = chromium.open(page)
        opened.wait("document.body.dataset.ready === 'yes'")
        opened.eval("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        yield opened
        assert opened.complaints() == []
        opened.eval("localStorage.clear()")
        opened.close()


def orders(tab: Tab) -> str:
    return str(tab.eval("document.getElementById('orders').value"))


def answer(tab: Tab, option: str) -> None:
    """Tick an option, and write it."""
    tab.click(f"#questions input[value='{option}']")
    tab.click("#questions fieldset button")
    tab.wait("document.body.dataset.checked === 'yes'")


def test_an_option_that_is_ticked_is_the_answer_in_the_text(tab: Tab, turn: Turn) -> None:
    assert tab.eval("document.getElementById('asked').hidden") is False
    assert tab.text("#questions legend").startswith("Q1: ")
    tab.wait("document.body.dataset.checked === 'yes'")
    assert "Legal" in tab.text("#verdict")  # the answer by default is in the text
    for option in ("2", "1"):
        answer(tab, option)
        assert [row for row in orders(tab).splitlines() if row.startswith("answer")] == [f"answer Q1: {option}"]
        assert "Legal" in tab.text("#verdict")
    tab.click("#clear")
    answer(tab, "1")
    assert "Legal" in tab.text("#verdict"), tab.text("#problems")
    assert tab.eval("document.getElementById('digest').dataset.digest") == turn.digest


def test_what_cannot_be_tried_yet_says_why(tab: Tab) -> None:
    """The combat is the other side's."""
    tab.click("#try")
    tab.wait("document.querySelectorAll('#tried .wrong').length === 1")
    assert "you can try these orders once their step comes up" in tab.text("#tried")


def test_a_layer_comes_and_goes_with_its_legend(tab: Tab) -> None:
    count = tab.eval("document.querySelectorAll('#layers input').length")
    assert count > 2
    for number in range(1, count + 1):
        box = f"#layers label:nth-child({number}) input"
        tab.click(box)
        tab.wait("Stage.part.laid.childElementCount > 0 && document.querySelectorAll('#legend li').length > 0")
        tab.click(box)
        tab.wait("Stage.part.laid.childElementCount === 0 && document.querySelectorAll('#legend li').length === 0")


def test_the_saved_file_and_the_mail_link_hold_the_text(chromium: Browser, tab: Tab, tmp_path: Path) -> None:
    answer(tab, "1")
    link = urlsplit(tab.eval("document.getElementById('mail').href"))
    found = parse_qs(link.query)
    assert (link.scheme, link.path, found["body"]) == ("mailto", "", [orders(tab)])
    assert found["subject"] == [tab.eval("Desk.state.about.subject")]
    chromium.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    tab.click("#save")
    saved = tmp_path / "caporetto-1917-t1-AL-orders.txt"
    chromium.wait_for(lambda: saved.exists() and saved.stat().st_size, str(saved))
    assert saved.read_text(encoding="utf-8") == orders(tab)
    assert tab.text("#out-said") == f"Saved as {saved.name}."


def test_a_text_too_long_for_a_link_is_to_be_saved(tab: Tab) -> None:
    words = json.dumps("We shall hold. " * 130)
    tab.eval(f"Orders.write({words}, 'press')")
    tab.wait("document.body.dataset.checked === 'yes'")
    assert "body" not in parse_qs(urlsplit(tab.eval("document.getElementById('mail').href")).query)
    assert "save the file and attach it" in tab.text("#out-said")
    tab.click("#undo")
