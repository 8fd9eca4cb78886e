"""Events that happen inside combat: Mine Warfare and the Mandatory Offensive (Rommel is in test_11_modifiers)."""

from __future__ import annotations

import pytest

from pbem.errors import Problem, Waiting
from pbem.games.caporetto import combat
from pbem.games.caporetto.attack import Spent
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.mandatory import most_possible
from pbem.games.caporetto.mines import targets
from pbem.kernel.board import Board
from pbem.kernel.table import Table
from tests.games.caporetto.boards import at, board, field, fight, given
from tests.games.tables import ListedDice, dropped, facts

ITALY = "hex italy: 0404 0405 0303 0304"
AH = "AH-1 XX 6-5-8 infantry at 0503\nAH-2 XX 6-5-8 infantry at 0504\n"
IT = "IT-7 XX 3-4-8 infantry at 0404\n"
MINE = {"event": "mine-warfare", "morale.IT": "-1"}
PUSH = {"event": "mandatory-offensive"}


def mined(units: str, orders: str, dice: tuple[int, ...], **more: object) -> Board:
    options = more.pop("options", None)
    b = board(field(features=ITALY), units, 8, options, notes=MINE)  # type: ignore[arg-type]
    fight(b, orders, dice=dice, **more)  # type: ignore[arg-type]
    return b


# -- Mine Warfare --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (4, 1), (5, 2), (6, 2)])
def test_ev_b_mine_one_step_on_one_to_four(die: int, steps: int) -> None:
    """EV.B.mine: ruling R14."""
    b = mined(AH + IT, "mine 0404", (die,))
    assert at(b, "IT-7") == ("0404", steps)
    assert b.number("casualties.IT") == 2 - steps
    assert b.number("mined") == 8
    assert facts(b, "mine-lapsed") == []


def test_ev_b_mine_by_option_no_casualty() -> None:
    assert mined(AH + IT, "mine 0404", (1,), options={"mine-casualties": "no"}).noted("casualties.IT") == ""


def test_ev_b_mine_the_allies_pick_the_victim() -> None:
    units = AH + IT + "IT-8 XX 3-4-8 infantry at 0404\n"
    b = mined(units, "mine 0404", (1,), standing={AL: "mine-victim: IT-8"})
    assert at(b, "IT-8")[1] == 1
    with pytest.raises(Waiting) as waiting:
        mined(units, "mine 0404", (1,), answers=None)
    assert waiting.value.questions[0].side == AL


def test_ev_b_mine_an_emptied_hex_may_be_entered_for_one_hex() -> None:
    """EV.B.mine, 15.2/2: ruling R27: no E, no second hex; an HQ without troops is lost."""
    lone = "IT-7 XX 3-4-8 infantry at 0404 1\nIT-hq1 XXXX 6/2 hq at 0404\nGE-12 XX 6-8-8 infantry assault at 0503\n"
    b = mined(AH + lone, "mine 0404 advance GE-12, AH-2", (4,))
    assert [at(b, unit)[0] for unit in ("IT-7", "IT-hq1", "GE-12", "AH-2", "AH-1")] == [
        "gone", "gone", "0404", "0404", "0503",
    ]  # fmt: skip
    assert facts(b, "moved")[0].rule == "EV.B.mine"


def test_ev_b_mine_before_an_attack_on_the_hex() -> None:
    b = mined(AH + IT, "mine 0404\nattack 0404 with AH-1", (1, 3), result="0/0")
    kinds = [fact.kind for fact in b.facts if fact.kind in ("mine", "lost", "combat")]
    assert kinds == ["mine", "lost", "combat"]
    assert facts(b, "combat")[0]["defence"]["total"] == 2


def test_ev_b_mine_refused() -> None:
    """EV.B.mine: ruling R96."""
    more = "UK-7 XX 5-6-8 infantry at 0405\nIT-9 XX 3-4-8 infantry at 0304\nIT-8 XX 3-4-8 infantry at 0403\n"
    text = "mine 0405\nmine 0304\nmine 0403\nmine 0303\nmine 0404\nmine 0404"
    b = mined(AH + IT + more, text, (6,))
    assert [rule for rule, _ in dropped(b)] == ["EV.B.mine"] * 5
    reasons = [why for _, why in dropped(b)]
    for words in ("no Italian", "not next to any Austro-Hungarian", "outside Italy", "no Italian", "has been used"):
        assert words in reasons.pop(0)
    b = board(field(features=ITALY), AH + IT, 8)
    fight(b, "mine 0404")
    assert "not your event" in dropped(b)[0][1]


def test_ev_b_mine_lapses_if_it_is_not_used() -> None:
    b = board(field(features=ITALY), AH + IT, 8, notes=MINE)
    assert targets(b) == ("0404",)
    fight(b, "")
    assert facts(b, "mine-lapsed") == []
    fight(b, "", number=2)
    assert len(facts(b, "mine-lapsed")) == 1


def test_ev_b_mine_with_a_condition() -> None:
    b = mined(AH + IT, "mine 0404 if 0404 empty", ())
    assert len(facts(b, "skipped")) == 1
    assert b.noted("mined") == ""


# -- Mandatory Offensive -------------------------------------------------------------------------------------

FIVE = "".join(f"AH-{n} XX 6-5-8 infantry at {h}\n" for n, h in enumerate(("0503", "0503", "0504", "0504", "0403"), 1))


def problems(b: Board, text: str) -> list[Problem]:
    """What a check on receipt has against orders for the second Combat."""
    found: list[Problem] = []
    orders = given(b, text, CP, "second-combat")
    table = Table(b, ListedDice(()), lambda board, question: None, foresee=lambda order, problem: found.append(problem))
    combat.look_ahead(b, table, combat.SubPhase(CP, 2, Spent()), orders[CP].items)
    return found


def test_ev_b_mandatory_orders_that_fall_short_go_back() -> None:
    """EV.B.mandatory: ruling R95."""
    b = board(field(), FIVE + IT, 9, notes=PUSH)
    (problem,) = problems(b, "attack 0404 with AH-1, AH-2, AH-3, AH-4")
    assert problem.rule == "EV.B.mandatory"
    assert "10 steps" in problem.why
    assert problems(b, "attack 0404 with AH-1, AH-2, AH-3, AH-4, AH-5") == []
    b = board(field(), FIVE + IT, 9, notes=PUSH | {"offensive": "9:2"})
    assert problems(b, "attack 0404 with AH-1, AH-2, AH-3, AH-4") == []
    b = board(field(), FIVE + IT, 9, notes=PUSH | {"offensive": "8:2"})
    assert len(problems(b, "attack 0404 with AH-1, AH-2, AH-3, AH-4")) == 1


def test_ev_b_mandatory_as_many_as_there_are() -> None:
    b = board(field(), AH + IT, 9, notes=PUSH)
    assert most_possible(b, CP, Spent()) == 4
    assert problems(b, "attack 0404 with AH-1, AH-2") == []
    assert len(problems(b, "attack 0404 with AH-1")) == 1


def test_ev_b_mandatory_counts_both_sub_phases_and_germans() -> None:
    """EV.B.mandatory: ruling R95: a unit that attacks twice counts twice."""
    units = AH.replace("AH-2", "GE-2") + IT
    b = board(field(), units, 9, notes=PUSH)
    fight(b, "attack 0404 with AH-1, GE-2", dice=[3], result="0/0")
    assert b.noted("offensive") == "9:4"
    fight(b, "attack 0404 with AH-1, GE-2", number=2, dice=[3], result="0/0")
    assert b.noted("offensive") == "9:8"
    assert facts(b, "mandatory-attack") == []


def test_ev_b_mandatory_what_is_missing_is_ordered_for_the_player() -> None:
    """EV.B.mandatory: ruling R95: on the weakest hex, with everybody who can."""
    units = FIVE + IT + "IT-8 XX 3-4-8 infantry at 0405 1\n"
    b = board(field(), units, 9, notes=PUSH)
    fight(b, "", number=2, dice=[3, 3], result="0/0")
    made = [(fact["hex"], fact["attackers"]) for fact in facts(b, "mandatory-attack")]
    assert made == [("0405", ["AH-3", "AH-4"]), ("0404", ["AH-1", "AH-2", "AH-5"])]
    assert b.noted("offensive") == "9:10"


def test_ev_b_mandatory_the_player_may_list_hexes() -> None:
    units = FIVE + IT + "IT-8 XX 3-4-8 infantry at 0405 1\n"
    b = board(field(), units, 9, notes=PUSH)
    fight(b, "", number=2, dice=[3], result="0/0", standing={CP: "mandatory: 0404"})
    assert [fact["hex"] for fact in facts(b, "mandatory-attack")] == ["0404"]


def test_ev_b_mandatory_in_a_pause_within_two_attacks() -> None:
    """EV.B.mandatory, 17.2: ruling R94."""
    units = AH + IT + "IT-8 XX 3-4-8 infantry at 0405\nAH-9 XX 6-5-8 infantry at 0201\nIT-9 XX 3-4-8 infantry at 0101\n"
    b = board(field(), units, 9, notes=PUSH | {"paused.CP": "9"})
    assert most_possible(b, CP, Spent()) == 6
    fight(b, "", number=2, dice=[3, 3], result="0/0")
    assert len(facts(b, "combat")) == 2
    b = board(field(), units, 9, notes=PUSH | {"paused.CP": "9", "attacks.CP": "9:2"})
    fight(b, "", number=2)
    assert facts(b, "combat") == []


def test_ev_b_mandatory_binds_nobody_else() -> None:
    b = board(field(), "IT-7 XX 3-4-8 infantry at 0303\nAH-1 XX 6-5-8 infantry at 0404\n", 9, notes=PUSH)
    fight(b, "", side=AL, number=2)
    assert facts(b, "combat") == []
