"""Amended steps for the tests: two fights of tiny with their dice, and what a receipt and a record say of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.desk.adjudicating import adjudicate
from pbem.desk.amending import amend
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.views.posts import report
from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, SECRET, accept, bid, order_file, owes, run

BOTH = "hit 0203\nhit 0103\n"
DICE = {"hit on 0203", "second on 0203", "hit on 0103", "second on 0103"}


def fought(store: Store, orders: str = BOTH) -> Store:
    """Red has hit two hexes, and Blue has held both: four dice of one epoch."""
    bid(store)
    accept(store, "BLUE", "standing:\nprefer hold\n")
    accept(store, "RED", f"done\nfight:\n{orders}", step="move")
    run(store)
    assert owes(store).played[-1] == "t1/red-fight"
    return store


def amended(store: Store, body: str, *, step: str = "fight", side: str = "RED", turn: int = 1) -> Receipt:
    """Other orders for a step."""
    return amend(store, NAME, "a hex too many", order_file(side, body, turn=turn, step=step), "Mo", NOW)


def bodies(store: Store, kind: str, step: str = "", campaign: str = "field-1") -> list[dict[str, Any]]:
    """The entries of a kind, and of a step."""
    found = [entry.values() for entry in store.entries(campaign) if entry.kind == kind]
    return [body for body in found if body.get("step", "") == step or not step]


def rolls(body: Mapping[str, Any]) -> dict[str, tuple[list[int], int]]:
    """Faces and epoch of each roll."""
    return {page[1]: (page[2], page[4]) for page in body["pages"] if page[0] == "roll"}


def said(receipt: Receipt, start: str) -> str:
    """What a receipt says after these words."""
    return next((words.removeprefix(start) for words in receipt.warnings if words.startswith(start)), "")


def is_proven(store: Store, step: str, campaign: str = NAME) -> dict[str, Any]:
    """The post of a step is consistent for both verifiers; what the second one says."""
    text = report(store, campaign, step).text
    alone = verify_dice.judge(post_text(text.encode()))
    assert judge_post(text).verdict == alone["verdict"] == "consistent"
    return alone


# -- a real game ----------------------------------------------------------------------------------------------

GWE = "Isonzo"
HEAD = f"campaign: {GWE}\nside: {{}}\nturn: 1\n"
AT_1904 = "attack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15\n"
AT_1703 = "attack 1703 with GE-12, GE-BA barrage GE-art14\n"
MOVES = "step: movement\nmove GE-5 1903\nmove GE-26 1903\n"


def resolve(store: Store, times: int) -> dict[str, tuple[list[int], int]]:
    """Play the combat phase, each question answered with its first option; the rolls of the step."""
    for _ in range(20):
        place = adjudicate(store, GWE, NOW)
        played = bodies(store, "played", "cp-combat", "isonzo")
        if len(played) == times:
            return rolls(played[-1])
        for debt in place.waiting:
            answers = [f"answer {question['number']}: {question['options'][0][0]}\n" for question in debt.questions]
            assert receive(store, GWE, (HEAD.format(debt.side) + "".join(answers)).encode(), "", NOW).is_accepted
    raise AssertionError("the combat phase has no end")


def two_attacks(folder: Path) -> Store:
    """The Central Powers have ordered two attacks; nothing is played yet."""
    store = open_store(str(folder / "pbem.db"), create=True)
    open_campaign(store, GWE, "gwe", "historical", secret=SECRET, now=NOW)
    orders = HEAD.format("CP") + MOVES + "combat:\n" + AT_1904 + AT_1703
    receipt = receive(store, GWE, orders.encode(), "Anna", NOW)
    assert receipt.is_accepted, receipt.problems
    return store
