"""The verdict on a record as a person reads it: its data, its editions, its faults, and what was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pbem.cli.data import lines_of
from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.options import Option
from pbem.cli.printing import titled, wrapped

if TYPE_CHECKING:
    from pbem.desk.replay.verdict import Verdict

Accept = Annotated[bool, Option("--accept", help="You know that it is played with other data than the program ships.")]

_SUMS = {
    "replayed": "Replayed and proven: every step was played again from the record, with every die, hash and position.",
    "recorded": "Nothing is wrong. What today's rules play differently came from the record; its dice were checked, "
    "and the release named above proves it.",
    "other data": "Every step was played again with the data in the record, which are not those that the program "
    "ships: whether all have agreed to them, no record can show. --accept says that you know.",
    "parted": "Nothing is wrong with this record, but not everybody was shown it: see above.",
    "unchecked": "Nothing is wrong, but not everything could be checked here: see the note.",
    "wrong": "Not good.",
}
_ACCEPTED = "Every step was played again with the data in the record, which you accept."


def sum_of(verdict: Verdict, accept: bool) -> str:
    """What was shown, in a sentence."""
    return wrapped(_ACCEPTED if accept and verdict.verdict == "other data" else _SUMS[verdict.verdict])


def code_of(verdict: Verdict, accept: bool = False) -> int:
    """Proven, wrong, or good with a part of the proof missing here."""
    if verdict.verdict in ("replayed", "wrong"):
        return DONE if verdict.is_good else WRONG
    return DONE if accept and verdict.verdict == "other data" else WAITING


def about_lines(verdict: Verdict) -> list[str]:
    """Data and editions."""
    return [*(lines_of(verdict.data) if verdict.data else ()), *edition_lines(verdict)]


def edition_lines(verdict: Verdict) -> list[str]:
    """How the steps of an older edition compare with today's rules, each that differs with its fact and rule."""
    if not verdict.older:
        return []
    lines = [line for one in verdict.differs for line in one.lines()]
    told = [wrapped(line, "      " if line.startswith(" ") else "    ", "  ") for line in lines]
    return ["", *map(wrapped, verdict.older_words()), *titled("Today's rules differ", told)]
