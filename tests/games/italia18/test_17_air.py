"""17.0 Air supports: boxes, superiority, missions, and what they do on the ground."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import air, missions
from pbem.games.italia18.bombardment import bombard_all, column_of
from pbem.games.italia18.by_mail.orders_special import Fly
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.guns import Battery
from pbem.games.italia18.retreat import bombed, defenders_flight, go
from pbem.games.italia18.supply_lines import is_shut
from pbem.games.italia18.walking import enemy_near
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.italia18.battles import DOCTRINE, battle, field
from tests.games.italia18.boards import units
from tests.games.italia18.scenarios import begin, put
from tests.games.tables import dropped, table

FAIR = {"weather": "fair", "sequence": "1"}
CARD: dict[str, Any] = {**DOCTRINE, "weather": {"air": "optional"}, "number": "S1", "first_turn": 1}
MEN = "AH-a XX 8-9-4/4 infantry at 0604\nIT-a XX 6-9-4/3 infantry at 0504\n"


def sky(text: str, features: str = "", **about: Any) -> Board:
    card = {**CARD, **about.pop("card", {})}
    return field(MEN + text, features, card=card, notes={**FAIR, **about.pop("notes", {})}, **about)


def fly(unit: str, at: str, mission: str) -> Fly:
    return Fly(UnitId(unit), HexId(at), mission)


def send(here: Board, side: Side, *orders: Fly, phasing: Side = CP, dice: Any = ()) -> list[tuple[str, str]]:
    missions.run(here, table(here, dice), orders, side, phasing)
    return dropped(here)


# -- the turn ------------------------------------------------------------------------------------------------


def test_17_1a_the_phase_first_brings_everybody_back() -> None:
    here = put(begin("caporetto"), GE_air1="missions", AH_air1="missions")
    air.stand_by(here)
    assert {here.place(UnitId(one)) for one in ("GE-air1", "AH-air1")} == {"available"}


@pytest.mark.parametrize(
    ("die", "side", "number"), [(1, CP, 2), (2, CP, 1), (3, CP, 1), (4, "", 0), (5, EN, 1), (6, EN, 2)]
)
def test_17_1b_one_die_names_who_flies_and_with_how_many(die: int, side: str, number: int) -> None:
    """The table is that of ruling R203, with -1 in October 1917."""
    here = begin("caporetto")
    assert air.roll(here, table(here, {"air superiority": die})) == (side, number)


def test_17_1b_supports_are_drawn_blindly_and_no_others_fly() -> None:
    here = begin("caporetto")
    air.run(here, table(here, {"air superiority": 1, "Air support 1": 2, "Air support 2": 1}))
    assert len(here.units_at("missions", CP)) == 2
    assert not here.units_at("missions", EN)


def test_17_1b_all_of_them_if_there_are_not_enough() -> None:
    here = put(begin("caporetto"), GE_air1="gone", GE_air2="gone")
    drawn = air.draw(here, table(here), CP, 3)
    assert drawn == ("AH-air1",)


def test_17_1a_without_the_option_nobody_rolls() -> None:
    here = begin("caporetto", {"air": "no"})
    air.run(here, table(here))
    assert not here.units_at("missions")


def test_s5_sp3_the_entente_claim_the_air_once() -> None:
    """S3.sp4, S4.sp4, S5.sp3: no die, and all supports at once."""
    here = begin("vittorio", turn=2)
    air.run(here, table(here, (), {"claim the air": ("yes",)}))
    assert len(here.units_at("missions", EN)) == 5
    assert here.noted("free-air") == "32"
    assert not air.may_claim(here)
    assert not air.may_claim(begin("vittorio"))  # turn 31


def test_s4_opt1_the_what_if_takes_the_claim_away() -> None:
    assert air.may_claim(begin("solstice"))
    assert not air.may_claim(begin("solstice", {"what-if": "yes"}))


def test_s3_sp4_only_on_the_last_two_turns() -> None:
    assert [air.may_claim(begin("albrecht", turn=turn)) for turn in (1, 2, 3)] == [False, True, True]


@pytest.mark.parametrize(("die", "box"), [(2, "missions"), (3, "available")])
def test_17_1c_after_the_sequence_a_die_says_which_box(die: int, box: str) -> None:
    here = sky("GE-air - 1 air at 0504 1 mission=observe")
    air.end_sequence(here, table(here, {"return of GE-air": die}), CP)
    assert here.place(UnitId("GE-air")) == "0504"  # 17.1e: the other side's phases are still to come
    air.end_sequence(here, table(here, {"return of GE-air": die}), EN)
    assert (here.place(UnitId("GE-air")), here.marks(UnitId("GE-air"))) == (box, ())


# -- sending them --------------------------------------------------------------------------------------------


def test_17_1c_in_either_movement_phase_two_to_a_hex() -> None:
    """17.1c, 11.0, 11.3.6: before anything else of the phase."""
    here = put(sky("".join(f"GE-air{n} - 1 air at 0804\n" for n in (1, 2, 3))))
    for name in ("GE_air1", "GE_air2", "GE_air3"):
        put(here, **{name: "missions"})
    orders = [fly(f"GE-air{n}", "0504", "observe") for n in (1, 2, 3)]
    ((rule, why),) = send(here, CP, *orders, phasing=EN)
    assert (rule, why) == ("17.1c", "2 Air supports fly over 0504 already")
    assert here.marks(UnitId("GE-air2")) == ("mission=observe",)


REFUSED = [
    ("0601", "observe", {}, "17.2b"),
    ("0504", "bombard", {}, "17.2c"),
    ("0504", "pontoon", {}, "S3.sp4"),
    ("0504", "observe", {"weather": "poor"}, "10.0c"),
    ("0504", "observe", {"fog": "1"}, "10.0c"),
]


@pytest.mark.parametrize(("at", "mission", "notes", "rule"), REFUSED)
def test_17_1c_what_is_refused(at: str, mission: str, notes: dict[str, str], rule: str) -> None:
    here = put(sky("GE-air - 1 air at 0804", notes=notes), GE_air="missions", GE_hq="0904")
    with pytest.raises(Illegal) as refused:
        missions.check(here, fly("GE-air", at, mission), CP, CP)
    assert refused.value.problem.rule == rule


def test_17_1b_only_from_the_missions_box() -> None:
    here = put(sky("GE-air - 1 air at 0804"), GE_air="available")
    with pytest.raises(Illegal, match="not in your Missions box"):
        missions.check(here, fly("GE-air", "0504", "observe"), CP, CP)


def test_17_1c_out_of_every_radius() -> None:
    here = put(sky("GE-air - 1 air at 0804"), GE_air="missions", GE_hq="0901")
    with pytest.raises(Illegal, match="Command Radius"):
        missions.check(here, fly("GE-air", "0108", "interdict"), CP, CP)


# -- what they do --------------------------------------------------------------------------------------------


def test_17_1d_on_the_ground_they_are_not_there() -> None:
    here = sky("IT-air - 1 air at 0702 1 mission=observe\nAH-air - 1 air at 0503 1 mission=observe")
    assert not enemy_near(here, HexId("0801"), CP, 1)
    assert is_shut(here, HexId("0503"), CP)  # an Air support over it does not open the zone


def test_17_2a_a_retreat_into_an_interdicted_hex_costs_a_step() -> None:
    """12.3h, 17.2a: the unit or the stack, one step."""
    here = sky("AH-air - 1 air at 0403 1 mission=interdict")
    flight = defenders_flight(here, EN, HexId("0504"), 1, is_chosen=True)
    path = (HexId("0504"), HexId("0403"))
    assert bombed(here, flight, path) == 1
    go(here, flight, path, units("IT-a"))
    assert (here.place(UnitId("IT-a")), here.steps(UnitId("IT-a"))) == ("0403", 1)


def test_17_2b_observation_is_worth_a_column() -> None:
    """Two points under Observation are read in the column of three."""
    here = sky("GE-air - 1 air at 0504 1 mission=observe")
    plain = sky("")
    one = battle(here, "AH-a")
    assert column_of(here, 2, CP, one) == column_of(plain, 3, CP, battle(plain, "AH-a"))


def test_17_1e_it_helps_the_defence_of_its_hex_too() -> None:
    here = sky("IT-air - 1 air at 0504 1 mission=observe")
    one = battle(here, "AH-a")
    assert column_of(here, 2, EN, one) == column_of(sky(""), 3, EN, one)


def test_17_2c_bombers_add_to_the_guns_after_counter_battery() -> None:
    """Guns 2, counter-battery 4, air 2: column 2, and Observation makes it 3 (ruling R53)."""
    here = sky(
        "AH-C - 2-3-3 corps-artillery at 0704\nIT-C - 2-3-3 corps-artillery at 0304\n"
        "IT-D - 2-3-3 corps-artillery at 0303\n"
        "GE-air1 - 2 air at 0504 1 mission=observe\nGE-air2 - 2 air at 0504 1 mission=bombard\n"
    )
    one = battle(here, "AH-a")
    batteries = {"attacker": Battery(units("AH-C")), "defender": Battery((), units("IT-C IT-D"))}
    bombard_all(
        here,
        table(here, {"attacker's bombardment": 5}),
        one,
        batteries,
        {},
    )
    (fact,) = [one for one in here.facts if one.kind == "bombarded"]
    assert (fact["points"], fact["hits"]) == (2, 4)


def test_s3_sp4_pontoons_are_attacked_from_the_air() -> None:
    """S3.sp4, S4.sp4 (see ruling R134): 4 and 4 become 5 and 5 with an enemy in the hex; 3 is enough."""
    card = {"anti_pontoon": {"supports": 2, "success": 4, "drm_unit_in_hex": 1}}
    about: dict[str, Any] = {"card": card, "sides": {"0604/0704": "pontoon=CP>0704"}}
    for faces, holds in (((4, 4), True), ((3, 6), False)):
        here = sky("IT-air1 - 1 air at 0304\nIT-air2 - 1 air at 0304\n", **about)
        put(here, IT_air1="missions", IT_air2="missions")
        orders = [fly("IT-air1", "0604", "pontoon"), fly("IT-air2", "0604", "pontoon")]
        dice = {f"IT-air{n} over 0604 / pontoon attacked": face for n, face in enumerate(faces, 1)}
        assert send(here, EN, *orders, phasing=EN, dice=dice) == []
        assert bool(here.marked_sides("pontoon")) == holds


def test_17_1c_not_outside_the_area() -> None:
    """See SC.0a."""
    here = put(begin("radetzky", notes=FAIR), IT_air1="missions")
    with pytest.raises(Illegal, match="outside the area"):
        missions.check(here, fly("IT-air1", "W1612", "interdict"), EN, EN)
