"""Mutated mails through the post room: none stops it, and none is accepted with other orders than the unharmed one.

python -m tests.fuzz.mails --count 100000
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from pbem.desk.inbox.receipts import RAISE
from pbem.post.running import keep
from pbem.post.taking import take
from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, run
from tests.post.offices import Room, reply, room

BRUNO = "bruno@example.org"
REFUSED = "refused"


def prepare(folder: Path) -> Trial:
    """A judge, and what one damaged mail may do to it. Only its packing is damaged: a changed order is another one."""
    os.environ[RAISE] = "1"
    (folder / "judge").mkdir()
    judge = room(folder / "judge", boards=False)
    judge.run()
    letter, file = judge.bag.newest(BRUNO), judge.mailed.order_file(judge.mailed.mails[0]["file"])
    text = file.partition(b"\n\n")[2].decode()
    mails = [reply(letter, BRUNO, text, number, encoding=way) for number, way in enumerate(("base64", "8bit"))]
    good = {digest(judge, mail) for mail in mails}
    assert len(good) == 1
    assert REFUSED not in good

    def trial(chance: random.Random) -> None:
        mail = chance.choice(mails)
        end = mail.find(b"=== orders") if b"=== orders" in mail else mail.find(b"\r\n\r\n")
        found = digest(judge, damaged(mail[:end], chance) + mail[end:])
        assert found in ("", REFUSED, *good), found

    return trial


class _Back(Exception):
    """Nothing of a trial stays."""


def digest(judge: Room, data: bytes) -> str:
    """What a mail was accepted as, if it was."""
    office, found = judge.office, ""
    try:
        with office.store.together():
            keep(office, data)
            for letter in office.letters.unread():
                take(office, letter)
            values = [one.values() for one in office.store.entries("caporetto-1917", 1) if one.kind == "submitted"]
            found = "".join(one["digest"] if one["verdict"] == "accepted" else REFUSED for one in values)
            raise _Back
    except _Back:
        return found


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
