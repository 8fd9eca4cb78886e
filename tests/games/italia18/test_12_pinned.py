"""12.2.6 Pinned units: who walks through their zones."""

from __future__ import annotations

import pytest

from pbem.games.italia18.by_mail.orders_combat import Exploit
from pbem.games.italia18.combat_phases import run_exploitation
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.pinned import is_held_in
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Orders
from tests.games.italia18.battles import field
from tests.games.italia18.boards import hexes, units
from tests.games.tables import dropped, table

STORM = "GE-st - - assault-troops kind=stosstruppen at 0604\n"
LINE = "GE-1 III 4-4-5/5 infantry at 0604 2 exploitation\nIT-1 XX 6-9-4/4 infantry at 0504 3 {}\n"


def exploiting(b: Board, *path: str) -> Board:
    orders = {CP: Orders(CP, (Exploit(UnitId("GE-1"), hexes(" ".join(path))),)), EN: Orders(EN)}
    run_exploitation(b, table(b, (), "default"), orders, CP, 1)
    return b


def test_12_2_6j_storm_troops_leave_and_pass_the_zone_of_a_pinned_unit() -> None:
    b = exploiting(field(LINE.format("pinned") + STORM), "0605", "0505", "0405")
    assert dropped(b) == []
    assert b.place(UnitId("GE-1")) == "0405"


@pytest.mark.parametrize(("mark", "storm"), [("", STORM), ("pinned", "")])
def test_12_2_6j_without_storm_troops_or_a_pinned_marker_the_zone_holds(mark: str, storm: str) -> None:
    b = exploiting(field(LINE.format(mark) + storm), "0605", "0505", "0405")
    assert b.place(UnitId("GE-1")) == "0604"
    assert [rule for rule, _ in dropped(b)] == ["14.2"]


def test_12_2_6j_the_zone_of_another_unit_still_holds() -> None:
    b = field(LINE.format("pinned") + STORM + "IT-2 XX 6-9-4/4 infantry at 0405\n")
    assert not is_held_in(b, units("GE-1"), HexId("0604"))
    assert is_held_in(b, units("GE-1"), HexId("0505"))


def test_12_2_6j_a_marker_that_is_laid_now_counts_at_once() -> None:
    b = field(LINE.format("") + STORM)
    assert is_held_in(b, units("GE-1"), HexId("0604"))
    b.mark(UnitId("IT-1"), "pinned", "12.2.6h5")
    assert not is_held_in(b, units("GE-1"), HexId("0604"))
