"""Restoring: a running campaign from its archive, on another machine, with the same hashes; or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.parts import RECORD, SECRET
from pbem.desk.archive.restore import restore
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.errors import PbemError, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.archives import (
    Files,
    about_in,
    drafts_in,
    entries_in,
    files_in,
    forged,
    played_store,
    put,
    rechained,
    written,
)
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, play_on
from tests.desk.two_stores import give, mail, two_stores
from tests.desk.two_stores import run as run_here


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return played_store(tmp_path_factory.mktemp("restoring"))


@pytest.fixture(scope="module")
def whole(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(store, tmp_path_factory.mktemp("whole") / "archive", is_whole=True)


@pytest.fixture(scope="module")
def files(whole: Path) -> Files:
    return files_in(whole)


def empty_store(folder: Path) -> Store:
    return open_store(str(folder / "other.db"), create=True)


# -- and it goes on ---------------------------------------------------------------------------------------------


def test_a_restored_campaign_is_the_same_in_every_part(store: Store, whole: Path, tmp_path: Path) -> None:
    other = empty_store(tmp_path)
    done = restore(other, str(whole))
    assert (done.about.head, done.has_secret, done.is_over) == (store.entries("field-1")[-1].hash, True, False)
    assert other.record("field-1") == store.record("field-1")
    assert other.secrets("field-1") == store.secrets("field-1")
    assert other.campaigns() == store.campaigns()
    assert verify(other).faults == []
    assert status(other, NAME) == status(store, NAME)


def test_it_goes_on_elsewhere_with_the_same_hashes(tmp_path: Path) -> None:
    here = played_store(tmp_path)
    there = empty_store(tmp_path)
    restore(there, str(written(here, tmp_path / "moved.zip", is_whole=True)))
    for one in (here, there):
        play_on(one)
    assert status(here, NAME).is_over
    assert status(there, NAME).head == status(here, NAME).head
    assert there.record("field-1") == here.record("field-1")


def test_without_the_secret_it_can_be_read_but_not_adjudicated(store: Store, tmp_path: Path) -> None:
    other = empty_store(tmp_path)
    done = restore(other, str(written(store, tmp_path / "public.zip")))
    assert not done.has_secret
    assert verify(other).faults == []
    accept(other, "RED", "bid 1\n", turn=2, step="bid")
    accept(other, "BLUE", "bid 1\n", turn=2, step="bid")
    with pytest.raises(UsageError, match="does not hold the secret"):
        adjudicate(other, NAME, NOW)


def test_two_players_have_the_same_archive_and_each_can_move_house(tmp_path: Path) -> None:
    """Dice from both players' chains: the published archive is one, the secrets are each player's own."""
    red, blue = two_stores(tmp_path)
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    run_here(red)
    give(red, "RED", "go R1 0102\nfight:\nhit 0203\n", step="move")
    run_here(red)
    mail(red, blue)
    assert written(red, tmp_path / "r.zip").read_bytes() == written(blue, tmp_path / "b.zip").read_bytes()
    assert verify_archive(str(tmp_path / "r.zip")).is_good
    moved = empty_store(tmp_path)
    restore(moved, str(written(blue, tmp_path / "whole.zip", is_whole=True)))
    assert moved.secrets("field-1") == blue.secrets("field-1")
    assert moved.secrets("field-1") != red.secrets("field-1")
    assert verify(moved).faults == []
    for store in (blue, moved):
        run_here(store)
    assert status(moved, NAME) == status(blue, NAME)


# -- what is there already --------------------------------------------------------------------------------------


def refusal(store: Store, path: Path) -> str:
    before = store.record("field-1")
    with pytest.raises(UsageError) as caught:
        restore(store, str(path))
    assert store.record("field-1") == before
    return " ".join(str(caught.value).split())


def test_a_campaign_that_is_there_is_never_touched(store: Store, whole: Path, tmp_path: Path) -> None:
    said = refusal(store, whole)
    assert "the store already has a campaign called Field-1: it holds all of this archive already" in said
    assert "restore into another store: pbem restore ARCHIVE --db other.db" in said


def test_it_says_how_the_two_records_stand_to_each_other(store: Store, whole: Path, tmp_path: Path) -> None:
    ahead = empty_store(tmp_path)
    restore(ahead, str(whole))
    accept(ahead, "BLUE", "bid 1\n", turn=2, step="bid")
    assert "has gone on since" in refusal(ahead, whole)
    behind = new_store(tmp_path / "behind.db")
    more = len(store.entries("field-1")) - 1
    assert f"the archive continues from there, with {more} more entries" in refusal(behind, whole)
    bid(behind)
    assert "the two records part after entry 1" in refusal(behind, whole)


# -- what is not restored ---------------------------------------------------------------------------------------


def not_restored(folder: Path, files: Files) -> str:
    """An archive of these files is refused, and the store stays empty."""
    path = put(folder / "bad", files)
    other = empty_store(folder)
    with pytest.raises(PbemError) as caught:
        restore(other, str(path))
    assert other.campaigns() == []
    return " ".join(str(caught.value).split())


def test_a_record_whose_chain_is_broken(whole: Path, files: Files, tmp_path: Path) -> None:
    bad = {**files, RECORD: files[RECORD].replace(b'"bid 3"', b'"bid 9"', 1)}
    assert "its hash does not fit its text" in not_restored(tmp_path, forged(about_in(whole), bad))


def forge(files: Files, whole: Path, change: Callable[[list[Draft]], None]) -> Files:
    """An archive with another record, forged so well that only the replay can tell."""
    drafts = drafts_in(files)
    change(drafts)
    made = rechained(files, drafts)
    entries = entries_in(made)
    about = replace(about_in(whole), head=entries[-1].hash, entries=len(entries))
    return forged(about, made)


def with_body(number: int, **values: Any) -> Callable[[list[Draft]], None]:
    def change(drafts: list[Draft]) -> None:
        drafts[number] = Draft(drafts[number].kind, {**drafts[number].body, **values})

    return change


def test_a_record_that_the_rules_do_not_bear_out(whole: Path, files: Files, tmp_path: Path) -> None:
    drafts = drafts_in(files)
    number = next(n for n, draft in enumerate(drafts) if draft.kind == "played")
    bad = forge(files, whole, with_body(number, position="0" * 64))
    assert "`position` is recorded as" in not_restored(tmp_path, bad)


def test_a_record_that_ends_elsewhere_than_the_manifest_says(whole: Path, files: Files, tmp_path: Path) -> None:
    bad = forged(replace(about_in(whole), head="0" * 64), files)
    assert "does not end with the hash that the manifest names" in not_restored(tmp_path, bad)


def test_a_file_of_a_player_that_is_missing_or_another(whole: Path, files: Files, tmp_path: Path) -> None:
    name = next(name for name in files if name.startswith("orders/") and name.endswith(".txt"))
    less = {key: data for key, data in files.items() if key != name}
    words = "entry 2: the file as received is missing: nothing was restored"
    assert words in not_restored(tmp_path / "less", forged(about_in(whole), less))
    other = {**files, name: b"side: RED\n"}
    assert words in not_restored(tmp_path / "other", forged(about_in(whole), other))


def test_a_secret_that_nobody_committed_to(whole: Path, files: Files, tmp_path: Path) -> None:
    values = json.loads(files[SECRET])
    values["secrets"]["moderator"] = "00" * 32
    bad = {**files, SECRET: json.dumps(values).encode()}
    assert "does not fit the commitment" in not_restored(tmp_path / "a", forged(about_in(whole), bad))
    for text in (b"[]", b'{"secrets": {"moderator": 3}}', b"\xff", b"[" * 100_000):
        bad = forged(about_in(whole), {**files, SECRET: text})
        assert SECRET in not_restored(tmp_path / str(len(text)), bad)


def test_files_that_are_not_as_listed(files: Files, tmp_path: Path) -> None:
    bad = {**files, RECORD: files[RECORD] + b"\n"}
    assert "record.jsonl is not as the manifest lists it" in not_restored(tmp_path, bad)


def test_a_name_that_leads_elsewhere(whole: Path, files: Files, tmp_path: Path) -> None:
    bad = forge(files, whole, with_body(0, name="../../etc"))
    assert "cannot be the name of a campaign" in not_restored(tmp_path, bad)


def test_another_game_or_format(whole: Path, files: Files, tmp_path: Path) -> None:
    for key, value, words in (("game", "chess", "there is no game called 'chess'"), ("format", 99, "format 99")):
        bad = forge(files, whole, with_body(0, **{key: value}))
        assert words in not_restored(tmp_path / key, bad)


# -- endless work -----------------------------------------------------------------------------------------------


def test_a_record_that_asks_for_endless_work_is_refused(whole: Path, files: Files, tmp_path: Path) -> None:
    body = drafts_in(files)[0].body
    long = forge(files, whole, with_body(0, dice={**body["dice"], "links": 10**12}))
    assert "no campaign has more than 100,000" in not_restored(tmp_path / "links", long)
    row = "clear " + "." * 200_000
    wide = forge(files, whole, with_body(0, texts={**body["texts"], "map.txt": row * 50}))
    assert "no campaign has more than 8,000,000" in not_restored(tmp_path / "letters", wide)
    assert not verify_archive(str(tmp_path / "letters" / "bad")).is_good


def test_an_epoch_beyond_all_chains_is_refused(whole: Path, files: Files, tmp_path: Path) -> None:
    drafts = drafts_in(files)
    number = next(n for n, draft in enumerate(drafts) if draft.kind == "played" and draft.body["secrets"])
    parts = next(iter(drafts[number].body["secrets"].values()))
    bad = forge(files, whole, with_body(number, secrets={str(10**15): parts}))
    assert "the secret of epoch 1000000000000000 does not match" in not_restored(tmp_path, bad)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the record is empty"),
        (b"{}\n", "line 1 of the record is not an entry"),
        (b"\n\n", "line 1 of the record cannot be read"),
        (b'{"seq":1}', "has no end"),
        (b"\xff\xfe\n", "it is not UTF-8 text"),
        (b"[" * 100_000 + b"\n", "it is nested too deeply"),
        (b'{"body":{},"hash":"","kind":"opened","prev":"","seq":1}\n', "the first entry opens no campaign"),
        (b'{"body":{},"hash":"","kind":"opened","prev":"","seq":true}\n', "not an entry in canonical form"),
        (b'{"body":{"a":NaN},"hash":"","kind":"opened","prev":"","seq":1}\n', "line 1 of the record cannot be read"),
        (b'{"body":{"a":' + b"9" * 5000 + b'},"hash":"","kind":"o","prev":"","seq":1}\n', "cannot be read"),
        (b"\n" * 200_001, "no campaign has more than 200,000 entries"),
    ],
)
def test_a_record_that_is_none(whole: Path, files: Files, tmp_path: Path, text: bytes, words: str) -> None:
    bad = forged(about_in(whole), {**files, RECORD: text})
    assert words in not_restored(tmp_path, bad)
    assert words in " ".join(str(fault) for fault in verify_archive(str(tmp_path / "bad")).faults)


def test_a_manifest_that_is_none_or_of_another_edition(files: Files, tmp_path: Path) -> None:
    other = files["manifest.json"].replace(b"pbem-archive/1", b"pbem-archive/9")
    assert "a newer edition of pbem may read it" in not_restored(tmp_path / "a", {**files, "manifest.json": other})
    for number, text in enumerate((b"", b"\xff", b"[" * 100_000, b"[]", b'{"format": "pbem-archive/1"}')):
        said = not_restored(tmp_path / str(number), {**files, "manifest.json": text})
        assert said.startswith("manifest.json")
