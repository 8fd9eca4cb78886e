"""`pbem chain`: a player's own chain in a campaign that a moderator keeps; a secret that is never lost or shown."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.dice.derive import link_before
from pbem.dice.seal import LINKS, is_link, links_of
from tests.cli.conftest import Pbem, write
from tests.desk import tiny


def anchor_of(pbem: Pbem, side: str) -> str:
    """The line that a player puts into his first order file."""
    return pbem("chain", "make", "Field-1", side, "--out", f"{side}.chain").out.splitlines()[-1]


def test_make_keeps_the_secret_and_prints_the_anchor(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("chain", "make", "Isonzo", "cp", "--out", "isonzo.chain")
    assert said.code == 0
    assert said.out.startswith("isonzo.chain keeps the secret. For the header of your first order file:\n\nanchor: ")
    text = (tmp_path / "isonzo.chain").read_text()
    game, party, length, secret = text.splitlines()[-1].split()[1:]
    assert (game, party, int(length)) == ("isonzo", "CP", LINKS)
    assert "Show it to no one" in text
    assert secret not in said.out
    anchor = said.out.split("anchor: ")[1].strip()
    assert anchor == links_of("isonzo", bytes.fromhex(secret), LINKS, "CP")[0].hex()


def test_every_chain_is_another(pbem: Pbem) -> None:
    assert anchor_of(pbem, "RED") != anchor_of(pbem, "BLUE")
    made = pbem("chain", "make", "Field-1", "RED", "--out", "again.chain", "--json").json
    assert made.keys() == {"file", "campaign", "side", "anchor"}
    assert (made["file"], made["campaign"], made["side"]) == ("again.chain", "field-1", "RED")


def test_only_the_owner_can_read_the_secret(pbem: Pbem, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        anchor_of(pbem, "RED")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "RED.chain").stat().st_mode) == 0o600


def test_a_chain_is_never_replaced(pbem: Pbem, tmp_path: Path) -> None:
    anchor_of(pbem, "RED")
    before = (tmp_path / "RED.chain").read_bytes()
    said = pbem("chain", "make", "Field-1", "RED", "--out", "RED.chain")
    assert said.code == 2
    assert "RED.chain exists already: a chain is never replaced, for its anchor may be published" in " ".join(
        said.err.split()
    )
    assert (tmp_path / "RED.chain").read_bytes() == before
    os.symlink("nowhere", tmp_path / "dangling.chain")
    assert pbem("chain", "make", "Field-1", "RED", "--out", "dangling.chain").code == 2
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Field 1", "RED", "--out", "x"), "`Field 1` cannot be the name of a campaign"),
        (("Field-1", "Red Army", "--out", "x"), "'Red Army' is not how a campaign writes a side"),
        (("Field-1", "", "--out", "x"), "'' is not how a campaign writes a side"),
        (("Field-1", "RED", "--out", "no/x"), "there is no folder no"),
        (("Field-1", "RED", "--out", "."), ". exists already"),
        (("Field-1", "RED"), "Missing option '--out'"),
        (("Field-1",), "Missing argument"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    pbem: Pbem, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    said = pbem("chain", "make", *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert list(tmp_path.iterdir()) == []


def test_links_lead_back_to_the_anchor(pbem: Pbem) -> None:
    anchor = bytes.fromhex(anchor_of(pbem, "RED").removeprefix("anchor: "))
    known, at = anchor, 0
    for epoch in (1, 2, 7, LINKS):
        said = pbem("chain", "link", "RED.chain", str(epoch))
        word, number, value = said.out.split()
        assert (word, number) == ("link:", str(epoch))
        assert is_link("field-1", epoch, bytes.fromhex(value), known, at, "RED")
        known, at = bytes.fromhex(value), epoch
    first = pbem("chain", "link", "RED.chain", "1", "--json").json
    assert (first["campaign"], first["side"], first["epoch"]) == ("field-1", "RED", 1)
    assert link_before("field-1", "RED", 1, bytes.fromhex(first["link"])) == anchor


def test_a_chain_file_survives_a_mail_program(pbem: Pbem, tmp_path: Path) -> None:
    anchor_of(pbem, "RED")
    link = pbem("chain", "link", "RED.chain", "3").out
    text = (tmp_path / "RED.chain").read_text()
    (tmp_path / "copy.chain").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert pbem("chain", "link", "copy.chain", "3").out == link


@pytest.mark.parametrize(
    ("file", "epoch", "told"),
    [
        ("RED.chain", "0", f"the chain has links 1 to {LINKS}, not 0: `pbem status` says which one is next"),
        ("RED.chain", "-1", "No such option"),
        ("RED.chain", str(LINKS + 1), f"the chain has links 1 to {LINKS}, not {LINKS + 1}"),
        ("RED.chain", "one", "Invalid value for"),
        ("nowhere.chain", "1", "there is no file nowhere.chain"),
        (".", "1", ". is a folder"),
        (
            "letter.txt",
            "1",
            "letter.txt is not a file that `pbem chain make` wrote: a line that begins pbem-chain/1 is wanted",
        ),
        ("cut.chain", "1", "cut.chain is not a file that `pbem chain make` wrote"),
        ("long.chain", "1", "long.chain is not a file that `pbem chain make` wrote"),
    ],
)
def test_what_is_no_link_is_refused(pbem: Pbem, tmp_path: Path, file: str, epoch: str, told: str) -> None:
    anchor_of(pbem, "RED")
    write(tmp_path, "letter.txt", "Dear Bruno,\n")
    write(tmp_path, "cut.chain", (tmp_path / "RED.chain").read_text()[:-9])
    write(tmp_path, "long.chain", (tmp_path / "RED.chain").read_text().replace(f" {LINKS} ", f" {'9' * 5000} "))
    said = pbem("chain", "link", file, epoch)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert said.out == ""


def test_a_step_is_played_with_the_links_of_both_players(pbem: Pbem, tmp_path: Path) -> None:
    """Anchors come in the first files, links when the orders are sealed."""
    tiny.register()
    opened = pbem("new", "Field-1", "--game", "tiny", "--dice", "seed+chain").out
    assert "Each side publishes the anchor of its chain: `pbem chain make`" in " ".join(opened.split())
    status = pbem("status").out
    assert "Red Army owes the anchor of its dice chain" in status
    assert "Next: an order file of RED with `anchor:` in its header; pbem chain make writes the line" in status

    def send(side: str, header: str, body: str, step: str) -> None:
        text = f"campaign: Field-1\nside: {side}\nturn: 1\nstep: {step}\n{header}\n{body}\n"
        said = pbem("submit", write(tmp_path, f"{side}.txt", text))
        assert said.code == 0, said

    send("RED", anchor_of(pbem, "RED"), "bid 3\nmove:\ngo R2 0301", "bid")
    send("BLUE", anchor_of(pbem, "BLUE"), "bid 2", "bid")
    said = pbem("adjudicate")
    assert said.code == 0
    assert "Red Army owes link 1 of its dice chain" in said.out
    assert "an order file of RED with `link:` in its header; pbem chain link writes the line" in " ".join(
        said.out.split()
    )
    for side in ("RED", "BLUE"):
        send(side, pbem("chain", "link", f"{side}.chain", "1").out.strip(), "press:\nhere is my link", "move")
    assert "t1/red-move" in pbem("adjudicate").out
    assert "Replayed and proven: every step was played again" in pbem("verify").out
