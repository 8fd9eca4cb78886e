"""5.0 Zones of control."""

from __future__ import annotations

import pytest

from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.zoc import controlled_hexes, is_closed_by_zoc, is_in_enemy_zoc
from pbem.kernel.ground.hexes import HexId
from tests.games.italia18.boards import PLAIN, board


def test_5_0a_six_hexes_in_any_terrain_and_over_closed_hexsides() -> None:
    map = PLAIN.replace("03 . . . .", "03 . . A .") + "side closed-river name=Adige: 0302/0303\n"
    found = controlled_hexes(board("AH-g1 I 1-2-5/5 mountain at 0302\nIT-1 XX 6-9-4/3 infantry at 0301", map), CP)
    assert sorted(found) == ["0201", "0202", "0301", "0303", "0401", "0402"]


def test_5_0a_supports_control_nothing() -> None:
    guns = board("AH-C - 2-3-3 corps-artillery at 0302\nGE-hq14 XXXX 8-6 hq at 0302\nIT-1 XX 6-9-4/3 infantry at 0101")
    assert not controlled_hexes(guns, CP)
    assert not is_in_enemy_zoc(guns, HexId("0303"), EN)


@pytest.mark.parametrize(
    ("purpose", "is_closed"),
    [
        ("supply", False),
        ("retreat", False),
        ("disengagement", False),
        ("rebuilding", False),
        ("movement", True),
        ("hq", True),
    ],
)
def test_5_0b_a_friend_opens_a_hex_for_some_purposes(purpose: str, is_closed: bool) -> None:
    units = "AH-1 XX 8-9-4/4 infantry at 0302\nIT-1 III 4-4-5/5 infantry at 0303"
    assert is_closed_by_zoc(board(units), HexId("0303"), EN, purpose) is is_closed
    alone = "AH-1 XX 8-9-4/4 infantry at 0302\nIT-d - 0 depot at 0303"
    assert is_closed_by_zoc(board(alone), HexId("0303"), EN, purpose)
    assert not is_closed_by_zoc(board(units), HexId("0101"), EN, purpose)
