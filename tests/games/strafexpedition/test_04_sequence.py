"""4.0 Sequence of play, 14.0, 15.0: whose Action it is, passes, reactions, the night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from pbem.errors import Unreadable, Waiting
from pbem.games.strafexpedition import deployment, night, sequence
from pbem.games.strafexpedition.actions import scripts
from pbem.games.strafexpedition.by_mail.orders_command import Pass
from pbem.games.strafexpedition.coming import may_come
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import Place
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order, Orders
from pbem.kernel.text.preferences import Preference
from tests.games.strafexpedition.data import scenario
from tests.games.strafexpedition.days import field, orders, read
from tests.games.tables import Dice, ListedDice, counsel_of, dropped, facts, table

DAY = {"initiative": "AH", "turn.side": "AH"}
UNITS = """
AH-hq-58 HQ hq brigade=58
AH-a BATTALION 0203 brigade=58
IT-hq-Roma HQ hq brigade=Roma
IT-a BATTALION 0710 brigade=Roma
"""
PLANNED = {"open.AH": "58:0", "open.IT": "Roma:0", "spent.AH": "1", "spent.IT": "1"}
NO_REACTION = {"reaction to 58": ("no",), "reaction to Roma": ("no",)}


def day(step: str, units: str = UNITS, **notes: str) -> Board:
    named = {key.replace("_", "."): value for key, value in notes.items()}
    return field(units, notes={**DAY, **PLANNED, **named}, step=step)


def choose(
    here: Board, side: Side, text: str, dice: Dice = (), answers: Mapping[str, tuple[str, ...]] | None = None,
    filed: Mapping[str, Sequence[Order]] | None = None,
) -> None:  # fmt: skip
    given = {one: Orders(one, read(here, one, text if one == side else "", "action-1")) for one in (IT, AH)}
    kept = filed or {}
    made = Table(here, ListedDice(dice), counsel_of(answers or NO_REACTION), filed=lambda whose, step: kept.get(step))
    sequence.steps(here.scenario)[here.step].run(here, made, given)


def next_step(here: Board) -> str:
    return sequence.after(here.scenario, here).step


# -- the day -------------------------------------------------------------------------------------------------


def test_4_0_1_the_steps_of_a_day_in_their_order() -> None:
    card = scenario("novegno")
    position, seen = deployment.initial_position(card), []
    here = Board(card, position)
    for note, value in {"initiative": "AH", "turn.side": "AH", "passes": "2"}.items():
        here.write(note, value, "4.0.8")
    step = "it-set-up"
    while step != "night":
        seen.append(step)
        here = Board(card, here.freeze(1, step))
        step = sequence.after(card, here).step
    assert seen == [
        "it-set-up", "ah-set-up", "morning", "command", "dawn", "ah-artillery", "it-artillery", "ah-march", "it-march",
        "rally",
    ]  # fmt: skip
    assert sequence.after(card, Board(card, here.freeze(1, "night"))) == Place(2, "morning")


def test_4_0_12_the_night_ends_the_day_and_the_last_one_the_game() -> None:
    card = scenario("novegno")
    here = Board(card, replace(deployment.initial_position(card), turn=2, step="night"))
    night.run(here, table(here), orders(here, "rally"))
    assert facts(here, "victory")
    assert sequence.after(card, here) == Place(2, "over")


def test_4_0_11_headquarters_and_markers_leave_the_map() -> None:
    units = "AH-hq-58 HQ 0103 acted brigade=58\nAH-a BATTALION 0203 acted moved marched disorganized=2 brigade=58"
    here = field(units, notes={"spent.AH": "3", "actions.AH": "2", "open.AH": "58:0", "@AH.plan.1": "brigade_58"})
    night.clear_hqs(here)
    assert here.place(UnitId("AH-hq-58")) == "hq"
    night.clear_markers(here)
    assert here.marks(UnitId("AH-a")) == ("disorganized=2",)
    assert dict(here.notes) == {}


def test_6_1_who_still_stands_over_the_limit_suffers_at_night() -> None:
    here = field("AH-a BATTALION 0203\nAH-b BATTALION 0203\nAH-c BATTALION 0203")
    night.punish_crowds(here)
    assert [here.mark_of(unit, "disorganized") for unit in here.on_map(AH)] == ["1", "1", "1"]


# -- whose Action it is --------------------------------------------------------------------------------------


def test_4_0_8_after_an_action_the_same_side_chooses_again() -> None:
    here = day("ah-action-1")
    choose(here, AH, "activate 58 at 0103")
    assert (here.noted("passes"), next_step(here)) == ("", "ah-action-2")
    assert here.is_marked(UnitId("AH-hq-58"), "acted")


def test_4_0_9_a_pass_hands_the_choice_over() -> None:
    here = day("ah-action-1")
    choose(here, AH, "pass")
    assert next_step(here) == "it-action-1"


def test_4_0_9_end_two_passes_in_a_row_end_the_action_phases() -> None:
    here = day("it-action-1", passes="1", turn_side="IT")
    choose(here, IT, "pass")
    assert next_step(here) == "ah-march"
    acted = day("it-action-1", passes="1", turn_side="IT")
    choose(acted, IT, "activate Roma at 0809")
    assert next_step(acted) == "it-action-2"
    choose(acted := Board(acted.scenario, acted.freeze(1, "it-action-2")), IT, "pass")
    assert next_step(acted) == "ah-action-1"  # who passed before may act again


def test_4_0_9_end_who_has_passed_for_the_day_is_not_asked_again() -> None:
    here = day("ah-action-1")
    choose(here, AH, "pass today")
    assert here.noted("closed.AH") == "yes"
    it = Board(here.scenario, here.freeze(1, "it-action-1"))
    choose(it, IT, "activate Roma at 0809")
    again = Board(it.scenario, it.freeze(1, "it-action-2"))
    choose(again, IT, "pass")
    assert next_step(again) == "ah-march"


def test_4_0_9_end_an_empty_section_is_a_pass() -> None:
    here = day("ah-action-1")
    choose(here, AH, "")
    assert facts(here, "passed", side="AH")
    assert next_step(here) == "it-action-1"


def test_4_0_8_the_first_activation_that_is_possible_is_played() -> None:
    here = day("ah-action-1")
    choose(here, AH, "activate 58 at 0812\nmove AH-a to 0204\nactivate 58 at 0103\nmove AH-a to 0205")
    assert [rule for rule, _ in dropped(here)] == ["8.5.placement"]
    assert here.place(UnitId("AH-a")) == "0205"


def test_4_0_8_lines_behind_an_activation_belong_to_it() -> None:
    here = day("ah-action-1")
    given = read(here, AH, "activate 58 at 0103\nmove AH-a to 0204\nactivate 58 at 0102\npass", "action-1")
    assert [len(script.orders) for script in scripts(given)] == [1, 1]
    assert isinstance(given[-1], Pass)


def test_4_0_8_steps_movement_before_everything_else() -> None:
    units = UNITS + "AH-g BATTERY 0104 fire\nIT-z BATTALION 0403\n"
    here = day("ah-action-1", units, open_AH="58:5", spent_AH="2")
    text = "activate 58 at 0103 with AH-g\nbombard 0403 with AH-g\nmove AH-a to 0303\nassault 0403 with AH-a"
    choose(here, AH, text, dice=[3] * 12, answers=_Defaults())
    told = ("moved", "bombarded", "fired", "assault", "action-completed")
    kinds = list(dict.fromkeys(fact.kind for fact in here.facts if fact.kind in told))
    assert kinds == list(told)


class _Defaults(dict[str, tuple[str, ...]]):
    """Answers whatever is asked with `no`, where that is an answer."""

    def __contains__(self, key: object) -> bool:
        return str(key).startswith("reaction to")

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return ("no",)


# -- reaction ------------------------------------------------------------------------------------------------

REACT = {"reaction to 58": ("Roma",), "reaction of Roma": ("Roma",), "headquarters of Roma": ("0809",)}


def test_15_0_the_other_side_is_asked_whatever_it_has_planned() -> None:
    here = day("ah-action-1", open_IT="", spent_IT="")
    with pytest.raises(Waiting) as waiting:
        choose(here, AH, "activate 58 at 0103", answers={"nothing": ()})
    (question,) = waiting.value.questions
    assert [option.value for option in question.options] == ["no", "Roma"]
    assert question.side == IT


@pytest.mark.parametrize(("die", "place"), [(4, "0709"), (5, "0710")])
def test_15_0_a_die_up_to_the_initiative_value_lets_it_act_at_once(die: int, place: str) -> None:
    here = day("ah-action-1")
    filed = {"it-action-2": read(here, IT, "activate Roma at 0809\nmove IT-a to 0709", "action-2")}
    choose(here, AH, "activate 58 at 0103", dice={"reaction of Roma / reaction": die}, answers=REACT, filed=filed)
    assert here.place(UnitId("IT-a")) == place
    assert next_step(here) == "ah-action-2"
    assert facts(here, "reaction")[0]["acts"] is (die <= 4)
    if die > 4:
        assert here.place(UnitId("IT-hq-Roma")) == "hq"
        assert here.noted("open.IT") == "Roma:0"  # it may act later


def test_15_0_a_brigade_that_was_not_planned_cannot_react() -> None:
    here = day("ah-action-1", open_IT="", spent_IT="")
    choose(here, AH, "activate 58 at 0103", answers=REACT)
    assert [rule for rule, _ in dropped(here)] == ["4.0.8"]
    assert facts(here, "reaction") == []


def test_3_0_active_player_who_reacts_is_active_meanwhile() -> None:
    here = day("ah-action-1")
    filed = {"it-action-1": read(here, IT, "activate Roma at 0809\nmove IT-a to 0709", "action-1")}
    choose(here, AH, "activate 58 at 0103", dice={"reaction of Roma / reaction": 1}, answers=REACT, filed=filed)
    assert [fact["side"] for fact in facts(here, "activated")] == ["AH", "IT"]
    assert [fact["side"] for fact in facts(here, "action-completed")] == ["AH", "IT"]


# -- for which steps orders may be sent ----------------------------------------------------------------------


def test_orders_may_be_filed_for_the_rest_of_the_day_and_the_next_morning() -> None:
    card = scenario("novegno")
    position = replace(deployment.initial_position(card), step="command")
    found = may_come(card, position, IT)
    assert [place.step for place in found[:4]] == ["command", "it-artillery", "it-action-1", "it-action-2"]
    assert [place.step for place in found[-2:]] == ["it-march", "rally"]
    later = may_come(card, replace(position, step="it-march", notes={"initiative": "AH"}), IT)
    assert later == [Place(1, "it-march"), Place(1, "rally"), Place(2, "command")]


def test_a_reaction_may_call_up_any_action_of_the_other_side() -> None:
    steps = sequence.steps(scenario("novegno"))
    assert steps["ah-action-1"].calls[:2] == ("it-action-1", "it-action-2")
    assert HexId("0101") not in steps


# -- stops inside an Action ----------------------------------------------------------------------------------


def shelling(text: str, **parts: str) -> Board:
    units = UNITS + "AH-g BATTERY 0104 fire\nIT-z BATTALION 0403\nAH-b BATTALION 0204 brigade=58\n"
    here = day("ah-action-1", units, open_AH="58:5", spent_AH="2")
    given = {IT: Orders(IT), AH: Orders(AH, (*read(here, AH, text, "action-1"), MoreOrder()))}
    keys = {"after": "orders for 58 after the bombardment", "second": "orders for 58 instalment 2"}
    known = {f"{keys[name]}": read(here, AH, words, "action-1") for name, words in parts.items()}
    made = Table(here, ListedDice([3] * 20), counsel_of("default"), instalments=lambda side, key: known.get(key))
    sequence.steps(here.scenario)[here.step].run(here, made, given)
    return here


BOMBARD = "activate 58 at 0103 with AH-g\nmove AH-a to 0303\nassault 0403 with AH-a\nbombard 0403 with AH-g\n"


def test_4_0_8_steps_more_behind_a_bombardment_waits_for_its_results() -> None:
    with pytest.raises(Waiting) as waiting:
        shelling(BOMBARD)
    assert waiting.value.questions[0].key == "orders for 58 after the bombardment"
    here = shelling(BOMBARD, after="dig AH-b")
    assert facts(here, "bombarded")
    assert facts(here, "assault")
    assert facts(here, "dug", unit="AH-b")


def test_4_0_8_steps_nothing_of_steps_a_and_b_comes_after_it() -> None:
    here = shelling(BOMBARD, after="move AH-b to 0205\nbombard 0403 with AH-g")
    assert [rule for rule, _ in dropped(here)] == ["4.0.8.steps"] * 2
    assert here.place(UnitId("AH-b")) == "0204"


def test_4_0_8_steps_more_behind_a_move_stops_in_step_a() -> None:
    here = shelling("activate 58 at 0103 with AH-g\nmove AH-a to 0303", second="assault 0403 with AH-a")
    assert facts(here, "assault")


def test_15_0_who_has_no_line_on_reactions_is_warned() -> None:
    """15.0, ruling R152: on receipt, whatever he plans."""
    here = field(UNITS, step="command")
    said: list[str] = []
    made = Table(here, ListedDice([]), counsel_of("default"), warn=lambda caution: said.append(str(caution)))
    plan = read(here, AH, "brigade 58", "command")
    sequence.command(here, made, {IT: Orders(IT), AH: Orders(AH, plan, (Preference("react", ("never",)),))})
    assert said == []  # nor of the other side, whose orders a check does not have
    sequence.command(here, made, {IT: Orders(IT), AH: Orders(AH, plan)})
    assert [one.rpartition(" ")[2] for one in said] == ["[15.0]"]


# -- nothing is swallowed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["move AH-a to 0204\nactivate 58 at 0103", "move AH-a to 0204\npass", "dig AH-a",
                                  "pass\nactivate 58 at 0103"])  # fmt: skip
def test_4_0_8_a_line_above_the_first_activation_is_refused(text: str) -> None:
    """4.0.8, ruling R153: it would belong to nothing."""
    here = day("ah-action-1")
    choose(here, AH, text)
    assert [rule for rule, _ in dropped(here)] == ["4.0.8"]


def test_8_4_whoever_cannot_be_attached_is_named_on_receipt() -> None:
    here = day("ah-action-1")
    said: list[str] = []
    warn = lambda caution: said.append(str(caution))  # noqa: E731
    made = Table(here, ListedDice([]), counsel_of(NO_REACTION), warn=warn)
    given = {IT: Orders(IT), AH: Orders(AH, read(here, AH, "activate 58 at 0103 with AH-a", "action-1"))}
    sequence.steps(here.scenario)[here.step].run(here, made, given)
    assert [one.rpartition(" ")[2] for one in said] == ["[8.4]"]


@pytest.mark.parametrize("text", ["assault 0403 with AH-a, AH-a", "move AH-a, AH-a to 0204", "dig AH-a and AH-a"])
def test_4_0_8_a_unit_stands_once_in_a_line(text: str) -> None:
    with pytest.raises(Unreadable, match="stands twice"):
        read(day("ah-action-1"), AH, text, "action-1")


def test_4_0_8_lines_below_an_activation_that_cannot_be_read_are_one_fault() -> None:
    """4.0.8, ruling R153: the cause is the line above; a refusal for each line below it would bury that."""
    here = day("ah-action-1")
    choose(here, AH, "move AH-a to 0204\ndig AH-a\nassault 0403 with AH-a")
    assert [why for _, why in dropped(here)] == ["the line and 2 lines below it belong to no activation"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [("dig AH-g", "18.1"), ("move AH-a to 0204\ndig AH-a", "18.1")],
)
def test_4_0_8_steps_a_check_hears_of_lines_behind_an_enemy_question(line: str, rule: str) -> None:
    """4.0.8.steps: digging comes after the enemy's Defensive Fire, but what is wrong with the line is known before."""
    here = day("ah-action-1", f"{UNITS}AH-g BATTERY 0303 fire\n")
    heard: list[str] = []
    made = Table(
        here, ListedDice([]), counsel_of(NO_REACTION), foresee=lambda order, problem: heard.append(problem.rule)
    )
    given = {IT: Orders(IT), AH: Orders(AH, read(here, AH, f"activate 58 at 0103\n{line}", "action-1"))}
    sequence.steps(here.scenario)[here.step].run(here, made, given)
    assert heard == [rule]


def test_4_0_8_lines_below_an_activation_that_is_refused_are_looked_at_too() -> None:
    """4.0.8: each line below is checked as if the brigade were in Command; of its moves the later lines know."""
    here = day("ah-action-1", f"{UNITS}AH-g BATTERY 0303 fire\n")
    heard: list[tuple[str, str]] = []
    made = Table(
        here, ListedDice([]), counsel_of(NO_REACTION),
        foresee=lambda order, problem: heard.append((str(order), problem.rule)),
    )  # fmt: skip
    text = """
        activate 58 at 0710
        move AH-a to 0204
        move AH-g to 0104
        assault 0101 with AH-a
        bombard 0403 with AH-g
        dig AH-a
    """
    given = {IT: Orders(IT), AH: Orders(AH, read(here, AH, text, "action-1"))}
    before = {unit: here.place(unit) for unit in here.units()}
    sequence.steps(here.scenario)[here.step].run(here, made, given)
    assert [rule for rule, _ in dropped(here)] == ["8.5.placement"]
    assert heard == [
        ("move AH-g to 0104", "11.1"), ("assault 0101 with AH-a", "13.1.1"), ("bombard 0403 with AH-g", "13.2.1"),
        ("dig AH-a", "18.1"),
    ]  # fmt: skip
    assert {unit: here.place(unit) for unit in here.units()} == before
