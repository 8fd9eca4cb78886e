"""Monte Grappa between two stores: the whole game by turn files, dice of a chain, one record on both sides."""

from __future__ import annotations

from collections.abc import Sequence

from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.games.by_turns import ByTurns

__all__ = ["clock", "pbem"]

STANDING = "standing:\nguns: match\ncb: none\nretreat: never\nsend: none\nlosses: weakest first\nhide all\ndefaults\n"
ORDERS = {
    ("CP", "move-1"): f"move GE-11Jg, GE-12Jg, GE-13Jg to 2225\n{STANDING}",
    ("CP", "combat-1"): "attack 2026 with GE-Leib, GE-1Jg, GE-2Jg, GE-3Jg, GE-4Jg, GE-5Jg guns GE-A14, GE-Stein\n"
    "  on any: losses weakest first; bombarded weakest first; stoss always; advance none; exploit none\n",
    ("EN", "move-1"): f"move IT-59 to 1924\n{STANDING}",
}
AHEAD = {"EN": f"step: combat-1\ndone\n\n{STANDING}"}  # before anybody attacks


def texts(side: str, step: str, turn: int) -> Sequence[str]:
    """The orders of the first turn, and nothing after it."""
    return [ORDERS.get((side, step), "done\n") if turn == 1 else "done\n"]


def test_7_0d_a_whole_game_goes_to_and_fro_and_both_records_agree(pbem: Pbem, clock: Clock) -> None:
    """7.0d, 16.0: four sequences of both sides to the verdict; either store proves every die."""
    game = ByTurns(pbem, "tomba", {"CP": "Otto", "EN": "Luigi"}, texts, AHEAD)
    game.new("italia18", "grappa")
    for handed in game.to_the_end():
        assert handed.taken.code == 0, handed.taken
    game.check_same()
    told = pbem("report", "--turn", "1", "--db", "EN.db").out
    assert "Central Powers on 2026" in told
    assert "The game is over" in pbem("report", "--turn", "2", "--db", "CP.db").out
