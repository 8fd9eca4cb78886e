"""What players look at: the order sheet, the summary, layers and the looks of counters."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import deployment
from pbem.games.strafexpedition.by_mail.cautions import cautions
from pbem.games.strafexpedition.by_mail.layers import LAYERS
from pbem.games.strafexpedition.by_mail.look import HEXES, MARKS, look
from pbem.games.strafexpedition.by_mail.sheet import sheet
from pbem.games.strafexpedition.by_mail.summary import summary
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Orders
from tests.games.strafexpedition.boards import units_of
from tests.games.strafexpedition.data import scenario
from tests.games.tables import table

NOTHING = {IT: Orders(IT), AH: Orders(AH)}
HEAVY, FIRST = units_of("AH-S4-HVY-1 AH-58-3-I")


def begun(step: str = "command") -> Board:
    """Novegno as the program proposes it."""
    printed = scenario("novegno")
    here = Board(printed, deployment.initial_position(printed))
    for side in (IT, AH):
        deployment.run(here, table(here), NOTHING, side)
    here.step = step
    return here


def test_before_the_set_up_the_sheet_shows_every_unit_with_its_zone() -> None:
    printed = scenario("novegno")
    found = sheet(Board(printed, deployment.initial_position(printed)), IT)
    assert {unit.id: unit.place for unit in found.groups[0].units}[UnitId("IT-70-I")] == "1331"


def test_19_1_before_the_set_up_batteries_show_their_fire_side() -> None:
    printed = scenario("campaign")
    found = sheet(Board(printed, deployment.initial_position(printed)), AH)
    assert found.unit(UnitId("AH-III-HVY-1")).figures == "6(10)"  # type: ignore[union-attr]
    assert found.unit(UnitId("AH-III-MTN-1")).figures == "2(5)"  # type: ignore[union-attr]


def test_6_1_the_sheet_lists_who_comes_the_soonest_first() -> None:
    printed = scenario("campaign")
    found = [one.when for one in sheet(Board(printed, deployment.initial_position(printed)), IT).reinforcements]
    days = list(dict.fromkeys(found))
    assert days == [day for day in printed.card["dates"] if day in days]
    assert found == sorted(found, key=days.index)


def test_the_sheet_has_the_brigades_and_the_stock_of_its_owner() -> None:
    found = sheet(begun(), AH)
    assert [group.title.split(" (")[0] for group in found.groups] == ["Brigade 58", "Brigade 180", "Artillery"]
    assert "# 7 logistics points" in "\n".join(found.orders)
    assert not any("5 logistics" in line for line in found.orders)
    assert [line for line in found.orders if not line.startswith("#")] == []  # what counts is written by the player


def test_8_3_without_points_the_sheet_offers_no_brigade() -> None:
    here = begun()
    here.write("@IT.lp", 0, "7.0")
    found = sheet(here, IT).orders
    assert any("no brigade can be planned today" in line for line in found)
    assert not any(line.startswith("# brigade ") for line in found)
    assert any(line.startswith("# brigade ") for line in sheet(here, AH).orders)


@pytest.mark.parametrize(("step", "line"), [
    ("ah-artillery", "# emplace AH-S4-HVY-1 in move"), ("ah-action-1", "# activate 58 at HEX with UNITS"),
    ("ah-march", "# move UNIT to HEX strategic"), ("rally", "# nobody on the map is reduced"),
    ("ah-set-up", "# place UNIT at HEX"),
])  # fmt: skip
def test_each_step_has_its_lines(step: str, line: str) -> None:
    assert line in sheet(begun(step), AH).orders


def test_the_sheet_says_what_is_wrong_with_a_unit() -> None:
    here = begun("ah-action-1")
    here.mark(FIRST, "disorganized=2", "13.2.6")
    found = sheet(here, AH).unit(FIRST)
    assert found is not None
    assert found.marks[0] == "disorganized 2 of 8"
    assert found.marks[-1].startswith("in the zone of ")


def test_the_summary_shows_the_day_and_no_secret() -> None:
    found = summary(begun())
    assert (found.tracks["day"], found.tracks["weather"]) == ("June 12", "clear")
    assert found.forces[AH].on_map == 23
    assert "7" not in str(found.tracks.values())


def test_every_marker_of_a_unit_on_the_board_has_a_look() -> None:
    here = begun()
    here.mark(FIRST, "disorganized=3", "13.2.6")
    found = look(here)
    assert found.units[FIRST].marks == ("disorganized=3",)
    assert found.units[HEAVY].marks == ("fire",)
    assert found.units[HEAVY].figures == "6(10)"
    assert all(name in found.marks for name in (*MARKS, *HEXES))


@pytest.mark.parametrize(
    ("name", "whom"),
    [
        ("zoc", "AH"),
        ("zoc", FIRST),
        ("supply", ""),
        ("supply", FIRST),
        ("sight", FIRST),
        ("range", HEAVY),
        ("reach", FIRST),
    ],
)
def test_layers_lay_something(name: str, whom: str) -> None:
    laid = LAYERS[name].lay(begun(), whom)
    assert laid
    assert any(one.hexes for one in laid)


def test_the_command_layer_is_that_of_headquarters() -> None:
    here = begun()
    with pytest.raises(Illegal):
        LAYERS["command"].lay(here, FIRST)
    here.put(UnitId("AH-hq-58"), "1636", "8.5")
    assert len(LAYERS["command"].lay(here, "AH")) == 2


def test_the_range_layer_wants_guns() -> None:
    with pytest.raises(Illegal):
        LAYERS["range"].lay(begun(), FIRST)


def test_cautions_name_crowded_hexes_and_units_without_supply() -> None:
    here = begun()
    assert cautions(here, AH) == []
    here.move(FIRST, ["1534", "1636"], "11.1")
    assert [one.rule for one in cautions(here, AH)] == ["6.1"]
