"""Seating people: a deputy, an observer or a substitute joins a side; a successor takes over; somebody leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.inbox.signatures import read_keys
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.seated import Seated
from pbem.desk.record.members import member_id
from pbem.desk.record.names import player_name, side_called
from pbem.desk.record.pen import check_pen
from pbem.desk.record.people import LEFT, Person, Role, here
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.senders import sender_names
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.store.letters import Letters

if TYPE_CHECKING:
    from pbem.store.store import Store


def seat(store: Store, campaign: str, who: str, player: str, role: str, now: str, key: str = "") -> Seated:
    """Somebody takes a role on a side, or of a seat that shares one; `left` ends it. What was recorded."""
    return again_if_overtaken(lambda: _seat(store, campaign, who, player, role, now, key))


def _seat(store: Store, name: str, who: str, player: str, role: str, now: str, key: str) -> Seated:
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    check_pen(campaign, state, me)
    where, player = str(side_called(sender_names(campaign), who)), player_name(player)
    side = campaign.side_of(where)
    if me and side != me:
        raise UsageError(f"this store speaks only for {me}: {the(campaign.side_name(side))} seat their own people")
    known = here(campaign.people_at(where))
    player = next((one.name for one in known if one.name.casefold() == player.casefold()), player)
    instead = campaign.player(where) if role == Role.COMMANDER else ""
    _check_role(campaign, where, known, player, role)
    key = read_keys({"key": key})["key"] if key else ""
    _check_key(campaign, player, role, key)
    body = Seated(
        at=state.time(now), side=side, seat=where if where != side else "", player=player, role=role, instead=instead,
        key=key,
    )  # fmt: skip
    with store.together():
        write(store, campaign, state, [body])
        if role == Role.COMMANDER:
            hand_over(store, campaign, where, player)
    return body


def hand_over(store: Store, campaign: Campaign, who: str, successor: str) -> None:
    """Addresses, zones and absences go with their people: the old commander's from the seat, the new one's to it."""
    old, letters = campaign.player(who), Letters(store)
    if old:
        letters.move_member(campaign.id, who, member_id(who, old, LEFT))
    else:
        store.set_address(campaign.id, who, "")
    letters.move_member(campaign.id, member_id(who, successor, Role.DEPUTY), who)


def _check_role(campaign: Campaign, where: str, known: list[Person], player: str, role: str) -> None:
    if role not in (*Role, LEFT):
        raise UsageError(f"found the role {role!r}, wanted {', '.join(Role)}")
    roles, side = [one.role for one in known if one.name == player], the(campaign.side_name(where))
    if role in roles:
        raise UsageError(f"{player} is {role} of {side} already")
    if Role.COMMANDER in roles:
        raise UsageError(
            f"{player} commands {side}: a side is never without a commander. Seat a successor instead: "
            f"pbem players {where} --commander NAME"
        )
    if role == LEFT and not roles:
        names = ", ".join(one.name for one in known) or "nobody"
        raise UsageError(f"{player} has no seat at {side}, so he cannot leave it: there are {names}")


def _check_key(campaign: Campaign, player: str, role: str, key: str) -> None:
    opened = campaign.opened
    if key and opened.exchange:
        raise UsageError("between two stores the key changes hands together with the store: leave --key out")
    if key and role not in (Role.COMMANDER, Role.DEPUTY):
        raise UsageError("--key is for those who send orders; others send none")
    if role == Role.COMMANDER and opened.signed and not opened.exchange and not key:
        raise UsageError(f"this campaign takes signed files only: give the public key of {player} with --key FILE")
