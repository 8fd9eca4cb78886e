"""What can be laid over the board: it agrees with the rules that say the same in other places."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, UsageError
from pbem.games.gwe import command, supply, zoc
from pbem.games.gwe.by_mail.layers import LAYERS
from pbem.games.gwe.by_mail.moves import moves
from pbem.games.gwe.counters import CP, is_combat_unit
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.bench.positions import historical
from tests.games.gwe.boards import board

FLAT = """
    terrain:
      01  . . . . . . . .
      02 . . . . . . . .
      03  . . . . . . . .
    line rail owner=CP: 0101-0201
    hex source owner=CP: 0101
"""
ALONE = """
    GE-5    XX 6-7-8 infantry at 0103
    GE-hq14 HQ 1-2(1)10 hq level=army at 0102
    AH-III  XXX 5-6-6 infantry at 0108
    IT-52   XX 2-3-8 alpine at 0308
"""


@pytest.fixture(scope="module")
def whole() -> Board:
    return Board(*historical())


def test_zones_of_both_sides_are_those_of_rule_7(whole: Board) -> None:
    laid = LAYERS["zoc"].lay(whole, "")
    assert [one.kind for one in laid] == ["hatch", "hatch"]
    for side, one in zip(("CP", "AL"), laid, strict=True):
        assert one.hexes == tuple(zoc.controlled_hexes(whole, side))  # type: ignore[arg-type]


def test_the_zone_of_one_unit(whole: Board) -> None:
    (one,) = LAYERS["zoc"].lay(whole, "GE-12")
    assert set(one.hexes) <= set(whole.map.grid.neighbours[whole.hex_of(UnitId("GE-12"))])


def test_a_unit_without_a_zone_is_refused_with_the_rule(whole: Board) -> None:
    with pytest.raises(Illegal, match=r"GE-hq14 exerts no zone of control \[7\.12\]"):
        LAYERS["zoc"].lay(whole, "GE-hq14")


def test_a_line_of_supply_for_every_stack(whole: Board) -> None:
    (one,) = LAYERS["supply"].lay(whole, "CP")
    for path in one.paths:
        assert path[-1] in supply.sources(whole, CP)
    starts = {path[0] for path in one.paths}
    units = [u for u in whole.on_map(CP) if is_combat_unit(whole.unit(u))]  # HQs never want for supply
    assert starts == {whole.hex_of(u) for u in units if len(supply.supply_line(whole, u)) > 1}


def test_the_line_of_one_unit_names_its_source(whole: Board) -> None:
    (one,) = LAYERS["supply"].lay(whole, "IT-IV")
    assert one.paths == (supply.supply_line(whole, UnitId("IT-IV")),)
    assert one.legend.startswith("supply of IT-IV from ")


def test_a_unit_without_supply_is_ringed_with_the_reason() -> None:
    here = board(FLAT, ALONE)
    (one,) = LAYERS["supply"].lay(here, "IT-52")
    rule, why = supply.why_unsupplied(here, UnitId("IT-52"))
    assert (one.kind, one.hexes) == ("ring", ("0308",))
    assert one.legend == f"IT-52 is out of supply: {why} [{rule}]"
    assert ("ring", ("0308",)) in [(one.kind, one.hexes) for one in LAYERS["supply"].lay(here, "AL")]


def test_the_radius_of_an_hq_is_what_it_commands() -> None:
    here = board(FLAT, ALONE)
    (one,) = LAYERS["command"].lay(here, "GE-hq14")
    reached = [h for h in here.map.grid.hexes if command.commands_hex(here, UnitId("GE-hq14"), h, 2)]
    assert one.kind == "outline"
    assert list(one.hexes) == reached


def test_the_hqs_of_a_unit_and_a_unit_without() -> None:
    here = board(FLAT, ALONE)
    assert [one.legend for one in LAYERS["command"].lay(here, "GE-5")] == ["GE-hq14 commands GE-5"]
    assert [one.legend for one in LAYERS["command"].lay(here, "AH-III")] == ["no HQ reaches AH-III [10.32]"]


def test_the_command_of_a_side_rings_who_is_out_of_it() -> None:
    laid = LAYERS["command"].lay(board(FLAT, ALONE), "CP")
    assert [(one.kind, one.legend) for one in laid] == [
        ("outline", "under command, Central Powers"), ("ring", "out of command"),
    ]  # fmt: skip
    assert laid[1].hexes == ("0108",)


def test_the_reach_of_a_unit_is_that_of_pbem_moves(whole: Board) -> None:
    found = moves(Board(*historical()), "GE-12")
    laid = LAYERS["reach"].lay(Board(*historical()), "GE-12")
    walk = laid[0]
    assert dict(zip(walk.hexes, walk.numbers, strict=True)) == {goal.hex: str(goal.cost) for goal in found.by("walk")}
    assert walk.legend == f"GE-12 walks, {found.allowance} MP"


def test_a_unit_off_the_map_has_no_layer(whole: Board) -> None:
    waiting = next(unit for unit in whole.units() if not whole.is_on_map(unit))
    for name in LAYERS:
        with pytest.raises(UsageError, match="is not on the map"):
            LAYERS[name].lay(whole, waiting)
