"""11.4 Retreat mode."""

from __future__ import annotations

import pytest

from pbem.games.italia18.allowance import allowance
from pbem.games.italia18.by_mail.orders_move import Leg, Move
from pbem.games.italia18.by_mail.orders_retreat import RetreatMode, TryExit
from pbem.games.italia18.disorder import is_elite_now, morale
from pbem.games.italia18.guns import fire_of
from pbem.games.italia18.retreat_mode import exit_drm
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.italia18.phases import move_phase, places, refused
from tests.games.tables import facts

ROW = flat(3, 14, "hex source owner=EN: 0201\n")
ORDERED = {"retreat-order": "EN"}
ONE = "IT-1 XX 6-9-4/3 infantry at 0208"


def ground(units: str = ONE, map: str = ROW, **notes: str) -> Board:
    return board(units, map, notes={**ORDERED, **notes})


def test_11_4a_faster_with_less_morale_and_less_fire() -> None:
    listed = (
        "IT-1 XX 7-9-4/2 infantry at 0208\nIT-2 X 4-4-5/5 infantry at 0209\nIT-3 XX 7-9-4/4 infantry at 0210\n"
        "IT-g - 1-3-3 corps-artillery at 0207\nIT-h - 8-6 hq at 0206"
    )
    here = move_phase(ground(listed), RetreatMode(units("IT-1 IT-2 IT-3 IT-g IT-h")))
    assert refused(here) == []
    names = units("IT-1 IT-2 IT-3")
    assert [(allowance(here, unit), morale(here, unit)) for unit in names] == [(6, 2), (7, 4), (6, 3)]
    assert (is_elite_now(here, names[1]), fire_of(here, UnitId("IT-g"))) == (False, 1)
    assert here.unit(names[2]).figure("steps") == here.steps(names[2]) == 3


@pytest.mark.parametrize("notes", [{}, {"retreat-order": "CP"}])
def test_11_4a_only_where_the_scenario_allows_it(notes: dict[str, str]) -> None:
    here = move_phase(board(ONE, ROW, notes=notes), RetreatMode(units("IT-1")))
    assert refused(here) == ["11.4a"]
    assert places(here, "IT-1") == ["0208"]


@pytest.mark.parametrize("name", ["IT-a", "IT-t", "AH-1", "IT-w"])
def test_11_4a_combat_units_hqs_and_artillery_alone(name: str) -> None:
    listed = (
        f"{ONE}\nIT-a - - assault-troops kind=arditi at 0208\nIT-t - 15 trucks at 0208\nAH-1 X 4-4-5/5 infantry at 0114"
        "\nIT-w XX 6-9-4/3 infantry turn 17.2"
    )
    assert "11.4a" in refused(move_phase(ground(listed), RetreatMode(units(name))))


def test_11_4a_the_marker_of_the_high_command_goes_free_of_charge() -> None:
    here = ground("IT-1 XX 6-9-4/3 infantry at 0208 2 frozen=0208\nIT-2 X 4-4-5/4 infantry at 0208 2 frozen=0208")
    move_phase(here, RetreatMode(units("IT-1")))
    assert [here.marks(unit) for unit in units("IT-1 IT-2")] == [("retreat-mode",), ()]
    assert here.noted("vp.CP") == ""


def test_11_4b_nearer_to_a_source_or_not_at_all() -> None:
    away = Move(units("IT-1"), (Leg(hexes("0209")),))
    here = move_phase(ground(f"{ONE} 2 retreat-mode"), away)
    assert refused(here) == ["11.4b"]
    assert places(here, "IT-1") == ["0202"], "who was not moved lawfully goes back by himself"
    back = Move(units("IT-1"), (Leg(hexes("0207")),))
    assert places(move_phase(ground(f"{ONE} 2 retreat-mode"), back), "IT-1") == ["0207"]


def test_11_4b_whoever_is_bound_in_an_enemy_zone_stays() -> None:
    here = move_phase(ground(f"{ONE} 2 retreat-mode\nAH-1 X 4-4-5/5 infantry at 0209"))
    assert places(here, "IT-1") == ["0208"]


@pytest.mark.parametrize(
    ("lines", "weather", "drm"),
    [
        ("line road: 0208-0209\nline rail: 0208-0207\n", "fair", -3),
        ("line rail: 0208-0207\n", "fair", -2),
        ("line minor-road: 0208-0209\n", "fair", -1),
        ("line minor-road: 0208-0209\n", "poor", 1),
        ("", "fair", 1),
    ],
)
def test_11_4c_roads_and_railways_help(lines: str, weather: str, drm: int) -> None:
    here = ground(map=flat(3, 14, f"hex source owner=EN: 0201\n{lines}"), weather=weather)
    assert exit_drm(here, HexId("0208")).total == drm


@pytest.mark.parametrize(("die", "place", "marks"), [(3, "0209", ()), (4, "0206", ("retreat-mode",))])
def test_11_4c_the_die_decides_and_the_unit_goes_one_of_two_ways(die: int, place: str, marks: tuple[str, ...]) -> None:
    rail = flat(3, 14, "hex source owner=EN: 0201\nline rail: 0208-0207\n")
    order = TryExit(UnitId("IT-1"), hexes("0209"), hexes("0206"))
    here = move_phase(ground(f"{ONE} 2 retreat-mode", rail), order, dice=[die])
    assert (places(here, "IT-1"), here.marks(UnitId("IT-1"))) == ([place], marks)
    assert [fact["done"] for fact in facts(here, "exit")] == [not marks]


def test_11_4c_one_die_in_a_phase_and_only_in_the_mode() -> None:
    one = TryExit(UnitId("IT-1"))
    assert refused(move_phase(ground(f"{ONE} 2 retreat-mode"), one, one, dice=[6])) == ["11.4c"]
    assert refused(move_phase(ground(), one)) == ["11.4c"]


def test_11_4d_the_cadorna_line_ends_it() -> None:
    line = flat(3, 14, "hex source owner=EN: 0201\nhex cadorna-line: 0206\n")
    here = move_phase(ground(f"{ONE} 2 retreat-mode", line), Move(units("IT-1"), (Leg(hexes(["0206", "0205"][0])),)))
    assert here.marks(UnitId("IT-1")) == ()


def test_11_4d_also_the_trenches_along_the_lower_piave() -> None:
    bank = flat(3, 14, "hex source owner=EN: 0201\nhex trench owner=EN: 0207\nside major-river name=Piave: 0207/0208\n")
    here = ground("IT-1 XX 6-9-4/3 infantry at 0109 2 retreat-mode", bank)
    move_phase(here, Move(units("IT-1"), (Leg(hexes("0207")),)))
    assert (places(here, "IT-1"), here.marks(UnitId("IT-1"))) == (["0207"], ())
