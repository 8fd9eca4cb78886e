"""Playing the guest game through the command line: what each player answers when he is waited for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Pbem, Said

# What is sent for a step by whom, in either turn; everything else is `pass` or the example that the question shows.
ORDERS = {
    ("NO", "set-up"): "choose east\ncorps-I:\nmove N1 W0201, pontoon W0201/W0301, W0301 else W0202\n"
    "plan if W0302 occupied and turn <= 1:\nattack W0302 with N2 if odds >= 1:1\nplan: pass\n",
    ("SO.west", "set-up"): "mine W0301\nstanding:\nreact: no\nlosses: S1, S2\n",
    ("SO.east", "set-up"): "dummy S4\nstanding:\nreact: no\n",
    ("SO.west", "corps-X"): "plan if fresh and turn <= 1: blow W0202/W0302\nplan: rebuild W0202/W0302\n",
    ("NO", "day"): "brigades N2, N3\n",
    ("NO", "no-action-1"): "attack W0302 with N2\n",
}


NIGHT = {
    ("NO", "set-up"): "choose west\ncorps-I:\nattack 0302 with N2\ncorps-II:\nattack 0302 with N4\n",
    ("SO.west", "set-up"): "mine 0301\nstanding:\nreact: yes\nlosses: S1, S2\n",
    ("SO.east", "set-up"): "dummy S4\naction-1:\npass\n",
    ("SO.west", "corps-X"): "plan if fresh: pass\nplan: blow 0202/0302\n",
    ("NO", "day"): "brigades N2, N4\n",
    ("NO", "no-action-1"): "attack 0302 with N2\n",
}


def order_file(campaign: str, debt: dict[str, Any], turn: int) -> str:
    """What the player who is waited for sends."""
    who = debt.get("seat") or debt["side"]
    head = f"campaign: {campaign}\nside: {who}\nturn: {turn}\n"
    if debt["questions"]:
        one = debt["questions"][0]
        return head + (
            f"answer {one['number']}: {one['example']}\n" if one["options"] else f"step: {debt['step']}\ndone\n"
        )
    known, otherwise = NIGHT if campaign == "ford-2" else ORDERS, "done\n" if debt["step"] == "set-up" else "pass\n"
    return head + f"step: {debt['step']}\n" + known.get((who, debt["step"]), otherwise)


def send(pbem: Pbem, campaign: str, debt: dict[str, Any], turn: int, *where: str) -> Said:
    """Send it; where the dice have made it impossible, the player passes."""
    text = order_file(campaign, debt, turn)
    Path("orders.txt").write_text(text, encoding="utf-8")
    said = pbem("submit", "orders.txt", *where)
    if said.code and "illegal" in said.out:
        head, _, _ = text.partition(f"step: {debt['step']}\n")
        Path("orders.txt").write_text(f"{head}step: {debt['step']}\npass\n", encoding="utf-8")
        said = pbem("submit", "orders.txt", *where)
    assert said.code == 0, said.out + said.err
    return said


def play_on(pbem: Pbem, campaign: str, *where: str, until: Callable[[dict[str, Any]], bool]) -> list[Said]:
    """Adjudicate and send until the campaign stands where it is wanted; every receipt, in order."""
    said: list[Said] = []
    for _ in range(200):
        done = pbem("adjudicate", *where)
        assert done.code in (0, 3), done.err
        now = pbem("status", "--json", "--side", "all", *where).json
        if until(now):
            return said
        if now["waiting"]:
            debt = next(d for d in now["waiting"] if d["side"])
            said.append(send(pbem, campaign, debt, now["turn"], *where))
    raise AssertionError("the game has no end")
