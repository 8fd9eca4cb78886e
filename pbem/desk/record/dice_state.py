"""Where the dice of a campaign stand: which links are known, which round is named, what was sealed last."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pbem.desk.record.terms import (
    BEACON,
    Named,
    Terms,
    due_after,
    is_before,
    parties,
    round_after,
    wanted,
)
from pbem.dice.derive import link_before
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import Chain
from pbem.dice.seal import LINKS, SALT, Contributions, contributions, is_link
from pbem.values import dataclass, field

Row = Mapping[str, Any]


@dataclass(slots=True)
class DiceState:
    """Folded from the record. A later link of a chain gives all earlier ones, so one link of each party is enough."""

    inputs: str  # the digest of the last sealed inputs, hex; at first the hash of the first entry
    anchors: dict[str, str] = field(default_factory=dict)  # the published tips of the chains, by party
    links: dict[str, tuple[int, str]] = field(default_factory=dict)  # the last known link by party, and its epoch
    round: Row | None = None  # the beacon round that came in for the coming epoch
    named: Named | None = None  # the round that will decide the coming epoch
    due: str = ""  # by when the step that waits must be answered
    absent: list[str] = field(default_factory=list)  # parties for whose link of the coming epoch a round stands in
    shown: bool = True  # whether the other store has what is sealed; it matters where the beacon alone decides

    def as_json(self) -> dict[str, Any]:
        """The plain values, for the snapshot."""
        return {
            "inputs": self.inputs,
            "anchors": dict(self.anchors),
            "links": {party: list(known) for party, known in self.links.items()},
            "round": self.round,
            "named": list(self.named) if self.named else None,
            "due": self.due,
            "absent": list(self.absent),
            "shown": self.shown,
        }


def dice_from_json(values: Row) -> DiceState:
    """What `as_json` wrote."""
    links = {party: (epoch, link) for party, (epoch, link) in values["links"].items()}
    named = Named(*values["named"]) if values["named"] else None
    return DiceState(
        values["inputs"], dict(values["anchors"]), links, values["round"], named, values["due"],
        list(values["absent"]), values["shown"],
    )  # fmt: skip


def first_dice(terms: Terms, at: str, entry_hash: str, has_owner: bool) -> DiceState:
    """The dice when a campaign has just been opened."""
    dice = DiceState(entry_hash)
    for party, anchor in terms.anchors.items():
        commit(dice, party, anchor)
    if terms.salts:
        dice.links[SALT] = (0, terms.salts)
    name_round(dice, terms, at, has_owner)
    return dice


# -- dates and rounds -----------------------------------------------------------------------------------------


def name_round(dice: DiceState, terms: Terms, at: str, has_owner: bool, hours: int = 0) -> None:
    """A step or a question opens: its date, and the round after it that will decide it."""
    dice.due = due_after(terms, at, has_owner, hours)
    is_named = terms.beacon and at and not terms.early
    dice.named = round_after(terms, dice.due or at) if is_named else None


def settled_round(dice: DiceState, terms: Terms, at: str) -> Named | None:
    """The round when inputs are sealed: the one that was named, or the next one where that was agreed on."""
    return round_after(terms, at) if terms.beacon and terms.early and at else dice.named


def must_be_shown(terms: Terms, pen: str) -> bool:
    """Whether sealed orders count only if the other store had them before the round fell: nothing else dates them."""
    return bool(pen) and terms.mode == BEACON


def is_too_late(dice: DiceState, terms: Terms, at: str) -> bool:
    """Whether inputs come after the date of a round that was named for them: they could have been made for it."""
    return bool(terms.beacon) and not terms.early and is_before(dice.due, at)


# -- what an epoch needs --------------------------------------------------------------------------------------


def needs(dice: DiceState, terms: Terms, sides: Iterable[str]) -> list[str]:
    """Whose parts make the seed of the coming epoch: parties by name, `drand` for the beacon."""
    found = [party for party in wanted(terms, sides) if party not in dice.absent]
    return [*found, DRAND] if dice.absent and DRAND not in found else found


def missing(dice: DiceState, terms: Terms, sides: Iterable[str], epoch: int) -> list[str]:
    """Those of them that are not known yet."""
    return [
        party
        for party in needs(dice, terms, sides)
        if (dice.round is None if party == DRAND else dice.links.get(party, (0, ""))[0] < epoch)
    ]


def parts_of(
    links: Mapping[str, tuple[int, str]],
    absent: Collection[str],
    terms: Terms,
    campaign: str,
    sides: Iterable[str],
    epoch: int,
) -> dict[str, Any]:
    """The links that go into the seed of an epoch, by party, as the record keeps them."""
    present = [party for party in parties(terms, sides) if party not in absent]
    return {party: link_at(campaign, party, links[party], epoch) for party in present}


def link_at(campaign: str, party: str, known: tuple[int, str], epoch: int) -> str:
    """The link of an epoch, from the same or a later one."""
    index, link = known[0], bytes.fromhex(known[1])
    while index > epoch:
        link = link_before(campaign, party, index, link)
        index -= 1
    return link.hex()


def fits(dice: DiceState, campaign: str, party: str, epoch: int, link: str) -> bool:
    """Whether a link leads to the one that is known of the party."""
    if party not in dice.links or len(link) != 64 or not 0 <= epoch <= LINKS:
        return False
    known_epoch, known = dice.links[party]
    if epoch <= known_epoch:
        return link_at(campaign, party, dice.links[party], epoch) == link
    return is_link(campaign, epoch, bytes.fromhex(link), bytes.fromhex(known), known_epoch, party)


def commit(dice: DiceState, party: str, anchor: str) -> None:
    """The anchor of a party is known from now on; the first one counts."""
    dice.anchors.setdefault(party, anchor)
    dice.links.setdefault(party, (0, dice.anchors[party]))


def learn(dice: DiceState, campaign: str, party: str, epoch: int, link: str) -> None:
    """A link is known from now on; one that does not fit, in a forged record, is not."""
    if fits(dice, campaign, party, epoch, link) and epoch > dice.links[party][0]:
        dice.links[party] = (epoch, link)


def links_in(parts: Row) -> dict[str, str]:
    """The links among the parts, by party: neither the beacon's round nor the salt of the seal."""
    return {party: value for party, value in parts.items() if party not in (DRAND, SALT)}


def seed_parts(parts: Row, chain: Chain) -> Contributions:
    """The parts of the record as the derivation takes them."""
    links = {party: bytes.fromhex(value) for party, value in links_in(parts).items()}
    if DRAND not in parts:
        return contributions(links)
    from pbem.dice.drand_reading import round_from_json  # late: a check of orders has no use for it

    return contributions(links, (chain, round_from_json(parts[DRAND], chain)))


def use_epoch(dice: DiceState) -> None:
    """The epoch is over; the next one needs a round of its own."""
    dice.round = None
    dice.absent.clear()
