"""Nothing is swallowed, nothing dies unannounced: what a check says of idle orders, and what the sheet warns of."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.opening import open_campaign
from pbem.desk.views.pages import sheet
from pbem.games.caporetto.by_mail.cautions import cautions
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, SECRET, accept, order_file, run
from tests.games.caporetto.boards import board, field
from tests.games.caporetto.test_check_on_receipt import checked
from tests.games.caporetto.turns import field_board

UNITS = """
    AH-1 XX 6-5-8 infantry at 0503
    GE-12 XX 6-8-8 infantry assault at 0504
    AH-3 XX 6-5-8 infantry at 0703
    IT-7 XX 3-4-8 infantry at 0404
    IT-8 XX 3-4-8 infantry at 0204
    AH-art1 - - artillery support 1
"""


def idle(results: str, terrain: dict[str, str] | None = None, features: str = "") -> list[str]:
    """What a check says to an attack with these instructions."""
    b = board(field(terrain, features), UNITS)
    return [str(one) for one in checked(b, f"attack 0404 with AH-1, GE-12 {results}").warned]


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ("on */*: losses AH-3", "`losses AH-3` does nothing: AH-3 takes no part in this attack [11.7.1/3]"),
        ("on */E: advance AH-3, AH-1", "`advance AH-3` does nothing: AH-3 takes no part in this attack [12.1]"),
        ("on */E: advance all; second AH-3 0304", "`second AH-3` does nothing: AH-3 takes no part"),
        ("on */E: advance all; second AH-1 0304", "`second AH-1 0304` does nothing: AH-1 is no assault infantry there"),
        ("on */E: advance AH-1; second GE-12 0304", "`second GE-12 0304` does nothing: GE-12 does not advance"),
        ("on */E: advance none; second stay", "`second stay` does nothing: GE-12 does not advance by this line"),
        ("on */E: advance all; second 0204", "`second 0204` does nothing: 0204 is not next to 0404 [12.1/2]"),
        ("on 0/*: losses AH-1", "`on 0/*: losses` does nothing: the attacker loses nothing on this result [11.7.1]"),
        ("on */0: advance AH-1", "`on */0: advance` does nothing: the defender stays where he is [12.1]"),
        ("on 6/*: losses AH-1", "`on 6/*` never counts: the Combat Results Table has no such result [11.7]"),
        ("on 0/1: advance all", "`on 0/1` never counts: the Combat Results Table has no such result [11.7]"),
        ("on any: advance all on */E: advance AH-1", "`on */E: advance AH-1` never counts: `on */*` stands before it"),
    ],
)  # fmt: skip
def test_instructions_that_can_do_nothing(results: str, words: str) -> None:
    """11.7.1/3, 12.1, 12.1/2: each is told with its line and rule, and is no refusal."""
    found = idle(results)
    assert len(found) == 1, found
    assert found[0].startswith(words)


@pytest.mark.parametrize(
    "results",
    [
        "on */*: losses GE-12, AH-1 on */E: advance AH-1, GE-12; second GE-12 0304",
        "on */E: advance all; second 0304 on */*: advance none",
        "on 2/1: losses weakest first on any: advance all; second stay",
        "on */E: second GE-12 0303",
    ],
)
def test_instructions_that_can_do_something_are_passed_over(results: str) -> None:
    assert idle(results) == []


def test_7_9_an_advance_into_ground_that_is_closed_to_the_unit() -> None:
    """7.9, 12.1: ruling R51."""
    (found,) = idle("on any: advance AH-1", {"0404": "A"})
    assert "`advance AH-1` does nothing: 0404 is alpine; AH-1 is no mountain unit" in found


def test_7_10_a_second_hex_beyond_the_lake() -> None:
    (found,) = idle("on any: advance all; second 0304", {}, "side lake-side: 0304/0404")
    assert "a lake lies between 0404 and 0304" in found


def test_13_3_a_withdrawal_that_nothing_demands() -> None:
    """13.3: turn 8 withdraws nobody; turn 9 an infantry and a cavalry division of Austria-Hungary."""
    units = "AH-1 XX 3-5-8 infantry at 0603\nAH-2 XX 3-5-8 infantry at 0604\nGE-1 XX 5-7-8 infantry at 0605\n"
    b = field_board(units, turn=9, step="withdrawal")
    played = checked(b, "withdraw AH-1, GE-1", "withdrawal", step="withdrawal")
    assert [str(one) for one in played.warned] == [
        "`withdraw GE-1` does nothing: nobody of its kind and nation is withdrawn in turn 9 [13.3]"
    ]


def test_11_6_what_is_told_does_not_depend_on_hidden_units() -> None:
    one = board(field(), UNITS + "IT-9 XX 3-4-8 infantry at 0404\n")
    other = board(field(), UNITS + "IT-9 XX 1-1-8 infantry at 0404 1\n")
    text = "attack 0404 with AH-1, GE-12 on */3: losses AH-3"
    assert checked(one, text).warned == checked(other, text).warned


# -- dangers -------------------------------------------------------------------------------------------------


def told(b: Board, side: Side = CP) -> list[str]:
    return [str(one) for one in cautions(b, side)]


CROWD = "".join(f"AH-{n} XX 3-5-8 infantry at 0603\n" for n in range(1, 6))


def test_8_1_3_a_stack_over_the_limit() -> None:
    assert told(field_board(CROWD)) == [
        "0603 holds 5 units, at most 4 may stay: 1 will be lost at the end of the next Combat or Movement Sub-phase "
        "[8.1/3]"
    ]
    assert told(field_board(CROWD), AL) == []


def test_8_6_a_stack_that_counts_on_the_14th_army() -> None:
    """8.6, 8.1/3: as soon as the HQ is in movement mode the fifth unit is one too many."""
    beside = CROWD + "GE-hq14 XXXX 6/2 hq at 0604 1 support\n"
    assert told(field_board(beside)) == []
    assert "[8.1/3]" in told(field_board(beside.replace(" 1 support", "")))[0]


def test_13_1_3_arrivals_count_after_their_own_movement() -> None:
    b = field_board(CROWD.replace("AH-5 XX 3-5-8 infantry at 0603", "AH-5 XX 3-5-8 infantry at 0603 2 arrived=0603"))
    assert told(b) == [
        "0603 holds 5 units, at most 4 may stay: 1 will be lost at the end of your Movement Sub-phase unless they move "
        "on [13.1/3]"
    ]


def test_14_3_a_unit_that_the_next_check_will_mark() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0603\n", hexes={"0812": ("held=AL",)})
    (found,) = told(b)
    assert found.startswith("AH-4 in 0603 has no line of supply (14.2: ")
    assert found.endswith("the next Supply Sub-phase puts it out of supply [14.3]")
    two = field_board("AH-4 XX 3-5-8 infantry at 0603\nAH-5 XX 3-5-8 infantry at 0603\n", hexes={"0812": ("held=AL",)})
    assert told(two)[0].startswith("AH-4, AH-5 in 0603 have no line of supply")
    marked = field_board("AH-4 XX 3-5-8 infantry at 0603 2 oos\n", hexes={"0812": ("held=AL",)})
    assert told(marked) == []


RING = "".join(f"IT-{n} XX 3-4-8 infantry at {h}\n" for n, h in enumerate(("0502", "0504", "0703"), 30))


@pytest.mark.parametrize(("option", "rule"), [("stay", "12.2/4"), ("eliminated", "MT")])
def test_12_2_4_a_stack_that_could_not_retreat(option: str, rule: str) -> None:
    """12.2/3, 12.2/4, MT: ruling R09."""
    b = field_board("AH-4 XX 3-5-8 infantry at 0603 2 oos\n" + RING, options={"panic-without-way": option})
    (found,) = told(b)
    assert found.startswith("AH-4 in 0603 cannot retreat: no hex around takes it")
    assert found.endswith(f"[{rule}]")


def test_12_2_4_nobody_is_warned_who_is_not_faced_or_can_go() -> None:
    assert told(field_board("AH-4 XX 3-5-8 infantry at 0603\nIT-7 XX 3-4-8 infantry at 0502\n")) == []


# -- where players read it -----------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = open_store(str(tmp_path / "c.db"), create=True)
    players = {"CP": "Anna", "AL": "Bruno"}
    open_campaign(made, NAME, "caporetto", "historical", options={}, players=players, secret=SECRET, now=NOW)
    for side in ("AL", "CP"):
        accept(made, side, "deploy historical\n", step="set-up")
        run(made)
    return made


def test_the_sheet_and_the_receipt_of_a_campaign_say_it(store: Store) -> None:
    page = sheet(store, NAME, "CP").text
    assert "# Warnings\n#   " in page
    assert "GE-5, AH-1 in 2721 (Santa Lucia) cannot retreat: no hex around takes them all [12.2/4]" in " ".join(
        page.replace("#", "").split()
    )
    body = "mode GE-hq14 movement\nattack 2820 with GE-12 on */E: advance AH-1\nmovement:\n"
    receipt = check(store, NAME, order_file("CP", body, step="first-combat"))
    assert receipt.is_accepted, receipt.problems
    assert "line 6: `advance AH-1` does nothing: AH-1 takes no part in this attack [12.1]" in receipt.warnings
    assert [line for line in receipt.warnings if "there is nothing under `movement:`" in line]


def test_the_card_knows_them() -> None:
    assert GAME.cautions is cautions
