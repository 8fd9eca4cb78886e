"""The words of the post: an attack reads with everything that decided it, each with its rule."""

from __future__ import annotations

import re

import pytest

from pbem.games.caporetto.by_mail.telling import TELLING
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.kernel.telling.tale import tale_of
from pbem.report import report_step
from pbem.report.shelf import Shelf
from pbem.report.words import Wording
from tests.fuzz.games import load_game
from tests.games.caporetto.boards import board, field, fight
from tests.games.caporetto.turns import field_board, play

UNITS = """
    GE-hq14 XXXX 6/2 hq name=14 at 0604 1 support
    GE-12 XX 6-8-8 infantry assault at 0503
    AH-1 XX 6-5-8 infantry at 0504
    AH-2 XX 6-5-8 infantry at 0403
    IT-7 XX 3-4-8 infantry at 0404
    IT-8 XX 3-4-8 infantry at 0404
    IT-alp1 III 2-3-6 mountain alpini name=1 at 0303
    GE-art1 - - artillery support 1
    AH-art1 - - artillery support 1
    AH-air1 - - air support 1
    IT-air1 - - air support 1
    IT-art1 - - artillery support 1
"""
SIDES = {"CP": "Central Powers", "AL": "Allies"}


def post(turn: int, text: str, dice: list[int], standing: str, **more: object) -> str:
    """The post of a first Combat Sub-phase, with single blanks."""
    b = board(field({"0404": "^"}), UNITS, turn, notes={"morale.IT": "-1", **more})
    before = b.freeze(turn, "cp-first-combat")
    fight(b, text, dice=dice, standing={AL: standing})
    after = b.freeze(turn, "cp-infiltration")
    told = tale_of(b.scenario, TELLING, after, b.facts)
    post = report_step(b.scenario, "1st Combat", told, before, after, context={"turn": turn, "sides": SIDES})
    return re.sub(r"\s+", " ", post.text)


def test_an_attack_reads_with_everything_that_decided_it() -> None:
    text = """
        recon AH-air1 over 0404
        attack 0404 with GE-12, AH-1, AH-2 support GE-art1, AH-art1 on any: losses GE-12, AH-2; advance all; second stay
    """
    told = post(4, text, [4, 3, 3, 2, 4, 3, 5], "support: all\ncontest: all\nretreat: always\nretreat-to: 0304")
    for words in (
        "AH-air1 flies over 0404, contested by IT-air1 (AH-air1 4 against IT-air1 3): it succeeds",
        "Combat 1: the Central Powers attack 0404 at 2:1",
        "Attackers: German 12th Division (GE-12) from 0503; Austro-Hungarian 1st Division (AH-1) from 0504;",
        "Attack factors 18: GE-12 6 [11.2]; AH-1 6 [11.2]; AH-2 6 [11.2].",
        "Defenders: Italian 7th Division (IT-7) and Italian 8th Division (IT-8).",
        "GE-art1 die 3 +2 (GE support +1 [16.3/2], air recon +1 [16.3/3]): employed [16.3]",
        "Support of the Allies: IT-art1 die 4: employed [16.3].",
        "Odds: 18 to 8 is 2:1, shifts +0 (GE-art1 employed +1 [CM.1], AH-art1 employed +1 [CM.1], IT-art1 employed in "
        "defence -1 [CM.1], mountain -1 [TEC.mountain]): column 2:1 [11.7.2].",
        "Die: 3 +1 (concentric, from 3 hexes +1 [11.2/2]), row 4: result 2/1 [11.7].",
        "Losses of the Central Powers: GE-12 1 step (1 of 2 left) [11.7.1/2], AH-2 1 step (1 of 2 left) [11.7.1/2].",
        "The Allies choose to try a retreat (by standing orders) [10.4].",
        "Morale in 0404: die 5 -1 (morale of Italy -1 [10.4]) = 4, the retreat succeeds and saves one step [MT].",
        "Retreat: IT-7 and IT-8 from 0404 to 0304 [12.2].",
        "Advance: GE-12 from 0503 to 0404 [12.1].",
        "AH-2 stays behind: 0404 would be overstacked with AH-2 [8.1].",
    ):
        assert words in told


def test_turn_1_reads_with_gas_and_the_feuerwaltz() -> None:
    text = "attack 0404 with GE-12 support GE-art1, AH-art1 on any: advance none"
    told = post(1, text, [1, 1, 2], "support: none\nretreat: always")
    assert "GE-art1 employed without a die [16.3/4]; AH-art1 employed without a die [16.5]." in told
    assert "gas +3 [16.6]" in told
    assert "surprise on turn 1 +1 [11.7.2/3]" in told
    assert "panic: all losses, and one hex back [MT]" in told
    assert "Panic: die 2, one more step is lost [MT]." in told


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("GE-hq14", "German 14th Army HQ"),
        ("IT-alp1", "Italian 1st Alpini Regiment"),
        ("GE-art1", "German Artillery art1"),
        ("IT-7", "Italian 7th Division"),
    ],
)
def test_units_have_names(unit: str, name: str) -> None:
    b = board(field(), UNITS)
    assert Wording(Shelf(), b.scenario, TELLING).told_of("unit_name", b.unit(UnitId(unit))) == name


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("GE-AK", "German Alpenkorps"),
        ("GE-Jgr", "German Jäger Division"),
        ("AH-22Sch", "Austro-Hungarian 22nd Schützen Division"),
        ("AH-3Ed", "Austro-Hungarian 3rd Edelweiss Division"),
        ("AH-cav11H", "Austro-Hungarian 11th Honvéd Cavalry Division"),
        ("AH-geb179", "Austro-Hungarian 179th Mountain Brigade"),
        ("AH-hqIs1", "Austro-Hungarian 1st Isonzo Army HQ"),
        ("UK-BFI", "British Forces in Italy HQ"),
        ("UK-48", "British 48th South Midland Division"),
        ("IT-alp1", "Italian 1st Alpini Regiment"),
        ("IT-cav2", "Italian 2nd Cavalry Division"),
        ("CZ-CL", "Czech Legion"),
    ],
)
def test_the_letters_on_the_counters_are_written_out(unit: str, name: str) -> None:
    """2.3.3: as the manifest of the game has them."""
    scenario = load_game("caporetto", "historical")
    assert Wording(Shelf(), scenario, TELLING).told_of("unit_name", scenario.units[UnitId(unit)]) == name


KINDS = {
    "alpini": {"side": "AL", "die": 2, "turn": 10},
    "event": {"event": "hunger", "title": "Hunger", "removed": False},
    "influenza": {"side": "AL", "die": 5, "steps": 3},
    "kaiserschlacht": {"die": 6, "hard": True},
    "mandatory-attack": {"hex": "0404", "attackers": ["AH-1"]},
    "mine": {"hex": "0404", "die": 5, "success": False},
    "mine-lapsed": {"turn": 8},
    "mobilization": {"die": 4, "points": 6, "turn": 3},
    "morale": {"nation": "AH", "was": 0, "by": -1, "level": -1, "why": "Hunger"},
    "no-way-back": {"hex": "0404", "combat": 1},
    "not-withdrawn": {"what": "GE-hq14", "missing": 1, "owed": 0},
    "pause": {"side": "CP", "turn": 4},
    "pause-roll": {"side": "CP", "die": 3, "success": True},
    "pause-rp": {"side": "CP", "die": 4, "success": False},
    "replacements": {"side": "CP", "points": {"AH": 2}},
    "reserve": {"unit": "IT-7", "die": 3, "drm": 2, "released": True},
    "supply": {"side": "CP", "out_of_supply": ["AH-1"]},
    "venezia": {"die": 4, "drm": 1, "modified": 5, "won": True},
    "victory": {"winner": "CP", "text": "Venezia was captured"},
    "withheld": {"unit": "IT-7", "why": "no supply source is open to it"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fact_has_words_that_work(kind: str) -> None:
    words = Wording(Shelf(), board(field(), UNITS).scenario, TELLING, {"sides": SIDES})
    told = words.say(Fact(kind, "4.1", dict(KINDS[kind])))
    assert "[" not in told
    assert words.shelf.faults == {}
    assert kind not in told.split()[:1]  # a neutral sentence begins with the kind itself


def test_7_8_units_that_go_the_same_way_at_different_prices_are_told_each_price() -> None:
    """Ruling R41: an HQ in support mode walks where the division rides; one line tells of both."""
    units = "AH-4 XX 3-5-8 infantry at 0604\nAH-9 XX 3-5-8 infantry at 0604\nAH-hq10 XXXX 6/2 hq at 0604 1 support\n"
    b = field_board(units, {}, "line rail: 0604-0605")
    before = b.freeze(b.turn, b.step)
    play(b, CP, "move AH-4, AH-9 to 0605\nmove AH-hq10 to 0605")
    after = b.freeze(b.turn, "cp-supply")
    told = tale_of(b.scenario, TELLING, after, b.facts)
    line = re.sub(r"\s+", " ", report_step(b.scenario, "Movement", told, before, after, context={"sides": SIDES}).text)
    assert "AH-4, AH-9 and AH-hq10 move from 0604 to 0605, 0.5 MP for AH-4 and AH-9 and 1 MP for AH-hq10." in line
