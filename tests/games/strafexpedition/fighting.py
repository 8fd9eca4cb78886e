"""Assaults on small boards: whoever carries a marker fights, with listed dice, answers and results."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.assault import Assault
from pbem.games.strafexpedition.assaults import fight
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, combat_units
from pbem.games.strafexpedition.declaration import declare
from pbem.games.strafexpedition.disorganization import disorganization
from pbem.games.strafexpedition.walking import allowance
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Answer
from tests.games.strafexpedition.boards import board, flat
from tests.games.tables import Answers, Dice, table

T = HexId("0303")
OTHERS = "others"


def battle(units: str, features: str = "", *, first_day: int = 1, level: int = 1, trench: int = 0) -> Board:
    """Five rows of six hexes; 0303 has 0403 in the north-west, 0404 in the north-east, 0204 and 0203 in the south."""
    here = board(flat(5, 6, features, level), units, first_day=first_day)
    if trench:
        here.mark_hex(T, f"trench=IT:{trench}", "18.1")
    return here


def storm(
    here: Board, result: str = "", dice: Dice = (1,) * 20, answers: Answers = "default", *, side: Side = AH,
    fire: str = "-",
) -> Board:  # fmt: skip
    """Steps C to G for all who carry markers; `result` and `fire` are laid over the tables, one after another.

    With `OTHERS` among the answers all other questions have their defaults.
    """
    forced: dict[str, list[str]] = {"defensive_fire": fire.split()} if fire else {}
    if result:
        forced["assault"] = result.split()
    sitting = table(here, dice, answers, forced=forced)
    if isinstance(answers, Mapping) and OTHERS in answers:
        known = sitting.counsel
        sitting.counsel = lambda b, question: known(b, question) or Answer(question.default, "default")
    fight(here, sitting, side)
    return here


def action(here: Board, units: str, left: Mapping[str, int] | None = None, side: Side = AH) -> Action:
    """An Action in which these units may take part; `left` has the half points of those that have moved."""
    found = Action(
        side,
        "58",
        UnitId(""),
        T,
        trace(here, side, next(iter(here.map.grid.hexes)), 3),
        tuple(map(UnitId, units.split())),
    )
    found.left |= {UnitId(unit): halves for unit, halves in (left or {}).items()}
    return found


def order(here: Board, target: str, units: str, left: Mapping[str, int] | None = None) -> Action:
    """The declaration of 13.1 by all units of a new Action."""
    active = action(here, units, left)
    points = [allowance(here, unit) for unit in active.units]
    declare(here, active, HexId(target), active.units, points)
    return active


def assault_on(here: Board, target: str = "0303", side: Side = AH) -> Assault:
    """The assault of all who carry markers, before they enter."""
    hex_id = HexId(target)
    units = [unit for unit in here.on_map(side) if here.mark_of(unit, "assault") == target]
    came = tuple([(unit, here.hex_of(unit)) for unit in units])
    return Assault(side, hex_id, came, combat_units(here, hex_id, here.enemy_of(side)))


def state(here: Board, *names: str) -> list[tuple[str, int, int]]:
    """Place, steps and disorganization of units."""
    units = [UnitId(name) for name in names]
    return [(here.place(unit), here.steps(unit), disorganization(here, unit)) for unit in units]


def places(here: Board, *names: str) -> list[str]:
    """Where units are."""
    return [here.place(UnitId(name)) for name in names]
