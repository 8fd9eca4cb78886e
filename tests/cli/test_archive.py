"""`pbem archive`, `pbem restore` and `pbem verify ARCHIVE` at the command line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.desk.archives import SECRET_ORDER
from tests.desk.helpers import NAME


def plain(text: str) -> str:
    return " ".join(text.split())


def test_archive_verify_restore(pbem: Pbem, here: Path) -> None:
    said = pbem("archive")
    assert said.code == 0
    assert "Field-1-archive: Field-1, " in said.out
    assert "the last 1 entries of its record are not public yet" in plain(said.out)
    assert "Next: open index.html in Field-1-archive" in plain(said.out)
    assert (here / "Field-1-archive" / "index.html").exists()
    said = pbem("verify", "Field-1-archive")
    assert said.code == 0
    assert "Replayed and proven: the record was played again, and the archive is what the record gives." in said.out
    said = pbem("restore", "Field-1-archive", "--db", "other.db")
    assert said.code == 0
    assert "Campaign Field-1 is restored" in said.out
    assert "does not hold the secret of the dice" in plain(said.out)
    assert pbem("verify", "--db", "other.db").code == 0


def test_a_zip_by_option_or_by_name(pbem: Pbem, here: Path) -> None:
    assert pbem("archive", NAME, "--zip").code == 0
    assert pbem("archive", NAME.lower(), "--out", "b.ZIP").code == 0
    one, two = here / "Field-1-archive.zip", here / "b.ZIP"
    assert one.read_bytes() == two.read_bytes()
    said = pbem("verify", "b.ZIP", "--quick", "--json").json
    assert (said["good"], said["kind"]) == (True, "published")
    assert said["notes"] == ["the pictures were not drawn again"]
    with zipfile.ZipFile(one) as zipped:
        assert {name.split("/")[0] for name in zipped.namelist()} == {"field-1"}


def test_a_whole_archive_warns_and_goes_on_elsewhere(pbem: Pbem, here: Path) -> None:
    said = pbem("archive", "--whole", "--out", "whole.zip")
    assert "WARNING: the archive holds SECRET-DO-NOT-SHARE.json" in plain(said.out)
    assert "Keep it to yourself" in plain(said.out)
    found = pbem("restore", "whole.zip", "--db", "other.db", "--json").json
    assert (found["secret"], found["over"], found["kind"]) == (True, False, "whole")
    assert found["head"] == pbem("status", "--json").json["head"]
    blue = f"campaign: {NAME}\nside: BLUE\nturn: 2\nstep: bid\nbid 1\n"
    (here / "blue.txt").write_text(blue)
    assert pbem("submit", "blue.txt", "--db", "other.db").code == 0
    assert pbem("adjudicate", "--db", "other.db").code == 0
    assert SECRET_ORDER.split()[1] in pbem("report", "--db", "other.db").out


def test_what_is_there_is_not_overwritten(pbem: Pbem, here: Path) -> None:
    pbem("archive", "--out", "a")
    said = pbem("archive", "--out", "a")
    assert said.code == 2
    assert "a is there already: name another place with --out" in plain(said.err)
    said = pbem("restore", "a")
    assert said.code == 2
    assert "the store already has a campaign called Field-1" in plain(said.err)
    assert "pbem restore ARCHIVE --db other.db" in plain(said.err)
    assert "there is no folder nowhere" in plain(pbem("archive", "--out", "nowhere/a").err)


def test_boards_as_pictures_or_not_at_all(pbem: Pbem, here: Path) -> None:
    said = pbem("archive", "--out", "a", "--boards", "jpg")
    assert said.code == 2
    assert "boards cannot be kept as 'jpg'; write --boards kit or png" in plain(said.err)
    assert not (here / "a").exists()
    assert pbem("archive", "--out", "a", "--boards", "png").code == 0
    assert (here / "a" / "boards" / "0000-start.png").exists()
    assert pbem("verify", "a").code == 0
    assert pbem("restore", "a", "--db", "other.db").code == 0


def test_a_changed_archive_is_not_good(pbem: Pbem, here: Path) -> None:
    pbem("archive", "--out", "a")
    post = next((here / "a" / "posts").glob("*red-fight.txt"))
    post.write_bytes(post.read_bytes().replace(b"turn 1", b"turn 7", 1))
    said = pbem("verify", "a")
    assert said.code == 1
    assert f"posts/{post.name}: its bytes are not those that the manifest lists" in plain(said.out)
    assert "Not good." in said.out
    record = here / "a" / "record.jsonl"
    record.write_bytes(record.read_bytes()[:-10])
    assert pbem("verify", "a", "--json").json["record"] is None
    assert pbem("restore", "a", "--db", "new.db").code == 1
    assert not (here / "new.db").exists()


@pytest.mark.parametrize("command", ["verify", "restore"])
def test_what_is_no_archive_is_refused_in_plain_words(pbem: Pbem, here: Path, command: str) -> None:
    (here / "letters").mkdir()
    said = pbem(command, "letters")
    assert said.code == 1
    assert "letters is not a pbem archive" in plain(said.err)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("../../evil.txt", b"x")
    (here / "evil.zip").write_bytes(out.getvalue())
    said = pbem(command, "evil.zip")
    assert (said.code, said.out) == (1, "")
    assert "strange name" in said.err
    assert "found: `../../evil.txt`" in plain(said.err)
    assert "error" in pbem(command, "evil.zip", "--json").json


def test_restore_wants_something_to_restore(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("restore", "nothing.zip")
    assert said.code == 2
    assert "there is no archive nothing.zip" in plain(said.err)
    assert list(tmp_path.iterdir()) == []


def test_several_campaigns_must_be_told_apart(pbem: Pbem, here: Path) -> None:
    pbem("new", "other", "--game", "tiny", "--scenario", "field")
    said = pbem("archive")
    assert said.code == 2
    assert "name one of" in plain(said.err)
    assert pbem("archive", "other").code == 0
    assert pbem("archive", "-c", NAME).code == 0
    assert "there is no campaign called 'third'" in plain(pbem("archive", "third").err)
