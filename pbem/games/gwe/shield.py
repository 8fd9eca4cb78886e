"""17.25: the defender's barrage, given once the attack is fully declared."""

from __future__ import annotations

from pbem.games.gwe.attack import Declared, with_barrage
from pbem.games.gwe.barrage import barrage_strength, helped_hexes
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def ask_defence_barrage(board: Board, table: Table, declared: Declared) -> tuple[UnitId, ...]:
    """17.25a, 17.25b (see 17.26): after the attack is declared the defender gives his barrage, as much as he likes."""
    side = board.enemy_of(declared.side)
    able = helped_hexes(board, side, declared.targets)
    if not able:
        return ()
    options = tuple(Option(u, f"barrage {barrage_strength(board, u)} from {board.place(u)}") for u in able)
    question = Question(
        side, "support", options, "17.25a",
        f"{declared.attack.total} to {declared.defence.total} against {'+'.join(declared.targets)} "
        f"(odds {declared.odds(board)} after shifts): which guns barrage for the defence?",
        many=True, default=_worthwhile(board, declared, tuple(able)), hint="support: always",
        about={"topic": "support", "hexes": list(declared.targets), "odds": declared.odds(board)},
    )  # fmt: skip
    return tuple(UnitId(unit) for unit in table.ask(question))


def _worthwhile(board: Board, declared: Declared, able: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The default: guns in the attacked hex always; all others too if together they change the column."""
    inside = tuple(unit for unit in able if board.place(unit) in declared.targets)
    if inside == able:
        return able
    without = with_barrage(board, declared, inside) if inside else declared
    return able if with_barrage(board, declared, able).column != without.column else inside
