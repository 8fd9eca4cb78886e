"""12.3 Retreats: where units may go, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.games.italia18 import entering, rommel
from pbem.games.italia18.air import MISSION
from pbem.games.italia18.area import is_inside
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.detachments import is_down
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.losses import lose_steps, riding_with
from pbem.games.italia18.missions import interdicted_hexes
from pbem.games.italia18.stacking import has_room
from pbem.games.italia18.supply_lines import has_enemy, hqs, sources
from pbem.games.italia18.ways import is_passable, is_unbridged_major
from pbem.games.italia18.zoc import NO_FRIENDS, closed_hexes
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path, counted
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.values import dataclass

LONG = 2  # hexes: such a retreat after combat disorganizes


@dataclass(frozen=True, slots=True)
class Flight:
    """Units that retreat from a hex, how far, and why."""

    side: Side
    start: HexId
    units: tuple[UnitId, ...]
    hexes: int
    rule: str
    is_chosen: bool = False  # by Partial or Perfect coordination: then a way round an enemy zone is open
    is_disengagement: bool = False  # its length does not disorganize
    led_by: Side | None = None  # an R3 disengagement is led by the enemy


# -- where to ------------------------------------------------------------------------------------------------


def onward(board: Board, flight: Flight, path: Path) -> tuple[HexId, ...]:
    """12.3a (see ruling R75): toward a source, else toward an HQ, and out of enemy zones as far as possible.

    Where every such hex lies in an enemy zone, a retreat by Partial or Perfect coordination may turn aside.
    """
    legal, homeward = open_steps(board, flight, path), _homeward(board, flight.side)[path[-1]]
    to_hqs = [board.hex_of(hq) for hq in hqs(board, flight.side)]
    nearer = [there for there in legal if there in homeward]
    nearer = nearer or _toward(board.map.grid, path[-1], legal, to_hqs) or legal
    closed = closed_hexes(board, flight.side)
    free = [there for there in nearer if there not in closed]
    if free:
        return tuple(free)
    aside = [there for there in legal if there not in closed]
    return (*(aside if flight.is_chosen else ()), *nearer)


def _homeward(board: Board, side: Side) -> Mapping[HexId, Mapping[HexId, None]]:
    """The hexes around each that lie nearer to one of the side's sources: they are printed, and found once."""
    grid, goals = board.map.grid, sources(board, side)
    rows = ByHex(lambda here: dict.fromkeys(_toward(grid, here, grid.neighbours[here], goals)))
    return board.map.memo(("homeward", goals), lambda: rows)


def _toward(grid: Grid, here: HexId, hexes: Sequence[HexId], goals: Sequence[HexId]) -> list[HexId]:
    return [there for there in hexes if any(grid.distance(there, one) < grid.distance(here, one) for one in goals)]


def open_steps(board: Board, flight: Flight, path: Path) -> list[HexId]:
    """12.3j (see SC.0a, rulings R76, R114, R128): no enemy, no impassable hexside, inside the area, no hex twice, none
    nearer to the start."""
    here, away = path[-1], board.map.grid.distance
    enemy, far = board.enemy_of(flight.side), away(flight.start, here)
    around = board.derived(("free around", here, enemy), (enemy,), lambda: _free_around(board, here, flight.side))
    return [there for there in around if there not in path and away(flight.start, there) >= far]


def _free_around(board: Board, here: HexId, side: Side) -> tuple[HexId, ...]:
    around = [there for there in board.map.grid.neighbours[here] if is_passable(board.map, here, there)]
    return tuple([t for t in around if not has_enemy(board, t, side) and is_inside(board.scenario, t)])


def paths(board: Board, flight: Flight) -> tuple[Path, ...]:
    """See 12.3a, 12.3d, 12.3g: all ways of the length, longer ones where the last hex has no room. The first is the one
    that costs the fewest steps and ends where there is room."""
    full = ByHex(lambda hex_id: is_full(board, flight, hex_id))  # many ways end in the same hexes

    def rank(path: Path) -> tuple[int, bool, int, Path]:
        return steps_on(board, flight, path), full[path[-1]], len(path), path

    return tuple(sorted(_walk(board, flight, (flight.start,)), key=rank))


def _walk(board: Board, flight: Flight, path: Path) -> Iterator[Path]:
    length = len(path) - 1
    is_over = length > 0 and stops_at_river(board, path, flight.side)
    if length and (length >= flight.hexes or is_over):
        yield path
    if not is_over and (length < flight.hexes or is_full(board, flight, path[-1])):
        for there in onward(board, flight, path):
            yield from _walk(board, flight, (*path, there))


def is_full(board: Board, flight: Flight, hex_id: HexId) -> bool:
    """12.3d (see ruling R96): with those who retreat the friends in the hex would be too many, and they may go on.

    A stack that is too large by itself, before it is settled, finds no room by going farther.
    """
    return bool(flight.units and combat_units_in(board, hex_id, flight.side)) and not has_room(
        board, hex_id, flight.units
    )


def steps_on(board: Board, flight: Flight, path: Path) -> int:
    """See 12.3c, 12.3h, S1.sp8: the steps that a way costs."""
    tolls = board.derived(("tolls", flight.side), (CP, EN, MISSION), lambda: _tolls(board, flight))
    return sum([tolls[there] for there in path[1:] if there in tolls]) + rommel.pursues(board, flight.start)


def _tolls(board: Board, flight: Flight) -> dict[HexId, int]:
    """What each hex costs whoever retreats through it."""
    hexes = dict.fromkeys((*closed_hexes(board, flight.side), *interdicted_hexes(board, flight.side)))
    steps = {one: (flight.start, one) for one in hexes}
    return {one: len(zones_entered(board, flight, way)) + bombed(board, flight, way) for one, way in steps.items()}


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
