"""`pbem verify FILE`: a post as it was copied, every die derived again."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.files import STDIN, read_input
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.judging import PostVerdict

_CODES = {"bound": DONE, "wrong": WRONG, "none": WRONG}  # else nothing is wrong, and not all is proven
_LINES = 200  # of rolls that are listed
_MOST_KNOWN = 40  # things that the reader has kept
_SUMS = {
    "bound": "bound (what makes them was published before their secret)",
    "unchecked": "bound but for the beacon's signature, which was NOT checked: pip install 'pbem[beacon]'",
    "consistent": "consistent (they follow from this text, but anyone with the secrets could have written it)",
    "waiting": "waiting, as something that makes the dice is not revealed yet",
    "wrong": "wrong",
}
_NEEDED = {
    "commitment": "an earlier post that shows the commitment of {who}",
    "seal": "a receipt, notice or post from before the secret with the seal {who}",
    "round": "an earlier post that announces the round {who}",
    "absent": "the link of {who}, which a beacon round replaces",
    "purpose": "the post that showed roll {who} before the secret was out",
    "gap": "the posts of roll {who}, which are not in the text",
    "signature": "a check of the signature of round {who}: pip install 'pbem[beacon]'",
    "secret": "the secret of {who}, which is not revealed yet",
}


def verify_post(path: str, known: Sequence[str] = (), as_json: bool = False) -> int:
    """Judge the post in a file, or on standard input for `-`; `known` are files, or commitments as words."""
    from pbem.desk.judging import judge
    from pbem.desk.views.histories import conflicts, kept_in

    if len(known) > _MOST_KNOWN:
        raise UsageError(f"--known {len(known)} times: put the posts into one file, in their order")
    data, files = _read(path), {one: _read(one) for one in known if os.path.isfile(one)}
    histories = conflicts([kept_in(name, text) for name, text in {path: data, **files}.items()])
    verdict = judge(data, [files.get(one, one) for one in known])
    if as_json:
        say_json({**verdict.as_json(), "histories": histories})
    else:
        told = titled("Two histories", [wrapped(_plain(one), "    ", "  ") for one in histories])
        say("\n".join([*told, *([""] if told else []), *_lines(verdict)]))
    if histories:
        return WRONG
    return _CODES.get(verdict.verdict, WAITING)


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
    lines += titled("Problems", faults)
    lines += titled("Commitment shown", [f"  {one}" for one in verdict.commitments[:_LINES]])
    lines += titled("Published in time, and where", _shown(verdict))
    lines += titled("Rounds of the beacon, and what is known of their signatures", _rounds(verdict))
    count = {status: sum(1 for _, _, s in rolls if s == status) for status in _SUMS}
    lines += titled("What else would be needed", _needed(verdict))
    return [*lines, "", *(wrapped(text) for text in _sums(verdict.verdict, count))]


def _shown(verdict: PostVerdict) -> list[str]:
    """Which post or receipt shows what; with a beacon, by when it must have stood there."""
    falls = {(one["game"], one["epoch"]): one["time"] for one in verdict.beacons}
    lines = []
    for one in verdict.shown[:_LINES]:
        when = falls.get((one["game"], one["epoch"]), "") if one["code"] in ("seal", "round") else ""
        check = f"; check its date: it counts only if it was posted before {when}" if when else ""
        what = f"{one['code']} {one['who']}"
        lines.append(wrapped(_plain(f"{one['by']}: {what} ({one['game']}, epoch {one['epoch']}){check}"), "    ", "  "))
    return lines


def _needed(verdict: PostVerdict) -> list[str]:
    lines = []
    for one in verdict.needs[:_LINES]:
        where = f"{one['game']}, epoch {one['epoch']}" if one["epoch"] else one["game"]
        lines.append(
            wrapped(_plain(f"{where}: {_NEEDED[one['code']].format(who=one['who'] or 'the epoch')}"), "    ", "  ")
        )
    return lines


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
    words = {
        "bound": "Proven",
        "wrong": "Not good",
        "waiting": "Nothing is wrong, not everything is revealed",
        "consistent": "Nothing is wrong, nothing more is proven",
        "unchecked": "Nothing is wrong, not everything is proven",
    }
    return [f"{words[verdict]}: {said}."]


def _plain(text: str) -> str:
    """Letters of a stranger, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in text[:300])
