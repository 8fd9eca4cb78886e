"""An attack before the dice: odds, every modifier, and the exact chance of each result."""

from __future__ import annotations

from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.attack import Declared, Spent, check_minimum, declare, with_barrage
from pbem.games.gwe.barrage import barrage_strength, defence_supporters
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.counters import is_combat_unit
from pbem.games.gwe.strengths import columns, crt, steps_of, units_in_defence
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Aside, Helper, OddsView, Outcome, Sum

FACES = range(1, 7)


def odds(board: Board, order: Order) -> OddsView:
    """See 8.0, 8.8: the attack as it would be resolved now, without and with all the barrage the defender could
    give."""
    if not isinstance(order, Attack):
        raise Illegal("8.0", "odds are computed for an attack", found=str(order), wanted="`attack HEX with UNITS`")
    side = board.unit(order.units[0]).side
    ahead = board.copy()
    command.combat_command(ahead, side)  # as the first segment of the phase would find it
    declared = declare(ahead, side, order, Spent())
    check_minimum(ahead, declared)
    return _shown(ahead, declared)


def _shown(board: Board, declared: Declared) -> OddsView:
    sums = (
        Sum("attack", "Attack", declared.attack),
        Sum("defence", "Defence", declared.defence),
        Sum("shifts", "Column shifts", declared.shifts, is_signed=True),
        Sum("die", "Die", declared.die, is_signed=True),
    )
    return OddsView(
        sums,
        declared.ratio_odds(board),
        declared.odds(board),
        columns(board, declared.rating),
        outcomes(board, declared.final_column, declared.die.total),
        f"columns of TCR {declared.rating}",
        _steps(board, declared),
        asides=_barrage(board, declared),
    )


def _steps(board: Board, declared: Declared) -> dict[str, int]:
    enemy = board.enemy_of(declared.side)
    defenders = tuple(u for t in declared.targets for u in units_in_defence(board, t, enemy))
    fighting = tuple(u for u in declared.attackers if is_combat_unit(board.unit(u)))
    return {"attacker": steps_of(board, fighting), "defender": steps_of(board, defenders)}


def _barrage(board: Board, declared: Declared) -> tuple[Aside, ...]:
    """What becomes of it if the defender adds every gun that can reach."""
    enemy = board.enemy_of(declared.side)
    guns = tuple(dict.fromkeys(g for t in declared.targets for g in defence_supporters(board, enemy, t)))
    if not guns:
        return ()
    most = with_barrage(board, declared, guns)
    given = ", ".join(f"{gun} {barrage_strength(board, gun)}" for gun in guns)
    total, column = most.defence.total, most.odds(board)
    return (
        Aside(
            "barrage",
            f"If the defender adds all his barrage ({given}): defence {total}, odds {column}",
            outcomes(board, most.final_column, most.die.total) if most.column >= 0 else (),
            tuple([Helper(UnitId(gun), points=barrage_strength(board, gun)) for gun in guns]),
            {"defence": total, "odds": column},
        ),
    )


def outcomes(board: Board, column: int, modifier: int) -> tuple[Outcome, ...]:
    """See 8.8: each result with its exact chance in sixths and the dice that give it, in the order of the table."""
    found = crt(board).rolls(column, modifier)
    return tuple([Outcome(result, in_sixths(len(dice)), dice) for result, dice in found.items()])


def in_sixths(faces: int) -> Chance:
    """So many faces of one die."""
    return Chance(Fraction(faces, len(FACES)), len(FACES))
