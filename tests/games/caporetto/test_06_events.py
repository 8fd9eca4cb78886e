"""6.0 Random events, and the chart as far as it does not tell inside combat."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto import sequence
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.events import markers, pool
from pbem.games.caporetto.morale import casualties, level
from pbem.games.caporetto.replacements import points
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, printed
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import facts

UNITS = "AH-4 XX 3-5-8 infantry at 0603\nIT-7 XX 3-4-8 infantry at 0203\n"


def drawn(event: str, turn: int, units: str = UNITS, *, dice: tuple[int, ...] = (), **more: Any) -> Board:
    """The Random Events Phase with one marker in the pool."""
    notes = {"pool": event, "morale.IT": "-1", "morale.AH": "0", **more.pop("notes", {})}
    answers = more.pop("answers", "default")
    b = field_board(units, turn=turn, step="events", notes=notes, **more)
    play(b, CP, dice=(1, *dice), answers=answers)
    return b


def test_6_1_a_events_up_to_turn_6_b_events_from_turn_7() -> None:
    a, b = markers(printed(), "A"), markers(printed(), "B")
    assert set(a) == {"rommel", "hunger", "brest-litovsk", "torrential-rain", "no-event"}
    assert set(b) == {"hunger", "mandatory-offensive", "mine-warfare", "diaz-reforms", "kaiserschlacht", "influenza"}
    assert printed().charts["turns"]["event_pool"] == ["", *"AAAAA", *"BBBBBBB"]


@pytest.mark.parametrize(("turn", "draws"), [(1, 0), (2, 1)])
def test_6_2_nothing_is_drawn_on_turn_1(turn: int, draws: int) -> None:
    b = field_board(UNITS, turn=turn, step="events", notes={"pool": "no-event"})
    play(b, dice=(1,))
    assert len(facts(b, "rolled")) == len(facts(b, "event")) == draws


@pytest.mark.parametrize(("event", "left"), [("rommel", ("hunger",)), ("hunger", ("rommel", "hunger"))])
def test_6_2_1_some_markers_are_played_once(event: str, left: tuple[str, ...]) -> None:
    b = field_board(UNITS, turn=3, step="events", notes={"pool": "rommel,hunger"})
    play(b, dice=(1 if event == "rommel" else 2,))
    assert b.noted("event") == event
    assert pool(b) == left


def test_6_2_2_on_turn_7_the_pool_changes() -> None:
    b = field_board(UNITS, turn=7, step="events", notes={"pool": "rommel,no-event"})
    play(b, dice=(1,), answers="default")
    assert facts(b, "rolled")[0]["sides"] == 6
    assert facts(b, "event")[0]["event"] == markers(b.scenario, "B")[0]
    assert set(pool(b)) <= set(markers(b.scenario, "B"))


def test_ev_a_rommel_is_removed_and_noted() -> None:
    b = drawn("rommel", 2)
    assert (b.noted("event"), pool(b)) == ("rommel", ())


@pytest.mark.parametrize(("was", "now"), [("0", -1), ("-4", -4)])
def test_ev_a_hunger_lowers_austro_hungarian_morale(was: str, now: int) -> None:
    b = drawn("hunger", 3, notes={"morale.AH": was})
    assert level(b, "AH") == now
    assert facts(b, "morale")[0].rule == "EV.A.hunger"


def test_ev_b_hunger_lowers_austro_hungarian_morale() -> None:
    b = drawn("hunger", 8, notes={"morale.AH": "-2"})
    assert level(b, "AH") == -3
    assert facts(b, "morale")[0].rule == "EV.B.hunger"


def test_ev_a_brest_gives_two_points_in_this_turn() -> None:
    b = drawn("brest-litovsk", 2)
    assert points(b, "AH") == 5
    assert pool(b) == ()
    after = Board(b.scenario, b.freeze(2, "replacement"))
    play(after)
    assert points(after, "AH") == 3


def test_ev_a_rain_lasts_to_the_end_of_the_turn() -> None:
    b = drawn("torrential-rain", 3)
    assert b.noted("event") == "torrential-rain"
    ended = Board(b.scenario, b.freeze(3, "end"))
    play(ended)
    assert ended.noted("event") == ""


def test_ev_a_none_changes_nothing() -> None:
    b = drawn("no-event", 3)
    assert facts(b, "morale") == []
    assert pool(b) == ("no-event",)


def test_ev_b_mandatory_lifts_austro_hungarian_morale() -> None:
    b = drawn("mandatory-offensive", 8)
    assert (level(b, "AH"), level(b, "IT")) == (1, -1)


@pytest.mark.parametrize(("was", "now"), [("-1", 0), ("2", 2)])
def test_ev_b_diaz_lifts_italian_morale(was: str, now: int) -> None:
    b = drawn("diaz-reforms", 8, notes={"morale.IT": was})
    assert level(b, "IT") == now
    assert pool(b) == ()


# -- influenza -----------------------------------------------------------------------------------------------

MANY = "".join(f"AH-{n} XX 3-5-8 infantry at 060{n}\nIT-{n} XX 3-4-8 infantry at 020{n}\n" for n in range(1, 6))


def test_ev_b_influenza_takes_two_or_three_steps_of_each_side() -> None:
    b = drawn("influenza", 8, MANY, dice=(2, 5))
    assert sum(fact["steps"] for fact in facts(b, "lost") if b.unit(fact["unit"]).side == AL) == 2
    assert sum(fact["steps"] for fact in facts(b, "lost") if b.unit(fact["unit"]).side == CP) == 3
    assert (casualties(b, "IT"), casualties(b, "AH")) == (2, 3)


def test_ev_b_influenza_each_owner_chooses_and_may_take_a_whole_unit() -> None:
    answers = {"influenza of AL": ("IT-5 twice",), "influenza of CP": ("AH-2", "AH-3", "AH-4")}
    b = drawn("influenza", 8, MANY, dice=(1, 6), answers=answers)
    assert place_of(b, "IT-5") == "gone"
    assert [at(b, u)[1] for u in ("AH-1", "AH-2", "AH-3", "AH-4")] == [2, 1, 1, 1]


def test_ev_b_influenza_asks_both_sides_at_once() -> None:
    with pytest.raises(Waiting) as caught:
        drawn("influenza", 8, MANY, dice=(1, 6), answers=None)
    assert [(q.side, q.about["topic"]) for q in caught.value.questions] == [(AL, "influenza"), (CP, "influenza")]
    assert caught.value.questions[0].hint == "influenza: IT-1, IT-2"


def test_ev_b_influenza_british_steps_are_no_casualties() -> None:
    units = "UK-7 XX 5-6-8 infantry at 0202\nAH-4 XX 3-5-8 infantry at 0602\n"
    b = drawn("influenza", 8, units, dice=(1, 1))
    assert (casualties(b, "IT"), casualties(b, "AH")) == (0, 2)
    assert (place_of(b, "UK-7"), place_of(b, "AH-4")) == ("gone", "gone")


def test_ev_b_influenza_standing_orders_answer() -> None:
    b = field_board(MANY, turn=8, step="events", notes={"pool": "influenza"})
    standing = {AL: "influenza: IT-3, IT-4", CP: "influenza: weakest first"}
    play(b, CP, dice=(1, 1, 1), standing=standing)
    assert [at(b, u)[1] for u in ("IT-3", "IT-4")] == [1, 1]


# -- Kaiserschlacht ------------------------------------------------------------------------------------------

EXPEDITION = (
    "".join(f"UK-{n} XX 5-6-8 infantry at 020{n}\n" for n in range(1, 5))
    + "FR-1 XX 5-6-8 infantry at 0301\nFR-hq10 XXXX 6/2 hq at 0301\n"
    + "UK-air1 - - air support 3\nFR-art1 - - artillery support 3\nAH-4 XX 3-5-8 infantry at 0603\n"
)


def kaiserschlacht(die: int, dice: tuple[int, ...] = (), answers: object = "default", standing: str = "") -> Board:
    b = drawn("kaiserschlacht", 8, EXPEDITION, dice=(die,))
    assert sequence.is_played(b, "withdrawal")
    b = Board(b.scenario, b.freeze(8, "withdrawal"))
    play(b, AL, dice=dice, answers=answers, standing={AL: standing})  # type: ignore[arg-type]
    return b


def test_ev_b_kaiserschlacht_takes_half_of_the_ground_units() -> None:
    b = kaiserschlacht(3)
    gone = [unit for unit in b.units(AL) if b.place(unit) == "withdrawn"]
    assert len(gone) == 3
    assert place_of(b, "UK-air1") == "aside"
    assert b.noted("kaiserschlacht") == ""


def test_ev_b_kaiserschlacht_on_5_or_6_takes_aircraft_and_more_divisions() -> None:
    standing = "kaiserschlacht: UK-1, UK-2, FR-hq10"
    b = kaiserschlacht(6, (2, 3, 1), None, standing)
    gone = [unit for unit in b.units(AL) if b.place(unit) == "withdrawn"]
    assert gone == ["UK-1", "UK-2", "UK-3", "FR-1", "FR-hq10", "UK-air1"]
    assert place_of(b, "UK-4") == "0204"
    assert place_of(b, "FR-art1") == "aside"


def test_ev_b_kaiserschlacht_the_allies_choose() -> None:
    b = kaiserschlacht(1, (), None, "withdraw UK-4, FR-1, UK-2")
    assert [b.place(UnitId(u)) for u in ("UK-4", "FR-1", "UK-2")] == ["withdrawn"] * 3


def test_ev_b_mine_waits_for_the_segment() -> None:
    b = drawn("mine-warfare", 8)
    assert b.noted("event") == "mine-warfare"
    assert facts(b, "lost") == []
