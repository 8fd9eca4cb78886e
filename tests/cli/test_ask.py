"""`moves`, `odds`, `try`: what the rules allow. None of them touches the campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import ATTACK, MOVES, Pbem, write
from tests.seeds import seed_file


@pytest.fixture(autouse=True)
def untouched(pbem: Pbem, fresh: Path) -> object:
    """Whatever is asked, the store stays as it was."""
    before = fresh.read_bytes()
    yield None
    assert fresh.read_bytes() == before


def test_moves_shows_every_hex_and_why_not(pbem: Pbem) -> None:
    said = pbem("moves", "GE-12")
    assert said.code == 0
    assert "GE-12 at 1702, 10 movement points" in said.out
    assert "1702 -> 1801 -> 1902" in said.out
    assert "It cannot reach" in said.out
    assert "[5.13]" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())


def test_moves_takes_a_short_form_of_the_side_to_move(pbem: Pbem) -> None:
    assert "GE-12 at 1702" in pbem("moves", "12").out
    assert "IT-XXVII at 1904" in pbem("moves", "XXVII").out


def test_moves_to_one_hex_says_how_or_why_not(pbem: Pbem) -> None:
    assert "move GE-12 1801 -> 1902" in pbem("moves", "GE-12", "--to", "Tolmino").out
    assert "[5.13]" in pbem("moves", "GE-12", "--to", "1904").out
    assert "too far" in pbem("moves", "GE-12", "--to", "Venezia").out
    assert pbem("moves", "GE-12", "--to", "1904", "--json").json["closed"][0]["rule"] == "5.13"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("moves", "GE-999"), "no unit is called"),
        (("moves", "GE-12", "--to", "Tolmnio"), "did you mean Tolmino?"),
        (("moves", "GE-12", "--to", "9999"), "the map has no hex 9999"),
    ],
)
def test_moves_of_what_is_not_there(pbem: Pbem, words: tuple[str, ...], told: str) -> None:
    said = pbem(*words)
    assert said.code == 1
    assert told in said.err


def test_moves_of_a_unit_that_waits(pbem: Pbem) -> None:
    assert "AH-33 is not on the map: waiting" in pbem("moves", "AH-33").out


def test_odds_shows_every_modifier_with_its_rule(pbem: Pbem) -> None:
    said = pbem("odds", "attack 1904 with AH-1, AH-50 barrage AH-art15 shift AH-hqXV")
    assert said.code == 0
    assert "Attack: 13" in said.out
    assert "Defence: 12" in said.out
    assert "+1  AH-hqXV (corps) [10.21]" in said.out
    assert "Odds: ratio 1-1, after shifts 3-1" in said.out
    assert "1/2  2/6  die 3, 4" in said.out


def test_odds_reads_the_attacks_of_a_file(pbem: Pbem, tmp_path: Path) -> None:
    text = "campaign: isonzo\nside: CP\nturn: 1\nstep: combat\n" + ATTACK.replace(", GE-5, GE-26", "")
    found = pbem("odds", write(tmp_path, "o.txt", text), "--json").json["attacks"]
    assert [one["odds"] for one in found] == ["3-1"]
    said = pbem("odds", write(tmp_path, "none.txt", MOVES))
    assert said.code == 2
    assert "holds no line that begins with `attack`" in said.err


def test_odds_works_for_the_other_side_too(pbem: Pbem) -> None:
    said = pbem("odds", "attack 2507 with IT-XXIII, IT-XIII", "--side", "AL")
    assert said.code == 0
    assert "Attack: 12" in said.out
    assert "Attack: 12" in pbem("odds", "attack 2507 with IT-XXIII, IT-XIII").out


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("attack 1904 with GE-12", "[8.11]"),
        ("attack 1904 with GE-999", "no unit is called"),
        ("attck 1904 with GE-12", "did you mean attack?"),
        ("attack 9999 with GE-12", "the map has no hex 9999"),
        ("move GE-12 to 1902", "odds are computed for an attack"),
    ],
)
def test_odds_of_what_cannot_be(pbem: Pbem, order: str, told: str) -> None:
    said = pbem("odds", order)
    assert said.code == 1
    assert told in said.err
    assert pbem("odds", order, "--json").json["error"]["problems"]


def test_try_plays_on_a_copy(pbem: Pbem, tmp_path: Path) -> None:
    file = write(tmp_path, "o.txt", MOVES + ATTACK)
    said = pbem("try", file, "--dice", "3")
    assert said.code == 0
    assert "result -/3" in said.out
    assert "Only a try: nothing was recorded." in said.out
    assert "result -/E" in pbem("try", file, "--dice", "attack on 1904 / crt=1").out
    assert pbem("try", file).code == 0
    values = pbem("try", file, "--json").json
    assert [step["label"] for step in values["steps"]][:1] == ["t1/cp-movement"]


def test_try_draws_the_board(pbem: Pbem, tmp_path: Path) -> None:
    assert pbem("try", write(tmp_path, "o.txt", MOVES), "--board", "t.png").code == 0
    assert (tmp_path / "t.png").read_bytes()[:4] == b"\x89PNG"


def test_try_says_which_die_is_wanting(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("try", write(tmp_path, "o.txt", MOVES + ATTACK), "--dice", "other=3")
    assert said.code == 2
    assert "`attack on 1904 / crt`" in said.out


def test_try_refuses_what_a_check_refuses(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("try", write(tmp_path, "o.txt", MOVES + "move GE-12 to 1904\n"))
    assert said.code == 1
    assert "[5.13]" in said.out
    said = pbem("try", write(tmp_path, "p.txt", MOVES), "--dice", "three")
    assert said.code == 2
    assert "the dice 'three' are not understood" in said.err


def test_odds_of_a_file_count_behind_its_moves(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    """GE-5 and GE-26 stand next to 1904 only when the moves of the file are made."""
    write(tmp_path, "orders.txt", MOVES + ATTACK)
    said = pbem("odds", "orders.txt")
    assert said.code == 0, said.err
    assert "after shifts 4-1" in said.out
    alone = pbem("odds", "attack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15 shift AH-hqXV")
    assert "GE-5 at 1902 is not next to 1904" in alone.err


def asked_in_mid_combat(pbem: Pbem, folder: Path) -> None:
    """A campaign in mid.db whose first die makes the Italians choose: the first seed that casts one."""
    write(folder, "cp.txt", MOVES + ATTACK)
    for words in map(str, range(20)):
        (folder / "mid.db").unlink(missing_ok=True)
        seed = ("--seed", seed_file(words), "--player", "CP=Anna", "--player", "AL=Bruno")
        assert pbem("new", "isonzo", *seed, "--db", "mid.db").code == 0
        assert pbem("submit", "cp.txt", "--db", "mid.db").code == 0
        if pbem("adjudicate", "--db", "mid.db").code == 3:
            return
    pytest.fail("no die of twenty made the Italians choose")


def test_in_mid_step_sheet_moves_and_odds_know_what_has_happened_in_it(pbem: Pbem, tmp_path: Path) -> None:
    asked_in_mid_combat(pbem, tmp_path)
    row = next(line for line in pbem("sheet", "--side", "AL", "--db", "mid.db").out.splitlines() if "IT-XXVII " in line)
    assert row.endswith("fought")
    assert pbem("moves", "GE-5", "--db", "mid.db").out.startswith("GE-5 at 1903")
    odds = pbem("odds", "attack 1904 with GE-5", "--db", "mid.db")
    assert (odds.code, "IT-XXVII 3 x4" in odds.out) == (0, True)
