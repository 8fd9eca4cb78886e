"""The introductory scenario through the command line, with text files only, from the set-up to its end.

Each side sends one file a day. What the other must not know is searched for in everything that he can see.
"""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.desk.views.status import status
from tests.fuzz import desk_player
from tests.fuzz.driver import no_orders
from tests.seeds import seed_file

STANDING = "standing:\nreact: never\ndefaults\n"
NIGHT = "artillery:\ndone\naction-1:\n{action}action-2:\npass today\nmarch:\ndone\nrally:\ndone\n"
ITALY = "brigade Ancona with 5 guns\nbrigade Cagliari\nspend 4\n"
AUSTRIA = "brigade 58 with 6-10 guns\nbrigade 180\nspend 5\n"
DIG = "activate Ancona at 1235, 1234 with IT-S4-FLD-1\ndig IT-69-II\npass today\n"
STORM = (
    "activate 58 at 1635, 1636 with AH-S4-MTN-1, AH-S4-FLD-1, AH-S4-HVY-1\n"
    "bombard 1535 with AH-S4-MTN-1, AH-S4-FLD-1, AH-S4-HVY-1\nassault 1535 with AH-58-3-I, AH-58-4-II\npass\n"
)
MAILS = [
    ("IT", 1, f"step: set-up\nplace IT-S4-MTN-1 at 1133\ncommand:\n{ITALY}{NIGHT.format(action=DIG)}{STANDING}"),
    ("AH", 1, f"step: set-up\ndone\ncommand:\n{AUSTRIA}{NIGHT.format(action=STORM)}{STANDING}"),
    ("IT", 2, f"step: command\ndone\n{NIGHT.format(action='pass today' + chr(10))}"),
    ("AH", 2, f"step: command\nbrigade 180\n{NIGHT.format(action='pass today' + chr(10))}"),
]


def call(*words: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(words)
    return code, out.getvalue()


def send(store: Path, number: int) -> str:
    side, turn, text = MAILS[number]
    file = store.parent / f"{number}.txt"
    file.write_text(f"campaign: x\nside: {side}\nturn: {turn}\n{text}", encoding="utf-8")
    code, said = call("submit", str(file), "--db", str(store))
    assert code == 0, said
    code, done = call("adjudicate", "--db", str(store))
    assert code in (0, 3), done
    return said + done


@pytest.fixture
def store(tmp_path: Path) -> Path:
    made = call(
        "new", "x", "--game", "strafexpedition", "--scenario", "novegno", "--seed", seed_file("two days of June"),
        "--db", str(tmp_path / "pbem.db"),
    )  # fmt: skip
    assert made[0] == 0, made[1]
    return tmp_path / "pbem.db"


def test_two_days_need_one_file_a_side_each(store: Path) -> None:
    for number in range(len(MAILS)):
        send(store, number)
    status = json.loads(call("status", "--json", "--db", str(store))[1])
    assert status["over"]
    assert status["turn"] == 2
    said = call("report", "--turn", "2", "--step", "night", "--db", str(store))[1]
    assert "The end of the game" in said
    assert call("verify", "--db", str(store))[0] == 0


def test_4_0_2_secret_nothing_that_the_enemy_is_shown_tells_of_a_plan(store: Path) -> None:
    """4.0.2.secret, 7.0: neither posts nor status, sheets, history or JSON have 180, which never acts on day 1."""
    send(store, 0)
    send(store, 1)
    for words in (
        ("report", "--turn", "1"), ("report", "--turn", "1", "--format", "json"), ("status",), ("status", "--json"),
        ("history",), ("sheet",),
    ):  # fmt: skip
        for eyes in (("--side", "IT"), ()):
            if words == ("sheet",) and not eyes:
                continue
            said = call(*words, *eyes, "--db", str(store))[1]
            assert "brigade 180" not in said, (words, eyes)
            assert "brigade_180" not in said, (words, eyes)
            assert "@AH." not in said, (words, eyes)
    own = call("report", "--turn", "1", "--format", "json", "--side", "AH", "--db", str(store))[1]
    assert "brigade_180" in own  # its owner is shown it


def test_a_wrong_line_is_refused_with_its_rule_and_advice(store: Path) -> None:
    file = store.parent / "wrong.txt"
    file.write_text("campaign: x\nside: IT\nturn: 1\nstep: set-up\nplace IT-S4-MTN-1 at 1533\n", encoding="utf-8")
    code, said = call("check", str(file), "--db", str(store))
    assert code != 0
    assert "[5.0]" in said
    assert "found:  1533" in said


def test_4_0_1_the_section_reinforcement_is_that_of_the_side_which_has_arrivals(tmp_path: Path) -> None:
    """4.0.1: one step for both sides or for one of them; players write `reinforcement` for either."""
    cengio = desk_player.open_store(tmp_path, "cengio", "strafexpedition")
    desk_player.play(cengio, 1, turns=1, player=no_orders, game="strafexpedition", scenario="cengio")
    assert status(cengio, "random").step == "it-reinforcement"
    assert desk_player.send(cengio, "IT", "delay all\n", turn=2, step="reinforcement")


def test_of_sixty_sections_a_refusal_names_two(tmp_path: Path) -> None:
    db, file = str(tmp_path / "pbem.db"), tmp_path / "wrong.txt"
    call("new", "y", "--game", "strafexpedition", "--scenario", "campaign", "--db", db)
    file.write_text("campaign: y\nside: IT\nturn: 1\nstep: banana\ndone\n", encoding="utf-8")
    said = call("check", str(file), "--db", db)[1]
    assert "action-1, action-2 and so on" in said
    assert "action-3" not in said
