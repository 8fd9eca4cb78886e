"""11.2.4 Pontoon bridges."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import movement, pontoons
from pbem.games.italia18.by_mail.fog import tell
from pbem.games.italia18.by_mail.orders_move import Leg, Move, Span, Unbridge
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.tables import facts, table

ONE = UnitId("AH-1")
AH1 = "AH-1 X 4-4-5/5 infantry"
MINOR = flat(3, 9, "side minor-river: 0102/0103\n")
MAJOR = flat(3, 9, "side major-river: 0102/0103\n")


def span(tries: int = 1) -> Span:
    return Span(HexId("0102"), HexId("0103"), tries)


def over(first: str, then: str, tries: int = 1, otherwise: str = "", names: str = "AH-1") -> Move:
    legs = (*((Leg(hexes(first)),) if first else ()), Leg((), span=span(tries)), Leg(hexes(then)))
    return Move(units(names), legs, otherwise=hexes(otherwise))


def phase(here: Board, dice: tuple[int, ...], *orders: Order) -> Board:
    given = {side: Orders(side, tuple(orders) if side == CP else ()) for side in here.scenario.sides}
    movement.run(here, table(here, dice, "default"), given, CP)
    return here


def refused(here: Board) -> list[str]:
    return [fact.rule for fact in facts(here, "dropped")]


def test_11_2_4a_build_and_cross_or_go_elsewhere() -> None:
    order = over("0102", "0103 0104", otherwise="0101")
    done = phase(board(f"{AH1} at 0101", MINOR), (4,), order)
    assert (done.place(ONE), list(done.marked_sides("pontoon").values())) == ("0104", ["CP>0103"])
    assert facts(done, "moved", unit="AH-1", path=["0102", "0103", "0104"], cost="4")
    failed = phase(board(f"{AH1} at 0101", MINOR), (5,), order)
    assert (failed.place(ONE), failed.marked_sides("pontoon")) == ("0101", {})
    stays = phase(board(f"{AH1} at 0101", MINOR), (5,), over("0102", "0103"))
    assert stays.place(ONE) == "0102", "without `else` it stays at the river"


def test_11_2_4a_each_try_costs_a_point() -> None:
    order = over("0102", "0103 0104 0105", 2)
    first = phase(board(f"{AH1} at 0101", MINOR), (1,), order)
    assert first.place(ONE) == "0105", "1 + 1 + 3"
    second = phase(board(f"{AH1} at 0101", MINOR), (6, 1), order)
    assert second.place(ONE) == "0104", "as far as the points reach"
    assert refused(phase(board(f"{AH1} at 0101 2 dg", MINOR), (), over("0102", "0103", 2))) == ["11.2.4a"]


@pytest.mark.parametrize(
    ("ground", "order"),
    [
        (flat(3, 9), over("0102", "0103")),
        (MINOR, over("0201", "0202")),
    ],
)
def test_11_2_4a_only_beside_a_river(ground: str, order: Move) -> None:
    assert refused(phase(board(f"{AH1} at 0101", ground), (), order)) == ["11.2.4a"]


def test_11_2_4a_not_after_entering_an_enemy_zone() -> None:
    enemy = "\nIT-1 XX 6-9-4/3 infantry at 0103"
    assert refused(phase(board(f"{AH1} at 0101{enemy}", MINOR), (), over("0102", ""))) == ["11.2.4a"]
    began = phase(board(f"{AH1} at 0102{enemy}", MINOR), (3,), over("", ""))
    assert began.marked_sides("pontoon"), "who began there may build without leaving"


def test_11_2_4b_modifiers() -> None:
    worst = "AH-1 X 4-4-5/5 infantry at 0102\nIT-C - 2-3-3 corps-artillery at 0104"
    here = board(worst, MAJOR, notes={"weather": "poor"})
    assert pontoons.modifiers(here, span(), CP).total == 3
    friend = board(f"{AH1} at 0102\nAH-2 X 4-4-5/5 infantry at 0103", MINOR)
    assert pontoons.modifiers(friend, span(), CP).total == -2


def test_11_2_4c_two_tries_for_each_unit_and_hexside() -> None:
    pair = f"{AH1} at 0102\nAH-2 X 4-4-5/5 infantry at 0102"
    here = phase(board(pair, MINOR), (6, 6), over("", "0103", 2), over("", "0103", names="AH-2"))
    assert refused(here) == ["11.2.4c"]
    rolls = [fact.get("name") for fact in facts(here, "rolled")]
    assert rolls == ["pontoon over 0102/0103, try 1", "pontoon over 0102/0103, try 2"]


def test_11_2_4c_four_pontoons_at_most() -> None:
    lines = [f"030{n}/030{n + 1}" for n in range(1, 5)]
    many = flat(3, 9, "side minor-river: 0102/0103 " + " ".join(lines) + "\n")
    laid = {one: f"pontoon=CP>{one[5:]}" for one in lines}
    assert refused(phase(board(f"{AH1} at 0102", many, sides=laid), (), over("", "0103"))) == ["11.2.4c"]
    taken = phase(board(f"{AH1} at 0102", many, sides=laid), (1,), over("", "0103"), Unbridge(*hexes("0301 0302")))
    assert taken.place(ONE) == "0103"


def test_11_2_4d_the_owner_takes_it_up_before_he_moves() -> None:
    laid = {"0102/0103": "pontoon=CP>0103"}
    here = phase(board("", MINOR, sides=laid), (), Unbridge(*hexes("0102 0103")))
    assert not here.marked_sides("pontoon")
    theirs = board("", MINOR, sides={"0102/0103": "pontoon=EN>0103"})
    assert refused(phase(theirs, (), Unbridge(*hexes("0102 0103")))) == ["11.2.4d"]


def test_11_2_4e_an_hq_follows_over_a_major_river_for_a_point_more() -> None:
    units_ = f"{AH1} at 0102\nAH-hq XXXX 8-6 hq at 0101"
    follow = Move(units("AH-hq"), (Leg(hexes("0102 0103 0104")),))
    here = phase(board(units_, MAJOR), (3,), over("", "0103"), follow)
    assert facts(here, "moved", unit="AH-hq", cost="4")


def test_3_0b_a_hidden_builder_has_no_name_but_his_die_is_told() -> None:
    """3.0b (see 11.2.4a, ruling R123): the die and the pontoon are seen by all, the detachment that builds is not."""
    start = board("AH-d I 1-2-5/5 mountain at 0102 1 down", MINOR)
    before = start.freeze(1, "cp-move-1")
    done = phase(start, (4,), over("", "0103", names="AH-d"))
    told = tell(done.scenario, before, done.freeze(1, "cp-combat-1"), done.facts, EN)
    (fact,) = [one for one in told if one.kind == "pontoon"]
    assert (fact["hexside"], fact["die"], fact["done"]) == ("0102/0103", 4, True)
    assert not [one for one in told if "AH-d" in str(one.as_json())]


def test_the_order_reads_as_it_is_written() -> None:
    """See 11.2.4a."""
    assert str(over("0102", "0103 0104", 2, "0101")) == "move AH-1 to 0102, bridge 0102/0103 twice, 0103-0104 else 0101"
