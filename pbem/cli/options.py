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
