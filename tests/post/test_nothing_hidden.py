"""Whatever leaves the judge, in every game with secrets: letters, notices, posts and pages name nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.desk.record.eyes import eyes_of, position_seen
from pbem.desk.record.members import seat_of
from pbem.desk.record.state import labels
from pbem.desk.replay.trail import with_whole_trail
from pbem.desk.replay.under_way import under_way
from pbem.desk.site.build import build
from pbem.desk.site.campaign import Wish
from pbem.desk.views.past import facts_of
from pbem.desk.views.steps_seen import step_seen
from pbem.post.forum.making import drafts, news
from pbem.post.forum.settings import Forum
from pbem.post.notices.making import notices
from pbem.post.notices.settings import Subscription
from pbem.store.letters import Going
from tests.games.italia18.test_every_output import texts as with_detachments
from tests.post.offices import Room, address, reply, room

MAILS = {"caporetto": 10, "strafexpedition": 8, "durchbruch": 7, "italia18": 12}
# Nobody on Monte Grappa breaks a regiment down: two detachments stand there from the start, and hide in the sixth mail.
TEXTS = {"italia18": with_detachments}
_WORD = re.compile(r"[\w-]+")
_LONG = 12  # signs: shorter lines, such as `done`, anybody may have written

Said = tuple[str, str, str]  # whose eyes (empty for everybody's), what it is, its words


def letters(judge: Room, new: list[Going]) -> Iterator[Said]:
    """Letters to players."""
    campaign, _ = judge.office.load(name_of(judge))
    for letter in new:
        mail = message_from_bytes(letter.data, policy=SMTP)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        if letter.who:
            side = campaign.side_of(seat_of(letter.who))
            yield side, letter.kind, f"{mail['Subject']}\n{body.get_content() if body else ''}"


def others(judge: Room) -> Iterator[Said]:
    """Notices for everybody and for each side, and the post that a thread would get."""
    office, name = judge.office, name_of(judge)
    campaign, state = office.load(name)
    for side in ("", *campaign.sides):
        to = Subscription("x", "webhook", "https://example.org/hook", side=side)
        for notice in notices(office, name, to):
            yield side, "notice", notice.data("1", office.now).decode()
    span = news(office, campaign, state)
    for draft in drafts(office, Forum(name, "nodebb"), span, boards=False) if span else ():
        yield "", "post", f"{draft.text}\n{draft.bare}"


def pages(judge: Room, folder: Path) -> Iterator[Said]:
    """The site, as everybody may see it."""
    build(judge.office.store, str(folder), Wish())
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".txt", ".atom", ".xml", ".ics", ".json"):
            yield "", path.name, path.read_text(encoding="utf-8", errors="replace")


def name_of(judge: Room) -> str:
    return str(judge.mailed.campaign["name"]).lower()


def secrets_of(judge: Room, side: str) -> tuple[set[str], list[str]]:
    """Units that these eyes do not see, and lines of orders that the other sides have sent."""
    campaign, state = judge.office.load(name_of(judge))
    seen = position_seen(campaign, state.position, eyes_of(campaign, state, side))
    units = {str(unit) for unit in state.position.units if unit not in seen.units}
    sent = [one for who, steps in state.pending.items() if campaign.side_of(who) != side for one in steps.values()]
    return units, [line for one in sent for line in one.lines if len(line) > _LONG]


def named_in_play(judge: Room, side: str) -> set[str]:
    """What a fight has shown to these eyes, though it is hidden again by now: told once, it is no secret."""
    campaign, state = judge.office.load(name_of(judge))
    eyes, store = eyes_of(campaign, state, side), judge.office.store
    trail = with_whole_trail(store, campaign, state).trail
    played = [facts_of(store, campaign.id, label) for label in labels(trail)]
    so_far = under_way(campaign, state)
    steps = [step_seen(campaign, one, eyes)[1] for one in (*played, *([so_far] if so_far else []))]
    return {word for step in steps for fact in step.facts for word in _WORD.findall(str(fact))}


def check(judge: Room, said: Iterator[Said]) -> int:
    """How many secrets there were to be told; none is."""
    count = 0
    sides = ("", *judge.office.load(name_of(judge))[0].sides)
    known = {side: secrets_of(judge, side) for side in sides}
    for side, kind, text in said:
        units, lines = known[side]
        if units.intersection(_WORD.findall(text)):
            units = units - named_in_play(judge, side)
        count += len(units) + len(lines)
        assert not units.intersection(_WORD.findall(text)), (side, kind)
        assert not [line for line in lines if line in text], (side, kind)
    return count


@pytest.mark.parametrize("game", MAILS)
def test_nothing_that_leaves_the_judge_names_what_its_readers_must_not_know(tmp_path: Path, game: str) -> None:
    (tmp_path / "judge").mkdir()
    judge = room(tmp_path / "judge", game, boards=False, texts=TEXTS.get(game, dict)())
    count = most = 0
    judge.run()
    players = {
        address(player).partition("@")[0]: address(player) for player in judge.mailed.campaign["players"].values()
    }
    for number, mail in enumerate(judge.mailed.mails[: MAILS[game]], 1):
        who, before = players[mail["from"].partition("@")[0]], len(judge.bag.letters)
        text = judge.mailed.words(mail["file"]).decode()
        judge.deliver(reply(judge.bag.newest(who), who, text, number))
        judge.run(mail["at"])
        count += check(judge, letters(judge, judge.bag.letters[before:])) + check(judge, others(judge))
        most = max(most, len(secrets_of(judge, "")[0]))
    count += check(judge, pages(judge, tmp_path / "site"))
    assert count > 20  # else the test shows nothing
    assert most > 1 or game not in TEXTS  # there units lay hidden, too
