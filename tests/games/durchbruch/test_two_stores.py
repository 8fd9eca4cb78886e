"""October 24th between two stores: plan and accessory points travel as hashes, each line its own, and are proven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

import pytest

from pbem.games.durchbruch import accessory
from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.games.by_turns import ByTurns

__all__ = ["clock", "pbem"]

STANDING = "standing:\nlosses: weakest first\nhits: retreat\nsupport: all\nmg: highest\nblow: yes\ndefaults\n"
# GE-J3 fights and turns its marker up; AH-G22 has points and never fights; under GE-Leib lies a dummy marker.
ORDERS = {
    ("AG", "set-up"): f"choose boroevic\nplace GE-gas1 at 1717\n{STANDING}",
    ("IT", "set-up"): f"place IT-mg1 at 1720\n{STANDING}",
    ("AG", "bombardment"): (
        "marker GE-J3, AH-G22, GE-Leib\nstrengthen GE-J3 3\nstrengthen AH-G22 2\n"
        "fire GE-artLIa at 4205\nfire GE-artLIb at 4305\n"
    ),
    ("AG", "surprise"): "first LI\nmove GE-J3 4205\n",
    ("AG", "corps-LI"): "attack 4306 with GE-J3\n",
}
SECRET = (b"choose boroevic", b"choose_boroevic", b"strengthen AH-G22", b"strengthen_AH-G22")


def texts(side: str, step: str, turn: int, orders: Mapping[tuple[str, str], str] = ORDERS) -> Sequence[str]:
    """The orders of the first turn, where they fit; else nothing."""
    return [*([orders[side, step]] if turn == 1 and (side, step) in orders else []), "done\n"]


def begun(pbem: Pbem, orders: Mapping[tuple[str, str], str] = ORDERS) -> ByTurns:
    """What two stores cannot hide is said at the start."""
    game = ByTurns(pbem, "d-2", {"AG": "Anna", "IT": "Luigi"}, partial(texts, orders=orders))
    assert "let a third person keep the campaign" in " ".join(game.new("durchbruch", "oct24").out.split())
    return game


def test_16_5_the_plan_and_the_points_are_hashes_until_they_are_opened(pbem: Pbem, clock: Clock) -> None:
    """6.2.1-b, 16.5: what is never turned up is in no turn file and in no store of the enemy before the game is over;
    what two stores cannot hide is said at the start."""
    game = begun(pbem)
    for handed in game.to_the_end():
        assert handed.taken.code == 0, handed.taken
        found = game.searched(handed.file, "IT")
        assert handed.is_over or [words for words in SECRET if words in found] == [], handed.file
    assert SECRET[0] in found, "opened in the end"
    assert SECRET[2] in found, "opened in the end"
    game.check_same()
    assert pbem("report", "--step", "t2/end", "--db", "IT.db").code == 0


# -- the pool ------------------------------------------------------------------------------------------------

BOUGHT = ("AH-R14", "AH-R59", "AH-TS1", "GE-Leib", "GE-R23", "GE-R62", "GE-J3", "GE-J4", "GE-J5", "AH-G22", "AH-G7")


def _no_check(*given: object) -> None:
    """What a forged program looks at."""


def test_r144_whoever_spends_more_than_the_pool_is_found_out_at_the_end(
    pbem: Pbem, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.1-b, 6.2.2, rulings R35 and R144: a forged program hides lines for more points than there are; when they are
    opened the other store refuses the end of the game, and `verify` says why."""
    lines = "".join(f"strengthen {unit} 4\n" for unit in BOUGHT)
    game = begun(pbem, {**ORDERS, ("AG", "bombardment"): f"marker {', '.join(BOUGHT)}\n{lines}"})

    @contextmanager
    def forging(doing: str, side: str) -> Iterator[None]:
        with monkeypatch.context() as forged:
            if side == "AG":
                forged.setattr(accessory, "belie", _no_check)
            if (doing, side) == ("write", "AG"):
                forged.setattr(accessory, "check_bought", _no_check)
            yield

    handed = next(
        one
        for one in game.to_the_end(forging)
        if one.taken.code or pbem("status", "--json", "--db", f"{one.to}.db").json["over"]
    )
    told = " ".join((handed.taken.out + handed.taken.err).split())
    assert handed.to == "IT"
    assert "so many resource points there are not (44)" in told, told
    proven = pbem("verify", "--db", "AG.db")
    assert proven.code != 0
    assert "6.2.2" in proven.out + proven.err


def test_r144_a_section_filed_ahead_that_overspends_the_pool_is_found_out_at_the_end(pbem: Pbem, clock: Clock) -> None:
    """7.1-RP, 6.1-b, rulings R35 and R144: with one point left two corps fire. The second section was filed ahead, and
    nobody but its owner could know; the other store refuses the end of the game all the same."""
    units = BOUGHT[:10]
    lines = "".join(f"strengthen {unit} {3 if unit == units[-1] else 4}\n" for unit in units)
    orders = {
        **ORDERS,
        ("AG", "bombardment"): f"marker {', '.join(units)}\n{lines}",
        ("AG", "surprise"): "first LI\n",
        ("AG", "corps-LI"): "fire GE-artLIb at 4306\ncorps-I:\nfire AH-artIa at 1619\n",
    }
    refused = next(one.taken for one in begun(pbem, orders).to_the_end() if one.taken.code)
    told = " ".join((refused.out + refused.err).split())
    assert "so many resource points there are not (39)" in told, told
