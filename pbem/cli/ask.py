"""`pbem moves` and `pbem odds`: what the rules allow now. Nothing is recorded."""

from __future__ import annotations

import os
from typing import Annotated

from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading
from pbem.cli.options import Addressed, Argument, Db, Eyes, Json, Name, Option
from pbem.cli.printing import say, say_json
from pbem.desk.lines.moves import moves_lines, way_lines
from pbem.desk.lines.odds import odds_lines


def moves(
    unit: Annotated[str, Argument(help="The unit, by its name or any short form that can mean only one.")],
    to: Annotated[str, Option("--to", help="Only this hex or place: the way there, or why not.")] = "",
    side: Eyes = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say where a unit can go: every hex with its cost, and why not elsewhere, with the rule.

    \b
    Examples:
      pbem moves GE-12
      pbem moves XXVII --to Cividale
    """
    from pbem.desk.asking import moves as moves_of

    found, goal = moves_of(store_for_reading(db), campaign, unit, to=to, side=side)
    if as_json:
        from pbem.kernel.views.plain import plain

        say_json({**plain(found), "to": goal})
    else:
        say("\n".join(way_lines(found, goal) if goal else moves_lines(found)))


# -- odds -----------------------------------------------------------------------------------------------------


def odds(
    attack: Annotated[str, Argument(help="An attack order in quotes, or a file with attack lines.")],
    side: Annotated[str, Option(help="Whose attack, as this side sees it; needed if it is not clear.")] = "",
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Work out an attack as matters stand: odds, every modifier with its rule, the exact chance of each result.

    For a file, pbem makes the moves in it first.

    \b
    Examples:
      pbem odds "attack 1904 with AH-1, AH-50 barrage AH-art15 shift AH-hqXV"
      pbem odds orders.txt
    """
    from pbem.desk.asking import odds as odds_of
    from pbem.desk.inbox.addressed import meant

    asked, store = read_input(attack) if os.path.exists(attack) else attack, store_for_reading(db)
    campaign = meant(store, campaign, asked) if isinstance(asked, bytes) else campaign
    found = odds_of(store, campaign, asked, side)
    if as_json:
        from pbem.kernel.views.plain import plain

        say_json({"attacks": [{"order": one.order, **plain(one.view)} for one in found]})
        return
    for one in found:
        say("\n".join([*odds_lines(one.order, one.view), ""]))
