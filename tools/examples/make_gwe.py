"""Make the recorded game in examples/gwe anew: look for a seed under which the mails make sense, and play it.

    python tools/examples/make_gwe.py            keeps the seed of game.toml if it still fits
    python tools/examples/make_gwe.py 400        looks at so many seeds at most

The dice of a campaign depend on its whole record, so also on every data file. When one of them changes, other numbers fall
and the mails of turn 2 would be about units that are no longer there. The seed is therefore looked for: one under
which the first combats end as the later mails take for granted.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from dataclasses import replace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)

from pbem.cli.mailed import Mailed, Player, open_mailed, read_game  # noqa: E402
from pbem.desk.adjudicating import adjudicate  # noqa: E402
from pbem.desk.receiving import receive  # noqa: E402
from pbem.store import open_store  # noqa: E402
from tests.draw.machine import THIS_MACHINE  # noqa: E402

# What the later mails take for granted: the results of the first Combat Phase.
RESULTS = {"1904": "-/E", "1703": "-/3", "1404": "-/3", "1603": "1/1"}
REFUSED = ("04",)  # mails that must be refused
ASKED = ("02",)  # mails after which somebody is asked
WORDS = "Waffentreue"


def fits(mailed: Mailed, folder: str) -> str:
    """Nothing if the game can be played to its end with this seed, else where it fails."""
    store = open_store(os.path.join(folder, f"{mailed.campaign['seed'].replace(' ', '-')}.db"), create=True)
    open_mailed(store, mailed)
    try:
        for mail in mailed.mails:
            number = mail["file"][:2]
            receipt = receive(store, "", mailed.order_file(mail["file"]), mail["from"], mail["at"])
            if receipt.is_accepted == (number in REFUSED):
                return f"{mail['file']}: {receipt.verdict}\n" + "\n".join(str(problem) for problem in receipt.problems)
            if not receipt.is_accepted:
                continue
            done = adjudicate(store, "", mail["at"])
            found = {f["targets"][0]: f["result"] for ran in done.ran for f in ran.facts if f.kind == "combat"}
            if number == "02" and found != RESULTS:
                return f"{mail['file']}: {found}"
            if any(debt.questions for debt in done.waiting) != (number in ASKED):
                return f"{mail['file']}: {[q['key'] for debt in done.waiting for q in debt.questions]}"
            if any(ran.dropped for ran in done.ran):
                return f"{mail['file']}: {[ran.dropped for ran in done.ran if ran.dropped]}"
    finally:
        store.close()
    return ""


def find_seed(mailed: Mailed, most: int) -> Mailed:
    """The game with a seed that fits; the one it has is tried first."""
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    try:
        for seed in dict.fromkeys((mailed.campaign["seed"], *(f"{WORDS} {n}" for n in range(1, most + 1)))):
            tried = replace(mailed, campaign={**mailed.campaign, "seed": seed})
            why = fits(tried, folder)
            if not why:
                return tried
            if not why.startswith("02-"):
                print(seed, why, flush=True)
    finally:
        shutil.rmtree(folder)
    sys.exit(f"none of {most} seeds fits")


def write_folder(mailed: Mailed) -> None:
    """Receipts, questions, reports and boards."""
    for name in ("receipts", "questions", "reports", "boards"):
        shutil.rmtree(os.path.join(mailed.folder, name), ignore_errors=True)
    path = os.path.join(mailed.folder, "game.toml")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r'^seed = ".*"$', f'seed = "{mailed.campaign["seed"]}"', file.read(), flags=re.MULTILINE)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    folder = tempfile.mkdtemp()
    store = open_store(os.path.join(folder, "pbem.db"), create=True)
    open_mailed(store, mailed)

    def write(name: str, data: bytes) -> None:
        whole = os.path.join(mailed.folder, name)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        if not name.startswith("orders/"):
            with open(whole, "wb") as out:
                out.write(data)

    Player(store, mailed, write, print).play()
    write("boards/made-with.txt", f"{THIS_MACHINE}\n".encode())
    shutil.rmtree(folder)


if __name__ == "__main__":
    found = find_seed(read_game("gwe"), int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print("seed:", found.campaign["seed"])
    write_folder(found)
