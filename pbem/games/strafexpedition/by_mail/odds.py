"""An assault before the dice: the ratio, every shift, the fire before it, and the exact chance of each result."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import fog_of_war
from pbem.games.strafexpedition.assault import (
    Assault,
    chart,
    column_text,
    final_column,
    ratio_column,
    room,
    strength,
)
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.by_mail import orders_combat
from pbem.games.strafexpedition.by_mail.chances import assault_chances, faces, fire_chances, shown
from pbem.games.strafexpedition.counters import combat_units
from pbem.games.strafexpedition.declaration import check_target
from pbem.games.strafexpedition.defensive_fire import Volley, column, firers
from pbem.games.strafexpedition.defensive_fire import chart as fire_chart
from pbem.games.strafexpedition.defensive_fire import strength as fire_strength
from pbem.games.strafexpedition.defensive_guns import free_guns, with_artillery
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.views.odds import Aside, OddsView, Outcome, Sum
from pbem.values import replace

STAR_WHOLE = 36  # a star is cast twice


def odds(board: Board, order: Order) -> OddsView:
    """See 13.4.3.A to 13.4.3.D: the assault as it would be if nothing came before it; the fire stands beside it."""
    if not isinstance(order, orders_combat.Assault):
        wanted = "`assault HEX with UNITS`"
        raise Illegal("13.4.3.A", "odds are computed for an assault", found=str(order), wanted=wanted)
    assault = as_planned(board, order)
    moved, scale = shifts(board, assault), chart(board.scenario).scale()
    return OddsView(
        (
            Sum("attack", "Attack", strength(board, assault.units)),
            Sum("defence", "Defence", strength(board, assault.defenders)),
            Sum("shifts", "Column shifts", moved, is_signed=True),
        ),
        scale.text(ratio_column(board, assault)),
        column_text(board, final_column(board, assault, moved.total)),
        tuple([one.text for one in scale.odds]),
        _results(board, assault),
        steps={"attacker": _steps(board, assault.units), "defender": _steps(board, assault.defenders)},
        asides=(
            *_unseen(board, assault),
            *(aside for hex_id in _jump_offs(assault) for aside in _fire(board, assault, hex_id)),
        ),
    )


def _unseen(board: Board, assault: Assault) -> list[Aside]:
    """See 25.1, 25.2: what the fog leaves open: units that cannot be seen count 0 here, and nobody is disorganized."""
    if not fog_of_war.is_on(board.scenario):
        return []
    number = sum(1 for unit in assault.defenders if is_stand_in(unit))
    text = f"{counted(number, 'unseen unit')} in the hex counted as 0, the enemy's disorganization as none [25.1, 25.2]"
    return [Aside("unseen", text, figures={"units": number})]


def _results(board: Board, assault: Assault) -> tuple[Outcome, ...]:
    dice = faces(board, assault)
    return tuple([replace(one, dice=dice.get(one.result, ())) for one in shown(assault_chances(board, assault))])


def as_planned(board: Board, order: orders_combat.Assault) -> Assault:
    """See 13.1.1, 13.1.4: the assault from where its units stand now; of too many those named first."""
    side = board.unit(order.units[0]).side
    check_target(board, side, order.target)
    for unit in order.units:
        here = board.place(unit)
        if not board.is_on_map(unit) or not board.map.grid.are_adjacent(HexId(here), order.target):
            why = f"{unit} in {here} is not next to {order.target}"
            raise Illegal("13.1.1", why, found=here, wanted=f"a hex next to {order.target}", advice="leave it out")
    entering = order.units[: room(board, side, order.target)]
    defenders = combat_units(board, order.target, board.enemy_of(side))
    return Assault(side, order.target, tuple([(unit, board.hex_of(unit)) for unit in entering]), defenders)


def _jump_offs(assault: Assault) -> tuple[HexId, ...]:
    return tuple(dict.fromkeys(origin for _, origin in assault.came_from))


def _steps(board: Board, units: Sequence[UnitId]) -> int:
    return sum(board.steps(unit) for unit in units)


# -- the fire before it --------------------------------------------------------------------------------------


def volleys(board: Board, assault: Assault, hex_id: HexId) -> tuple[Volley, Volley]:
    """See 13.3.5, 13.3.6: the fire at one hex of the assault, by machine guns alone and with the guns that count."""
    enemy = board.enemy_of(assault.side)
    units = tuple([unit for unit, origin in assault.came_from if origin == hex_id])
    alone = Volley(enemy, hex_id, units, firers(board, enemy, hex_id))
    return alone, with_artillery(board, alone, free_guns(board, enemy, hex_id), is_paid=False)


def _fire(board: Board, assault: Assault, hex_id: HexId) -> list[Aside]:
    """See 13.3: what everybody who may fire at the hex would do; whoever may fire elsewhere too perhaps does not."""
    alone, joined = volleys(board, assault, hex_id)
    found = [_aside(board, "fire", f"Defensive Fire at {hex_id}, machine guns alone", alone)] if alone.infantry else []
    if joined.guns:
        number = f"{len(joined.guns)} gun{'s' if len(joined.guns) > 1 else ''}"
        found.append(_aside(board, "guns", f"Defensive Fire at {hex_id} with {number} as well", joined))
    return found


def _aside(board: Board, name: str, title: str, volley: Volley) -> Aside:
    totals, total = fire_chart(board.scenario).totals, fire_strength(board, volley).total
    assert totals is not None
    text = totals.texts[column(board, volley)]
    outcomes = shown(fire_chances(board, volley), STAR_WHOLE)
    return Aside(name, f"{title}: {total}, column {text}", outcomes, figures={"total": total, "column": text})
