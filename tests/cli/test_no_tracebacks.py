"""Files that once showed a traceback, or would have been read whole: each is refused in words."""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
from pathlib import Path
from typing import Never

import pytest

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.turn_file import read_turn, write_turn
from pbem.store.entry import Draft, Head, chained
from tests.cli.conftest import Pbem, write
from tests.desk.archives import about_in, drafts_in, entries_in, files_in, forged, put, rechained, written
from tests.desk.helpers import NAME, NOW
from tests.desk.two_stores import two_stores
from tests.seeds import seed_file

ROOT = Path(__file__).parents[2]
HUGE = 3 * 1024**3


@pytest.mark.parametrize("key", ["sides", "texts", "dice", "players", "edition", "at"])
def test_an_invitation_that_lacks_something(pbem: Pbem, tmp_path: Path, key: str) -> None:
    red, _ = two_stores(tmp_path)
    turn = read_turn(export_turn(red, NAME, NOW, since=0).text.encode())
    body = {name: value for name, value in turn.drafts[0].body.items() if name != key}
    drafts = (Draft("opened", body), *turn.drafts[1:])
    head = chained(Head(*turn.base), drafts)[-1].hash
    write(tmp_path, "turn.txt", write_turn(turn._replace(drafts=drafts, head=head), ["forged"]))
    said = pbem("import-turn", "turn.txt", "--me", "BLUE", "--db", "new.db")
    assert said.code == 1
    assert "the turn file does not prove itself" in said.err
    assert key in said.err


@pytest.mark.parametrize("key", ["sha256", "problems", "bytes", "verdict", "header", "is_kept"])
def test_an_archive_whose_files_lack_something(pbem: Pbem, here: Path, tmp_path: Path, key: str) -> None:
    from dataclasses import replace

    from pbem.store import open_store

    store = open_store("pbem.db")
    whole = written(store, tmp_path / "whole", is_whole=True)
    store.close()
    files = files_in(whole)
    drafts = drafts_in(files)
    body = {name: value for name, value in drafts[1].body.items() if name != key}
    drafts[1] = Draft(drafts[1].kind, body)
    made = rechained(files, drafts)
    put(tmp_path / "bad", forged(replace(about_in(whole), head=entries_in(made)[-1].hash), made))
    said = pbem("verify", "bad", "--quick")
    assert (said.code, key in said.out) == (1, True)
    said = pbem("restore", "bad", "--db", "other.db")
    assert said.code == 1
    assert key in said.err


CASES = {
    "a unit that ends in at": ("unit GE-9 3-4 Inf at\n", "cannot be read"),
    "a unit with a strange number of steps": ("unit GE-9 3-4 Inf steps=x at 0102\n", "cannot be read"),
    "an empty map": ("map:\n", ""),  # nothing is asked of it
    "steps that are none": ("turn: x\nstep: nonsense\norders CP: dance\n", "cannot be read"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_case_that_makes_no_sense(pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("PBEM_RAISE")
    text, words = CASES[name]
    said = pbem("case", write(tmp_path, "bad.case", f"case: bad\n{text}"))
    assert said.code == (1 if words else 0)
    assert said.out.startswith("bad.case")
    assert words in said.out


def test_a_unit_without_a_place_is_refused_with_its_line() -> None:
    from pbem.errors import PbemError
    from pbem.games.gwe.counters import COUNTERS

    for line, words in (
        ("GE-5 XX 6-7-8 infantry at", "neither a place nor a turn"),
        ("GE-5 XX 6-7-8 infantry steps=x at 1902", "number of steps"),
    ):
        with pytest.raises(PbemError, match=words):
            COUNTERS.read_unit(line)


def test_deeply_nested_charts(pbem: Pbem, tmp_path: Path) -> None:
    for text in ("x = " + "[" * 50_000, "x = " + "{a=" * 50_000):
        write(tmp_path, "charts.toml", text)
        said = pbem("new", "x", "--charts", "charts.toml", "--seed", seed_file("nested"))
        assert said.code == 1
        assert "charts.toml is nested too deeply" in said.err or "is not TOML" in said.err


CHARTS = {
    "a row of events without its pool": (
        "caporetto", "[[event]]", 'pool = "A"', "", "row 1 is not complete", "add pool",
    ),
    "a row of events is gone": ("caporetto", "[[event]]", 'id = "EV-rommel"', 'id = "EV-x"', "are gone", "EV-rommel"),
    "a list by turns that is too short": (
        "caporetto", "[replacement]", "IT = [0, 3, 3,", "IT = [0,", "replacement.IT", "11 of them"
    ),
    "words for a number": ("caporetto", "[raid]", "left = 1", 'left = "one"', "raid.left", "of another kind"),
    "a number for a list": ("gwe", "[surprise]", "shift_turns = [1]", "shift_turns = 1", "shift_turns", "fewer values"),
    "a result without an option": ("gwe", "[crt]", '"1/1", "1/1", "-/1"', '"9/1", "1/1", "-/1"', "crt.row1", "'9/1'"),
    "a retreat that never ends": ("gwe", "[[option]]", "retreat = 2", "retreat = 99", "option[7].retreat", "0 to 6"),
    "a share of nothing": ("caporetto", "[infiltration]", "[1, 2]", "[1, 0]", "free_share[1]", "1 to 9"),
    "a number below zero": ("gwe", "[stacking]", "limit = 12", "limit = -1", "stacking.limit", "too small"),
    "a huge number": ("gwe", "[zoc]", "enter = 1", "enter = 99999999", "zoc.enter", "too great"),
    "a word that no rule knows": ("gwe", "[[option]]", 'loss = "half"', 'loss = "some"', "option[1].loss", "'half'"),
    "a hex off the map": ("caporetto", "[raid]", '"2120"', '"9999"', "raid.target", "a hex of the map"),
    "a counter that nobody has": (
        "caporetto", "[[withdrawal]]", '"GE-hq14"', '"GE-hq15"', "withdrawal[7].units", "a counter of the manifest",
    ),
    "a result that cannot be read": ("caporetto", "[crt]", '"5/0"', '"5"', "crt.row1", "a result cannot be read"),
    "a morale result of one's own": (
        "caporetto", "[morale_table", '1 = "panic"', '1 = "rout"', "morale_table.1", "panic, surrender, retreat",
    ),
    "a pool that runs empty": (
        "caporetto", "[turns]", '"", "A"', '"", "yes"', "[event]", "pool yes would run empty"
    ),
    "an event that nobody finds": (
        "caporetto", "[[event]]", '"EV.B.mine"', '"EV.B.diaz"', "event[8].rule", "by its rule"
    ),
    "a key that no rule reads": ("gwe", "[zoc]", "enter = 1", "enter = 1\nleave = 1", "zoc.leave", "no rule reads it"),
    "odds out of order": ("caporetto", "[crt]", '"1:3", "1:2"', '"1:2", "1:3"', "out of order", "1:3 behind 1:2"),
    "a row that no die reaches": ("gwe", "[crt]", "row8 ", "row88888 = []\nrow8 ", "row88888", "a row from 1 to 99"),
    "a table below without a key": ("gwe", "[supply]", "CP = 4, ", "", "supply.range", "CP is missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHARTS)
def test_charts_that_would_trip_a_rule_are_refused_when_they_are_given(pbem: Pbem, tmp_path: Path, name: str) -> None:
    game, heading, old, new, where, found = CHARTS[name]
    text = (ROOT / "scenarios" / game / "charts.toml").read_text("utf-8")
    parts = [f"[{part}" for part in ("\n" + text).split("\n[") if f"[{part}".startswith(heading)]
    whole = "\n".join(parts)
    assert old in whole
    write(tmp_path, "charts.toml", whole)
    assert pbem("new", "ok", "--game", game, "--charts", "charts.toml", "--seed", seed_file("x")).code == 0
    write(tmp_path, "charts.toml", whole.replace(old, new, 1))
    said = pbem("new", "x", "--game", game, "--charts", "charts.toml", "--seed", seed_file("x"))
    assert said.code == 1
    assert where in said.err
    assert found in said.err


def test_a_case_with_such_charts_is_refused(pbem: Pbem, tmp_path: Path) -> None:
    good = (ROOT / "tests/games/caporetto/cases/19.2-over-lake-garda.case").read_text("utf-8")
    write(tmp_path, "bad.case", good.replace("charts:\n", "charts:\n  infiltration.free_share = [1, 0]\n"))
    said = pbem("case", "bad.case")
    assert said.code == 1
    assert "[infiltration.free_share[1]] could not be played with: the number is too small" in said.out
    assert "wanted: 1 to 9" in said.out


def test_charts_on_which_the_program_itself_fails_are_refused_with_a_request_to_report_it(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.games.caporetto.card import GAME

    def failing(*_: object) -> Never:
        raise KeyError("crossing")

    monkeypatch.setattr("pbem.library.game", lambda _: dataclasses.replace(GAME, summary=failing))
    write(tmp_path, "charts.toml", "[free_setup]\noverstack = 2\n")
    said = pbem("new", "x", "--game", "caporetto", "--charts", "charts.toml", "--seed", seed_file("x"))
    assert said.code == 1
    assert "the rules cannot be played with the data of charts.toml" in said.err
    assert "KeyError: 'crossing'" in said.err
    assert "please report this message to the makers of the program" in " ".join(said.err.split())
    assert not (tmp_path / "pbem.db").exists()


def sparse(path: Path) -> str:
    """A file of 3 GB that takes no room."""
    with open(path, "wb") as file:
        os.truncate(file.fileno(), HUGE)
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "{}"), ("submit", "{}"), ("amend", "{}", "--reason", "x"), ("try", "{}"), ("odds", "{}"),
        ("verify", "{}"), ("import-turn", "{}"), ("answer", "{}"), ("consent", "{}"), ("case", "{}"), ("restore", "{}"),
        ("new", "x", "--charts", "{}"), ("keys", "show", "{}"), ("adjudicate", "--beacon", "{}"),
        ("status", "--db", "{}"),
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_a_file_of_three_gigabytes_is_refused_and_not_loaded(
    pbem: Pbem, fresh: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    import resource

    path = sparse(tmp_path / "huge.txt")
    said = pbem(*(word.format(path) for word in words))
    assert said.code in (1, 2), said.out
    assert said.err or said.out
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < HUGE // 1024  # kilobytes: it was never in memory


@pytest.mark.parametrize("damage", ["cut", "noise", "foreign", "empty", "tables"])
@pytest.mark.parametrize("command", ["status", "history", "verify", "report", "adjudicate"])
def test_a_damaged_store(pbem: Pbem, here: Path, damage: str, command: str) -> None:
    path = here / "pbem.db"
    data = path.read_bytes()
    if damage == "tables":
        db = sqlite3.connect(path)
        db.execute("DROP TABLE entry")
        db.commit()
        db.close()
    elif damage == "foreign":
        path.unlink()
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE campaign (x)")
        db.execute("INSERT INTO campaign VALUES (1)")
        db.commit()
        db.close()
    else:
        bad = {"cut": data[: len(data) // 2], "noise": data[:4096] + b"\x5a" * 9000 + data[13096:], "empty": b""}
        path.write_bytes(bad[damage])
    said = pbem(command, "--json")
    assert said.code in (1, 2), said.out
    assert json.loads(said.out)


def test_secrets_of_a_store_that_are_none(pbem: Pbem, here: Path) -> None:
    db = sqlite3.connect(here / "pbem.db")
    db.execute("UPDATE secret SET value = 'not-hex-but-precious'")
    db.commit()
    db.close()
    write(here, "o.txt", "campaign: Field-1\nside: BLUE\nturn: 2\nstep: bid\nbid 1\n")
    said = [pbem("submit", "o.txt"), pbem("adjudicate")]
    assert any("the secret of the dice in it is not in hex digits" in " ".join(one.err.split()) for one in said)
    assert not any("precious" in one.out + one.err for one in said)
