"""12.4 Advance after combat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from pbem.games.italia18 import entering
from pbem.games.italia18.area import is_inside
from pbem.games.italia18.assault_troops import ARDITI
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.coordination import PARTIAL, PERFECT
from pbem.games.italia18.counters import CP, is_regiment
from pbem.games.italia18.disorder import disorganize, is_fit
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.stacking import has_room
from pbem.games.italia18.ways import is_passable, is_unbridged_major
from pbem.games.italia18.zoc import NO_FRIENDS, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question

STAY = "stay"
AFTER_ELIMINATION = 2  # hexes of a Perfect advance when no defender is left


def may_advance(board: Board, battle: Battle) -> tuple[UnitId, ...]:
    """12.4a (see 12.2.8g, 12.5a, ruling R50): attackers at full strength and in order."""
    return tuple([unit for unit in battle.units(board, ATTACKER) if is_fit(board, unit)])


def reach(board: Board, battle: Battle, found: str, retreated: int) -> int:
    """12.4b, 12.2.6d (see 12.3k, rulings R48, R49): how many hexes; none while a defender stands in the hex."""
    if battle.holders(board) or found not in (PERFECT, PARTIAL):
        return 0
    if found == PARTIAL:
        return 1
    return retreated if battle.units(board, DEFENDER) else max(retreated, AFTER_ELIMINATION)


def paths(board: Board, battle: Battle, unit: UnitId, hexes: int) -> tuple[Path, ...]:
    """See 12.4b, 12.4c, 12.4d: every way of the unit, the attacked hex first, the shortest first."""
    start = (board.hex_of(unit), battle.target)
    return tuple(sorted(_walk(board, unit, start, hexes), key=lambda path: (len(path), path))) if hexes else ()


def _walk(board: Board, unit: UnitId, path: Path, hexes: int) -> Iterator[Path]:
    yield path
    side = board.unit(unit).side
    is_stopped = is_unbridged_major(board, path[-2], path[-1], side) or _has_depot(board, unit, path[-1])
    if is_stopped or len(path) - 1 >= hexes:
        return
    for there in board.map.grid.neighbours[path[-1]]:
        if there not in path and may_go_on(board, unit, path[-1], there):
            yield from _walk(board, unit, (*path, there), hexes)


def may_go_on(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """12.4d (see 12.4c, 15.5.2, SC.0a): beyond the first hex no major river without a bridge, no enemies."""
    side = board.unit(unit).side
    if not is_passable(board.map, here, there) or is_unbridged_major(board, here, there, side):
        return False
    if not is_inside(board.scenario, there):
        return False
    there_now = board.units_at(there, board.enemy_of(side))
    enemies = [one for one in there_now if board.unit(one).type not in NO_FRIENDS]
    return not enemies and not is_barred_by_zoc(board, unit, here, there)


def is_barred_by_zoc(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """12.4c (see 15.3.1, 15.3.2, 15.3.3): not straight from one enemy zone into another, unless storm troops lead."""
    side = board.unit(unit).side
    both = is_in_enemy_zoc(board, here, side) and is_in_enemy_zoc(board, there, side)
    return both and not ignores_zoc(board, unit)


def ignores_zoc(board: Board, unit: UnitId) -> bool:
    """See 12.4c, 12.2.6j: a regiment or brigade of the Central Powers with Stosstruppen or a Sturmbataillon."""
    counter = board.unit(unit)
    kinds = [board.unit(troops).words.get("kind") for troops in riding_with(board, unit)]
    return counter.side == CP and is_regiment(counter) and any(kind != ARDITI for kind in kinds)


def _has_depot(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    return any(board.unit(one).type == "depot" for one in board.units_at(hex_id, board.enemy_of(board.unit(unit).side)))


# -- going ---------------------------------------------------------------------------------------------------


def ask_advance(board: Board, battle: Battle, units: Sequence[UnitId], found: str, retreated: int) -> list[Question]:
    """See 12.4a, 12.2.6k: the attacker says of each unit whether it goes, and which way, the best first."""
    hexes = reach(board, battle, found, retreated)
    return [_question(board, battle, unit, paths(board, battle, unit, hexes), found) for unit in units if hexes]


def advance(board: Board, battle: Battle, found: str, retreated: int, wanted: Mapping[UnitId, Sequence[str]]) -> None:
    """See 12.4a, 12.4b, ruling R175: each unit that is fit goes the first way wanted that is open and has room at its
    end, or as far along it as is."""
    hexes = reach(board, battle, found, retreated)
    for unit in may_advance(board, battle) if hexes else ():
        open_to = {_word(path): path for path in paths(board, battle, unit, hexes)}
        liked = [open_to[word] for word in _stretches(wanted.get(unit, ())) if word in open_to]
        path = next((one for one in liked if has_room(board, one[-1], (unit,))), None)
        if path:
            go(board, unit, path)
        elif liked:
            board.note("stays-behind", "12.4b", unit=unit, hex=board.hex_of(unit), why="no room")


def _stretches(words: Sequence[str]) -> Iterator[str]:
    """Each way whole, then as far as it may still be open."""
    for word in words:
        hexes = word.split("-")
        yield from ("-".join(hexes[:number]) for number in range(len(hexes), 0, -1))


def _word(path: Path) -> str:
    return "-".join(path[1:])


def _question(board: Board, battle: Battle, unit: UnitId, open_to: tuple[Path, ...], found: str) -> Question:
    options = (Option(STAY, "stays where it is"), *(Option(_word(one), f"to {one[-1]}") for one in open_to))
    about = {"topic": "advance", "hexes": [battle.target], "unit": unit, "result": found}
    return Question(
        battle.attack.side, f"advance of {unit}", options, "12.4a", f"does {unit} advance, and which way?", many=True,
        default=(STAY,), hint="advance: all", about=about,
    )  # fmt: skip


def go(board: Board, unit: UnitId, path: Path) -> None:
    """See 12.4b, 12.4d: the unit goes with its Assault Troops; a crest line beyond the first hex disorganizes it."""
    entering.go(board, (*riding_with(board, unit), unit), path, "12.4b", how="advance")
    if any(board.map.crosses(here, there, "crest") for here, there in itertools.pairwise(path[1:])):
        disorganize(board, unit, "12.4d")
