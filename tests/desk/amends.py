"""Amended steps for the tests: two fights of tiny with their dice, and what a receipt and a record say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.amending import amend
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.views.post import report
from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, order_file, owes, run

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
