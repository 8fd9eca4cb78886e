"""Making a leaf: from the record, for one player."""

from __future__ import annotations

import json
from typing import Any

from pbem import __version__, library
from pbem.desk.leaf.leaf import Leaf
from pbem.desk.leaf.seen import seen_by
from pbem.desk.record.campaign import Campaign, sha256
from pbem.desk.record.debts import owed
from pbem.desk.record.eyes import debts_seen
from pbem.desk.record.names import side_called
from pbem.desk.record.secrets import ME
from pbem.desk.record.senders import is_side, sender_names
from pbem.desk.record.state import State
from pbem.desk.record.typed import written
from pbem.desk.replay.load import load
from pbem.errors import PbemError, UsageError
from pbem.kernel.naming import the
from pbem.store.entry import Reads


def leaf(store: Reads, campaign: str, side: str) -> Leaf:
    """The leaf of a side, or of the player who sits in a seat."""
    loaded, state = load(store, campaign)
    if state.pen:
        return _own_leaf(store, loaded, state, side)
    return leaf_of(loaded, state, _who(loaded, side))


def _own_leaf(store: Reads, campaign: Campaign, state: State, side: str) -> Leaf:
    """Between two stores each player makes his own: the secret lines of a side lie in its own store only."""
    me = store.secret(campaign.id, ME)
    if side and _who(campaign, side) != me:
        raise UsageError(
            f"{campaign.name} goes to and fro as turn files, and this is the store of {the(campaign.side_name(me))}: "
            f"--side {me}; {the(campaign.side_name(_who(campaign, side)))} can make one from the other store"
        )
    return leaf_of(campaign, state, me)._replace(lines=dict(state.truth))


def leaf_of(campaign: Campaign, state: State, who: str) -> Leaf:
    """The leaf of a player, by his side or seat."""
    debts = debts_seen(owed(campaign, state), campaign.side_of(who))
    return Leaf(
        f"pbem {__version__}",
        who,
        state.seq,
        state.head,
        state.at,
        state.position.turn,
        _without_shipped(campaign),
        json.loads(seen_by(campaign, state, who).text()),
        tuple(debts),
    )


def _who(campaign: Campaign, side: str) -> str:
    """Whose leaf it is; of a side that players share one of them must be named."""
    if not side:
        raise UsageError(f"say whose position: --side {' or --side '.join(campaign.senders)}")
    names = sender_names(campaign)
    if is_side(campaign, side):
        found = side_called(campaign.sides, side)
        seats = campaign.seats_of(found)
        if seats != (found,):
            shared = the(campaign.side_name(found))
            raise UsageError(f"players share {shared}: name one of them, --side {' or --side '.join(seats)}")
    return str(side_called(names, side))


def _without_shipped(campaign: Campaign) -> dict[str, Any]:
    """The first entry without the texts that every copy of the program has: their hashes say which ones are meant."""
    first = dict(written(campaign.opened))
    first["texts"] = {
        file: text for file, text in campaign.opened.texts.items() if not _is_shipped(campaign.game.name, file, text)
    }
    return first


def _is_shipped(game: str, file: str, text: str) -> bool:
    try:
        return sha256(library.data_text(game, file)) == sha256(text)
    except PbemError:
        return False
