"""Steps of Durchbruch played twice, in two worlds that differ only in what one side must not know.

In the second world two counters of one corps that the viewer sees from the back have changed places, or points that
lie face down are others. Both worlds get the same orders, answers and dice. As long as nothing hidden is turned up,
the viewer must be told the same facts, see the same position, and wait for the same questions.

python -m tests.fuzz.durchbruch_pairs [--scenario oct25] [--games N] [--masks]
"""

from __future__ import annotations

import itertools
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.durchbruch import fog
from pbem.games.durchbruch.card import GAME
from pbem.games.durchbruch.counters import AG, IT, corps_of
from pbem.kernel.facts import canonical_facts
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Question
from pbem.kernel.rolls import Roll
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.orders import Order, Orders
from pbem.values import replace
from tests.fuzz import durchbruch_player as player
from tests.fuzz.driver import play_unchecked, start
from tests.fuzz.games import load_game

REVEALING = ("turned-up", "marker", "shown")  # facts that tell a secret: from here on the worlds may differ
SECRET = re.compile(r"@AG\.(sp|plan)\.")


class NamedFaces:
    """Dice whose faces hang on their names alone, so that both worlds cast the same."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces of this name."""
        chance = random.Random(f"{self.seed} {roll.name}")
        return tuple(chance.randint(1, roll.sides) for _ in range(roll.number))


@dataclass(frozen=True)
class World:
    """A position, and the orders of both sides in it."""

    position: Position
    orders: Mapping[Side, Orders]


def play(scenario: Scenario, world: World, seed: int) -> tuple[Played, list[tuple[str, str]]]:
    """The step to its end, each question answered by its default; and who was asked what on the way."""
    given, asked, dice = Input(world.orders), list[tuple[str, str]](), NamedFaces(seed)
    played = play_step(GAME, scenario, world.position, given, dice)
    while played.waiting:
        for one in played.waiting:
            asked.append((one.side, one.topic or one.key))
            if one.options:
                given = replace(given, answers={**given.answers, one.key: one.default or _first(one)})
            else:
                given = replace(given, instalments={**given.instalments, one.key: ()})
        played = play_step(GAME, scenario, world.position, given, dice, played.pages)
    return played, asked


def _first(question: Question) -> tuple[str, ...]:
    """The least that may be answered."""
    return tuple([option.value for option in question.options for _ in range(option.times)][: question.bounds[0]])


# -- the other world -----------------------------------------------------------------------------------------


def twins(scenario: Scenario, world: World, viewer: Side, chance: random.Random) -> Iterator[tuple[str, World]]:
    """Worlds that look the same to the viewer, and what is different in them."""
    if viewer == AG:
        yield from _swapped(scenario, world, chance)
    else:
        yield from _with_other_points(scenario, world, chance)


def _swapped(scenario: Scenario, world: World, chance: random.Random) -> Iterator[tuple[str, World]]:
    hidden = [u for u in fog.unseen_by(scenario, world.position, AG) if scenario.units[u].side == IT]
    pairs = [p for p in itertools.combinations(hidden, 2) if _differ(scenario, world.position, *p)]
    chance.shuffle(pairs)
    for a, b in pairs[:4]:
        other = _exchanged(world, a, b)
        if fog.view(scenario, other.position, AG) == fog.view(scenario, world.position, AG):
            yield f"{a} and {b} changed places", other


def _differ(scenario: Scenario, position: Position, a: UnitId, b: UnitId) -> bool:
    """Counters of one corps and of different kinds, on the map both, neither of them a station, which never moves."""
    one, other = scenario.units[a], scenario.units[b]
    places = position.units[a].place, position.units[b].place
    kinds = {one.type, other.type}
    on_map = all(place in scenario.map.grid for place in places)
    return (
        on_map
        and places[0] != places[1]
        and corps_of(one) == corps_of(other)
        and len(kinds) > 1
        and "station" not in kinds
    )


def _exchanged(world: World, a: UnitId, b: UnitId) -> World:
    units = dict(world.position.units)
    one, other = units[a], units[b]
    units[a] = UnitState(other.place, one.steps, other.marks)
    units[b] = UnitState(one.place, other.steps, one.marks)
    names = {a: b, b: a}
    orders = {side: _renamed(given, names) if side == IT else given for side, given in world.orders.items()}
    return World(replace(world.position, units=units), orders)


def _renamed(given: Orders, names: Mapping[UnitId, UnitId]) -> Orders:
    """The owner's orders with one unit's name for the other's: they speak of what stands in the same place."""
    return replace(given, items=tuple([_with_names(order, names) for order in given.items]))


def _with_names(order: Order, names: Mapping[UnitId, UnitId]) -> Order:
    changed: dict[str, Any] = {}
    for key in ("unit", "units"):
        value: Any = getattr(order, key, None)
        if isinstance(value, tuple):
            changed[key] = tuple([names.get(unit, unit) for unit in value])
        elif value is not None and value in names:
            changed[key] = names[value]
    found: Order = replace(order, **changed) if changed else order
    return found


def _with_other_points(scenario: Scenario, world: World, chance: random.Random) -> Iterator[tuple[str, World]]:
    """The same markers with one point more under each, or one where there were four; and another plan."""
    notes = dict(world.position.notes)
    for key, text in world.position.notes.items():
        if key.startswith("@AG.sp."):
            notes[key] = re.sub(r"\d+$", lambda found: str(1 + int(found[0]) % 4), text)
        elif key.startswith("@AG.plan."):
            notes[key] = "choose_conrad" if text != "choose_conrad" else "choose_boroevic"
    other = replace(world.position, notes=notes)
    if other != world.position and fog.view(scenario, other, IT) == fog.view(scenario, world.position, IT):
        yield "other points under the markers", World(other, world.orders)


# -- what the viewer is told ---------------------------------------------------------------------------------


def told(scenario: Scenario, world: World, played: Played, viewer: Side) -> tuple[object, ...]:
    """Everything that the viewer hears of a step: its facts, the position after it, whom play waits for."""
    facts = fog.tell(scenario, world.position, played.position, played.facts, viewer)
    return canonical_facts(facts), _open(fog.view(scenario, played.position, viewer).text())


def _open(text: str) -> str:
    """A position without the notes that a side's view never shows: those are searched elsewhere."""
    return "\n".join(line for line in text.splitlines() if not SECRET.search(line))


def is_open(played: Played) -> bool:
    """Whether something hidden was turned up in the step."""
    return any(fact.kind in REVEALING for fact in played.facts)


def compare(scenario: Scenario, world: World, viewer: Side, seed: int, chance: random.Random) -> tuple[list[str], int]:
    """What tells the worlds apart, and how many pairs were played."""
    found, tried = list[str](), 0
    for what, other in twins(scenario, world, viewer, chance):
        (one, asked), (two, asked_there) = play(scenario, world, seed), play(scenario, other, seed)
        if is_open(one) or is_open(two):
            continue
        tried += 1
        here, there = told(scenario, world, one, viewer), told(scenario, other, two, viewer)
        if here != there or asked != asked_there:
            step = f"turn {world.position.turn} {world.position.step}"
            found.append(f"{step}, {what}: {_difference(here, there, asked, asked_there)}")
    return found, tried


def _difference(here: Sequence[object], there: Sequence[object], *asked: object) -> str:
    for one, other in zip(here, there, strict=True):
        lines = str(one).replace("},{", "}\n{").splitlines(), str(other).replace("},{", "}\n{").splitlines()
        apart = [line for line in lines[0] if line not in lines[1]][:2], [x for x in lines[1] if x not in lines[0]][:2]
        if one != other:
            return f"{apart[0]} | {apart[1]}"
    return f"asked {asked}"


def search(scenario: Scenario, seed: int, steps: int = 200) -> tuple[list[str], int]:
    """A game of the random player; before each of its steps the twins are played. What was found, and how many."""
    playing, chance = start(GAME, scenario, seed, standing=player.give_standing), random.Random(seed)
    found, tried = list[str](), 0
    for _ in range(steps):
        before = playing.position
        if play_unchecked(playing, player.give_orders) is None:
            break
        if before.step == "set-up":
            continue  # what is set up where is no secret of a position yet
        world = World(before, dict(playing.sent))
        for viewer in (AG, IT):
            new, number = compare(scenario, world, viewer, seed, chance)
            found, tried = [*found, *new], tried + number
    return found, tried


def main(*words: str) -> int:
    """Many games."""
    given = dict(zip(words[::2], words[1::2], strict=False))
    options = {"masks": "on"} if "--masks" in words else {}
    scenario = load_game("durchbruch", given.get("--scenario", "oct25"), options)
    number = 0
    for seed in range(1, int(given.get("--games", "5")) + 1):
        found, tried = search(scenario, seed)
        number += len(found)
        print(f"game {seed}: {tried} comparisons, {len(found)} differences", flush=True)
        for one in found[:6]:
            print("  ", one[:600], flush=True)
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
