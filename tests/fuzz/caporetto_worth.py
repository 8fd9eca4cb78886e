"""What the greedy player of Caporetto thinks of hexes and units: goals, dangers, and what a step is worth."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.games.caporetto import morale, victory, zoc
from pbem.games.caporetto.control import controller, enemy_hexes
from pbem.games.caporetto.counters import AL, CP, attack_factor, combat_units, defence_factor, is_combat_unit
from pbem.games.caporetto.supply import no_line
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import spread
from pbem.kernel.pieces import Side, UnitId

FAR = 60  # hexes: farther than any goal
GOALS = 3  # at once
THEATRE = 8  # hexes around them from which units come
BATTLE = 4  # hexes around them in which an offensive is fought
VENEZIA = HexId("1911")


@dataclass(frozen=True, slots=True)
class Mood:
    """How a side plays: whether it attacks, and how much more an enemy step is worth to it than its own."""

    is_attacking: bool
    gain: float
    ground: float  # what a hex nearer to a goal is worth, in factors
    storm: float = 0.0  # what it is worth that assault infantry takes part, for each unit
    breach: float = 1.0  # what it is worth that a hole gets wider by a hex


QUIET = Mood(False, 0.6, 0.3)
LAST_CHANCE = 11  # the turn from which whoever is behind has nothing to lose


def mood(board: Board, side: Side) -> Mood:
    """The Central Powers attack while the Germans are there; later whoever is behind, if strong or at the end."""
    found = victory.score(board)
    is_behind = (found.total(AL) - found.total(CP) >= 8) == (side == CP)
    if side == CP and board.turn <= 4:
        return Mood(True, *((0.9, 2.0, 1.5, 6.0) if board.turn <= 2 else (0.8, 1.2, 1.0, 3.0)))
    if is_behind and board.turn >= LAST_CHANCE:
        return Mood(True, 1.3, 2.0, 1.0, 3.0)
    if side == CP:
        return Mood(True, 0.8, 0.5) if is_behind else QUIET
    is_strong = strength(board, AL) * 10 >= strength(board, CP) * 13 or morale.level(board, "AH") <= -2
    return Mood(True, 0.7, 0.7) if is_behind and is_strong and board.turn >= 6 else Mood(False, 0.7, 0.5)


def mood_at(board: Board, side: Side, hex_id: HexId) -> Mood:
    """The same at one place: far from the goals of the offensive it is quiet."""
    return mood(board, side) if distance_to_goal(board, side, hex_id) <= BATTLE else QUIET


def strength(board: Board, side: Side) -> int:
    """The attack factors of the side on the map."""
    key = ("greedy strength", side, board.turn)
    fighters = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    return board.derived(key, (side, "steps", "oos"), lambda: sum(attack_factor(board, unit) for unit in fighters))


def step_worth(board: Board, unit: UnitId) -> float:
    """What one step of the unit is worth, in factors."""
    counter = board.unit(unit)
    return (counter.figure("attack") + counter.figure("defence")) / 2 / counter.figure("steps")


# -- hexes ---------------------------------------------------------------------------------------------------


def hex_worth(board: Board, side: Side, hex_id: HexId) -> float:
    """What it is worth to take the hex: a victory point, and for the Central Powers Venezia above all."""
    if controller(board, hex_id) == side or not board.map.has(hex_id, "vp"):
        return 0.0
    return 20.0 if hex_id == VENEZIA and side == CP and not board.noted("venezia") else 8.0


def goals(board: Board, side: Side) -> tuple[HexId, ...]:
    """The goals of an offensive: of the VP hexes that the enemy controls those nearest to where it starts."""
    return board.derived(("greedy goals", side, board.turn), (CP, AL, "hex held"), lambda: _goals(board, side))


def _goals(board: Board, side: Side) -> tuple[HexId, ...]:
    start, grid = centre(side), board.map.grid
    theirs = [h for h in board.map.hexes_with("vp") if controller(board, h) != side]
    deep = [h for h in theirs if not any(combat_units(board, there, side) for there in grid.neighbours[h])]
    theirs = deep if side == CP and board.turn <= 2 else theirs  # a hole goes past what is stormed anyway
    return tuple(sorted(theirs, key=lambda h: (grid.distance(start, h), h))[:GOALS])


def is_at_the_front(board: Board, side: Side, hex_id: HexId) -> bool:
    """Whether the hex lies where an offensive is fed from."""
    return distance_to_goal(board, side, hex_id) < THEATRE


def centre(side: Side) -> HexId:
    """Whence a side feeds its main front: behind Cividale for the Central Powers, the lower Piave for the Allies."""
    return HexId("2618" if side == CP else "2311")


def pull(board: Board, side: Side) -> dict[HexId, int]:
    """How far each hex is from the nearest goal."""
    barred = no_line(board)
    make = lambda: dict(spread(goals(board, side), FAR, board.map.grid.neighbours, barred, {}).distance)  # noqa: E731
    key = ("greedy pull", side, goals(board, side))
    return board.derived(key, ("hex held",), make)


def distance_to_goal(board: Board, side: Side, hex_id: HexId) -> int:
    """In hexes; far where there is no goal left."""
    return pull(board, side).get(hex_id, FAR)


def threat(board: Board, side: Side, hex_id: HexId) -> int:
    """The enemy's attack factors beside the hex, and half of those one hex farther off."""
    return threats(board, side).get(hex_id, 0)


def threats(board: Board, side: Side) -> dict[HexId, int]:
    """The threat to every hex near the enemy."""
    enemy = board.enemy_of(side)
    return board.derived(("greedy threats", enemy, board.turn), (enemy, "steps", "oos"), lambda: _threats(board, enemy))


def _threats(board: Board, enemy: Side) -> dict[HexId, int]:
    found: dict[HexId, int] = {}
    grid = board.map.grid
    for unit in board.on_map(enemy):
        if not is_combat_unit(board.unit(unit)):
            continue
        factor, here = attack_factor(board, unit), board.hex_of(unit)
        for hex_id in grid.within(here, 2):
            share = factor if grid.distance(here, hex_id) <= 1 else factor // 2
            found[hex_id] = found.get(hex_id, 0) + share
    return found


def defence_of(board: Board, side: Side, hex_id: HexId) -> int:
    """The defence factors of the side in the hex."""
    return sum(defence_factor(board, unit) for unit in combat_units(board, hex_id, side))


def is_in_contact(board: Board, side: Side, hex_id: HexId) -> bool:
    """Whether enemy combat units stand beside the hex."""
    held = enemy_hexes(board, side)
    return any(there in held for there in board.map.grid.neighbours[hex_id])


def is_covered(board: Board, side: Side, hex_id: HexId) -> bool:
    """Whether an own zone of control lies on the hex."""
    return hex_id in zoc.controlled_hexes(board, side)
