"""The delta: events and their numbers from facts."""

from __future__ import annotations

from pbem.draw.delta import Event, events_of, starts_of
from pbem.draw.look import read_look
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import UnitState
from tests.draw.scenes import FACTS, look, position, scenario


def events(side: str | None = None, numbers: dict[int, int] | None = None) -> tuple[Event, ...]:
    before = starts_of(position().units, FACTS)
    return events_of(FACTS, read_look(look()), scenario().map.grid, before, numbers, side)


def test_events_are_numbered_in_the_order_of_the_facts() -> None:
    found = [(event.number, event.draw) for event in events()]
    assert found == [(1, "rail"), (2, "move"), (3, "combat"), (4, "loss"), (5, "retreat"), (6, "gone")]


def test_units_that_go_the_same_way_share_a_number() -> None:
    assert events()[1].units == ("GE-5", "GE-12")
    assert events()[1].facts == (1, 2)


def test_the_report_may_give_its_own_numbers() -> None:
    assert [event.number for event in events(numbers={0: 11, 2: 12, 3: 20})] == [11, 12, 20, 0, 0, 0]


def test_a_combat_knows_whence_and_what_came_of_it() -> None:
    combat = events()[2]
    assert combat.targets == ("0303",)
    assert combat.sources == ("0202", "0203")
    assert combat.label == "4-1 5: D2"


def test_a_key_that_the_fact_lacks_leaves_nothing_in_the_label() -> None:
    fact = Fact("combat", "8.0", {"targets": ["0303"], "attackers": [], "result": "D2"})
    found = events_of([fact], read_look(look()), scenario().map.grid, {})
    assert found[0].label == ": D2"


def test_the_last_loss_of_a_unit_is_shown_as_its_end() -> None:
    facts = [
        Fact("lost", "8.5", {"unit": "GE-5", "hex": "0202", "steps": 2, "left": 0}),
        Fact("eliminated", "8.5", {"unit": "GE-5", "hex": "0202", "steps": 0}),
    ]
    (found,) = events_of(facts, read_look(look()), scenario().map.grid, {})
    assert (found.draw, found.number, found.facts) == ("gone", 1, (0, 1))


def test_starts_are_worked_out_backward() -> None:
    now = {UnitId("A"): UnitState("0103", 2), UnitId("B"): UnitState("gone", 0), UnitId("C"): UnitState("0202", 1)}
    facts = [
        Fact("placed", "", {"unit": "A", "was": "waiting", "place": "0101"}),
        Fact("moved", "", {"unit": "A", "path": ["0101", "0102", "0103"]}),
        Fact("eliminated", "", {"unit": "B", "hex": "0303"}),
    ]
    assert starts_of(now, facts) == {"A": "waiting", "B": "0303", "C": "0202"}


def test_moves_of_hidden_units_are_no_events_for_the_other_side() -> None:
    secret = read_look(look(GE_5={"seen_by": ["CP"]}))
    found = events_of(FACTS, secret, scenario().map.grid, starts_of(position().units, FACTS), None, "AL")
    assert "GE-5" not in [unit for event in found for unit in event.units]
    assert "GE-12" in [unit for event in found for unit in event.units]
