"""What of a running campaign may be shown, on records made for the purpose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pbem.desk.archive.disclose import Shown, shown_of
from pbem.desk.record.body import Back, Body, Rolls, Takes
from pbem.desk.record.kinds import draft_of
from pbem.desk.record.kinds.proposed import Proposed
from pbem.desk.record.kinds.sealed import Sealed
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.kinds.taken_back import Undone
from pbem.store.entry import Head, chained
from tests.desk.bodies import opened, played, submitted
from tests.desk.helpers import NOW

SEALED = Sealed(at=NOW, turn=1, step="move", epoch=1, sealed={}, inputs="", salt="", seal="")
UNDONE = Undone(at=NOW, who="", reason="", back=Back(1, "move", 2), taken_back=())


def shown(*bodies: Body, turn: int = 1, next_epoch: int = 1) -> Shown:
    entries = chained(Head(0, ""), [draft_of(body) for body in (opened({}), *bodies)])
    return shown_of(entries, SimpleNamespace(position=SimpleNamespace(turn=turn), next_epoch=next_epoch))  # type: ignore[arg-type]


def sent(*steps: str, side: str = "RED", turn: int = 1, **takes: Any) -> Submitted:
    return submitted(side, turn, Takes(orders=dict.fromkeys(steps, ()), **takes))


def refused(side: str = "RED", turn: int = 1) -> Submitted:
    return submitted(side, turn, None)


def test_it_ends_after_the_last_played_step() -> None:
    assert shown() == Shown(1)
    assert shown(sent("move")) == Shown(1)
    assert shown(sent("move"), SEALED, played("move")) == Shown(4)
    assert shown(sent("move"), played("move"), sent("fight"), SEALED, SEALED) == Shown(3)


def test_what_was_taken_back_is_shown_up_to_the_next_secret() -> None:
    assert shown(sent("move"), played("move"), UNDONE) == Shown(4)
    assert shown(sent("move"), played("move"), UNDONE, sent("move"), UNDONE) == Shown(4)


def test_orders_ahead_hold_back_what_lies_behind_them() -> None:
    assert shown(sent("bid"), played("bid"), sent("move", "fight"), played("move")) == Shown(3, held=4)
    assert shown(sent("bid"), played("bid"), sent("move", "fight"), played("move"), played("fight")) == Shown(6)


def test_orders_that_were_replaced_are_secret_until_their_step_is_played() -> None:
    ahead = (sent("bid", "fight"), sent("bid", "fight"), played("bid"))
    assert shown(*ahead) == Shown(1, held=2)
    assert shown(*ahead, played("fight")) == Shown(5)
    assert shown(*ahead, turn=2) == Shown(4)  # the turn is over


def test_a_step_of_an_earlier_turn_does_not_count() -> None:
    assert shown(sent("bid", turn=2), played("bid", turn=1), turn=2) == Shown(1, held=2)


def test_a_refused_file_waits_for_the_one_that_mends_it() -> None:
    assert shown(refused(), sent("move"), played("move")) == Shown(4)
    assert shown(refused(), sent("move", side="BLUE"), played("move")) == Shown(1, held=2)
    assert shown(refused(), sent(press="hello"), played("weather")) == Shown(1, held=2)
    assert shown(refused(side=""), sent("move", side=""), played("move")) == Shown(1, held=2)
    assert shown(refused(), played("weather"), turn=2) == Shown(3)


def test_a_link_of_dice_that_have_not_fallen_is_a_secret() -> None:
    linked = (sent("move", link=(3, "ab")), played("move"))
    assert shown(*linked, next_epoch=3) == Shown(1, held=2)
    assert shown(*linked, next_epoch=4) == Shown(3)
    assert shown(*linked, turn=9, next_epoch=3) == Shown(1, held=2)


def test_a_proposal_is_known_to_the_other_side() -> None:
    proposed = Proposed(
        at=NOW, sha256="", bytes=0, is_kept=False, side="RED", turn=1, takes=Takes(orders={"move": ()}), canonical="",
        digest="", who="", reason="", back=Back(1, "move", 2), taken_back=(), dice=Rolls((), ()),
    )  # fmt: skip
    assert shown(proposed, played("weather")) == Shown(3)
