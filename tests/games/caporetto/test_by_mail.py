"""Three game turns through the command line, with text files only, and the record proves itself."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

from pbem.cli.main import main
from tests.seeds import seed_file

MAILS = {
    ("AL", 1, "set-up"): "set-up:\ndeploy historical\nstanding:\ndefaults\n",
    ("CP", 1, "set-up"): "set-up:\ndeploy historical\nmode AH-hq10 movement\nstanding:\ndefaults\n",
    ("CP", 1, ""): (
        "first-combat:\nattack 2820 with GE-AK, GE-12, GE-200 support GE-art1, GE-art2\ninfiltration:\n"
        "second-combat:\nmovement:\nmove AH-60 to 2722 if units at 2722 <= 1\n"
    ),
    ("AL", 1, ""): "first-combat:\nmode IT-hq2 movement\nsecond-combat:\nmovement:\nmove IT-60 to 2617\n",
    ("CP", 2, ""): (
        "replacement:\nwithdrawal:\nwithdraw AH-106L\nstrategic:\nmove AH-hq10 to 3420\nfirst-combat:\n"
        "infiltration:\nsecond-combat:\nmovement:\n"
    ),
    ("AL", 2, ""): "replacement:\nstrategic:\nmove IT-20 to 2616\nfirst-combat:\nsecond-combat:\nmovement:\n",
    ("CP", 3, ""): (
        "pause:\npause no\nreinforcement:\nreplacement:\nwithdrawal:\nstrategic:\nfirst-combat:\ninfiltration:\n"
        "second-combat:\nmovement:\n"
    ),
    ("AL", 3, ""): (
        "pause:\npause yes\nreinforcement:\nenter UK-BFI, UK-23, UK-41 at Padova\nreplacement:\nmobilise\n"
        "strategic:\nmove FR-46 to Udine\nfirst-combat:\ninfiltration:\nsecond-combat:\nmovement:\n"
    ),
}


def call(*words: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(words)
    return code, out.getvalue()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store after three turns; every file was accepted, one file a side and turn."""
    folder = tmp_path_factory.mktemp("caporetto")
    store = folder / "pbem.db"
    made = call(
        "new", "x", "--game", "caporetto", "--seed", seed_file("a sentence for three turns"), "--db", str(store)
    )
    assert made[0] == 0, made[1]
    for number, ((side, turn, _), text) in enumerate(MAILS.items()):
        file = folder / f"{number}.txt"
        file.write_text(f"campaign: x\nside: {side}\nturn: {turn}\n{text}", encoding="utf-8")
        code, said = call("submit", str(file), "--db", str(store))
        assert code == 0, said
        code, said = call("adjudicate", "--db", str(store))
        assert code in (0, 3), said
    return store


def test_three_turns_need_one_file_a_side_each(played: Path) -> None:
    code, said = call("status", "--json", "--db", str(played))
    status = json.loads(said)
    assert (status["turn"], status["step"]) == (4, "pause")
    assert code in (0, 3)


def test_the_record_proves_itself(played: Path) -> None:
    code, said = call("verify", "--db", str(played))
    assert code == 0, said
    assert "Replayed and proven" in said


@pytest.mark.parametrize("side", ["CP", "AL"])
def test_the_sheet_of_a_pause_opens_every_section_that_follows(played: Path, side: str) -> None:
    code, said = call("sheet", "--side", side, "--db", str(played))
    assert code == 0
    assert "pause no" in said
    assert "\nreplacement:" in said
    assert "# strategic:" in said


def test_moves_names_every_way_to_go(played: Path) -> None:
    code, said = call("moves", "IT-60", "--db", str(played))
    assert code == 0
    assert "By strategic movement to" in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_a_file_that_breaks_rules_is_refused_with_all_its_problems(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(
        "campaign: x\nside: AL\nturn: 4\npause:\npause yes\npause yes\nmove IT-60 to 2617\n", encoding="utf-8"
    )
    code, said = call("check", str(file), "--db", str(played))
    assert code == 1
    assert "[17.0]" in said or "not an order for the section" in said
