"""`pbem demo`: the recorded game played again in a folder of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.cli import demo
from pbem.desk.mailed import Mailed, read_game
from tests.cli.conftest import Pbem


def test_the_demo_plays_verifies_and_says_what_lies_where(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("demo", "--no-boards")
    assert said.code == 0
    assert "t1/interphase" in said.out
    assert "Verified by replay: good" in said.out
    assert "1404 (Plezzo)       AH-3E" in said.out
    assert "pbem-demo/reports    18 files" in said.out
    folder = tmp_path / "pbem-demo"
    assert "attack 1904" in (folder / "reports" / "03-t1-cp-combat.txt").read_text(encoding="utf-8")
    assert pbem("status", "--db", str(folder / "pbem.db"), "--json").json["turn"] == 3
    assert pbem("verify", "--db", str(folder / "pbem.db")).code == 0
    said = pbem("demo")
    assert said.code == 2
    assert "--force replaces what an earlier demo made" in " ".join(said.err.split())


def test_the_demo_of_a_game_with_fog_names_only_what_both_sides_see(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("demo", "--game", "caporetto", "--folder", "isonzo", "--no-boards")
    assert said.code == 0
    assert "Verified by replay: good" in said.out
    told = said.out.partition("Units that have moved since the start (steps left), as both sides may see it")[2]
    assert re.search(r"2717 \(Udine\) +GE-AK \(\d\)\n", told), "who lies below the top unit is not named"
    assert "1911 (Venezia)" not in told, "the garrison stands where it was set up"
    assert "withdrawn" in told
    assert "AH-106L" in told
    assert pbem("status", "--db", str(tmp_path / "isonzo" / "pbem.db"), "--json").json["turn"] == 3


def test_the_demo_of_a_whole_scenario_plays_it_to_its_end(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("demo", "--game", "strafexpedition", "--folder", "novegno", "--no-boards")
    assert said.code == 0
    assert "02-austria-hungary-set-up-first-try.txt: refused, 3 problems" in said.out
    assert "Verified by replay: good" in said.out
    assert "steps; the game is over." in said.out
    assert pbem("status", "--db", str(tmp_path / "novegno" / "pbem.db"), "--json").json["over"]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo of the first mail only."""

    def read_short(game: str) -> Mailed:
        whole = read_game(game)
        return replace(whole, mails=whole.mails[:1])

    monkeypatch.setattr(demo, "read_game", read_short)


@pytest.mark.usefixtures("short")
def test_force_replaces_only_what_a_demo_made(pbem: Pbem, tmp_path: Path) -> None:
    assert pbem("demo").code == 0
    mine = tmp_path / "pbem-demo" / "orders" / "mine.txt"
    mine.write_text("mine\n")
    first = (tmp_path / "pbem-demo" / "receipts" / "01-allies-standing.txt").read_bytes()
    said = pbem("demo", "--force", "--json")
    assert said.code == 0
    assert said.json["files"]["orders"] == 1
    assert mine.read_text() == "mine\n"
    assert (tmp_path / "pbem-demo" / "receipts" / "01-allies-standing.txt").read_bytes() == first


@pytest.mark.usefixtures("short")
def test_a_folder_that_is_not_of_a_demo_is_left_alone(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "orders").write_text("dear Anna\n")
    said = pbem("demo", "--folder", "letters", "--force")
    assert said.code == 2
    assert "was not made by a demo" in " ".join(said.err.split())
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["orders"]
    (tmp_path / "file").write_text("x")
    assert "is a file" in pbem("demo", "--folder", "file").err
    (tmp_path / "empty").mkdir()
    assert pbem("demo", "--folder", "empty").code == 0


@pytest.mark.usefixtures("short")
def test_a_file_in_the_way_is_not_overwritten(pbem: Pbem, tmp_path: Path) -> None:
    assert pbem("demo").code == 0
    made = tmp_path / "pbem-demo" / demo.MADE
    made.write_text(made.read_text().replace("orders/01-allies-standing.txt\n", ""))
    said = pbem("demo", "--force")
    assert said.code == 2
    assert "is in the way and was not made by a demo" in " ".join(said.err.split())


@pytest.mark.usefixtures("short")
def test_a_list_that_leads_out_of_the_folder_deletes_nothing(pbem: Pbem, tmp_path: Path) -> None:
    assert pbem("demo").code == 0
    (tmp_path / "precious.txt").write_text("x")
    with (tmp_path / "pbem-demo" / demo.MADE).open("a") as file:
        file.write(f"../precious.txt\n{tmp_path}/precious.txt\n")
    assert pbem("demo", "--force").code == 0
    assert (tmp_path / "precious.txt").exists()


def test_a_demo_of_a_game_without_one(pbem: Pbem) -> None:
    said = pbem("demo", "--game", "chess")
    assert said.code == 2
    assert "there is no recorded game of 'chess'" in " ".join(said.err.split())
