"""`pbem remove`: a campaign that was opened by mistake."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, store_for_writing
from pbem.cli.options import Argument, Db, Json
from pbem.cli.printing import say, say_json


def remove(
    campaign: Annotated[str, Argument(help="The campaign, by its whole name.")],
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Remove a campaign that was opened by mistake, while nothing has been played in it.

    \b
    Example:
      pbem remove isonzo
    """
    from pbem.desk.removing import remove as take_out

    name = take_out(store_for_writing(db), campaign)
    say_json({"removed": name}) if as_json else say(f"{name} is removed. Its name is free again.")
