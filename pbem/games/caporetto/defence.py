"""11.7.1 for the defender: his support, his losses, his try to retreat, and what is left in the hex."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.caporetto import morale
from pbem.games.caporetto.attack import Declared
from pbem.games.caporetto.counters import combat_units, eliminate, is_combat_unit, nation_of
from pbem.games.caporetto.employment import Call, chance
from pbem.games.caporetto.fog import top_unit
from pbem.games.caporetto.headquarters import drop_hqs
from pbem.games.caporetto.losses import take_losses
from pbem.games.caporetto.morale_check import PANIC, RETREAT, Outcome, Stand, can_try, check_morale, wants_to_retreat
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.retreat import retreat
from pbem.games.caporetto.support import allowed_in_defence, in_defence, most_in_defence
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

ELIMINATED = "E"

# -- his support ---------------------------------------------------------------------------------------------


def ask_support(board: Board, table: Table, declared: Declared) -> tuple[UnitId, ...]:
    """16.1 (see 16.2, 17.2/4, rulings R68, R122): after the attacker has announced his support the defender does."""
    side = board.enemy_of(declared.side)
    able = in_defence(board, side, declared.defenders)
    if not able:
        return ()
    most = most_in_defence(board, side, declared.target)
    options = tuple(Option(unit, _promise(board, declared, unit)) for unit in able)
    announced = f"{counted(len(declared.attackers), 'unit')} with {counted(len(declared.support), 'support unit')}"
    limit = "" if most >= len(able) else f" (at most {most}: no HQ in support mode is in range)"
    question = Question(
        side, "support", options, "16.1",
        f"{announced} attack {_seen(board, declared)}: which support units help the defence{limit}?",
        many=True, default=_matching(board, declared, able, most), hint="support: match",
        about={
            "topic": "support", "hexes": [declared.target], "support": len(declared.support), "most": most,
            "attackers": len(declared.attackers), "steps": sum(board.steps(unit) for unit in declared.defenders),
        },
    )  # fmt: skip
    named = [UnitId(unit) for unit in table.ask(question)]
    return allowed_in_defence(board, side, declared.target, named)


def _seen(board: Board, declared: Declared) -> str:
    top = top_unit(board, declared.target, board.enemy_of(declared.side))
    return f"{board.map.called(declared.target)} ({top})"


def _promise(board: Board, declared: Declared, unit: UnitId) -> str:
    """`artillery, employed with a chance of 4/6`."""
    likely = chance(board, Call(unit, declared.target, declared.defenders, is_attack=False))
    return f"{board.unit(unit).type}, employed with a chance of {likely * 6}/6"


def _matching(board: Board, declared: Declared, able: tuple[UnitId, ...], most: int) -> tuple[UnitId, ...]:
    """The printed default: as many as the attacker has announced, the surest first."""
    calls = {unit: Call(unit, declared.target, declared.defenders, is_attack=False) for unit in able}
    surest = sorted(able, key=lambda unit: (-chance(board, calls[unit]), able.index(unit)))
    return tuple(surest[: min(most, len(declared.support))])


# -- his result ----------------------------------------------------------------------------------------------


def suffer(board: Board, table: Table, stand: Stand, result: str) -> bool:
    """10.4/4, 11.7.1 (see 10.4, 12.2, ruling R12): the defender's part of the result. Says whether he fled the hex."""
    if result == ELIMINATED:
        wipe_out(board, stand)
        return False
    loss, outcome = int(result), Outcome()
    if not loss:
        return False
    if can_try(board, stand, loss) and wants_to_retreat(board, table, stand, loss):
        outcome = check_morale(board, table, stand)
    lost = take_losses(board, table, stand.bill(loss + outcome.steps), "11.7.1")
    count_casualties(board, lost, outcome)
    has_fled = outcome.result in (RETREAT, PANIC) and flee(board, table, stand, outcome)
    drop_hqs(board, stand.hex, stand.side)
    return has_fled


def wipe_out(board: Board, stand: Stand) -> None:
    """See 11.7.1, 10.4/4, 15.2/2, rulings R15, R23, R27: E takes everybody in the hex, HQs and newcomers too."""
    for unit in board.units_at(stand.hex, stand.side):
        steps = board.steps(unit) if is_combat_unit(board.unit(unit)) else 0
        eliminate(board, unit, "11.7.1", why="result E")
        morale.count_casualties(board, nation_of(board, unit), steps, "10.2")


def count_casualties(board: Board, lost: Mapping[str, int], outcome: Outcome) -> None:
    """See 10.2, 10.2/2, rulings R13, R150: steps lost in defence, and the one that a retreat has saved."""
    for nation, steps in lost.items():
        morale.count_casualties(board, nation, steps, "10.2")
    if outcome.result == RETREAT:
        morale.count_casualties(board, outcome.army, 1, "10.2/2")


def flee(board: Board, table: Table, stand: Stand, outcome: Outcome) -> bool:
    """See 12.2, MT, rulings R09, R11: everybody goes one hex; a panic without a way stays, or by option is the end."""
    rule = "12.2" if outcome.result == RETREAT else "MT"
    if not combat_units(board, stand.hex, stand.side):
        return False
    if retreat(board, table, stand.side, stand.hex, rule):
        return True
    board.note("no-way-back", rule, hex=stand.hex)
    if chosen(board, "panic-without-way") == "eliminated":
        wipe_out(board, stand)
    return False
