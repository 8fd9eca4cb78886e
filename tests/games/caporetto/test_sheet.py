"""The order sheet, the layers of the board and the summary."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, UsageError
from pbem.games.caporetto.by_mail.layers import LAYERS
from pbem.games.caporetto.by_mail.sheet import sheet
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.set_up import initial_position
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.plain import plain
from pbem.kernel.views.sheet import Coming, SheetUnit
from pbem.kernel.views.summary import Forces
from tests.games.caporetto.boards import printed
from tests.games.caporetto.turns import field_board

UNITS = (
    "AH-4 XX 3-5-8 infantry at 0504\nGE-12 XX 6-8-8 infantry assault at 0604\nAH-hq10 XXXX 6/2 hq at 0606 support\n"
    "IT-7 XX 3-4-8 infantry at 0404\nAH-art1 - - artillery support 1\nUK-7 XX 5-6-8 infantry turn 7\n"
)


def entry(b: Board, unit: str, side: str = CP) -> SheetUnit:
    found = sheet(b, CP if side == CP else AL).unit(unit)
    assert found is not None
    return found


def test_every_unit_says_where_it_is_and_what_it_may_do() -> None:
    b = field_board(UNITS, step="cp-first-combat")
    row = entry(b, "AH-4")
    assert (row.hex, row.figures, row.move, row.may) == ("0504", "3-5-8", 8, ("attack 0404",))
    assert row.marks == ("in the zone of IT-7",)
    assert entry(b, "GE-12").marks == ("assault infantry",)
    assert entry(b, "AH-hq10").marks == ("support mode",)
    assert entry(b, "AH-art1").hex == "aside"
    assert "no HQ in range (16.2)" in entry(b, "IT-7", AL).marks
    assert entry(b, "AH-hq10").steps == "0/0"  # an HQ has no steps to lose


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("cp-first-combat", "# attack 0404 with AH-4"), ("cp-first-combat", "# mode AH-hq10 support"),
        ("cp-movement", "# move UNIT to HEX"), ("cp-infiltration", "# infiltrate UNIT to HEX"), ("pause", "pause no"),
        ("cp-strategic", "# move UNIT to HEX"), ("end", ""),
    ],
)  # fmt: skip
def test_the_sheet_has_lines_for_every_step(step: str, line: str) -> None:
    lines = sheet(field_board(UNITS, step=step), CP).orders
    assert line in lines if line else lines == ()


def test_reinforcements_that_are_due_have_their_line() -> None:
    b = field_board(UNITS, turn=7, step="al-reinforcement")
    found = sheet(b, AL)
    assert found.reinforcements == (Coming(UnitId("UK-7"), "5-6-8", "turn 7", True),)
    assert found.orders[0] == "enter UK-7 at 0101"


def test_replacements_show_points_and_candidates() -> None:
    units = (
        "AH-4 XX 3-5-8 infantry at 0604 1\nAH-9 XX 3-5-8 infantry at 0605 1 oos\nAH-5 XX 3-5-8 infantry at gone 0\n"
        "AH-hq10 XXXX 6/2 hq at gone 0\nAH-geb1 X 2-3-8 mountain at gone 0\n"
    )
    lines = sheet(field_board(units, step="replacement"), CP).orders
    rebuilt = ["# rebuild AH-5 full   # 2 RP", "# rebuild AH-hq10 full   # 2 RP", "# rebuild AH-geb1 full   # 1 RP"]
    assert lines[:5] == ("# points: AH 1", "# replenish AH-4", *rebuilt)


def test_13_3_the_sheet_says_who_must_leave() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0604\nAH-hqIs2 XXXX 6/2 hq at 0605\n"
    lines = sheet(field_board(units, turn=4, step="pause", notes={"owed.AH.infantry": "1"}), CP).orders
    assert [line for line in lines if line.startswith("# due")] == [
        "# due [13.3]: AH-hqIs2", "# due [13.3]: 4 of the infantry divisions of Austria-Hungary",
        "# due [13.3]: 2 of the infantry divisions of Germany", "# due [13.3]: 1 of the artillery units of Germany",
    ]  # fmt: skip


def test_the_sheet_of_the_set_up_lists_the_armies() -> None:
    lines = sheet(Board(printed(), initial_position(printed())), AL).orders
    assert lines[0] == "deploy historical"
    assert any(line.startswith("# 3rd Army [3.2d]: IT-hq3, 9 IT infantry-division") for line in lines)


def test_3_2f_the_sheet_of_the_set_up_says_who_is_in_the_reserve() -> None:
    found = sheet(Board(printed(), initial_position(printed())), AL)
    rows = {row.id: row for group in found.groups for row in group.units}
    assert (rows["IT-13"].hex, rows["IT-13"].marks) == ("2519", ("GHQ reserve (3.2f)",))
    assert rows["IT-alp1"].marks == ("mountain unit",)
    assert (rows["IT-hq1"].figures, rows["IT-hq1"].move) == ("", "6 or 2")
    assert [row.id for row in found.reinforcements if not row.when.startswith("turn ")] == []
    cp = sheet(Board(printed(), initial_position(printed())), CP)
    assert [group.title.rpartition(": ")[2] for group in cp.groups[:2]] == ["Austria-Hungary", "Germany"]


@pytest.mark.parametrize("step", ["cp-strategic", "cp-first-combat", "cp-infiltration", "cp-second-combat"])
def test_ev_b_mandatory_the_sheet_says_what_it_demands(step: str) -> None:
    b = field_board(UNITS, turn=8, step=step, notes={"event": "mandatory-offensive", "offensive": "8:4"})
    (note,) = [line for line in sheet(b, CP).orders if "Mandatory" in line]
    assert "10 steps must attack in this turn" in note
    assert "4 have, 2 could attack now" in note
    assert not [line for line in sheet(b, AL).orders if "Mandatory" in line]


def test_ev_b_mine_and_ev_a_rommel_are_on_the_sheet() -> None:
    chart = "hex italy: 0404"
    b = field_board(UNITS, {}, chart, turn=8, step="cp-first-combat", notes={"event": "mine-warfare"})
    assert "# mine HEX   # Mine Warfare [EV.B.mine], once in this turn: 0404" in sheet(b, CP).orders
    b = field_board(UNITS, turn=3, step="cp-second-combat", notes={"event": "rommel"})
    assert sheet(b, CP).orders[0].startswith("# Rommel [EV.A.rommel]: +1")


def test_17_2_and_7_11_the_sheet_says_what_a_pause_and_the_weather_allow() -> None:
    notes = {"paused.CP": "4", "attacks.CP": "4:1", "event": "torrential-rain"}
    b = field_board(UNITS, turn=4, step="cp-first-combat", notes=notes)
    assert "# operational pause [17.2]: attacks left 1, artillery units left 2, in this turn" in sheet(b, CP).orders
    b = field_board(UNITS, turn=4, step="cp-movement", notes=notes)
    rules = [line.partition("[")[2].partition("]")[0] for line in sheet(b, CP).orders]
    assert rules == ["7.11", "EV.A.rain", "17.2/3", ""]
    assert entry(b, "AH-4").move == 4


def test_layers_show_zones_lines_ranges_and_reach() -> None:
    b = field_board(UNITS)
    assert LAYERS["zoc"].lay(b, "IT-7")[0].hexes
    assert [one.legend for one in LAYERS["zoc"].lay(b, "")] == [
        "zones of control, Central Powers", "zones of control, Allies",
    ]  # fmt: skip
    assert LAYERS["supply"].lay(b, "AH-4")[0].paths[0][-1] == "0812"
    assert LAYERS["supply"].lay(b, CP)[0].kind == "path"
    assert "0604" in LAYERS["command"].lay(b, "AH-4")[0].hexes
    assert LAYERS["command"].lay(b, CP)[0].kind == "outline"
    assert LAYERS["reach"].lay(b, "GE-12")[0].numbers


def test_layers_refuse_what_cannot_be_shown() -> None:
    b = field_board(UNITS, hexes={"0101": ("held=CP",)})
    with pytest.raises(Illegal):
        LAYERS["command"].lay(b, "IT-7")
    with pytest.raises(UsageError):
        LAYERS["zoc"].lay(b, "UK-7")
    assert "no line of supply" in LAYERS["supply"].lay(b, "IT-7")[0].legend
    assert LAYERS["supply"].lay(b, AL)[1].legend == "no line of supply"


def test_the_summary_says_how_things_stand() -> None:
    b = field_board(UNITS, notes={"morale.IT": "-2", "casualties.AH": "3", "event": "rommel"})
    found = GAME.summary(b)
    tracks = plain(found.tracks)
    assert (tracks["morale"]["IT"], tracks["casualties"]["AH"], tracks["event"]) == (-2, 3, "rommel")
    assert found.forces[CP] == Forces(3, 4, {"waiting": 0, "gone": 0, "withdrawn": 0})
