"""The proof block: short lines, and a reader that gets the same out of every copy of a post."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.dice.judging import judge_post
from pbem.dice.proof import Proof, ProvenRoll, escaped, write_proof
from pbem.dice.reading import read_proof, unescaped
from tests.dice.corpus import MANGLES, ledger, text_of
from tests.dice.corpus import campaign as campaign_proof
from tests.dice.mixed import all_posts, steps

POSTS = all_posts()


@pytest.mark.parametrize("mangle", MANGLES)
@pytest.mark.parametrize("name", POSTS)
def test_a_post_survives_its_way(name: str, mangle: str) -> None:
    assert judge_post(MANGLES[mangle](POSTS[name])).as_json() == judge_post(POSTS[name]).as_json()


@pytest.mark.parametrize("name", POSTS)
def test_a_block_has_short_lines(name: str) -> None:
    lines = [line.strip() for line in POSTS[name].splitlines()]
    begin = next(at for at, line in enumerate(lines) if "pbem-proof/1" in line)
    end = next(at for at, line in enumerate(lines) if line.startswith("end "))
    block = lines[begin : end + 1]
    assert all(len(line) <= 64 + len("<pre>") for line in block if not line.startswith("roll "))
    assert all(len(line) <= 64 for line in write_proof(campaign_proof()))


@pytest.mark.parametrize("name", ["closed txt", "closed bbcode", "closed md", "closed html"])
def test_a_roll_of_the_desk_is_never_broken(name: str) -> None:
    rolls = [line.strip() for line in POSTS[name].splitlines() if line.strip().startswith("roll ") and " ; " in line]
    assert len(rolls) == 8
    assert all(re.search(r" ![0-9a-f]{8}$", line) for line in rolls)


def test_a_post_of_the_desk_has_a_table_with_sums() -> None:
    rows = POSTS["closed txt"].split("\n\n")[2].splitlines()
    assert rows[0].split() == ["roll", "for", "dice", "result", "sum"]
    assert re.fullmatch(r"1 +T1 weather +2d6\+1 +(\d) (\d) +\d+", rows[1])
    faces = rows[1].split()[4:]
    assert int(faces[-1]) == sum(map(int, faces[:-1])) + 1
    assert "draw 2 from Mud" in rows[6]
    assert not re.search(r"  \d+$", rows[6]), "a draw has no sum"


@pytest.mark.parametrize("fmt", ["txt", "md", "bbcode", "html"])
def test_a_purpose_in_the_table_is_never_read_as_a_proof_or_markup(fmt: str) -> None:
    above = POSTS[f"closed {fmt}"].partition("pbem-proof/1 ")[0]
    assert "pbem-proof" not in above.replace("pbem-proof /", "")
    assert "[/b]" not in above.removeprefix("[b]Dice of Salerno-1[/b]")
    assert "<i>" not in above


@given(st.text(max_size=60))
def test_every_text_can_be_written_and_read_again(text: str) -> None:
    import unicodedata

    clean = "".join(c for c in text if c.encode("utf-8", "ignore") and unicodedata.category(c) != "Cc")
    assert unescaped(escaped(clean)) == unicodedata.normalize("NFC", clean)


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80))
def test_every_label_comes_out_of_a_post_as_it_went_in(label: str) -> None:
    import unicodedata

    lines = write_proof(Proof("game", "desk", rolls=[ProvenRoll(1, 1, label, "1d6", "3")]))
    blocks, outside = read_proof("\n".join(f"> {line}" for line in lines))
    assert outside == []
    assert blocks[0].faults == []
    assert blocks[0].records[0].roll.label == unicodedata.normalize("NFC", label)


@pytest.mark.parametrize("text", ["%", "%4", "a%zz", "%ff", "%0a", "%7f", "%C2%85"])
def test_a_broken_code_is_not_read(text: str) -> None:
    assert unescaped(text) is None


@pytest.mark.parametrize("proof", [campaign_proof(), steps()["all together"], steps()["beacon of default"]])
def test_every_line_of_a_block_is_needed(proof: Proof) -> None:
    lines = text_of(proof).splitlines()
    for at in range(len(lines)):
        assert judge_post("\n".join(lines[:at] + lines[at + 1 :])).verdict in ("wrong", "none")


# The first 16 digits of the SHA-256 of posts as they were written before blocks knew several parties and rounds;
# those of the desk since they have a table.
OLD = {
    "closed txt": "ed5b048e3ea727e2",
    "thread with reveal": "ae8f45665056cf30",
    "two chains": "0a3126c24388ddc9",
    "single commitment": "a18de64e8b44339f",
    "campaign": "d5751833b396ee60",
}


@pytest.mark.parametrize("name", OLD)
def test_a_post_is_written_as_it_always_was(name: str) -> None:
    assert hashlib.sha256(POSTS[name].encode()).hexdigest()[:16] == OLD[name]


def test_a_text_without_a_proof_says_so() -> None:
    assert judge_post("Hello! I rolled a six, trust me.\n").verdict == "none"
    assert judge_post("").verdict == "none"


def test_a_post_says_what_it_shows() -> None:
    verdict = judge_post(POSTS["closed txt"])
    assert verdict.as_json()["commitments"] == [ledger().commitment.hex()]
    assert [roll["number"] for roll in verdict.as_json()["rolls"]] == list(range(1, 9))
