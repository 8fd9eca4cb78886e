"""Make the recorded game in examples/durchbruch anew: two players write their mails, and the scenario is played out.

python tools/examples/make_durchbruch.py            keeps the mails if they still give the same game, else plays it anew
python tools/examples/make_durchbruch.py 40         looks at so many seeds at most

What they say to each other is in `durchbruch_words.py`; their orders are those of the greedy player for the board as
their side sees it. So the game is legal whatever has changed in the rules, and stays worth reading.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from durchbruch_words import ABOUT, CORPS_WORDS, LETTERS, PRESS, SCRIPT_WORDS, SLIPS
from mailing import checked, stamp, write, written
from recorded import MOST, ROOT, Store, opened

from pbem.desk.adjudicating import adjudicate
from pbem.desk.mailed import SCRIPT, Mailed, read_game
from pbem.desk.receiving import receive
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.replay.load import load
from pbem.desk.replay.steps import retold
from pbem.games.durchbruch.by_mail.orders import Attack, Fire, Move
from pbem.games.durchbruch.cup import CHITS, STEPS
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import header_of
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.fuzz import durchbruch_greedy as greedy
from tests.fuzz.durchbruch_filing import sections
from tests.fuzz.letters import Letter

CAMPAIGN = {"name": "isonzo-24-october", "game": "durchbruch", "scenario": "oct24"}
AT = "2026-10-24T06:00:00Z"
PLAYERS = {"AG": "Anna Berger", "IT": "Bruno Rossi"}
FOLDER = os.path.join(ROOT, "examples", "durchbruch")
MAILS = range(10, 17)  # that a game worth reading takes
DROPPED = 12  # orders that may come to nothing


# -- one file ------------------------------------------------------------------------------------------------


def standing(board: Board, side: Side, is_all: bool) -> list[str]:
    """The Italians forget their guns at first, and are asked."""
    found = greedy.give_standing(board, side, Random(0))
    kept = [one for one in found if is_all or not _is_forgotten(one)]
    return [str(one) for one in kept]


def _is_forgotten(order: Order) -> bool:
    return isinstance(order, Defaults) or (isinstance(order, Preference) and order.topic == "support")


def section(board: Board, corps: str, orders: Sequence[Order]) -> list[str]:
    """What is meant while no enemy has acted, and what of it still holds afterwards."""
    first = [f"# {CORPS_WORDS[corps]}", "plan if fresh:", *map(_wrapped, orders)]
    fighting = [unit for order in orders if isinstance(order, Attack) for unit in order.units]
    later = [
        _if_still(board, order)
        for order in orders
        if isinstance(order, Attack | Fire)
        or (isinstance(order, Move) and any(unit in fighting for unit in order.units))
    ]
    if not later:
        return first
    return [*first, "plan:  # if the enemy was quicker", *map(_wrapped, later)]


def _if_still(board: Board, order: Attack | Fire | Move) -> Order:
    """The order, if who goes stands where he stood, and whom it is aimed at too."""
    if isinstance(order, Fire):
        return replace(order, conditions=(Condition(f"{order.target} occupied"),))
    if isinstance(order, Move):
        here = [Condition(f"{order.units[0]} at {board.place(order.units[0])}")]
        return order if order.enters else replace(order, conditions=tuple(here))
    return replace(order, conditions=(Condition(f"{order.target} occupied"), *order.conditions))


def _wrapped(order: Order) -> str:
    """As one would type it."""
    return str(order).replace(" on far:", "\n  on far:").replace(" on vacated:", "\n  on vacated:")


def body(board: Board, side: Side, step: str, number: int) -> list[str]:
    """The lines of a file for the step that is owed, with every corps that may still be drawn."""
    if step not in CHITS:
        return [_wrapped(order) for order in greedy.give_orders(board, side, Random(number))] or ["done"]
    found: list[str] = []
    for corps, one in sections(board, side).items():
        head = [] if STEPS[corps] == step else ["", f"{STEPS[corps]}:"]
        found += [*head, *section(board, corps, one.orders)]
    return found


# -- the correspondence --------------------------------------------------------------------------------------


def correspondence(store: Store) -> Iterator[Letter]:
    """Every mail of the game, with the one that is refused."""
    clock, number, count = datetime.fromisoformat(AT), 0, dict[str, int]()
    while not (done := adjudicate(store, "", stamp(clock))).is_over:
        campaign, state = load(store)
        debt = done.waiting[0]
        kind = "answer" if debt.kind is Debt.ANSWERS else debt.step
        for is_slip in (True, False) if kind == "surprise" else (False,):
            number, clock = number + 1, clock + timedelta(hours=7, minutes=11 * number % 60)
            board = Board(campaign.scenario, state.position)
            data = _mail(store, board, debt, kind, number, is_slip, count.get(debt.side, 0))
            count[debt.side] = count.get(debt.side, 0) + 1
            letter = Letter(
                _name(number, debt.side, board.turn, kind, is_slip), ADDRESSES[debt.side], stamp(clock), data
            )
            receipt = receive(store, "", data, letter.sender, letter.at)
            assert receipt.is_accepted != is_slip, "\n".join([data.decode(), *map(str, receipt.problems)])
            yield letter


ADDRESSES = {"AG": "anna@example.org", "IT": "bruno@example.org"}


def _name(number: int, side: str, turn: int, kind: str, is_slip: bool) -> str:
    who = {"AG": "austro-germans", "IT": "italians"}[side]
    what = f"turn-{turn}" if kind in CHITS else kind
    return f"{number:02}-{who}-{what}{'-first-try' if is_slip else ''}.txt"


def _mail(store: Store, board: Board, debt: Owed, kind: str, number: int, is_slip: bool, sent: int) -> bytes:
    side = Side(debt.side)
    head = header_of({"campaign": CAMPAIGN["name"], "side": side, "turn": str(board.turn), "step": debt.step})
    named = f"{side} {kind if kind not in CHITS else board.turn}{' slip' if is_slip else ''}"
    words, press = LETTERS.get(named, LETTERS[side]), PRESS.get(named, "")
    if kind == "answer":
        lines = [f"answer {one['number']}: {one['example']}" for one in debt.questions]
        return written(head, lines, standing(board, side, is_all=True), words, press)
    lines = body(board, side, debt.step, number)
    told = standing(board, side, is_all=side == "AG") if not sent else []
    if is_slip:
        return written(head, [*SLIPS, *lines], told, words, press)
    return checked(store, head, lines, told, words, press)


# -- the game ------------------------------------------------------------------------------------------------


def played(seed: str) -> tuple[list[Letter], str]:
    """The mails under a seed, and why they are not worth reading."""
    campaign = {**CAMPAIGN, "seed": seed, "at": AT, "players": PLAYERS}
    with opened(Mailed("", campaign, ())) as store:
        letters = list(correspondence(store))
        entries = store.entries(CAMPAIGN["name"])
        dropped = sum(1 for told in retold(entries) for fact in told.step.facts if fact.kind == "dropped")
    answers = [one for one in letters if "answer" in one.file]
    if len(letters) not in MAILS or not answers or dropped > DROPPED:
        return letters, f"{len(letters)} mails, {len(answers)} answers, {dropped} orders dropped"
    return letters, ""


def main(most: int) -> None:
    """The seed of the folder first, then others."""
    known = [read_game("durchbruch").campaign["seed"]] if os.path.exists(os.path.join(FOLDER, SCRIPT)) else []
    for seed in dict.fromkeys([*known, *(f"Wunder von Karfreit {number}" for number in range(1, most + 1))]):
        letters, why = played(seed)
        print(f"{seed}: {why or 'fits'}", flush=True)
        if not why:
            about = {**CAMPAIGN, "seed": seed, "at": AT, "players": PLAYERS, "addresses": ADDRESSES}
            write("durchbruch", ABOUT + SCRIPT_WORDS, about, letters)
            return
    sys.exit(f"none of {most} seeds fits")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOST)
