"""Every command for eyes that may not see everything: two campaigns that differ only in what is hidden give the same
bytes, errors, exit codes and pictures. Counters face down are the Italians', plan and points the Austro-Germans'.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.cli.main import COMMANDS, main
from pbem.desk.adjudicating import adjudicate
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.report import KINDS
from pbem.store import open_store
from pbem.store.store import Store
from tests.report.foggy import NOW, SECRET
from tests.report.test_every_command import FOR_THE_KEEPER, NOT_OF_A_CAMPAIGN, plain

Told = list[tuple[str, object]]  # what was asked or written, and the answer
PLAYERS = {"AG": "Anna", "IT": "Bruno"}


def campaign(path: Path, scenario: str, files: list[tuple[str, str, str]], masks: str = "off") -> Store:
    """Played as far as these files go: side, step, body."""
    store = open_store(str(path), create=True)
    options = {"masks": masks}
    open_campaign(store, "Fog", "durchbruch", scenario, options=options, players=PLAYERS, secret=SECRET, now=NOW)
    for side, step, body in files:
        data = f"campaign: Fog\nside: {side}\nturn: 1\nstep: {step}\n{body}".encode()
        receipt = receive(store, "Fog", data, PLAYERS[side], NOW)
        assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
        adjudicate(store, "Fog", NOW)
    return store


def face_down(folder: Path) -> None:
    """1.5, 6.5-2: a machine gun and a dummy in each other's place; another order filed for a corps."""
    worlds = {
        "a.db": ("place IT-mg1 at 1720\nplace IT-dummy1 at 1721\n", "move IT-87 1620\n"),
        "b.db": ("place IT-dummy1 at 1720\nplace IT-mg1 at 1721\n", "move IT-88 1820\n"),
    }
    _set_up(folder, worlds)


def left_where_proposed(folder: Path) -> None:
    """1.5, 6.5-2: here one has left its proposed hex and another has stayed, a dummy is in the box; there three have
    moved, and another dummy is in the box."""
    worlds = {
        "a.db": ("place IT-mg1 at 1720\naside IT-dummy3\n", "move IT-87 1620\n"),
        "b.db": (
            "place IT-dummy1 at 1720\nplace IT-mg1 at 1620\nplace IT-dummy3 at 3511\naside IT-dummy4\n",
            "move IT-88 1820\n",
        ),
    }
    _set_up(folder, worlds)


def in_each_others_place(folder: Path) -> None:
    """1.5, 6.5-4: a station and a machine gun; other standing orders, and sections filed for other corps."""
    worlds = {
        "a.db": ("place IT-mg3 at 3017\n", "move IT-87 1620\nstanding:\nhits: hold\nsupport: all\nblow: no\n"),
        "b.db": (
            "place IT-comIV at 3017\nplace IT-mg3 at 3018\n",
            "move IT-88 1820\nplan if LI acted:\nattack 1618 with IT-87\nstanding:\nhits: retreat\nsupport: none\n",
        ),
    }
    _set_up(folder, worlds)


def under_masks(folder: Path) -> None:
    """1.5-opt: a real mask and a dummy in each other's place, on a battery and on nobody."""
    worlds = {
        name: (f"place {one} at 1720\nplace {other} at 1721\ntop {one}\ntop {other}\n", "move IT-87 1620\n")
        for name, one, other in (("a.db", "IT-mg1", "IT-dummy1"), ("b.db", "IT-dummy1", "IT-mg1"))
    }
    _set_up(folder, worlds, "on")


def _set_up(folder: Path, worlds: dict[str, tuple[str, str]], masks: str = "off") -> None:
    for name, (body, later) in worlds.items():
        files = [("AG", "set-up", "done\n"), ("IT", "set-up", f"{body}corps-IV:\n{later}")]
        campaign(folder / name, "oct24", files, masks).close()


def in_the_pool(folder: Path) -> None:
    """6.2, 16.5: another plan, and other points under the same markers."""
    for name, plan, points in (("a.db", "conrad", (4, 1)), ("b.db", "boroevic", (1, 2))):
        bought = f"marker GE-R23, GE-R62, GE-J3\nstrengthen GE-R23 {points[0]}\nstrengthen GE-R62 {points[1]}\n"
        files = [("IT", "set-up", "done\n"), ("AG", "set-up", f"choose {plan}\n"), ("AG", "bombardment", bought)]
        campaign(folder / name, "campaign", files).close()


PAIRS = {
    "face-down": face_down, "proposed": left_where_proposed, "station": in_each_others_place, "masks": under_masks,
    "pool": in_the_pool,
}  # fmt: skip
EYES = {"pool": ("IT", ""), **dict.fromkeys(("face-down", "proposed", "station", "masks"), ("AG", ""))}
OWNER = {"pool": "AG", **dict.fromkeys(("face-down", "proposed", "station", "masks"), "IT")}
HIDDEN = {
    "face-down": ("IT-mg1", "IT-dummy1", "IT-comIV", "IT-comVII"),
    "proposed": ("IT-mg1", "IT-dummy1", "IT-dummy3", "IT-dummy4"),
    "station": ("IT-mg3", "IT-comIV", "hits: hold", "hits: retreat", "LI acted"),
    "masks": ("IT-mg1", "IT-dummy1"),
    "pool": ("conrad", "boroevic", "strengthen GE", "strengthen_GE"),
}
ORDERS = {
    "face-down": "step: bombardment\nfire AH-artIa at 1720\nfire AH-artIb at 1721\ngas GE-gas2 at 1619\n",
    "proposed": "step: bombardment\nfire AH-artIa at 1720\nfire AH-artIb at 1620\ngas GE-gas2 at 1619\n",
    "station": "step: bombardment\nfire AH-art50 at 3017\nfire AH-artIa at 1618\n",
    "masks": "step: bombardment\nfire AH-artIa at 1720\nfire AH-artIb at 1721\ngas GE-gas2 at 1619\n",
    "pool": "step: corps-IV\nmove IT-87 1620\nattack 1618 with IT-87\n",
}
UNITS = {
    "face-down": ("AH-R14", "IT-mg1", "IT-dummy1"),
    "proposed": ("AH-R14", "IT-mg1", "IT-dummy1", "IT-dummy4"),
    "station": ("AH-R14", "IT-mg3", "IT-comIV"),
    "masks": ("AH-R14", "IT-mg1", "IT-dummy1"),
    "pool": ("IT-87", "GE-R23", "GE-J3"),
}
WRONG = "step: nowhere\nattack 9999 with GE-J3\nmove IT-mg1 1620\n"


LONG = {"proposed", "pool", "station", "masks"}


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in PAIRS]
)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp(request.param)
    PAIRS[request.param](folder)
    return str(request.param), folder


def asked(name: str, eyes: str) -> Iterator[tuple[str, ...]]:
    """Everything that a player without the right to see it can ask the program."""
    seen, side = (("--side", eyes) if eyes else ()), ("--side", eyes) if eyes else ("--side", "nobody")
    for form in ((), ("--json",)):
        for command in ("status", "history", "luck", "dates", "players"):
            yield command, *form, *(seen if command in ("status", "history") else ())
        for unit in (*UNITS[name], "XX-9"):
            yield "moves", unit, *form, *seen
            yield "tell", unit, *form, *seen
        yield "tell", *form, *seen
        for command in ("check", "try", "odds"):
            for file in ("orders.txt", "wrong.txt"):
                yield command, file, *form, *(seen if command == "odds" else ())
        yield "board", "--scale", "20", "--out", "board.png", *form, *seen
        for layer in ("zoc", "command"):
            yield "board", "--scale", "20", "--overlay", layer, "--out", f"{layer}.png", *form, *seen
        yield "consent", "--show", *form, *side
        yield "answer", "Q1: 1", *form, *side
        yield "notice", *form
        yield "archive", "--out", "all.zip", *form
    for fmt in KINDS:
        yield "report", "-f", fmt, *seen
        yield "sheet", "-f", fmt, *side
    for step in ("t1/set-up", "t1/bombardment"):
        yield "report", "--step", step, "-f", "json", *seen
    yield "book", "--out", "book.md", "--scale", "30", *seen
    if name == "proposed":  # it draws every board once more
        yield "site", "build", "site"
    yield "outbox", "--out", "mails", *side
    yield "outbox", "--json", *side
    yield "leaf", "--out", "position.pbem", *side
    yield "submit", "wrong.txt"
    yield "submit", "orders.txt", "--json"
    yield "status", *seen
    yield "history", *seen


def test_every_command_is_asked() -> None:
    driven = {words[0] for name in PAIRS for words in asked(name, "AG")}
    assert driven | NOT_OF_A_CAMPAIGN | FOR_THE_KEEPER == set(COMMANDS)


Drive = Callable[[str, Path, str], Told]


@pytest.fixture
def drive(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drive:
    """Asks a copy of a store everything, in an empty folder; answers, exit codes and all files that were written."""

    def call(name: str, db: Path, eyes: str) -> Told:
        folder = tmp_path / f"{db.stem}-{eyes or 'public'}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        shutil.copy(db, "fog.db")
        head = f"campaign: Fog\nside: {eyes or EYES[name][0]}\nturn: 1\n"
        Path("orders.txt").write_text(head + ORDERS[name], encoding="utf-8")
        Path("wrong.txt").write_text(head + WRONG, encoding="utf-8")
        found: Told = []
        for words in asked(name, eyes):
            capsysbinary.readouterr()
            code = main([*words, "--db", "fog.db"])
            said = capsysbinary.readouterr()
            found.append((" ".join(words), (code, plain(said.out), plain(said.err))))
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "fog.db"):
            found.append((file.name, plain(file.read_bytes())))
        return found

    return call


def test_no_command_tells_two_worlds_apart(pair: tuple[str, Path], drive: Drive) -> None:
    """1.5, 6.2, 16.5, rulings R114, R143 and R144: posts, boards, JSON, refusals, the meter, the archive."""
    name, folder = pair
    for eyes in EYES[name]:
        for left, right in zip(*(drive(name, folder / db, eyes) for db in ("a.db", "b.db")), strict=True):
            assert left == right, (name, eyes, left[0])
            given = [words for words in HIDDEN[name] if words in left[0] or words in _asked_with(left[0])]
            told = [words for words in HIDDEN[name] if words not in given and words.encode() in repr(left[1]).encode()]
            assert told == [] or left[0].split()[0] in SPOKEN or left[0] in ("orders.txt", "wrong.txt"), (told, left)


SPOKEN = ("check", "submit", "try", "odds", "sheet")  # repeat what the player wrote, or name the words of an order


def _asked_with(what: str) -> str:
    """The file of a command repeats what its writer named."""
    return WRONG if "wrong" in what else ""


def test_its_owner_can_tell(pair: tuple[str, Path], drive: Drive) -> None:
    """Else the test above would show nothing."""
    name, folder = pair
    answers = zip(*(drive(name, folder / db, OWNER[name]) for db in ("a.db", "b.db")), strict=False)
    assert any(left != right for left, right in answers)
