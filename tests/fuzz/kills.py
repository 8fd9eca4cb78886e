"""Kill -9 at random moments of the judge's loop, in processes of their own: nothing lost, nothing recorded twice.

python -m tests.fuzz.kills --count 200
"""

from __future__ import annotations

import argparse
import os
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

from pbem.dice.drand import iso_of, seconds_of
from pbem.post.boxes.maildir import Maildir
from pbem.post.office import open_office
from pbem.post.running import run
from pbem.post.settings import read_settings
from pbem.store import open_store
from tests.post.offices import SETTINGS, Room, reply, room
from tests.post.servers import Kept, smtp

START = seconds_of("2026-10-24T18:00:00Z")
SPACE = 200  # seconds between two runs: the judge sends twenty letters an hour to one address and no more
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
    is_running = process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    return is_running


def trial(folder: Path, count: int, chance: random.Random) -> tuple[int, int, list[str]]:
    """So many kills, a mail before each, every third mail delivered twice; kills that hit, doubled letters, faults."""
    with smtp() as (port, kept):
        text = SETTINGS.replace('folder = "out"', f'smtp = "127.0.0.1:{port}"')
        text = text.replace("per_hour = 1000", "per_hour = 9999")
        judge = room(folder, "gwe", text, boards=False)
        finished(folder, 0)
        letter = _letters(kept, BRUNO)[0]
        orders = judge.mailed.order_file(judge.mailed.mails[0]["file"]).partition(b"\n\n")[2].decode()
        hits, longest = 0, 0.3  # seconds
        for number in range(count):
            _send(judge, reply(letter, BRUNO, f"{orders}\n# {number}\n", number), twice=number % 3 == 0)
            hits += killed(folder, number, chance.random() * longest)
        for more in range(1, count // 15 + 3):  # whatever waits goes out, an hour later each time
            finished(folder, count + more * 19)
        return hits, *_checked(judge, kept, count)


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
        hits, doubled, wrong = trial(Path(folder), given.count, random.Random(given.seed))
    print("\n".join(wrong))
    print(f"{given.count} kills, {hits} of them during a run: {len(wrong)} wrong, {doubled} letters twice, unchanged")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
