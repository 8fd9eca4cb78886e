"""The order page of every game as a screen reader finds it, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.conftest import turn_of
from tests.page.served import Served
from tests.page.test_turns import TURNS
from tests.programs import PROGRAMS
from tests.report.driving import Browser, Tab

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("axe-core")]


# What each game may lay in a hex and on a hexside; a screen reader says it.
MARKS = """(hex => {
  const next = Stage.near(hex)[0], kinds = ["blown", "bars", "pontoon", "dots"];
  const side_markers = kinds.map(kind => [hex, next, kind, "red", 100, kind === "pontoon" ? next : "", `a ${kind}`]);
  Stage.position({ ...Desk.state.position, markers: [[hex, "T1", "green", "trench of level 1"]], side_markers });
  const found = [".under-counters .tag", ".under-counters .side-marker", ".under-counters .tip:not(.under)"];
  return [Stage.words(hex), ...found.map(kind => document.querySelectorAll(kind).length)];
})(Desk.state.position.stacks[0].hex)"""


QUICK = "italia18"


@pytest.mark.parametrize(
    ("game", "file", "who"),
    [pytest.param(*turn[:3], marks=() if turn[0] == QUICK else pytest.mark.long, id=turn[0]) for turn in TURNS],
)
def test_axe_finds_nothing_serious(chromium: Browser, game: str, file: str, who: str, tmp_path: Path) -> None:
    """With all that is folded open, an order in a form, and at full width a unit chosen and an attack begun."""
    with Served(turn_of(game, file, who, tmp_path).leaf) as page:
        for width, dark in ((1280, False), (820, False), (390, True)):
            tab = chromium.open(page, width, dark=dark)
            tab.wait("document.body.dataset.ready === 'yes'")
            tab.eval("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            tab.eval("(box => { box.value = '0'; box.onchange(); })(document.getElementById('verb'))")
            assert is_in_sight(tab, width)
            if width == 1280:
                everything_lies_there(tab)
            tab.eval(Path(PROGRAMS["axe-core"].path()).read_text(encoding="utf-8") + "; 1")
            found = tab.eval(
                "axe.run().then(all => all.violations.map(one => [one.impact, one.id, one.nodes[0].html]))"
            )
            assert [one for one in found if one[0] in ("serious", "critical")] == []
            tab.close()


def is_in_sight(tab: Tab, width: int) -> bool:
    """Nothing makes the page wider than the screen."""
    return bool(tab.eval("document.documentElement.scrollWidth") <= width)


def everything_lies_there(tab: Tab) -> None:
    """Stacks as they are in the position; markers in hexes and on hexsides are drawn, and said."""
    drawn, there = tab.eval("[document.querySelectorAll('.counters .stack').length, Desk.state.position.stacks.length]")
    assert drawn == there > 0
    words, tags, sides, tips = tab.eval(MARKS)
    assert (tags, sides, tips) == (1, 4, 1)
    assert "trench of level 1" in words
    assert "a blown toward" in words
    assert "leading to" in words
