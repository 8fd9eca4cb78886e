"""The people of a campaign with all that is kept beside its record: addresses, zones, hours, absences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.desk.record.calendar import Own, read_away, read_days, read_hour, read_quiet, read_zone
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.members import Member, members, members_at
from pbem.desk.record.names import checked_address, side_called
from pbem.desk.record.people import Role
from pbem.desk.record.senders import sender_names
from pbem.desk.replay.load import load
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.store.letters import Away, Letters, Wishes
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.store import Store


class Seat(NamedTuple):
    """A member of a campaign and what is known of him."""

    member: Member
    side: str
    addresses: tuple[str, ...]
    wishes: Wishes
    away: tuple[str, str]
    has_key: bool

    @property
    def own(self) -> Own:
        """His own time."""
        return Own(self.wishes.zone, self.wishes.quiet, self.wishes.days, self.away)

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "id": self.member.id, "seat": self.member.who, "side": self.side, "player": self.member.name,
            "role": str(self.member.role), "addresses": list(self.addresses), "zone": self.wishes.zone,
            "quiet": self.wishes.quiet, "days": self.wishes.days, "digest": self.wishes.digest,
            "lets": self.wishes.lets, "away": list(self.away) if self.away[0] else [], "key": self.has_key,
        }  # fmt: skip


def roster(store: Store, campaign: str = "") -> list[Seat]:
    """Everybody, seat by seat, those who have left behind the others."""
    loaded, state = load(store, campaign)
    return seats_of(store, loaded, state.keys)


def seats_of(store: Store, campaign: Campaign, keys: Mapping[str, str]) -> list[Seat]:
    """The people of a campaign that is loaded already."""
    letters, known = Letters(store), store.addresses(campaign.id)
    wishes, away = letters.wishes(campaign.id), letters.away(campaign.id)
    found = []
    for one in members(campaign):
        his, gone = wishes.get(one.id, Wishes()), away.get(one.id)
        addresses = tuple(dict.fromkeys([*filter(None, [known.get(one.id, "")]), *his.further.split()]))
        key = any(p.key for p in campaign.people_at(one.who) if p.is_here and p.name == one.name)
        side = campaign.side_of(one.who)
        has_key = key or (one.role == Role.COMMANDER and bool(keys.get(one.who) or keys.get(side)))
        found.append(Seat(one, side, addresses, his, (gone.first, gone.last) if gone else ("", ""), has_key))
    return found


_READ: Mapping[str, Callable[[str], str]] = {
    "zone": read_zone,
    "quiet": read_quiet,
    "days": read_days,
    "digest": read_hour,
}
NONE = "none"  # takes a wish back


def set_wishes(store: Store, campaign: str, who: str, name: str, said: Mapping[str, str]) -> Member:
    """Change what is kept of a member; `name` may be empty for the commander. Whose it is."""
    loaded, _ = load(store, campaign)
    where = str(side_called(sender_names(loaded), who))
    known = members_at(loaded, where)
    member = next((one for one in known if name and one.name.casefold() == name.casefold()), None if name else known[0])
    if member is None:
        names = ", ".join(one.name for one in known if one.name) or "nobody"
        raise UsageError(f"{the(loaded.side_name(where))} have nobody called {name!r}: there are {names}")
    letters = Letters(store)
    now: dict[str, str | bool] = {}
    for key, text in said.items():
        now[key] = "" if text == NONE else _READ[key](text)
    if now:
        letters.set_wishes(loaded.id, member.id, **now)
    return member


def set_lets(store: Store, campaign: str, who: str, lets: bool) -> None:
    """Whether the deputies of a seat give orders though its commander is there."""
    member = set_wishes(store, campaign, who, "", {})
    Letters(store).set_wishes(load(store, campaign)[0].id, member.id, lets=lets)


def set_addresses(store: Store, campaign: str, member: Member, addresses: list[str]) -> None:
    """Where a member gets his mail, and from where else he writes; the first is where it goes."""
    loaded, _ = load(store, campaign)
    checked = [checked_address(address) for address in addresses]
    store.set_address(loaded.id, member.id, checked[0] if checked else "")
    further = " ".join(address.lower() for address in checked[1:])
    Letters(store).set_wishes(loaded.id, member.id, further=f" {further} " if further else "")


def set_absence(store: Store, campaign: str, member: Member, text: str) -> None:
    """When a member is away; `none` if he is back."""
    loaded, _ = load(store, campaign)
    first, last = ("", "") if text == NONE else read_away(text)
    Letters(store).set_away(loaded.id, member.id, Away(first, last))
