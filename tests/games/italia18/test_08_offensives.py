"""8.0 Offensives."""

from __future__ import annotations

from pbem.games.italia18 import offensive
from pbem.games.italia18.counters import CP
from pbem.kernel.ground.hexes import HexId
from tests.games.italia18.boards import board, flat
from tests.games.italia18.data import CARDS
from tests.games.tables import facts, table

PLAIN = flat(4, 12)
GUNS = "\n".join(f"AH-A{n} - 3-5-2 army-artillery at 040{n}" for n in (1, 2, 3))
IT = "\nIT-A - 3-5-2 army-artillery at 0112 1 offensive\nIT-1 XX 6-9-4/3 infantry at 0107"
S0 = {"offensive": CARDS["S0"]["offensive"]}


def test_8_0a_only_on_the_turns_of_the_card() -> None:
    assert offensive.is_offensive(board("", card=S0))
    assert not offensive.is_offensive(board("", card=S0, turn=2))
    later = board(GUNS + IT, PLAIN, card=S0, turn=2)
    offensive.run(later, table(later))
    assert not later.marked(), "nobody is in Offensive mode, and nobody is asked"


def test_8_0b_exactly_as_many_guns_as_the_card_says() -> None:
    here = board(GUNS + IT, PLAIN, card=S0)
    offensive.run(here, table(here, answers={"offensive guns": ("AH-A2",)}))
    assert here.marked() == ("AH-A2",)
    assert facts(here, "offensive", side="CP", modifiers=[2, 1, 0])
    best = board(GUNS + IT, PLAIN, card=S0)
    offensive.run(best, table(best, answers="default"))
    assert best.marked() == ("AH-A3",), "by default the gun with most enemies in range"
    all_of_them = board(GUNS.splitlines()[0], PLAIN, card=S0)
    offensive.run(all_of_them, table(all_of_them))
    assert all_of_them.marked() == ("AH-A1",), "with no choice nobody is asked"


def test_8_0b_the_range_of_such_a_gun() -> None:
    here = board("AH-A - 3-5-2 army-artillery at 0101 1 offensive\nAH-B - 3-5-2 army-artillery at 0109", PLAIN)
    assert list(offensive.guns_in_range(here, HexId("0106"), CP)) == ["AH-A"]
    assert list(offensive.guns_in_range(here, HexId("0107"), CP)) == []


def test_8_0c_an_offensive_lasts_one_turn() -> None:
    here = board("AH-A - 3-5-2 army-artillery at 0101 1 offensive", PLAIN, card=S0, turn=2)
    offensive.run(here, table(here))
    assert not here.marked()
    assert facts(here, "unmarked", unit="AH-A", mark="offensive")
