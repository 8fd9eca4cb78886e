"""`pbem new`: every way to make dice, with dates, rounds and keys; what is told, and what cannot be agreed on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.cli import files
from pbem.dice.drand import CHAINS, round_at, seconds_of
from tests.cli.conftest import Pbem, write
from tests.desk import tiny
from tests.seeds import seed_file

OPENED = "2026-11-16T20:00:00Z"


@pytest.fixture
def new(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """Opens a tiny campaign on a certain day."""
    tiny.register()
    monkeypatch.setattr(files, "time", SimpleNamespace(gmtime=lambda: None, strftime=lambda *_: OPENED))
    return lambda *words: pbem("new", "Field-1", "--game", "tiny", *words)


def flat(text: str) -> str:
    """The words without the line breaks of the screen."""
    return " ".join(text.split())


SEED, CHAIN = "a committed seed", "links of both sides' chains"
QUICK = "rounds of the drand chain quicknet"


@pytest.mark.parametrize(
    ("words", "mode", "told"),
    [
        ((), "seed", f"Dice: {SEED}. Publish this commitment with the first post:"),
        (("--dice", "seed"), "seed", f"Dice: {SEED}. Publish this commitment"),
        (("--dice", "chain", "--me", "red army"), "chain", f"Dice: {CHAIN}. Publish this commitment"),
        (("--dice", "beacon"), "beacon", f"Dice: {QUICK}."),
        (("--dice", "beacon", "--me", "RED"), "beacon", f"Dice: {QUICK}."),
        (("--dice", "beacon", "--beacon", "default"), "beacon", "Dice: rounds of the drand chain default."),
        (("--dice", "Chain+SEED"), "seed+chain", f"Dice: {SEED} and {CHAIN}. Publish this commitment"),
        (("--dice", "beacon+seed"), "seed+beacon", f"Dice: {SEED} and {QUICK}. Publish"),
        (("--dice", "beacon+chain", "--me", "BLUE"), "chain+beacon", f"Dice: {CHAIN} and {QUICK}. Publish"),
        (("--dice", "seed+chain+beacon"), "seed+chain+beacon", f"Dice: {SEED} and {CHAIN} and {QUICK}. Publish"),
    ],
)
def test_every_way_to_make_dice_is_opened_and_told(
    new: Pbem, pbem: Pbem, words: tuple[str, ...], mode: str, told: str
) -> None:
    said = new(*words)
    assert said.code == 0
    assert told in flat(said.out)
    has_hint = "`pbem chain make`" in said.out
    assert has_hint == ("chain" in mode and "--me" not in words)
    following = "pbem export-turn invites the other player" if "--me" in words else "pbem status"
    assert said.out.rstrip().endswith(f"Turn 1, bids. Next: {following}")
    assert pbem("status", "--json").json["dice"] == mode
    assert pbem("verify").code == 0


@pytest.mark.parametrize(
    ("words", "agreed"),
    [
        (("--dice", "seed"), {"mode": "seed", "rewind": "moderator"}),
        (("--dice", "chain", "--me", "RED"), {"mode": "chain", "rewind": "consent"}),
        (("--dice", "chain", "--me", "RED", "--rewind", "never"), {"rewind": "never"}),
        (("--dice", "seed", "--rewind", "consent"), {"rewind": "consent"}),
        (("--dice", "seed", "--days", "5"), {"days": 5, "refusal": "wait"}),
        (("--dice", "chain", "--me", "RED", "--days", "5", "--refusal", "forfeit"), {"days": 5, "refusal": "forfeit"}),
        (("--dice", "chain", "--me", "RED", "--days", "5", "--refusal", "beacon"), {"days": 5, "refusal": "beacon"}),
        (("--dice", "beacon"), {"days": 3, "beacon": "quicknet", "early": False, "refusal": "wait"}),
        (("--dice", "beacon", "--days", "7", "--beacon", "default"), {"days": 7, "beacon": "default"}),
        (("--dice", "beacon", "--days", "0", "--early"), {"beacon": "quicknet", "early": True}),
        (("--dice", "chain+beacon", "--early", "--me", "RED"), {"early": True, "days": 3}),
    ],
)
def test_what_is_agreed_stands_in_the_record(new: Pbem, words: tuple[str, ...], agreed: dict[str, Any]) -> None:
    values = new(*words, "--json").json
    assert {key: values["dice"].get(key) for key in agreed} == agreed
    assert values["me"] == ("RED" if "--me" in words else "")
    has_anchor = "seed" in words or "--me" in words
    assert len(values["commitment"]) == (64 if has_anchor else 0)
    assert "".join(values["dice"]["anchors"].values()) == values["commitment"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--dice", "luck"),
            "'luck' is not a way to make dice; there are seed, chain, beacon, joined like chain+beacon",
        ),
        (("--dice", "chain+chain"), "'chain+chain' names one way twice"),
        (("--dice", "seed", "--beacon", "quicknet"), "say --dice seed+beacon"),
        (("--dice", "chain", "--early"), "say --dice chain+beacon"),
        (("--dice", "chain"), "add --me and your side (--me CP). A moderator takes --dice seed+chain"),
        (("--dice", "beacon", "--beacon", "fastnet"), "no drand chain 'fastnet'"),
        (("--dice", "beacon", "--days", "0"), "the beacon needs a deadline to name a round after; or use --early"),
        (("--days", "-1"), "a side has from 1 to 3650 days"),
        (("--days", "4000"), "a side has from 1 to 3650 days"),
        (("--days", "soon"), "Invalid value for '--days'"),
        (("--refusal", "forfeit"), "--refusal forfeit needs a date that can be missed: give --days as well"),
        (("--days", "3", "--refusal", "sulk"), "--refusal 'sulk' is not known; there are wait, moderator,"),
        (("--days", "3", "--refusal", "beacon"), "can only replace a player's link, and these dice have none"),
        (("--rewind", "often"), "--rewind 'often' is not known; there are moderator, consent, never"),
        (("--me", "RED"), "a moderator's seed and two stores that take turns do not go together"),
        (("--dice", "seed+chain", "--me", "RED"), "leave out --me or seed"),
        (("--dice", "chain", "--me", "GREEN"), "there is no side `GREEN`"),
        (("--dice", "chain", "--me", "RED", "--rewind", "moderator"), "between two stores there is no moderator"),
        (("--dice", "beacon", "--me", "RED", "--early"), "between two stores it needs chain+beacon"),
        (("--dice", "chain", "--seed", "x"), "--seed is for a secret of yours; dice by chain begin with none"),
        (("--dice", "beacon", "--me", "RED", "--seed", "x"), "dice by beacon begin with none in this store"),
        (("--signed",), "--signed needs the public key of each side: give --key RED=FILE as well"),
        (("--signed", "--key", "RED=red.pub"), "give --key BLUE=FILE as well"),
        (("--signed", "--dice", "chain", "--me", "BLUE", "--key", "RED=red.pub"), "give --key BLUE=FILE as well"),
        (("--signed", "--dice", "beacon", "--me", "RED", "--key", "RED=red.pub"), "give --key BLUE=FILE as well"),
        (("--key", "red.pub"), "write it as NAME=VALUE, such as --key CP=anna.pub"),
        (("--key", "GREEN=red.pub"), "there is no side `GREEN`"),
        (("--key", "RED=nowhere.pub"), "there is no file nowhere.pub"),
        (("--key", "RED=red.pub", "--key", "Red Army=red.pub"), "the key of RED is given twice: say it once"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_and_makes_no_store(
    new: Pbem, pbem: Pbem, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    write(tmp_path, "red.pub", pbem("keys", "make", "Rosa", "--out", "red.key").out)
    said = new(*words)
    assert said.code == 2
    assert told in flat(said.err)
    assert said.out == ""
    assert not (tmp_path / "pbem.db").exists()


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("red.key", "this is a secret key; its owner must keep it to himself"),
        ("letter.txt", "there is no key in the text"),
        ("cut.pub", "the key of Rosa is cut off or damaged"),
    ],
)
def test_a_file_without_a_public_key_is_refused(new: Pbem, pbem: Pbem, tmp_path: Path, file: str, told: str) -> None:
    public = pbem("keys", "make", "Rosa", "--out", "red.key").out
    write(tmp_path, "cut.pub", public[:-9])
    write(tmp_path, "letter.txt", "Dear Bruno,\n")
    said = new("--key", f"RED={file}")
    assert said.code == 1
    assert told in flat(said.err)
    assert not (tmp_path / "pbem.db").exists()
    assert new("--key", f"RED={file}", "--json").json["error"]["kind"] == "refused"


@pytest.mark.parametrize("words", [("--dice", "chain", "--me", "RED"), ("--dice", "seed", "--key", "BLUE=b.pub")])
def test_keys_go_into_the_record(new: Pbem, pbem: Pbem, tmp_path: Path, words: tuple[str, ...]) -> None:
    for side in "rb":
        write(tmp_path, f"{side}.pub", pbem("keys", "make", side, "--out", f"{side}.key").out)
    assert new("--signed", "--key", "Red Army=r.pub", *words).code == 0
    assert pbem("verify").code == 0


@pytest.mark.parametrize(("chain", "days"), [("quicknet", 3), ("default", 7)])
def test_the_status_names_the_round_behind_the_date(new: Pbem, pbem: Pbem, chain: str, days: int) -> None:
    new("--dice", "beacon", "--days", str(days), "--beacon", chain)
    due = f"2026-11-{16 + days}T20:00:00Z"
    said = pbem("status").out
    assert f"Red Army owes orders for bid, turn 1, by {due}" in flat(said)
    number = round_at(CHAINS[chain], seconds_of(due) + 15 * 60)
    assert f"Dice: round {number} of {chain}, due at 2026-11-{16 + days}T20:15:" in flat(said)
    assert "The pen" not in said
    named = pbem("status", "--json").json["named"]
    assert (named["chain"], named["round"]) == (chain, number)


def test_an_early_step_has_no_round_before_it_is_sealed(new: Pbem, pbem: Pbem) -> None:
    new("--dice", "beacon", "--early", "--days", "0")
    said = pbem("status").out
    assert "Dice: round" not in said
    assert "by 2026" not in said


def test_a_seed_of_ones_own_is_taken_for_a_chain_of_ones_own(new: Pbem) -> None:
    words = ("--dice", "chain", "--me", "RED", "--json", "--seed")
    first, second = (new(*words, seed_file("a sentence"), "--db", f"{n}.db").json["commitment"] for n in range(2))
    assert first == second != new(*words, seed_file("another"), "--db", "3.db").json["commitment"]
