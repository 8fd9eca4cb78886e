"""How posts tell Air supports and the scenarios' own rules."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import (
    air,
    displays,
    exchange,
    hindrances,
    hungary,
    missions,
    offensive,
    retreat_order,
    silence,
)
from pbem.games.italia18.by_mail.orders_special import Display, Fly, Refugees, RetreatOrder, Sabotage, Swap, Withdraw
from pbem.games.italia18.by_mail.sheet_lines import order_lines
from pbem.games.italia18.counters import CP, EN, SIDES
from pbem.games.italia18.steps import steps
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.telling.tale import tale_of
from pbem.report import report_step
from tests.games.italia18.boards import hexes
from tests.games.italia18.card import GAME
from tests.games.italia18.scenarios import begin, put
from tests.games.tables import table
from tests.report.samples import context


def post(board: Board) -> str:
    """The text of the post, on one line."""
    after = board.freeze(board.turn, board.step)
    tale = tale_of(board.scenario, GAME.telling, after, board.facts)
    found = report_step(
        board.scenario, "A step", tale, None, after, fmt="txt", context=context(dice={}, sides=dict(SIDES))
    )
    return " ".join(found.text.split())


def test_s5_the_air_the_gunners_and_the_hungarians() -> None:
    """See 17.1b, S5.sp4, S5.sp5, S5.sp6."""
    here = begin("vittorio", turn=3, notes={"weather": "fair", "sequence": "2"})
    for unit in here.on_map(CP):
        if here.unit(unit).has("hungarian") and unit != "AH-33":
            here.put(unit, "aside", "test")
    here.facts.clear()
    air.run(here, table(here, (), {"claim the air": ("yes",)}))
    hungary.mutiny(here, table(here, (), {"mutiny": ("AH-10",)}))
    silence.refuse_to_fire(here, table(here, {"green die, No Firing": 4, "blue die, No Firing": 1}, "default"), 2)
    hungary.roll_call(here, table(here, {"Hungarians in W1637, unit 1": 5}), CP)
    missions.run(here, table(here), [Fly(UnitId("IT-air1"), HexId("W1834"), "observe")], EN, EN)
    air.end_sequence(here, table(here, {"return of IT-air1": 2}), CP)
    told = post(here)
    for words in (
        "The Entente claim the air on this turn, with 5 Air supports",
        "refuses its orders and counts as out of supply",
        "The Central Powers roll 4 for the gunners: 0 Corps pieces and 1 Army piece stay silent",
        "does not fire in this sequence",
        "it goes home to Hungary",
        "flies over W1834, to observe",
        "it may fly again this turn",
    ):
        assert words in told, told


def test_s1_behind_the_italian_front() -> None:
    """See S1.sp3, S1.sp9, S1.sp10, S1.sp12."""
    here = begin("caporetto", turn=3, notes={"weather": "fair", "sequence": "1"})
    orders = (Refugees(hexes("E2629")), Sabotage(*hexes("E2329 E2330")))
    hindrances.run(here, table(here), orders, CP)
    retreat_order.run(here, table(here), (RetreatOrder(), Withdraw(UnitId("IT-A3"))), EN)
    told = post(here)
    for words in (
        "Refugees crowd the roads round E2629",
        "The bridge over E2329/E2330 is found destroyed",
        "The Entente order a general retreat; the Central Powers score 5 victory points",
        "is taken off the map under the order to retreat",
    ):
        assert words in told, told


def test_s4_the_set_up_and_the_event() -> None:
    """See S2.opt1, S4.opt1, S1.sp3."""
    here = begin("solstice", {"what-if": "yes"})
    exchange.run(here, table(here), [Swap(UnitId("AH-216Geb"), UnitId("AH-13Sch"))], CP)
    offensive.run(here, table(here, (), "default"))
    told = post(here)
    assert "changes its place to W1931" in told, told
    assert "carries the Bruchmueller event" in told
    other = begin("radetzky")
    displays.choose(other, table(other), [Display("52")], EN)
    assert "The division 52 DF is played with its display" in post(other)


def test_s3_sp4_bombs_on_a_pontoon() -> None:
    here = put(begin("albrecht", turn=2, notes={"weather": "fair", "sequence": "1"}), IT_air1="missions")
    here.mark_side(HexId("W1834"), HexId("W1735"), "pontoon=CP>W1735", "test")
    here.facts.clear()
    order = Fly(UnitId("IT-air1"), HexId("W1834"), "pontoon")
    missions.run(here, table(here, {"IT-air1 over W1834 / pontoon attacked": 4}), [order], EN, EN)
    assert "attacks the pontoon in W1834" in post(here)
    assert "it holds" in post(here)


@pytest.mark.parametrize(
    ("scenario", "options", "turn", "step", "side", "notes", "line"),
    [
        ("caporetto", {}, 3, "cp-hinder-1", CP, {}, "# refugees HEX, HEX, HEX"),
        ("caporetto", {}, 2, "cp-hinder-1", CP, {"sabotage": "1"}, "# sabotage HEX/HEX   # 1 left"),
        ("caporetto", {}, 2, "en-move-1", EN, {}, "# retreat-order"),
        ("caporetto", {}, 2, "en-move-1", EN, {"retreat-order": "EN"}, "# exit UNITS from HEX"),
        ("caporetto", {}, 1, "en-move-1", EN, {}, "# burn IT-depot"),
        ("caporetto", {}, 1, "cp-combat-1", CP, {}, "# assign GE-st3 to UNIT   # now with GE-Leib"),
        ("radetzky", {}, 1, "set-up", EN, {}, "# display 52   # its regiments are one division"),
        ("solstice", {"what-if": "yes"}, 1, "set-up", CP, {}, "# swap BRIGADE with DIVISION   # 3 times at most"),
        ("solstice", {}, 1, "en-move-1", EN, {}, "# drive IT-trucks with UNITS to HEX drop UNITS"),
    ],
)
def test_the_sheet_offers_what_only_this_scenario_has(
    scenario: str, options: dict[str, str], turn: int, step: str, side: Side, notes: dict[str, str], line: str
) -> None:
    """See 7.0c, 11.3.2a, S1.sp9, S1.sp12, S2.opt1, S4.opt1: nobody has to look his verbs up."""
    here = begin(scenario, options, turn=turn, notes={"sequence": "1", "weather": "fair", **notes})
    assert line in order_lines(here, side, stem_of(steps(here.scenario)[step].kind))
