"""What the next checks of the rules will cost, told as the board stands (section `Warnings` of a sheet)."""

from __future__ import annotations

from pbem.games.gwe.by_mail.cautions import cautions
from pbem.games.gwe.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.report import sheet as sheet_page
from tests.games.gwe.boards import board, field

FOE = "GE-5 XX 6-7-8 infantry stosstruppen at 0304\nGE-7 XX 6-7-8 infantry at 0403\n"


def told(b: Board, side: Side = AL) -> list[str]:
    return [str(one) for one in cautions(b, side)]


def test_6_14_a_crowded_hex() -> None:
    b = board(field(), "IT-VI XXX 4-5-6 infantry at 0603\nIT-II XXX 4-5-6 infantry at 0603")
    assert told(b) == [
        "0603 holds 18 Stacking Points, 6 too many: any excess when your Movement Phase ends is eliminated [6.14]"
    ]


def test_9_22_a_unit_out_of_supply_and_why() -> None:
    ring = "\n".join(f"GE-{n} XX 2-2-6 infantry at {h}" for n, h in enumerate(("0305", "0505"), 20))
    b = board(field(rows=12), f"IT-9 XX 2-3-6 infantry at 0405\n{ring}")
    found = [line for line in told(b) if "[9.22]" in line]
    assert len(found) == 1
    assert found[0].startswith("IT-9 in 0405 is out of supply (9.1")


def test_16_0_9_22_who_does_not_roll_is_not_mentioned() -> None:
    b = board(field(rows=12), "GE-9 XX 2-3-6 infantry at 0805\nGE-hq HQ 1-8(1)8 hq level=army at 0806")
    assert told(b, CP) == []


def test_8_64_no_way_to_retreat_at_all() -> None:
    ring = "\n".join(f"GE-{n} XX 2-2-6 infantry at {h}" for n, h in enumerate(("0403", "0405", "0503", "0504"), 20))
    b = board(field(), f"IT-9 XX 2-3-6 infantry at 0404\nIT-8 XX 2-3-6 infantry at 0404\n{ring}")
    assert "IT-9, IT-8 in 0404 have no retreat at all: forced to go, they are lost [8.64]" in told(b)


def test_8_64_no_way_to_retreat_two_hexes_from_the_map_edge() -> None:
    b = board(field(rows=3, columns=2), "IT-9 XX 2-3-8 infantry at 0201\nGE-7 XX 6-7-8 infantry at 0101")
    assert [line for line in told(b) if "IT-9 in 0201 has no retreat of two hexes" in line]


def test_8_61_nobody_is_warned_who_is_not_faced() -> None:
    assert told(board(field(rows=3, columns=2), "IT-9 XX 2-3-8 infantry at 0201")) == []


def test_11_12_a_fortress_does_not_retreat() -> None:
    fort = "hex fortress owner=AL strength=6/3: 0404"
    ring = "\n".join(f"GE-{n} XX 2-2-6 infantry at {h}" for n, h in enumerate(("0403", "0405", "0503", "0504"), 20))
    assert not [
        line for line in told(board(field({}, fort), f"IT-9 XX 2-3-6 infantry at 0404\n{ring}")) if "8.64" in line
    ]


def test_16_0_5_4b_guns_behind_a_ridge() -> None:
    walls = "side ridge: " + " ".join(f"0603/{there}" for there in ("0602", "0604", "0503", "0504", "0703", "0704"))
    units = "IT-9 XX 2-3-8 infantry at 0603\nIT-art1 X (4)2-4 artillery at 0603\nGE-7 XX 6-7-8 infantry at 0503\n"
    found = told(board(field({}, walls), units))
    assert "every retreat of one hex from 0603 crosses a ridge: IT-art1 would be lost [16.0/5.4b]" in found


def test_the_page_shows_them_before_the_units() -> None:
    data = {"side": "AL", "turn": 1, "step": "al-movement", "groups": (), "orders": ("done",),
            "cautions": ({"words": "0603 is crowded", "rule": "6.14", "line": 0},)}  # fmt: skip
    assert "# Warnings\n#   0603 is crowded [6.14]\n" in sheet_page(data)
    assert "0603 is crowded" in sheet_page(data, "md").partition("Warnings")[2]
