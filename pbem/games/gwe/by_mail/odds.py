"""An attack before the dice: odds, every modifier, and the exact chance of each result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.attack import Spent, check_minimum, count_up, declare
from pbem.games.gwe.barrage import barrage_strength, defence_supporters
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.counters import is_combat_unit
from pbem.games.gwe.occupation import enemy_of
from pbem.games.gwe.strengths import columns, crt, steps_of, units_in_defence
from pbem.kernel.board import Board
from pbem.kernel.text.orders import Order


def odds(board: Board, order: Order) -> Mapping[str, Any]:
    """8.0, 8.8: the attack as it would be resolved now, without and with all the barrage the defender could give."""
    if not isinstance(order, Attack):
        raise Illegal("8.0", "odds are computed for an attack", found=str(order), wanted="`attack HEX with UNITS`")
    side = board.unit(order.units[0]).side
    command.combat_command(board, side)
    declared = declare(board, side, order, Spent())
    check_minimum(board, declared)
    enemy = enemy_of(side)
    guns = tuple(dict.fromkeys(g for t in declared.targets for g in defence_supporters(board, enemy, t)))
    most = count_up(board, side, declared.targets, declared.attackers, declared.barrage, declared.shifts, guns)
    defenders = tuple(u for t in declared.targets for u in units_in_defence(board, t, enemy))
    fighting = tuple(u for u in declared.attackers if is_combat_unit(board.unit(u)))
    return {
        "attack": declared.attack.as_json(),
        "defence": declared.defence.as_json(),
        "tcr": declared.rating,
        "ratio": declared.ratio_odds(board),
        "shifts": declared.shifts.as_json(),
        "odds": declared.odds(board),
        "die": declared.die.as_json(),
        "steps": {"attacker": steps_of(board, fighting), "defender": steps_of(board, defenders)},
        "outcomes": outcomes(board, declared.final_column, declared.die.total),
        "defender_may_add": [{"unit": gun, "points": barrage_strength(board, gun)} for gun in guns],
        "with_all_barrage": {
            "defence": most.defence.total,
            "odds": most.odds(board),
            "outcomes": outcomes(board, most.final_column, most.die.total) if most.column >= 0 else [],
        },
        "columns": list(columns(board, declared.rating)),
    }


def outcomes(board: Board, column: int, modifier: int) -> list[dict[str, Any]]:
    """8.8: each result with its exact chance in sixths and the dice that give it, in the order of the table."""
    found = crt(board).rolls(column, modifier)
    return [{"result": result, "dice": list(dice), "chance": f"{len(dice)}/6"} for result, dice in found.items()]
