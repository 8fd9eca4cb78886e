"""Kill -9 at random moments of the judge's loop, in processes of their own: nothing lost, nothing recorded twice.

python -m tests.fuzz.kills --count 200      so many kills that hit a run at work
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from pbem.dice.drand import iso_of, seconds_of
from pbem.post.boxes.maildir import Maildir
from pbem.post.office import open_office
from pbem.post.running import run
from pbem.post.settings import read_settings
from pbem.store import open_store
from pbem.store.letters import Stage
from tests.post.offices import SETTINGS, Room, reply, room
from tests.post.servers import Kept, smtp

START = seconds_of("2026-10-24T18:00:00Z")
SPACE = 600  # seconds between two runs: the judge sends twenty letters an hour to one address and no more
BRUNO = "bruno@example.org"
NAME = "caporetto-1917"
READY = "ready"


def child(folder: Path, now: str) -> None:
    """One run of the judge. It says when it begins, so that a kill hits the loop and not the start of Python."""
    office = open_office(open_store(str(folder / "pbem.db")), read_settings(str(folder / "mail.toml")), now)
    print(READY, flush=True)
    run(office, Maildir(str(folder / "box"), "flag"))
    print("done", flush=True)


def started(folder: Path, number: int) -> subprocess.Popen[str]:
    """A process that has begun a run; the number says at what time."""
    now = iso_of(START + number * SPACE)
    words = [sys.executable, "-m", "tests.fuzz.kills", "--child", str(folder), "--now", now]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == READY, process.stderr and process.stderr.read()
    return process


def finished(folder: Path, number: int) -> None:
    """A run that nobody disturbs."""
    out, error = started(folder, number).communicate()
    assert "done" in out, error


def killed(folder: Path, number: int, after: float) -> bool:
    """A run that is killed after so many seconds; whether it was still at it."""
    process = started(folder, number)
    time.sleep(after)
    process.kill()  # SIGKILL, if it is still there
    out, _ = process.communicate()
    return process.returncode == -signal.SIGKILL and "done" not in out


class Trial(NamedTuple):
    """What came of so many kills: mails sent, kills that hit, letters that went out twice, faults."""

    mails: int
    hits: int
    doubled: int
    wrong: list[str]


def trial(folder: Path, count: int, chance: random.Random) -> Trial:
    """So many kills that hit, a mail before each, every third mail delivered twice."""
    with smtp() as (port, kept):
        text = SETTINGS.replace('folder = "out"', f'smtp = "127.0.0.1:{port}"')
        text = text.replace("per_hour = 1000", "per_hour = 9999")
        judge = room(folder, "gwe", text, boards=False)
        finished(folder, 0)
        letter = _letters(kept, BRUNO)[0]
        orders = judge.mailed.words(judge.mailed.mails[0]["file"]).decode()
        hits = mails = 0
        longest = 0.0  # seconds that a run takes which nobody disturbs
        while hits < count:
            _send(judge, reply(letter, BRUNO, f"{orders}\n# {mails}\n", mails), twice=mails % 3 == 0)
            mails += 1
            if longest:
                hits += killed(folder, mails, chance.random() * longest)
            else:
                longest = _lasting(folder, mails)
        _sent_at_last(judge, folder, mails)
        return Trial(mails, hits, *_checked(judge, kept, mails))


def _lasting(folder: Path, number: int) -> float:
    process = started(folder, number)
    begun = time.perf_counter()
    out, error = process.communicate()
    assert "done" in out, error
    return time.perf_counter() - begun


def _sent_at_last(judge: Room, folder: Path, number: int) -> None:
    """Whatever waits goes out, an hour later each time; what the limit has held, the moderator lets go."""
    for more in range(1, 40):
        finished(folder, number + more * 3600 // SPACE)
        left = [one for one in judge.office.letters.going() if one.stage in (Stage.WAITING, Stage.HELD)]
        if not left:
            return
        for one in left:
            judge.office.letters.mark(one, Stage.WAITING)


def _send(judge: Room, data: bytes, *, twice: bool) -> None:
    judge.deliver(data)
    if twice:
        judge.deliver(data)


def _letters(kept: Kept, to: str) -> list[EmailMessage]:
    found = [message_from_bytes(data, policy=SMTP) for _, address, data in kept.mails if address == to]
    return [letter for letter in found if isinstance(letter, EmailMessage)]


def _checked(judge: Room, kept: Kept, count: int) -> tuple[int, list[str]]:
    """The doubled letters, and what is lost, doubled in the record, or not the same letter."""
    store, wrong = open_store(str(judge.folder / "pbem.db")), list[str]()
    files = [entry.values()["sha256"] for entry in store.entries(NAME) if entry.kind == "submitted"]
    if len(files) != count or len(set(files)) != count:
        wrong.append(f"{count} mails, {len(files)} entries, {len(set(files))} files")
    letters = judge.office.letters
    if letters.unread():
        wrong.append(f"{len(letters.unread())} mails were never judged")
    made = [letter for letter in letters.going() if letter.kind == "receipt"]
    if len(made) != count:
        wrong.append(f"{count} mails, {len(made)} receipts")
    texts: dict[str, set[bytes]] = {}
    times: Counter[str] = Counter()
    for _, _, data in kept.mails:
        id = str(message_from_bytes(data)["Message-ID"])
        times[id] += 1
        texts.setdefault(id, set()).add(data)
    wrong += [f"{letter.id} was never sent" for letter in made if letter.id not in times]
    wrong += [f"{id} is two letters" for id, found in texts.items() if len(found) > 1]
    return sum(number - 1 for number in times.values()), wrong


def main(argv: list[str]) -> int:
    """The command."""
    words = argparse.ArgumentParser()
    words.add_argument("--count", type=int, default=200)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--child", default="")
    words.add_argument("--now", default="")
    given = words.parse_args(argv)
    if given.child:
        child(Path(given.child), given.now)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        done = trial(Path(folder), given.count, random.Random(given.seed))
    print("\n".join(done.wrong))
    wrong = f"{len(done.wrong)} lost, doubled in the record or changed"
    print(f"{done.hits} kills during a run, {done.mails} mails: {wrong}")
    print(f"{done.doubled} letters went out twice, word for word the same")
    return 1 if done.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
