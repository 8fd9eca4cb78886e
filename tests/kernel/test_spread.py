"""Lines of limited length and burden (supply, command), against brute force over all lines."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.spread import spread, trace

GRID = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, 5) for c in range(1, 5)])
SOME = st.frozensets(st.sampled_from(GRID.hexes), max_size=7)


def shortest(asker: HexId, sources, length, barred, burden, most) -> int | None:  # type: ignore[no-untyped-def]
    """The least length of a line, by trying every line hex by hex; the asker's own hex counts neither way."""
    if asker in sources:
        return 0
    front: list[tuple[tuple[HexId, ...], int]] = [((asker,), 0)]
    for gone in range(1, length + 1):
        ahead: list[tuple[tuple[HexId, ...], int]] = []
        for way, load in front:
            for there in GRID.neighbours[way[-1]]:
                heavier = load + (there in burden)
                if there in barred or heavier > most or there in way:
                    continue
                if there in sources:
                    return gone
                ahead.append(((*way, there), heavier))
        front = ahead
    return None


@given(
    sources=st.lists(st.sampled_from(GRID.hexes), min_size=1, max_size=3, unique=True),
    length=st.integers(0, 5),
    barred=SOME,
    burden=SOME,
    most=st.integers(0, 2),
)
@settings(max_examples=120, deadline=None)
def test_spread_agrees_with_trying_every_line(sources, length, barred, burden, most) -> None:  # type: ignore[no-untyped-def]
    found = spread(sources, length, GRID.neighbours, barred, burden, most)
    wanted = {h: shortest(h, sources, length, barred, burden, most) for h in GRID.hexes}
    assert found.distance == {h: steps for h, steps in wanted.items() if steps is not None}
    for asker, steps in wanted.items():
        traced = trace(asker, sources, length, GRID.neighbours, barred, burden, most)
        assert (traced == ()) == (steps is None)
        for line in (found.line(asker), traced) if steps is not None else ():
            assert (line[0], len(line) - 1) == (asker, steps)
            assert line[-1] in sources
            assert all(GRID.are_adjacent(a, b) for a, b in itertools.pairwise(line))
            assert not any(h in barred for h in line[1:])
            assert sum(h in burden for h in line[1:]) <= most


def hexes(*numbers: str) -> tuple[HexId, ...]:
    """Hexes by number."""
    return tuple(HexId(number) for number in numbers)


def test_a_longer_line_may_be_the_lighter_one() -> None:
    steps: dict[HexId, tuple[HexId, ...]] = {
        HexId("0101"): hexes("0102", "0201"), HexId("0102"): hexes("0103"), HexId("0201"): hexes("0202"),
        HexId("0202"): hexes("0103"), HexId("0103"): hexes("0104"), HexId("0104"): (),
    }  # fmt: skip
    burden = hexes("0102", "0103")
    found = spread(hexes("0101"), 9, steps, (), burden, 1)
    assert found.distance[HexId("0103")] == 2  # the short way bears one burden, its own hex counts not
    assert found.line(HexId("0103")) == ("0103", "0102", "0101")
    assert found.distance[HexId("0104")] == 4  # through 0103 only the long way is light enough
    assert found.line(HexId("0104")) == ("0104", "0103", "0202", "0201", "0101")
    back = {h: tuple(a for a, others in steps.items() if h in others) for h in steps}
    assert trace(HexId("0104"), hexes("0101"), 9, back, (), burden, 1) == found.line(HexId("0104"))
    assert trace(HexId("0104"), hexes("0101"), 3, back, (), burden, 1) == ()


def test_a_barred_hex_may_ask_but_nothing_passes_it() -> None:
    found = spread(hexes("0101"), 9, GRID.neighbours, hexes("0102", "0201"))
    assert found.distance == {"0101": 0, "0102": 1, "0201": 1}


def test_a_barred_source_serves_itself_alone() -> None:
    assert spread(hexes("0101"), 9, GRID.neighbours, hexes("0101")).distance == {"0101": 0}


def test_a_source_asks_itself() -> None:
    assert spread(hexes("0101"), 3, GRID.neighbours).line(HexId("0101")) == ("0101",)
