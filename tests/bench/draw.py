"""Drawing the largest board against cairosvg, which renders an SVG of the same hexes, lines and counters.

Each first drawing happens in a process of its own, so that nothing is left over from another one. What is timed is the
picture from position to PNG; imports and the writing of the SVG text are not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache

from pbem import library
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.game import Game
from pbem.kernel.pieces import UnitId
from pbem.kernel.play import Input, play_step
from pbem.kernel.position import Position, UnitState
from pbem.kernel.rolls import Roll
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.tale import tale_of
from pbem.kernel.text.orders import Orders
from tests.bench.measure import Measurement, faster

RUNS = 5


def run() -> Iterator[Measurement]:
    """The first drawing beside the peer's, and the drawing after one more step beside our own first."""
    times = [_apart() for _ in range(RUNS)]
    first, again, peer = (min(one[kind] for one in times) for kind in ("first", "again", "peer"))
    _, scenario, position = largest()
    counters = sum(state.place in scenario.map.grid for state in position.units.values())
    name = f"{scenario.game}, {counters} counters on {len(scenario.map.grid.hexes)} hexes"
    yield faster(f"draw {name}, cairosvg", first, peer, 1)
    yield faster("draw the next step of it, against the first", again, first, 4)


def _apart() -> dict[str, float]:
    """The three times, from a fresh process."""
    done = subprocess.run([sys.executable, "-m", "tests.bench.draw"], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


# -- in the process that draws -------------------------------------------------------------------------------


@cache
def largest() -> tuple[Game, Scenario, Position]:
    """The scenario with the most hexes and counters, set up."""
    found = [_set_up(library.game(name), scenario) for name in library.games() for scenario in library.scenarios(name)]
    return max(found, key=lambda one: len(one[1].map.grid.hexes) + 10 * len(Board(one[1], one[2]).on_map()))


def _set_up(game: Game, name: str) -> tuple[Game, Scenario, Position]:
    """A scenario with its counters on the map; where players set up by orders, as they stand without any."""
    scenario = game.load(library.texts_of(game, name), name, {})
    position = game.set_up(scenario)
    for _ in range(4):
        if Board(scenario, position).on_map():
            break
        none = Input({side: Orders(side, ()) for side in game.sides})
        position = play_step(game, scenario, position, none, _Threes()).position
    return game, scenario, position


class _Threes:
    """Dice that always fall the same."""

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """A three for each die."""
        return (3,) * roll.number


def next_step(scenario: Scenario, position: Position) -> tuple[Position, list[Fact]]:
    """A dozen units go to a free hex beside them."""
    held = {state.place for state in position.units.values()}
    units, facts = dict(position.units), list[Fact]()
    for unit, state in position.units.items():
        around = scenario.map.grid.neighbours.get(state.place, ())  # type: ignore[call-overload]
        free = [there for there in around if there not in held]
        if free and len(facts) < 12:
            held.add(free[0])
            units[UnitId(unit)] = UnitState(free[0], state.steps, state.marks)
            facts.append(Fact("moved", "5.0", {"unit": unit, "path": [state.place, free[0]]}))
    return Position(position.game, position.turn, position.step, units, position.hexes, position.notes), facts


def seconds(action: Callable[[], object]) -> float:
    """How long it takes, in seconds of this process."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def main() -> None:
    """Draw once, draw the next step, let the peer draw, and print the three times."""
    import cairosvg

    from pbem.draw import View, draw_board
    from pbem.draw.look import read_look
    from tests.draw.peer_svg import board_as_svg

    game, scenario, position = largest()
    look = game.look(Board(scenario, position))
    svg = board_as_svg(scenario, position, read_look(look)).encode()
    after, facts = next_step(scenario, position)
    first = View(scenario, position, look)
    told = tale_of(scenario, game.telling, after, facts)
    again = View(scenario, after, game.look(Board(scenario, after)), told.events)
    times = {
        "first": seconds(lambda: draw_board(first)),
        "again": seconds(lambda: draw_board(again)),
        "peer": seconds(lambda: cairosvg.svg2png(bytestring=svg)),
    }
    print(json.dumps(times))


if __name__ == "__main__":
    main()
