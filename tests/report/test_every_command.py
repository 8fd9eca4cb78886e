"""Every command of the command line, for eyes that may not see everything: two campaigns that differ only in what is
hidden give the same bytes, errors, exit codes and pictures."""

from __future__ import annotations

import re
import shutil
import zlib
from collections.abc import Callable, Collection, Iterator
from email import message_from_bytes
from itertools import product
from pathlib import Path

import pytest

from pbem.cli.main import COMMANDS, main
from pbem.desk.adjudicating import adjudicate
from pbem.desk.amending import amend
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.steps import retold
from pbem.report import KINDS
from pbem.store import open_store
from pbem.store.store import Store
from tests.guest import card as ford
from tests.report.foggy import NOW, SECRET, order_file, send_legal

# Commands that show nothing of a running campaign, or only to whoever keeps it for both sides.
NOT_OF_A_CAMPAIGN = {
    "demo",
    "scenarios",
    "new",
    "rules",
    "case",
    "dice",
    "chain",
    "keys",
    "store",
    "restore",
    "completion",
}
FOR_THE_KEEPER = {
    "page",  # the leaf in a page: tests/page/test_browser.py
    "forum",  # posts as `report` writes them: tests/post/forum
    "notify",
    "adjudicate",
    "mail",
    "undo",
    "amend",
    "address",
    "verify",
    "extend",
    "overdue",
    "export-turn",
    "import-turn",
    "remove",
    "upgrade",
}

Told = list[tuple[str, object]]  # what was asked or written, and the answer
Drive = Callable[..., Told]


# -- two worlds ---------------------------------------------------------------------------------------------------


def caporetto(path: Path, one: str, other: str) -> Store:
    """Behind the set-up: below the top units of two hexes lie an HQ and a division, or the reverse."""
    store = open_store(str(path), create=True)
    players, terms = {"CP": "Anna", "AL": "Bruno"}, agreed("seed", rewind="consent")
    open_campaign(store, "Fog", "caporetto", "historical", players=players, secret=SECRET, now=NOW, dice=terms)
    send_legal(store, "AL", 1, "set-up", ["deploy historical", f"place IT-hq2 at {one}", f"place IT-65 at {other}"])
    adjudicate(store, "Fog", NOW)
    send_legal(store, "CP", 1, "set-up", ["deploy historical"])
    adjudicate(store, "Fog", NOW)
    return store


def swapped(folder: Path) -> None:
    """Hidden units in each other's place, and an amendment of them that waits for consent."""
    for name, one, other in (("a.db", "2919", "2820"), ("b.db", "2820", "2919")):
        store = caporetto(folder / name, one, other)
        lines = ["deploy historical", f"place IT-hq2 at {other}", f"place IT-65 at {one}"]
        assert amend(store, "Fog", "a slip", order_file("AL", 1, "set-up", lines), "Bruno", NOW).is_accepted
        store.close()


def filed(folder: Path) -> None:
    """The same positions; the Allies have filed other orders, for other steps, and more of them."""
    texts = {
        "a.db": "step: al-movement\nhold IT-66\n",
        "b.db": "step: al-first-combat\ndone\nmovement:\nhold IT-66\nhold IT-53\nstanding:\ndefaults\n",
    }
    for name, text in texts.items():
        store = caporetto(folder / name, "2919", "2820")
        data = f"campaign: Fog\nside: AL\nturn: 1\n{text}".encode()
        receipt = receive(store, "Fog", data, "Bruno", NOW)
        assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
        store.close()


def hidden_at_the_ford(folder: Path) -> None:
    """The guest game: other mines and dummies of the South. Dice follow from the orders: two worlds with like ones."""
    ford.register()
    known: dict[str, Path] = {}
    for number, (where, unit) in enumerate(product(("W0301", "W0303", "W0302", "W0201"), ("S4", "S3"))):
        store = at_the_ford(folder / f"{number}.db", where, unit)
        label, path = store_tells(store), folder / f"{number}.db"
        store.close()
        if label in known:
            known[label].rename(folder / "a.db")
            path.rename(folder / "b.db")
            return
        known[label] = path
    raise AssertionError("no two worlds have the same dice")


def at_the_ford(path: Path, where: str, unit: str) -> Store:
    """Behind the set-up, with a mine in this hex and this unit a dummy."""
    store = open_store(str(path), create=True)
    players = {"NO": "Anna", "SO.west": "Otto", "SO.east": "Karl"}
    open_campaign(store, "Fog", "ford", "day", players=players, secret=SECRET, now=NOW)
    for seat, text in (("SO.west", f"mine {where}"), ("SO.east", f"dummy {unit}"), ("NO", "choose east")):
        data = f"campaign: Fog\nside: {seat}\nturn: 1\nstep: set-up\n{text}\n".encode()
        assert receive(store, "Fog", data, "mail", NOW).is_accepted
    adjudicate(store, "Fog", NOW)
    return store


def store_tells(store: Store) -> str:
    """Which dice have fallen, and what is played next."""
    campaign, state = load(store, "Fog")
    told = retold(store.entries(campaign.id), campaign)
    faces = [str(fact["faces"]) for one in told for fact in one.step.facts if fact.kind == "rolled"]
    return f"{state.position.step} {faces} {len(state.trail)}"


PAIRS = {"swapped": swapped, "filed": filed, "ford": hidden_at_the_ford}
EYES = {"swapped": ("CP", ""), "filed": ("CP", ""), "ford": ("NO", "")}
OWNER = {"swapped": "AL", "filed": "AL", "ford": "SO"}


LONG = {"filed"}


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in PAIRS]
)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Path]:
    folder = tmp_path_factory.mktemp(request.param)
    PAIRS[request.param](folder)
    return request.param, folder / "a.db", folder / "b.db"


# -- what is asked ------------------------------------------------------------------------------------------------

UNITS = {"swapped": ("GE-117", "IT-65", "IT-hq2"), "filed": ("GE-117", "IT-66"), "ford": ("N2", "S1", "S4")}
ORDERS = {
    "swapped": "step: cp-first-combat\nattack 2919 with GE-117, AH-50\nattack 2820 with GE-AK, GE-12\n",
    "filed": "step: cp-first-combat\nattack 2919 with GE-117, AH-50\n",
    "ford": "step: corps-I\nmove N1 W0301\nattack W0302 with N2\n",
}
SET_UPS = {"swapped": ("t1/al-set-up", "t1/cp-set-up"), "filed": ("t1/al-set-up",), "ford": ("t1/set-up",)}
WRONG = "step: nowhere\nattack 9999 with GE-117\nmove IT-65 to 2820\n"


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
            for file in ("orders.txt", "wrong.txt", "missing.txt"):
                yield command, file, *form, *(seen if command == "odds" else ())
        yield "board", "--scale", "20", "--out", "board.png", *form, *seen
        yield "consent", "--show", *form, *side
        yield "answer", "Q1: 1", *form, *side
        yield "notice", *form
        yield "archive", "--out", "all.zip", *form
    for fmt in KINDS:
        yield "report", "-f", fmt, *seen
        yield "sheet", "-f", fmt, *side
    for step in SET_UPS[name]:
        yield "report", "--step", step, "-f", "json", *seen
    yield "book", "--out", "book.md", "--scale", "30", *seen
    yield "site", "build", "site"
    yield "outbox", "--out", "mails", *side
    yield "outbox", "--json", *side
    yield "leaf", "--out", "position.pbem", *side
    yield "leaf", "--json", *side
    yield "submit", "wrong.txt"
    yield "submit", "orders.txt", "--json"
    yield "consent", *side
    yield "status", *seen
    yield "history", *seen


def test_every_command_is_asked() -> None:
    driven = {words[0] for name in PAIRS for words in asked(name, "CP")}
    assert driven | NOT_OF_A_CAMPAIGN | FOR_THE_KEEPER == set(COMMANDS)
    assert not driven & (NOT_OF_A_CAMPAIGN | FOR_THE_KEEPER)


@pytest.fixture
def drive(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drive:
    """Asks a copy of a store everything, in an empty folder; answers, exit codes and all files that were written."""

    def call(name: str, db: Path, eyes: str, only: Collection[str] = COMMANDS) -> Told:
        folder = tmp_path / f"{db.stem}-{eyes or 'public'}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        shutil.copy(db, "fog.db")
        head = f"campaign: Fog\nside: {eyes or EYES[name][0]}\nturn: 1\n"
        Path("orders.txt").write_text(head + ORDERS[name], encoding="utf-8")
        Path("wrong.txt").write_text(head + WRONG, encoding="utf-8")
        found: Told = []
        for words in [words for words in asked(name, eyes) if words[0] in only]:
            capsysbinary.readouterr()
            code = main([*words, "--db", "fog.db"])
            said = capsysbinary.readouterr()
            found.append((" ".join(words), (code, plain(said.out), plain(said.err))))
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "fog.db"):
            found.append((file.name, plain(file.read_bytes())))
        return found

    return call


def plain(data: bytes) -> bytes:
    """Without hashes and their check words, which differ between any two campaigns, and without the time of day."""
    if data[:4] in (b"\x89PNG", b"RIFF"):
        return data
    if data.startswith(b"Subject:"):
        mail = message_from_bytes(data)
        del mail["Date"]
        parts = [part.get_payload(decode=True) or b"" for part in mail.walk()]
        data = b"\n".join([repr(mail.items()).encode(), *(plain(part) for part in parts if isinstance(part, bytes))])
    if data.startswith(b"pbem-leaf/"):
        data = zlib.decompress(data.partition(b"\n")[2])
    data = re.sub(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\dZ)?", b"TIME", data)
    return re.sub(rb"[0-9a-f]{16,}|![0-9a-f]{8}", b"#", data)


def test_no_command_tells_two_worlds_apart(pair: tuple[str, Path, Path], drive: Drive) -> None:
    name, one, other = pair
    for eyes in EYES[name]:
        for left, right in zip(drive(name, one, eyes), drive(name, other, eyes), strict=True):
            assert left == right, (name, eyes, left[0])


def test_its_owner_can_tell(pair: tuple[str, Path, Path], drive: Drive) -> None:
    """Else the test above would show nothing."""
    name, one, other = pair
    looks = ("sheet", "status", "report", "moves")
    answers = zip(*(drive(name, path, OWNER[name], looks) for path in (one, other)), strict=False)
    assert any(left != right for left, right in answers)
