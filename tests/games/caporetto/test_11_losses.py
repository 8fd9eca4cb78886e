"""11.7.1 Losses: which units, in which order, and what becomes of headquarters."""

from __future__ import annotations

from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.losses import Bill, has_choice, payments
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, board, field, fight
from tests.games.tables import facts

FOUR = """
    AH-1 XX 4-5-8 infantry at 0503
    AH-2 XX 4-5-8 infantry at 0504
    AH-3 XX 4-5-8 infantry at 0403
    IT-7 XX 3-4-8 infantry back=2-3 at 0404
"""


def test_11_7_1_2_attackers_pay_first() -> None:
    b = board(field(), FOUR)
    fight(b, "attack 0404 with AH-1, AH-2, AH-3", dice=[2], result="3/1")
    lost = [(fact["unit"], fact["steps"]) for fact in facts(b, "lost")]
    assert lost == [("AH-1", 1), ("AH-2", 1), ("AH-3", 1), ("IT-7", 1)]


def bill(b: Board, steps: int, *units: str, storm: str = "0404") -> Bill:
    return Bill(CP, tuple(map(UnitId, units)), steps, HexId(storm) if storm else None)


def test_11_7_1_3_reduce_before_eliminating_across_hexes() -> None:
    b = board(field(), FOUR)
    three = bill(b, 3, "AH-1", "AH-2", "AH-3")
    assert not has_choice(b, three)
    assert sorted(payments(b, three, three.units)) == ["AH-1", "AH-2", "AH-3"]
    four = bill(b, 4, "AH-1", "AH-2", "AH-3")
    assert has_choice(b, four)
    assert payments(b, four, tuple(map(UnitId, ("AH-3", "AH-1", "AH-2")))) == ("AH-3", "AH-1", "AH-2", "AH-3")


def test_11_7_1_3_one_step_units_live_until_all_others_are_reduced() -> None:
    b = board(field(), FOUR + "AH-Geb X 2-2-6 mountain at 0503")
    two = bill(b, 2, "AH-Geb", "AH-1", "AH-2")
    assert sorted(payments(b, two, two.units)) == ["AH-1", "AH-2"]
    three = bill(b, 3, "AH-Geb", "AH-1", "AH-2")
    assert payments(b, three, three.units)[-1] == "AH-Geb"


def test_11_7_1_3_excess_is_ignored_and_nobody_is_asked() -> None:
    """11.7.1/3: ruling R26."""
    b = board(field(), FOUR)
    assert len(payments(b, bill(b, 9, "AH-1", "AH-2"), (UnitId("AH-1"), UnitId("AH-2")))) == 4
    fight(b, "attack 0404 with AH-1", dice=[3], result="5/0", answers=None)
    assert at(b, "AH-1") == ("gone", 0)


STORM = """
    GE-12 XX 6-8-8 infantry assault at 0503
    AH-1 XX 4-5-8 infantry at 0504
    IT-7 XX 3-4-8 infantry at 0404
"""


def test_11_7_1_4_assault_infantry_pays_the_first_step() -> None:
    b = board(field(), STORM)
    fight(b, "attack 0404 with GE-12, AH-1 on */*: losses AH-1", dice=[3], result="1/0")
    assert at(b, "GE-12") == ("0503", 1)
    assert at(b, "AH-1") == ("0504", 2)


def test_11_7_1_4_only_the_first_step() -> None:
    b = board(field(), STORM + "AH-2 XX 4-5-8 infantry at 0504")
    fight(b, "attack 0404 with GE-12, AH-1, AH-2 on */*: losses AH-2, AH-1", dice=[3], result="2/0")
    assert [b.steps(UnitId(u)) for u in ("GE-12", "AH-1", "AH-2")] == [1, 2, 1]


def test_11_7_1_4_a_reduced_assault_unit_is_spared_while_others_are_whole() -> None:
    """11.7.1/4, 11.7.1/3: ruling R24."""
    b = board(field(), STORM.replace("assault at 0503", "assault at 0503 1"))
    fight(b, "attack 0404 with GE-12, AH-1", dice=[3], result="1/0", answers=None)
    assert [b.steps(UnitId(u)) for u in ("GE-12", "AH-1")] == [1, 1]


def test_11_7_1_4_does_not_bind_the_defender() -> None:
    """11.7.1/4: ruling R25."""
    units = "UK-7 XX 5-6-8 infantry at 0303\nAH-1 XX 4-5-8 infantry assault at 0404\nAH-2 XX 4-5-8 infantry at 0404"
    b = board(field(), units)
    fight(b, "attack 0404 with UK-7", side=AL, dice=[3], result="0/1", standing={CP: "losses: AH-2\nretreat: never"})
    assert at(b, "AH-2") == ("0404", 1)


def test_11_7_1_e_takes_every_unit_headquarters_too() -> None:
    """11.7.1: rulings R15, R27."""
    b = board(field(), FOUR + "IT-hq1 XXXX 6/2 hq at 0404\nIT-8 XX 3-4-8 infantry at 0404 1")
    fight(b, "attack 0404 with AH-1", dice=[3], result="1/E")
    assert [at(b, u)[0] for u in ("IT-7", "IT-8", "IT-hq1")] == ["gone"] * 3
    assert b.number("casualties.IT") == 3
    assert at(b, "AH-1") == ("0503", 1)


def test_11_7_1_an_hq_pays_nothing_and_is_lost_with_its_troops() -> None:
    """11.7.1, 15.2/2: ruling R27."""
    b = board(field(), FOUR.replace("at 0404", "at 0404 1") + "IT-hq1 XXXX 6/2 hq at 0404")
    fight(b, "attack 0404 with AH-1", dice=[3], result="0/1", standing={AL: "retreat: never"})
    assert at(b, "IT-hq1")[0] == "gone"
    assert facts(b, "eliminated", unit="IT-hq1")[0].rule == "15.2/2"
    assert b.number("casualties.IT") == 1
