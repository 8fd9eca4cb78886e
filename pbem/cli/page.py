"""`pbem page`: the order page, one HTML file with the rules inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name, Option
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.page.grounds import Ground

Whose = Annotated[str, Option("--side", help="Whose position: a side, or the seat of a player who shares one.")]
Folder = Annotated[str, Option("--pyodide", help="The folder with Pyodide; else PBEM_PYODIDE, or fetched once by npm.")]


def page(
    side: Whose = "",
    desk: Annotated[bool, Option("--desk", help="The page alone: a position is dropped on it.")] = False,
    out: Annotated[str, Option("--out", "-o", help="The file.")] = "",
    pyodide: Folder = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the order page: one HTML file with the rules inside, for any browser, without a network.

    \b
    Examples:
      pbem page --side CP --out cp.html          with the position of CP in it
      pbem page --desk --out pbem-desk.html      for any position (`pbem leaf`)
    """
    from pbem.page.document import document
    from pbem.page.grounds import all_grounds
    from pbem.page.pyodide import pyodide_files

    if desk == bool(side):
        raise UsageError("say whose page it is (--side CP), or --desk for one that takes any position")
    if not out:
        raise UsageError("name the file to write: --out page.html")
    found, grounds = (b"", all_grounds()) if desk else _position(campaign, side, db)
    data = document(pyodide_files(pyodide), found, grounds)
    write_output(out, data)
    if as_json:
        say_json({"file": out, "bytes": len(data), "side": side})
    else:
        say(f"{out}: {len(data) / 1e6:.1f} MB. Open it in a browser; it needs no network")


def _position(campaign: str, side: str, db: str) -> tuple[bytes, list[Ground]]:
    """The leaf, and the printed map of its game."""
    from pbem.desk.leaf.leaf import packed
    from pbem.desk.leaf.making import leaf
    from pbem.page.grounds import ground_in

    store = store_for_reading(db)
    return packed(leaf(store, campaign, side)), ground_in(store, campaign)
