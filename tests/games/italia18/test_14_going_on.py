"""14.2 Exploitation movement by the rules of every move: zones, pontoons, supply, Assault Troops that change hands."""

from __future__ import annotations

import pytest

from pbem.games.italia18.by_mail.orders_combat import Assault, Assign, Exploit
from pbem.games.italia18.by_mail.orders_move import Span, Unbridge
from pbem.games.italia18.combat_phases import run_combat, run_exploitation
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.italia18.battles import TARGET, field
from tests.games.italia18.boards import hexes, units
from tests.games.italia18.mailing import read
from tests.games.italia18.phases import places, refused
from tests.games.tables import dropped, facts, table

ONE = UnitId("GE-1")
LINE = "GE-1 III 4-4-5/5 infantry at 0804 2 exploitation\n"
RIVER = "side minor-river: 0704/0604\n"


def exploit(b: Board, *orders: Order, dice: tuple[int, ...] = ()) -> Board:
    run_exploitation(b, table(b, dice, "default"), {CP: Orders(CP, orders), EN: Orders(EN)}, CP, 1)
    return b


def over(then: str = "0604", otherwise: str = "", tries: int = 1) -> Exploit:
    span = Span(HexId("0704"), HexId("0604"), tries)
    return Exploit(ONE, hexes("0704"), (), span, hexes(then), hexes(otherwise))


def test_14_2_a_way_does_not_lead_on_out_of_an_enemy_zone() -> None:
    """See 11.2.1: whoever enters a zone stops there, in this phase too."""
    b = exploit(field(LINE + "IT-1 III 4-4-5/5 infantry at 0604"), Exploit(ONE, hexes("0704 0703 0803")))
    assert (refused(b), places(b, "GE-1")) == (["11.2.1"], ["0804"])
    b = exploit(field(LINE + "IT-1 III 4-4-5/5 infantry at 0604"), Exploit(ONE, hexes("0704")))
    assert places(b, "GE-1") == ["0704"]


def test_11_2_4a_a_pontoon_is_built_in_the_exploitation_phase() -> None:
    b = exploit(field(LINE, RIVER), over(), dice=(4,))
    assert (places(b, "GE-1"), list(b.marked_sides("pontoon").values())) == (["0604"], ["CP>0604"])
    b = exploit(field(LINE, RIVER), over(otherwise="0703"), dice=(5,))
    assert (places(b, "GE-1"), b.marked_sides("pontoon")) == (["0703"], {})
    assert not b.marks(ONE), "the marker is used up"


def test_11_2_4a_half_the_points_must_do_for_it() -> None:
    """See 14.2: three points are one hex, one try and one hex more."""
    assert refused(exploit(field(LINE, RIVER), over("0604 0504"))) == ["11.1.1b"]
    assert refused(exploit(field(LINE, RIVER), over("", tries=3))) == ["11.2.4a"]


def test_11_2_4d_a_pontoon_is_taken_up_when_markers_are_adjusted() -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0804", RIVER, sides={"0604/0704": "pontoon=CP>0604"})
    assert not exploit(b, Unbridge(*hexes("0604 0704"))).marked_sides("pontoon")
    none = exploit(field("GE-1 III 4-4-5/5 infantry at 0804", RIVER), Unbridge(*hexes("0604 0704")))
    assert refused(none) == ["11.2.4d"]


def test_9_2b_a_reserve_out_of_supply_goes_back_to_it_or_stays() -> None:
    """See S5.sp4: a mutineer goes nowhere."""
    b = field("GE-1 III 4-4-5/5 infantry at 0804 2 reserves=1 oos=mutiny")
    assert refused(exploit(b, Exploit(ONE, hexes("0704")))) == ["S5.sp4"]


def test_the_order_reads_as_it_is_written() -> None:
    """See 11.2.4a, 14.2."""
    b = field(LINE, RIVER)
    for text in (
        "exploit GE-1 to 0704, bridge 0704/0604 twice, 0604-0504 else 0703 if 0504 empty",
        "exploit GE-1 to bridge 0704/0604", "exploit GE-1 to 0704-0604",
    ):  # fmt: skip
        assert str(read(b, text, section="exploit-1")) == text


# -- Assault Troops that change hands ------------------------------------------------------------------------

PAIR = (
    "GE-1 III 4-4-5/5 infantry at 0604\nGE-2 III 4-4-5/5 infantry at 0604\n"
    "GE-s - - assault-troops kind=stosstruppen at 0604\nIT-1 III 4-4-5/5 infantry at 0504\n"
)
DICE = {
    f"attack on 0504 / {name}": faces for name, faces in (("white dice", (3, 4)), ("blue die", 2), ("green die", 2))
}


def combat(b: Board, *orders: Order) -> Board:
    run_combat(b, table(b, DICE, "default"), {CP: Orders(CP, orders), EN: Orders(EN)}, CP, 1)
    return b


def test_11_3_2a_assault_troops_go_to_another_unit_as_a_phase_begins() -> None:
    attack = Assault(TARGET, units("GE-2"), assault=units("GE-s"), is_forced=True)
    b = combat(field(PAIR), attack)
    assert [rule for rule, _ in dropped(b)] == ["15.3a"], "they go with GE-1"
    b = combat(field(PAIR), Assign(UnitId("GE-s"), UnitId("GE-2")), attack)
    assert not dropped(b)
    assert facts(b, "combat", assault=["GE-s"])


@pytest.mark.parametrize(
    ("troops", "unit", "rule"),
    [("GE-s", "GE-3", "11.3.2a"), ("GE-s", "AH-1", "15.3a"), ("GE-1", "GE-2", "11.3.2a"), ("GE-s", "IT-1", "11.3.2a")],
)
def test_11_3_2a_only_in_their_hex_and_to_whom_they_may_go(troops: str, unit: str, rule: str) -> None:
    more = "GE-3 III 4-4-5/5 infantry at 0704\nAH-1 X 4-4-4/5 infantry at 0604\n"
    b = combat(field(PAIR + more), Assign(UnitId(troops), UnitId(unit)))
    assert [found for found, _ in dropped(b)] == [rule]


def test_11_3_2a_two_of_them_do_not_go_to_one_unit() -> None:
    b = field(PAIR + "GE-t - - assault-troops kind=stosstruppen at 0604\n")
    combat(b, Assign(UnitId("GE-s"), UnitId("GE-2")), Assign(UnitId("GE-t"), UnitId("GE-2")))
    assert [found for found, _ in dropped(b)] == ["11.3.2a"]
