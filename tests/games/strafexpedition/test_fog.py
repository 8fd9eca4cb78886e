"""4.0.2.secret, 7.0: what a side is told of the other's plans and points, and what it is not."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.by_mail.fog import tell
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import Side
from tests.games.strafexpedition.test_04_sequence import REACT, choose, day
from tests.games.tables import facts


def told(here: Board, side: Side) -> list[Fact]:
    now = here.freeze(1, here.step)
    return list(tell(here.scenario, now, now, here.facts, side))


def words(here: Board, side: Side) -> str:
    return "\n".join(str(fact.as_json()) for fact in told(here, side))


def test_4_0_2_secret_a_reaction_with_a_brigade_that_was_not_planned_is_its_owners_business() -> None:
    """4.0.2.secret, 15.0, rulings R6, R152: neither the answer nor the refusal names it to the enemy."""
    here = day("ah-action-1", open_IT="", spent_IT="")
    choose(here, AH, "activate 58 at 0103", answers=REACT)
    assert "Roma" in words(here, IT)
    for eyes in (AH, Side("")):
        assert "Roma" not in words(here, eyes)


def test_4_0_2_secret_a_reaction_without_a_legal_hex_is_told_to_nobody_else() -> None:
    """4.0.2.secret, 8.5.placement, ruling R6: the brigade's supply is cut, so its HQ was never placed."""
    units = "AH-hq-58 HQ hq brigade=58\nAH-a BATTALION 0203 brigade=58\nIT-hq-Roma HQ hq brigade=Roma\n"
    units += "IT-a BATTALION 0712 brigade=Roma\nAH-b BATTALION 0812 brigade=59"
    here = day("ah-action-1", units)
    choose(here, AH, "activate 58 at 0103", answers=REACT)
    assert facts(here, "reaction-void", brigade="Roma")
    assert "Roma" in words(here, IT)
    for eyes in (AH, Side("")):
        assert "Roma" not in words(here, eyes)


@pytest.mark.parametrize("chosen", ["no", "Roma"])
def test_4_0_2_secret_what_was_answered_to_the_question_of_a_reaction_is_never_told(chosen: str) -> None:
    """4.0.2.secret, 15.0: nothing looks different to the enemy whether somebody tried in vain or did not try."""
    here = day("ah-action-1", open_IT="", spent_IT="")
    choose(here, AH, "activate 58 at 0103", answers={**REACT, "reaction to 58": (chosen,)})
    assert [fact.kind for fact in told(here, AH) if fact.kind in ("decided", "dropped", "reaction-void")] == []


def test_15_0_a_reaction_that_was_tried_is_open_to_all() -> None:
    here = day("ah-action-1")
    choose(here, AH, "activate 58 at 0103", dice={"reaction of Roma / reaction": 6}, answers=REACT)
    assert [fact["brigade"] for fact in told(here, AH) if fact.kind == "reaction"] == ["Roma"]
