"""The map as the rules ask it."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Feature, contiguous
from tests.kernel.mini import PLAIN_MAP

TEXT = """\
hex trench owner=AL: 0101 0301 0102
hex trench owner=CP: 0404
hex fort owner=AL strength=8: 0301
side river name=Torre: 0101/0102
side ridge: 0101/0102 0201/0202
line rail owner=AL: 0101-0102-0103
line rail owner=CP: 0103-0104
place Old Udine: 0202
"""
CHART = read_map(PLAIN_MAP + TEXT)
H = {number: HexId(number) for number in ("0101", "0102", "0103", "0104", "0201", "0202", "0301", "0404", "0405")}


def test_features_of_a_hex_by_name_and_attribute() -> None:
    assert CHART.has(H["0101"], "trench")
    assert CHART.has(H["0101"], "trench", owner="AL")
    assert not CHART.has(H["0101"], "trench", owner="CP")
    assert not CHART.has(H["0101"], "fort")
    fort = CHART.feature(H["0301"], "fort")
    assert fort is not None
    assert (fort.get("strength"), fort.get("owner"), fort.get("nothing")) == ("8", "AL", "")
    assert [feature.name for feature in CHART.features(H["0301"])] == ["trench", "fort"]
    assert CHART.features(H["0405"]) == ()


def test_hexes_with_a_feature_come_in_the_order_of_the_grid() -> None:
    assert CHART.hexes_with("trench") == ("0101", "0102", "0301", "0404")
    assert CHART.hexes_with("trench", owner="CP") == ("0404",)
    assert CHART.hexes_with("trench", owner="nobody") == ()


def test_hexsides_count_both_ways() -> None:
    for a, b in (("0101", "0102"), ("0102", "0101")):
        assert CHART.crosses(H[a], H[b], "river")
        assert CHART.crosses(H[a], H[b], "ridge")
        assert CHART.hexside(H[a], H[b]) == (Feature("river", (("name", "Torre"),)), Feature("ridge"))
    assert not CHART.crosses(H["0102"], H["0103"], "river")
    assert CHART.hexside(H["0102"], H["0103"]) == ()


def test_lines_tell_where_they_go_on() -> None:
    assert dict(CHART.line_from("rail")) == {
        "0101": ("0102",), "0102": ("0101", "0103"), "0103": ("0102", "0104"), "0104": ("0103",),
    }  # fmt: skip
    assert dict(CHART.line_from("rail", owner="CP")) == {"0103": ("0104",), "0104": ("0103",)}
    assert dict(CHART.line_from("road")) == {}


def test_a_place_is_called_by_its_first_name() -> None:
    assert (CHART.name_of(H["0202"]), CHART.called(H["0202"])) == ("Udine", "0202 (Udine)")
    assert (CHART.name_of(H["0101"]), CHART.called(H["0101"])) == ("", "0101")


def test_what_is_derived_from_a_map_is_made_once() -> None:
    made: list[str] = []
    for _ in range(3):
        assert CHART.memo("test", lambda: made.append("x") or 7) == 7
    assert made == ["x"]


def test_contiguous_groups_go_from_their_first_hex_outward() -> None:
    hexes = [H[n] for n in ("0404", "0101", "0202", "0301", "0102", "0405")]
    assert contiguous(CHART.grid, hexes) == [("0404", "0405"), ("0101", "0102", "0202"), ("0301",)]
    assert contiguous(CHART.grid, []) == []
