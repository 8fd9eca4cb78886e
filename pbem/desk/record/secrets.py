"""What this store can add to the dice: the secrets that it holds, the beacon round that has fallen."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import fits, missing, must_be_shown, parts_of
from pbem.desk.record.hidden_lines import hidden_key
from pbem.desk.record.state import State
from pbem.desk.record.terms import is_before
from pbem.dice.derive import salt_of, salt_root
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import Chain, Round
from pbem.dice.seal import MODERATOR, SALT, link_for, links_of
from pbem.errors import BadRecord, UsageError
from pbem.store.entry import secret_bytes

if TYPE_CHECKING:
    from pbem.store.store import Store

Fetch = Callable[[Chain, int], Round]  # a round of a chain by its number; raises what a person can read
_NOT_HERE = "this store does not hold the secret of {}; only its moderator can adjudicate"
ME = "me"  # under which name a store keeps whose it is


class Secrets:
    """The secrets of one store for one campaign; chains are computed once."""

    def __init__(self, store: Store, campaign: Campaign, fetch: Fetch | None = None) -> None:
        self.store, self.campaign, self.fetch = store, campaign, fetch
        self._links: dict[str, Sequence[bytes]] = {}

    @cached_property
    def me(self) -> str:
        """The side whose store this is; nobody's where a moderator keeps it."""
        return self.store.secret(self.campaign.id, ME)

    def can_give(self, party: str, state: State, now: str) -> bool:
        """Whether this store can add the missing part."""
        if party == DRAND:
            named = state.dice.named
            has_fallen = named is not None and not is_before(now, named.time)
            is_due = state.dice.shown or not must_be_shown(self.campaign.terms, state.pen)
            return self.fetch is not None and has_fallen and is_due
        return bool(self.links(party))

    def links(self, party: str) -> Sequence[bytes]:
        """The chain of a party, if its secret lies here."""
        if party not in self._links:
            secret = self.store.secret(self.campaign.id, party)
            length = self.campaign.terms.links
            self._links[party] = links_of(self.campaign.id, secret_bytes(secret), length, party) if secret else []
        return self._links[party]

    def parts(self, state: State, now: str) -> dict[str, Any] | None:
        """All parts of the coming epoch's seed; nothing while one is missing that this store cannot add."""
        campaign, epoch = self.campaign, state.next_epoch
        sides, terms = campaign.game.sides, campaign.terms
        lacking = missing(state.dice, terms, sides, epoch)
        if MODERATOR in lacking and not self.links(MODERATOR):
            raise UsageError(_NOT_HERE.format(campaign.name))
        if not all(self.can_give(party, state, now) for party in lacking):
            return None
        own = {party: self._part(party, state) for party in lacking}
        links = {**state.dice.links, **{p: (epoch, v) for p, v in own.items() if p != DRAND}}
        found = parts_of(links, state.dice.absent, terms, campaign.id, sides, epoch)
        beacon = own.get(DRAND, state.dice.round)
        return {**found, DRAND: beacon} if beacon else found

    def salt(self, state: State) -> str:
        """What salts the inputs of the coming epoch; it stays in the record, and its seal is salted from it.

        A moderator's are links of a chain that he has committed himself to: he cannot try some out. Between two stores
        nobody who seals knows the dice, and they follow from the secret of the store.
        """
        campaign, epoch, root = self.campaign, state.next_epoch, secret_bytes(self.salt_secret)
        if not root:
            raise UsageError(_NOT_HERE.format(campaign.name))
        if not campaign.terms.salts:
            return salt_of(campaign.id, epoch, root).hex()
        if SALT not in self._links:
            self._links[SALT] = links_of(campaign.id, salt_root(campaign.id, root), campaign.terms.links, SALT)
        return link_for(self._links[SALT], epoch).hex()

    @cached_property
    def salt_secret(self) -> str:
        """The secret that the salts of this store follow from; nothing where it holds none."""
        names = [name for name in (MODERATOR, self.me, SALT) if name]
        return next((found for name in names if (found := self.store.secret(self.campaign.id, name))), "")

    def hidden_line(self, token: str) -> tuple[str, str] | None:
        """A secret line of this store and its salt, by its hash."""
        kept = self.store.secret(self.campaign.id, hidden_key(token))
        found = json.loads(kept) if kept else None
        return (found["line"], found["salt"]) if found else None

    def own_parts(self, state: State, now: str) -> Mapping[str, Any]:
        """The missing parts that this store can add."""
        lacking = missing(state.dice, self.campaign.terms, self.campaign.game.sides, state.next_epoch)
        return {party: self._part(party, state) for party in lacking if self.can_give(party, state, now)}

    def _part(self, party: str, state: State) -> Any:
        if party == DRAND:
            return self._round(state)
        link = link_for(self.links(party), state.next_epoch).hex()
        if not fits(state.dice, self.campaign.id, party, state.next_epoch, link):
            raise BadRecord(
                "the secret of the store does not fit the published commitment; no dice can be cast from it"
            )
        return link

    def _round(self, state: State) -> dict[str, Any]:
        from pbem.dice.drand_bls import verify_round

        if self.fetch is None or state.dice.named is None:
            raise UsageError("no beacon round is named for this step")
        chain = self.campaign.terms.chain
        drawn = self.fetch(chain, state.dice.named.round)
        if drawn.number != state.dice.named.round:
            raise UsageError(f"round {drawn.number} was given, but round {state.dice.named.round} decides this step")
        verify_round(chain, drawn)
        return dict(drawn.as_json())
