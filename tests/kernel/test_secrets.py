"""Secrets that outlive a step: absent from all that another side is shown, whatever the game's own fog does."""

from __future__ import annotations

import pytest

from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import PUBLIC
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.laid import laid_over
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position, read_position
from pbem.kernel.secrets import closed, has_secrets, owners_in, secret, told
from pbem.kernel.table import Table
from tests.kernel.mini import BLUE, NO_DICE, RED, position, scenario

HELD = read_position("""position mini
turn 1
step act
unit BLUE-1 0101 2 @blue.back=dummy dug-in
hex 0202 @red.mine held=red
hex 0203 @blue.mine
side 0101/0102 @red.charge bridge=up
note @red.plan north
note @blue.plan south
note weather fair
""")


def shown(side: Side) -> str:
    return closed(HELD, side).text()


def test_the_owner_sees_his_own_secrets_and_nobody_elses() -> None:
    assert "@red.plan north" in shown(RED)
    assert "@red.mine held=red" in shown(RED)
    assert "blue." not in shown(RED)
    assert "red." not in shown(BLUE)
    assert "unit BLUE-1 0101 2 @blue.back=dummy dug-in" in shown(BLUE)


def test_the_public_sees_none_of_them_and_all_that_lies_open() -> None:
    assert "@" not in shown(PUBLIC)
    for line in ("unit BLUE-1 0101 2 dug-in", "hex 0202 held=red", "side 0101/0102 bridge=up", "note weather fair"):
        assert line in shown(PUBLIC)
    assert "hex 0203" not in shown(PUBLIC)


def test_a_position_without_secrets_is_shown_as_it_is() -> None:
    plain = position("act")
    assert closed(plain, RED) is plain
    assert (has_secrets(plain), has_secrets(HELD)) == (False, True)


@pytest.mark.parametrize(
    "about",
    [
        {"key": "@red.plan", "value": "north"},
        {"mark": "@red.mine"},
        {"units": ["a", {"@red.x": 1}]},
        {"text": "x @red.y=2"},
    ],
)
def test_a_fact_that_names_a_secret_anywhere_is_told_to_its_owner_alone(about: dict[str, object]) -> None:
    fact = Fact("noted", "1", about)
    assert [told([fact], side) for side in (RED, BLUE, PUBLIC)] == [[fact], [], []]


def test_an_address_is_no_secret() -> None:
    assert list(owners_in(["anna@red.example.org is a mail", "@red.plan"])) == ["red", "red"]  # rather too careful
    assert list(owners_in({"a": 5, "b": None})) == []


def test_facts_of_secrets_lead_from_position_to_position_like_any_other() -> None:
    scene, start = scenario(["BLUE-1"]), position("act", {"BLUE-1": "0101"})
    board = Board(scene, start)
    board.write(secret(RED, "plan"), "north", "1.1")
    board.mark(UnitId("BLUE-1"), secret(BLUE, "back") + "=dummy", "1.2")
    board.mark_hex(HexId("0202"), secret(RED, "mine"), "1.3")
    end = board.freeze(1, "act")
    assert laid_over(start, board.facts, 1, "act") == end
    seen = closed(end, BLUE)
    assert laid_over(start, told(board.facts, BLUE), 1, "act") == seen
    assert isinstance(seen, Position)


def test_no_die_and_no_question_is_named_after_a_secret() -> None:
    table = Table(Board(scenario(), position("act")), NO_DICE, lambda board, question: None)
    with pytest.raises(AssertionError, match="names a secret"):
        table.roll("the plan @red.plan")
