"""Archives from strangers: whatever is strange about a folder or a zip is refused in plain words, within bounds."""

from __future__ import annotations

import io
import os
import stat
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.desk.archive import files as archive_files
from pbem.desk.archive import zip as zip_reading
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.files import is_archive
from pbem.desk.archive.open_archive import open_archive
from pbem.errors import Unreadable, UsageError
from tests.desk.archives import Files, files_in, put, written, zipped
from tests.desk.helpers import bid, new_store

GOOD: Files = {"manifest.json": b"{}", "posts/0001.txt": b"hello " * 100}


def refused(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        open_archive(str(path))
    assert caught.value.problem.advice
    return " ".join(str(caught.value).split())


def as_zip(folder: Path, data: bytes) -> Path:
    path = folder / "a.zip"
    path.write_bytes(data)
    return path


def with_entry(folder: Path, change: Callable[[zipfile.ZipInfo], None], name: str = "posts/0002.txt") -> Path:
    """A good zip with one more entry, changed in some way."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for good, data in GOOD.items():
            made.writestr(good, data)
        info = zipfile.ZipInfo(name)
        change(info)
        made.writestr(info, b"x")
    return as_zip(folder, out.getvalue())


# -- what is good -----------------------------------------------------------------------------------------------


def test_a_folder_and_a_zip_are_read_alike(tmp_path: Path) -> None:
    assert files_in(put(tmp_path / "a", GOOD)) == GOOD
    assert files_in(as_zip(tmp_path, zipped(GOOD))) == GOOD
    inside = {f"field-1/{name}": data for name, data in GOOD.items()}
    assert files_in(as_zip(tmp_path, zipped(inside))) == GOOD
    assert files_in(put(tmp_path / "b", inside)) == GOOD


def test_a_zip_that_somebody_packed_again_is_as_good(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    files = files_in(written(store, tmp_path / "archive"))
    path = as_zip(tmp_path, zipped({f"my-games/{name}": data for name, data in files.items()}))
    verdict = verify_archive(str(path))
    assert verdict.is_good, verdict.faults


def test_folders_in_a_zip_are_no_files(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("posts/", b"")
        for name, data in GOOD.items():
            made.writestr(name, data)
    assert files_in(as_zip(tmp_path, out.getvalue())) == GOOD


def test_what_is_an_archive_and_what_a_post(tmp_path: Path) -> None:
    (tmp_path / "post.txt").write_text("PK is how it begins\n")
    assert not is_archive(str(tmp_path / "post.txt"))
    assert not is_archive(str(tmp_path / "nothing"))
    assert is_archive(str(as_zip(tmp_path, zipped(GOOD))))
    assert is_archive(str(tmp_path))


# -- what is none -----------------------------------------------------------------------------------------------


def test_no_archive_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no archive"):
        open_archive(str(tmp_path / "nothing"))
    (tmp_path / "empty").mkdir()
    assert "no manifest.json" in refused(tmp_path / "empty")
    assert "no manifest.json" in refused(put(tmp_path / "two", {"a/x": b"", "b/manifest.json": b""}))
    for number, data in enumerate((b"", b"hello", b"\x1f\x8b\x08", b"7z\xbc\xaf\x27\x1c", b"Rar!")):
        path = tmp_path / f"{number}.zip"
        path.write_bytes(data)
        assert "is not a pbem archive" in refused(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="is no plain file"):
        open_archive(str(tmp_path / "pipe"))


# -- names ------------------------------------------------------------------------------------------------------

NAMES = [
    "../outside.txt",
    "posts/../../outside.txt",
    "/etc/passwd",
    "C:\\windows\\x",
    "posts\\x.txt",
    "a//b",
    "./x",
    ".hidden",
    "posts/ x",
    "naïve.txt",
    "posts/\u202etxt.exe",
    "posts/e\u0301.txt",
    "new\nline",
    "nul\x7f",
    "x" * 101,
    "posts//",
]


@pytest.mark.parametrize("name", NAMES)
def test_strange_names_are_refused(tmp_path: Path, name: str) -> None:
    said = refused(with_entry(tmp_path, lambda info: None, name))
    assert "strange name" in said or "nested too deeply" in said
    assert "\n" not in said
    assert "\u202e" not in said


@pytest.mark.parametrize("name", [".hidden", "naïve.txt", "posts/a b", "x" * 101])
def test_strange_names_in_a_folder_too(tmp_path: Path, name: str) -> None:
    assert "strange name" in refused(put(tmp_path / "a", {**GOOD, name: b""}))


def test_a_name_with_a_zero_inside(tmp_path: Path) -> None:
    data = zipped({**GOOD, "posts/Zfake.txt": b"x"}).replace(b"posts/Zfake.txt", b"posts/Z\0ake.txt")
    assert "strange name" in refused(as_zip(tmp_path, data))


def test_files_that_lie_too_deep(tmp_path: Path) -> None:
    deep = "/".join("abcdefgh")
    assert "nested too deeply" in refused(with_entry(tmp_path, lambda info: None, deep))
    assert "nested too deeply" in refused(put(tmp_path / "a", {**GOOD, deep: b""}))
    endless = tmp_path / "b"
    for _ in range(100):
        endless = endless / "x"
    endless.mkdir(parents=True)
    put(tmp_path / "b", GOOD)
    assert "nested too deeply" in refused(tmp_path / "b")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["posts/0001.txt", "POSTS/0001.TXT", "manifest.json"])
def test_two_files_of_one_name(tmp_path: Path, name: str) -> None:
    assert "two files of one name" in refused(with_entry(tmp_path, lambda info: None, name))


# -- kinds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices_in_a_zip(tmp_path: Path, kind: int) -> None:
    def change(info: zipfile.ZipInfo) -> None:
        info.external_attr = (kind | 0o777) << 16

    assert "a link or a device" in refused(with_entry(tmp_path, change))


def test_links_and_devices_in_a_folder(tmp_path: Path) -> None:
    path = put(tmp_path / "a", GOOD)
    (path / "posts" / "link.txt").symlink_to("/etc/passwd")
    assert "a link or a device" in refused(path)
    (path / "posts" / "link.txt").unlink()
    (path / "loop").symlink_to(path)
    assert "a link or a device" in refused(path)
    (path / "loop").unlink()
    os.mkfifo(path / "pipe")
    assert "a link or a device" in refused(path)


def patched(data: bytes, flags: int = 0, method: int | None = None) -> bytes:
    """The zip with other flags or another method, before the files and in the directory."""
    out = bytearray(data)
    for sign, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.find(sign)
        while place >= 0:
            out[place + at : place + at + 2] = struct.pack("<H", flags)
            if method is not None:
                out[place + at + 2 : place + at + 4] = struct.pack("<H", method)
            place = data.find(sign, place + 1)
    return bytes(out)


@pytest.mark.parametrize("flags", [0x1, 0x40, 0x2000])
def test_encrypted_zips(tmp_path: Path, flags: int) -> None:
    assert "the zip is encrypted" in refused(as_zip(tmp_path, patched(zipped(GOOD), flags)))


@pytest.mark.parametrize("method", [1, 9, 12, 14, 93, 99])
def test_other_ways_of_packing(tmp_path: Path, method: int) -> None:
    assert "packed in a way that pbem does not read" in refused(as_zip(tmp_path, patched(zipped(GOOD), 0, method)))


# -- bombs ------------------------------------------------------------------------------------------------------


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("manifest.json", b"{}")
        with made.open("posts/bomb.txt", "w") as file:
            for _ in range(40):
                file.write(bytes(1024 * 1024))
    path = as_zip(tmp_path, out.getvalue())
    tracemalloc.start()
    said = refused(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "looks like a bomb" in said
    assert peak < 4 * 1024 * 1024


def test_a_file_that_unpacks_to_more_than_it_says(tmp_path: Path) -> None:
    """The sizes are forged in both places; unpacking stops at the size that was told."""
    data, big = zipped(GOOD), bytes(30 * 1024 * 1024)
    packed = zipped({**GOOD, "posts/b.txt": big})
    out, size = bytearray(packed), struct.pack("<L", len(big))
    place = packed.find(size)
    while place >= 0:
        out[place : place + 4] = struct.pack("<L", 500_000)
        place = packed.find(size, place + 1)
    archive = open_archive(str(as_zip(tmp_path, bytes(out))))
    tracemalloc.start()
    with pytest.raises(Unreadable, match="damaged"):
        archive.read("posts/b.txt")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    archive.close()
    assert peak < 4 * 1024 * 1024
    assert data


def test_files_that_share_their_bytes(tmp_path: Path) -> None:
    """The quoted bomb: many lines of the directory, one packed file under them."""
    kernel = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = kernel.compress(bytes(100_000)) + kernel.flush()
    check = zlib.crc32(bytes(100_000))
    names = [b"manifest.json", *(b"posts/%04d.txt" % n for n in range(50))]
    heads, lines = b"", b""
    for number, name in enumerate(names):
        sizes = (check, len(body), 100_000)
        if number == 0:
            heads = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 33, *sizes, len(name), 0) + name + body
        lines += struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 33, *sizes, len(name), 0, 0, 0, 0, 0, 0) + name
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(names), len(names), len(lines), len(heads), 0)
    assert "the files of the zip overlap" in refused(as_zip(tmp_path, heads + lines + end))


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = {**GOOD, **{f"posts/{number}.txt": b"" for number in range(30)}}
    monkeypatch.setattr(archive_files, "MOST_FILES", 20)
    monkeypatch.setattr(zip_reading, "MOST_FILES", 20)
    assert "too many files" in refused(put(tmp_path / "a", many))
    assert "too many files" in refused(as_zip(tmp_path, zipped(many)))


def test_a_directory_that_claims_to_be_endless(tmp_path: Path) -> None:
    data = bytearray(zipped(GOOD))
    data[-14:-10] = struct.pack("<HH", 60_000, 60_000)
    assert "too many files" in refused(as_zip(tmp_path, bytes(data)))
    data = bytearray(zipped(GOOD))
    data[-10:-6] = struct.pack("<L", 0x7FFFFFFF)
    assert "too many files" in refused(as_zip(tmp_path, bytes(data)))


def test_files_that_are_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_files, "LARGEST_FILE", 500)
    assert "too large" in refused(put(tmp_path / "a", GOOD))
    assert "too large" in refused(as_zip(tmp_path, zipped(GOOD)))
    monkeypatch.setattr(archive_files, "LARGEST_FILE", 600)
    monkeypatch.setattr(archive_files, "LARGEST_ALL", 601)
    assert "the archive is too large" in refused(tmp_path / "a")
    assert "the archive is too large" in refused(tmp_path / "a.zip")


def test_a_file_that_has_grown_meanwhile_is_noticed(tmp_path: Path) -> None:
    path = put(tmp_path / "a", GOOD)
    archive = open_archive(str(path))
    (path / "posts" / "0001.txt").write_bytes(bytes(10_000_000))
    assert len(archive.read("posts/0001.txt")) == archive.sizes["posts/0001.txt"] + 1


# -- containers -------------------------------------------------------------------------------------------------


def test_a_zip_that_is_cut_or_has_something_added(tmp_path: Path) -> None:
    data = zipped(GOOD)
    for other in (data[:-1], data[:40], data + b"\0", data[:4]):
        assert "cut short" in refused(as_zip(tmp_path, other))
    for other in (data + data, b"PK\3\4 stub" + data):
        assert "not where it should be" in refused(as_zip(tmp_path, other))
    commented = data[:-2] + struct.pack("<H", 5) + b"hello"
    assert "cut short" in refused(as_zip(tmp_path, commented))
    assert "not where it should be" in refused(as_zip(tmp_path, zipped({})))


def test_a_zip_of_the_large_kind(tmp_path: Path) -> None:
    data = zipped(GOOD)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 0, 1)
    assert "64-bit" in refused(as_zip(tmp_path, data[:-22] + locator + data[-22:]))
    assert "64-bit" in refused(as_zip(tmp_path, data[:-14] + b"\xff\xff\xff\xff" + data[-10:]))


def test_heads_that_say_something_else_than_the_directory(tmp_path: Path) -> None:
    data = zipped(GOOD)
    for at in (6, 8, 14, 18, 22):  # flags, method, check sum, sizes of the first file
        other = bytearray(data)
        other[at] ^= 2
        assert "contradicts itself" in refused(as_zip(tmp_path, bytes(other)))
    changed = data.replace(b"manifest.json", b"manifest.jsox", 1)
    archive = open_archive(str(as_zip(tmp_path, changed)))
    with pytest.raises(Unreadable, match="damaged"):
        archive.read("manifest.json")
    archive.close()


def test_damaged_bytes_are_told_with_their_file(tmp_path: Path) -> None:
    data = bytearray(zipped(GOOD))
    at = data.find(b"posts/0001.txt") + len(b"posts/0001.txt") + 3
    data[at] ^= 0xFF
    archive = open_archive(str(as_zip(tmp_path, bytes(data))))
    with pytest.raises(Unreadable, match=r"`posts/0001.txt` in the zip is damaged"):
        archive.read("posts/0001.txt")
    archive.close()
    with pytest.raises(Unreadable, match="the archive has no nothing"):
        archive.read("nothing")
