"""The order sheet, the layers of the board and the summary."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal, UsageError
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.layers import LAYERS
from pbem.games.caporetto.set_up import initial_position
from pbem.games.caporetto.sheet import sheet
from pbem.kernel.board import Board
from tests.games.caporetto.boards import printed
from tests.games.caporetto.turns import field_board

UNITS = (
    "AH-4 XX 3-5-8 infantry at 0504\nGE-12 XX 6-8-8 infantry assault at 0604\nAH-hq10 XXXX 6/2 hq at 0606 support\n"
    "IT-7 XX 3-4-8 infantry at 0404\nAH-art1 - - artillery support 1\nUK-7 XX 5-6-8 infantry turn 7\n"
)


def entry(b: Board, unit: str, side: str = CP) -> dict[str, Any]:
    groups = sheet(b, CP if side == CP else AL)["groups"]
    return next(row for group in groups for row in group["units"] if row["id"] == unit)


def test_every_unit_says_where_it_is_and_what_it_may_do() -> None:
    b = field_board(UNITS, step="cp-first-combat")
    row = entry(b, "AH-4")
    assert (row["hex"], row["figures"], row["move"], row["may"]) == ("0504", "3-5-8", 8, ["attack 0404"])
    assert row["marks"] == ["in the zone of IT-7"]
    assert entry(b, "GE-12")["marks"] == ["assault infantry"]
    assert entry(b, "AH-hq10")["marks"] == ["support mode"]
    assert entry(b, "AH-art1")["hex"] == "aside"
    assert entry(b, "IT-7", AL)["command"] == "no HQ in range (16.2)"


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("cp-first-combat", "# attack 0404 with AH-4"), ("cp-first-combat", "# mode AH-hq10 support"),
        ("cp-movement", "# move UNIT to HEX"), ("cp-infiltration", "# infiltrate UNIT to HEX"), ("pause", "pause no"),
        ("cp-strategic", "# move UNIT to HEX"), ("end", ""),
    ],
)  # fmt: skip
def test_the_sheet_has_lines_for_every_step(step: str, line: str) -> None:
    lines = sheet(field_board(UNITS, step=step), CP)["orders"]
    assert line in lines if line else lines == []


def test_reinforcements_that_are_due_have_their_line() -> None:
    b = field_board(UNITS, turn=7, step="al-reinforcement")
    found = sheet(b, AL)
    assert found["reinforcements"] == [{"id": "UK-7", "figures": "5-6-8", "when": "turn 7", "due": True}]
    assert found["orders"][0] == "enter UK-7 at 0101"


def test_replacements_show_points_and_candidates() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0604 1\nAH-5 XX 3-5-8 infantry at gone 0\n"
    lines = sheet(field_board(units, step="replacement"), CP)["orders"]
    assert lines[:3] == ["# points: AH 1", "# replenish AH-4", "# rebuild AH-5 full"]


def test_the_sheet_of_the_set_up_lists_the_armies() -> None:
    lines = sheet(Board(printed(), initial_position(printed())), AL)["orders"]
    assert lines[0] == "deploy historical"
    assert any(line.startswith("# 3rd Army [3.2d]: IT-hq3, 9 IT infantry-division") for line in lines)


def test_layers_show_zones_lines_ranges_and_reach() -> None:
    b = field_board(UNITS)
    assert LAYERS["zoc"].lay(b, "IT-7")[0]["hexes"]
    assert [one["legend"] for one in LAYERS["zoc"].lay(b, "")] == [
        "zones of control, Central Powers", "zones of control, Allies",
    ]  # fmt: skip
    assert LAYERS["supply"].lay(b, "AH-4")[0]["paths"][0][-1] == "0812"
    assert LAYERS["supply"].lay(b, CP)[0]["kind"] == "path"
    assert "0604" in LAYERS["command"].lay(b, "AH-4")[0]["hexes"]
    assert LAYERS["command"].lay(b, CP)[0]["kind"] == "outline"
    assert LAYERS["reach"].lay(b, "GE-12")[0]["numbers"]


def test_layers_refuse_what_cannot_be_shown() -> None:
    b = field_board(UNITS, hexes={"0101": ("held=CP",)})
    with pytest.raises(Illegal):
        LAYERS["command"].lay(b, "IT-7")
    with pytest.raises(UsageError):
        LAYERS["zoc"].lay(b, "UK-7")
    assert "no line of supply" in LAYERS["supply"].lay(b, "IT-7")[0]["legend"]
    assert LAYERS["supply"].lay(b, AL)[1]["legend"] == "no line of supply"


def test_the_summary_says_how_things_stand() -> None:
    b = field_board(UNITS, notes={"morale.IT": "-2", "casualties.AH": "3", "event": "rommel"})
    found = GAME.summary(b)
    assert (found["morale"]["IT"], found["casualties"]["AH"], found["event"]) == (-2, 3, "rommel")
    assert found["forces"]["CP"] == {"on_map": 3, "steps": 5, "waiting": 0, "gone": 0, "withdrawn": 0}
