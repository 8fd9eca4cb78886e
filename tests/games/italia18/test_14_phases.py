"""12.1, 13.0 and 14.0 The two phases as a whole, from orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.games.italia18.by_mail.orders_combat import Assault, Drop, Exploit, Leave
from pbem.games.italia18.by_mail.orders_move import Displace
from pbem.games.italia18.combat_phases import run_combat, run_exploitation
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.italia18.battles import TARGET, field, state
from tests.games.italia18.boards import hexes, units
from tests.games.tables import Answers, dropped, facts, table

MEN = "GE-1 III 4-4-5/5 infantry at 0604\nGE-2 III 4-4-5/5 infantry at 0604\nIT-1 III 4-4-5/5 infantry at 0504\n"
NAME = "attack on 0504 / "
QUIET = {NAME + "white dice": (3, 4), NAME + "blue die": 1, NAME + "green die": 1}


def sent(
    b: Board, phase: str, *orders: Order, dice: Mapping[str, Any] | Sequence[int] = (), answers: Answers = "default"
) -> None:
    play = {"combat": run_combat, "exploit": run_exploitation}[phase]
    play(b, table(b, dice, answers), {CP: Orders(CP, orders), EN: Orders(EN)}, CP, 1)


def test_12_1a_attacks_come_in_the_order_written_and_the_phase_ends_tidy() -> None:
    b = field(MEN + "GE-c - 2-3-3 corps-artillery at 0704")
    first = Assault(TARGET, units("GE-1"), guns=units("GE-c"))
    sent(b, "combat", first, Assault(TARGET, units("GE-2")), dice={**QUIET, NAME + "attacker's bombardment": 1})
    assert [rule for rule, _ in dropped(b)] == ["12.1b"]
    assert [b.marks(unit) for unit in units("GE-1 GE-c")] == [(), ()]
    assert not b.marked_hexes("attacked")


def test_13_0a_disengagement_follows_the_combats() -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0604 2 disengage\nIT-1 III 4-4-5/5 infantry at 0504\n")
    sent(b, "combat", Leave(HexId("0604")), dice={"disengagement from 0604": 4})
    assert b.place(UnitId("GE-1")) != "0604"


def test_14_1a_a_marker_may_be_given_up() -> None:
    b = field(MEN)
    b.mark(UnitId("GE-1"), "exploitation", "14.0a")
    sent(b, "exploit", Drop(UnitId("GE-1")), Drop(UnitId("GE-2")))
    assert [rule for rule, _ in dropped(b)] == ["14.1a"]


FREE = "GE-1 III 4-4-5/5 infantry at 0804 2 {mark}\nGE-s - - assault-troops kind=stosstruppen at 0804\n"


@pytest.mark.parametrize(
    ("mark", "way", "rules"),
    [
        ("exploitation", "0704 0604 0504", []),
        ("exploitation", "0704 0604 0504 0404", ["11.1.1b"]),
        ("reserves", "0704 0604 0504 0404 0304", []),
        ("", "0704", ["14.2"]),
    ],
)
def test_14_2_half_the_points_or_all_and_two_more(mark: str, way: str, rules: list[str]) -> None:
    b = field(FREE.format(mark=mark))
    sent(b, "exploit", Exploit(UnitId("GE-1"), hexes(way)))
    assert [rule for rule, _ in dropped(b)] == rules
    place = "0804" if rules else way[-4:]
    assert state(b, "GE-1", "GE-s") == [(place, 2, ()), (place, 1, ())]


def test_14_0c_combats_moves_guns_and_markers_in_that_order() -> None:
    b = field(MEN + "GE-a - 3-5-2 army-artillery at 0803 1 offensive\nGE-r III 4-4-5/5 infantry at 0802 2 reserves dg")
    for unit in units("GE-1 GE-2"):
        b.mark(unit, "exploitation", "14.0a")
    orders = (
        Displace(UnitId("GE-a"), hexes("0703")), Exploit(UnitId("GE-r"), hexes("0702")),
        Exploit(UnitId("GE-1"), hexes("0704")), Assault(TARGET, units("GE-1")),
    )  # fmt: skip
    sent(b, "exploit", *orders, dice=QUIET)
    assert [rule for rule, _ in dropped(b)] == ["14.2"]  # GE-1 has fought
    moved = [fact["unit"] for fact in facts(b, "moved")]
    assert moved == ["GE-r", "GE-a"]
    assert [b.marks(unit) for unit in units("GE-1 GE-2 GE-r")] == [(), (), ("rg",)]


def test_14_2_not_out_of_an_enemy_zone() -> None:
    b = field(MEN)
    b.mark(UnitId("GE-1"), "reserves", "11.2.8a")
    sent(b, "exploit", Exploit(UnitId("GE-1"), hexes("0704")))
    assert [rule for rule, _ in dropped(b)] == ["14.2"]


def test_orders_have_one_text() -> None:
    attack = Assault(TARGET, units("GE-1 GE-2"), units("GE-c"), 1, units("GE-2"), units("GE-s"))
    assert str(attack) == "attack 0504 with GE-1, GE-2 guns GE-c cb 1 lead GE-2 assault GE-s"
    assert str(Leave(TARGET, UnitId("IT-1"))) == "leave 0504 by IT-1"
    assert str(Exploit(UnitId("GE-1"), hexes("0504 0404"))) == "exploit GE-1 to 0504-0404"
    assert str(Drop(UnitId("GE-1"))) == "drop GE-1"
