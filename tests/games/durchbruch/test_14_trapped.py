"""14.1, 14.2, 2.4.3: retreats that step by step would end in a trap, and who goes where after them."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.advance import NEAR
from pbem.games.durchbruch.advance import ways as advances
from pbem.games.durchbruch.attack import defenders_in
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.headquarters import refuges
from pbem.games.durchbruch.operations import settle
from pbem.games.durchbruch.retreat import exposed, retreat
from pbem.games.durchbruch.routes import ways
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.field import at, field, fight, has, play, table_for
from tests.games.tables import Dice, facts

START, UNIT = HexId("2425"), UnitId("IT-87")


def go_back(b: Board, hexes: int, dice: Dice = ()) -> bool:
    """The stack in 2425 retreats."""
    with b.episode("combat", "attack on 2425", side=AG, hexes=[START]):
        return retreat(b, table_for(b, dice, "default"), IT, START, hexes)


def test_14_1_1_the_number_of_hexes_comes_before_the_hq() -> None:
    """14.1-1, 14.1-2: the hex toward the HQ is a pocket from which no way leads on, so another one is taken."""
    walls = dict.fromkeys(("2427", "2327", "2527", "2326", "2526"), "A")
    b = field("IT-87 2425", "IT-hq50 2429", terrain=walls)
    assert [path[1] for path in ways(b, (UNIT,), START, 1)] == ["2426"]
    found = ways(b, (UNIT,), START, 2)
    assert found
    assert all(path[1] != "2426" and b.map.grid.distance(START, path[-1]) == 2 for path in found)


def test_14_1_1_as_far_from_the_start_as_can_be() -> None:
    """14.1-1: where no way leads straight off, the one that ends farthest; not back next to the start."""
    ring = [h for h in field().map.grid.within(START, 2) if field().map.grid.distance(START, h) == 2]
    walls = dict.fromkeys([h for h in ring if h != "2427"], "A")
    b = field("IT-87 2425", "IT-hq50 2421", terrain={**walls, "2428": "A", "2327": "A", "2527": "A"})
    assert {path[-1] for path in ways(b, (UNIT,), START, 2)} == {"2427"}
    shut = field("IT-87 2425", "IT-hq50 2421", terrain={**dict.fromkeys(ring, "A")})
    assert all(len(path) == 3 for path in ways(shut, (UNIT,), START, 2)), "round the start, if nothing else is left"


def test_14_1_3_surrounded_units_surrender() -> None:
    """14.1.3: with rock on one side and enemies on all others there is no way at all."""
    around = field().map.grid.neighbours[START]
    foes = [f"{unit} {h}" for unit, h in zip(("GE-R23", "GE-R62", "GE-R63", "GE-J3", "GE-J4"), around, strict=False)]
    b = field("IT-87 2425", "IT-hq50 2421", *foes, terrain={around[5]: "A"})
    go_back(b, 1)
    assert at(b, "IT-87") == "gone"


def test_2_4_3_an_hq_left_alone_by_the_checks_goes_to_its_friends() -> None:
    """2.4.3, 14.2.2: its regiment does not survive the check after the retreat: nobody but the HQ got away."""
    b = field("IT-87 2425 1", "IT-hq50 2425", "IT-hqIV 2429", "IT-88 2029", "GE-R23 2424")
    assert not go_back(b, 2, (6, 6))
    assert (at(b, "IT-87"), at(b, "IT-hq50")) == ("gone", "2029")


def test_14_2_1_after_dummies_everybody_advances_one_hex() -> None:
    """14.2.1, 1.5: no unit was driven off, so assault units do not break through either."""
    b = field("GE-st12 2424", "IT-87 2429")
    assert max(map(len, advances(b, UnitId("GE-st12"), START, is_far=False, most=NEAR))) == 1
    b = field("GE-st12 2424", "GE-R23 2424", "IT-dummy1 2425", "IT-87 2429")
    fight(b, "attack 2425 with GE-st12, GE-R23 on vacated: advance GE-st12 2425 -> 2426")
    assert at(b, "GE-st12") == "2425", "what is closed of its way is left out"


def test_2_5_3_2_who_fled_from_gas_defends_when_the_attack_comes() -> None:
    """2.5.3.2-d, 13.0.4: gas is no combat: pinned, but in the defence of its new hex."""
    b = field("GE-gas1 2424", "IT-87 2425", "IT-hq50 2429", turn=1, step="bombardment")
    dice: Dice = {"gas of GE-gas1 / gas": (3, 4), "gas of GE-gas1 / gas losses": 1}
    play(b, {AG: "gas GE-gas1 at 2425"}, dice=dice)
    assert (at(b, "IT-87"), has(b, "IT-87", "pinned"), has(b, "IT-87", "fled")) == ("2427", True, False)
    assert defenders_in(b, IT, HexId("2427")) == (UNIT,)


@pytest.mark.parametrize(("friend", "is_fled"), [("IT-88 2427", True), ("IT-dummy1 2427", True), ("IT-88 2429", False)])
def test_13_0_4_only_who_retreats_to_others_is_out_of_the_defence(friend: str, is_fled: bool) -> None:
    """13.0.4: a counter face down counts as others, so that nobody learns what it is; alone a unit defends."""
    b = field("IT-87 2425", "IT-hq50 2429", friend)
    go_back(b, 2, (1, 1))
    assert has(b, "IT-87", "fled") == is_fled
    assert ("IT-87" in defenders_in(b, IT, HexId("2427"))) == (friend != "IT-88 2427")
    settle(b)
    assert not has(b, "IT-87", "fled") or friend == "IT-dummy1 2427"


def test_3_1_6_counters_face_down_cover_nobody() -> None:
    """3.1.6, 2.4.3: a retreat or an HQ that went by them would tell machine guns from dummies."""
    path = (START, HexId("2426"))
    for unit, number in (("IT-88", 0), ("IT-mg1", 1), ("IT-dummy1", 1)):
        b = field("IT-87 2425", f"{unit} 2426", "GE-R23 2427")
        assert len(exposed(b, IT, path, (UNIT,))) == number
    b = field("IT-hq50 2425", "IT-mg1 2426", "IT-88 2429")
    assert refuges(b, UnitId("IT-hq50")) == ("2429",)
    assert not facts(b, "turned-up")
