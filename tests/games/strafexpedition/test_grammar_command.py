"""Orders of set-up, command, Actions and movement: what they look like, and what is wrong with them."""

from __future__ import annotations

import pytest

from pbem.errors import Ambiguous, Unreadable, Waiting
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.conditions import CONDITIONS, fits, holds
from pbem.games.strafexpedition.by_mail.counsel import counsel
from pbem.games.strafexpedition.by_mail.moves import moves
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.reaction import ask_hex
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.preferences import Condition
from pbem.kernel.text.words import Words
from tests.games.strafexpedition.data import scenario
from tests.games.strafexpedition.days import field, read
from tests.games.tables import table


def novegno() -> Board:
    return Board(scenario("novegno"), initial_position(scenario("novegno")))


@pytest.mark.parametrize(
    ("section", "text", "canonical"),
    [
        ("command", "brigade 58", "brigade 58"),
        ("command", "brigade AH-hq-58 with 7", "brigade 58 with 6-10 guns"),
        ("command", "brigade 58 with no guns", "brigade 58"),
        ("command", "spend 4 lp", "spend 4"),
        ("action-3", "activate 58 at 1635 or 1636 with AH-S4-MTN-1", "activate 58 at 1635, 1636 with AH-S4-MTN-1"),
        ("action-1", "pass all", "pass today"),
        ("action-1", "move AH-58-3-I and AH-58-3-II to 1535", "move AH-58-3-I, AH-58-3-II to 1535"),
        ("march", "move AH-58-3-I 1534 -> 1535 strategic", "move AH-58-3-I 1534 -> 1535 strategic"),
        ("set-up", "emplace AH-S4-HVY-1 in move mode", "emplace AH-S4-HVY-1 in move"),
        ("standing", "react: 58 at 1635, never if assault within 3 of 1535",
         "react: 58 at 1635, never if assault within 3 of 1535"),
        ("standing", "infiltration-fire: never", "infiltration-fire: hold"),
    ],
)  # fmt: skip
def test_orders_are_written_back_in_one_way(section: str, text: str, canonical: str) -> None:
    (order,) = read(novegno(), AH, text, section)
    assert str(order) == canonical
    assert read(novegno(), AH, canonical, section) == (order,)


@pytest.mark.parametrize(
    ("section", "text", "why"),
    [
        ("command", "brigade Roma", "you have no brigade called 'Roma'"),
        ("command", "brigade 58 with some guns", "this is no number of guns"),
        ("march", "activate 58 at 1635", "is not an order for the section"),
        ("action-1", "activate 58", "the line ends too early|not understood"),
        ("action-1", "activate 58 at 9999", "the map has no hex 9999"),
        ("command", "spend much", "a number"),
    ],
)
def test_what_cannot_be_read_is_told(section: str, text: str, why: str) -> None:
    here = novegno()
    with pytest.raises(Unreadable, match=why) as refused:
        read(here, AH, text, section)
    problem = refused.value.problem
    assert problem.found
    assert problem.wanted


def test_a_short_name_may_mean_several_brigades() -> None:
    campaign = Board(scenario("campaign"), initial_position(scenario("campaign")))
    with pytest.raises(Ambiguous):
        read(campaign, IT, "brigade Ca", "command")
    (order,) = read(campaign, IT, "brigade Granatieri di Sardegna", "command")
    assert str(order) == "brigade Granatieri-di-Sardegna"


# -- conditions ----------------------------------------------------------------------------------------------

UNITS = "AH-hq-58 HQ 0103 acted brigade=58\nAH-a BATTALION 0203 brigade=58\nIT-a BATTALION 0205"


@pytest.mark.parametrize(
    ("condition", "side", "is_so"),
    [
        (Condition("0203 ours"), AH, True),
        (Condition("0203 ours"), IT, False),
        (Condition("0203 theirs"), IT, True),
        (Condition("0204 empty"), AH, True),
        (Condition("58 acted"), AH, True),
        (Condition("58 not acted"), AH, False),
        (Condition("lp", ">=", "3"), AH, True),
        (Condition("lp", ">=", "3"), IT, False),
        (Condition("turn", "=", "1"), IT, True),
        (Condition("trench 0203", "<=", "1"), AH, True),
        (Condition("passes", "<", "1"), AH, True),
    ],
)
def test_conditions_of_plans(condition: Condition, side: Side, is_so: bool) -> None:
    here = field(UNITS, notes={"@AH.lp": "3"}, hexes={"0203": ("trench=AH:1",)})
    assert holds(here, side, condition) is is_so


def test_conditions_of_reactions_look_at_the_question() -> None:
    here = field(UNITS)
    about = {"assaulted": ["0305"], "initiative": {"58": 4}}
    assert fits(here, Condition("assault within 2 of 0303"), about)
    assert not fits(here, Condition("assault within 1 of 0303"), about)
    assert fits(here, Condition("initiative", ">=", "4"), about)
    assert not fits(here, Condition("initiative", ">", "4"), about)


# -- reactions in advance ------------------------------------------------------------------------------------


def answer(here: Board, text: str) -> tuple[str, ...] | None:
    options = (Option("no"), Option("58"), Option("180"))
    about = {"topic": "react", "assaulted": ["0305"], "initiative": {"58": 4, "180": 5}}
    question = Question(AH, "reaction to Roma", options, "15.0", default=("no",), about=about)
    found = counsel(here, question, (), read(here, AH, text, "standing"))
    return found[0] if found else None


BRIGADES = UNITS + "\nAH-hq-180 HQ hq brigade=180\nAH-b BATTALION 0202 brigade=180"


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("react: never", ("no",)),
        ("react: any", ("180",)),
        ("react: 58, 180", ("180",)),  # 58 is not planned
        ("react: 58", ("no",)),
        ("react: 58, never\nreact: 180", ("no",)),
        ("react: 180, never", ("180",)),  # best first
        ("react: 58\nreact: 180", ("180",)),  # a line for nobody gives way
        ("react: any if initiative >= 6", ("no",)),  # a condition that fails leaves the default
        ("react: any if assault within 1 of 0101", ("no",)),
    ],
)
def test_15_0_standing_orders_answer_for_planned_brigades(text: str, chosen: tuple[str, ...]) -> None:
    here = field(BRIGADES, notes={"@AH.plan.1": "brigade_180"})
    assert answer(here, text) == chosen


@pytest.mark.parametrize("section", ["command", "action-1"])
@pytest.mark.parametrize("text", ["react: never", "pay: always", "counter-assault: all"])
def test_15_0_what_only_the_enemys_actions_ask_is_a_standing_order(section: str, text: str) -> None:
    """In a section of his own the line would answer nothing: it is refused, and told where it belongs."""
    with pytest.raises(Unreadable) as refused:
        read(field(BRIGADES), AH, text, section)
    assert refused.value.problem.wanted == "the line under `standing:`"
    assert read(field(BRIGADES), AH, text, "standing")


@pytest.mark.parametrize(
    ("text", "why", "wanted"),
    [
        ("fire: strongest first if adds >= 2", "means nothing for fire: it belongs to `pay`", "`lp >= 3`"),
        ("react: any if ratio >= 1-1", "means nothing for react: it belongs to `counter-assault`", "`lp >= 3`"),
        ("react: any if trench <= 1", "means nothing for react", "`trench 1335 <= 1`"),
        ("pay: always if assault within 2 of 0303", "means nothing for pay: it belongs to `react`", "`lp >= 3`"),
        ("losses: weakest first if lose >= 2", "'lose' begins no condition", "`lp >= 3`"),
        ("react: sometimes", "you have no brigade called 'sometimes'", "`never`, `any`"),
        ("react 180 at 0201", "the colon is missing", "a colon"),
        ("fire: closest", "no hex or place is called 'closest'", "`strongest first`"),
        ("retreat-to: north", "no hex or place is called 'north'", "`toward HEX`"),
        ("guns: most", "no unit is called 'most'", "`keep 3`"),
    ],
)
def test_a_standing_order_that_could_never_be_meant_is_refused(text: str, why: str, wanted: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(field(BRIGADES), AH, text, "standing")
    assert why in refused.value.problem.why
    assert wanted in refused.value.problem.wanted


@pytest.mark.parametrize(
    "text", ["react: any if trench 0303 <= 1", "pay: always if lp >= 2", "fire: weakest first if turn >= 2"]
)
def test_conditions_on_the_board_stand_behind_every_topic(text: str) -> None:
    assert read(field(BRIGADES), AH, text, "standing")


@pytest.mark.parametrize(
    "condition", ["ratio >= 1-1", "adds >= 2", "initiative >= 4", "assault within 2 of 0303", "trench <= 1"]
)
def test_a_plan_has_no_conditions_on_questions(condition: str) -> None:
    here = field(BRIGADES)
    with pytest.raises(Unreadable, match="means nothing for a plan"):
        CONDITIONS.read(
            Words(Line(1, condition)), Reading(here.scenario, AH, "action-1", UnitNames(here.scenario.units.values()))
        )


def hex_question(here: Board) -> Question:
    """What is asked for the headquarters of the 180th after an Action of Roma with an assault on 0303."""
    after = Action(IT, "Roma", UnitId("IT-hq-Roma"), HexId("0301"), trace(here, IT, HexId("0301"), 3), ())
    after.assaulted = (HexId("0303"),)
    with pytest.raises(Waiting) as waiting:
        ask_hex(here, table(here), AH, "180", after)
    question: Question = waiting.value.questions[0]
    return question


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("react: 180 at {third}", "{third}"),
        ("react: 180 at 0108, 180 at {third}", "{third}"),  # the first legal one
        ("react: 180 at {third} if assault within 1 of 0303", "{third}"),
        ("react: 180 at {third} if assault within 1 of 0108\nreact: any", "{first}"),
        ("react: 58 at {third}\nreact: 180", "{first}"),  # the line of another brigade says nothing
        ("react: any", "{first}"),
    ],
)
def test_15_0_the_hex_behind_at_is_taken_if_it_is_legal(text: str, chosen: str) -> None:
    here = field(BRIGADES)
    question = hex_question(here)
    legal = [option.value for option in question.options]
    assert "0108" not in legal
    places = {"first": legal[0], "third": legal[2]}
    found = counsel(here, question, (), read(here, AH, text.format(**places), "standing"))
    assert found is not None
    assert found[0] == (chosen.format(**places),)


# -- where a unit can go -------------------------------------------------------------------------------------


def test_moves_are_listed_way_by_way() -> None:
    here = field("AH-a BATTALION 0203\nIT-z BATTALION 0206")
    found = moves(here, "AH-a")
    assert found.allowance == 6
    assert "0205" in [goal.hex for goal in found.by("move")]
    assert "0205" not in [goal.hex for goal in found.by("march")]  # an enemy zone
    assert found.by("strategic") == ()
    assert len(found.by("forced")) > len(found.by("move"))


def test_moves_say_why_not() -> None:
    here = field("AH-a BATTALION 0203 moved\nAH-g BATTERY 0303 fire\nAH-w BATTALION waiting")
    assert {one.rule for one in moves(here, "AH-a").closed} == {"11.0.7"}
    assert {one.rule for one in moves(here, "AH-g").closed} == {"19.1"}
    assert moves(here, "AH-w").hex == ""
    beside = field("AH-a BATTALION 0203\nIT-z BATTALION 0204")
    assert [(one.hex, one.rule) for one in moves(beside, "AH-a").closed] == [("0204", "11.0.6")]
