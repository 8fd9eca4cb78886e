"""Standing orders for combat: how they are written, and what they answer."""

from __future__ import annotations

import pytest

from pbem.errors import Refusal, Waiting
from pbem.games.strafexpedition.assaults import fight
from pbem.games.strafexpedition.by_mail.counsel import counsel
from pbem.games.strafexpedition.by_mail.grammar import read_order
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.logistics import gain, stock
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Answer, Question
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order
from pbem.kernel.text.words import Words
from tests.games.strafexpedition.fighting import battle, places, state
from tests.games.tables import facts, table


def read(here: Board, side: Side, text: str, section: str = "standing") -> Order:
    names = UnitNames(here.scenario.units.values())
    return read_order(Words(Line(1, text)), Reading(here.scenario, side, section, names))


def play(here: Board, result: str, italians: str = "", austrians: str = "", fire: str = "-") -> Board:
    """Steps C to G with standing orders, a line each; what they do not answer is asked."""
    standing = {
        side: [read(here, side, row.strip()) for row in rows.strip().splitlines() if row.strip()]
        for side, rows in ((IT, italians), (AH, austrians))
    }
    sitting = table(here, (1,) * 20, forced={"assault": result.split(), "defensive_fire": fire.split()})

    def answer(b: Board, question: Question) -> Answer | None:
        found = counsel(b, question, (), standing[question.side])
        return Answer(*found) if found else None

    sitting.counsel = answer
    fight(here, sitting, AH)
    return here


ONE = "AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\n"


@pytest.mark.parametrize("text", [
    "losses: weakest first", "losses 0303: IT-b, IT-a", "fire: strongest first", "fire: weakest first",
    "fire 0303: 0403, 0404", "guns: match", "guns: none", "guns 0403: up to 2, IT-g1, IT-g2, keep 1", "guns: keep 3",
    "pay: always if adds >= 2 and lp >= 4", "pay: never", "retreat-to 0303: 0204, toward 0101",
    "retreat-to: toward 0101", "counter-assault: never",
    "counter-assault 0303: IT-a, IT-b if ratio >= 1-1 and trench <= 1",
    "counter-assault 0303: IT-a via 0204", "counter-assault: all if ratio >= 3-2",
])  # fmt: skip
def test_standing_orders_read_back_as_they_are_written(text: str) -> None:
    here = battle("IT-a BATTALION 0303\nIT-b BATTALION 0303\nIT-g1 BATTERY 0202\nIT-g2 BATTERY 0202")
    order = read(here, IT, text)
    assert str(order) == text
    assert read(here, IT, str(order)) == order


@pytest.mark.parametrize("text", [
    "fire: everywhere", "guns: up three", "pay: sometimes", "retreat-to: home",
    "counter-assault 0303: IT-a if ratio >= good",
])  # fmt: skip
def test_what_cannot_be_read_is_refused_with_what_was_wanted(text: str) -> None:
    here = battle("IT-a BATTALION 0303")
    with pytest.raises(Refusal) as refusal:
        read(here, IT, text)
    assert refusal.value.problem.wanted


def test_13_3_1_fire_at_the_weakest() -> None:
    rows = ONE + "AH-b MILITIA 0404 2 assault=0303\n"
    for says, hit in (("fire: weakest first", "0404"), ("fire: strongest first", "0403"), ("fire 0303: 0404", "0404")):
        here = play(battle(rows), "0D1R/-", f"{says}\nguns: none")
        assert [fact["hex"] for fact in facts(here, "fired")] == [hit]


GUNS = "".join(f"IT-g{n} BATTERY 0{n}02 1 fire\n" for n in (1, 2, 3, 4))


@pytest.mark.parametrize(("says", "fired"), [
    ("guns: match", ["IT-g1"]), ("guns: none", []), ("guns: IT-g3, IT-g4", ["IT-g3"]), ("guns: keep 4", []),
    ("guns: match\npay: always", ["IT-g1", "IT-g2", "IT-g3", "IT-g4"]),
    ("guns: up to 2\npay: always", ["IT-g1", "IT-g2"]),
    ("guns: match\npay: always if adds >= 4", ["IT-g1"]), ("guns: match\npay: always if lp >= 3", ["IT-g1"]),
])  # fmt: skip
def test_13_3_4_and_13_3_7_which_guns_join(says: str, fired: list[str]) -> None:
    here = battle(ONE + GUNS)
    gain(here, IT, 2, "7.0")
    play(here, "0D1R/-", f"{says}\npay: never")
    assert [unit for unit in here.units(IT) if here.is_marked(unit, "def-fired")] == fired
    assert stock(here, IT) == (1 if len(fired) > 1 else 2)


def test_13_4_5_retreat_where_the_order_says() -> None:
    for says, there in (("retreat-to 0303: 0304", "0304"), ("retreat-to: toward 0101", "0203"), ("defaults", "0203")):
        assert places(play(battle(ONE), "-/0D1R", f"{says}\ncounter-assault: never"), "IT-a") == [there]


def test_13_4_5_1_toward_a_hex_leads_over_a_crag_last() -> None:
    here = battle(ONE.replace("IT-a BATTALION", "IT-a ALPINI"), "side crag: 0303/0204\n")
    assert places(play(here, "-/0D1R", "retreat-to: toward 0104\ncounter-assault: never"), "IT-a") == ["0203"]


BACK = ONE + "IT-r BATTALION 0202\nIT-s MILITIA 0202\n"


@pytest.mark.parametrize(("says", "sent"), [
    ("counter-assault: never", []), ("counter-assault 0303: IT-r", ["IT-r"]),
    ("counter-assault: all", ["IT-a", "IT-r"]),
    ("counter-assault: IT-s, IT-r if ratio >= 3-2", ["IT-s", "IT-r"]), ("counter-assault: IT-s if ratio >= 1-1", []),
    ("counter-assault: IT-r if trench <= 0\ncounter-assault: never", []), ("counter-assault 0304: IT-r\ndefaults", []),
])  # fmt: skip
def test_13_5_counter_assault_if_it_is_worth_it(says: str, sent: list[str]) -> None:
    here = play(battle(BACK, trench=2), "-/0D1R -/0D1R", f"{says}\nretreat-to: 0204", "fire: strongest first")
    fought = [fact["attackers"] for fact in facts(here, "assault", counter=True)]
    assert sorted(unit for units in fought for unit in units) == sorted(sent)


def test_13_5_without_an_order_its_owner_is_asked() -> None:
    with pytest.raises(Waiting) as waiting:
        play(battle(BACK), "-/0D1R", "retreat-to: 0204")
    (question,) = waiting.value.questions
    assert question.hint == "counter-assault 0303: IT-a"


def test_13_4_4_losses_as_ordered() -> None:
    rows = "AH-a BATTALION 0403 2 assault=0303\nIT-a ALPINI 0303\nIT-b BATTALION 0303\nIT-c ALPINI 0101"
    here = play(battle(rows), "0D1R/2D1", "losses: IT-a")
    assert state(here, "IT-a", "IT-b") == [("gone", 0, 0), ("0303", 2, 1)]


def test_an_assault_says_who_enters_and_who_pays() -> None:
    """13.1.4, 13.4.4: in its own order, before any standing order."""
    rows = "".join(f"AH-{name} BATTALION 0403 2 assault=0303\n" for name in "abc") + "IT-a BATTALION 0303"
    here = battle(rows)
    order = read(here, AH, "assault 0303 with AH-c, AH-b, AH-a losses AH-b, AH-c", "action-1")
    assert str(order) == "assault 0303 with AH-c, AH-b, AH-a losses AH-b, AH-c"

    orders = {AH: [order], IT: [read(here, IT, "defaults")]}

    def answer(b: Board, question: Question) -> Answer | None:
        found = counsel(b, question, orders[question.side], ())
        return Answer(*found) if found else None

    sitting = table(here, (1,) * 9, forced={"assault": ["2D1/0D1R"], "defensive_fire": ["-"]})
    sitting.counsel = answer
    fight(here, sitting, AH)
    assert places(here, "AH-a", "AH-b", "AH-c") == ["0403", "gone", "0303"]
    assert here.steps(UnitId("AH-c")) == 2
    assert here.hex_of(UnitId("AH-c")) == HexId("0303")


@pytest.mark.parametrize(("says", "sent"), [
    ("counter-assault 0303: IT-r via 0203", ["IT-r"]), ("counter-assault 0303: IT-r via 0204", ["IT-r"]),
    ("counter-assault: IT-s if ratio >= 9-1\ncounter-assault: IT-r", ["IT-r"]),
    ("counter-assault: IT-r if trench <= 0", []),
])  # fmt: skip
def test_13_5_a_way_may_be_the_usual_one_and_a_line_that_does_not_hold_gives_way(says: str, sent: list[str]) -> None:
    """13.5.1: `via` the hex that is meant anyway counts; where an `if` does not hold the next line does, or nobody."""
    here = play(battle(BACK, trench=2), "-/0D1R -/0D1R", f"{says}\nretreat-to: 0204", "defaults")
    assert [unit for fact in facts(here, "assault", counter=True) for unit in fact["attackers"]] == sent


@pytest.mark.parametrize("points", [1, 5])
def test_13_3_7_nobody_is_waited_for_because_of_the_points_he_has(points: int) -> None:
    """13.3.7, 7.0: a line that looks at the own stock answers either way, so that the waiting does not tell it."""
    here = battle(ONE + GUNS)
    gain(here, IT, points, "4.0.1")
    play(here, "0D1R/-", "guns: match\npay: always if lp >= 3")
    assert stock(here, IT) == (1 if points == 1 else 4)
