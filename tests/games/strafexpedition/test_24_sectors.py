"""24.0 Players by sector."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.errors import Illegal, Unreadable
from pbem.games.strafexpedition import plans, sectors, sequence
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.grammar import read_order
from pbem.games.strafexpedition.card import GAME
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.logistics import stock
from pbem.games.strafexpedition.set_up import load
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Answer
from pbem.kernel.table import Table
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Orders
from pbem.kernel.text.words import Words
from tests.games.strafexpedition.data import TEXTS, scenario
from tests.games.strafexpedition.days import field, read
from tests.games.strafexpedition.test_by_mail import call
from tests.games.tables import ListedDice, dropped, facts, table
from tests.seeds import seed_file

EAST = "hex east: " + " ".join(f"{row:02}{column:02}" for row in range(1, 9) for column in range(7, 13)) + "\n"
ROADS = "line road: 0105-0106-0107-0108-0109-0110\n"
UNITS = """
AH-hq-58 HQ hq brigade=58
AH-a BATTALION 0303 brigade=58
AH-hq-59 HQ hq brigade=59
AH-b BATTALION 0310 brigade=59
AH-hq-60 HQ hq brigade=60
AH-c BATTALION 0203 brigade=60
AH-g BATTERY 0103 fire
AH-h BATTERY 0110 fire
IT-hq-Roma HQ hq brigade=Roma
IT-a BATTALION 0403 brigade=Roma
IT-hq-Pisa HQ hq brigade=Pisa
IT-b BATTALION 0410 brigade=Pisa
"""
DAY = {
    "initiative": "AH", "turn.side": "AH", "open.AH": "58:5,59:5,60:0", "open.IT": "Roma:0,Pisa:0", "spent.AH": "5",
    "spent.IT": "2",
}  # fmt: skip
WEST_ACTS = "activate 58 at 0103 with AH-g\nbombard 0403 with AH-g\nassault 0403 with AH-a\n"
EAST_ACTS = "activate 59 at 0110 with AH-h\nbombard 0410 with AH-h\nassault 0410 with AH-b\n"


def played(text: str, answers: Mapping[str, tuple[str, ...]] | None = None, units: str = UNITS, dice: int = 3) -> Board:
    here = field(units, EAST + ROADS, notes=DAY, step="ah-action-1")
    object.__setattr__(here.scenario, "options", {"sectors": "on"})
    known = answers or {}
    counsel = lambda _, question: Answer(known.get(question.key, question.fallback()), "answer")  # noqa: E731
    made = Table(here, ListedDice([dice] * 60), counsel, instalments=lambda side, key: ())
    given = {IT: Orders(IT), AH: Orders(AH, read(here, AH, text, "action-1"))}
    sequence.steps(here.scenario)["ah-action-1"].run(here, made, given)
    return here


def acted(here: Board) -> list[str]:
    return [fact["brigade"] for fact in facts(here, "activated")]


def test_24_1_each_side_has_a_chair_for_either_sector() -> None:
    """24.1, ruling R193: by option; every unit is under the command of one of them."""
    assert GAME.seats(scenario("campaign")) == {}
    shared = load(TEXTS, "campaign", {"sectors": "on"})
    chairs = GAME.seats(shared)
    assert list(chairs) == ["IT.west", "IT.east", "AH.west", "AH.east"]
    for unit in shared.units.values():
        own = [name for name, chair in chairs.items() if chair.side == unit.side and chair.commands(unit)]
        assert len(own) == (2 if not sectors.home(shared, unit) else 1), unit.id
    west = [chairs["IT.west"].commands(shared.unit(UnitId(one))) for one in ("IT-207-I", "IT-161-I", "IT-Verena")]
    assert west == [True, False, False]


def test_24_1_a_brigade_of_the_other_player_is_refused() -> None:
    shared = load(TEXTS, "campaign", {"sectors": "on"})
    chair = GAME.seats(shared)["IT.east"]
    reading = Reading(shared, IT, "command", UnitNames(shared.units.values()), chair)
    with pytest.raises(Unreadable, match="not under the command of the East of Italy"):
        read_order(Words(Line(1, "brigade Taro")), reading)


def test_24_2_a_brigade_of_each_sector_acts_in_one_action_phase() -> None:
    here = played(WEST_ACTS + EAST_ACTS)
    assert acted(here) == ["58", "59"]
    assert sorted(fact["hex"] for fact in facts(here, "assault", counter=False)) == ["0403", "0410"]


def test_24_5_every_step_is_completed_for_both_before_the_next() -> None:
    here = played(WEST_ACTS + EAST_ACTS)
    kinds = [fact.kind for fact in here.facts if fact.kind in ("activated", "bombarded", "fired", "assault")]
    assert list(dict.fromkeys(kinds)) == ["activated", "bombarded", "fired", "assault"]
    assert kinds == sorted(kinds, key=["activated", "bombarded", "fired", "assault"].index)


def test_24_4_no_second_brigade_in_the_same_sector_and_none_must_act() -> None:
    here = played(WEST_ACTS + "activate 60 at 0102\nmove AH-c to 0202\n")
    assert acted(here) == ["58"]
    assert [rule for rule, _ in dropped(here)] == ["24.4"]


def test_24_3_a_brigade_on_both_sides_of_the_line_acts_alone() -> None:
    """24.3: as it stands, or by its orders; its guns may be beyond the line."""
    spread = UNITS + "AH-a2 BATTALION 0307 brigade=58\n"
    assert acted(played(WEST_ACTS + EAST_ACTS, units=spread)) == ["58"]
    crossing = "activate 60 at 0103\nmove AH-c 0203 -> 0207\n"
    assert acted(played(crossing + EAST_ACTS)) == ["60"]
    guns = WEST_ACTS.replace("with AH-g\nbombard 0403 with AH-g", "with AH-g")
    assert acted(played(guns + EAST_ACTS)) == ["58", "59"]


def test_24_3_nobody_crosses_while_another_brigade_acts() -> None:
    """24.3, ruling R194: what a later part of the orders wants."""
    here = played("activate 60 at 0103\n" + EAST_ACTS)
    action = facts(here, "activated", brigade="60")
    assert action
    board = field(UNITS, EAST)
    own = Action(AH, "60", UnitId("AH-hq-60"), HexId("0103"), trace(board, AH, HexId("0103"), 5), (UnitId("AH-c"),))
    own.sector = "west"
    with pytest.raises(Illegal, match="beyond the Sector Line"):
        sectors.check_stays(board, own, [HexId("0206"), HexId("0207")])


@pytest.mark.parametrize(("brigade", "reacts"), [("Roma", True), ("Pisa", False)])
def test_24_4_a_reaction_needs_an_enemy_action_in_its_sector(brigade: str, reacts: bool) -> None:
    units = UNITS.replace("IT-a BATTALION 0403", "IT-a BATTALION 0603").replace(
        "IT-b BATTALION 0410", "IT-b BATTALION 0609"
    )
    here = played("activate 58 at 0103\n", {"reaction to 58": (brigade,)}, units, dice=1)
    assert [fact["brigade"] for fact in facts(here, "reaction")] == ([brigade] if reacts else [])


def test_24_4_both_sectors_may_react_and_act_together() -> None:
    units = UNITS.replace("IT-a BATTALION 0403", "IT-a BATTALION 0603").replace(
        "IT-b BATTALION 0410", "IT-b BATTALION 0609"
    )
    answers: dict[str, tuple[str, ...]] = {
        "reaction to 58 in the West": ("Roma",),
        "reaction to 59 in the East": ("Pisa",),
    }
    here = played("activate 58 at 0103\nactivate 59 at 0110\n", answers, units, dice=1)
    assert acted(here) == ["58", "59", "Roma", "Pisa"]


def test_24_1_what_both_players_spend_is_added_up() -> None:
    """4.0.2, 24.1, ruling R195."""
    here = field(UNITS, EAST, notes={"@AH.lp": "6"}, step="command")
    object.__setattr__(here.scenario, "options", {"sectors": "on"})
    plans.lay_down(here, table(here), AH, read(here, AH, "brigade 58\nspend 2\nbrigade 59\nspend 3", "command"))
    assert (stock(here, AH), here.noted("spent.AH")) == (1, "5")


def test_24_1_a_pass_for_the_day_wants_both_players() -> None:
    assert played("pass today\npass").noted("closed.AH") == ""
    assert played("pass today\npass today").noted("closed.AH") == "yes"


def test_24_6_players_of_a_side_win_together() -> None:
    """24.6: a side has one result, whoever sits at it."""
    chairs = GAME.seats(load(TEXTS, "campaign", {"sectors": "on"}))
    assert {chair.side for chair in chairs.values()} == {IT, AH}


def test_24_1_four_players_through_the_command_line(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "four.db"))
    names = [
        word
        for who in ("IT.west=Luigi", "IT.east=Carla", "AH.west=Otto", "AH.east=Franz")
        for word in ("--player", who)
    ]
    made = call("new", "x", "--game", "strafexpedition", "--scenario", "campaign", "--option", "sectors=on",
                "--seed", seed_file("four"), *names, *db)  # fmt: skip
    assert made[0] == 0, made[1]
    for seat, text in (("IT.west", "done"), ("IT.east", "done"), ("AH.west", "done"), ("AH.east", "done")):
        file = tmp_path / "orders.txt"
        file.write_text(f"campaign: x\nside: {seat}\nturn: 1\nstep: set-up\n{text}\n", encoding="utf-8")
        code, said = call("submit", str(file), *db)
        assert code == 0, said
        call("adjudicate", *db)
    file.write_text(
        "campaign: x\nside: AH.west\nturn: 1\nstep: command\nbrigade 58 with 5 guns\nspend 4\n", encoding="utf-8"
    )
    assert call("submit", str(file), *db)[0] == 0
    file.write_text("campaign: x\nside: AH.east\nturn: 1\nstep: command\nbrigade 58\n", encoding="utf-8")
    code, said = call("submit", str(file), *db)
    assert code != 0
    assert "24.1" in said
    assert "Franz" in call("status", *db)[1]
