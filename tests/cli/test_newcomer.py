"""Who joins with an invitation has his say before anything is sealed in his store."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem, write
from tests.cli.two import flat

DONE = "campaign: front\nside: CP\nturn: 1\nstep: movement\ndone\n"
STANDING = "campaign: front\nside: AL\nstanding:\ndone\n"


@pytest.fixture
def joined(pbem: Pbem, tmp_path: Path) -> Pbem:
    """The Central Powers have sent orders in their invitation; the Allies have just joined and sent nothing."""
    assert pbem("new", "front", "--game", "gwe", "--dice", "chain", "--me", "CP", "--db", "cp.db").code == 0
    assert pbem("submit", write(tmp_path, "cp.txt", DONE), "--db", "cp.db").code == 0
    assert pbem("export-turn", "--anyway", "--out", "invitation.txt", "--db", "cp.db").code == 0
    said = pbem("import-turn", "invitation.txt", "--me", "AL", "--db", "al.db")
    assert "Nothing is sealed here before you send something." in flat(said.out)
    return pbem


def kinds(pbem: Pbem) -> list[str]:
    return [line["kind"] for line in pbem("history", "--json", "--db", "al.db").json["entries"]]


def test_adjudicating_at_once_seals_nothing_and_says_what_to_send(joined: Pbem) -> None:
    before = kinds(joined)
    said = joined("adjudicate", "--db", "al.db")
    assert said.code == 3
    assert "t1/cp-movement was not sealed: you have joined and sent nothing yet." in flat(said.out)
    assert "pbem submit" in said.out
    assert "pbem adjudicate --anyway" in flat(said.out)
    assert kinds(joined) == before
    assert joined("adjudicate", "--json", "--db", "al.db").json["unsaid"] == "t1/cp-movement"
    said = joined("notice", "--seal", "--db", "al.db")
    assert said.code == 2
    assert "was not sealed: you have joined and sent nothing yet" in flat(said.err)
    assert kinds(joined) == before


def test_a_refused_file_is_no_word_of_his(joined: Pbem, tmp_path: Path) -> None:
    joined("submit", write(tmp_path, "al.txt", STANDING.replace("done", "dance")), "--db", "al.db")
    assert joined("adjudicate", "--json", "--db", "al.db").json["unsaid"] == "t1/cp-movement"


@pytest.mark.parametrize("way", ["standing orders", "--anyway"])
def test_after_a_word_of_his_the_step_is_sealed(joined: Pbem, tmp_path: Path, way: str) -> None:
    if way == "standing orders":
        assert joined("submit", write(tmp_path, "al.txt", STANDING), "--db", "al.db").code == 0
        said = joined("adjudicate", "--db", "al.db")
    else:
        said = joined("adjudicate", "--anyway", "--db", "al.db")
    assert "sealed" in kinds(joined), said
    assert "not sealed" not in said.out
