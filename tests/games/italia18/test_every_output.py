"""Every command for the Central Powers and for everybody: two games that differ in what lies face down, or in the plan
for the guns, give the same bytes, errors, exit codes and pictures.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from pbem.cli.main import COMMANDS, main
from pbem.desk.adjudicating import adjudicate
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.library import texts_for
from pbem.report import KINDS
from pbem.store import open_store
from tests.games.italia18.card import GAME
from tests.games.italia18.data import text
from tests.report.foggy import NOW, SECRET
from tests.report.test_every_command import FOR_THE_KEEPER, NOT_OF_A_CAMPAIGN, plain

Told = list[tuple[str, object]]  # what was asked or written, and the answer
PLAYERS = {"CP": "Anna", "EN": "Bruno"}
# One detachment that is good for something and one that is not, in the same hex.
LINES = {
    "IT-aCadore": "IT-aCadore I    3-4-5/6  mountain alpini  name=Cadore at 1924",
    "IT-aGrappa": "IT-aGrappa I    1-1-5/3  mountain alpini  name=Grappa at 1924",
}
PLANS = {"a.db": "keep FR-C31 for 2027\nguns: none\nretreat: never", "b.db": "guns 2024: all\ncb: max\nretreat: max"}
GOES = {"a.db": "IT-aCadore", "b.db": "IT-aGrappa"}  # one of the two comes up to 2024, face down
QUIET = "step: move-{0}\ndone\ncombat-{0}:\ndone\nexploit-{0}:\ndone\nstanding:\ndefaults\n"
ATTACK = "attack 2024 with AH-22Sch, AH-94 guns GE-A14 on any: losses AH-94"
ORDERS = f"step: move-3\nmove GE-13Jg to 2125\ncombat-3:\n{ATTACK}\n"
WRONG = """step: move-3
move AH-22Sch to 2024
move IT-aCadore to 1923
combat-3:
attack 1924 with AH-22Sch
attack 2024 with GE-hq14
"""


def texts() -> Mapping[str, str]:
    """The data of Monte Grappa with these two detachments."""
    units = text("grappa-units.txt")
    for name, line in LINES.items():
        units, number = re.subn(rf"(?m)^{name}\b.*$", line, units)
        assert number == 1
    return {**texts_for(GAME, "grappa"), "grappa-units.txt": units}


def campaign(path: Path, goes: str, plan: str) -> None:
    """Two sequences without a shot, in which the Entente hide their detachments and send one of them to the front."""
    store = open_store(str(path), create=True)
    open_campaign(store, "Fog", "italia18", "grappa", players=PLAYERS, secret=SECRET, now=NOW, texts=texts())
    adjudicate(store, "Fog", NOW)
    for number in (1, 2):
        theirs = QUIET.format(number).replace("done\n", f"move {goes} to 2024\n", number - 1)
        for side, body in (("CP", QUIET.format(number)), ("EN", theirs.replace("defaults", f"{plan}\ndefaults"))):
            data = f"campaign: Fog\nside: {side}\nturn: 1\n{body}".encode()
            receipt = receive(store, "Fog", data, PLAYERS[side], NOW)
            assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
            adjudicate(store, "Fog", NOW)
    store.close()


@pytest.fixture(scope="module", params=["detachment", pytest.param("plan", marks=pytest.mark.long)])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(request.param)
    for name in GOES:
        plan = PLANS[name] if request.param == "plan" else PLANS["a.db"]
        campaign(folder / name, GOES["a.db"] if request.param == "plan" else GOES[name], plan)
    return folder


def asked(eyes: str) -> Iterator[tuple[str, ...]]:
    """Everything that the Central Powers or a stranger can ask the program."""
    seen, side = (("--side", eyes) if eyes else ()), ("--side", eyes or "nobody")
    for form in ((), ("--json",)):
        for command in ("status", "history", "luck", "dates", "players"):
            yield command, *form, *(seen if command in ("status", "history") else ())
        for unit in ("AH-22Sch", "GE-Leib", "IT-aCadore", "IT-aGrappa", "EN-?2024.1"):
            yield "moves", unit, *form, *seen
            yield "tell", unit, *form, *seen
        yield "tell", "2024", *form, *seen
        yield "tell", *form, *seen
        for command in ("check", "try", "odds"):
            for file in ("orders.txt", "wrong.txt"):
                yield command, file, *form, *(seen if command == "odds" else ())
        for attack in ("attack 2024 with AH-22Sch", "attack 2024 with AH-22Sch, AH-94 guns GE-A14 force"):
            yield "odds", attack, *form, *side
        yield "board", "--scale", "20", "--out", "board.png", *form, *seen
        for layer in ("zoc", "supply", "command"):
            yield "board", "--scale", "20", "--overlay", layer, "--out", f"{layer}.png", *form, *seen
        yield "consent", "--show", *form, *side
        yield "answer", "Q1: 1", *form, *side
        yield "notice", *form
        yield "archive", "--out", "all.zip", *form
    for fmt in KINDS:
        yield "report", "-f", fmt, *seen
        yield "sheet", "-f", fmt, *side
    for step in ("t1/en-move-1", "t1/en-move-2", "t1/weather-3"):
        yield "report", "--step", step, "-f", "json", *seen
    yield "book", "--out", "book.md", "--scale", "20", *seen
    yield "site", "build", "site"
    yield "outbox", "--out", "mails", *side
    yield "outbox", "--json", *side
    yield "leaf", "--out", "position.pbem", *side
    yield "submit", "wrong.txt"
    yield "submit", "orders.txt", "--json"
    yield "status", *seen
    yield "history", *seen


def test_every_command_is_asked() -> None:
    assert {words[0] for words in asked("CP")} | NOT_OF_A_CAMPAIGN | FOR_THE_KEEPER == set(COMMANDS)


Drive = Callable[[Path, str], Told]


@pytest.fixture
def drive(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drive:
    """Asks a copy of a store everything, in an empty folder; answers, exit codes and all files that were written."""

    def call(db: Path, eyes: str) -> Told:
        folder = tmp_path / f"{db.stem}-{eyes or 'public'}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        shutil.copy(db, "fog.db")
        head = f"campaign: Fog\nside: {eyes or 'CP'}\nturn: 1\n"
        Path("orders.txt").write_text(head + ORDERS, encoding="utf-8")
        Path("wrong.txt").write_text(head + WRONG, encoding="utf-8")
        found: Told = []
        for words in asked(eyes):
            capsysbinary.readouterr()
            code = main([*words, "--db", "fog.db"])
            said = capsysbinary.readouterr()
            found.append((" ".join(words), (code, plain(said.out), plain(said.err))))
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "fog.db"):
            found.append((file.name, plain(file.read_bytes())))
        return found

    return call


@pytest.mark.parametrize("eyes", ["CP", pytest.param("", marks=pytest.mark.long)])
def test_3_0b_no_command_tells_two_games_apart(pair: Path, drive: Drive, eyes: str) -> None:
    """See rulings R123, R174: posts, boards, JSON, refusals, odds, the meter, the leaf, the site, the archive."""
    for left, right in zip(*(drive(pair / db, eyes) for db in GOES), strict=True):
        assert left == right, (eyes, left[0])


def test_its_owner_can_tell(pair: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Else the test above would show nothing."""
    told = []
    for db in GOES:
        for words in (("sheet",), ("status", "--json"), ("outbox", "--json")):
            main([*words, "--side", "EN", "--db", str(pair / db)])
        told.append(plain(capsysbinary.readouterr().out))
    assert told[0] != told[1]
