"""Options that many commands share, as typer reads them."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.files import DB_VARIABLE

Db = Annotated[str, typer.Option("--db", envvar=DB_VARIABLE, help="The store: a file or an SQLAlchemy URL.")]
Name = Annotated[str, typer.Option("--campaign", "-c", help="The campaign; not needed where the store holds only one.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Turn = Annotated[int, typer.Option("--turn", help="The turn of the step.", min=0)]
Step = Annotated[str, typer.Option("--step", help="The step, such as cp-combat; `start` is the set-up.")]
Format = Annotated[str, typer.Option("--format", "-f", help="txt, md, discourse, reddit, bbcode, bgg, html, json.")]
Eyes = Annotated[str, typer.Option("--side", help="What this side may see; all: everything; else what both may see.")]
Out = Annotated[str, typer.Option("--out", "-o", help="Write it to this file, not to the screen.")]
Templates = Annotated[str, typer.Option("--templates", help="A folder with templates of your own.")]
