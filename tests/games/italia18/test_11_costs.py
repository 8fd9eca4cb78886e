"""11.1 to 11.3: what steps cost, to whom they are closed, and how many points units have."""

from __future__ import annotations

import pytest

from pbem.games.italia18.allowance import COORDINATE, EXPLOIT, MARCH, MOVE, RESERVE, allowance
from pbem.games.italia18.costs import WHOLE, ground_price, is_mobile, shown, takes_all, why_barred
from pbem.games.italia18.walking import OPEN, price, walk, way, why_closed
from pbem.games.italia18.ways import road_links
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.boards import board, flat
from tests.games.italia18.scenarios import begin

A, B = HexId("0101"), HexId("0102")
DIVISION = "AH-1 XX 8-9-4/4 infantry at 0101"
KINDS = {
    "division": ("AH-1", DIVISION),
    "hq": ("AH-hq", "AH-hq XXXX 8-6 hq at 0101"),
    "gun": ("AH-C", "AH-C - 2-3-3 corps-artillery at 0101"),
    "trucks": ("IT-t", "IT-t - 15 trucks at 0101"),
    "barge": ("IT-n", "IT-n - 2-4-3 naval-artillery at 0101"),
}


def step_price(here: Board, unit: UnitId, a: HexId, b: HexId) -> int:
    """For a unit that has points enough."""
    found = price(here, walk(here, (unit,))._replace(points=20 * WHOLE), a, b)
    assert found is not None
    return found


def priced(ground: str, kind: str = "division", **more: object) -> str:
    unit, line = KINDS[kind]
    here = board(line, ground, **more)  # type: ignore[arg-type]
    return shown(step_price(here, UnitId(unit), A, B))


def barred(ground: str, kind: str, **more: object) -> str:
    unit, line = KINDS[kind]
    return why_barred(board(line, ground, **more), UnitId(unit), A, B)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(("letter", "cost"), [(".", "1"), ("f", "2"), ("^", "2"), ("A", "3"), ("%", "2")])
def test_11_1_1b_terrain(letter: str, cost: str) -> None:
    assert priced(flat(1, 3, "", letter)) == cost


def test_11_1_1b_costs_add_up() -> None:
    """11.1.1b: the example of the rulebook, woods, craters and a minor river, costs 4; uphill over a crest 1 more."""
    assert priced(flat(1, 3, "hex craters: 0102\nside minor-river: 0101/0102\n", "f")) == "4"
    crest = flat(1, 3, "side crest up=0102: 0101/0102\n", "^")
    assert priced(crest) == "3"
    assert shown(step_price(board(DIVISION, crest), UnitId("AH-1"), B, A)) == "2", "downhill it costs nothing"


def test_2_1b_trenches_and_craters_count_once() -> None:
    both = board(DIVISION, flat(1, 3, "hex trench owner=EN: 0102\nhex craters: 0102\n"))
    assert ground_price(both, B) == 2


def test_11_1_3a_a_road_costs_one_whatever_it_crosses() -> None:
    road = "line road: 0101-0102\nhex trench owner=EN: 0102\n"
    road += "side minor-river: 0101/0102\nside bridge kind=road: 0101/0102\n"
    assert priced(flat(1, 3, road, "A")) == "1"
    assert priced(flat(1, 3, road, "."), "trucks") == "1/2"
    assert priced(flat(1, 3, road, "^"), sides={"0101/0102": "bridge=blown"}) == "4", "2 + trench + river"


def test_11_1_3a_no_road_between_two_road_hexes_that_are_not_joined() -> None:
    assert priced(flat(2, 3, "line road: 0101-0201\nline road: 0102-0202\n", "^")) == "2"


def test_11_1_3b_roads_meet_in_a_hex() -> None:
    here = board("", flat(2, 3, "line road: 0101-0102\nline road: 0102-0103\nhex town: 0102\n"))
    assert sorted(road_links(here)[B]) == ["0101", "0103"]


def test_11_1_3c_minor_roads_by_the_weather() -> None:
    minor = flat(1, 3, "line minor-road: 0101-0102\n", "^")
    assert priced(minor, notes={"weather": "fair"}) == "1"
    assert priced(minor, notes={"weather": "poor"}) == "2"
    over = flat(1, 3, "line minor-road: 0101-0102\nside minor-river: 0101/0102\nside bridge kind=road: 0101/0102\n")
    assert priced(over, notes={"weather": "poor"}) == "1", "a bridge is a bridge in any weather"


def test_11_1_4c_rail_bridges() -> None:
    rail = "side {0}-river: 0101/0102\nside bridge kind=rail: 0101/0102\nline rail: 0101-0102\n"
    assert priced(flat(1, 3, rail.format("major"))) == "2"
    assert priced(flat(1, 3, rail.format("minor"))) == "1"
    assert priced(flat(1, 3, rail.format("major")), "gun") == "2"


def test_11_2_3b_minor_rivers() -> None:
    river = flat(1, 3, "side minor-river: 0101/0102\n")
    assert priced(river) == "2"
    assert barred(river, "gun") == "11.3.1a"
    assert priced(flat(1, 3, "side minor-river: 0101/0102\nside bridge kind=road: 0101/0102\n")) == "1"


def test_11_2_3a_a_major_river_takes_all_of_a_unit_that_starts_beside_it() -> None:
    ground = flat(1, 5, "side major-river: 0102/0103\n")
    near, far = (board(f"AH-1 XX 8-9-4/4 infantry at {hex_id}", ground) for hex_id in ("0102", "0101"))
    assert takes_all(near, UnitId("AH-1"), B, HexId("0103"))
    assert _reached(near) == {"0101": 2, "0102": 0, "0103": 8}
    assert _reached(far) == {"0101": 0, "0102": 2}
    bridge = flat(1, 5, "side major-river: 0102/0103\nside bridge kind=road: 0102/0103\n")
    assert "0105" in _reached(board("AH-1 XX 8-9-4/4 infantry at 0101", bridge))


def _reached(here: Board, unit: str = "AH-1") -> dict[HexId, int]:
    walking = walk(here, (UnitId(unit),))
    return dict(sorted(way(here, walking, walking.start, walking.points).cost.items()))


def test_a_pontoon_serves_its_owner_but_no_guns() -> None:
    """See 11.2.4e."""
    river = flat(1, 3, "side major-river: 0101/0102\n")
    own, theirs = {"0101/0102": "pontoon=CP>0102"}, {"0101/0102": "pontoon=EN>0101"}
    assert priced(river, sides=own) == "2"
    assert takes_all(board(DIVISION, river, sides=theirs), UnitId("AH-1"), A, B)
    assert barred(river, "gun", sides=own) == "11.3.1a"
    assert barred(river, "trucks", sides={"0101/0102": "pontoon=EN>0102"}) == "11.3.4"
    assert barred(river, "hq", sides=own) == ""


@pytest.mark.parametrize(
    ("kind", "rule"), [("gun", "11.3.1a"), ("hq", "11.3.3"), ("trucks", "11.3.4"), ("division", "")]
)
def test_high_mountains_are_closed_to_guns_hqs_and_trucks(kind: str, rule: str) -> None:
    """See 11.3.1a, 11.3.3, 11.3.4."""
    assert barred(flat(1, 3, "", "A"), kind) == rule


def test_11_3_1_3_barges_keep_to_marsh_and_coast_and_cross_rivers() -> None:
    assert barred(flat(1, 3), "barge") == "11.3.1.3"
    wet = flat(1, 3, "hex coastal: 0102\nside major-river: 0101/0102\n")
    assert barred(wet, "barge") == ""
    assert priced(wet, "barge") == "1"
    assert barred(flat(1, 3, "", "%"), "barge") == ""


def test_nothing_passes_the_adige() -> None:
    """See 2.1d, 11.1.2."""
    assert barred(flat(1, 3, "side closed-river: 0101/0102\n"), "division") == "11.1.2"
    assert barred(flat(1, 3).replace(". . .", ". x ."), "division") == "11.1.2"


def test_11_3_5_depots_and_the_amalfi_battery_never_move() -> None:
    here = board("AH-d - 0 depot at 0101\nIT-am - 3-6-0 naval-artillery at 0101\nAH-C - 2-3-3 corps-artillery at 0102")
    assert [is_mobile(here, unit) for unit in here.units()] == [False, False, True]


def test_11_1_2_one_hex_is_always_possible() -> None:
    slow = "AH-1 XX 8-9-4/4 infantry at 0101 3 dg"
    dear = flat(1, 4, "hex trench owner=EN: 0102\nside minor-river: 0101/0102\n", "A")
    assert _reached(board(slow, dear)) == {"0101": 0, "0102": 4}
    assert _reached(board(slow, flat(1, 4, "side closed-river: 0101/0102\n"))) == {"0101": 0}


@pytest.mark.parametrize(
    ("marks", "how", "points"),
    [
        ("", "move", 5),
        ("dg", "move", 2),
        ("rg", "move", 2),
        ("retreat-mode", "move", 7),
        ("dg retreat-mode", "move", 3),
        ("dg refugees", "move", 1),
        ("", MARCH, 10),
        ("", EXPLOIT, 3),
        ("dg", COORDINATE, 1),
        ("", RESERVE, 7),
    ],
)
def test_11_1_1c_points_and_what_changes_them(marks: str, how: str, points: int) -> None:
    """11.1.1c (see ruling R106): nothing is saved, so that these are all there are."""
    here = board(f"AH-a X 4-4-5/5 infantry at 0101 2 {marks}")
    assert allowance(here, UnitId("AH-a"), how) == points


def test_interdiction_costs_a_point_on_roads_too() -> None:
    """See 11.1.3a, ruling R111."""
    here = board(
        KINDS["trucks"][1] + "\nAH-air - 1 air at 0102 1 mission=interdict", flat(1, 3, "line road: 0101-0102\n")
    )
    assert shown(step_price(here, UnitId("IT-t"), A, B)) == "1 1/2"


@pytest.mark.parametrize("scenario", ["grappa", "caporetto", "vittorio"])
def test_11_1_2_a_step_has_a_price_unless_something_forbids_it(scenario: str) -> None:
    """See 11.1.1d, 11.2.1, 11.2.3a, 11.3.1a: prices are read off tables, refusals say why; both know the same steps."""
    here = begin(scenario)
    open_steps = closed = 0
    for unit in [unit for unit in here.on_map() if is_mobile(here, unit)]:
        for how in (MOVE, MARCH):
            walking = walk(here, (unit,), how)
            ring = here.map.grid.within(walking.start, 2)
            steps = [(a, b) for a in ring for b in here.map.grid.neighbours[a]]
            for a, b in steps:
                is_open = why_closed(here, walking, a, b) == OPEN
                assert (price(here, walking, a, b) is not None) == is_open, (unit, how, a, b)
                open_steps, closed = open_steps + is_open, closed + (not is_open)
    assert open_steps > 1000 < closed
