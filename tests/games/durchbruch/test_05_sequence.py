"""5, 7, 15, 16: the cup, the order of the steps, the end of a turn and of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.durchbruch import cup, sequence
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.end_of_turn import has_morning, held_by_turns, points
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.sequence import Place
from tests.games.durchbruch.field import at, field, has, play, why
from tests.games.tables import facts


def after(b: Board) -> Place:
    return sequence.after(b.scenario, b)


def test_1_1_two_turns_a_day() -> None:
    """1.1: odd turns are mornings; turn 1 has the Preliminary Phase instead."""
    assert [turn for turn in range(1, 11) if has_morning(turn)] == [3, 5, 7, 9]
    assert field().scenario.charts["turns"]["dates"][7] == "October 27"


def test_5_3_seven_chits_and_from_turn_3_eight() -> None:
    """5-3, 7-d, 7-e: the XXVIII waits for turn 3 and for its owner's word."""
    for turn, with_late, number in ((1, True, 7), (3, True, 8), (3, False, 7)):
        b = field(turn=turn)
        cup.fill(b, with_late=with_late)
        assert len(cup.in_cup(b)) == number
    b = field(turn=3, step="morning")
    play(b, {IT: "chit XXVIII no"}, dice={"chit 1 of turn 3": 1})
    assert (len(cup.in_cup(b)), b.noted("drawn")) == (6, "I")


def test_7_a_a_chit_acts_and_the_next_is_drawn() -> None:
    """7-a, 7.1-0, 7.1-end: the last one leads to the end of the turn."""
    b = field(notes={"cup": "LI,IV", "drawn": "III"})
    play(b, {}, dice={"chit 2 of turn 2": 2})
    assert (b.noted("drawn"), after(b)) == ("IV", Place(2, "corps-IV"))
    b = field(notes={"drawn": "III"})
    play(b, {})
    assert (b.noted("drawn"), after(b)) == ("", Place(2, "end"))


def test_5_1_the_steps_before_turn_1() -> None:
    """5-1: set-up, bombardment, surprise; then the chit that was named or drawn."""
    found = [
        after(field(step=step, turn=1, notes={"drawn": "LI"})).step for step in ("set-up", "bombardment", "surprise")
    ]
    assert found == ["bombardment", "surprise", "corps-LI"]


def test_who_may_file_what() -> None:
    """See 7-a: the chit on the table first, then those in the cup; nothing for a corps that has acted."""
    b = field(notes={"cup": "LI,IV,VII", "drawn": "III"})
    position = b.freeze(2, "corps-III")
    assert [place.step for place in sequence.may_come(b.scenario, position, AG)] == ["corps-III", "corps-LI"]
    assert [place.step for place in sequence.may_come(b.scenario, position, IT)] == ["corps-IV", "corps-VII"]


def test_15_1_rally() -> None:
    """15, 15.1, 5-4, 15.3: pins, spent guns, engineers at work; no dice but the chit of the next turn."""
    units = (
        "GE-R23 2424 pinned",
        "GE-art12 2424 spent",
        "GE-engIII 2424 stopped work",
        "GE-hq12 2424 used",
        "IT-87 2427 ooc1",
    )
    b = field(*units, step="end", turn=1)
    play(b, {}, dice={"chit 1 of turn 2": 1})
    assert not [unit for unit in ("GE-R23", "GE-art12", "GE-engIII", "GE-hq12") if b.marks(UnitId(unit))]
    assert (has(b, "IT-87", "ooc1"), after(b)) == (True, Place(2, "corps-I"))
    assert after(field(step="end", turn=2)) == Place(3, "morning")


def test_15_2_what_is_held_is_recorded() -> None:
    """15.2, 16.1: which places, when, and by which corps; no sum that depends on a plan."""
    b = field(step="end", turn=1, features="hex vp: 2425", hexes={"2425": "held=III"})
    play(b, {}, dice={"chit 1 of turn 2": 1})
    assert (b.noted("held.1"), held_by_turns(b)) == ("2425:III", [{"2425": "III"}])
    assert "points" not in facts(b, "held")[0].about


@pytest.mark.parametrize(
    ("losses", "expected"), [({}, 0), ({"lost.german": "2", "lost.austrian": "1", "lost.italian": "13"}, -1)]
)
def test_16_1_the_count(losses: dict[str, str], expected: int) -> None:
    """16.1, 16.2.1-2, 16.2.1-3: own steps cost a point each, six Italian ones earn one."""
    b = field(step="end", name="oct24", notes=losses, features="hex rombon: 2020")
    assert points(b) == expected


def test_16_5_3_the_plan_is_opened_at_the_end() -> None:
    """16.5.3, 16.5, 5-4: counters face down and the plan are turned up, and somebody has won."""
    b = field("IT-dummy1 2425", step="end", turn=2, name="oct24", features="hex rombon: 2020")
    play(b, {})
    assert (has(b, "IT-dummy1", "up"), facts(b, "victory")[0]["side"], after(b)) == (True, IT, Place(2, "over"))
    assert at(b, "IT-dummy1") == "2425"


def test_4_b_whoever_has_a_zone_lies_on_top() -> None:
    """4-b: a regiment above its HQ and its machine guns."""
    from pbem.games.durchbruch.by_mail.look import unit_look

    b = field("GE-R23 2424", "GE-hq12 2424", "GE-mgIII 2424")
    ranks = {unit: unit_look(b, UnitId(unit)).rank for unit in ("GE-R23", "GE-hq12", "GE-mgIII")}
    assert max(ranks, key=lambda unit: ranks[unit]) == "GE-R23"


def test_exits_score_by_hex_turn_and_division() -> None:
    """See 17-T4, 17-G3, 17-G4: regiments of the Edelweiss and the Jaeger at 2129, anybody at 5430."""
    from pbem.games.durchbruch.exits import exit_points
    from tests.games.durchbruch.boards import board

    for unit, hex_id, turn, expected in (("AH-R59", "2129", 4, 1), ("AH-R7", "2129", 4, 0), ("AH-R59", "2129", 5, 0),
                                         ("GE-R23", "5430", 6, 2), ("GE-R23", "5430", 7, 1),
                                         ("GE-st12", "5430", 6, 0)):  # fmt: skip
        assert exit_points(board(f"{unit} {hex_id}", turn=turn), UnitId(unit)) == expected


@pytest.mark.parametrize(("die", "number"), [(4, 7), (5, 8)])
def test_7_0_1_late_intervention(die: int, number: int) -> None:
    """7.0.1: after October 24 a die decides; on October 26 the chit comes anyhow."""
    late = replace(field(step="end").scenario, options={"late-saporiti": "on"})
    b = Board(late, field(step="end").freeze(2, "end"))
    play(b, {}, dice={"XXVIII Corps": die})
    b = Board(late, b.freeze(3, "morning"))
    play(b, {}, dice={"chit 1 of turn 3": 1})
    assert len(cup.in_cup(b)) + 1 == number
    b = Board(late, field(step="end", notes={"late": "no"}).freeze(4, "end"))
    play(b, {})
    assert b.noted("late") == ""


def test_7_0_1_the_die_is_not_overruled() -> None:
    """7.0.1: with the option `chit XXVIII yes` is refused, and the chit comes when the die or October 26 says so."""
    b = field("IT-87 2425", "GE-R23 2421", turn=3, step="morning", notes={"late": "no"})
    b = Board(replace(b.scenario, options={**b.scenario.options, "late-saporiti": "on"}), b.freeze(3, "morning"))
    play(b, {IT: "chit XXVIII yes"}, dice={"chit 1 of turn 3": 1})
    assert (why(b), "XXVIII" in b.noted("cup")) == (["7.0.1"], False)
    b = field("IT-87 2425", "GE-R23 2421", turn=3, step="morning", notes={"late": "no"})
    play(b, {IT: "chit XXVIII yes"}, dice={"chit 1 of turn 3": 1})
    assert (why(b), "XXVIII" in b.noted("cup")) == ([], True)


def test_7_2_3a_the_first_chit_is_named_once() -> None:
    """7.2-3a: a second word is refused and does not replace the first."""
    b = field("GE-R23 2424", "IT-87 2427", turn=1, step="surprise")
    play(b, {AG: "first XV\nfirst LI"})
    assert (b.noted("drawn"), why(b)) == ("XV", ["7.2-3a"])


def test_7_d_only_the_italians_speak_of_the_late_chit() -> None:
    """7-d: of the other side the line is refused, not passed over."""
    b = field("GE-R23 2424", "IT-87 2427", turn=3, step="morning")
    play(b, {AG: "chit XXVIII no"}, dice={"chit 1 of turn 3": 1})
    assert (why(b), "XXVIII" in b.noted("cup")) == (["7-d"], True)
