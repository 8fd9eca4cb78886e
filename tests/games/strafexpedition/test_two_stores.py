"""Novegno between two stores: plans travel as hashes, and are opened when a headquarters is placed."""

from __future__ import annotations

from collections.abc import Sequence

from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.games.by_turns import ByTurns

__all__ = ["clock", "pbem"]

NEVER_USED = b"brigade 180"  # planned on day 1, and never activated
ORDERS = {
    ("IT", "set-up"): "done\nstanding:\nreact: never\ndefaults\n",
    ("AH", "set-up"): "done\nstanding:\nreact: never\ndefaults\n",
    ("AH", "command"): "brigade 180\nbrigade 58 with 5 guns\nspend 3\n",
    ("IT", "command"): "brigade Ancona\nspend 1\n",
    ("AH", "action-1"): "activate 58 at 1635, 1636 with AH-S4-FLD-1\nbombard 1535 with AH-S4-FLD-1\npass\n",
}


def texts(side: str, step: str, turn: int) -> Sequence[str]:
    """The orders of the first day, and nothing after it."""
    otherwise = "pass today\n" if step.startswith("action") else "done\n"
    return [ORDERS.get((side, step), otherwise) if turn == 1 or step == "set-up" else otherwise]


def test_4_0_2_secret_a_plan_is_a_hash_until_its_headquarters_is_placed(pbem: Pbem, clock: Clock) -> None:
    game = ByTurns(pbem, "nov", {"AH": "Franz", "IT": "Luigi"}, texts)
    game.new("strafexpedition", "novegno")
    for handed in game.to_the_end():
        assert handed.taken.code == 0, handed.taken
        assert handed.is_over or NEVER_USED not in game.searched(handed.file, "IT"), handed.file
    game.check_same()
    assert "activates 58" in pbem("report", "--turn", "1", "--db", "IT.db").out
