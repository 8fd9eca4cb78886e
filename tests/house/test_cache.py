"""The cache folder: what is kept, where, and what is not believed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pbem import cache

NAME = cache.key_of("a", 1)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "maps"


def test_what_was_kept_comes_back(place: Path) -> None:
    assert cache.kept("maps", NAME) is None
    cache.keep("maps", NAME, b"some pixels")
    assert cache.kept("maps", NAME) == b"some pixels"
    assert cache.kept("templates", NAME) is None
    assert [path.name for path in place.iterdir()] == [NAME]


def test_only_the_user_may_read_and_write_it(place: Path) -> None:
    cache.keep("maps", NAME, b"x")
    assert (place / NAME).stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("word", ["off", "OFF", "none", "0"])
def test_it_can_be_switched_off(word: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.keep("maps", NAME, b"x")
    monkeypatch.setenv(cache.VARIABLE, word)
    cache.keep("maps", cache.key_of("b"), b"y")
    assert cache.folder() == ""
    assert cache.kept("maps", NAME) is None
    assert len(list(place.iterdir())) == 1


def test_it_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "w"))
    found = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        found[system] = Path(cache.folder()).relative_to(tmp_path).as_posix()
    assert found == {"linux": "x/pbem", "darwin": "Library/Caches/pbem", "win32": "w/pbem"}
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache.folder() == str(tmp_path / ".cache" / "pbem")


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert cache.folder() == ""
    cache.keep("maps", NAME, b"x")
    assert cache.kept("maps", NAME) is None


@pytest.mark.parametrize("at", [0, 20, 50, -1])
def test_a_damaged_file_is_not_believed(place: Path, at: int) -> None:
    cache.keep("maps", NAME, b"some pixels")
    data = bytearray((place / NAME).read_bytes())
    data[at] ^= 1
    (place / NAME).write_bytes(data)
    assert cache.kept("maps", NAME) is None
    (place / NAME).write_bytes(data[: len(data) // 2])
    assert cache.kept("maps", NAME) is None
    cache.keep("maps", NAME, b"new")
    assert cache.kept("maps", NAME) == b"new"


@pytest.mark.parametrize("what", ["file", "folder", "cache"])
def test_what_others_may_write_is_not_believed(place: Path, what: str) -> None:
    cache.keep("maps", NAME, b"x")
    path = {"file": place / NAME, "folder": place, "cache": place.parent}[what]
    for more in (0o020, 0o002):
        path.chmod(path.stat().st_mode | more)
        assert cache.kept("maps", NAME) is None
        path.chmod(path.stat().st_mode & ~more)
    assert cache.kept("maps", NAME) == b"x"


def test_what_belongs_to_somebody_else_is_neither_read_nor_written(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.keep("maps", NAME, b"x")
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    cache.keep("maps", cache.key_of("b"), b"y")
    assert cache.kept("maps", NAME) is None
    assert len(list(place.iterdir())) == 1


def test_a_link_is_not_followed(place: Path, tmp_path: Path) -> None:
    cache.keep("maps", NAME, b"x")
    (place / NAME).rename(tmp_path / "elsewhere")
    (place / NAME).symlink_to(tmp_path / "elsewhere")
    assert cache.kept("maps", NAME) is None


def test_a_place_that_cannot_be_written_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file"))
    cache.keep("maps", NAME, b"x")
    assert cache.kept("maps", NAME) is None


def test_a_full_disk_leaves_nothing_behind(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    cache.keep("maps", cache.key_of("b"), b"y")
    monkeypatch.setattr(os, "replace", full)
    cache.keep("maps", NAME, b"x")
    assert [path.name for path in place.iterdir()] == [cache.key_of("b")]


def test_the_oldest_go_first(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST", 1000)
    names = [cache.key_of(number) for number in range(4)]
    for number, name in enumerate(names):
        cache.keep("maps", name, b"x" * 300)
        os.utime(place / name, (number, number))
    assert sorted(path.name for path in place.iterdir()) == sorted(names[1:])


def test_another_part_makes_another_name() -> None:
    assert cache.key_of("a", "b") != cache.key_of("ab")
    assert cache.key_of(1) != cache.key_of("1")
