"""Playing the guest game through the command line: what each player answers when he is waited for, and what he asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.cli.conftest import Pbem, Said

HERE = Path(__file__).parent
CASES = sorted(map(str, (HERE / "cases").glob("*.case")))
Debt = Mapping[str, Any]

# What is sent for a step by whom, in either turn; everything else is `pass` or the example that the question shows.
ORDERS = {
    ("NO", "set-up"): "choose east\ncorps-I:\nmove N1 W0201, pontoon W0201/W0301, W0301 else W0202\n"
    "plan if W0302 occupied and turn <= 1:\nattack W0302 with N2 if odds >= 1:1\nplan: pass\n",
    ("SO.west", "set-up"): "mine W0301\nstanding:\nreact: no\nlosses: S1, S2\n",
    ("SO.east", "set-up"): "dummy S4\nstanding:\nreact: no\n",
    ("SO.west", "corps-X"): "plan if fresh and turn <= 1: blow W0202/W0302\nplan: rebuild W0202/W0302\n",
    ("NO", "day"): "brigade N2\nbrigade N3\n",
    ("NO", "no-action-1"): "attack W0302 with N2\n",
}
NIGHT = {
    ("NO", "set-up"): "choose west\ncorps-I:\nattack 0302 with N2\ncorps-II:\nattack 0302 with N4\n",
    ("SO.west", "set-up"): "mine 0301\nstanding:\nreact: yes\nlosses: S1, S2\n",
    ("SO.east", "set-up"): "dummy S4\naction-1:\npass\n",
    ("SO.west", "corps-X"): "plan if fresh: pass\nplan: blow 0202/0302\n",
    ("NO", "day"): "brigade N2\nbrigade N4\n",
    ("NO", "no-action-1"): "attack 0302 with N2\n",
}
# Nobody fights: the North moves in its first action, and the South reacts with what it has filed for its own.
QUIET = {
    ("NO", "set-up"): "choose west\n",
    ("SO.west", "set-up"): "done\nstanding:\nreact: yes\n",
    ("SO.east", "set-up"): "done\nstanding:\nreact: yes\n",
    ("NO", "day"): "brigade N1\nbrigade N2\n",
    ("SO.west", "day"): "brigade S1\nbrigade S2\naction-1:\nblow W0202/W0302\n",
    ("SO.east", "day"): "done\naction-1:\npass\n",
    ("NO", "no-action-1"): "move N1 W0201\n",
}
FILES = {"ford-1": ORDERS, "ford-2": NIGHT, "ford-3": QUIET}


def order_file(campaign: str, debt: Debt, turn: int) -> str:
    """What the player who is waited for sends."""
    who = debt.get("seat") or debt["side"]
    head = f"campaign: {campaign}\nside: {who}\nturn: {turn}\n"
    if debt["questions"]:
        one = debt["questions"][0]
        asked = f"answer {one['number']}: {one['example']}\n"
        return head + (asked if one["options"] else f"step: {debt['step']}\ndone\n")
    otherwise = "done\n" if debt["step"] in ("set-up", "day") else "pass\n"
    return head + f"step: {debt['step']}\n" + FILES[campaign].get((who, debt["step"]), otherwise)


def send(pbem: Pbem, campaign: str, debt: Debt, turn: int, *where: str) -> Said:
    """Check it and send it; where the dice have made it impossible, the player passes."""
    text = order_file(campaign, debt, turn)
    Path("orders.txt").write_text(text, encoding="utf-8")
    checked, said = pbem("check", "orders.txt", *where), pbem("submit", "orders.txt", *where)
    assert checked.code == said.code, checked.out + said.out
    if said.code and "illegal" in said.out:
        head, _, _ = text.partition(f"step: {debt['step']}\n")
        Path("orders.txt").write_text(f"{head}step: {debt['step']}\npass\n", encoding="utf-8")
        said = pbem("submit", "orders.txt", *where)
    assert said.code == 0, said.out + said.err
    return said


def play_on(pbem: Pbem, campaign: str, *where: str, until: Callable[[Debt], bool]) -> list[Debt]:
    """Adjudicate and send until the campaign stands where it is wanted; what was owed, in order."""
    debts: list[Debt] = []
    for _ in range(200):
        done = pbem("adjudicate", *where)
        assert done.code in (0, 3), done.err
        now = pbem("status", "--json", "--side", "all", *where).json
        if until(now):
            return debts
        if now["waiting"]:
            debts.append(next(d for d in now["waiting"] if d["side"]))
            send(pbem, campaign, debts[-1], now["turn"], *where)
    raise AssertionError("the game has no end")


def look_around(pbem: Pbem, campaign: str, unit: str, target: str, *where: str) -> None:
    """What the North can ask while the game goes on; every command answers in the words of this game."""
    sheet = pbem("sheet", "--side", "NO", *where).out
    assert f"#   {unit}  X" in sheet
    moves = pbem("moves", unit, "--side", "NO", "--json", *where).json
    assert (moves["unit"], [way["name"] for way in moves["ways"]]) == (unit, ["move"])
    odds = pbem("odds", f"attack {target} with {unit}", "--side", "NO", *where).out
    assert "across the river [3.1]" in odds
    assert "/36" in odds
    tried = f"campaign: {campaign}\nside: NO\nturn: 1\nstep: set-up\nchoose west\n"
    Path("try.txt").write_text(tried, encoding="utf-8")
    assert pbem("check", "try.txt", *where).code == 0
    assert pbem("try", "try.txt", *where).code == 0
    assert pbem("rules", "ford", "2.2").out.startswith("2.2 Pontoons")
    assert pbem("case", *CASES).code == 0


def keep(pbem: Pbem, *where: str) -> None:
    """A game that is over: its last post, board and luck, and an archive that proves itself and can be played on."""
    assert "The plan was" in pbem("report", *where).out
    assert pbem("board", "--out", "board.png", *where).code == 0
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")
    luck = pbem("luck", *where)
    assert (luck.code, "crt" in luck.out) == (0, True)
    assert pbem("verify", *where).code == 0
    assert pbem("archive", "--out", "ford.zip", *where).code == 0
    assert pbem("verify", "ford.zip").code == 0
    assert pbem("restore", "ford.zip", "--db", "again.db").code == 0
    assert pbem("verify", "--db", "again.db").code == 0
    assert pbem("history", "--db", "again.db").out.splitlines()[-1] == pbem("history", *where).out.splitlines()[-1]
