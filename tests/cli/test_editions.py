"""`verify`, `status`, `upgrade` and `import-turn` on a campaign of an older edition, or with other data than ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem, write
from tests.cli.two import Two, flat
from tests.desk import tiny
from tests.desk.helpers import bid, new_store, play_turn

RIGGED = "[strength]\nsteps = 9\nsource = 'ours'\n"
NAMED = "charts.toml, strength.steps: 9 in place of 4"


@pytest.fixture
def older(pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """A turn was played by edition 1, and this program has edition 2."""
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    bid(store, 2)
    store.close()
    tiny.second_edition(monkeypatch)
    return pbem


def test_verify_names_what_differs_and_who_replays_it(older: Pbem) -> None:
    said = older("verify")
    assert said.code == 3, "nothing is wrong, and a part of the proof is missing here"
    words = flat(said.out)
    assert "today's rules give the same in 5 of them" in words
    assert "t1/red-fight" in words
    assert "differs, by rule 3.4" in words
    assert "exactly: pbem 0.2.0 replays it" in words
    assert "Nothing is wrong." in words
    assert "proven" not in words
    values = older("verify", "--json").json
    assert (values["verdict"], values["good"], values["older"]) == ("recorded", True, 7)


def test_status_says_how_it_goes_on_and_upgrade_does_it(older: Pbem) -> None:
    assert "Play on with pbem 0.2.0" in flat(older("status").out)
    refused = older("adjudicate")
    assert refused.code == 2
    assert "takes no orders and plays no step by other rules than agreed" in flat(refused.err)
    tried = older("upgrade", "--dry-run")
    assert (tried.code, "Nothing is written." in tried.out, "t1/blue-fight" in tried.out) == (0, True, True)
    done = older("upgrade", "--by", "Mo")
    assert done.code == 0
    assert "from the next step on edition 2 of the rules counts" in flat(done.out)
    assert "the newest here" in flat(older("upgrade").err)
    assert older("status", "--json").json["edition"] == 2


def test_other_data_are_never_called_proven(pbem: Pbem, tmp_path: Path) -> None:
    tiny.register()
    charts = write(tmp_path, "mine.toml", RIGGED)
    assert NAMED in flat(pbem("new", "Field-1", "--game", "tiny", "--charts", charts).out)
    said = pbem("verify")
    assert (said.code, NAMED in flat(said.out), "proven" in said.out) == (3, True, False)
    assert pbem("verify", "--json").json["verdict"] == "other data"
    accepted = pbem("verify", "--accept")
    assert (accepted.code, "which you accept" in accepted.out) == (0, True)


def test_who_joins_with_other_data_says_so(two: Two, tmp_path: Path) -> None:
    charts = write(tmp_path, "mine.toml", RIGGED)
    two.new("--dice", "chain", "--charts", charts)
    two("red", "export-turn", "--anyway", "--out", "invitation.txt")
    refused = two("blue", "import-turn", "invitation.txt", "--me", "BLUE", code=1)
    assert NAMED in flat(refused.err)
    assert "--accept" in refused.err
    taken = two("blue", "import-turn", "invitation.txt", "--me", "BLUE", "--accept")
    assert "replayed with other data than tiny ships" in flat(taken.out)
    assert "proven" not in taken.out
