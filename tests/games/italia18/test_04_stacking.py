"""4.0 Stacking, and with whom Assault Troops go (15.3)."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.italia18.assault_troops import may_carry
from pbem.games.italia18.counters import COUNTERS, CP
from pbem.games.italia18.stacking import excess, points_in, settle
from pbem.kernel.ground.hexes import HexId
from tests.games.italia18.boards import board
from tests.games.italia18.data import text
from tests.games.tables import table

HERE = HexId("0202")


@pytest.mark.parametrize(
    ("units", "points"),
    [
        ("AH-1 XX 8-9-4/4 infantry at 0202\nAH-2 XX 8-9-4/4 infantry at 0202 2", 5),
        ("AH-1 XX 8-9-4/4 infantry at 0202 1\nAH-a X 4-4-5/5 infantry at 0202\nAH-b X 4-4-5/5 infantry at 0202 1", 4),
        ("AH-1 XX 6-7-4/3 infantry at 0202\nAH-C - 2-3-3 corps-artillery at 0202\nGE-hq14 XXXX 8-6 hq at 0202", 3),
    ],
)
def test_4_0a_points_in_a_hex(units: str, points: int) -> None:
    assert points_in(board(units), HERE, CP) == points
    assert excess(board(units), HERE, CP).points == max(0, points - 4)


def test_4_0b_two_detachments_share_a_hex_beside_a_full_stack() -> None:
    regiments = "\n".join(f"GE-{n} III 4-4-5/5 infantry at 0202" for n in range(1, 5))
    detachments = "\n".join(f"AH-g{n} I 1-2-5/5 mountain at 0202" for n in range(1, 4))
    found = excess(board(f"{regiments}\n{detachments}"), HERE, CP)
    assert found == (0, 1, 0)
    assert found


def test_4_0c_no_more_assault_troops_than_units_that_may_carry_them() -> None:
    regiments = "\n".join(f"GE-{n} III 4-4-5/5 infantry at 0202" for n in (1, 2))
    troops = "\n".join(f"GE-st{n} - - assault-troops kind=stosstruppen at 0202" for n in (1, 2, 3))
    assert excess(board(f"{regiments}\n{troops}"), HERE, CP) == (0, 0, 1)
    assert not excess(board(f"{regiments}\n{troops.rpartition(chr(10))[0]}"), HERE, CP)


@pytest.mark.parametrize(
    ("line", "kind", "may"),
    [
        ("GE-1 III 4-4-5/5 infantry", "stosstruppen", True),
        ("AH-1 III 4-4-5/5 infantry", "stosstruppen", False),
        ("AH-1 X 4-4-5/5 infantry", "sturmbataillon", True),
        ("AH-1 X 4-4-5/3 infantry", "sturmbataillon", False),
        ("AH-1 XX 8-9-4/4 infantry", "sturmbataillon", True),
        ("AH-1 XX 6-7-4/3 infantry", "sturmbataillon", False),
        ("IT-1 III 5-6-5/5 mountain", "arditi", True),
        ("IT-1 XX 7-9-4/4 infantry", "arditi", True),
        ("IT-1 XX 6-9-4/3 infantry", "arditi", False),
        ("FR-1 XX 8-10-4/4 infantry", "arditi", False),
        ("IT-C6 - 2-3-3 corps-artillery", "arditi", False),
    ],
)
def test_who_may_carry_assault_troops(line: str, kind: str, may: bool) -> None:
    """See 15.3.1, 15.3.2, 15.3.3, ruling R126."""
    assert may_carry(COUNTERS.read_unit(f"{line} at 0202"), kind) is may


def test_the_set_up_of_monte_grappa_keeps_to_4_0() -> None:
    lines = [row for row in text("grappa-units.txt").splitlines() if " at " in row and not row.startswith("#")]
    ground = "terrain:\n" + "\n".join(f"  {row} " + " ".join("." * 30) for row in range(27, 13, -1)) + "\n"
    found = board("\n".join(lines), ground)
    for unit in found.units():
        assert not excess(found, found.hex_of(unit), found.unit(unit).side)


def test_4_0d_the_owner_gives_up_what_is_too_much() -> None:
    ground = "AH-1 XX 8-9-4/4 infantry at 0202\nAH-2 XX 6-7-4/3 infantry at 0202\nAH-3 III 4-4-5/5 infantry at 0202\n"
    ground += "AH-sb - - assault-troops kind=sturmbataillon at 0202"
    here = board(ground)
    settle(here, table(here, answers="default"), "movement")
    assert [here.place(unit) for unit in here.units()] == ["0202", "gone", "gone", "0202"], "weakest first: 3, then 2"
    here = board(ground)
    settle(here, table(here, answers={"too many units in 0202 after movement": ("AH-1",)}), "movement")
    assert [here.place(unit) for unit in here.units()] == ["gone", "0202", "0202", "gone"]


def test_4_0d_detachments_are_counted_by_themselves() -> None:
    here = board("\n".join(f"AH-g{n} I 1-{n}-5/5 mountain at 0202" for n in range(1, 4)))
    with pytest.raises(Waiting):
        settle(here, table(here), "combat")
    settle(here, table(here, answers="default"), "combat")
    assert [here.place(unit) for unit in here.units()] == ["gone", "0202", "0202"]
