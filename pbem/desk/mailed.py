"""A game as it was mailed: played again mail by mail, with receipts, questions, reports and boards on the way.

[campaign]
name = "caporetto-1917"          # game, scenario, players, their addresses, seed and the time of opening
[[mail]]
file = "02-central-powers-turn-1.txt"
from = "anna@example.org"
at = "2026-10-24T18:05:00Z"

What needs no orders is played as soon as the campaign is open, as a judge does. Where the folder has its own data
files, in `data/`, the campaign is opened with these, whatever is shipped by then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.desk.record.debts import Debt
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.views.picture import picture
from pbem.desk.views.telling import tale
from pbem.errors import UsageError
from pbem.values import dataclass

if TYPE_CHECKING:
    from pbem.desk.adjudicating import Adjudicated
    from pbem.desk.inbox.receipts import Receipt
    from pbem.store.store import Store

Write = Callable[[str, bytes], None]  # name of a file inside the folder, its bytes
Tell = Callable[[str], None]
SCRIPT, DATA = "game.toml", "data"


@dataclass(frozen=True, slots=True)
class Mailed:
    """The script of a recorded game and the folder it lies in."""

    folder: str
    campaign: Mapping[str, Any]
    mails: tuple[Mapping[str, str], ...]
    texts: Mapping[str, str] | None = None  # data files of its own

    def order_file(self, name: str) -> bytes:
        """A mail as it came."""
        with open(os.path.join(self.folder, "orders", name), "rb") as file:
            return file.read()

    def words(self, name: str) -> bytes:
        """The text of a mail, without the header above it: what the judge at the mailbox puts on record."""
        data = self.order_file(name)
        return data.partition(b"\n\n")[2] if data.startswith(b"From: ") else data


def read_game(game: str) -> Mailed:
    """The recorded game of a game, from the examples that travel with the program."""
    from pbem import library

    folder = os.path.join(library.folder("examples"), game)
    if not os.path.exists(os.path.join(folder, SCRIPT)):
        raise UsageError(f"there is no recorded game of {game!r} in {folder}")
    return read_mailed(folder)


def read_mailed(folder: str) -> Mailed:
    """The recorded game that lies in a folder."""
    from pbem.library.texts import read_text, read_toml

    values = read_toml(read_text(os.path.join(folder, SCRIPT)), SCRIPT)
    own = os.path.join(folder, DATA)
    files = sorted(os.listdir(own)) if os.path.isdir(own) else []
    texts = {file: read_text(os.path.join(own, file)) for file in files}
    return Mailed(folder, values["campaign"], tuple(values["mail"]), texts or None)


def open_mailed(store: Store, mailed: Mailed) -> None:
    """Open the campaign of the recorded game."""
    from pbem.desk.addresses import set_address
    from pbem.desk.opening import open_campaign
    from pbem.dice.seal import secret_from_text

    about = mailed.campaign
    open_campaign(
        store, about["name"], about["game"], about["scenario"], options=about.get("options", {}),
        players=about["players"], secret=secret_from_text(about["seed"]), now=about["at"], texts=mailed.texts,
    )  # fmt: skip
    for who, address in about.get("addresses", {}).items():
        set_address(store, about["name"], who, address)


@dataclass(slots=True)
class Player:
    """Plays the mails one after the other and hands everything that is written to `write`."""

    store: Store
    mailed: Mailed
    write: Write
    tell: Tell
    boards: bool = True
    steps: int = 0
    progress: Progress = silent

    def play(self) -> None:
        """All mails, after whatever needs none."""
        self._begin()
        for number, mail in enumerate(self.mailed.mails, 1):
            self.progress(number, len(self.mailed.mails), mail["file"])
            self._take(mail)

    def _begin(self) -> None:
        from pbem.desk.adjudicating import adjudicate

        self._ran("opening.txt", adjudicate(self.store, "", self.mailed.campaign["at"]))

    def _take(self, mail: Mapping[str, str]) -> None:
        from pbem.desk.adjudicating import adjudicate
        from pbem.desk.receiving import receive

        data = self.mailed.order_file(mail["file"])
        self.write(f"orders/{mail['file']}", data)
        receipt = receive(self.store, "", self.mailed.words(mail["file"]), mail["from"], mail["at"])
        self._receipt(mail["file"], receipt)
        if receipt.is_accepted:
            self._ran(mail["file"], adjudicate(self.store, "", mail["at"]))

    def _receipt(self, file: str, receipt: Receipt) -> None:
        from pbem.desk.replay.load import load
        from pbem.desk.views.pages import receipt_page
        from pbem.desk.views.post import side_names

        page = receipt_page(receipt, side_names(load(self.store)[0]))
        self.write(f"receipts/{file}", page.text.encode())
        found = len(receipt.problems)
        about = f", {found} problem{'s' if found != 1 else ''}" if found else ""
        self.tell(f"  {file}: {receipt.verdict}{about}")

    def _ran(self, file: str, done: Adjudicated) -> None:
        from pbem.desk.outbox.making import messages

        for ran in done.ran:
            if ran.is_complete:
                self._publish(ran.label, ran.title)
        for message in messages(self.store, boards=False) if any(debt.questions for debt in done.waiting) else ():
            if Debt.ANSWERS.value in message.owes:
                self.write(f"questions/after-{file}", message.text.encode())
                self.tell(f"    {message.subject}: questions/after-{file}")

    def _publish(self, label: str, title: str) -> None:
        """Report and board of a step."""
        from pbem.desk.views.posts import report

        self.steps += 1
        name = f"{self.steps:02}-{label.replace('/', '-')}"
        board = self._board(label) if self.boards else b""
        page = report(self.store, "", label, picture=f"../boards/{name}.png" if board else "")
        self.write(f"reports/{name}.txt", page.text.encode())
        if board:
            self.write(f"boards/{name}.png", board)
        self.tell(f"    {label}: {title}")

    def _board(self, label: str) -> bytes:
        """The place where something happened; at the end of a turn else the whole map; nothing after a quiet step."""
        from pbem.desk.record.eyes import eyes_of
        from pbem.desk.replay.load import load
        from pbem.desk.views.past import facts_of
        from pbem.desk.views.steps_seen import step_seen

        campaign, state = load(self.store)
        campaign, found = step_seen(campaign, facts_of(self.store, "", label), eyes_of(campaign, state, ""))
        told = tale(campaign, found.after, found.facts)
        is_quiet = not told.events
        if is_quiet and found.after.turn == found.turn:
            return b""
        title = f"{campaign.name}, turn {found.turn}. {found.title}"
        return picture(campaign, found.after, told, scale=None, crop=None if is_quiet else "auto", title=title)
