"""The whole scenario of Monte Novegno through the command line: one file of each side a day, and nothing leaks."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

from pbem.cli.main import main
from tests.seeds import seed_file

ANSWERS = (
    "standing:\nreact: never\nguns: match\nfire: strongest first\nlosses: weakest first\nretreat-to: toward 1034\n"
    "counter-assault: all if ratio >= 1-1\npay: always if lp >= 2\ndefaults\n"
)
ITALY = (
    "command:\nbrigade Ancona\nbrigade Cagliari\nspend 2\nartillery:\ndone\naction-1:\nactivate Ancona at 1236\n"
    "dig IT-69-III\npass\naction-2:\npass today\nmarch:\ndone\nrally:\ndone\n"
)
AUSTRIA = (
    "command:\nbrigade 58 with 6-10 guns\nspend 3\nartillery:\ndone\naction-1:\n"
    "activate 58 at 1635, 1636 with AH-S4-MTN-1, AH-S4-FLD-1, AH-S4-FLD-2\nbombard 1434 with AH-S4-FLD-1, AH-S4-FLD-2\n"
    "assault 1434 with AH-58-3-I, AH-58-3-II\naction-2:\npass today\nmarch:\ndone\nrally:\ndone\n"
)
DAY_2 = (
    "command:\nbrigade 180\nspend 2\nartillery:\ndone\naction-1:\nactivate 180 at 1634\nmove AH-180-2-III to 1635\n"
    "pass\naction-2:\npass today\nmarch:\ndone\nrally:\ndone\n"
)
# A file each for the first day, set-up included, and one each for the second.
MAILS = (
    ("IT", 1, f"set-up:\nplace IT-S4-MTN-1 at 1233\n{ITALY}{ANSWERS}"), ("AH", 1, f"set-up:\ndone\n{AUSTRIA}{ANSWERS}"),
    ("IT", 2, f"{ITALY.replace('spend 2', 'spend 1').replace('brigade Cagliari', '')}"), ("AH", 2, DAY_2),
)  # fmt: skip


def call(*words: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(words)
    return code, out.getvalue()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store after the game; every file was accepted, and nobody was asked anything besides."""
    folder = tmp_path_factory.mktemp("novegno")
    store = folder / "pbem.db"
    seed = seed_file("a sentence for two days")
    made = call(
        "new", "x", "--game", "strafexpedition", "--scenario", "novegno", "--seed", seed, "--db", str(store)
    )  # fmt: skip
    assert made[0] == 0, made[1]
    for number, (side, turn, text) in enumerate(MAILS):
        file = folder / f"{number}.txt"
        file.write_text(f"campaign: x\nside: {side}\nturn: {turn}\n{text}", encoding="utf-8")
        code, said = call("submit", str(file), "--db", str(store))
        assert code == 0, said
        code, said = call("adjudicate", "--db", str(store))
        assert code in (0, 3), said
    return store


def test_two_days_need_one_file_a_side_each(played: Path) -> None:
    _, said = call("status", "--json", "--db", str(played))
    status = json.loads(said)
    assert status["waiting"] == []
    assert status["step"] == "over"


def test_the_record_proves_itself(played: Path) -> None:
    code, said = call("verify", "--db", str(played))
    assert code == 0, said


def test_the_posts_tell_of_fire_and_assault(played: Path) -> None:
    _, said = call("report", "--turn", "1", "--db", str(played))
    for words in ("bombard 1434", "Assault 1: Austria-Hungary on 1434", "[13.4.3.D]", "fire at AH-58-3-I"):
        assert words in " ".join(said.split())


def test_4_0_2_secret_a_plan_that_was_never_used_is_in_no_post(played: Path) -> None:
    """4.0.2.secret, ruling R108: Cagliari was planned and never placed; only its owner is shown it."""
    for side in ([], ["--side", "AH"]):
        for turn in ("1", "2"):
            _, said = call("report", "--turn", turn, *side, "--db", str(played))
            assert "Cagliari" not in said
            assert "@IT" not in said
