"""`pbem demo`: a recorded game, played again before your eyes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import DEFAULT_DB, store_for_writing, write_output
from pbem.cli.options import Json
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar
from pbem.desk.mailed import Mailed, Player, open_mailed, read_game
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.replay.progress import Progress
    from pbem.desk.replay.verdict import Verdict
    from pbem.desk.stores import Store

MADE = "made-by-demo.txt"  # lists what the demo wrote, so that --force takes away nothing else


def demo(
    folder: Annotated[str, typer.Option(help="The folder to play in.")] = "pbem-demo",
    force: Annotated[bool, typer.Option(help="Replace what an earlier demo made there; other files stay.")] = False,
    game: Annotated[str, typer.Option(help="The game.")] = "gwe",
    boards: Annotated[bool, typer.Option(help="Draw the boards of steps that change them.")] = True,
    as_json: Json = False,
) -> int:
    """Play a recorded game: opens a campaign, submits both sides' mails, adjudicates, reports, draws, verifies.

    \b
    Example:
      pbem demo && cd pbem-demo && pbem status
    """
    mailed = read_game(game)
    place = _Place(folder)
    place.prepare(force)
    tell = _quiet if as_json else say
    tell(wrapped(f"{mailed.campaign['name']}: {game} {mailed.campaign['scenario']}, in {folder}"))
    db = place.claim(DEFAULT_DB)
    store = store_for_writing(db, create=True)
    open_mailed(store, mailed)
    with bar("demo") as shown:
        player = Player(store, mailed, place.write, shown.under(tell), boards, progress=shown)
        player.play()
        verdict = _verified(store, shown)
    found = _summary(store, mailed, place, player, verdict)
    if as_json:
        say_json(found)
    else:
        say("\n".join(_lines(found, folder)))
    return DONE if verdict.is_good else WRONG


def _quiet(text: str) -> None:
    """Nothing, where JSON is printed."""


def _verified(store: Store, progress: Progress) -> Verdict:
    from pbem.desk.replay.verify import verify

    return verify(store, progress=progress)


class _Place:
    """The folder of a demo, and the list of what the demo made in it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.made: list[str] = []

    def prepare(self, force: bool) -> None:
        """An empty place, or one from which an earlier demo is taken away."""
        if os.path.exists(self.folder) and not os.path.isdir(self.folder):
            raise UsageError(f"{self.folder} is a file: name another folder with --folder")
        if os.path.isdir(self.folder) and os.listdir(self.folder):
            if not force:
                raise UsageError(
                    f"{self.folder} is there already: --force replaces what an earlier demo made in it, "
                    "--folder names another place"
                )
            self._clear()
        os.makedirs(self.folder, exist_ok=True)

    def _clear(self) -> None:
        path = os.path.join(self.folder, MADE)
        if not os.path.exists(path):
            raise UsageError(f"{self.folder} was not made by a demo ({MADE} is missing): nothing in it is touched")
        with open(path, encoding="utf-8") as file:
            names = [line.strip() for line in file if line.strip()]
        for name in [*names, f"{DEFAULT_DB}-wal", f"{DEFAULT_DB}-shm", MADE]:
            whole = os.path.join(self.folder, name)
            if _is_inside(self.folder, whole) and os.path.isfile(whole):
                os.remove(whole)

    def claim(self, name: str) -> str:
        """Put a file on the list before it is made; one that somebody else put there is left alone."""
        whole = os.path.join(self.folder, name)
        if os.path.exists(whole):
            raise UsageError(f"{whole} is in the way and was not made by a demo: move it, or name another --folder")
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        self.made.append(name)
        write_output(os.path.join(self.folder, MADE), "".join(f"{one}\n" for one in self.made).encode())
        return whole

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the demo."""
        write_output(self.claim(name), data)

    def count(self, folder: str) -> int:
        """How many files lie in a folder of the demo."""
        return sum(1 for name in self.made if name.startswith(f"{folder}/"))


def _is_inside(folder: str, path: str) -> bool:
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


# -- the end --------------------------------------------------------------------------------------------------


def _summary(store: Store, mailed: Mailed, place: _Place, player: Player, verdict: Verdict) -> dict[str, Any]:
    """How things stand in the end, as both sides may see it."""
    from pbem.desk.outcome import outcome

    found = outcome(store)
    folders = ("orders", "receipts", "questions", "reports", "boards")
    return {
        "campaign": found.campaign,
        "turn": found.turn,
        "step": found.step,
        "over": found.is_over,
        "mails": len(mailed.mails),
        "steps": player.steps,
        "files": {name: place.count(name) for name in folders},
        "seen_by": found.seen_by,
        "moved": found.moved,
        "summary": found.summary,
        "verified": verdict.as_json(),
    }


def _lines(found: dict[str, Any], folder: str) -> list[str]:
    check = found["verified"]
    state = "good" if check["good"] else "NOT GOOD"
    counts = f"{check['entries']} entries, {check['steps']} steps, {check['orders']} orders, {check['dice']} dice"
    lines = ["", wrapped(f"Verified by replay: {state}: {counts}; head {check['head'][:16]}...")]
    whose = "" if found["seen_by"] else ", as both sides may see it"
    lines += titled(f"Units that have moved since the start (steps left){whose}", columns(
        [(place, ", ".join(units)) for place, units in found["moved"].items()], "  "))  # fmt: skip
    rows = [
        (f"{folder}/{name}", f"{count} file{'s' if count > 1 else ''}")
        for name, count in found["files"].items()
        if count
    ]
    lines += titled("Files", columns([(f"{folder}/{DEFAULT_DB}", "the record"), *rows], "  "))
    now = "the game is over" if found["over"] else f"the campaign is at turn {found['turn']}, {found['step']}"
    mails = f"{found['mails']} mails, {found['steps']} steps; {now}."
    return [*lines, "", wrapped(mails), f"Next: cd {folder} && pbem status"]
