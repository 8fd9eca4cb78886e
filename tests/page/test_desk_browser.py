"""The order page in a real browser: a click writes a line, a line shows on the board, the verdict stands beside it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.clicking import checked, choose, click_hex, orders
from tests.page.conftest import turn_of
from tests.page.served import Served
from tests.programs import PROGRAMS
from tests.report.driving import Browser, Tab

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The Central Powers before their first turn."""
    turn = turn_of("gwe", "02-central-powers-turn-1.txt", "CP", tmp_path_factory.mktemp("desk"))
    with Served(turn.leaf) as page:
        yield page


@pytest.fixture
def tab(chromium: Browser, served: Served) -> Iterator[Tab]:
    """The page, open and empty; nothing is complained of."""
    opened = chromium.open(served)
    opened.eval("localStorage.clear()")
    opened.wait("document.body.dataset.ready === 'yes'")
    yield opened
    assert opened.complaints() == []
    opened.close()


def test_a_click_shows_reach_and_another_writes_the_order(tab: Tab) -> None:
    choose(tab, ["GE-5"])
    assert tab.eval("document.querySelector('.cost').textContent").isdigit()
    tab.eval("Reach.hover('1903')")
    assert "cost" in tab.text("#reason")
    assert tab.eval("document.querySelectorAll('.way').length") == 1
    click_hex(tab, "1903")
    tab.wait("document.getElementById('orders').value.includes('move GE-5 1903')")
    assert "Legal" in checked(tab)
    assert tab.eval("document.querySelectorAll('.arrows .shaft').length") == 1


def test_a_line_by_hand_shows_on_the_board_and_can_be_undone(tab: Tab) -> None:
    before = orders(tab)
    text = json.dumps(before.replace("=== end", "move GE-5 1903\n=== end"))
    tab.eval(f"document.getElementById('orders').value = {text}")
    tab.eval("document.getElementById('orders').dispatchEvent(new Event('input'))")
    tab.wait("document.querySelectorAll('.arrows .shaft').length === 1")
    assert tab.eval("document.querySelector('#list button').textContent") == "move GE-5 1903"
    tab.click("#undo")
    tab.wait("document.querySelectorAll('.arrows .shaft').length === 0")
    assert orders(tab) == before


def test_a_closed_hex_says_why_with_its_rule(tab: Tab) -> None:
    choose(tab, ["GE-5"])
    tab.eval("Reach.closed('1904')")
    tab.wait("document.getElementById('reason').textContent.startsWith('Closed')")
    assert "holds the enemy" in tab.text("#reason")
    assert "[5.13]" in tab.text("#reason")


def test_problems_stand_at_their_lines(tab: Tab) -> None:
    tab.eval("Orders.clear(); Orders.write('move GE-5 9999', 'movement')")
    assert "Refused: 1 problem" in checked(tab)
    assert "the map has no hex 9999" in tab.text("#problems")
    assert tab.eval("document.querySelectorAll('#gutter .bad').length") == 1
    tab.click("#problems button")
    found = "(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.getElementById('orders'))"
    assert tab.eval(found) == "9999"


def test_odds_with_every_modifier_before_the_attack_is_written(tab: Tab) -> None:
    tab.eval("Attack.open('1904', ['AH-1', 'AH-50'])")
    tab.wait("document.querySelectorAll('#odds table').length === 2")
    assert "Odds" in tab.text("#odds")
    assert "[8.0]" in tab.text("#odds")
    tab.click("#results button")
    tab.type("advance AH-1")
    tab.click("#write-attack")
    assert "combat:\nattack 1904 with AH-1, AH-50\n  on " in orders(tab)


def test_a_try_plays_the_orders_and_shows_the_board_after_them(tab: Tab) -> None:
    tab.eval("Orders.clear(); Orders.write('move GE-5 1903', 'movement'); Orders.write('done', 'combat')")
    assert "Legal" in checked(tab)
    tab.eval("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    tab.click("#try")
    tab.wait("document.querySelectorAll('#tried section h3').length > 0")
    assert "GE-5" in tab.text("#tried li")
    assert "1903" in tab.text("#tried li")
    assert tab.eval("document.querySelectorAll('#tried .wrong').length") == 0
    assert tab.eval("document.getElementById('ahead').checked") is True
    there = "Desk.state.after.stacks.find(stack => stack.units.some(unit => unit.id === 'GE-5')).hex"
    assert tab.eval(there) == "1903"
    tab.eval("document.getElementById('dice').value = 'seven'")
    tab.click("#try")
    tab.wait("document.getElementById('tried').textContent.includes('seven')")


def test_a_draft_is_there_when_the_page_is_opened_again(chromium: Browser, served: Served) -> None:
    for wanted in (False, True):
        opened = chromium.open(served)
        opened.wait("document.body.dataset.ready === 'yes'")
        assert ("hold GE-12" in orders(opened)) is wanted
        opened.eval("Orders.write('hold GE-12', 'movement')" if not wanted else "localStorage.clear()")
        opened.close()


def test_the_board_by_keyboard_and_in_words(tab: Tab) -> None:
    tab.eval("Stage.go('1802', false); document.getElementById('view').focus()")
    tab.key("ArrowLeft")
    said = tab.eval("document.getElementById('said').textContent")
    assert said.startswith("1803")
    tab.key("ArrowRight")
    tab.key("Enter")
    tab.wait("Reach.chosen().length === 1 || document.querySelectorAll('#stack li').length > 1")
    tab.key("t")
    tab.wait("document.getElementById('told').textContent.includes(\"o'clock\")")
    tab.key("Escape")


def test_every_verb_has_a_form_that_writes_its_line(tab: Tab) -> None:
    count = tab.eval("document.querySelectorAll('#verb option').length") - 2
    assert count > 20
    tab.eval("Orders.clear()")
    for number in range(count):
        tab.eval(f"(box => {{ box.value = '{number}'; box.onchange(); }})(document.getElementById('verb'))")
        line = tab.eval("document.getElementById('form-line').value")
        tab.eval("document.getElementById('write-line').click()")
        assert line in orders(tab).split("\n")


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(chromium: Browser, served: Served, dark: bool) -> None:
    """With everything open that can be open: a stack, an attack, a form, all that is folded."""
    opened = chromium.open(served, dark=dark)
    opened.wait("document.body.dataset.ready === 'yes'")
    choose(opened, ["GE-5"])
    opened.eval("Attack.open('1904', ['AH-1'])")
    opened.wait("document.querySelectorAll('#odds table').length === 2")
    opened.eval("(box => { box.value = '0'; box.onchange(); })(document.getElementById('verb'))")
    opened.eval("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    opened.eval("Orders.write('move GE-5 9999', 'movement')")
    assert "Refused" in checked(opened)
    opened.eval(Path(PROGRAMS["axe-core"].path()).read_text(encoding="utf-8") + "; 1")
    found = opened.eval("axe.run().then(all => all.violations.map(one => [one.impact, one.id, one.nodes[0].html]))")
    assert [one for one in found if one[0] in ("serious", "critical")] == []
    opened.eval("localStorage.clear()")
    opened.close()


def test_another_position_leaves_nothing_chosen(tab: Tab, tmp_path: Path) -> None:
    """Even one of another game, while a hex of this one is open."""
    choose(tab, ["GE-5"])
    other = turn_of("caporetto", "07-central-powers-turn-2.txt", "CP", tmp_path)
    data = base64.b64encode(other.leaf).decode()
    tab.eval(f"Link.ask('open', {{ leaf: '{data}' }}).then(Main.opened)")
    assert tab.eval("Desk.state.about.title").startswith("Caporetto")
    assert tab.eval("[Reach.chosen().length, document.querySelectorAll('#stack li, .goal, .picked').length]") == [0, 0]
    tab.eval("localStorage.clear()")


def test_a_unit_off_the_map_is_brought_on_by_its_form(tab: Tab) -> None:
    off = tab.eval("Array.from(document.querySelectorAll('#off-units [data-unit]'), one => one.dataset.unit)")
    assert off, "reinforcements wait"
    tab.eval("document.getElementById('off').open = true")
    tab.click(f"#off-units [data-unit='{off[0]}']")
    tab.wait("document.getElementById('reason').textContent.includes('waits off the map')")
    click_hex(tab, "1702")
    line = str(tab.eval("document.getElementById('form-line').value"))
    assert off[0] in line
    assert "1702" in line
    tab.click("#write-line")
    assert line in orders(tab)
    tab.eval("localStorage.clear()")
