"""Taking a turn file in: what it brings is replayed before it is believed, and only then written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.exchange.trust import (
    check_base,
    check_data,
    check_playable,
    check_sides,
    disproved,
    known_entries,
    take_entries,
    turn_refused,
    words_of,
)
from pbem.desk.exchange.turn_file import Turn, read_turn
from pbem.desk.record.campaign import Campaign, campaign_from, campaign_id
from pbem.desk.record.debts import sides_with_chains
from pbem.desk.record.eyes import protection
from pbem.desk.record.kinds import KINDS, body_of
from pbem.desk.record.kinds.contributed import Contributed
from pbem.desk.record.kinds.joined import Joined
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.names import check_name, side_called
from pbem.desk.record.secrets import ME, Secrets
from pbem.desk.record.state import State, state_from_text
from pbem.desk.record.terms import check_exchange
from pbem.desk.record.writing import write
from pbem.desk.replay.load import state_now
from pbem.desk.replay.replay import Replay, replay_of, truth_in
from pbem.dice import chance
from pbem.errors import BadRecord, UsageError
from pbem.library.shipped import Data
from pbem.store.entry import Entry, Glance, Head, Listed, Snapshot, chained
from pbem.values import NamedTuple, dataclass

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Imported:
    """A turn file that was taken in."""

    campaign: str
    sender: str
    entries: int  # that are new here; none if the file was known already
    turn: int
    step: str
    head: str
    data: Data  # as shipped, or what differs
    joined: str = ""  # the anchor that this store has published, if it has just joined
    hidden: str = ""  # told once, on joining: what cannot be kept from the other side

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "from": self.sender,
            "entries": self.entries,
            "turn": self.turn,
            "step": self.step,
            "head": self.head,
            "data": self.data.as_json(),
            "joined": self.joined,
            **({"hidden": self.hidden} if self.hidden else {}),
        }


def import_turn(
    store: Store,
    data: bytes,
    now: str,
    me: str = "",
    secret: bytes | None = None,
    key: str = "",
    old: Store | None = None,
    accept: bool = False,
) -> Imported:
    """Take a turn file in. `me` says whose store this is when a campaign arrives for the first time.

    Who joins a campaign with other data than the program ships says so: `accept`.

    `old` is a store of this player whose record has parted from the other's; his secret moves over from it.
    """
    turn = read_turn(data)
    glance = store.glance(turn.campaign)
    if glance is None:
        return _first(store, turn, now, _Joining(me, secret, key, old, accept))
    campaign, own = campaign_from(glance.opened.values()), store.secret(turn.campaign, ME)
    check_sides(turn, own, side_called(campaign.sides, me) if me else "")
    here = _entries_here(store, turn, glance.head.seq)
    news = chained(Head(*turn.base), turn.drafts)
    known = known_entries(news, here)
    if len(known) == len(news):
        return _answer(campaign, state_now(store, campaign), turn, 0)
    replay = _verified_so_far(store, campaign, glance, news)
    kept = take_entries(replay, news[len(known) :], turn, own, now)
    newest = Snapshot(replay.state.seq, replay.state.text(), is_kept=True)
    store.append(turn.campaign, glance.head.seq, turn.drafts[len(known) :], newest, files=turn.files, kept=kept)
    return _answer(campaign, replay.state, turn, len(news) - len(known))


def _entries_here(store: Store, turn: Turn, count: int) -> list[Entry]:
    """What this store has after the entry that the file continues; all is read only if the two records diverge."""
    base, digest = turn.base
    here = store.entries(turn.campaign, max(base - 1, 0)) if base <= count else []
    if base > count or (base and here[0].hash != digest):
        check_base(turn, store.entries(turn.campaign))
    return here[1:] if base else here


def _verified_so_far(store: Store, campaign: Campaign, glance: Glance, news: Sequence[Entry]) -> Replay:
    """A replay positioned after the store's own record.

    What this very program has made or replayed before it does not replay again: the snapshot remembers it, together
    with the head that it stands for. `pbem verify` trusts no snapshot. Who speaks of a played step makes us read all.
    """
    state = state_from_text(glance.newest.state) if glance.newest else None
    is_ours = state is not None and state.made_by == campaign.program and (state.seq, state.head) == glance.head
    if state is None or not is_ours or any(KINDS[e.kind].looks_back for e in news if e.kind in KINDS):
        return _replayed(store, campaign, news)
    return Replay(campaign, state)


def _replayed(store: Store, campaign: Campaign, news: Sequence[Entry]) -> Replay:
    """The own record from its start; secrets that the news open may show that something in it was untrue."""
    here = store.entries(campaign.id)
    replay = replay_of(here, campaign, store.submission)
    truth = truth_in(campaign, [*here, *news])
    try:
        return replay_of(here, campaign, store.submission, truth) if truth else replay
    except BadRecord as error:
        raise disproved(news[-1], f"with the secrets that are open now, {error}") from error


def _answer(campaign: Campaign, state: State, turn: Turn, count: int, joined: str = "", hidden: str = "") -> Imported:
    place = state.position
    data = campaign.data
    return Imported(campaign.name, turn.sender, count, place.turn, place.step, state.head, data, joined, hidden)


class _Joining(NamedTuple):
    """With what a player comes to a campaign that is new to his store."""

    me: str
    secret: bytes | None
    key: str
    old: Store | None
    accept: bool  # whether he knows that the data are not those that the program ships


def _first(store: Store, turn: Turn, now: str, joining: _Joining) -> Imported:
    """An invitation: the campaign is new here. This side joins with a chain of its own."""
    if turn.base[0] or not turn.drafts or turn.drafts[0].kind != "opened":
        raise turn_refused(
            f"this store does not know the campaign {turn.campaign}", f"a file that continues entry {turn.base[0]}",
            "the first file of the campaign", "import the invitation first: `pbem export-turn --since 0`",
        )  # fmt: skip
    news = chained(Head(0, ""), turn.drafts)
    replay = _invited(news[0], turn)
    campaign, old = replay.campaign, joining.old
    own = side_called(campaign.sides, joining.me) if joining.me else turn.to
    check_sides(turn, own, own)
    if not joining.accept:
        check_data(campaign.data)
    check_playable(campaign)
    known = _shared(old, campaign, own, news) if old else ()
    first = Snapshot(replay.state.seq, replay.state.text(), is_kept=True)
    kept = take_entries(replay, news[1:], turn, own, now, known)
    if not old:
        _check_key(campaign, replay.state, own, joining.key)
    secrets = dict(old.secrets(campaign.id)) if old else _new_secrets(own, joining.secret)
    listed, text = Listed(campaign.id, campaign.name, now), replay.state.text()
    store.create(listed, turn.drafts, text, secrets, files=turn.files, kept=[first, *kept])
    joined = "" if old else _join(Secrets(store, campaign), replay.state, now, joining.key)
    hidden = protection(campaign.game.hides(campaign.scenario), is_exchanged=True)
    return _answer(campaign, replay.state, turn, len(news), joined, hidden)


def _invited(opened: Entry, turn: Turn) -> Replay:
    """The campaign of an invitation, if it is one that could have been opened here."""
    try:
        campaign = campaign_from(opened.values())
        check_name(campaign.name)
        check_exchange(campaign.terms)
        if not turn.campaign == campaign.id == campaign_id(campaign.name):
            raise BadRecord(f"the campaign is called {campaign.name!r}, its file {turn.campaign!r}")
        return replay_of([opened], campaign)
    except Exception as error:  # whatever the data of a stranger trip over
        raise disproved(opened, words_of(error)) from error


def _check_key(campaign: Campaign, state: State, own: str, key: str) -> None:
    """Where all must sign, who joins brings his key; one that was named when the campaign was opened stays."""
    known = state.keys.get(own, "")
    if campaign.opened.signed and not (known or key):
        raise UsageError(
            f"{campaign.name} wants signed files: give your public key with --public-key FILE; "
            "`pbem keys make` makes a pair"
        )
    if key and (known not in ("", key) or own not in sides_with_chains(campaign)):
        raise UsageError(f"the keys of {campaign.name} were set when it was opened: leave out --public-key")


def _new_secrets(own: str, secret: bytes | None) -> dict[str, str]:
    return {ME: own, own: (chance.fresh() if secret is None else secret).hex()}


def _shared(old: Store, campaign: Campaign, own: str, news: Sequence[Entry]) -> set[str]:
    """What both records have. A link sent after they diverged must not be used again for other orders."""
    entries = old.entries(campaign.id)
    if old.secret(campaign.id, ME) != own:
        raise UsageError(f"the old store does not hold {campaign.name} for {own}")
    shared = {entry.hash for entry in entries} & {entry.hash for entry in news}
    mine = [entry for entry in entries if entry.hash not in shared]
    sent = max((n for n, entry in enumerate(mine, 1) if entry.kind == "handed"), default=0)
    if any(_shows_link(entry, own) for entry in mine[:sent]):
        raise UsageError(
            f"the old store sent a link of {own} after entry {len(entries) - len(mine)}, where the records diverge: "
            "with it the other side could choose orders by the dice. Let the other side continue from your record"
        )
    return shared


def _shows_link(entry: Entry, own: str) -> bool:
    body = body_of(entry)
    if isinstance(body, Contributed):
        return body.party == own
    return isinstance(body, Submitted) and body.side == own and body.brings.link is not None


def _join(secrets: Secrets, state: State, now: str, key: str) -> str:
    """The anchor of this side, published before any of its links is used."""
    if secrets.me not in sides_with_chains(secrets.campaign):
        return ""
    if secrets.me in state.dice.links:
        raise BadRecord(f"{secrets.me} has joined the campaign already, from another store")
    anchor = secrets.links(secrets.me)[0].hex()
    joined = Joined(at=state.time(now), side=secrets.me, anchor=anchor, key=key)
    write(secrets.store, secrets.campaign, state, [joined])
    return anchor
