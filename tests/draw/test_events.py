"""The delta: events and their numbers from facts."""

from __future__ import annotations

import pytest

from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import UnitState
from pbem.kernel.telling.events import Event, events_of, joined, starts_of
from pbem.kernel.telling.habits import Drawn, Telling
from tests.draw import scenes
from tests.draw.scenes import FACTS, NUMBERS, TELLING, scenario


def events(numbers: dict[int, str] | None = None) -> tuple[Event, ...]:
    return scenes.events(FACTS, numbers)


def drawn(facts: list[Fact], telling: Telling = TELLING, numbers: dict[int, str] | None = None) -> tuple[Event, ...]:
    return joined(events_of(facts, telling, scenario().map.grid, {}), numbers or {})


def test_events_bear_the_numbers_of_the_post() -> None:
    found = [(event.number, event.draw) for event in events(NUMBERS)]
    assert found == [("2", "rail"), ("3", "move"), ("1", "combat"), ("1a", "loss"), ("1b", "retreat"), ("4", "gone")]


def test_without_numbers_events_have_none() -> None:
    assert [event.number for event in events()] == [""] * 6


def test_units_of_one_line_share_an_arrow() -> None:
    assert events(NUMBERS)[1].units == ("GE-5", "GE-12")
    assert events(NUMBERS)[1].facts == (1, 2)


def test_units_of_two_lines_on_the_same_way_have_two_arrows() -> None:
    found = events({**NUMBERS, 2: "5"})
    assert [(event.number, event.units) for event in found[1:3]] == [("3", ("GE-5",)), ("5", ("GE-12",))]


def test_losses_of_one_line_in_a_hex_are_added_up() -> None:
    facts = [
        Fact("lost", "8.5", {"unit": unit, "hex": place, "steps": steps, "left": 1})
        for unit, place, steps in (("GE-5", "0202", 1), ("GE-12", "0202", 2), ("AH-1", "0103", 1))
    ]
    found = drawn(facts, numbers=dict.fromkeys(range(3), "1a"))
    assert [(event.at, event.label, event.units) for event in found] == [
        ("0202", "-3", ("GE-5", "GE-12")), ("0103", "-1", ("AH-1",)),
    ]  # fmt: skip


def test_a_path_may_be_made_of_single_values() -> None:
    changed = Telling(drawn={"placed/displaced": Drawn("retreat", path="was place", at="place")})
    fact = Fact("placed", "10.52", {"unit": "IT-hq", "was": "0304", "place": "0305", "how": "displaced"})
    (found,) = drawn([fact], changed)
    assert (found.draw, found.path) == ("retreat", ("0304", "0305"))


def test_a_combat_knows_whence_and_what_came_of_it() -> None:
    combat = events(NUMBERS)[2]
    assert combat.targets == ("0303",)
    assert combat.sources == ("0202", "0203")
    assert combat.label == "4-1 5: D2"


def test_a_key_that_the_fact_lacks_leaves_nothing_in_the_label() -> None:
    fact = Fact("combat", "8.0", {"targets": ["0303"], "attackers": [], "result": "D2"})
    found = drawn([fact])
    assert found[0].label == ": D2"


@pytest.mark.parametrize(("die", "label"), [(5, "4-1 die 5: D2"), (0, "4-1: D2"), (None, "4-1: D2")])
def test_a_part_of_the_label_goes_with_what_it_names(die: int | None, label: str) -> None:
    """Where no die is cast, none is written on the board."""
    changed = Telling(drawn={"combat": Drawn("combat", at="targets", label="{odds}[ die {die}]: {result}")})
    fact = Fact("combat", "8.0", {"targets": ["0303"], "odds": "4-1", "die": die, "result": "D2"})
    assert drawn([fact], changed)[0].label == label


def test_the_last_loss_of_a_unit_is_shown_as_its_end() -> None:
    facts = [
        Fact("lost", "8.5", {"unit": "GE-5", "hex": "0202", "steps": 2, "left": 0}),
        Fact("eliminated", "8.5", {"unit": "GE-5", "hex": "0202", "steps": 0}),
    ]
    (found,) = drawn(facts, numbers={0: "1a", 1: "1a"})
    assert (found.draw, found.number, found.facts) == ("gone", "1a", (0, 1))


def test_starts_are_worked_out_backward() -> None:
    now = {UnitId("A"): UnitState("0103", 2), UnitId("B"): UnitState("gone", 0), UnitId("C"): UnitState("0202", 1)}
    facts = [
        Fact("placed", "", {"unit": "A", "was": "waiting", "place": "0101"}),
        Fact("moved", "", {"unit": "A", "path": ["0101", "0102", "0103"]}),
        Fact("eliminated", "", {"unit": "B", "hex": "0303"}),
    ]
    assert starts_of(now, facts) == {"A": "waiting", "B": "0303", "C": "0202"}
