"""The recorded games as jobs for the engine: before each mail the leaf of its sender, then the mail."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from pbem.desk.checking import check
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.mailed import read_game
from pbem.page.bundle import rules, standard_library
from pbem.page.pyodide import pyodide_files
from tests.games.recorded import store_after
from tests.programs import PROGRAMS

Job = tuple[str, dict[str, Any]]


class Sent(NamedTuple):
    """A recorded mail: its sender's leaf just before it came, its text, and what the judge said."""

    name: str
    leaf: bytes
    text: str
    receipt: Receipt


def recorded(game: str, folder: Path, most: int = 99) -> list[Sent]:
    """The mails of a recorded game, played again."""
    mailed, found = read_game(game), []
    for number, mail in enumerate(mailed.mails[:most]):
        store, data = store_after(game, number, folder / f"{game}-{number}.db"), mailed.order_file(mail["file"])
        receipt = check(store, "", data)
        made = packed(leaf(store, "", receipt.seat or receipt.side))
        found.append(Sent(f"{game}/{mail['file']}", made, data.decode(), receipt))
        store.close()
    return found


def jobs_of(sent: Sent) -> list[Job]:
    """Open the leaf, check the mail."""
    return [("open", {"leaf": base64.b64encode(sent.leaf).decode()}), ("check", {"text": sent.text})]


def in_node(jobs: list[Job], folder: Path) -> list[dict[str, Any]]:
    """What the engine answers in Pyodide, with the library and the rules as the page has them."""
    pyodide = PROGRAMS["pyodide"].path()
    (folder / "library.zip").write_bytes(standard_library(pyodide_files(pyodide)["python_stdlib.zip"]))
    (folder / "rules.tar.xz").write_bytes(rules())
    (folder / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
    script = Path(__file__).with_name("in_node.mjs")
    words = [PROGRAMS["node"].path(), script, pyodide, "library.zip", "rules.tar.xz", "jobs.json"]
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return [json.loads(answer) for answer in json.loads(done.stdout)]
