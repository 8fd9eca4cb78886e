"""Secrets that are kept face down: the same rule with a moderator, in their owner's store, and in the other one."""

from __future__ import annotations

import pytest

from pbem.errors import BadRecord, Waiting
from pbem.kernel.board import Board
from pbem.kernel.hidden import keep, kept, reveal
from pbem.kernel.openings import Openings
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hidden, Order
from tests.kernel.mini import BLUE, NO_DICE, RED, Say, position, say, scenario

ONE, TWO = "1" * 64, "2" * 64
LINES = {ONE: "north road", TWO: "north river"}


class Secret(Say):
    """A line that is kept face down."""

    is_secret = True


def read(side: Side, section: str, line: str) -> Order:
    return say(line)[0]


def table(openings: Openings, *orders: Order) -> Table:
    board = Board(scenario(), position("act"))
    keep(board, RED, "plan", orders, "1.0")
    return Table(board, NO_DICE, lambda board, question: None, openings=openings._replace(read=read))


def northern(order: Order) -> bool:
    return str(order).startswith("north")


def never(order: Order) -> bool:
    return False


def hidden(openings: Openings) -> Table:
    return table(openings, Hidden(ONE), Hidden(TWO))


def test_with_a_moderator_the_first_that_fits_is_turned_over() -> None:
    used = table(Openings(), Secret(("south",)), Secret(("north", "road")), Secret(("north", "river")))
    assert str(reveal(used, RED, "plan", northern)) == "north road"
    assert list(kept(used.board, RED, "plan").values()) == ["south", "north_river"]
    assert reveal(used, RED, "plan", never) is None
    assert used.revealed.fresh == {}  # nothing was hidden, so nothing has to be opened


def test_orders_that_are_no_secret_are_not_kept() -> None:
    assert kept(table(Openings(), *say("north")).board, RED, "plan") == {}


def test_a_secret_that_came_later_does_not_take_the_place_of_one_that_is_left() -> None:
    used = table(Openings(), Secret(("north",)), Secret(("south",)))
    reveal(used, RED, "plan", northern)
    keep(used.board, RED, "plan", [Secret(("west",))], "1.0")
    assert list(kept(used.board, RED, "plan").values()) == ["south", "west"]


def test_the_owner_opens_the_first_that_fits_or_says_that_none_does() -> None:
    used = hidden(Openings(LINES, owner=RED))
    assert str(reveal(used, RED, "plan", northern)) == "north road"
    assert reveal(used, RED, "plan", never) is None
    assert used.revealed.fresh == {"plan of red, 1": ONE, "plan of red, 2": ""}


@pytest.mark.parametrize("openings", [Openings(), Openings(LINES, owner=BLUE), Openings({ONE: "north"}, owner=RED)])
def test_who_does_not_own_it_or_has_lost_it_waits_for_it(openings: Openings) -> None:
    with pytest.raises(Waiting) as waits:
        reveal(hidden(openings), RED, "plan", northern)
    assert [(q.side, q.key, q.options, q.many) for q in waits.value.questions] == [(RED, "plan of red, 1", (), False)]


def test_a_replay_takes_what_the_record_has_opened() -> None:
    used = hidden(Openings({ONE: "north road"}, {"plan of red, 1": (RED, ONE)}))
    assert str(reveal(used, RED, "plan", northern)) == "north road"
    assert (used.revealed.fresh, used.revealed.untrue) == ({}, [])


@pytest.mark.parametrize("shown", [(RED, "3" * 64), (BLUE, ONE)])
def test_a_secret_that_the_rule_did_not_ask_for_is_refused(shown: tuple[str, str]) -> None:
    with pytest.raises(BadRecord, match="opens another secret than the rule asks for"):
        reveal(hidden(Openings(LINES, {"plan of red, 1": shown})), RED, "plan", northern)


@pytest.mark.parametrize(
    ("token", "lie"),
    [
        ("", "red said that none of its secrets was the one wanted (plan of red, 1), and `north road` was"),
        (TWO, "red opened `north river`, and `north road` came first (plan of red, 1)"),
    ],
)
def test_when_all_is_known_a_lie_is_found(token: str, lie: str) -> None:
    used = hidden(Openings(LINES, {"plan of red, 1": (RED, token)}))
    reveal(used, RED, "plan", northern)
    assert used.revealed.untrue == [lie]


def test_an_opening_that_was_waited_for_opens_a_new_epoch() -> None:
    board = Board(scenario(), position("act"))
    keep(board, RED, "plan", [Hidden(ONE)], "1.0")
    known = Openings(LINES, {"plan of red, 1": (RED, ONE)}, frozenset({"plan of red, 1"}), read=read)
    seen = Table(board, NO_DICE, lambda board, question: None, openings=known, first_epoch=4)
    reveal(seen, RED, "plan")
    assert seen.epoch == 5
