"""Checking an archive: what it says of itself, other editions of the program, other machines, hashes that were kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.desk.archive import compare as archive_comparing
from pbem.desk.archive.boards import PNG
from pbem.desk.archive.check import ArchiveVerdict, verify_archive
from pbem.desk.archive.manifest import FINISHED, WHOLE
from pbem.desk.archive.parts import SECRET, Contents, parts_of
from tests.desk.archives import Files, about_in, entries_in, files_in, forged, put, written
from tests.desk.helpers import bid, new_store, play_on


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a campaign that has just begun."""
    place = tmp_path_factory.mktemp("checking")
    store = new_store(place / "pbem.db")
    bid(store)
    return written(store, place / "archive")


@pytest.fixture(scope="module")
def files(folder: Path) -> Files:
    return files_in(folder)


def said(verdict: ArchiveVerdict) -> str:
    assert not verdict.is_good
    return "; ".join([*map(str, verdict.faults), *map(str, verdict.record.faults if verdict.record else ())])


def test_a_good_archive_is_good(folder: Path) -> None:
    verdict = verify_archive(str(folder))
    assert verdict.is_good
    assert (verdict.faults, verdict.notes) == ([], [])
    assert verdict.record
    assert (verdict.record.steps, verdict.files) == (1, len(files_in(folder)))
    assert json.loads(json.dumps(verdict.as_json()))["good"] is True


def test_a_hash_that_a_player_has_kept(folder: Path, files: Files) -> None:
    assert verify_archive(str(folder), entries_in(files)[2].hash).is_good
    assert "the record has no entry with the hash abc" in said(verify_archive(str(folder), "abc"))


def test_without_drawing_it_says_so(folder: Path) -> None:
    verdict = verify_archive(str(folder), is_drawn=False)
    assert verdict.is_good
    assert verdict.notes == ["the pictures were not drawn again"]


# -- what the manifest says -------------------------------------------------------------------------------------


SAID = {"campaign": "other", "name": "Other", "game": "chess", "edition": 9, "scenario": "hill", "entries": 99}


@pytest.mark.parametrize(("name", "value"), [*SAID.items(), ("steps", 99), ("head", "0" * 64)])
def test_a_manifest_that_says_something_else_than_the_record(
    folder: Path, files: Files, tmp_path: Path, name: str, value: str | int
) -> None:
    about = replace(about_in(folder), **{name: value})  # type: ignore[arg-type]
    words = said(verify_archive(str(put(tmp_path / "a", forged(about, files)))))
    assert f"manifest.json: `{name}` is {value!r}" in words


def test_a_running_game_is_not_finished(folder: Path, files: Files, tmp_path: Path) -> None:
    about = replace(about_in(folder), kind=FINISHED)
    words = said(verify_archive(str(put(tmp_path / "a", forged(about, files)))))
    assert "`kind` is 'finished', but the game is still in progress" in words


def test_a_finished_game_is_not_running(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="1")
    play_on(store)
    path = written(store, tmp_path / "archive")
    assert about_in(path).kind == FINISHED
    about = replace(about_in(path), kind="published")
    words = said(verify_archive(str(put(tmp_path / "a", forged(about, files_in(path))))))
    assert "`kind` is 'published', but the game is over" in words


def test_a_secret_is_checked_against_the_commitment(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    path = written(store, tmp_path / "archive", is_whole=True)
    assert about_in(path).kind == WHOLE
    files = files_in(path)
    values = json.loads(files[SECRET])
    values["secrets"]["moderator"] = "00" * 32
    bad = forged(about_in(path), {**files, SECRET: json.dumps(values).encode()})
    assert "does not fit the commitment" in said(verify_archive(str(put(tmp_path / "a", bad))))


# -- other editions and machines --------------------------------------------------------------------------------


def test_an_archive_of_another_edition_is_checked_without_its_words(folder: Path, files: Files, tmp_path: Path) -> None:
    """Its texts may be other ones; its record, its files as sent and its dice are not."""
    about = replace(about_in(folder), made_by="pbem 0.0.9")
    name = next(name for name in files if name.startswith("posts/") and name.endswith(".txt"))
    other = {**files, name: files[name].replace(b"turn 1", b"Turn 1"), "README.txt": b"as it was then\n"}
    verdict = verify_archive(str(put(tmp_path / "a", forged(about, other))))
    assert verdict.is_good, verdict.faults
    assert verdict.notes[0].startswith("made by pbem 0.0.9, checked with pbem ")
    assert verdict.as_json()["made_by"] == "pbem 0.0.9"


def test_its_dice_and_files_are_still_checked(folder: Path, files: Files, tmp_path: Path) -> None:
    about = replace(about_in(folder), made_by="pbem 0.0.9")
    post = next(name for name in files if name.startswith("posts/") and name.endswith(".txt"))
    bad = {**files, post: files[post].replace(b"anchor moderator ; ", b"anchor moderator ; 0", 1)}
    assert bad[post] != files[post]
    assert f"{post}: its dice" in said(verify_archive(str(put(tmp_path / "dice", forged(about, bad)))))
    order = next(name for name in files if name.startswith("orders/") and name.endswith(".txt"))
    bad = {**files, order: files[order].replace(b"bid 3", b"bid 9")}
    words = said(verify_archive(str(put(tmp_path / "order", forged(about, bad)))))
    assert f"{order}: it is not the file that entry" in words


def test_pictures_of_another_machine_are_not_held_against_it(
    folder: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where not one picture is as we draw it, the libraries differ; where some are, the others are wrong."""

    def elsewhere(contents: Contents, *rest: object) -> list[tuple[str, bytes]]:
        made = list(parts_of(contents, lambda *_: None))
        return [(name, data + b"." if name.endswith(".png") else data) for name, data in made]

    monkeypatch.setattr(archive_comparing, "parts_of", elsewhere)
    verdict = verify_archive(str(folder))
    assert verdict.is_good, verdict.faults
    assert "drawn with other libraries" in verdict.notes[0]


def test_a_single_picture_that_is_another_one_is_wrong(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    folder = written(store, tmp_path / "archive", boards=PNG)
    files = files_in(folder)
    start, after = sorted(name for name in files if name.startswith("boards/"))[:2]
    bad = forged(about_in(folder), {**files, after: files[start]})
    if files[start] == files[after]:
        pytest.fail("the boards should differ at least in their titles")
    assert f"{after}: it is not what the record gives" in said(verify_archive(str(put(tmp_path / "a", bad))))


def test_files_that_the_record_does_not_give(folder: Path, files: Files, tmp_path: Path) -> None:
    more = forged(about_in(folder), {**files, "posts/0009-t9-bids.txt": b"never\n"})
    words = said(verify_archive(str(put(tmp_path / "more", more))))
    assert "posts/0009-t9-bids.txt: it is listed, but the record gives no such file" in words
    less = forged(about_in(folder), {name: data for name, data in files.items() if name != "index.html"})
    assert "index.html: it is not what the record gives" in said(verify_archive(str(put(tmp_path / "less", less))))
