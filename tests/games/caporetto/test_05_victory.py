"""5.0 Victory conditions."""

from __future__ import annotations

import pytest

from pbem.games.caporetto import sequence, victory
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import facts

VENEZIA = "hex vp: 0303"
CHARTS = {"victory": {
    "sudden_death_hex": "0303", "sudden_death_at_once": [1, 2], "sudden_death_from": 5, "margin": 8,
    "sudden_death_drm": {"at_or_below": -3, "drm": 1}, "austrian_morale": {"at_or_below": -3, "AL": 1},
    "mobilization": {"CP": 1},
}}  # fmt: skip
GERMANS = "GE-12 XX 6-8-8 infantry at 0504\nGE-5 XX 5-7-8 infantry at 0505\nIT-7 XX 3-4-8 infantry at 0112\n"


def entered(turn: int, dice: tuple[int, ...] = (), **notes: str) -> Board:
    """A German division enters Venezia on this turn; another is ordered after it."""
    b = field_board(GERMANS, {}, VENEZIA, turn=turn, charts=CHARTS, notes={"morale.IT": "-1", **notes})
    play(b, CP, "move GE-12 to 0303\nmove GE-5 to 0506", dice=dice)
    return b


@pytest.mark.parametrize("turn", [1, 2])
def test_5_1_venezia_on_turn_1_or_2_ends_the_game(turn: int) -> None:
    b = entered(turn)
    assert sequence.after(b.scenario, b).step == "over"
    assert facts(b, "victory")[0]["winner"] == CP
    assert place_of(b, "GE-5") == "0505"


@pytest.mark.parametrize(
    ("morale", "die", "won"), [("-2", 4, False), ("-3", 4, True), ("-1", 5, True), ("-4", 3, False)]
)
def test_5_1_2_later_a_die_decides(morale: str, die: int, won: bool) -> None:
    b = entered(5, (die,), **{"morale.IT": morale})
    assert (sequence.after(b.scenario, b).step == "over") is won
    assert facts(b, "venezia")[0]["modified"] == die + (1 if morale in ("-3", "-4") else 0)


def test_5_1_3_there_is_one_attempt_only() -> None:
    b = entered(6, (), venezia="failed")
    assert facts(b, "rolled") == []
    assert sequence.after(b.scenario, b).step != "over"


def test_5_1_4_the_allies_never_win_early() -> None:
    units = "IT-7 XX 3-4-8 infantry at 0403\n"
    b = field_board(units, {}, "hex vp: 0503 0601 0701", turn=9, step="al-movement", charts=CHARTS)
    play(b, AL, "move IT-7 to 0503")
    assert sequence.after(b.scenario, b).step == "al-supply"


def test_5_0_the_game_goes_on_until_it_is_decided() -> None:
    b = field_board(GERMANS, turn=12, step="end")
    play(b)
    assert facts(b, "victory") == []


# -- the count -----------------------------------------------------------------------------------------------


def test_5_2_each_controlled_hex_in_supply_counts_one() -> None:
    b = field_board(GERMANS, {}, "hex vp: 0203 0303 0603 0703 0704", turn=13)
    assert (victory.score(b).total(AL), victory.score(b).total(CP)) == (2, 3)


def test_5_2_a_hex_whose_line_is_cut_counts_for_nobody() -> None:
    units = "IT-7 XX 3-4-8 infantry at 0212\n"
    wall = "".join(f"AH-{row} XX 3-5-8 infantry at {row:02}06\n" for row in range(1, 9))
    b = field_board(units, {}, "hex vp: 0212", turn=13)
    assert victory.score(b).total(AL) == 1
    b = field_board(units + wall, {}, "hex vp: 0212", turn=13)
    assert (victory.score(b).total(AL), victory.score(b).total(CP)) == (0, 0)


def test_5_2_an_empty_hex_counts_for_its_controller_unless_agreed_otherwise() -> None:
    b = field_board(GERMANS, {}, "hex vp: 0203 0505", turn=13)
    assert victory.score(b).total(AL) == 1
    b = field_board(GERMANS, {}, "hex vp: 0203 0505", turn=13, options={"empty-vp-hex": "occupied"})
    assert (victory.score(b).total(AL), victory.score(b).total(CP)) == (0, 1)


@pytest.mark.parametrize(("morale", "points"), [("-2", 1), ("-3", 2), ("-4", 2)])
def test_5_2_1_low_austro_hungarian_morale_gives_the_allies_one(morale: str, points: int) -> None:
    b = field_board(GERMANS, {}, "hex vp: 0203", turn=13, notes={"morale.AH": morale})
    assert victory.score(b).total(AL) == points


@pytest.mark.parametrize(("calls", "points"), [("", 1), ("3", 2), ("3,5", 3)])
def test_5_2_2_each_mobilization_gives_the_central_powers_one(calls: str, points: int) -> None:
    b = field_board(GERMANS, {}, "hex vp: 0603", turn=13, notes={"mobilised": calls} if calls else {})
    assert victory.score(b).total(CP) == points


def vp_board(allied: int, notes: dict[str, str]) -> Board:
    rows = [f"{row:02}{column:02}" for row in (1, 2, 3) for column in range(1, 13)]
    features = f"hex vp: {' '.join(rows[:allied])} {' '.join(f'08{c:02}' for c in range(1, 13))}"
    return field_board(GERMANS, {}, features, turn=13, step="end", notes=notes)


@pytest.mark.parametrize(
    ("allied", "notes", "winner"),
    [(20, {}, AL), (19, {}, CP), (20, {"mobilised": "3"}, CP), (19, {"morale.AH": "-3"}, AL)],
)
def test_5_3_the_allies_need_a_margin_of_8(allied: int, notes: dict[str, str], winner: str) -> None:
    """5.3, 13.2.1/3: 20 to 12 is enough, and one mobilization takes it away again."""
    b = vp_board(allied, notes)
    play(b)
    assert facts(b, "victory")[0]["winner"] == winner
    assert b.noted("winner") == winner


def test_13_2_1_3_the_price_of_a_mobilization_is_counted_once() -> None:
    b = vp_board(20, {"mobilised": "3"})
    score = GAME.summary(b).score
    assert score is not None
    assert score.totals() == {"CP": 13, "AL": 20}
