"""16.8 Air recon: aircraft over an enemy hex, and the enemy's aircraft against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.attack import Spent
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_combat import Recon
from pbem.games.caporetto.control import is_enemy_held
from pbem.games.caporetto.counters import nation_of
from pbem.games.caporetto.support import RECON, SPENT, available, check_available
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def check_recon(board: Board, side: Side, order: Recon, spent: Spent) -> None:
    """16.8 (see 16.8.1, 8.2, 16.1/2, 3.2i): fresh air units over an enemy unit or stack."""
    for unit in order.units:
        if board.unit(unit).type != "air":
            found = board.unit(unit).type
            raise Illegal("16.8", f"{unit} is not an air unit", found=found, wanted="air units before `over`")
        if unit in spent.support or order.units.count(unit) > 1:
            raise Illegal("16.8", f"{unit} is ordered twice", wanted="one use of an air unit per turn")
        check_available(board, side, unit)
    if not is_enemy_held(board, order.hex, side):
        called = board.map.called(order.hex)
        raise Illegal("16.8.1", f"{called} holds no enemy unit", found=called, wanted="a hex with enemy units")


def fly(board: Board, table: Table, side: Side, order: Recon, spent: Spent) -> None:
    """16.8.1/2, 16.8.1 (see ruling R76): at the start of the Sub-phase; a success unless better dice contest it."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "16.8")
        return
    check_recon(board, side, order, spent)
    spent.support |= dict.fromkeys(order.units)
    for unit in order.units:
        board.mark(unit, RECON, "16.8")
        board.mark(unit, SPENT, "16.1/2")
    flown = f"recon of {'+'.join(order.units)} over {order.hex}"
    with board.episode("recon", flown, side=side, hexes=[order.hex]):
        _fly_over(board, table, side, order, spent)


def _fly_over(board: Board, table: Table, side: Side, order: Recon, spent: Spent) -> None:
    """See 16.8.1, 16.8.1/2: the enemy contests or does not; his dice against ours."""
    against = ask_contest(board, table, side, order)
    for unit in against:
        board.mark(unit, SPENT, "16.8.1/2")
    ours = _dice(board, table, order.units if against else ())
    theirs = _dice(board, table, against)
    is_success = not against or _best(ours) > _best(theirs)
    if is_success:
        spent.watched[order.hex] = None
    board.outcome(
        "recon", "16.8.1/2", side=side, hex=order.hex, units=list(order.units), against=list(against),
        dice=ours, against_dice=theirs, success=is_success,
    )  # fmt: skip


def ask_contest(board: Board, table: Table, side: Side, order: Recon) -> tuple[UnitId, ...]:
    """See 16.8.1: the enemy may contest with one or more available air units, or let it be."""
    enemy = board.enemy_of(side)
    able = [unit for unit in available(board, enemy) if board.unit(unit).type == "air"]
    if not able:
        return ()
    options = tuple(Option(unit, f"die {_drm(board, unit):+d}") for unit in able)
    flown = f"{', '.join(order.units)} {'flies' if len(order.units) == 1 else 'fly'}"
    question = Question(
        enemy, "contest", options, "16.8.1",
        f"{flown} over {board.map.called(order.hex)}: which air units contest it?",
        many=True, default=(), hint="contest: none",
        about={"topic": "contest", "hexes": [order.hex], "attackers": len(order.units)},
    )  # fmt: skip
    return tuple(UnitId(unit) for unit in table.ask(question))


def _drm(board: Board, unit: UnitId) -> int:
    """See 16.8.1: +1 for German, French and British aircraft."""
    return int(board.scenario.charts["recon"]["contest_drm"].get(nation_of(board, unit), 0))


def _dice(board: Board, table: Table, units: Sequence[UnitId]) -> list[dict[str, Any]]:
    rows = []
    for unit in units:
        die = table.roll(f"air fight of {unit}", rule="16.8.1", units=(unit,), kind="air fight")
        drm = _drm(board, unit)
        rows.append({"unit": unit, "die": die, "drm": drm, "modified": die + drm})
    return rows


def _best(rows: Sequence[dict[str, Any]]) -> int:
    return max(int(row["modified"]) for row in rows)
