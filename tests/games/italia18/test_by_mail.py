"""Monte Grappa through the command line, with text files only, from its first turn to its verdict."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.games.italia18.by_mail.cautions import cautions
from pbem.games.italia18.counters import CP
from tests.games.italia18.scenarios import begin
from tests.seeds import seed_file

STANDING = "standing:\nguns: match\ndefaults\n"
ATTACK = (
    "attack 2026 with GE-Leib, GE-1Jg, GE-2Jg, GE-3Jg guns GE-A14, GE-Stein, AH-Schwarz cb 1 lead GE-Leib "
    "assault GE-st1\n  on any: losses GE-2Jg, GE-1Jg\n"
)
MAILS = [
    ("EN", 1, f"step: move-1\nmove IT-59 to 1824\ncombat-1:\ndone\nexploit-1:\ndone\n{STANDING}"),
    ("CP", 1, f"step: move-1\nreserve GE-11Jg, GE-12Jg, GE-13Jg\ncombat-1:\n{ATTACK}exploit-1:\ndone\n{STANDING}"),
    ("CP", 1, "step: move-2\narrive AH-50 at 2527\nmove AH-50 to 2427\ncombat-2:\ndone\nexploit-2:\ndone\n"),
    ("EN", 1, "step: move-2\ndone\ncombat-2:\ndone\nexploit-2:\ndone\n"),
    ("CP", 1, "step: move-3\ndone\ncombat-3:\ndone\nexploit-3:\ndone\n"),
    ("EN", 1, "step: move-3\ndone\ncombat-3:\ndone\nexploit-3:\ndone\n"),
    ("CP", 2, "step: move-1\ndone\ncombat-1:\ndone\nexploit-1:\ndone\n"),
    ("EN", 2, "step: move-1\ndone\ncombat-1:\ndone\nexploit-1:\ndone\n"),
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
        "new", "x", "--game", "italia18", "--scenario", "grappa", "--seed", seed_file("the sacred mountain"),
        "--db", str(tmp_path / "pbem.db"),
    )  # fmt: skip
    assert made[0] == 0, made[1]
    call("adjudicate", "--db", str(tmp_path / "pbem.db"))
    return tmp_path / "pbem.db"


def test_four_sequences_need_one_file_a_side_each(store: Path) -> None:
    """7.0c: eight mails, the least that the game can be played with."""
    for number in range(len(MAILS)):
        send(store, number)
    status = json.loads(call("status", "--json", "--db", str(store))[1])
    assert (status["over"], status["turn"]) == (True, 2)
    said = call("report", "--turn", "2", "--step", "night", "--db", str(store))[1]
    assert "The end of the game" in said
    code, said = call("verify", "--db", str(store))
    assert code == 0, said


def test_the_first_report_tells_the_offensive_and_the_weather(store: Path) -> None:
    said = call("report", "--db", str(store))[1]
    assert "The Central Powers declare an Offensive, with GE-A14 in Offensive mode" in said
    assert "morning fog, then poor weather [10.0a]" in said


def test_a_wrong_line_is_refused_with_its_rule_and_advice(store: Path) -> None:
    file = store.parent / "wrong.txt"
    file.write_text("campaign: x\nside: CP\nturn: 1\nstep: move-1\nmove AH-4 to 2222\n", encoding="utf-8")
    code, said = call("check", str(file), "--db", str(store))
    assert code != 0
    assert "[11.2.2a]" in said
    assert "relieve AH-4 by" in said


def test_8_0b_a_section_that_the_turn_lacks_is_refused(store: Path) -> None:
    for number in range(6):
        send(store, number)
    file = store.parent / "late.txt"
    file.write_text("campaign: x\nside: CP\nturn: 2\nstep: move-2\ndone\n", encoding="utf-8")
    code, said = call("check", str(file), "--db", str(store))
    assert code != 0
    assert "8.0b" in said


@pytest.mark.parametrize("words", [("sheet", "--side", "EN"), ("moves", "IT-59"), ("tell", "2024"), ("luck",)])
def test_views_answer(store: Path, words: tuple[str, ...]) -> None:
    send(store, 0)
    send(store, 1)
    code, said = call(*words, "--db", str(store))
    assert code == 0, said
    assert said.strip()


def test_warnings_of_supply_do_not_depend_on_the_weather_of_the_day() -> None:
    """See 9.1d, ruling R109: in the Supply Phase no weather is in force, and minor roads count."""
    for weather in ("fair", "poor"):
        here = begin("radetzky", notes={"sequence": "1", "weather": weather})
        assert not [one for one in cautions(here, CP) if "line of supply" in one.words]
