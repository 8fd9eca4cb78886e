"""Make the recorded game in examples/italia18 anew: two players write their mails, and Monte Grappa is played out.

python tools/examples/make_italia18.py            keeps the mails if they still give the same game, else plays it anew
python tools/examples/make_italia18.py 40         looks at so many seeds at most

What they say to each other is in `italia18_words.py`; their orders are those of the greedy player for the board as
their side sees it. A file holds the Movement and the Combat Phase of a sequence, the second as the writer expects the
board to be; exploitation goes out by itself, once the combats are known, and only if there is something to do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random

from italia18_words import ABOUT, LETTERS, PRESS, SLIPS
from mailing import checked, stamp, write, written
from recorded import MOST, ROOT, Store, opened

from pbem.desk.adjudicating import adjudicate
from pbem.desk.mailed import SCRIPT, Mailed, read_game
from pbem.desk.receiving import receive
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.record.eyes import seen
from pbem.desk.replay.load import load
from pbem.desk.replay.steps import retold
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.turns import sequence
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, play_step
from pbem.kernel.position import Position
from pbem.kernel.text.mail import header_of
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.preferences import Defaults, Preference
from tests.fuzz import italia18_greedy as greedy
from tests.fuzz.driver import RandomFaces, numbered
from tests.fuzz.letters import Letter

CAMPAIGN = {"name": "monte-grappa", "game": "italia18", "scenario": "grappa"}
AT = "2026-12-11T06:00:00Z"
PLAYERS = {"CP": "Anna Berger", "EN": "Bruno Rossi"}
ADDRESSES = {"CP": "anna@example.org", "EN": "bruno@example.org"}
NAMES = {"CP": "central-powers", "EN": "entente"}
FOLDER = os.path.join(ROOT, "examples", "italia18")
MAILS = range(11, 17)  # that a game worth reading takes, with the slip and the answer
DROPPED = 2  # orders that may come to nothing
FOUGHT = 7  # combats
SUMMIT = "2024"


# -- one file ------------------------------------------------------------------------------------------------


def standing(board: Board, side: Side, is_all: bool) -> list[str]:
    """The Entente think of the guns for the summit only at first, and are asked for the others."""
    found = greedy.give_standing(board, side, Random(0))
    return [str(one) for one in found if is_all or not _is_forgotten(one)]


def _is_forgotten(order: Order) -> bool:
    is_gun_line = isinstance(order, Preference) and order.topic == "guns" and order.where != SUMMIT
    return is_gun_line or isinstance(order, Defaults)


def _wrapped(order: Order) -> str:
    """As one would type it."""
    return str(order).replace(" on any:", "\n  on any:")


def body(campaign: Campaign, position: Position, side: Side) -> list[str]:
    """The lines of a file for the step that is owed, and for the combats that follow a Movement Phase."""
    board = Board(campaign.scenario, position)
    orders = greedy.give_orders(board, side, Random(0))
    found = [_wrapped(order) for order in orders] or ["done"]
    if "-move-" not in position.step:
        return found
    number = sequence(board)
    then = expected(campaign, position, side, orders)
    fights = [_wrapped(order) for order in greedy.give_orders(Board(campaign.scenario, then), side, Random(0))]
    found += ["", f"combat-{number}:", *(fights or ["done"])]
    return found if fights else [*found, "", f"exploit-{number}:", "done"]


def expected(campaign: Campaign, position: Position, side: Side, orders: Sequence[Order]) -> Position:
    """The board after the moves, if all goes as ordered."""
    sent = {one: Orders(one, numbered(orders) if one == side else ()) for one in campaign.game.sides}
    played = play_step(campaign.game, campaign.scenario, position, Input(sent, {}, {}), RandomFaces(Random(0)))
    return played.position


# -- the correspondence --------------------------------------------------------------------------------------


def correspondence(store: Store) -> Iterator[Letter]:
    """Every mail of the game, with the one that is refused; the Entente's standing orders go first of all."""
    clock, number, told = datetime.fromisoformat(AT), 1, list[str]()
    adjudicate(store, "", AT)  # as a judge does who opens the campaign
    first = _opening(store)
    yield _received(store, Letter("01-entente-standing-orders.txt", ADDRESSES[EN], stamp(clock), first), False)
    while not (done := adjudicate(store, "", stamp(clock))).is_over:
        debt = done.waiting[0]
        campaign, position = seen(load(store)[0], debt.side, load(store)[1].position)
        occasion = _occasion(campaign, position, debt)
        for is_slip in (True, False) if occasion == "1.1" and debt.side == CP else (False,):
            number, clock = number + 1, clock + timedelta(hours=7, minutes=11 * number % 60)
            is_first = debt.side not in told
            data = _mail(store, campaign, position, debt, occasion, is_slip=is_slip, is_first=is_first)
            name = f"{number:02}-{NAMES[debt.side]}-{_words(occasion)}{'-first-try' if is_slip else ''}.txt"
            yield _received(store, Letter(name, ADDRESSES[debt.side], stamp(clock), data), is_slip)
        told.append(debt.side)


def _received(store: Store, letter: Letter, is_slip: bool) -> Letter:
    receipt = receive(store, "", letter.data, letter.sender, letter.at)
    assert receipt.is_accepted != is_slip, "\n".join([letter.data.decode(), *map(str, receipt.problems)])
    return letter


def _occasion(campaign: Campaign, position: Position, debt: Owed) -> str:
    number = f"{position.turn}.{sequence(Board(campaign.scenario, position))}"
    if debt.kind is Debt.ANSWERS:
        return "answer"
    return f"{number} exploit" if "-exploit-" in debt.step else number


def _words(occasion: str) -> str:
    """`turn-1-sequence-2-exploit` of `1.2 exploit`."""
    number, _, what = occasion.partition(" ")
    turn, _, one = number.partition(".")
    return "-".join(filter(None, (f"turn-{turn}-sequence-{one}" if one else number, what)))


def _opening(store: Store) -> bytes:
    campaign, state = load(store)
    board = Board(campaign.scenario, state.position)
    head = header_of({"campaign": CAMPAIGN["name"], "side": EN, "turn": "1", "step": "combat-1"})
    lines = ["done", "", "exploit-1:", "done"]
    return written(head, lines, standing(board, EN, is_all=False), LETTERS["EN first"], PRESS["EN first"])


def _mail(
    store: Store, campaign: Campaign, position: Position, debt: Owed, occasion: str, *, is_slip: bool, is_first: bool
) -> bytes:
    side, board = Side(debt.side), Board(campaign.scenario, position)
    step = campaign.game.steps(campaign.scenario)[debt.step].kind
    head = header_of({"campaign": CAMPAIGN["name"], "side": side, "turn": str(position.turn), "step": step})
    named = f"{side} {occasion}{' slip' if is_slip else ''}"
    words, press = LETTERS.get(named, LETTERS[side]), PRESS.get(named, "")
    if debt.kind is Debt.ANSWERS:
        lines = [f"answer {one['number']}: {one['example']}" for one in debt.questions]
        return written(head, lines, standing(board, side, is_all=True), words, press)
    lines = body(campaign, position, side)
    told = standing(board, side, is_all=True) if is_first or side == EN else []
    if is_slip:
        return written(head, [*SLIPS, *lines], told, words, press)
    return checked(store, head, lines, told, words, press)


# -- the game ------------------------------------------------------------------------------------------------


def played(seed: str) -> tuple[list[Letter], str]:
    """The mails under a seed, and why they are not worth reading."""
    with opened(Mailed("", {**CAMPAIGN, "seed": seed, "at": AT, "players": PLAYERS}, ())) as store:
        letters = list(correspondence(store))
        facts = [fact for told in retold(store.entries(CAMPAIGN["name"])) for fact in told.step.facts]
    kinds = [fact.kind for fact in facts]
    answers = [one for one in letters if "answer" in one.file]
    dropped, fought = kinds.count("dropped"), kinds.count("combat")
    is_good = len(letters) in MAILS and len(answers) == 1 and dropped <= DROPPED and fought >= FOUGHT
    verdict = next(fact.about["text"] for fact in facts if fact.kind == "victory")
    why = f"{len(letters)} mails, {len(answers)} answers, {dropped} dropped, {fought} combats, {verdict}"
    return letters, "" if is_good and kinds.count("taken") >= 3 else why


def main(most: int) -> None:
    """The seed of the folder first, then others."""
    known = [read_game("italia18").campaign["seed"]] if os.path.exists(os.path.join(FOLDER, SCRIPT)) else []
    for seed in dict.fromkeys([*known, *(f"Monte Santo della Patria {number}" for number in range(1, most + 1))]):
        letters, why = played(seed)
        print(f"{seed}: {why or 'fits'}", flush=True)
        if not why:
            write(
                "italia18",
                ABOUT,
                {**CAMPAIGN, "seed": seed, "at": AT, "players": PLAYERS, "addresses": ADDRESSES},
                letters,
            )
            return
    sys.exit(f"none of {most} seeds fits")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOST)
