"""`pbem tell`: the position in words, by the clock. Nothing is recorded."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading
from pbem.cli.options import Argument, Db, Eyes, Json, Name
from pbem.cli.printing import say, say_json, wrapped


def tell(
    what: Annotated[str, Argument(help="A hex, a place, a unit, or `front`.")] = "front",
    side: Eyes = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Describe the board in words: a hex and what lies around it, a unit, or the front.

    Directions are those of a clock: 12 is the top of the map.

    \b
    Examples:
      pbem tell 1904
      pbem tell Cividale
      pbem tell GE-12 --side CP
      pbem tell front
    """
    from pbem.desk.describing import describe

    found = describe(store_for_reading(db), campaign, what, side=side)
    if as_json:
        from pbem.kernel.views.plain import plain

        around = plain(found.around) if found.around else None
        say_json({"around": around, "fronts": [plain(front) for front in found.fronts]})
        return
    for line in found.lines:
        indent = " " * (len(line) - len(line.lstrip()))
        say(wrapped(line.strip(), f"{indent}  ", indent) if line else "")
