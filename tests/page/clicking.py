"""Orders given as a player gives them: clicks on hexes and counters, the form of an attack, the form for any line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.page.conftest import Turn
from tests.report.driving import Tab


def click_hex(tab: Tab, hex_id: str) -> None:
    """A click of the mouse on a hex, wherever it is."""
    tab.eval(f"Stage.go('{hex_id}', false)")
    tab.click(f"[data-hex='{hex_id}']")


def orders(tab: Tab) -> str:
    """The text as it stands."""
    return str(tab.eval("document.getElementById('orders').value"))


def checked(tab: Tab) -> str:
    """The verdict on the text as it stands."""
    tab.wait("document.body.dataset.checked === 'yes'")
    return tab.text("#verdict")


def hex_of(tab: Tab, unit: str) -> str:
    """Where a unit stands, the empty text if it is on no hex."""
    found = f"Desk.state.position.stacks.find(stack => stack.units.some(unit => unit.id === '{unit}'))"
    return str(tab.eval(f"(stack => stack ? stack.hex : '')({found})"))


def choose(tab: Tab, units: list[str]) -> None:
    """A click on the hex where units stand, and one on each name in the stack that opens."""
    tab.eval("Desk.leave()")
    click_hex(tab, hex_of(tab, units[0]))
    for unit in units:
        if tab.eval(f"Reach.chosen().includes('{unit}')"):
            continue
        number = tab.eval(f"Array.from(document.querySelectorAll('#stack b'), b => b.textContent).indexOf('{unit}')")
        tab.click(f"#stack li:nth-child({number + 1}) button")
    assert tab.eval("Reach.chosen()") == units
    tab.wait("document.querySelectorAll('.goal').length > 0")


# -- a whole turn ---------------------------------------------------------------------------------------------


def lines_of(turn: Turn) -> Iterator[tuple[str, str]]:
    """The orders of a file with their sections, as they were understood."""
    section = ""
    for row in turn.canonical.splitlines():
        if row.startswith(" "):
            yield section, row.strip()
        elif row.endswith(":"):
            section = row.removesuffix(":")


def give_all(tab: Tab, turn: Turn) -> int:
    """The orders of a turn, one after the other; how many moves were clicked on the board."""
    tab.click("#clear")
    clicked = 0
    for section, line in lines_of(turn):
        if line.startswith("move ") and moved(tab, section, line):
            clicked += 1
        elif not attacked(tab, section, line):
            write(tab, section, line)
    return clicked


def moved(tab: Tab, section: str, line: str) -> bool:
    """A move by clicks on units and on the hex they go to; not one by another way than the board offers."""
    words = line.removeprefix("move ").replace(", ", ",").split()
    units, goal = words[0].split(","), words[-1]
    places = {hex_of(tab, unit) for unit in units}
    ways = offered(tab, section, units, goal) if "" not in places and len(places) == 1 else []
    if line not in ways:
        return False
    tab.eval(f"document.getElementById('under').value = {json.dumps(section)}")
    before = orders(tab)
    choose(tab, units)
    click_hex(tab, goal)
    tab.wait("Reach.chosen().length === 0 || Boolean(document.querySelector('#choice button'))")
    if tab.eval("Boolean(document.querySelector('#choice button'))"):
        tab.click(f"#choice button:nth-of-type({ways.index(line) + 1})")
        tab.eval("Desk.leave()")
    assert orders(tab) != before, line
    return True


def offered(tab: Tab, section: str, units: list[str], goal: str) -> list[str]:
    """The orders that the board offers for a hex, way by way; several units go by the first."""
    asked = f"Link.ask('moves', {{ unit: '{units[0]}' }})"
    goals = f"{asked}.then(found => found.ok.ways.flatMap(way => way.goals).filter(goal => goal.hex === '{goal}'))"
    lines = tab.eval(f"{goals}.then(goals => goals.map(goal => goal.line))")
    wanted = [line.replace(units[0], ", ".join(units)) for line in (lines[:1] if len(units) > 1 else lines)]
    given = json.dumps({"lines": wanted, "section": section})
    texts = "found.ok.map(one => one.orders.map(order => order.text).join())"
    return list(tab.eval(f"Link.ask('read', {given}).then(found => {texts})"))


def attacked(tab: Tab, section: str, line: str) -> bool:
    """An attack from its form, which a click on the enemy opens."""
    words = line.split()
    if words[0] not in tab.eval("Desk.state.about.odds_verbs") or not tab.eval(f"Stage.has('{words[1]}')"):
        return False
    tab.eval("Desk.leave()")
    click_hex(tab, words[1])
    if (
        tab.eval("document.getElementById('attack').hidden")
        or tab.eval(f"Forms.section({json.dumps(line)})") != section
    ):
        tab.eval("Desk.leave()")
        return False
    tab.eval(f"document.getElementById('attack-line').value = {json.dumps(line)}")
    tab.eval("document.getElementById('write-attack').click()")
    return True


def write(tab: Tab, section: str, line: str) -> None:
    """A line from the form for any line."""
    tab.eval("(box => { box.value = 'own'; box.onchange(); })(document.getElementById('verb'))")
    tab.eval(f"document.getElementById('form-section').value = {json.dumps(section)}")
    tab.eval(f"document.getElementById('form-line').value = {json.dumps(line)}")
    tab.eval("document.getElementById('write-line').click()")  # the check moves it, now and then
