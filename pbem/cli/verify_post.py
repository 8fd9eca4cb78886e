"""`pbem verify FILE`: a post as it was copied, every die derived again."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.files import STDIN, read_input
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.judging import PostVerdict

_CODES = {"good": DONE, "waiting": WAITING, "wrong": WRONG, "none": WRONG}
_LINES = 200  # of rolls that are listed
_SUMS = {
    "proven": "proven",
    "unchecked": "proven but for the beacon's signature, which was NOT checked: pip install 'pbem[beacon]'",
    "derived": "derived from secrets to which this text shows no commitment, or from a round that stands in for a link",
    "waiting": "not to be proven yet, as something that makes the dice is not revealed",
    "wrong": "wrong",
}


def verify_post(path: str, known: str = "", as_json: bool = False) -> int:
    """Judge the post in a file, or on standard input for `-`."""
    from pbem.desk.judging import judge

    verdict = judge(_read(path), known)
    if as_json:
        say_json(verdict.as_json())
    else:
        say("\n".join(_lines(verdict)))
    return _CODES[verdict.verdict]


def _read(path: str) -> bytes:
    """The beginning of a file, one byte more than is allowed: a larger one is refused without being read."""
    from pbem.desk.judging import LARGEST

    if path == STDIN:
        return sys.stdin.buffer.read(LARGEST + 1)
    if not os.path.isfile(path):
        if os.path.exists(path) and not os.path.isdir(path):
            raise UsageError(f"{path} is no plain file: copy the post into one, or give - for standard input")
        return read_input(path)  # says what is wrong with the name
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


def _lines(verdict: PostVerdict) -> list[str]:
    rolls = [(g, roll, g.status[key]) for g in verdict.games for key, roll in g.rolls.items()]
    rows = [(status, f"{g.name} {r.number}", _plain(r.label), f"{_plain(r.what)}: {_plain(r.result)}")
            for g, r, status in rolls[:_LINES]]  # fmt: skip
    lines = columns(rows) + ([f"... and {len(rolls) - _LINES} more"] if len(rolls) > _LINES else [])
    faults = [wrapped(_plain(fault.what), "    ", "  ") for fault in verdict.faults[:_LINES]]
    lines += titled("What is wrong", faults)
    shown = verdict.as_json()["commitments"]
    lines += titled("Commitment shown (it must be the one published before the rolls)", [f"  {one}" for one in shown])
    lines += titled("Rounds of the beacon, and what is known of their signatures", _rounds(verdict))
    count = {status: sum(1 for _, _, s in rolls if s == status) for status in _SUMS}
    return [*lines, "", *(wrapped(text) for text in _sums(verdict.verdict, count))]


def _rounds(verdict: PostVerdict) -> list[str]:
    rows = [
        (
            one["signature"],
            f"{one['chain']} {one['round']}",
            f"{one['time']}, epoch {one['epoch']} of {_plain(one['game'])}",
        )
        for one in verdict.beacons[:_LINES]
    ]
    return columns(rows, "  ")


def _sums(verdict: str, count: dict[str, int]) -> list[str]:
    if verdict == "none":
        return ["No proof block was found: copy the post from its line `pbem-proof/1` to its line `end`."]
    said = ", ".join(f"{count[key]} {text}" for key, text in _SUMS.items() if count[key])
    said = said or "no rolls, a commitment only"
    words = {"good": "Good", "waiting": "Nothing is wrong, not everything is proven", "wrong": "Not good"}
    return [f"{words[verdict]}: {said}."]


def _plain(text: str) -> str:
    """Letters of a stranger, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in text[:300])
