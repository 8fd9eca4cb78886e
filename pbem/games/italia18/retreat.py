"""12.3 Retreats: who goes which way, and pays for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.italia18 import entering, rommel
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.detachments import is_down
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.fleeing import Flight, paths, steps_on
from pbem.games.italia18.losses import lose_steps, riding_with
from pbem.games.italia18.missions import interdicted_hexes
from pbem.games.italia18.ways import is_unbridged_major
from pbem.games.italia18.zoc import NO_FRIENDS, closed_hexes
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path, counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question

LONG = 2  # hexes: such a retreat after combat disorganizes


# -- going ---------------------------------------------------------------------------------------------------


def retreat(
    board: Board, flight: Flight, wanted: Mapping[UnitId, Sequence[str]], pays: Sequence[str] = ()
) -> dict[UnitId, int]:
    """12.3b (see 12.3a, ruling R76): every unit goes its way, the first of those wanted that is open; one that must and
    cannot is lost. Returns how far each went. `pays` says who loses steps first."""
    found = paths(board, flight)
    if not found:
        for unit in flight.units:
            _lose(board, unit)
        return {}
    ways = {unit: picked(found, wanted.get(unit, ())) for unit in flight.units}
    for path in dict.fromkeys(ways.values()):
        go(board, flight, path, [unit for unit in flight.units if ways[unit] == path], pays)
    return {unit: len(path) - 1 for unit, path in ways.items()}


def written(path: Path) -> str:
    """A way as answers name it: its hexes but for the first."""
    return "-".join(path[1:])


def picked(found: Sequence[Path], wanted: Sequence[str]) -> Path:
    """The first way wanted that is among these, else the first of them."""
    by_word = {written(path): path for path in found}
    return next((by_word[word] for word in wanted if word in by_word), found[0])


def _lose(board: Board, unit: UnitId) -> None:
    for troops in riding_with(board, unit):
        board.eliminate(troops, "15.3b", why="its unit is gone")
    board.eliminate(unit, "12.3j", why="no way to retreat")


def ask_ways(
    board: Board, flight: Flight, found: Sequence[Path], topic: str, keys: Sequence[str] = ()
) -> dict[UnitId, Question]:
    """See 12.3a, 13.0c: the owner ranks the ways of each unit, the enemy where he leads; where there is one, nobody is
    asked. `keys` name the questions where units must not be named."""
    if len(found) < 2:
        return {}
    options = tuple([Option(written(path), way_in_words(board, flight, path)) for path in found])
    keys = keys or [f"way of {unit}" for unit in flight.units]
    return {
        unit: Question(
            flight.led_by or flight.side, key, options, "12.3a", f"which way does {name_of(board, flight, unit)} go?",
            many=True, default=(options[0].value,), hint=f"{topic} {flight.start}: {options[0].value}",
            about={"topic": topic, "hexes": [flight.start], "unit": unit},
        )
        for unit, key in zip(flight.units, keys, strict=True)
    }  # fmt: skip


def name_of(board: Board, flight: Flight, unit: UnitId) -> str:
    """See 3.0b: who goes, as whoever is asked may know it."""
    return "a detachment" if flight.led_by and is_down(board, unit) else unit


def way_in_words(board: Board, flight: Flight, path: Path) -> str:
    """Where a way ends, and what it costs."""
    steps = steps_on(board, flight, path)
    return f"to {board.map.called(path[-1])}" + (f", {counted(steps, 'step')} on the way" if steps else "")


def go(board: Board, flight: Flight, path: Path, units: Sequence[UnitId], pays: Sequence[str] = ()) -> None:
    """See 12.3c, 12.3e, 12.3f, 12.3g, 12.3k: those who share a way go it together, then pay for it."""
    costly = zones_entered(board, flight, path)
    passed = passed_through(board, flight, path)
    is_over_river = stops_at_river(board, path, flight.side)
    for unit in units:
        entering.go(board, (*riding_with(board, unit), unit), path, flight.rule, how="retreat")
    if passed or is_over_river or is_long(flight, path):
        for unit in (*units, *passed):
            disorganize(board, unit, "12.3e" if passed else "12.3f")
    lose_steps(board, units, len(costly), pays, "12.3c", is_attack=False)
    lose_steps(board, units, bombed(board, flight, path), pays, "12.3h", is_attack=False)
    lose_steps(board, units, rommel.pursues(board, flight.start), pays, "S1.sp8", is_attack=False)
    rommel.end(board, flight.start)


def zones_entered(board: Board, flight: Flight, path: Path) -> tuple[HexId, ...]:
    """12.3c (see 5.0b): the hexes in an enemy zone without a friend in them, each a step of the unit or stack."""
    closed = closed_hexes(board, flight.side)
    return tuple([there for there in path[1:] if there in closed])


def bombed(board: Board, flight: Flight, path: Path) -> int:
    """12.3h (see 17.2a): the steps that interdicted hexes on the way cost the unit or stack."""
    each, interdicted = int(board.scenario.charts["air"]["interdiction_steps"]), interdicted_hexes(board, flight.side)
    return each * len([there for there in path[1:] if there in interdicted])


def passed_through(board: Board, flight: Flight, path: Path) -> tuple[UnitId, ...]:
    """12.3e (see rulings R100, R129): friends in hexes on the way, but not in the last."""
    friends = [unit for there in path[1:-1] for unit in board.units_at(there, flight.side)]
    return tuple([unit for unit in friends if board.unit(unit).type not in NO_FRIENDS])


def is_long(flight: Flight, path: Path) -> bool:
    """12.3f, 12.3k (see 13.0c, ruling R16): two hexes or more after combat, those for room among them; R3 always."""
    if flight.is_disengagement:
        return flight.led_by is not None
    return len(path) - 1 >= LONG


def stops_at_river(board: Board, path: Path, side: Side) -> bool:
    """12.3g (see ruling R77): the way ended beyond a major river without a bridge."""
    return is_unbridged_major(board, path[-2], path[-1], side)


def defenders_flight(board: Board, side: Side, start: HexId, hexes: int, *, is_chosen: bool) -> Flight:
    """See 12.3b, 12.2.6h2: all combat units of the hex."""
    return Flight(side, start, combat_units_in(board, start, side), hexes, "12.3b", is_chosen)
