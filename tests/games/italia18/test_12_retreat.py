"""12.3 Retreats."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.games.italia18.counters import EN
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.fleeing import Flight, onward, paths
from pbem.games.italia18.reaction import Results, open_ways, withdraw
from pbem.games.italia18.retreat import defenders_flight, retreat
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import TARGET, battle, field, led, play, state
from tests.games.italia18.boards import hexes, units

ONE = "IT-1 III 4-4-5/5 infantry at 0504\nGE-1 III 4-4-5/5 infantry at 0604\n"
NAME = "attack on 0504 / "


def flight(b: Board, number: int, *, is_chosen: bool = True) -> Flight:
    return defenders_flight(b, EN, TARGET, number, is_chosen=is_chosen)


def gone(b: Board, number: int, wanted: Mapping[str, str], *, is_chosen: bool = True) -> dict[UnitId, int]:
    ways = {UnitId(unit): (way,) for unit, way in wanted.items()}
    return retreat(b, flight(b, number, is_chosen=is_chosen), ways)


def test_12_3a_toward_a_source_and_out_of_enemy_zones() -> None:
    b = field(ONE + "GE-2 III 4-4-5/5 infantry at 0402")
    assert onward(b, flight(b, 1), (TARGET,)) == hexes("0404")  # 0403 lies in the zone of GE-2


@pytest.mark.parametrize(("is_chosen", "found"), [(True, "0505 0403 0404"), (False, "0403 0404")])
def test_12_3a_only_a_chosen_retreat_may_turn_aside(is_chosen: bool, found: str) -> None:
    b = field(
        "IT-1 III 4-4-5/5 infantry at 0504\nGE-2 III 4-4-5/5 infantry at 0303\nGE-3 III 4-4-5/5 infantry at 0304\n"
    )
    b.eliminate(UnitId("IT-hq"), "9.1c")
    ways = onward(b, flight(b, 1, is_chosen=is_chosen), (TARGET,))
    closed = [there for there in ways if there in hexes("0403 0404")]
    assert closed == list(hexes("0403 0404"))
    assert bool(len(ways) > len(closed)) is is_chosen
    assert all(there in ways for there in hexes(found))


def test_12_3b_all_combat_units_go_and_supports_stay() -> None:
    b = field(
        ONE + "IT-2 XX 6-9-4/4 infantry at 0504\nIT-ar - - assault-troops kind=arditi at 0504\nIT-d - 0 depot at 0504"
    )
    answers = {"IT-1": "0404", "IT-2": "0403"}
    assert gone(b, 1, answers) == {"IT-1": 1, "IT-2": 1}
    assert [b.place(unit) for unit in units("IT-1 IT-2 IT-ar IT-d")] == ["0404", "0403", "0404", "0504"]


def test_12_3c_every_enemy_zone_without_a_friend_costs_a_step() -> None:
    b = field(
        "IT-1 XX 6-9-4/4 infantry at 0504\nGE-w III 4-4-5/5 infantry at 0402\nGE-e III 4-4-5/5 infantry at 0405\n"
        "GE-n III 4-4-5/5 infantry at 0604\n"
    )
    gone(b, 1, {"IT-1": "0404"}, is_chosen=False)
    assert state(b, "IT-1") == [("0404", 2, ())]
    b = field(
        "IT-1 XX 6-9-4/4 infantry at 0504\nGE-w III 4-4-5/5 infantry at 0402\nGE-e III 4-4-5/5 infantry at 0405\n"
        "IT-2 III 4-4-5/5 infantry at 0404\n"
    )
    gone(b, 1, {}, is_chosen=False)
    assert state(b, "IT-1") == [("0404", 3, ())]  # the friend opens it, so it is the only way


FULL = "IT-f XX 6-9-4/4 infantry at 0404\nIT-g III 4-4-5/5 infantry at 0404\n"


def test_12_3d_a_full_hex_may_be_left_behind() -> None:
    b = field(ONE + FULL + "IT-h XX 6-9-4/4 infantry at 0403\nIT-i III 4-4-5/5 infantry at 0403")
    lengths = sorted({len(path) - 1 for path in paths(b, flight(b, 1))})
    assert lengths == [1, 2]
    assert {len(path) - 1 for path in paths(field(ONE), flight(field(ONE), 1))} == {1}


def test_12_3e_through_friends_everybody_is_disorganized() -> None:
    b = field(ONE + "IT-2 III 4-4-5/5 infantry at 0404")
    gone(b, 2, {"IT-1": "0404-0304"})
    assert state(b, "IT-1", "IT-2") == [("0304", 2, ("dg",)), ("0404", 2, ("dg",))]


@pytest.mark.parametrize(("number", "way", "marks"), [(1, "0404", ()), (2, "0404-0304", ("dg",))])
def test_12_3f_long_retreats_disorganize(number: int, way: str, marks: tuple[str, ...]) -> None:
    b = field(ONE)
    gone(b, number, {"IT-1": way})
    assert state(b, "IT-1") == [(way[-4:], 2, marks)]


def test_12_3g_beyond_a_major_river_it_ends() -> None:
    river = "side major-river: 0504/0404 0504/0403"
    b = field(ONE, river)
    assert {path[1:] for path in paths(b, flight(b, 3))} == {hexes("0403"), hexes("0404")}
    gone(b, 3, {"IT-1": "0404"})
    assert state(b, "IT-1") == [("0404", 2, ("dg",))]
    bridged = field(ONE, river + "\nside bridge kind=road: 0504/0404")
    assert max(len(path) for path in paths(bridged, flight(bridged, 3))) == 4


def test_12_3j_who_must_go_and_cannot_is_lost() -> None:
    ring = "\n".join(f"GE-{n} III 4-4-5/5 infantry at {n}" for n in ("0604", "0603", "0503", "0505", "0403", "0404"))
    b = field(f"IT-1 III 4-4-5/5 infantry at 0504\nIT-ar - - assault-troops kind=arditi at 0504\n{ring}")
    assert gone(b, 1, {}, is_chosen=False) == {}
    assert state(b, "IT-1", "IT-ar") == [("gone", 0, ()), ("gone", 0, ())]


def test_12_3j_where_it_is_a_choice_it_is_not_offered() -> None:
    ring = "\n".join(f"GE-{n} III 4-4-5/5 infantry at {n}" for n in ("0604", "0603", "0503", "0505", "0403", "0404"))
    b = field(f"IT-1 III 4-4-5/5 infantry at 0504\n{ring}")
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 6, NAME + "green die": 1}
    play(b, "GE-0604", dice, "0/3", answers={})
    assert state(b, "IT-1") == [("0504", 1, ("dg",))]


def test_12_3j_never_nearer_and_never_twice() -> None:
    """See ruling R128."""
    b = field(ONE)
    for path in paths(b, flight(b, 3)):
        away = [b.map.grid.distance(TARGET, there) for there in path]
        assert away == sorted(away)
        assert len(set(path)) == len(path)


def test_12_3k_hexes_for_room_earn_nothing_but_count() -> None:
    b = field(ONE + FULL)
    gone(b, 1, {"IT-1": "0404-0304"})
    assert [b.marks(unit) for unit in units("IT-1 IT-f IT-g")] == [("dg",)] * 3


@pytest.mark.parametrize(
    ("ways", "left"),
    [(("0404", "0404"), 4), (("0404", "0404-0304"), 4), (("0404-0304", "0403-0303"), 1), (("0404", "stay"), 7)],
)
def test_12_2_6k_credit_is_for_the_smallest_distance_and_all_go_or_none(ways: tuple[str, str], left: int) -> None:
    """12.2.6k (see 12.2.6c, 12.3k, ruling R41): three hit points for every hex that all of them have gone."""
    b = field(ONE + "IT-2 XX 6-9-4/4 infantry at 0504")
    here = Fight(battle(b, "GE-1"), led("GE-1", "IT-1"), {}, {})
    results = Results({"attacker": "partial", "defender": "partial"}, {})
    chosen = {f"retreat of IT-{number}": (way,) for number, way in enumerate(ways, 1)}
    found = withdraw(b, here, open_ways(b, here, results), chosen, Hits(0, 7))
    assert found.defender == left
    assert [b.place(unit) for unit in units("IT-1 IT-2")] == (
        ["0504", "0504"] if "stay" in ways else [way.split("-")[-1] for way in ways]
    )
    assert found.fled == (0 if "stay" in ways else max(len(way.split("-")) for way in ways))


def test_12_3d_a_third_detachment_goes_on() -> None:
    """12.3d (see 4.0b): two detachments fill a hex as four points do."""
    b = field(
        "IT-1 I 1-2-5/5 mountain at 0504\nGE-1 III 4-4-5/5 infantry at 0604\n"
        "IT-2 I 1-2-5/5 mountain at 0404\nIT-3 I 1-2-5/5 mountain at 0404\n"
    )
    assert any(len(path) == 3 and path[1] == "0404" for path in paths(b, flight(b, 1)))


def test_12_3d_a_stack_too_large_by_itself_goes_no_farther() -> None:
    """Five points called up into one hex; no way is longer for it, where no friend stands in it."""
    b = field(ONE + "IT-2 XX 6-9-4/4 infantry at 0504\nIT-3 III 4-4-5/5 infantry at 0504\n")
    assert {len(path) - 1 for path in paths(b, flight(b, 1))} == {1}
