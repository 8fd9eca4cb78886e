"""`pbem leaf`: the position as one side sees it, in a small file for the order page."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name, Option
from pbem.cli.printing import say, say_json

Whose = Annotated[str, Option("--side", help="Whose position: a side, or the seat of a player who shares one.")]


def leaf(
    side: Whose = "",
    out: Annotated[str, Option("--out", "-o", help="The file; else CAMPAIGN-tTURN-SIDE.pbem in this folder.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the position as one side sees it, for the order page. It holds what that side may know, and nothing else.

    \b
    Examples:
      pbem leaf --side CP               isonzo-t3-CP.pbem
      pbem leaf --side CP --out cp.pbem
    Drop the file on the page that `pbem page --desk` makes. `pbem outbox` and
    `pbem mail` attach it to every report.
    """
    from pbem.desk.leaf.leaf import packed
    from pbem.desk.leaf.making import leaf as leaf_for

    found = leaf_for(store_for_reading(db), campaign, side)
    file = out or found.name
    write_output(file, packed(found))
    if as_json:
        about = {"file": file, "campaign": found.first["name"], "who": found.who, "turn": found.turn}
        say_json({**about, "seq": found.seq, "head": found.head})
    else:
        say(f"{file}: the position as {found.who} sees it, turn {found.turn}, entry {found.seq} of the record")
