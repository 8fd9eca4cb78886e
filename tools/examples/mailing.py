"""What makers of recorded games share whose players are programs: whole mails, files without a slip, the folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from recorded import ROOT, Store, write_folder, written_script

from pbem.desk.checking import check
from pbem.desk.mailed import SCRIPT, read_game
from pbem.kernel.text.mail import BEGIN, END
from tests.fuzz.letters import Letter


def stamp(clock: datetime) -> str:
    """As the record has it."""
    return clock.strftime("%Y-%m-%dT%H:%M:%SZ")


def written(head: str, lines: Sequence[str], told: Sequence[str], words: str, press: str) -> bytes:
    """The whole mail: the words before and after the block stand on both sides of `--`."""
    ahead = ["", "standing:", *told] if told else []
    about = ["", "press:", press] if press else []
    before, _, after = words.partition("\n--\n")
    return "\n".join([before, "", BEGIN, head, "", *lines, *ahead, *about, END, "", "--", after, ""]).encode()


def checked(store: Store, head: str, lines: list[str], told: Sequence[str], words: str, press: str) -> bytes:
    """The mail without the lines that `pbem check` objects to."""
    while True:
        data = written(head, lines, told, words, press)
        bad = {problem.spot.text.strip() for problem in check(store, "", data).problems if problem.spot}
        kept = [line for line in lines if " ".join(line.split()) not in {" ".join(one.split()) for one in bad}]
        if not bad:
            return data
        assert len(kept) < len(lines), "\n".join([*map(str, check(store, "", data).problems), data.decode()])
        lines = kept


def write(game: str, about: str, campaign: Mapping[str, Any], letters: Sequence[Letter]) -> None:
    """The script, the mails, and all that comes of them, in examples/GAME."""
    folder = os.path.join(ROOT, "examples", game)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "orders"))
    for one in letters:
        with open(os.path.join(folder, "orders", one.file), "wb") as out:
            out.write(one.data)
    mails = [{"file": one.file, "from": one.sender, "at": one.at} for one in letters]
    with open(os.path.join(folder, SCRIPT), "w", encoding="utf-8") as file:
        file.write(about + written_script(campaign, mails))
    write_folder(read_game(game))
