"""Posting in a thread: once, whatever the forum answers; in parts that fit; each verifies as it is read back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.judging import judge as verify
from pbem.desk.mailed import read_game
from pbem.desk.views.fitted import place_for
from pbem.desk.views.spans import Span
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.post.carriers import Temporary
from pbem.post.forum import posting
from pbem.post.forum.discourse import Discourse
from pbem.post.forum.kinds import KINDS
from pbem.post.forum.making import PICTURE, POST, Draft, draft_of, drafts, make, put
from pbem.post.forum.marks import mark, marks_in
from pbem.post.forum.nodebb import NodeBB
from pbem.post.forum.posting import post_waiting
from pbem.post.forum.running import corrected, planned, posted
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Made, Posted, Thread
from pbem.post.office import Office
from pbem.post.settings import SendSettings, Settings
from pbem.store.letters import FORUM, Stage
from tests.games.recorded import store_after
from tests.post.forums import TOKEN, FakeForum, forum_server

LATER = "2027-06-01T00:00:00Z"
GAMES = {"gwe": tuple(KINDS), "caporetto": ("bgg",), "durchbruch": ("nodebb",), "strafexpedition": ("nodebb",)}


def office_of(folder: Path, game: str = "gwe", mails: int = 2) -> tuple[Office, str]:
    """A post room with a copy of that store."""
    store, name = store_after(game, mails, folder / "pbem.db"), read_game(game).campaign["name"].lower()
    settings = Settings(str(folder / "mail.toml"), send=SendSettings(per_hour=10_000))
    return Office(store, settings, LATER, b""), name


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_FORUM_TOKEN", TOKEN)


@pytest.fixture(name="fake")
def _fake() -> Iterator[FakeForum]:
    with forum_server() as fake:
        yield fake


def later(office: Office, seconds: int) -> None:
    office.now = iso_of(seconds_of(office.now) + seconds)


def thread_to(fake: FakeForum, campaign: str, kind: str) -> tuple[Forum, Thread]:
    forum = fake.forum(campaign, kind)
    return forum, NodeBB(forum) if kind == "nodebb" else Discourse(forum)


def once(office: Office, forum: Forum, thread: Thread) -> int:
    make(office, forum, boards=False)
    return post_waiting(office, forum, thread, lambda seconds: None)


@pytest.mark.parametrize("kind", ["nodebb", "discourse"])
def test_a_post_goes_out_with_its_board_and_only_once(tmp_path: Path, fake: FakeForum, kind: str) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, kind)
    assert posted(office, forum, thread) == 1
    assert len(fake.own) == len(fake.pictures) == 1
    assert b"\x89PNG" in fake.pictures[0]
    address = "/assets/uploads/files/1794916607742-board.png" if kind == "nodebb" else "upload://abc.png"
    assert address in fake.own[0].raw
    assert posted(office, forum, thread) == 0
    assert len(fake.own) == 1


@pytest.mark.parametrize("kind", ["nodebb", "discourse"])
@pytest.mark.parametrize("fault", ["late", "html late", "queue late"])
def test_an_answer_that_never_came_makes_no_double(tmp_path: Path, fake: FakeForum, kind: str, fault: str) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, kind)
    fake.faults = [fault]
    once(office, forum, thread)
    later(office, 3600)
    once(office, forum, thread)
    assert len(fake.own) + len(fake.queue) == 1
    assert not office.letters.going(Stage.WAITING, channel=FORUM)


@pytest.mark.parametrize("kind", ["nodebb", "discourse"])
@pytest.mark.parametrize(
    ("fault", "stage", "words"),
    [
        ("401", Stage.FAILED, "The token is not known there"),
        ("403", Stage.FAILED, "may not do this"),
        ("404", Stage.FAILED, "no such topic or route"),
        ("429", Stage.WAITING, "slow down"),
        ("html", Stage.WAITING, "answers 502"),
        ("away", Stage.FAILED, "not followed"),
        ("queue", Stage.SENT, "post queue"),
    ],
)
def test_what_a_forum_refuses_is_said_and_tried_again_only_if_it_may_pass(
    tmp_path: Path, fake: FakeForum, kind: str, fault: str, stage: Stage, words: str
) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, kind)
    fake.faults = [fault]
    once(office, forum, thread)
    (letter,) = office.letters.going(channel=FORUM)
    assert (letter.stage, words in letter.why) == (stage, True), letter.why
    assert TOKEN not in "\n".join([letter.why, *office.told])
    later(office, 3600)
    once(office, forum, thread)
    assert len(fake.own) == (1 if stage is Stage.WAITING else 0)
    assert len(fake.queue) == (1 if fault == "queue" else 0)


def test_a_forum_that_asks_to_wait_is_left_alone_for_so_long(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    fake.faults = ["429"]
    once(office, forum, thread)
    later(office, 80)
    asked = len(fake.asked)
    once(office, forum, thread)
    assert len(fake.asked) == asked  # nothing is asked before the time
    later(office, 20)
    assert once(office, forum, thread) == 1


@pytest.mark.parametrize("fault", ["html page", "away"])
def test_a_thread_that_cannot_be_read_is_not_posted_to(tmp_path: Path, fake: FakeForum, fault: str) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    fake.faults = [fault]
    assert once(office, forum, thread) == 0
    assert fake.own == []
    assert not [one for one in fake.asked if one[0] == "POST"]


def test_a_wrong_token_is_named_and_never_shown(
    tmp_path: Path, fake: FakeForum, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_FORUM_TOKEN", TOKEN[::-1])
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    once(office, forum, thread)
    (letter,) = office.letters.going(channel=FORUM)
    assert "The token is not known there" in letter.why
    assert TOKEN[::-1] not in repr((letter.why, office.told, forum, letter.data))


class Killed(BaseException):
    """The machine went out."""


class Crashing:
    """A thread in which the program dies, or hears nothing, before or after each request."""

    def __init__(self, thread: Thread, dice: random.Random) -> None:
        self.thread, self.dice = thread, dice

    def _ask(self, asked: Callable[..., Any], *words: str | bytes) -> Any:
        at = self.dice.randrange(6)
        if at == 0:
            raise Killed
        found = asked(*words)
        if at in (1, 2):
            raise Killed
        if at == 3:
            raise Temporary("timed out")
        return found

    def posts(self) -> Sequence[Posted]:
        return list(self._ask(self.thread.posts))

    def queued(self) -> Sequence[str]:
        return self.thread.queued()

    def reply(self, text: str) -> Made:
        found: Made = self._ask(self.thread.reply, text)
        return found

    def edit(self, id: str, text: str) -> None:
        self._ask(self.thread.edit, id, text)

    def picture(self, name: str, data: bytes) -> str:
        return str(self._ask(self.thread.picture, name, data))


@pytest.mark.parametrize("kind", ["nodebb", "discourse"])
def test_a_hundred_crashes_between_request_and_answer_make_no_double(
    tmp_path: Path, fake: FakeForum, kind: str
) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, kind)
    dice, crashes, number = random.Random(7), 0, 0
    while crashes < 100:
        number += 1
        queue(office, forum, number, parts=1 + number % 3, board=b"PNG" if number % 2 else b"")
        while left := [one for one in office.letters.going(channel=FORUM) if one.stage is not Stage.SENT]:
            later(office, 1_000_000)
            for letter in left:  # given up after many timeouts: the moderator says `--again`
                office.letters.mark(letter, Stage.WAITING, tries=0 if letter.stage is Stage.FAILED else letter.tries)
            try:
                post_waiting(office, forum, Crashing(thread, dice), lambda seconds: None)
            except Killed:
                crashes += 1
        fake.posts[:] = [] if len(fake.posts) > 40 and _note(fake, office) else fake.posts
    _note(fake, office)


def _note(fake: FakeForum, office: Office) -> bool:
    """Every part stands in the thread exactly once. The thread is emptied then, to keep it short."""
    marks = [str(one) for post in fake.own for one in marks_in(post.raw)]
    assert len(marks) == len(set(marks))
    wanted = [one for one in office.letters.going(channel=FORUM) if one.who == ""]
    assert sorted(marks) == sorted(str(draft_of(one).mark) for one in wanted)
    for letter in wanted:
        office.letters.mark(letter, Stage.SENT, who="seen")
    return True


def queue(office: Office, forum: Forum, number: int, parts: int = 1, board: bytes = b"") -> None:
    """A post that the thread does not have."""
    made = []
    for part in range(1, parts + 1):
        one = mark(forum.campaign, "t1/cp-movement", part, parts, f"{number:016x}")
        text = f"![b]({PICTURE})\n\nPart {part}\n\n{one.line('md')}"
        made.append(Draft(one, text, text, board if part == 1 else b""))
    put(office, forum, made, POST, number)


def test_two_runs_at_once_do_not_post_the_same_part(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    make(office, forum, boards=False)

    class Slow:
        """While the first run reads the thread, a second one begins."""

        def __getattr__(self, what: str) -> object:
            if what == "posts":
                other = Office(office.store, office.settings, office.now, b"")
                assert post_waiting(other, forum, thread, lambda seconds: None) == 0
            return getattr(thread, what)

    assert post_waiting(office, forum, Slow(), lambda seconds: None) == 1  # type: ignore[arg-type]
    assert len(fake.own) == 1


def test_a_copy_of_the_mark_by_somebody_else_is_not_taken_for_ours(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    make(office, forum, boards=False)
    (letter,) = office.letters.going(channel=FORUM)
    fake.add(23, f"I know what comes\n\n{draft_of(letter).mark}")
    assert post_waiting(office, forum, thread) == 1
    assert len(fake.own) == 1


def test_no_more_goes_out_in_an_hour_than_the_settings_allow(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    office.settings = Settings(office.settings.path, send=SendSettings(per_hour=1))
    forum, thread = thread_to(fake, name, "nodebb")
    for number in (1, 2):
        queue(office, forum, number)
    assert post_waiting(office, forum, thread, lambda seconds: None) == 1
    assert "within an hour" in office.told[-1]
    later(office, 3700)
    assert post_waiting(office, forum, thread, lambda seconds: None) == 1


def test_a_dry_run_shows_the_post_and_notes_nothing(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    (text,) = planned(office, fake.forum(name), boards=False)
    assert marks_in(text)
    assert not office.letters.going()
    assert fake.asked == []


def test_edit_puts_the_corrected_post_in_the_place_of_the_last_one(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    once(office, forum, thread)
    good, fake.own[0].raw = fake.own[0].raw, "slip\n\n" + marks_in_text(fake.own[0].raw)
    assert corrected(office, forum, thread) == 1
    assert fake.own[0].raw == good
    assert len(fake.own) == 1
    fake.posts.clear()
    with pytest.raises(UsageError, match="no post with the mark"):
        corrected(office, forum, thread)


def test_edit_of_a_post_that_now_has_more_parts_says_what_to_do(
    tmp_path: Path, fake: FakeForum, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, name = office_of(tmp_path)
    forum, thread = thread_to(fake, name, "nodebb")
    once(office, forum, thread)
    before = fake.own[0].raw
    monkeypatch.setattr(posting, "drafts", lambda *given, **named: 2 * drafts(*given, **named))
    with pytest.raises(UsageError, match=r"1 part in the thread and 2 now.* edit it there.* `pbem report --step"):
        corrected(office, forum, thread)
    assert fake.own[0].raw == before


def marks_in_text(raw: str) -> str:
    return str(marks_in(raw)[0])


def test_edit_before_anything_was_posted_is_refused(tmp_path: Path, fake: FakeForum) -> None:
    office, name = office_of(tmp_path)
    with pytest.raises(UsageError, match="nothing of ours stands in the thread"):
        corrected(office, fake.forum(name), NodeBB(fake.forum(name)))


@pytest.mark.parametrize("game", GAMES)
def test_all_posts_of_a_recorded_game_fit_every_forum_and_verify_as_read_back(
    tmp_path: Path, fake: FakeForum, game: str
) -> None:
    office, name = office_of(tmp_path, game, 99)
    for kind in GAMES[game]:
        forum, most = fake.forum(name, kind), place_for(KINDS[kind].place).most
        made = [draft for span in (Span(only="start"), Span(first="start")) for draft in _drafts(office, forum, span)]
        assert [len(draft.text) for draft in made if len(draft.text) > most] == []
    for kind in ("nodebb", "discourse"):
        _, thread = thread_to(fake, name, kind)
        for draft in made:
            thread.reply(draft.text)
        texts = [post.text for post in thread.posts()][-len(made) :]
        assert texts == [draft.text for draft in made]
    assert [verify(text.encode(), []).verdict for text in texts if verify(text.encode(), []).faults] == []
    whole = verify("\n\n".join(texts[1:]).encode(), [])
    assert (whole.verdict, whole.faults) == ("consistent", [])  # all of it was posted after the secrets were out


def _drafts(office: Office, forum: Forum, span: Span) -> list[Draft]:
    return drafts(office, forum, span, boards=False)


def test_posts_by_hand_are_files_to_paste(tmp_path: Path) -> None:
    office, name = office_of(tmp_path)
    forum = Forum(name, "phpbb", folder=str(tmp_path / "paste"))
    assert posted(office, forum) == 1
    texts = [path for path in (tmp_path / "paste").iterdir() if path.suffix == ".txt"]
    assert [marks_in(path.read_text(encoding="utf-8")) != [] for path in texts] == [True]
    assert [path for path in (tmp_path / "paste").iterdir() if path.suffix == ".png"]
    assert posted(office, forum) == 0
