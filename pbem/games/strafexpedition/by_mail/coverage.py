"""The mail meter: which questions of an Action may still come, how likely each is, and what saves the mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.actions import Script, scripts
from pbem.games.strafexpedition.bombardment import Salvo
from pbem.games.strafexpedition.by_mail.foresight import Asked, Foresight, Sitting, TooMany, World
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Move
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.command import battalions, headquarters, range_of, trace
from pbem.games.strafexpedition.counters import combat_units
from pbem.games.strafexpedition.declaration import declared, jump_offs, point
from pbem.games.strafexpedition.infiltration import TOPIC as INFILTRATION
from pbem.games.strafexpedition.movement import end_forced_marches, tactical
from pbem.games.strafexpedition.reaction import TOPIC
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point
from pbem.values import NamedTuple

SURE = Fraction(1)
Standing = Sequence[Order]
# By topic what happens without an answer, and the line that saves the mail.
ROWS = {
    INFILTRATION: ("they fire", "infiltration-fire: fire"),
    "fire": ("at the strongest", "fire: strongest first"),
    "guns": ("as many as count", "guns: match"),
    "pay": ("no point is paid", "pay: never"),
    "losses": ("the weakest full unit pays", "losses: weakest first"),
    "retreat-to": ("toward supply", "retreat-to {hex}: toward HEX"),
    "counter-assault": ("nobody goes", "counter-assault {hex}: never"),
}
DEFENDERS = ("guns", "losses", "retreat-to", "counter-assault")  # what an assault may ask of them in the worst case


class Row(NamedTuple):
    """A question as the meter lists it: who, about what, of which assault or hex."""

    side: Side
    topic: str
    hex: HexId
    is_assault: bool = True


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of an Action that neither orders nor standing orders decide; plans are nobody's business."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = board.enemy_of(side)
        standing = {side: given.standing, enemy: orders[enemy].standing if enemy in orders else ()}
        for script in _scripts(given.items):
            found += _of_action(board, side, script, standing)
        if any(isinstance(order, Activate) for order in given.items):
            found += _point(enemy, TOPIC, SURE, "nobody reacts", "react: never", "", standing[enemy])
    return list(dict.fromkeys(found))


def _scripts(items: Sequence[Order]) -> Sequence[Script]:
    """The activations of a section; lines without one are taken for those of an Action too."""
    return scripts(items) or (Script(Activate("", ()), tuple(items)),)


def _of_action(board: Board, side: Side, script: Script, standing: Mapping[Side, Standing]) -> list[Point]:
    """See 13.0: steps A to E of one activation, all its assaults together.

    The chances are exact for orders that are carried out as written, with everybody deciding as by default. Where there
    are too many combinations for that, they are those of each assault by itself.
    """
    attacks = [order for order in script.orders if isinstance(order, Assault)]
    if not any(isinstance(order, Assault | Move) for order in script.orders):
        return []
    try:
        return _points(_chances(board, side, script), standing)
    except TooMany:
        return [found for attack in attacks for found in _alone(board, side, script, attack, standing)]


def _alone(
    board: Board, side: Side, script: Script, attack: Assault, standing: Mapping[Side, Standing]
) -> list[Point]:  # fmt: skip
    """One assault of several, with its own bombardment and the moves; if that is too much, whatever may come."""
    lines: list[Order] = [order for order in script.orders if isinstance(order, Move) or order == attack]
    lines += [order for order in script.orders if isinstance(order, Bombard) and order.target == attack.target]
    try:
        return _points(_chances(board, side, script._replace(orders=tuple(lines))), standing, " by itself")
    except TooMany:
        return _points(_whatever_may_come(board, side, attack), standing, is_most=True)


def _points(
    rows: Mapping[Row, Fraction], standing: Mapping[Side, Standing], how: str = "", *, is_most: bool = False
) -> list[Point]:  # fmt: skip
    found: list[Point] = []
    for row, share in rows.items():
        default, hint = ROWS[row.topic]
        about = f"assault on {row.hex}{how}" if row.is_assault else f"fire at {row.hex}"
        hint, lines = hint.format(hex=row.hex), standing[row.side]
        found += _point(row.side, row.topic, share, default, hint, about, lines, is_most=is_most)
    return found


def _chances(board: Board, side: Side, script: Script) -> dict[Row, Fraction]:
    """By question the chance that it is asked at least once."""
    seen, found = Foresight(side), dict[Row, Fraction]()
    salvos = [Salvo(order.target, order.guns) for order in script.orders if isinstance(order, Bombard)]
    spared = [order.target for order in script.orders if isinstance(order, Assault) and order.losses]
    begun = seen.merged(seen.explored(World(board, SURE), lambda sitting: _step_a(sitting, side, script)))
    for world in begun:
        targets = _targets(world.board, side)
        for one in seen.ends(world, salvos if targets else ()):
            rows = dict.fromkeys(_row(asked, targets) for asked in one.asked)
            for row in [one for one in rows if one.topic in ROWS and (one.side != side or one.hex not in spared)]:
                found[row] = found.get(row, Fraction(0)) + one.share
    return dict(sorted(found.items(), key=lambda item: (item[0].hex, list(ROWS).index(item[0].topic), item[0].side)))


def _targets(board: Board, side: Side) -> dict[HexId, HexId]:
    """For each hex that an assault goes to or comes from the hex that it goes to."""
    goals = declared(board, side)
    origins = {here: next(goal for goal, who in goals.items() if units[0] in who)
               for here, units in jump_offs(board, side).items()}  # fmt: skip
    return {**origins, **{goal: goal for goal in goals}}


def _row(asked: Asked, targets: Mapping[HexId, HexId]) -> Row:
    side, topic, hexes = asked
    goal = next((targets[HexId(one)] for one in hexes if HexId(one) in targets), None)
    return Row(side, topic, goal or HexId(hexes[0] if hexes else ""), goal is not None)


def _whatever_may_come(board: Board, side: Side, attack: Assault) -> dict[Row, Fraction]:
    theirs = {Row(board.enemy_of(side), topic, attack.target): SURE for topic in DEFENDERS}
    return theirs if attack.losses else theirs | {Row(side, "losses", attack.target): SURE}


def _point(
    side: Side, topic: str, share: Fraction, default: str, hint: str, about: str, standing: Standing, *,
    is_most: bool = False,
) -> list[Point]:  # fmt: skip
    """One point, unless a standing order of the topic settles it."""
    if is_settled(standing, topic):
        return []
    return [Point(side, topic, Chance(share), default, hint, about, is_most=is_most)]


# -- step A --------------------------------------------------------------------------------------------------


def _step_a(sitting: Sitting, side: Side, script: Script) -> None:
    """See 11.1, 13.1.1, 11.3: moves and markers as written; a line that a rule forbids is left out."""
    board, action = sitting.board, _action(sitting.board, side, script)
    for number, order in enumerate(script.orders):
        if isinstance(order, Move):
            try:
                tactical(board, sitting.table, action, order, script.orders[number + 1 :])
            except Illegal:
                continue
        elif isinstance(order, Assault) and combat_units(board, order.target, board.enemy_of(side)):
            for unit in [one for one in order.units if _is_beside(board, one, order.target)]:
                point(board, unit, order.target, "13.1.1")
                action.forced |= {unit: None} if order.is_forced else {}
    end_forced_marches(board, action)


def _is_beside(board: Board, unit: UnitId, target: HexId) -> bool:
    return board.is_on_map(unit) and board.map.grid.are_adjacent(board.hex_of(unit), target)


def _action(board: Board, side: Side, script: Script) -> Action:
    """The Action as it would be with everybody in Command."""
    activate = script.activate
    hq = headquarters(board.scenario, side).get(activate.brigade)
    named = [unit for order in script.orders if isinstance(order, Assault | Move) for unit in order.units]
    own = battalions(board, side, activate.brigade) if hq else tuple(named)
    at = next(iter(activate.hexes), next(iter(board.map.grid.hexes)))
    command = trace(board, side, at, range_of(board, hq) if hq else 0)
    return Action(side, activate.brigade, hq or UnitId(""), at, command, (*own, *activate.attached))
