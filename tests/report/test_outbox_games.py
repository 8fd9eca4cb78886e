"""The messages of both recorded games, mail by mail: what leaves the program can be answered, and tells no secrets."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.checking import check
from pbem.desk.mailed import open_mailed, read_game
from pbem.desk.outbox.eml import as_eml
from pbem.desk.outbox.making import messages
from pbem.desk.outbox.message import Message
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.past import position_now
from pbem.desk.views.spans import new_steps
from pbem.games.caporetto.fog import hidden_from, revealed
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.store import open_store
from pbem.store.store import Store
from tests.report.foggy import named_in


class Sent(NamedTuple):
    """A message as it was made behind a mail of the game, with what it may not name, and what a check says of it."""

    after: str
    message: Message
    hidden: list[str]
    unedited: str
    edited: str


def unknown(store: Store, side: str) -> list[str]:
    """The enemy units that a side knows neither now nor from any step that is new to it."""
    campaign, state = load(store)
    if campaign.game.name != "caporetto" or campaign.step_of(state) is None:
        return []
    scenario = campaign.scenario
    now = Board(scenario, position_now(campaign, state))
    seen = [unit for step in new_steps(store, campaign, state, side) for unit in known_in(step, now, side)]
    return [unit for unit in hidden_from(now, Side(side)) if unit not in seen]


def known_in(step: StepFacts, now: Board, side: str) -> list[str]:
    boards = [Board(now.scenario, position) for position in (step.before, step.after)]
    watched = [u for board in boards for u in board.on_map() if u not in hidden_from(board, Side(side))]
    return [*watched, *revealed(step.facts)]


def answered(text: str, line: str = "") -> bytes:
    """A reply that quotes the whole message; with a line, that line is written into its block."""
    edited = text.replace("=== end of orders ===", f"{line}\n=== end of orders ===") if line else text
    return ("Here it is.\n\n" + "\n".join(f"> {row}" for row in edited.splitlines())).encode()


def verdict(store: Store, data: bytes) -> str:
    receipt = check(store, "", data)
    return "accepted" if receipt.is_accepted else "; ".join(problem.why for problem in receipt.problems)


@pytest.fixture(scope="module", params=["gwe", "caporetto"])
def sent(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    return list(every_message(str(request.param), tmp_path_factory.mktemp("outbox")))


def every_message(game: str, folder: Path) -> Iterator[Sent]:
    mailed = read_game(game)
    store = open_store(str(folder / "pbem.db"), create=True)
    open_mailed(store, mailed)
    for mail in mailed.mails:
        if receive(store, "", mailed.order_file(mail["file"]), mail["from"], mail["at"]).is_accepted:
            adjudicate(store, "", mail["at"])
        for message in messages(store, boards=False):
            has_block = "=== orders ===" in message.text and "answers" not in message.owes
            said = verdict(store, answered(message.text)) if has_block else ""
            done = verdict(store, answered(message.text, "done")) if "orders" in message.owes else ""
            yield Sent(mail["file"], message, unknown(store, message.who), said, done)


def test_no_message_names_what_its_reader_may_not_know(sent: list[Sent]) -> None:
    for one in sent:
        assert named_in(one.message.text, one.hidden) == [], (one.after, one.message.who)
        assert named_in(as_eml(one.message), one.hidden) == [], (one.after, one.message.who)
    if sent[0].message.campaign == "isonzo-1917":
        assert sum(len(one.hidden) for one in sent) > 100


def test_a_reply_that_quotes_the_message_brings_the_block_in_it(sent: list[Sent]) -> None:
    """Nothing else in it passes for a block, a header or the beginning of an older mail."""
    assert {one.edited for one in sent if one.edited} == {"accepted"}
    unedited = {one.unedited for one in sent if one.unedited}
    for said in unedited:
        assert "unedited" in said or "gives no orders" in said or said == "accepted", said


def test_every_message_asks_for_something_or_says_who_is_waited_for(sent: list[Sent]) -> None:
    for one in sent:
        head = one.message.text.partition("Turn ")[0]
        assert ("We need your" in head) == bool(one.message.owes), one.message.subject
        assert "We need your" in head or "You have nothing to send now. The game is waiting for" in " ".join(
            head.split()
        )
        assert one.message.subject.endswith(f"[{one.message.who}]")


def test_no_mail_has_a_line_that_a_program_would_wrap(sent: list[Sent]) -> None:
    for one in sent:
        mail = email.message_from_bytes(as_eml(one.message), policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body()  # board and position are attached
        assert body is not None, one.after
        lines = body.get_content().splitlines()
        assert lines == one.message.text.splitlines()
        assert [line for line in lines if len(line) > 78 or line != line.rstrip()] == [], one.after
