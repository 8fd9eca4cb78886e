"""EV The Events Table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import called_up, confusion, counterattack, doctrine, sequence
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.declaration import declared
from pbem.games.strafexpedition.events import check_pass, forget, run, take_place
from pbem.games.strafexpedition.logistics import stock
from pbem.games.strafexpedition.plans import turn_over
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.questions import Answer, Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders
from pbem.kernel.text.preferences import Preference
from tests.games.strafexpedition.boards import hexes_of, units_of
from tests.games.strafexpedition.data import scenario
from tests.games.strafexpedition.days import field, read
from tests.games.tables import ListedDice, facts, table

NOTHING = {IT: Orders(IT), AH: Orders(AH)}
ROMA = (
    "IT-79-I BATTALION 0705 brigade=Roma\nIT-79-II BATTALION 0805 brigade=Roma\nIT-80-I BATTALION 0806 brigade=Roma\n"
)
ROMA += "IT-hq-Roma HQ hq brigade=Roma\n"
ENEMY = "AH-a BATTALION 0605 brigade=58\nAH-hq-58 HQ hq brigade=58\n"
A, B, C = units_of("IT-79-I IT-79-II IT-80-I")


def happened(here: Board, dice: list[int], answers: Mapping[str, tuple[str, ...]] | str = "default") -> Board:
    run(here, table(here, dice, answers), NOTHING)
    return here


def day(modifier: int) -> int:
    """A day of the track with this modifier."""
    return int(scenario("campaign").charts["day"]["event_modifier"].index(modifier)) + 1


def on_day(modifier: int, units: str = "") -> Board:
    here = field(units + "IT-x BATTALION 0112\nAH-x BATTALION 0101", notes={"initiative": "AH"})
    card = {**here.scenario.card, "first_day": day(modifier)}
    object.__setattr__(here.scenario, "card", card)
    return here


@pytest.mark.parametrize(("modifier", "die", "result"), [
    (-1, 1, "italian"), (0, 1, "none"), (0, 2, "none"), (0, 3, "none"), (0, 4, "none"), (0, 5, "italian"),
    (0, 6, "austro-hungarian"), (1, 6, "russian"), (2, 6, "russian"),
])  # fmt: skip
def test_ev_main_the_die_and_the_modifier_of_the_day(modifier: int, die: int, result: str) -> None:
    """4.0.7, EV.main, ruling R24."""
    here = happened(on_day(modifier), [die, 6] if result in ("italian", "austro-hungarian") else [die])
    assert facts(here, "event")[0]["result"] == result
    assert facts(here, "rolled")[0]["by"] == AH


def test_4_0_7_a_russian_success_is_counted_and_the_third_ends_the_game() -> None:
    """22.0: phases 8 to 12 are not played."""
    here = happened(on_day(1), [6])
    assert here.noted("russian") == "1"


@pytest.mark.parametrize(
    ("name", "turns"), [("drive", [False, True]), ("asiago", [False, False]), ("campaign", [False, True])]
)
def test_s1_ev_and_s2_ev_and_s5_ev_when_events_take_place(name: str, turns: list[bool]) -> None:
    """S1.ev, S2.ev, S5.ev."""
    assert [take_place(Board(scenario(name), Position("strafexpedition", turn, "", {}))) for turn in (1, 2)] == turns


def test_s2_ev_never() -> None:
    assert not take_place(Board(scenario("asiago"), Position("strafexpedition", 5, "", {})))


def test_s5_ev_from_the_second_turn_on() -> None:
    assert take_place(Board(scenario("campaign"), Position("strafexpedition", 2, "", {})))


def test_ev_it_1_a_brigade_must_assault_today() -> None:
    """EV.it.1, rulings R18, R123, R163: no pass, no Action without an assault; it pays if it can."""
    here = happened(on_day(0, ROMA + ENEMY), [5, 1, 1])
    assert here.noted("event.counterattack") == "Roma"
    for act in (lambda: check_pass(here, IT), lambda: counterattack.check_action(here, IT, "Roma", has_assault=False)):
        with pytest.raises(Illegal) as refused:
            act()
        assert refused.value.problem.rule == "EV.it.1"
    check_pass(here, AH)
    counterattack.check_action(here, IT, "Roma", has_assault=True)
    here.write("@IT.lp", 3, "7.0")
    assert turn_over(here, table(here), IT, "Roma") == 0
    assert stock(here, IT) == 2
    called_up.check_dig(here, IT, "Roma")


def test_ev_it_1_without_points_it_is_activated_for_nothing_and_does_not_dig() -> None:
    here = happened(on_day(0, ROMA + ENEMY), [5, 1, 1])
    assert turn_over(here, table(here), IT, "Roma") == 0
    with pytest.raises(Illegal) as refused:
        called_up.check_dig(here, IT, "Roma")
    assert refused.value.problem.rule == "18.2"


def test_ev_it_1_a_brigade_out_of_reach_is_not_drawn() -> None:
    """EV.it.1, ruling R20: nobody can assault, so nothing happens."""
    here = happened(on_day(0, ROMA), [5, 1])
    assert here.noted("event.counterattack") == ""
    check_pass(here, IT)


def test_ev_it_2_the_enemy_moves_the_battalions_of_one_regiment() -> None:
    """EV.it.2, ruling R21: a hex each; of another regiment nobody."""
    named = ("IT-79-I-0704", "IT-79-II-0804", "IT-80-I-0807", "IT-79-I-0706")
    here = happened(on_day(0, ROMA), [5, 2, 1], {"confusion of Roma": named})
    assert [here.place(unit) for unit in (A, B, C)] == ["0704", "0804", "0806"]


def test_ev_it_2_by_default_nobody_moves_and_no_hex_with_enemies_is_offered() -> None:
    here = happened(on_day(0, ROMA + ENEMY), [5, 2, 1])
    assert here.place(A) == "0705"
    assert HexId("0605") not in confusion.hexes_for(here, A)
    assert confusion.hexes_for(here, A)


def test_ev_it_2_a_standing_order_sends_them_toward_a_hex() -> None:
    here = on_day(0, ROMA)
    options = tuple(Option(f"{unit}-{there}") for unit in (A, B) for there in confusion.hexes_for(here, unit))
    question = Question(AH, "confusion of Roma", options, "EV.it.2", many=True)
    assert confusion.toward(here, question, Preference("confusion", ("toward 0801",))) == (
        "IT-79-I-0805",
        "IT-79-II-0804",
    )
    assert confusion.toward(here, question, Preference("confusion", ("none",))) == ()


def test_ev_ah_2_all_battalions_of_an_austro_hungarian_brigade() -> None:
    units = "AH-58-3-I BATTALION 0203 brigade=58\nAH-58-4-I BATTALION 0204 brigade=58\nAH-hq-58 HQ hq brigade=58\n"
    named = ("AH-58-3-I-0303", "AH-58-4-I-0304")
    here = happened(on_day(0, units), [6, 2, 1], {"wrong-way of 58": named})
    assert [here.place(unit) for unit in units_of("AH-58-3-I AH-58-4-I")] == ["0303", "0304"]


def test_ev_it_4_and_ev_ah_4_five_points_more() -> None:
    """EV.it.4, EV.ah.4."""
    here = happened(on_day(0), [5, 4])
    assert (stock(here, IT), stock(here, AH)) == (5, 0)
    assert stock(happened(on_day(0), [6, 4]), AH) == 5


def test_ev_ah_4_logistics() -> None:
    assert facts(happened(on_day(0), [6, 4]), "points-arrive")[0]["points"] == 5


@pytest.mark.parametrize(("main", "die"), [(5, 5), (5, 6), (6, 5), (6, 6)])
def test_ev_it_5_6_and_ev_ah_5_6_nothing(main: int, die: int) -> None:
    """EV.it.5-6, EV.ah.5-6."""
    here = on_day(0)
    before = here.freeze(1, "").text()
    assert happened(here, [main, die]).freeze(1, "").text() == before


def test_ev_ah_5_6_nothing_at_all() -> None:
    here = happened(on_day(0), [6, 5])
    assert facts(here, "event")[1].rule == "EV.ah.5-6"


def test_ev_it_3_guns_fire_short_for_a_day() -> None:
    here = happened(on_day(0), [5, 3])
    assert here.noted("event.short-firing") == "IT"
    forget(here)
    assert here.noted("event.short-firing") == ""


def test_ev_ah_1_no_assault_without_a_bombardment() -> None:
    """EV.ah.1, ruling R122: earlier today, or by this Action; otherwise the assault falls away."""
    here = happened(on_day(0, "AH-a BATTALION 0605 2 assault=0705\nIT-a BATTALION 0705\n"), [6, 1])
    there = HexId("0705")
    with pytest.raises(Illegal) as refused:
        doctrine.check(here, AH, there, ())
    assert refused.value.problem.rule == "EV.ah.1"
    doctrine.check(here, AH, there, hexes_of("0705"))
    doctrine.check(here, IT, there, ())
    doctrine.fall_away(here, AH)
    assert not here.is_marked(UnitId("AH-a"), "assault")
    here.mark_hex(there, "bombarded", "13.2.5")
    doctrine.check(here, AH, there, ())
    forget(here)
    assert not here.is_hex_marked(there, "bombarded")


# -- the duty of EV.it.1 in the Action itself ------------------------------------------------------------------

CALLED = ROMA + ENEMY + "AH-b BATTALION 0606 brigade=58\n"
OWED = {"event.counterattack": "Roma", "open.IT": "Roma:0", "turn.side": "IT", "initiative": "IT", "spent.IT": "1"}
QUIET = {"reaction to Roma": ("no",)}


def called_up_today(text: str, answers: Mapping[str, tuple[str, ...]] | None = None, **more: str) -> Board:
    here = field(CALLED, notes=OWED, step="it-action-1")
    known = {**QUIET, **(answers or {})}
    parts = {key: read(here, IT, words, "action-1") for key, words in more.items()}
    counsel = lambda _, question: Answer(known.get(question.key, question.default), "answer")  # noqa: E731
    sitting = Table(
        here, ListedDice([1] * 30), counsel, instalments=lambda side, key: parts.get(key.partition(",")[0][:6])
    )
    given = {IT: Orders(IT, read(here, IT, text, "action-1")), AH: Orders(AH)}
    sequence.steps(here.scenario)["it-action-1"].run(here, sitting, given)
    return here


def test_ev_it_1_an_assault_line_that_is_dropped_does_not_end_the_duty() -> None:
    """EV.it.1, rulings R123, R189: the owner names another one; by default the one with the best ratio."""
    here = called_up_today("activate Roma at 0808\nassault 0101 with IT-79-I")
    assert [fact["attackers"] for fact in facts(here, "assault", counter=False)] == [["IT-79-I"]]


def test_ev_it_1_its_owner_chooses_where_there_is_a_choice() -> None:
    asked = {"action of Roma / assault of Roma": ("0606 with IT-79-I",)}
    here = called_up_today("activate Roma at 0808\nassault 0101 with IT-79-I", asked)
    assert [fact["hex"] for fact in facts(here, "assault", counter=False)] == ["0606"]


def test_ev_it_1_nobody_is_pressed_who_has_nobody_to_assault() -> None:
    """EV.it.1, ruling R123: the duty lapses."""
    here = field(ROMA + "AH-x BATTALION 0101", notes=OWED)
    action = Action(IT, "Roma", UnitId("IT-hq-Roma"), HexId("0808"), trace(here, IT, HexId("0808"), 5), (A, B, C))
    counterattack.insist(here, table(here), action)
    assert declared(here, IT) == {}


def test_ev_it_1_a_pass_is_refused_and_its_owner_asked_again() -> None:
    """EV.it.1, ruling R123: filed before anybody knew of the event, or left out altogether."""
    for text in ("pass", ""):
        here = called_up_today(text, action="activate Roma at 0808\nassault 0605 with IT-79-I")
        assert facts(here, "assault", hex="0605")
        assert not facts(here, "passed")


def test_ev_it_2_a_brigade_without_room_around_it_is_not_drawn() -> None:
    """EV.it.2, ruling R186: nobody of Roma can move a hex, so another brigade is drawn."""
    around = field("").map.grid.neighbours[HexId("0705")]
    full = "".join(f"IT-p{n}{k} BATTALION {one} brigade=Pisa\n" for n, one in enumerate(around) for k in "ab")
    roma = "IT-79-I BATTALION 0705 brigade=Roma\nIT-hq-Roma HQ hq brigade=Roma\nIT-hq-Pisa HQ hq brigade=Pisa\n"
    here = happened(on_day(0, roma + full), [5, 2, 1])
    assert facts(here, "astray")[0]["brigade"] == "Pisa"
