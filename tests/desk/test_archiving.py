"""Archiving: one folder or zip that needs nothing else, the same bytes for the same record, and no secret in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.desk.archive import parts as archive_parts
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.make import archive
from pbem.desk.archive.manifest import FINISHED, PUBLISHED, WHOLE, manifest_of
from pbem.desk.archive.open_archive import open_archive
from pbem.desk.archive.parts import SECRET
from pbem.desk.archive.restore import restore
from pbem.desk.archive.write import write_folder, write_zip
from pbem.desk.receiving import receive
from pbem.desk.undoing import undo
from pbem.errors import BadRecord, UsageError
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import helpers
from tests.desk.archives import SECRET_ORDER, Files, about_in, entries_in, files_in, forged, played_store, written
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, play_on, play_turn, run, send


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return played_store(tmp_path_factory.mktemp("archiving"))


@pytest.fixture(scope="module")
def folder(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(store, tmp_path_factory.mktemp("folder") / "archive")


@pytest.fixture(scope="module")
def files(folder: Path) -> Files:
    return files_in(folder)


# -- what is in it ----------------------------------------------------------------------------------------------


def test_everything_is_there_and_listed(folder: Path, files: Files) -> None:
    single = {"README.txt", "manifest.json", "record.jsonl", "timeline.txt", "timeline.json", "index.html", "book.md"}
    single |= {"book.html", "verify_dice.py", "verify_dice.html"}
    assert single == {name for name in files if "/" not in name}
    assert {name.split("/")[0] for name in files if "/" in name} == {"posts", "boards", "orders", "charts"}
    steps = about_in(folder).steps
    assert steps == 7
    for form in ("txt", "md", "bbcode", "html"):
        assert sum(name.startswith("posts/") and name.endswith(form) for name in files) == steps
    assert [name for name in files if name.startswith("boards/")] == ["boards/ground.png"]
    assert all(files[name].startswith(b"\x89PNG") for name in files if name.endswith(".png"))
    assert set(manifest_of(open_archive(str(folder))).files) == set(files) - {"manifest.json"}


def test_the_manifest_names_the_campaign_and_the_head_of_its_record(folder: Path, files: Files) -> None:
    about = about_in(folder)
    assert (about.campaign, about.name, about.game, about.scenario) == ("field-1", NAME, "tiny", "field")
    assert about.head == entries_in(files)[-1].hash
    values = json.loads(files["manifest.json"])
    assert values["format"] == "pbem-archive/1"
    assert values["files"]["record.jsonl"]["bytes"] == len(files["record.jsonl"])


def test_files_are_there_as_they_were_sent_with_sender_time_and_verdict(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    odd = order_file("RED", "bid 3\n", step="bid").replace(b"\n", b"\r\n") + "# Grüße\r\n".encode("latin-1")
    receive(store, NAME, odd, "Rosa R.", NOW)
    receive(store, NAME, b"\0\xff nonsense", "somebody", NOW)
    accept(store, "BLUE", "bid 2\n", step="bid")
    run(store)
    files = files_in(written(store, tmp_path / "archive", is_whole=True))
    assert files["orders/0002-red.txt"] == odd
    assert files["orders/0003-nobody.txt"] == b"\0\xff nonsense"
    beside = json.loads(files["orders/0002-red.json"])
    assert (beside["sender"], beside["at"], beside["verdict"]) == ("Rosa R.", NOW, "accepted")
    refused = json.loads(files["orders/0003-nobody.json"])
    assert (refused["sender"], refused["verdict"]) == ("somebody", "refused")
    assert refused["problems"]


def test_a_step_that_was_taken_back_stays_and_is_marked(files: Files) -> None:
    names = [name for name in files if name.startswith("posts/") and name.endswith("weather.txt")]
    assert len(names) == 2
    book = files["book.md"].decode()
    assert book.count("taken back: the weather was wrong") >= 1
    assert b"taken back by Mo: the weather was wrong" in files["timeline.txt"]


def test_every_post_proves_its_dice_alone(files: Files) -> None:
    from pbem.dice.cleaning import post_text
    from pbem.dice.judging import judge_post
    from pbem.dice.verifiers import verify_dice

    proven = 0
    for name in files:
        if name.startswith("posts/") and name.split(".")[-1] in archive_parts.FORMATS:
            verdict = judge_post(post_text(files[name]))
            assert verdict.verdict in ("consistent", "none"), name
            assert verify_dice.judge(post_text(files[name]))["verdict"] == verdict.verdict
            proven += sum(len(game.rolls) for game in verdict.games)
    assert proven >= 4 * 6


def test_the_page_shows_every_step_with_its_board(files: Files) -> None:
    page = files["index.html"].decode()
    for name in files:
        if name.startswith("boards/"):
            assert name in page
    assert "Field-1" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page


# -- the same bytes ---------------------------------------------------------------------------------------------


def test_the_same_record_gives_the_same_bytes(store: Store, tmp_path: Path) -> None:
    one, two = written(store, tmp_path / "one.zip"), written(store, tmp_path / "two.zip")
    assert one.read_bytes() == two.read_bytes()


def test_also_from_another_store(store: Store, tmp_path: Path) -> None:
    whole = written(store, tmp_path / "whole.zip", is_whole=True)
    other = open_store(str(tmp_path / "other.db"), create=True)
    restore(other, str(whole))
    again = written(other, tmp_path / "again.zip", is_whole=True)
    assert again.read_bytes() == whole.read_bytes()
    assert written(other, tmp_path / "b.zip").read_bytes() == written(store, tmp_path / "a.zip").read_bytes()


def test_folder_and_zip_hold_the_same(store: Store, files: Files, tmp_path: Path) -> None:
    assert files_in(written(store, tmp_path / "a.zip")) == files


# -- what stays secret ------------------------------------------------------------------------------------------


def test_of_a_running_game_nothing_is_told_that_is_not_played(folder: Path, files: Files) -> None:
    about = about_in(folder)
    assert about.kind == PUBLISHED
    assert entries_in(files)[-1].kind == "played"
    assert not [name for name, data in files.items() if SECRET_ORDER.encode() in data]
    assert not [name for name, data in files.items() if helpers.SECRET.hex().encode() in data]
    assert SECRET not in files
    assert "ends after t1/weather" in " ".join(files["README.txt"].decode().split())


def test_a_whole_archive_takes_it_all_along_and_says_so(store: Store, tmp_path: Path) -> None:
    files = files_in(written(store, tmp_path / "whole", is_whole=True))
    assert about_in(tmp_path / "whole").kind == WHOLE
    assert json.loads(files[SECRET])["secrets"] == {"moderator": helpers.SECRET.hex()}
    assert SECRET_ORDER.encode() in files["record.jsonl"]
    assert "not for publishing; keep it to yourself" in " ".join(files["README.txt"].decode().split())


def test_a_finished_game_is_all_there_without_the_secret(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="1")
    play_on(store)
    send(store, "RED", "bid 3\n")  # too late, but part of the record
    done = archive(store, NAME, str(tmp_path / "archive"))
    files = files_in(tmp_path / "archive")
    assert (done.about.kind, done.left_out, done.about.entries) == (FINISHED, 0, len(store.entries("field-1")))
    assert entries_in(files)[-1].kind == "submitted"
    assert SECRET not in files
    assert verify_archive(str(tmp_path / "archive")).is_good


def shown(store: Store) -> tuple[int, int]:
    """How many entries may be shown, and the file that is held back."""
    from pbem.desk.archive.make import contents_of

    contents, _, held = contents_of(store, NAME, False)
    return len(contents.entries), held


def test_orders_sent_ahead_for_a_later_step_hold_the_archive_back(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    before = shown(store)
    ahead = accept(store, "RED", "go R1 0102\nfight:\nhit 0203\n", step="move")
    run(store)  # the moves are played; the fight waits for an answer
    assert [entry.kind for entry in store.entries("field-1")].count("played") == 2
    assert shown(store) == (before[0], ahead.seq)
    helpers.finish_fight(store, "RED", 1)
    assert shown(store) == (len(store.entries("field-1")), 0)


def test_a_refused_file_stays_secret_until_the_one_that_mended_it_is_played(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    entries = len(store.entries("field-1"))
    send(store, "RED", "go R1 0102\nfight:\nhit nowhere\n", step="move")
    accept(store, "RED", "go R1 0102\n", step="move")
    assert shown(store) == (entries, 0)
    run(store)
    assert shown(store) == (len(store.entries("field-1")), 0)
    lost = send(store, "RED", "hit nowhere\n", step="fight")  # never mended: a secret until the turn is over
    accept(store, "RED", "done\n", step="fight")
    run(store)
    assert shown(store)[0] == len(store.entries("field-1"))
    receive(store, NAME, b"side: nobody\nhit 0203\n", "somebody", NOW)
    accept(store, "BLUE", "done\n", step="move")
    accept(store, "BLUE", "done\n", step="fight")
    assert lost.seq
    run(store)
    last = store.entries("field-1")
    assert last[-1].kind == "played"
    assert shown(store)[0] == len(last)  # turn 1 is over


def test_a_step_that_was_taken_back_is_public_too(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    undo(store, NAME, "wrong", "Mo", NOW)
    assert shown(store)[0] == len(store.entries("field-1"))


def test_before_the_first_step_there_is_the_set_up(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", f"{SECRET_ORDER}\n", step="bid")
    files = files_in(written(store, tmp_path / "archive"))
    assert len(entries_in(files)) == 1
    assert "boards/ground.png" in files
    assert b'"0000-start":[' in files["index.html"]
    assert not [name for name, data in files.items() if SECRET_ORDER.encode() in data]
    assert verify_archive(str(tmp_path / "archive")).is_good


# -- writing ----------------------------------------------------------------------------------------------------


def test_nothing_is_written_over_anything(store: Store, tmp_path: Path) -> None:
    for name in ("taken", "taken.zip"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(UsageError, match="is there already: name another place"):
            written(store, tmp_path / name)
        assert (tmp_path / name).read_text() == "mine"
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is there already"):
        written(store, tmp_path / "link")
    with pytest.raises(UsageError, match="there is no folder"):
        written(store, tmp_path / "no" / "archive")


@pytest.mark.parametrize("write", [write_folder, lambda path, parts: write_zip(path, "top", parts)])
def test_what_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, write: Callable[[str, Iterator[tuple[str, bytes]]], None]
) -> None:
    def broken() -> Iterator[tuple[str, bytes]]:
        yield "README.txt", b"hello"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write(str(tmp_path / "archive"), broken())
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_has_lost_a_file_makes_no_archive(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "submission", lambda sha256: None)
    with pytest.raises(BadRecord, match="entry 2 as received is missing"):
        archive(store, NAME, str(tmp_path / "archive"))
    assert not (tmp_path / "archive").exists()


def test_boards_may_be_larger_or_smaller(store: Store, tmp_path: Path) -> None:
    archive(store, NAME, str(tmp_path / "small"), scale=30)
    archive(store, NAME, str(tmp_path / "large"), scale=120)
    small, large = files_in(tmp_path / "small"), files_in(tmp_path / "large")
    assert len(small["boards/ground.png"]) < len(large["boards/ground.png"])
    assert verify_archive(str(tmp_path / "small")).is_good  # boards are drawn again at their own scale
    with pytest.raises(UsageError, match="from 30 to 200 per cent, not 201"):
        archive(store, NAME, str(tmp_path / "huge"), scale=201)


def test_every_board_may_be_a_picture_of_its_own(store: Store, tmp_path: Path) -> None:
    archive(store, NAME, str(tmp_path / "a"), boards="png")
    files = files_in(tmp_path / "a")
    boards = [name for name in files if name.startswith("boards/")]
    assert len(boards) == about_in(tmp_path / "a").steps + 1
    assert all(name in files["index.html"].decode() for name in boards)
    assert verify_archive(str(tmp_path / "a")).is_good
    with pytest.raises(UsageError, match="cannot be kept as 'jpg'; write --boards kit or png"):
        archive(store, NAME, str(tmp_path / "b"), boards="jpg")


def test_a_board_that_was_moved_in_the_page_is_noticed(store: Store, tmp_path: Path) -> None:
    archive(store, NAME, str(tmp_path / "a"))
    page, manifest = tmp_path / "a" / "index.html", tmp_path / "a" / "manifest.json"
    text = page.read_text(encoding="utf-8")
    start = text.index('"0000-start":[') + len('"0000-start":[')
    page.write_text(text[:start] + "0," + text[start:], encoding="utf-8")
    found = forged(about_in(tmp_path / "a"), files_in(tmp_path / "a"))
    manifest.write_bytes(found["manifest.json"])
    assert [fault.file for fault in verify_archive(str(tmp_path / "a")).faults] == ["index.html"]
    assert verify_archive(str(tmp_path / "a"), is_drawn=False).is_good  # --quick compares words, not boards


def test_it_tells_how_far_it_has_come(store: Store, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    archive(store, NAME, str(tmp_path / "a"), progress=lambda *words: told.append(words))
    assert told == [(n, 7, label) for n, (_, _, label) in enumerate(told, 1)]
    assert told[0][2] == "t1/bids"
    told.clear()
    verify_archive(str(tmp_path / "a"), progress=lambda *words: told.append(words))
    assert told[-1][:2] == (7, 7)


def test_a_long_game_has_names_in_order(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    play_turn(store, 2)
    names = [name for name in files_in(written(store, tmp_path / "a")) if name.endswith(".txt") and "posts/" in name]
    assert names == sorted(names)
    assert names[0] == "posts/0001-t1-bids.txt"
    assert names[-1] == "posts/0012-t2-weather.txt"
