"""13.0 Disengagement, after the last combat of the Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.disorder import RETREAT_MODE, disorganize, is_disorganized, morale
from pbem.games.italia18.fleeing import Flight, paths, steps_on
from pbem.games.italia18.losses import lose_step, weakest_first
from pbem.games.italia18.markers import DISENGAGE
from pbem.games.italia18.retreat import ask_ways, go, picked, retreat
from pbem.games.italia18.supply_lines import has_enemy
from pbem.games.italia18.ways import is_passable
from pbem.games.italia18.zoc import NO_FRIENDS, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, tally
from pbem.values import dataclass

LED, STARRED, LONG, LONGEST = "R3", "*r1", "r3", "r4"


@dataclass(frozen=True, slots=True)
class Test:
    """A stack that tries to get away: its marked units, and the one whose morale counts."""

    __test__ = False  # no test of pytest's

    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    morale_of: UnitId


def stack_to_test(board: Board, side: Side, hex_id: HexId, morale_of: UnitId | None = None) -> Test:
    """13.0e (see 11.2.7): all marked units of a hex go together, the others stay; the morale is that of one of them."""
    units = tuple([unit for unit in combat_units_in(board, hex_id, side) if board.is_marked(unit, DISENGAGE)])
    if not units:
        raise Illegal(
            "13.0a", f"nobody in {hex_id} carries a Disengagement marker", found=hex_id,
            wanted="a hex with units marked in your last Movement Phase", advice="leave the line out",
        )  # fmt: skip
    best = morale_of or max(units, key=lambda unit: (_by_unit(board, unit), -units.index(unit)))
    if best not in units:
        raise Illegal(
            "13.0e", f"{best} does not disengage from {hex_id}", found=best, wanted=" or ".join(units),
            advice="name one of the marked units",
        )  # fmt: skip
    return Test(side, hex_id, units, best)


def check_once(test: Test, others: Sequence[Test]) -> None:
    """See 13.0e: the marked units of a hex leave together, by one die."""
    if any(one.hex == test.hex for one in others):
        why = f"{test.hex} has its try in this phase: its marked units leave together"
        raise Illegal("13.0e", why, found=f"leave {test.hex} once more", wanted="one line for each hex")


def run(board: Board, table: Table, tests: Sequence[Test], phase: str) -> None:
    """13.0a (see 13.0c): once, after the combats; all dice are cast before the first stack leaves, and all ways are
    asked for together."""
    if not phase.startswith("combat"):
        raise Illegal("13.0a", "units disengage after the Combat Phase and at no other time", found=phase)
    results = {test: roll(board, table, test) for test in tests}
    asked = [question for test, found in results.items() for question in _questions(board, test, found)]
    answers = table.ask_all(asked) if asked else []
    chosen = {question.key: answer for question, answer in zip(asked, answers, strict=True)}
    for test, found in results.items():
        leave(board, test, found, chosen)


def roll(board: Board, table: Table, test: Test) -> str:
    """See 13.0b: one die for the stack, named by its hex."""
    drm = modifiers(board, test)
    die = table.roll(f"disengagement from {test.hex}", rule="13.0b", by=test.side, kind="disengagement")
    found = as_applied(board, test, board.scenario.chart("disengagement").result(die + drm.total))
    board.note("disengagement", "13.0b", hex=test.hex, die=die, drm=drm.as_json(), result=found)
    return found


def modifiers(board: Board, test: Test) -> Tally:
    """13.0b (see ruling R118): by the chosen unit, the ground that is left, and the state of the stack."""
    return tally(_terms(board, test, board.scenario.charts["disengagement_drm"]))


def _terms(board: Board, test: Test, drm: Mapping[str, int]) -> Iterator[Term]:
    yield Term(f"morale {morale(board, test.morale_of)}", "13.0b", _by_morale(board, test.morale_of))
    if board.unit(test.morale_of).type == "cavalry":
        yield Term("cavalry", "13.0b", drm["cavalry"])
    for name in ("trench", "city"):
        if board.map.has(test.hex, name):
            yield Term(f"out of a {name} hex", "13.0b", drm[name])
    if is_surrounded(board, test.hex, test.side):
        yield Term("surrounded", "13.0b", drm["surrounded"])
    if any(is_disorganized(board, unit) for unit in combat_units_in(board, test.hex, test.side)):
        yield Term("a Disorganized or Reorganizing unit", "13.0b", drm["disorganized"])
    if is_in_retreat_mode(board, test):
        yield Term("Retreat mode", "13.0b", drm["retreat_mode"])


def _by_morale(board: Board, unit: UnitId) -> int:
    return int(board.scenario.charts["disengagement_drm"].get(f"morale_{morale(board, unit)}", 0))


def _by_unit(board: Board, unit: UnitId) -> int:
    cavalry = int(board.scenario.charts["disengagement_drm"]["cavalry"])
    return _by_morale(board, unit) + (cavalry if board.unit(unit).type == "cavalry" else 0)


def is_surrounded(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 13.0b, ruling R118: every hex around is an enemy's or in his zone; one with a friend in it is not."""
    around = [there for there in board.map.grid.neighbours[hex_id] if is_passable(board.map, hex_id, there)]
    friends = [unit for there in around for unit in board.units_at(there, side)]
    if any(board.unit(unit).type not in NO_FRIENDS for unit in friends):
        return False
    return all(has_enemy(board, t, side) or is_in_enemy_zoc(board, t, side) for t in around)


def is_in_retreat_mode(board: Board, test: Test) -> bool:
    """See 13.0b, 11.4a: all units that leave are in Retreat mode."""
    return all(board.is_marked(unit, RETREAT_MODE) for unit in test.units)


# -- leaving -------------------------------------------------------------------------------------------------


def as_applied(board: Board, test: Test, found: str) -> str:
    """See 13.0c, ruling R10: r4 is for units in Retreat mode; for all others it is r3."""
    return LONG if found == LONGEST and not is_in_retreat_mode(board, test) else found


def lengths(board: Board, test: Test, found: str) -> tuple[int, ...]:
    """13.0c (see ruling R10): one hex and up to the number at the owner's choice, R3 exactly three; r4 is three for
    who is not in Retreat mode."""
    most = int(as_applied(board, test, found)[-1])
    return (most,) if found == LED else tuple(range(1, most + 1))


def flights_of(board: Board, test: Test, found: str) -> list[Flight]:
    """See 13.0c, 13.0d: a retreat for each length that the result allows, the longest first."""
    units = tuple([unit for unit in test.units if board.is_on_map(unit)])
    led_by = board.enemy_of(test.side) if found == LED else None
    return [
        Flight(test.side, test.hex, units, number, "13.0d", is_disengagement=True, led_by=led_by)
        for number in reversed(lengths(board, test, found))
    ]


def ways_of(board: Board, flights: Sequence[Flight]) -> tuple[Path, ...]:
    """See 13.0d, ruling R76: all ways of these retreats, the longest first."""
    return paths(board, *flights)


def _questions(board: Board, test: Test, found: str) -> list[Question]:
    """See 13.0c, 12.3c: the owner ranks the ways of each unit, short and long, after R3 his enemy; and he says who pays
    for enemy zones. Units are numbered: a detachment may lie face down."""
    flights = flights_of(board, test, found)
    ways, topic = ways_of(board, flights), "r3" if found == LED else "leave"
    asked = list(ask_ways(board, flights[0], ways, topic, _keys(test)).values())
    units = flights[0].units
    if len(units) > 1 and any(steps_on(board, flights[0], path) for path in ways):
        options, default = tuple([Option(unit) for unit in units]), weakest_first(board, units)
        asked.append(
            Question(
                test.side, _payer(test), options, "12.3c", "which unit loses steps first on the way?", many=True,
                default=default, hint="losses: weakest first", about={"topic": "losses", "hexes": [test.hex]},
            )
        )  # fmt: skip
    return asked


def _keys(test: Test) -> list[str]:
    return [f"way {number} from {test.hex}" for number, _ in enumerate(test.units, 1)]


def _payer(test: Test) -> str:
    return f"steps lost from {test.hex}"


def leave(board: Board, test: Test, found: str, chosen: Mapping[str, Sequence[str]]) -> None:
    """13.0d (see 13.0c, 13.0e, 12.3b, 12.3c, 12.3e, rulings R16, R76): like a retreat after combat, but its length
    costs nothing."""
    if found == STARRED:
        lose_step(board, test.morale_of, "13.0c", is_attack=False)
    flights = flights_of(board, test, found)
    for unit in flights[0].units:
        board.unmark(unit, DISENGAGE, "13.0a")
    open_to = ways_of(board, flights)
    if not open_to:
        retreat(board, flights[-1], {})
        return
    wanted = dict(zip(test.units, [chosen.get(key, ()) for key in _keys(test)], strict=True))
    ways = {unit: picked(open_to, wanted[unit]) for unit in flights[0].units}
    for path in dict.fromkeys(ways.values()):
        go(board, flights[0], path, [unit for unit in ways if ways[unit] == path], chosen.get(_payer(test), ()))
    if found == LED:
        for unit in [unit for unit in ways if board.is_on_map(unit)]:
            disorganize(board, unit, "13.0c")
