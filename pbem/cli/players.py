"""`pbem players`: who sits where, and what the judge knows of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pbem.cli.files import DEFAULT_DB, now, read_input, store_for_writing
from pbem.cli.options import Argument, Db, Json, Name, Option
from pbem.cli.printing import columns, say, say_json, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.roster import Seat
    from pbem.desk.stores import Store


def players(
    who: Annotated[str, Argument(help="A side, or the seat of a player who shares one.")] = "",
    commander: Annotated[str, Option(help="This player takes the seat over; its past stays his predecessor's.")] = "",
    deputy: Annotated[str, Option(help="His orders count while the commander is away or lets him.")] = "",
    observer: Annotated[str, Option(help="He reads the side's reports, and no more.")] = "",
    substitute: Annotated[str, Option(help="He takes over if the commander fails, where that was agreed.")] = "",
    leave: Annotated[str, Option(help="This player leaves; a commander leaves when somebody takes over.")] = "",
    name: Annotated[str, Option(help="Whose settings these are; without it the commander's.")] = "",
    address: Annotated[
        list[str] | None, Option(help="His address; more of them if mail from there is his too.")
    ] = None,
    zone: Annotated[str, Option(help="His time zone, such as Europe/Rome; none: UTC.")] = "",
    quiet: Annotated[str, Option(help="Hours without dates and reminders: 22:00-08:00, or none.")] = "",
    days: Annotated[str, Option(help="The days that count for his dates: mon-fri, or none.")] = "",
    digest: Annotated[str, Option(help="One report a day, after this hour of his: 18:00, or none.")] = "",
    away: Annotated[str, Option(help="When he is away: 2026-12-20..2027-01-06, or none.")] = "",
    lets: Annotated[str, Option(help="Whether his deputies may give orders now: yes or no.")] = "",
    key: Annotated[str, Option(help="The file with his public key, if he signs.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Show who sits where, or seat somebody: names go into the record, everything else stays beside it.

    \b
    Examples:
      pbem players
      pbem players CP --deputy Dora --address dora@example.org
      pbem players CP --name Dora --zone Europe/Vienna
      pbem players AL --commander Carla --address carla@example.org
      pbem players CP --zone Europe/Rome --quiet 22:00-08:00 --days mon-fri
      pbem players CP --away 2026-12-20..2027-01-06
      pbem players CP --leave Dora
    """
    seats = {"commander": commander, "deputy": deputy, "observer": observer, "substitute": substitute, "left": leave}
    named = {role: player for role, player in seats.items() if player}
    wishes = {key: text for key, text in (("zone", zone), ("quiet", quiet), ("days", days), ("digest", digest)) if text}
    if len(named) > 1 or (named and name):
        raise UsageError("seat one player at a time: one of --commander, --deputy, --observer, --substitute, --leave")
    if not who and (named or wishes or name or address or away or lets or key):
        raise UsageError("say for which side: pbem players CP --deputy Dora")
    if key and not named:
        raise UsageError("--key goes with the one who is seated: pbem players CP --commander Carla --key carla.pub")
    store = store_for_writing(db)
    if named:
        name = _seat(store, campaign, who, named, key)
    if who and not leave:
        _change(store, campaign, who, name, wishes, address or [], away, lets)
    _show(store, campaign, as_json)


def _seat(store: Store, campaign: str, who: str, named: dict[str, str], key: str) -> str:
    from pbem.desk.seating import seat

    ((role, player),) = named.items()
    text = read_input(key).decode("utf-8", "replace") if key else ""
    return seat(store, campaign, who, player, role, now(), text).player


def _change(
    store: Store, campaign: str, who: str, name: str, wishes: dict[str, str], addresses: list[str], away: str, lets: str
) -> None:
    from pbem.desk.roster import set_absence, set_addresses, set_lets, set_wishes

    if lets not in ("", "yes", "no"):
        raise UsageError(f"--lets {lets!r}: wanted yes or no")
    member = set_wishes(store, campaign, who, name, wishes)
    if addresses:
        set_addresses(store, campaign, member, addresses)
    if away:
        set_absence(store, campaign, member, away)
    if lets:
        set_lets(store, campaign, who, lets == "yes")


def _show(store: Store, campaign: str, as_json: bool) -> None:
    from pbem.desk.roster import roster

    found = roster(store, campaign)
    if as_json:
        say_json({"players": [seat.as_json() for seat in found]})
        return
    rows = [(one.member.who, str(one.member.role), one.member.name or "nobody yet", _about(one)) for one in found]
    say("\n".join(columns(rows)))
    if not any(one.addresses for one in found):
        say(wrapped("\nNo addresses are known. Next: pbem players SIDE --address NAME@EXAMPLE.ORG"))


def _about(one: Seat) -> str:
    """What is known of him, in a line."""
    his = one.wishes
    parts = [
        ", ".join(one.addresses), his.zone, his.quiet and f"quiet {his.quiet}", his.days,
        his.digest and f"digest {his.digest}", one.away[0] and f"away {one.away[0]}..{one.away[1]}",
        "his deputies may give orders" if his.lets else "", "signs" if one.has_key else "",
    ]  # fmt: skip
    return "; ".join(part for part in parts if part)
