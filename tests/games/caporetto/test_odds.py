"""`pbem odds`, the mail meter, fog of war and the look of the counters: what a player is shown before the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.desk.lines.odds import odds_lines, outcome_lines
from pbem.draw.look import read_look
from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.chances import employed_spread, result_chances
from pbem.games.caporetto.by_mail.coverage import coverage
from pbem.games.caporetto.by_mail.look import look
from pbem.games.caporetto.by_mail.odds import declare_as_seen, odds
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.employment import Call
from pbem.games.caporetto.fog import top_unit, view
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Tally
from pbem.kernel.text.orders import Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Aside, OddsView, Outcome
from tests.games.caporetto.boards import board, field, fight, given, read
from tests.games.tables import dropped, facts

UNITS = """
    GE-12 XX 6-8-8 infantry assault at 0503
    AH-1 XX 6-5-8 infantry at 0504
    AH-hq10 XXXX 6/2 hq at 0704 1 support
    IT-7 XX 3-4-8 infantry at 0404
    GE-art1 - - artillery support 1
    AH-art1 - - artillery support 1
    AH-art2 - - artillery support 1
    IT-art1 - - artillery support 1
"""
HIDDEN = "IT-8 XX 5-6-8 infantry at 0404\nIT-hq1 XXXX 6/2 hq at 0404\n"


def shown(b: Board, text: str, side: str = "CP") -> OddsView:
    return odds(b, read(b, text, CP if side == "CP" else AL))


def shares(view: OddsView) -> dict[str, Fraction]:
    return {row.result: row.chance.share for row in view.outcomes}


def aside(view: OddsView, name: str) -> Aside:
    found = view.aside(name)
    assert found is not None
    return found


# -- chances -------------------------------------------------------------------------------------------------


def test_16_3_the_spread_of_employment_dice_is_exact() -> None:
    b = board(field(), UNITS)
    calls = [Call(UnitId(u), HexId("0404"), (UnitId("AH-1"),), True) for u in ("GE-art1", "AH-art1", "AH-art2")]
    spread = employed_spread(b, calls)
    assert sum(spread.values()) == 1
    by_number: dict[int, Fraction] = {}
    for employed, share in spread.items():
        by_number[len(employed)] = by_number.get(len(employed), Fraction(0)) + share
    assert by_number[3] == Fraction(5, 6) * Fraction(2, 3) ** 2
    assert by_number[0] == Fraction(1, 6) * Fraction(1, 3) ** 2


def test_11_7_the_chances_of_all_results_are_one() -> None:
    b = board(field(), UNITS)
    declared = declare_as_seen(b, CP, read(b, "attack 0404 with GE-12 support GE-art1, AH-art1"))  # type: ignore[arg-type]
    chances = result_chances(b, declared, 2, (UnitId("IT-art1"),))
    assert sum(chances.values()) == 1


def test_11_7_one_gun_mixes_two_columns() -> None:
    """6 to 4 is 1:1; the gun comes in two times out of three and makes it 2:1."""
    b = board(field(), UNITS)
    found = shown(b, "attack 0404 with AH-1 support AH-art1")
    assert (found.ratio, found.odds) == ("1:1", "1:1")
    plain, better = (shares(shown(b, f"attack 0404 with {units}")) for units in ("AH-1", "AH-1, GE-12"))
    mixed = shares(found)
    assert shown(b, "attack 0404 with AH-1, GE-12").ratio == "3:1"
    assert mixed != plain
    assert mixed != better
    assert sum(mixed.values()) == 1
    assert [(one.unit, str(one.chance), one.tally) for one in aside(found, "employment").helpers] == [
        ("AH-art1", "2/3", Tally(0, ()))
    ]


def test_11_7_every_modifier_is_shown_with_its_rule() -> None:
    b = board(field({"0404": "^"}), UNITS, 1)
    found = shown(b, "attack 0404 with GE-12 support GE-art1")
    assert found.sum("shifts").terms == (
        ("GE-art1 employed", "CM.1", 1), ("surprise on turn 1", "11.7.2/3", 1), ("mountain", "TEC.mountain", -1),
    )  # fmt: skip
    assert found.sum("die").terms == (("gas", "16.6", 3),)
    assert aside(found, "defender").figures == {"most": 1}
    assert aside(found, "defender").outcomes != found.outcomes


def test_11_7_odds_are_for_attacks_and_refuse_what_the_rules_refuse() -> None:
    b = board(field(), UNITS)
    with pytest.raises(Illegal) as refusal:
        odds(b, read(b, "top AH-1"))
    assert refusal.value.problem.rule == "11.7"
    with pytest.raises(Illegal) as refusal:
        shown(b, "attack 0405 with GE-12")
    assert refusal.value.problem.rule == "11.2"


# -- fog -----------------------------------------------------------------------------------------------------


def test_11_6_only_the_top_unit_is_seen() -> None:
    """11.6: ruling R36."""
    b = board(field(), UNITS + HIDDEN)
    assert top_unit(b, HexId("0404"), AL) == "IT-7"
    whole = b.freeze(4, "cp-first-combat")
    seen = view(b.scenario, whole, CP)
    there = [unit for unit, state in seen.units.items() if state.place == "0404"]
    assert there == ["IT-7", "AL-?0404.1", "AL-?0404.2"]
    assert set(view(b.scenario, whole, AL).units) == set(whole.units)


def test_11_6_the_owner_says_which_unit_lies_on_top() -> None:
    b = board(field(), UNITS + HIDDEN + "GE-200 XX 6-8-8 mountain assault at 0503\n")
    assert top_unit(b, HexId("0503"), CP) == "GE-12"
    fight(b, "top GE-200")
    assert top_unit(b, HexId("0503"), CP) == "GE-200"
    fight(b, "top GE-12")
    assert [unit for unit in b.units_at("0503") if b.is_marked(unit, "top")] == ["GE-12"]
    b.eliminate(UnitId("GE-12"), "test")
    fight(b, "top GE-12")
    assert dropped(b)[0][0] == "11.6"


def test_11_6_odds_tell_nothing_of_what_is_hidden() -> None:
    strong = board(field(), UNITS + "IT-8 XX 5-9-8 infantry at 0404\n")
    weak = board(field(), UNITS + "IT-8 XX 5-9-8 infantry at 0404 1\n")
    text = "attack 0404 with GE-12, AH-1 support GE-art1"
    assert shown(strong, text) == shown(weak, text)
    found = shown(strong, text)
    assert (found.sum("defence").total, aside(found, "unseen").figures) == (4, {"units": 1, "most_each": 9})
    spans = [tuple(rung.figures.values()) for rung in aside(found, "unseen").parts]
    assert spans == [(4, 4, "3:1"), (5, 6, "2:1"), (7, 12, "1:1"), (13, 13, "1:2")]


def test_16_2_below_a_top_unit_in_range_an_hq_may_lie() -> None:
    """11.6, 16.2: who cannot see it must reckon with it; and what is said does not tell whether it is there."""
    guns = "IT-art1 - - artillery support 1\nIT-art2 - - artillery support 1\n"
    text = "attack 0404 with GE-12, AH-1"
    assert aside(shown(board(field(), UNITS + guns), text), "defender").figures["most"] == 1
    behind = "IT-9 XX 3-4-8 infantry at 0204\n"
    unit = shown(board(field(), UNITS + guns + behind + "IT-10 XX 3-4-8 infantry at 0204\n"), text)
    hq = shown(board(field(), UNITS + guns + behind + "IT-hq1 XXXX 6/2 hq at 0204 1 support\n"), text)
    assert aside(unit, "defender").figures["most"] == len(aside(unit, "defender").helpers) > 1
    assert unit == hq


def test_chances_of_many_dice_are_told_in_per_cent_too() -> None:
    chances = {"1/2": Fraction(5, 36), "1/E": Fraction(162496, 531441), "3/0": Fraction(1, 531441)}
    rows = [Outcome(result, Chance(share)) for result, share in chances.items()]
    assert [line.split(maxsplit=1)[1].strip() for line in outcome_lines(rows)] == [
        "5/36", "162496/531441, 31 %", "1/531441, under 1 %",
    ]  # fmt: skip


def test_11_6_an_hq_on_top_hides_who_fights() -> None:
    b = board(field(), UNITS.replace("at 0404", "at 0404 2") + "IT-hq1 XXXX 6/2 hq at 0404 1 support top\n")
    found = shown(b, "attack 0404 with GE-12")
    assert found.sum("defence").total == 0
    assert aside(found, "unseen").figures["units"] == 1


def test_11_6_the_stack_is_told_when_the_odds_are() -> None:
    b = board(field(), UNITS + HIDDEN)
    fight(b, "attack 0404 with GE-12", dice=[3], result="0/0", standing={AL: "support: none"})
    assert facts(b, "combat")[0]["defenders"] == ["IT-7", "IT-8"]


# -- the mail meter ------------------------------------------------------------------------------------------


def meter(b: Board, text: str, ours: str = "", theirs: str | None = None) -> dict[tuple[str, str], str]:
    orders = given(b, text, CP, "first-combat", {CP: ours, AL: theirs or ""})
    wanted: dict[Any, Orders] = orders if theirs is not None else {CP: orders[CP]}
    return {(row.side, row.topic): row.likely() for row in coverage(b, wanted)}


def test_the_mail_meter_names_every_open_point_with_its_chance() -> None:
    b = board(field(), UNITS)
    found = meter(b, "attack 0404 with GE-12, AH-1")
    assert set(found) == {
        ("CP", "losses"), ("CP", "advance"), ("CP", "second"),
        ("AL", "support"), ("AL", "retreat"), ("AL", "retreat-to"), ("AL", "losses"),
    }  # fmt: skip
    assert found["AL", "support"] == "1/1"
    aided = meter(b, "attack 0404 with GE-12, AH-1 support AH-art1, AH-art2")
    part, whole = map(int, aided["CP", "losses"].partition(",")[0].split("/"))
    assert whole > 36, "several dice: told in per cent too"
    assert aided["CP", "losses"].endswith(f", {round(100 * part / whole)} %")


def test_the_mail_meter_is_quiet_when_everything_is_said() -> None:
    b = board(field(), UNITS)
    text = "attack 0404 with GE-12, AH-1 on any: losses weakest first; advance GE-12; second stay"
    every = "support: none\nretreat: never\nretreat-to: toward 0104\nlosses: weakest first"
    assert meter(b, text, "", every) == {}
    assert meter(b, "attack 0404 with GE-12", "defaults", "defaults") == {}
    assert ("CP", "second") not in meter(b, "attack 0404 with GE-12 on any: advance none")


def test_the_mail_meter_does_not_tell_what_is_hidden() -> None:
    strong = board(field(), UNITS + "IT-8 XX 5-9-8 infantry at 0404\n")
    weak = board(field(), UNITS + "IT-8 XX 5-9-8 infantry at 0404 1\n")
    text = "attack 0404 with GE-12, AH-1"
    assert meter(strong, text) == meter(weak, text)
    assert meter(strong, text)["AL", "retreat"].startswith("up to ")


def test_the_mail_meter_foresees_a_contest_and_the_phases_before() -> None:
    b = board(field(), UNITS + "AH-air1 - - air support 1\nIT-air1 - - air support 1\n")
    assert meter(b, "recon AH-air1 over 0404") == {("AL", "contest"): "1/1"}
    assert meter(b, "recon AH-air1 over 0404", "", "contest: none") == {}


def test_the_mail_meter_looks_at_withdrawals_and_influenza() -> None:
    """13.3, EV.B.influenza."""
    divisions = "AH-9 XX 4-5-8 infantry at 0602\n"
    b = board(field(), UNITS + divisions, 2, step="withdrawal")
    assert meter(b, "") == {("CP", "withdrawals"): "1/1"}
    assert meter(b, "", "withdraw AH-9") == {}
    assert meter(b, "", "withdrawals: weakest first") == {}
    b = board(field(), UNITS, 8, step="events", notes={"pool": "hunger,influenza,mine-warfare"})
    assert meter(b, "") == {("CP", "influenza"): "1/3"}
    assert meter(b, "", "influenza: weakest first") == {}


def test_odds_as_a_person_reads_them() -> None:
    b = board(field(), UNITS + "IT-8 XX 5-9-8 infantry at 0404\n")
    text = "attack 0404 with GE-12 support AH-art1"
    lines = "\n".join(odds_lines(text, shown(b, text)))
    assert "Support, if it is employed:" in lines
    assert "AH-art1  2/3" in lines
    assert "Not seen below the top unit: 1, each with a defence of up to 9" in lines
    assert "If the defender calls on the one support unit that can help there" in lines
    assert "die" not in lines.split("Results")[1].split("\n")[1]


def test_an_illegal_attack_is_left_to_the_check() -> None:
    assert meter(board(field(), UNITS), "attack 0405 with GE-12") == {}


# -- the look ------------------------------------------------------------------------------------------------


def test_the_drawing_understands_the_look() -> None:
    b = board(field(), UNITS + HIDDEN + "CZ-CL XX 3-4-8 infantry at 0304 1 oos\n")
    found = read_look(look(b))
    assert found.units["GE-12"].stripe
    assert found.units["CZ-CL"].marks == ("oos",)
    assert found.units["CZ-CL"].reduced
    assert found.units["IT-7"].rank > found.units["IT-8"].rank
    assert "GE-art1" not in found.units
    assert {"oos", "support"} <= set(found.marks)
