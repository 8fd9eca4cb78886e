"""`pbem store`: the database itself, where it is more than a file of one's own."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.files import DEFAULT_DB
from pbem.cli.options import Db
from pbem.cli.printing import say

store = typer.Typer(help="The database that keeps the campaigns.")


@store.callback()
def _store() -> None:
    """The database that keeps the campaigns."""


@store.command("role")
def role(
    name: Annotated[str, typer.Argument(help="A role of PostgreSQL that exists already, such as pbem_player.")],
    db: Db = DEFAULT_DB,
) -> None:
    """Let a role of PostgreSQL play campaigns: it may read and add, and never change or remove.

    \b
    Example:
      pbem store role pbem_player --db postgresql+psycopg://owner@/pbem
    """
    from pbem.desk.sharing import let_role_play

    let_role_play(db, name)
    say(f"{name} may read and add to the record now, and neither change nor remove any of it.")
