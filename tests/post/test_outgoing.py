"""Every letter that goes out, read for what its reader must not know: hidden units, other sides' orders, tokens."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.desk.mailed import Mailed
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.members import seat_of
from pbem.desk.record.people import Role
from pbem.desk.roster import set_addresses, set_wishes
from pbem.desk.seating import seat
from pbem.store.letters import Going
from tests.post.offices import Room, address, reply, room


def text_of(letter: Going) -> str:
    mail = message_from_bytes(letter.data, policy=SMTP)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    return f"{mail['Subject']}\n{body.get_content() if body else ''}"


def watched(judge: Room, mailed: Mailed, check: Callable[[Going], None]) -> None:
    """Every mail of a game; each new letter is handed to `check` as the campaign stands then."""
    judge.run()
    players = [address(name) for name in mailed.campaign["players"].values()]
    for number, mail in enumerate(mailed.mails, 1):
        who = next(one for one in players if one.partition("@")[0] in mail["from"])
        before = len(judge.bag.letters)
        judge.deliver(reply(judge.bag.newest(who), who, mailed.words(mail["file"]).decode(), number))
        judge.run(mail["at"])
        for letter in judge.bag.letters[before:]:
            check(letter)


def test_no_letter_names_a_unit_that_its_reader_does_not_see(tmp_path: Path) -> None:
    judge = room(tmp_path, "durchbruch", boards=False)
    name = judge.mailed.campaign["name"].lower()
    store, side = judge.office.store, next(iter(judge.mailed.campaign["players"]))
    for role, player in ((Role.DEPUTY, "Dora"), (Role.OBSERVER, "Otto")):
        seat(store, name, side, player, role, judge.office.now)
        set_addresses(store, name, set_wishes(store, name, side, player, {}), [address(player)])
    mailed = Mailed(judge.mailed.folder, judge.mailed.campaign, judge.mailed.mails[:6])
    read: list[str] = []
    secrets: list[str] = []  # units and orders that somebody must not know

    def check(letter: Going) -> None:
        if not letter.who:
            return
        campaign, state = judge.office.load(name)
        own = campaign.side_of(seat_of(letter.who))
        seen = position_seen(campaign, state.position, own_eyes(campaign, state, own))
        hidden = [unit for unit in state.position.units if unit not in seen.units]
        secrets.extend(map(str, hidden))
        words = text_of(letter).replace("\r\n", "\n").split()
        told = {word.strip(".,;:()[]") for word in words}
        assert not [unit for unit in hidden if str(unit) in told], (letter.who, letter.kind)
        for other in campaign.senders:
            if campaign.side_of(other) != own:
                lines = [line for sent in state.pending.get(other, {}).values() for line in sent.lines]
                secrets.extend(line for line in lines if len(line) > 12)
                assert not [line for line in lines if len(line) > 12 and line in text_of(letter)], letter.who
        read.append(letter.who)

    watched(judge, mailed, check)
    assert len(secrets) > 20  # else the test shows nothing
    assert {f"{side}/Dora", f"{side}/Otto"} <= set(read)
    observers = [letter for letter in judge.bag.letters if letter.who == f"{side}/Otto"]
    assert {letter.kind for letter in observers} == {"report"}
    assert all("=== orders ===" not in text_of(letter) for letter in observers)
