"""11.7.2 Combat modifiers: every shift and every die modifier with its rule."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.games.caporetto.counters import AL, CP
from tests.games.caporetto.boards import board, field, fight, terms, the_combat

AH = "AH-1 XX 6-5-8 infantry at 0503\n"
GE = "GE-12 XX 6-8-8 infantry at 0504\n"
IT = "IT-7 XX 3-4-8 infantry at 0404\n"


def of(
    units: str,
    text: str,
    turn: int = 4,
    *,
    terrain: str = ".",
    features: str = "",
    side: str = "CP",
    number: int = 1,
    options: dict[str, str] | None = None,
    dice: tuple[int, ...] = (3,),
    notes: dict[str, str] | None = None,
    hexes: Mapping[str, tuple[str, ...]] | None = None,
    standing: dict[str, str] | None = None,
) -> tuple[dict[str, int], dict[str, int]]:
    """The column shifts and the die modifiers of an attack, by rule."""
    b = board(field({"0404": terrain}, features), units, turn, options, notes=notes, hexes=hexes)
    attacker = CP if side == "CP" else AL
    fight(b, text, side=attacker, number=number, dice=dice, result="0/0", standing=standing or {})  # type: ignore[arg-type]
    found = the_combat(b)
    return terms(found["shifts"]), terms(found["modifiers"])


# -- terrain -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "rule", "left"),
    [
        (".", "", 0),
        (":", "", 0),
        ("^", "TEC.mountain", -1),
        ("A", "TEC.alpine", -2),
        ("%", "TEC.marsh", -2),
        ("D", "TEC.dominant", -2),
    ],
)
def test_cm_2_terrain_of_the_defender(letter: str, rule: str, left: int) -> None:
    """CM.2, TEC.clear, TEC.rough, TEC.mountain, TEC.alpine, TEC.marsh, TEC.dominant: shifts to the left."""
    shifts, _ = of(AH + IT, "attack 0404 with AH-1", terrain=letter)
    assert shifts == ({rule: left} if left else {})


@pytest.mark.parametrize("name", ["town", "city"])
def test_tec_town_one_column(name: str) -> None:
    shifts, _ = of(AH + IT, "attack 0404 with AH-1", features=f"hex {name}: 0404")
    assert shifts == {"TEC.town": -1}


def test_cm_2_the_highest_terrain_counts_and_the_river_on_top() -> None:
    """CM.2: ruling R29."""
    features = "hex town: 0404\nside river: 0404/0503"
    assert of(AH + IT, "attack 0404 with AH-1", terrain="%", features=features)[0] == {"TEC.marsh": -2, "11.7.2/2": -1}
    shifts = of(AH + IT, "attack 0404 with AH-1", terrain="^", features=features)[0]
    assert sum(shifts.values()) == -2
    added = {"terrain-shifts": "added"}
    shifts = of(AH + IT, "attack 0404 with AH-1", terrain="^", features=features, options=added)[0]
    assert shifts == {"TEC.mountain": -1, "TEC.town": -1, "11.7.2/2": -1}


def test_11_7_2_2_twelve_factors_six_or_five_across() -> None:
    river = "side river: 0404/0503"
    six = AH + "AH-2 XX 6-5-8 infantry at 0504\n" + IT
    assert of(six, "attack 0404 with AH-1, AH-2", features=river)[0] == {"11.7.2/2": -1}
    five = "AH-1 XX 5-5-8 infantry at 0503\nAH-2 XX 7-5-8 infantry at 0504\n" + IT
    assert of(five, "attack 0404 with AH-1, AH-2", features=river)[0] == {}


def test_11_7_2_2_halved_factors_count_halved() -> None:
    """11.7.2/2, 14.3/2: ruling R31."""
    units = "AH-1 XX 6-5-8 infantry at 0503 2 oos\nAH-2 XX 4-5-8 infantry at 0504\n" + IT
    assert of(units, "attack 0404 with AH-1, AH-2", features="side river: 0404/0503")[0] == {}


# -- morale --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "left"), [(-1, 0), (-2, -1), (-4, -1)])
def test_10_6_low_morale_costs_a_column(level: int, left: int) -> None:
    """10.6, CM.3."""
    units = "IT-7 XX 3-4-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\n"
    shifts, _ = of(units, "attack 0404 with IT-7", side="AL", notes={"morale.IT": str(level)})
    assert shifts == ({"10.6": left} if left else {})


def test_10_6_3_other_allies_share_the_italian_shift() -> None:
    units = "IT-7 XX 3-4-8 infantry at 0303\nUK-7 XX 5-6-8 infantry at 0304\nAH-1 XX 4-5-8 infantry at 0404\n"
    low = {"morale.IT": "-2"}
    assert of(units, "attack 0404 with IT-7, UK-7", side="AL", notes=low)[0] == {"10.6/3": -1}
    assert of(units, "attack 0404 with UK-7", side="AL", notes=low)[0] == {}


def test_10_1_british_alone_are_immune() -> None:
    """10.1: Italian morale -4 and a purely British attack."""
    units = "UK-7 XX 5-6-8 infantry at 0304\nAH-1 XX 4-5-8 infantry at 0404\n"
    assert of(units, "attack 0404 with UK-7", side="AL", notes={"morale.IT": "-4"}) == ({}, {})


def test_10_6_4_germans_help_only_in_the_same_hex() -> None:
    """10.6/4, 10.1/2: ruling R19."""
    low = {"morale.AH": "-2"}
    assert of(AH + GE + IT, "attack 0404 with AH-1, GE-12", notes=low)[0] == {"10.6/4": -1}
    together = AH + GE.replace("0504", "0503") + IT
    assert of(together, "attack 0404 with AH-1, GE-12", notes=low)[0] == {}
    assert of(together, "attack 0404 with AH-1", notes=low)[0] == {"10.6": -1}
    assert of(AH + GE + IT, "attack 0404 with GE-12", notes=low)[0] == {}


@pytest.mark.parametrize(("level", "drm"), [(-2, {}), (-3, {"10.6/2": 1})])
def test_10_6_2_shaken_italians(level: int, drm: dict[str, int]) -> None:
    """10.6/2, CM.4."""
    assert of(GE + IT, "attack 0404 with GE-12", notes={"morale.IT": str(level)})[1] == drm


def test_10_1_2_a_mixed_stack_is_not_shaken() -> None:
    """10.1/2, 10.6/4."""
    low = {"morale.AH": "-3"}
    ah = "UK-7 XX 5-6-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\n"
    assert of(ah, "attack 0404 with UK-7", side="AL", notes=low)[1] == {"10.6/2": 1}
    mixed = ah + "GE-12 XX 6-8-8 infantry at 0404\n"
    assert of(mixed, "attack 0404 with UK-7", side="AL", notes=low)[1] == {}


# -- supply, concentric, together ----------------------------------------------------------------------------


def test_14_3_3_against_units_out_of_supply() -> None:
    b = board(field(), AH + "IT-7 XX 3-4-8 infantry at 0404 2 oos")
    fight(b, "attack 0404 with AH-1", dice=[3], result="0/0")
    found = the_combat(b)
    assert terms(found["modifiers"]) == {"14.3/3": 2}
    assert found["row"] == 5
    assert found["defence"]["total"] == 2


def test_cm_4_all_of_them() -> None:
    units = AH + "AH-2 XX 6-5-8 infantry at 0504\nAH-3 XX 6-5-8 infantry at 0403\nIT-7 XX 3-4-8 infantry at 0404 2 oos"
    _, drm = of(units, "attack 0404 with AH-1, AH-2, AH-3", 5, notes={"morale.IT": "-3"})
    assert drm == {"14.3/3": 2, "10.6/2": 1, "11.2/2": 1}


# -- turns 1 and 2 -------------------------------------------------------------------------------------------

GUNS = """
    GE-hq14 XXXX 6/2 hq at 0604 1 support
    GE-art1 - - artillery support 1
    GE-art2 - - artillery support 1
    GE-art3 - - artillery support 1
    GE-air1 - - air support 1
    AH-art1 - - artillery support 1
    AH-navy - - naval support 1
"""


def test_11_7_2_3_every_cp_attack_on_turn_1() -> None:
    """11.7.2/3, CM.5."""
    assert of(AH + IT, "attack 0404 with AH-1", 1) == ({"11.7.2/3": 1}, {})
    assert of(AH + IT, "attack 0404 with AH-1", 2) == ({}, {})
    italian = "IT-7 XX 3-4-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\n"
    assert of(italian, "attack 0404 with IT-7", 1, side="AL") == ({}, {})


@pytest.mark.parametrize(
    ("turn", "shifts", "drm"),
    [
        (1, {"CM.1": 2, "16.5/2": 1, "11.7.2/3": 1}, {"16.6": 3}),
        (2, {"CM.1": 2, "16.5/2": 1}, {"16.6": 2}),
    ],
)
def test_cm_5_two_german_artillery_units(turn: int, shifts: dict[str, int], drm: dict[str, int]) -> None:
    """CM.5, CM.6, 16.5/2, 16.6: four columns and +3 on turn 1, three columns and +2 on turn 2."""
    assert of(GE + IT + GUNS, "attack 0404 with GE-12 support GE-art1, GE-art2", turn) == (shifts, drm)


def test_cm_6_from_turn_3_on_nothing_of_this() -> None:
    found = of(GE + IT + GUNS, "attack 0404 with GE-12 support GE-art1, GE-art2", 3, dice=(6, 6, 3))
    assert found == ({"CM.1": 2}, {})


def test_16_6_gas_once_and_by_artillery_only() -> None:
    three = "attack 0404 with GE-12 support GE-art1, GE-art2, GE-art3"
    assert of(GE + IT + GUNS, three, 1)[1] == {"16.6": 3}
    assert of(GE + IT + GUNS, "attack 0404 with GE-12 support GE-air1", 1) == ({"CM.1": 1, "11.7.2/3": 1}, {})
    assert of(GE + IT + GUNS, "attack 0404 with GE-12 support AH-art1", 1)[1] == {}


# -- Rommel --------------------------------------------------------------------------------------------------


def test_ev_a_rommel_in_the_second_combat_with_german_assault_infantry() -> None:
    """EV.A.rommel: ruling R35."""
    units = AH + GE + "GE-200 XX 6-8-8 mountain assault at 0504\nAH-55 XX 6-8-8 infantry assault at 0503\n" + IT
    drawn = {"event": "rommel"}
    assert of(units, "attack 0404 with GE-200, AH-1", number=2, notes=drawn)[1] == {"EV.A.rommel": 1}
    assert of(units, "attack 0404 with GE-200, AH-1", number=1, notes=drawn)[1] == {}
    assert of(units, "attack 0404 with GE-12, AH-55", number=2, notes=drawn)[1] == {}
    assert of(units, "attack 0404 with GE-200", number=2)[1] == {}


# -- optional rules ------------------------------------------------------------------------------------------


def test_19_4_observers_on_dominant_terrain() -> None:
    """19.4: ruling R115."""
    text, on = "attack 0404 with AH-1 support AH-art1", {"dominant-terrain": "on"}

    def drm(text: str, *, options: dict[str, str], held: str = "CP", dice: tuple[int, ...] = (6, 3)) -> dict[str, int]:
        marks = {"0403": ("held=CP",)} if held == "CP" else {}
        b = board(field({"0403": "D"}), AH + IT + GUNS, options=options, hexes=marks)
        fight(b, text, dice=dice, result="0/0")
        return terms(the_combat(b)["modifiers"])

    assert drm(text, options=on) == {"19.4": 1}
    assert drm(text, options={}) == {}
    assert drm(text, options=on, held="AL") == {}
    assert drm("attack 0404 with AH-1", options=on, dice=(3,)) == {}
    assert drm(text, options=on, dice=(1, 3)) == {}


def test_19_5_3_artillery_on_an_overstacked_hex() -> None:
    crowd = {"0404": ("crowd=AL",)}
    on = {"free-set-up": "on"}
    many = "".join(f"IT-9{n} XX 1-1-8 infantry at 0404\n" for n in range(4))
    units = AH + IT + many + GUNS + "IT-art1 - - artillery support 1\n"
    text = "attack 0404 with AH-1 support AH-art1"
    no = {"AL": "support: none"}
    assert of(units, text, options=on, hexes=crowd, dice=(6, 3), standing=no)[1] == {"19.5/3": 2}
    assert of(units, text, options=on, hexes=crowd, dice=(6, 6, 3), standing={"AL": "support: all"})[1] == {"19.5/3": 2}
    assert of(units, "attack 0404 with AH-1", options=on, hexes=crowd, dice=(3,), standing=no)[1] == {}


def test_19_5_3_defensive_artillery_on_an_overstacked_attacker() -> None:
    on, crowd = {"free-set-up": "on"}, {"0503": ("crowd=CP",)}
    many = "".join(f"AH-9{n} XX 1-1-8 infantry at 0503\n" for n in range(5))  # five fit beside the 14th Army
    units = AH + IT + many + GUNS + "IT-art1 - - artillery support 1\n"
    text = "attack 0404 with AH-1 support AH-art1"
    every = {"AL": "support: all"}
    shifts = of(units, text, options=on, hexes=crowd, dice=(6, 6, 3), standing=every)[0]
    assert shifts == {"CM.1": 0, "19.5/3": -1}
    shifts = of(units, "attack 0404 with AH-1", options=on, hexes=crowd, dice=(6, 3), standing=every)[0]
    assert shifts == {"CM.1": -1}  # no right shift is there to cancel


def test_19_3_the_raid_attacks_one_column_lower() -> None:
    """19.3: ruling R112."""
    chart = "hex city: 0404"
    units = "IT-7 XX 3-4-8 infantry at 0303 2 raid\nAH-1 XX 4-5-8 infantry at 0404\n"
    b = board(field(features=chart), units, 13, charts={"raid": {"target": "0404", "landing": "0303", "turn": 13}})
    fight(b, "attack 0404 with IT-7", side=AL, dice=[3], result="0/0")
    assert terms(the_combat(b)["shifts"]) == {"TEC.town": -1, "19.3": -1}
