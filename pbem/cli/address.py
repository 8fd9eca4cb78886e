"""`pbem address`: where players get their mail."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, store_for_writing
from pbem.cli.options import Argument, Db, Json, Name, Option
from pbem.cli.printing import columns, say, say_json
from pbem.errors import UsageError


def address(
    who: Annotated[str, Argument(help="A side, or the seat of a player who shares one.")] = "",
    mail: Annotated[str, Argument(help="His mail address, such as otto@example.org.")] = "",
    forget: Annotated[bool, Option("--forget", help="Forget the address of that side.")] = False,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Keep the mail addresses of the players: in this store only, never in the record, an archive or a turn file.

    \b
    Examples:
      pbem address CP otto@example.org
      pbem address                       shows those that are known
      pbem address CP --forget
    """
    from pbem.desk.addresses import addresses, set_address

    if bool(who) != (bool(mail) or forget) or (mail and forget):
        raise UsageError("give a side and its address (pbem address CP otto@example.org), or a side and --forget")
    if who:
        set_address(store_for_writing(db), campaign, who, mail)
    known = addresses(store_for_reading(db), campaign)
    if as_json:
        say_json({"addresses": known})
    else:
        say("\n".join(columns(list(known.items()), "  ")) or "No addresses are known: pbem address SIDE ADDRESS")
