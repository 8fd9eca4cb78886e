"""Where a store is, and what is said when it is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadRecord, PbemError, UsageError
from pbem.store import open_for_reading, open_store
from pbem.store.place import path_of, place_of


def test_a_bare_path_is_an_sqlite_file() -> None:
    assert place_of("pbem.db", create=True) == "sqlite:///pbem.db"
    assert path_of("sqlite:////tmp/a b.db") == "/tmp/a b.db"


@pytest.mark.parametrize("url", ["postgresql+psycopg://host/db", "sqlite://", "sqlite:///:memory:"])
def test_other_urls_are_left_alone(url: str) -> None:
    assert place_of(url) == url
    assert path_of(url) == ""


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("", "the store has no name"),
        ("a\0b", "the store has no name"),
        ("{}/what?.db", "a question mark begins the options of a URL"),
        ("{}", "is a folder; a store is a file such as"),
        ("{}/none.db", "there is no store at .*none.db: `pbem new` makes one"),
    ],
)
def test_a_store_that_cannot_be_is_named(tmp_path: Path, place: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        open_for_reading(place.format(tmp_path))


def test_a_store_is_made_only_where_its_folder_is(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"the folder .* of the store does not exist"):
        open_store(str(tmp_path / "no" / "pbem.db"), create=True)


@pytest.mark.parametrize("url", ["nonsense://x", "postgresql+nothing://x/y"])
def test_an_unknown_database_is_refused_with_a_reason(url: str) -> None:
    with pytest.raises(UsageError, match="names no database that can be opened here"):
        open_store(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pbem.db"
    path.write_bytes(b"this is a letter, not a database" * 100)
    with pytest.raises(BadRecord, match="is not a store of pbem, or it is damaged"):
        open_for_reading(str(path))


def test_names_with_quotes_blanks_and_signs_work(tmp_path: Path) -> None:
    path = tmp_path / "a 'b' %41 #c & d.db"
    assert open_store(str(path), create=True).campaigns() == []
    assert path.exists()
    assert open_for_reading(str(path)).campaigns() == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anna:hunter2secret@127.0.0.1:1/x",
        "postgresql+psycopg://anna:hunter2secret@127.0.0.1:port/x",
        "postgresql+psycopg://anna:hunter2secret@[bad/x",
        "postgresql+psycopg://anna:hunter2@hunter2secret@127.0.0.1:1/x",
        "postgresql+psycopg://anna:hunter2/secret@127.0.0.1:1/x",
        "postgresql+psycopg://127.0.0.1:1/x?password=hunter2secret",
        "postgresql+psycopg://127.0.0.1:1/x?pass%77ord=hunter2secret",
        "postgresql+psycopg://anna@127.0.0.1:1/x?nonsense=hunter2secret",
        "postgresql+nothing://anna:hunter2secret@host/x",
        "mysql://anna:hunter2secret@host/x",
    ],
)
def test_no_word_about_a_database_holds_its_password(url: str) -> None:
    with pytest.raises(PbemError) as told:
        open_store(url)
    assert "hunter2" not in str(told.value)
