"""13.0 Combat in an Action: Defensive Fire, Assault, Counter-assault, in this order (steps C to G)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import counter_assault, defensive_guns, digging, retreats, trenches
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.assault import Assault, enter
from pbem.games.strafexpedition.assault_results import Effect, Outcome, cast, suffer
from pbem.games.strafexpedition.counters import combat_units, is_battery, is_fortress
from pbem.games.strafexpedition.declaration import declared
from pbem.games.strafexpedition.disorganization import surrender
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Fought:
    """What a step of assaults has come to: the assaults, who was driven out, and the trench levels that were lost."""

    assaults: tuple[Assault, ...] = ()
    driven: tuple[UnitId, ...] = ()
    lowered: tuple[HexId, ...] = ()


def resolve(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """13.0 (see 4.0.8.steps): steps C to G for whoever carries an Assault marker; steps A and B are over.

    What the orders say of losses, and of who enters, answers the questions of these steps (`by_mail.counsel`).
    """
    if declared(board, action.side):
        fight(board, table, action.side)


def fight(board: Board, table: Table, side: Side) -> None:
    """13.5.3 (see 13.0): Defensive Fire, assaults, then the same with the roles reversed and without artillery."""
    enemy = board.enemy_of(side)
    defensive_guns.run(board, table, enemy, "defensive fire at", with_guns=True)
    fought = storm(board, table, side)
    lost = counter_assault.lost_hexes(board, fought.assaults)
    counter_assault.declare(board, table, enemy, lost, fought.driven)
    defensive_guns.run(board, table, side, "fire at the counter-assault from", with_guns=False)
    home = {unit: origin for assault in fought.assaults for unit, origin in assault.came_from}
    back = storm(board, table, enemy, is_counter=True, home=home)
    counter_assault.recover(board, back.assaults, fought.lowered)
    take_guns(board, [assault.target for assault in fought.assaults], "13.4.5.3")


def storm(
    board: Board, table: Table, side: Side, *, is_counter: bool = False, home: retreats.Home | None = None
) -> Fought:  # fmt: skip
    """13.4.2 (see 13.4.1, 13.5.3): all enter, then all dice, then all losses, then all retreats: all at one time."""
    assaults = enter(board, table, side, is_counter=is_counter)
    for unit in [unit for assault in assaults for unit in assault.defenders]:
        digging.interrupt(board, unit, is_assaulted=True)
    before = {assault.target: _fort(board, assault) for assault in assaults}
    fought = [cast(board, table, assault) for assault in assaults if assault.defenders]
    unopposed = [Outcome(assault, Effect(), Effect()) for assault in assaults if not assault.defenders]
    suffer(board, table, fought)
    driven = retreats.run(board, table, sorted([*fought, *unopposed], key=lambda one: one.assault.target), home or {})
    lowered = [] if is_counter else [one.assault.target for one in fought if _lower(board, one.assault, before)]
    for assault in assaults:
        if assault.defenders and all(is_battery(board.unit(unit)) for unit in assault.defenders):
            with board.again(assault.episode):
                take_guns(board, [assault.target], "19.3")
    return Fought(assaults, driven, tuple(lowered))


def _fort(board: Board, assault: Assault) -> bool:
    return any(is_fortress(board.unit(unit)) for unit in assault.defenders)


def _lower(board: Board, assault: Assault, before: dict[HexId, bool]) -> int:
    """See 18.5, 20.6, rulings R78, R79, R120, R185: one level if infantry is gone; a fortress lost its own."""
    infantry = [unit for unit in assault.defenders if not is_battery(board.unit(unit))]
    gone = [unit for unit in infantry if board.place(unit) != assault.target]
    if not gone or before[assault.target]:
        return 0
    with board.again(assault.episode):
        return trenches.lose_to_assault(board, assault.target)


def take_guns(board: Board, hexes: Sequence[HexId], rule: str) -> None:
    """19.3 (see 13.4.5.3, 19.4, ruling R81): guns that are alone with enemies in their hex are captured."""
    for hex_id in hexes:
        for side in board.scenario.sides:
            units = combat_units(board, hex_id, side)
            are_alone = all(is_battery(board.unit(unit)) for unit in units)
            if units and are_alone and combat_units(board, hex_id, board.enemy_of(side)):
                for unit in units:
                    board.note("captured", rule, unit=unit, hex=hex_id, side=board.enemy_of(side))
                    surrender(board, unit, rule)
