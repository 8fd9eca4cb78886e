"""Monte Grappa: the levels of victory on the real map."""

from __future__ import annotations

import pytest

from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.verdicts import Verdict, drawn, lowered
from pbem.games.italia18.victory import decide, end_turn, in_words, is_over, score, verdict
from pbem.games.italia18.victory_heights import is_lowered, is_operational, is_strategic
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.scenarios import begin, put, take
from tests.games.tables import facts


def grappa() -> Board:
    """The CP have broken in at one place, so that units can be put anywhere without enemies around them."""
    here = begin("grappa")
    for unit in here.on_map(EN):
        if here.unit(unit).type != "hq":
            here.eliminate(unit, "test")
    return here


def test_s0_vc1_clear_ground_beyond_the_trenches_in_supply_from_the_xiv_army() -> None:
    here = put(grappa(), AH_4="1824")
    assert here.map.base[HexId("1824")] == "mountain"
    assert not is_strategic(here)
    put(here, AH_4="1825", GE_hq14="2224")
    assert here.map.base[HexId("1825")] == "clear"
    assert is_strategic(here)
    assert verdict(here) == Verdict(CP, "strategic")
    here.eliminate(UnitId("GE-hq14"), "test")  # ruling R131: the condition names it
    assert not is_strategic(here)


def test_s0_vc2_both_summits() -> None:
    here = put(grappa(), AH_4="2024", GE_Leib="2026")
    assert is_operational(here)
    assert verdict(here) == Verdict(CP, "operational")
    put(here, GE_Leib="2126")
    assert not is_operational(here)


def test_s0_vc3_points_and_levels() -> None:
    """Four trenches and two crosses are six, a tactical victory; three and two a draw."""
    here = take(grappa(), "CP", "2022 2025 2027 2024")
    assert [(line.what, line.points) for line in score(here).lines] == [("Entente trench hexes", 4), ("objectives", 2)]
    assert verdict(here) == Verdict(CP, "tactical")
    here = take(grappa(), "CP", "2022 2025 2024")
    assert verdict(here) == drawn()
    assert in_words(here) == "5 points: a draw"
    assert verdict(grappa()) == Verdict(EN)
    assert in_words(grappa()) == "0 points: the Entente win"


def test_s0_vc3_a_hex_that_is_taken_back_counts_no_more() -> None:
    here = take(grappa(), "CP", "2022 2025 2024")
    take(here, "EN", "2024")
    assert score(here).total(CP) == 2


def test_s0_vc4_an_entente_unit_in_their_trenches_lowers_a_victory() -> None:
    here = put(grappa(), AH_4="2024", GE_Leib="2026")
    for unit in here.on_map(CP):
        if here.hex_of(unit) in ("2122", "2123", "2222", "2223"):
            here.put(unit, "2527", "test")
    put(here, IT_51="2122", IT_24="2022")
    assert is_lowered(here)
    assert verdict(here) == Verdict(CP, "tactical")
    here.eliminate(UnitId("IT-hq4"), "test")
    assert not is_lowered(here)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Verdict(CP, "strategic"), Verdict(CP, "operational")),
        (Verdict(CP, "tactical"), drawn()),
        (drawn(), drawn()),
        (Verdict(EN), Verdict(EN)),
    ],
)
def test_r92_a_draw_is_not_lowered(before: Verdict, after: Verdict) -> None:
    assert lowered(before) == after


def test_16_0_points_each_turn_and_the_verdict_after_the_last() -> None:
    here = take(begin("grappa"), "CP", "2022")
    end_turn(here)
    assert [fact["points"] for fact in facts(here, "points")] == [1]
    assert not is_over(here)
    last = take(begin("grappa", turn=2), "CP", "2022")
    end_turn(last)
    assert is_over(last)
    (fact,) = facts(last, "victory")
    assert (fact["winner"], fact["level"], fact["points"], fact["text"]) == ("EN", "", 1, "the Entente win")


def test_16_0_a_draw_is_nobodys() -> None:
    here = take(grappa(), "CP", "2022 2025 2024")
    decide(here)
    assert (here.noted("winner"), here.noted("level")) == ("draw", "draw")
