"""Reading a thread: blocks become submissions, each post once; accounts, edits, sealed orders, saved pages."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.errors import UsageError
from pbem.post.forum.fitting import fit_of
from pbem.post.forum.nodebb import NodeBB
from pbem.post.forum.reading import bind, read_posts
from pbem.post.forum.running import read_page, read_thread, sealed
from pbem.post.forum.saved import posts_in
from pbem.post.forum.sealed import BadSeal, seals_in
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Posted
from pbem.post.office import Office
from pbem.store.forums import Forums
from pbem.store.letters import FORUM
from tests.post.forums import TOKEN, FakeForum, forum_server, rendered
from tests.post.offices import reply, room
from tests.post.test_forum_posting import office_of

CP = "=== orders ===\ncampaign: {name}\nside: CP\nturn: 1\nstep: movement\nmove GE-5 to 1903\n=== end of orders ===\n"


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_FORUM_TOKEN", TOKEN)


@pytest.fixture(name="fake")
def _fake() -> Iterator[FakeForum]:
    with forum_server() as fake:
        yield fake


def opened(folder: Path, game: str = "gwe", due: str = "") -> tuple[Office, str]:
    """A campaign that has just begun, in which the accounts 17 and 23 sit."""
    office, name = office_of(folder, game, 0)
    office.now = "2026-11-18T12:00:00Z"
    first, second = office.load(name)[0].senders[:2]
    bind(office, name, [f"17={first}", f"23={second}"])
    return office, name


def verdicts(office: Office, name: str) -> list[str]:
    entries = [entry.values() for entry in office.store.entries(name) if entry.kind == "submitted"]
    return [str(one["verdict"]) for one in entries]


def test_a_reply_with_a_block_becomes_a_submission_once_and_is_answered_in_the_thread(
    tmp_path: Path, fake: FakeForum
) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    fake.add(17, "Here I come.\n\n" + CP.format(name=name))
    assert read_thread(office, forum, NodeBB(forum)) == (1, 1)
    assert verdicts(office, name) == ["accepted"]
    assert "Accepted, for Central Powers: Movement" in fake.own[0].raw
    assert read_thread(office, forum, NodeBB(forum)) == (0, 0)
    assert verdicts(office, name) == ["accepted"]


def test_a_refused_block_is_answered_with_its_problems_and_shows_nothing_as_a_proof(
    tmp_path: Path, fake: FakeForum
) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    fake.add(17, CP.format(name=name).replace("1903", "9999"))
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == ["refused"]
    assert "Refused, 1 problem" in fake.own[0].raw
    assert "9999" in fake.own[0].raw


def test_a_block_for_another_seat_counts_nothing(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    fake.add(23, CP.format(name=name))
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == []
    assert "this account is bound to" in fake.own[0].raw


def test_an_account_that_is_not_bound_is_named_and_read_again_once_it_is(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    fake.add(99, CP.format(name=name))
    assert read_thread(office, forum, NodeBB(forum)) == (0, 0)
    assert "account 99 (eve), who is bound to no seat: pbem forum bind 99=SIDE" in office.told[0]
    bind(office, name, ["99=CP"])
    assert read_thread(office, forum, NodeBB(forum))[0] == 1
    assert verdicts(office, name) == ["accepted"]


def test_quoting_our_post_is_no_order(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    quoted = "".join(f"> {line}\n" for line in CP.format(name=name).splitlines())
    fake.add(17, f"{quoted}\nWell played!")
    read_posts(office, forum, NodeBB(forum).posts())
    assert "accepted" not in verdicts(office, name)


def test_an_edit_after_the_date_does_not_count_and_its_author_is_told_why(
    tmp_path: Path, fake: FakeForum, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    due = "2026-11-18T10:00:00Z"
    monkeypatch.setattr("pbem.post.forum.judging._due", lambda state: due)
    fake.add(17, CP.format(name=name), edited=1_794_999_000_000)
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == []
    assert f"after the date ({due}), so it does not count. Nobody can show what it said before" in fake.own[0].raw
    early = fake.add(23, CP.format(name=name).replace("CP", "AL"), edited=1_794_916_999_000)
    assert early.edited < 1_794_999_000_000
    read_thread(office, forum, NodeBB(forum))
    assert len(verdicts(office, name)) == 1


def test_an_edit_around_the_block_changes_nothing_and_an_edit_of_it_is_read_again(
    tmp_path: Path, fake: FakeForum
) -> None:
    office, name = opened(tmp_path)
    forum = fake.forum(name)
    post = fake.add(17, CP.format(name=name))
    read_thread(office, forum, NodeBB(forum))
    post.raw, post.edited = "A typo less.\n\n" + post.raw, post.at + 60_000
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == ["accepted"]
    assert len(fake.own) == 1
    post.raw, post.edited = CP.format(name=name).replace("GE-5", "GE-26"), post.at + 120_000
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == ["accepted", "accepted"]
    assert len(fake.own) == 2


def test_a_thread_of_two_hundred_posts_is_read_in_one_pass(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    for number in range(199):
        fake.add(17 if number % 2 else 23, f"Talk number {number}.")
    fake.add(17, CP.format(name=name))
    assert len(read_posts(office, fake.forum(name), NodeBB(fake.forum(name)).posts())) == 200
    pages = [path for method, path in fake.asked if "/api/topic/" in path]
    assert len(pages) == 10
    assert len([path for _, path in fake.asked if path.endswith("/raw")]) == 1
    assert verdicts(office, name) == ["accepted"]


def test_press_is_taken_only_where_it_is_wished(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    fake.add(17, "Rain over the Isonzo.")
    read_posts(office, fake.forum(name), NodeBB(fake.forum(name)).posts())
    assert verdicts(office, name) == []
    fake.add(17, "And more rain.")
    wished = fake.forum(name, press="take")
    read_posts(office, wished, NodeBB(wished).posts())
    assert verdicts(office, name) == ["accepted"]
    assert fake.own == []


# -- sealed orders --------------------------------------------------------------------------------------------


def test_open_orders_are_not_taken_where_a_game_hides_things(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path, "caporetto")
    forum = fake.forum(name)
    side = office.load(name)[0].senders[0]
    fake.add(
        17, f"=== orders ===\ncampaign: {name}\nside: {side}\nturn: 1\nmove SECRET-1 to 1903\n=== end of orders ==="
    )
    read_thread(office, forum, NodeBB(forum))
    assert verdicts(office, name) == []
    assert "Not taken: this game hides things" in fake.own[0].raw
    assert "SECRET-1" not in fake.own[0].raw


def test_a_seal_fixes_the_orders_that_come_by_mail(tmp_path: Path, fake: FakeForum) -> None:
    judge = room(tmp_path, "gwe", boards=False)
    office, name = judge.office, judge.mailed.campaign["name"].lower()
    judge.run()
    bind(office, name, ["17=CP"])
    text, block = sealed(CP.format(name=name).encode())
    fake.add(17, f"My orders are in.\n\n{block}")
    forum = fake.forum(name)
    read_thread(office, forum, NodeBB(forum))
    (note,) = Forums(office.store).sealed(name)
    assert note.digest in block
    assert note.digest[:16] in fake.own[0].raw
    judge.deliver(reply(judge.bag.newest("anna@example.org"), "anna@example.org", CP.format(name=name), 1))
    judge.run()
    assert verdicts(office, name) == []
    refused = judge.bag.newest("anna@example.org").get_content()
    assert "Nothing of this file counts" in refused
    assert f"wanted: the orders whose hash is {note.digest}" in refused
    judge.deliver(reply(judge.bag.newest("anna@example.org"), "anna@example.org", text, 2))
    judge.run()
    assert verdicts(office, name) == ["accepted"]
    bodies = [mail.get_body(("plain",)) for mail in judge.bag.to("anna@example.org")]
    receipts = [body.get_content() for body in bodies if body]
    assert any("the hash fits" in " ".join(one.split()) for one in receipts)


def test_a_seal_survives_what_mail_programs_do_and_not_another_order(tmp_path: Path) -> None:
    office, name = opened(tmp_path)
    text, block = sealed(CP.format(name=name).encode())
    (seal,) = seals_in(block)
    loaded, state = office.load(name)
    from pbem.store.forums import SealedNote

    Forums(office.store).note(name, SealedNote("CP", seal.place, seal.digest, office.now, "5"))
    wrapped = text.replace("move GE-5 to 1903", "move  GE-5 to 1903   ").replace("\n", "\r\n")
    assert fit_of(office.store, loaded, state, "CP", wrapped.encode()).note
    other = fit_of(office.store, loaded, state, "CP", text.replace("GE-5", "GE-26").encode())
    assert "a hash there fixes them" in other.fault
    bare = fit_of(office.store, loaded, state, "CP", CP.format(name=name).encode())
    assert "without a line `# seal: ...`" in bare.fault
    assert fit_of(office.store, loaded, state, "AL", CP.format(name=name).encode()) == (None, None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("hash: ", "hash: zz"), "wanted the 64 digits"),
        (("turn: 1", "turn: one"), "wanted a number"),
        (("side: CP\n", ""), "does not name side"),
    ],
)
def test_a_sealed_block_that_cannot_be_read_says_what_is_wrong(change: tuple[str, str], words: str) -> None:
    _, block = sealed(CP.format(name="isonzo").encode())
    with pytest.raises(BadSeal, match=words):
        seals_in(block.replace("side: cp", "side: CP").replace(*change))


def test_the_same_orders_never_have_the_same_hash() -> None:
    assert sealed(CP.format(name="x").encode())[1] != sealed(CP.format(name="x").encode())[1]
    with pytest.raises(UsageError, match="does not name campaign"):
        sealed(b"=== orders ===\nside: CP\nturn: 1\nstep: movement\ndone\n=== end of orders ===\n")


# -- saved pages ----------------------------------------------------------------------------------------------


def _phpbb(body: str) -> str:
    inner = html.escape(body).replace("\n", "<br>\n")
    return f"""<!DOCTYPE html><html><head><title>Topic</title></head><body>
<div id="p101" class="post has-profile bg2"><div class="inner"><dl class="postprofile"><dt><a
 href="./memberlist.php?mode=viewprofile&amp;u=17" class="username">Anna</a></dt></dl><div class="postbody">
<p class="author"><time datetime="2026-11-17T11:00:00+00:00">Tue</time></p>
<div class="content">{inner}</div></div></div></div>
<div id="p102" class="post bg1"><div class="postbody"><a href="./memberlist.php?mode=viewprofile&amp;u=44"
 class="username-coloured">Eve &amp; Co</a><div class="content">Nice.</div>
<div class="notice">Last edited by Eve on Tue.</div></div></div></body></html>"""


def _xenforo(body: str) -> str:
    inner = html.escape(body).replace("\n", "<br />\n")
    return f"""<html><body><article class="message message--post" data-author="Anna" data-content="post-101">
<a class="username" data-user-id="17">Anna</a><time datetime="2026-11-17T11:00:00+0000"></time>
<div class="message-content"><div class="bbWrapper">{inner}</div></div></article></body></html>"""


def _nodebb(body: str) -> str:
    return f"""<html><body><ul><li component="post" data-pid="101" data-uid="17" data-username="Anna"
 data-timestamp="1794916607789"><div class="content" component="post/content">
{rendered(body)}</div></li></ul></body></html>"""


def _discourse(body: str) -> str:
    return f"""<html><body><article id="post_3" data-post-id="101" data-user-id="17"><a data-user-card="Anna">A</a>
<span class="relative-date" data-time="1794916607789">1d</span><div class="cooked">{rendered(body)}</div>
</article></body></html>"""


@pytest.mark.parametrize("page", [_phpbb, _xenforo, _nodebb, _discourse])
def test_a_saved_page_is_read_post_by_post(tmp_path: Path, page: object) -> None:
    office, name = opened(tmp_path)
    data = page(CP.format(name=name)).encode()  # type: ignore[operator]
    first = posts_in(data)[0]
    assert (first.id, first.account, first.name) == ("101", "17", "Anna")
    assert first.at.startswith("2026-11-17T11:")
    forum = Forum(name, "phpbb", folder=str(tmp_path / "paste"))
    assert read_page(office, forum, data, "") == (1, 1)
    assert verdicts(office, name) == ["accepted"]
    assert read_page(office, forum, data, "") == (0, 0)
    (answer,) = (tmp_path / "paste").glob("*.txt")
    assert "Accepted" in answer.read_text(encoding="utf-8")


def test_a_page_says_that_a_post_was_edited_and_who_wrote_it() -> None:
    second = posts_in(_phpbb("x").encode())[1]
    assert (second.account, second.name, second.edited) == ("44", "Eve & Co", "unknown")


def test_of_a_page_without_authors_the_moderator_vouches(tmp_path: Path) -> None:
    office, name = opened(tmp_path)
    forum = Forum(name, "bgg", folder=str(tmp_path / "paste"))
    data = f"Anna wrote:\n{CP.format(name=name)}".encode()
    assert read_page(office, forum, data, "")[0] == 0
    assert "--by SIDE vouches for it" in office.told[0]
    assert read_page(office, forum, data, "Central Powers")[0] == 1
    assert verdicts(office, name) == ["accepted"]


def test_our_own_post_on_a_saved_page_is_no_order(tmp_path: Path) -> None:
    office, name = opened(tmp_path)
    own = f"{CP.format(name=name)}\npbem-post/1 {name} ; start ; part 1 of 1 ; 0123456789abcdef"
    assert posts_in(_phpbb(own).encode())[0].is_own
    quoting = posts_in(_phpbb("x").replace("x<", f"<blockquote>{own}</blockquote>Good<").encode())
    assert not quoting[0].is_own
    assert read_page(office, Forum(name, "phpbb", folder=str(tmp_path)), _phpbb(own).encode(), "")[0] == 0


def test_damaged_pages_never_fail() -> None:
    page = _phpbb(CP.format(name="x"))
    for cut in range(0, len(page), 37):
        assert posts_in(page[:cut].encode()) is not None
        assert posts_in((page[:cut] + page[cut + 11 :]).encode()) is not None
    with pytest.raises(UsageError, match="save one page"):
        posts_in(b"x" * 8_000_001)


def test_an_answer_cannot_be_made_to_look_like_markup(tmp_path: Path, fake: FakeForum) -> None:
    office, name = opened(tmp_path)
    bad = CP.format(name=name).replace("move GE-5 to 1903", "[img]https://evil.example/x[/img] <b>x</b>")
    read_posts(office, fake.forum(name), [Posted("7", "17", "an<i>na](x", "", "", bad)])
    (letter,) = office.letters.going(channel=FORUM)
    text = letter.data.decode()
    assert "[img]" not in text
    assert "<i>" not in text
