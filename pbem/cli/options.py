"""Options of commands as plain data, and those that many commands share.

Commands write `Annotated[str, Option("--db", help=...)]`. `cli.plain` reads plain words by it, without typer;
`cli.by_typer` makes typer's options of it for everything else: help, slips, unusual spellings.
"""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DB_VARIABLE


class Option:
    """An option: how it is written (by the parameter's name if nothing is said), and its help."""

    __slots__ = ("envvar", "flags", "help", "min")

    def __init__(self, *flags: str, help: str = "", envvar: str = "", min: int | None = None) -> None:
        self.flags, self.help, self.envvar, self.min = flags, help, envvar, min


class Argument:
    """A word that is written without a name."""

    __slots__ = ("help",)

    def __init__(self, help: str = "") -> None:
        self.help = help


Db = Annotated[str, Option("--db", envvar=DB_VARIABLE, help="The store: a file or an SQLAlchemy URL.")]
Name = Annotated[str, Option("--campaign", "-c", help="The campaign; not needed where the store holds only one.")]
Addressed = Annotated[
    str, Option("--campaign", "-c", help="The campaign; by default the only one, or the one that the file names.")
]
Json = Annotated[bool, Option("--json", help="Print JSON for programs.")]
Turn = Annotated[int, Option("--turn", help="The turn of the step.", min=0)]
Step = Annotated[str, Option("--step", help="The step, such as cp-combat; `start` is the set-up.")]
_FORMATS = "txt, md, discourse, reddit, bbcode, bbcode-spoiler, bgg, html or json."
Format = Annotated[str, Option("--format", "-f", help=_FORMATS)]
Eyes = Annotated[str, Option("--side", help="What this side may see; all: everything; else what both may see.")]
Out = Annotated[str, Option("--out", "-o", help="Write it to this file, not to the screen.")]
Templates = Annotated[str, Option("--templates", help="A folder with templates of your own.")]
