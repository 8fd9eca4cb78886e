"""`rules` and `case`: the rules index and case files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem, write

CASES = Path(__file__).parents[1] / "games" / "gwe" / "cases"


def test_rules_shows_one_rule_with_its_places(pbem: Pbem) -> None:
    said = pbem("rules", "gwe", "8.64")
    assert said.code == 0
    assert "8.64 Retreat under enemy control (enforced)" in said.out
    assert "pbem/games/gwe/retreat.py" in said.out
    assert "8.64-rated-2-dies-in-enemy-control.case" in said.out
    assert "G5" in said.out
    assert all(len(line) <= 100 for line in said.out.splitlines())


def test_rules_lists_all_with_their_state(pbem: Pbem) -> None:
    values = pbem("rules", "gwe", "--json").json
    assert values["count"] == len(values["rules"]) == 279
    states = {entry["state"] for entry in values["rules"]}
    assert states == {"enforced", "computed", "data", "not applicable"}
    assert all("home" in entry and "tests" in entry and "cases" in entry for entry in values["rules"])
    said = pbem("rules", "gwe")
    assert "279 rules" in said.out


def test_rules_can_be_searched(pbem: Pbem) -> None:
    found = pbem("rules", "gwe", "--search", "Milano", "--json").json
    assert [entry["id"] for entry in found["rules"]] == ["22.0"]
    found = pbem("rules", "gwe", "--state", "not applicable", "--json").json
    assert all(entry["reason"] for entry in found["rules"])


def test_rules_shows_a_ruling(pbem: Pbem) -> None:
    said = pbem("rules", "gwe", "g15")
    assert said.code == 0
    assert said.out.startswith("Ruling G15")
    assert "23.32" in said.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "gew"), "did you mean gwe?"),
        (("rules", "gwe", "5.4"), "there are 5.4.clear"),
        (("rules", "gwe", "99.9"), "has no rule '99.9'"),
        (("rules", "gwe", "--state", "done"), "there is no state 'done'"),
        (("rules",), "Missing argument"),
    ],
)
def test_rules_that_are_not_there(pbem: Pbem, words: tuple[str, ...], told: str) -> None:
    said = pbem(*words)
    assert said.code == 2
    assert told in " ".join(said.err.split())


def test_case_runs_files_and_folders(pbem: Pbem, tmp_path: Path) -> None:
    name = "8.64-rated-2-dies-in-enemy-control.case"
    said = pbem("case", str(CASES / name))
    assert said.code == 0
    assert "1 of 1 cases passed" in said.out
    (tmp_path / "few").mkdir()
    write(tmp_path / "few", name, (CASES / name).read_text(encoding="utf-8"))
    values = pbem("case", "few", "--json").json
    assert (values["passed"], values["failed"]) == (1, 0)


def test_case_says_what_differs(pbem: Pbem, tmp_path: Path) -> None:
    text = (CASES / "8.4-26-to-9.case").read_text(encoding="utf-8")
    write(tmp_path, "bad.case", text + "\nexpect: turn 9\n")
    write(tmp_path, "worse.case", "case: nothing\nexpct: x\n")
    said = pbem("case", "bad.case", "worse.case")
    assert said.code == 1
    assert "0 of 2 cases passed" in said.out
    assert "did you mean expect" in said.out


def test_case_that_is_not_there(pbem: Pbem, tmp_path: Path) -> None:
    assert "there is no file none.case" in pbem("case", "none.case").err
    said = pbem("case", str(tmp_path))
    assert said.code == 2
    assert "without case files" in said.err
    assert pbem("case").code == 2
