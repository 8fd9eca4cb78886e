"""24.0 Victory conditions."""

from __future__ import annotations

import pytest

from pbem.games.gwe import victory
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.heroes import keep_rommel
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from tests.games.gwe.boards import board, facts

# Row 14 and row 15 beyond the river, one hex on the near side; everybody within range of a source.
SHEET = """
    terrain:
      14 . . . .
      15 . . . .
    hex southwest-of-piave: 1401 1501 1502
    hex north-east-of-diagonal: 1403 1503
    hex fortress owner=AL strength=6/3: 1404
    hex fortress owner=AL strength=8/4: 1504
    hex fortress owner=CP strength=6/3: 1402
    hex cp-source: 1502
    hex al-source: 1503
    place Trieste: 1402
    place Trento: 1504
"""
DESTROYED = ("fort=0",)


def unit(name: str) -> UnitId:
    return UnitId(name)


def points(b: Board, rule: str, side: Side) -> int:
    return sum(line.points for line in victory.score(b).lines if line.rule == rule and line.side == side)


def book(b: Board) -> None:
    victory.count_losses(b, tuple(b.facts))


# -- Central Powers ------------------------------------------------------------------------------------------


def test_24_11_supplied_steps_beyond_the_piave() -> None:
    b = board(SHEET, "GE-12 XX 6-7-8 infantry at 1501\nAH-art15 X (5)3-4 artillery steps=2 at 1502 1")
    assert points(b, "24.11", CP) == 30
    corps = board(SHEET, "AH-III XXX 5-6-6 infantry at 1501 3\nAH-cav1 XX 1-2-8 cavalry at 1502")
    assert points(corps, "24.11", CP) == 50


def test_24_11_not_in_row_14_nor_elsewhere_nor_brigades_nor_depots() -> None:
    b = board(
        SHEET,
        """
        GE-12   XX 6-7-8 infantry at 1401
        GE-5    XX 6-7-8 infantry at 1503
        AH-b1   X 1-1-8 alpine at 1501
        AH-dep1 XX 0-1-4 depot at 1501
        AH-hq5  HQ 1-8(1)8 hq at 1501
        """,
    )
    assert points(b, "24.11", CP) == 0


def test_24_11_unsupplied_steps_count_nothing() -> None:
    b = board(SHEET.replace("hex cp-source: 1502", ""), "GE-12 XX 6-7-8 infantry at 1501")
    assert points(b, "24.11", CP) == 0  # ruling K7


def test_24_12_italian_fortresses_destroyed() -> None:
    assert points(board(SHEET, "", hexes={"1404": ("fort=1",)}), "24.12", CP) == 0
    assert points(board(SHEET, "", hexes={"1404": DESTROYED, "1402": DESTROYED}), "24.12", CP) == 20
    assert points(board(SHEET, "", hexes={"1404": DESTROYED, "1504": DESTROYED}), "24.12", CP) == 40


LOSERS = """
    UK-41   XX 2-4-8 infantry at 1404
    FR-47   XX 3-4-8 infantry at 1404
    IT-XI   XXX 4-5-6 infantry at 1404
    IT-19   XXX 4-5-6 infantry at 1404
    IT-1    XX 2-3-6 infantry at 1404
    IT-cav39 XX 1-2-8 cavalry at 1404
    IT-art1 X (4)2-4 artillery at 1404
    IT-b4B  X 1-2-8 infantry at 1404
    IT-dep1 XX 0-1-4 depot at 1404
    IT-hq2  HQ 2-8(1)8 hq at 1404
    GE-5    XX 6-7-8 infantry stosstruppen at 1401
    AH-1    XX 4-5-8 infantry stosstruppen at 1401
    AH-4    XX 2-3-6 infantry at 1401
"""


def test_24_13_points_for_losses() -> None:
    b = board(SHEET, "", notes={"lost.FR": "3", "lost.corps": "2", "lost.divisions": "1"})
    assert points(b, "24.13", CP) == 15 + 4 + 1


def test_24_13_what_is_booked() -> None:
    b = board(SHEET, LOSERS)
    b.lose(unit("UK-41"), 1, "9.22")
    b.lose(unit("FR-47"), 2, "8.9.E")
    for name in ("IT-XI", "IT-19"):  # ruling K1: the 19th is a corps
        b.lose(unit(name), 4, "8.9.E")
    b.eliminate(unit("IT-1"), "8.64")
    for name in ("IT-cav39", "IT-art1", "IT-b4B", "IT-dep1", "IT-hq2"):
        b.eliminate(unit(name), "8.64")
    book(b)
    assert [b.number(f"lost.{what}") for what in ("FR", "corps", "divisions")] == [3, 2, 3]
    assert points(b, "24.13", CP) == 15 + 4 + 3


def test_24_13_reduced_italians_cost_nothing_and_steps_are_not_refunded() -> None:
    b = board(SHEET, LOSERS)
    b.lose(unit("IT-XI"), 3, "test")
    b.lose(unit("FR-47"), 1, "19.22")
    b.regain(unit("FR-47"), 1, "25.1")
    book(b)
    assert points(b, "24.13", CP) == 5  # ruling K4


def test_24_13_losses_of_later_steps_are_added() -> None:
    b = board(SHEET, LOSERS, notes={"lost.FR": "2", "lost.corps": "1"})
    b.eliminate(unit("FR-47"), "8.64")  # whole, without losing steps first
    book(b)
    assert b.number("lost.FR") == 4
    assert b.number("lost.corps") == 1
    assert facts(b, "noted", key="lost.corps") == []


# -- Allies --------------------------------------------------------------------------------------------------


def test_24_21_supplied_steps_in_or_beyond_the_diagonal() -> None:
    b = board(SHEET, "IT-VIII XXX 7-8-6 infantry at 1503\nIT-art1 X (4)2-4 artillery steps=2 at 1403 1")
    assert points(b, "24.21", AL) == 25
    assert points(board(SHEET, "IT-VIII XXX 7-8-6 infantry at 1502"), "24.21", AL) == 0
    assert points(board(SHEET.replace("hex al-source: 1503", ""), "FR-47 XX 3-4-8 infantry at 1503"), "24.21", AL) == 0


@pytest.mark.parametrize(("count", "expected"), [(1, 0), (2, 10), (3, 10), (4, 20)])
def test_24_21_brigades_count_by_twos(count: int, expected: int) -> None:
    brigades = "".join(f"IT-b{n} X 1-2-8 alpine steps=2 at 1503 1\n" for n in range(count))
    assert points(board(SHEET, brigades + "IT-dep1 XX 0-1-4 depot at 1503"), "24.21", AL) == expected  # ruling K2


@pytest.mark.parametrize(("place", "inside"), [("2416", 1), ("2417", 0), ("0128", 1), ("0129", 0), ("2703", 1)])
def test_24_21_diagonal_of_the_printed_map(printed_map: str, place: str, inside: int) -> None:
    # The source under the corps keeps it supplied wherever it stands; ruling K8 carries the diagonal on to row 28.
    b = board(f"{printed_map}\nhex al-source: {place}\n", f"IT-VIII XXX 7-8-6 infantry at {place}")
    assert points(b, "24.21", AL) == 20 * inside


def test_24_22_stosstruppen_steps_lost() -> None:
    b = board(SHEET, LOSERS)
    b.lose(unit("GE-5"), 1, "8.9.A1")
    b.lose(unit("AH-1"), 2, "9.22")
    b.lose(unit("AH-4"), 2, "8.9.A1")
    book(b)
    assert points(b, "24.22", AL) == 15


def test_24_23_trieste_or_trent_counts_once() -> None:
    forty = board(SHEET, "IT-1 XX 2-3-6 infantry at 1504", hexes={"1402": DESTROYED})
    assert points(forty, "24.23", AL) == 40
    both = "IT-1 XX 2-3-6 infantry at 1504\nIT-b1 X 1-2-8 alpine at 1402"
    assert points(board(SHEET, both, hexes={"1402": DESTROYED}), "24.23", AL) == 40  # ruling K5
    assert points(board(SHEET, "IT-1 XX 2-3-6 infantry at 1403"), "24.23", AL) == 0
    starved = SHEET.replace("hex al-source: 1503", "")
    assert points(board(starved, "IT-1 XX 2-3-6 infantry at 1402", hexes={"1402": DESTROYED}), "24.23", AL) == 0


# -- who wins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corps", "divisions", "stosstruppen", "winner"),
    [(30, 1, 12, CP), (30, 0, 12, None), (29, 1, 12, AL)],
    ids=["61 to 60", "60 to 60", "59 to 60"],
)
def test_24_31_more_points_win(corps: int, divisions: int, stosstruppen: int, winner: Side | None) -> None:
    notes = {"lost.corps": str(corps), "lost.divisions": str(divisions), "lost.stosstruppen": str(stosstruppen)}
    found = victory.verdict(board(SHEET, "", notes=notes))
    assert (found.winner, found.is_decisive, found.rule) == (winner, False, "24.31")


def test_24_32_decisive_when_no_italian_fortress_is_left() -> None:
    one_left = board(SHEET, "", hexes={"1404": DESTROYED, "1504": ("fort=1",)})
    assert victory.verdict(one_left).winner == CP
    assert not victory.verdict(one_left).is_decisive
    none_left = board(SHEET, "", hexes={"1404": DESTROYED, "1504": DESTROYED})
    assert victory.verdict(none_left).is_decisive
    assert victory.verdict(none_left).rule == "24.32"
    beaten = board(SHEET, "", hexes={"1404": DESTROYED, "1504": DESTROYED}, notes={"lost.stosstruppen": "9"})
    assert (victory.verdict(beaten).winner, victory.verdict(beaten).is_decisive) == (AL, False)


def test_24_33_decisive_with_five_german_stosstruppen_divisions() -> None:
    germans = "".join(f"GE-{n} XX 6-7-8 infantry stosstruppen at 1401\n" for n in range(5))
    b = board(SHEET, germans + "AH-1 XX 4-5-8 infantry stosstruppen at 1401\nGE-99 XX 2-3-6 infantry at 1401")
    for name in ("GE-0", "GE-1", "GE-2", "GE-3", "AH-1", "GE-99"):
        b.lose(unit(name), 2, "8.9.E")
    book(b)
    assert b.number("lost.german-stosstruppen-divisions") == 4
    assert (victory.verdict(b).winner, victory.verdict(b).is_decisive) == (AL, False)
    fifth = len(b.facts)
    b.eliminate(unit("GE-4"), "8.64")
    victory.count_losses(b, tuple(b.facts[fifth:]))
    assert (victory.verdict(b).is_decisive, victory.verdict(b).rule) == (True, "24.33")


def test_24_4_loss_of_rommel() -> None:
    units = "GE-BA XX 6-7-8 alpine stosstruppen at 1401\nGE-rommel - 1h8 leader with GE-BA"
    b = board(SHEET, units, options={"heroic-leaders": "on"})
    keep_rommel(b)
    assert points(b, "24.4", CP) == points(b, "24.4", AL) == 0
    b.eliminate(unit("GE-BA"), "8.64")
    keep_rommel(b)
    assert (points(b, "24.4", CP), points(b, "24.4", AL)) == (-20, 20)  # ruling K6


def test_16_0_4_1_final_score_shows_every_line() -> None:
    b = board(SHEET, "IT-VIII XXX 7-8-6 infantry at 1503", turn=15, notes={"lost.corps": "2"})
    victory.announce(b)
    (result,) = facts(b, "victory")
    assert result["totals"] == {"CP": 4, "AL": 20}
    assert result["winner"] == "AL"
    assert result["text"] == "a victory of the Allies, 20 points to 4"
    assert {line["rule"] for line in result["lines"]} == {"24.11", "24.12", "24.13", "24.21", "24.22", "24.23"}
