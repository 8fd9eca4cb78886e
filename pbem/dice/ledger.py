"""A dice ledger for any game: rolls bound to their purpose, numbered without gaps, under secrets that are committed.

The ledger is made again from the entries of its record; each function here says what the next entry holds. One chain
of secrets is committed to when the ledger is opened; each epoch uses the next link, and closing the epoch reveals it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from pbem.dice.casting import Spec, cast, exact_spec
from pbem.dice.derive import VERSION, seed
from pbem.dice.lookalikes import folds
from pbem.dice.proof import DESK, Proof, ProvenRoll, first_state, next_state, roll_record
from pbem.dice.seal import LINKS, MODERATOR, link_for, links_of
from pbem.errors import BadRecord, UsageError
from pbem.values import dataclass, field

PREFIX = "dice:"  # before the name of a ledger among the records of a store
LONGEST_PURPOSE = 200
MOST_AT_ONCE = 50


class LedgerEntry(Protocol):
    """An entry of a record."""

    @property
    def kind(self) -> str:
        """What the entry is."""

    def values(self) -> dict[str, Any]:
        """Its body."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A roll of the ledger, with its purpose as given, and the player it is for, if one was named."""

    roll: ProvenRoll
    purpose: str
    at: str
    player: str = ""


@dataclass(slots=True)
class Ledger:
    """Where a ledger stands."""

    name: str
    game: str
    commitment: bytes
    links: int
    epoch: int = 1
    is_open: bool = True
    casts: list[Cast] = field(default_factory=list)
    revealed: dict[int, bytes] = field(default_factory=dict)
    posts: list[tuple[int, int, int]] = field(default_factory=list)  # first roll before, last roll, epochs revealed


def ledger_id(name: str) -> str:
    """Names that differ in case only are one ledger."""
    return PREFIX + name.lower()


def opening(name: str, secret: bytes, now: str) -> dict[str, Any]:
    """The first entry: the commitment to all secrets to come."""
    game = name.lower()
    anchor = links_of(game, secret)[0].hex()
    dice = {"scheme": VERSION, "party": MODERATOR, "links": LINKS, "commitment": anchor}
    return {"format": 1, "ledger": game, "name": name, "at": now, "dice": dice}


def ledger_from(entries: Iterable[LedgerEntry]) -> Ledger:
    """The ledger that a record describes."""
    found: Ledger | None = None
    for entry in entries:
        body = entry.values()
        if entry.kind == "ledger-opened":
            dice = body["dice"]
            found = Ledger(body["name"], body["ledger"], bytes.fromhex(dice["commitment"]), dice["links"])
        elif found is None:
            raise BadRecord("the record does not begin with the entry `ledger-opened`")
        else:
            _fold(found, entry.kind, body)
    if found is None:
        raise BadRecord("the record of the ledger is empty")
    return found


def _fold(ledger: Ledger, kind: str, body: Mapping[str, Any]) -> None:
    if kind == "ledger-rolled":
        roll = ProvenRoll(body["number"], body["epoch"], body["label"], body["what"], body["result"])
        if roll.number != len(ledger.casts) + 1:
            raise BadRecord(f"roll {roll.number} follows roll {len(ledger.casts)}")
        ledger.casts.append(Cast(roll, body["purpose"], body["at"], body["player"]))
    elif kind == "ledger-closed":
        ledger.revealed[body["epoch"]] = bytes.fromhex(body["secret"])
        ledger.is_open = False
    elif kind == "ledger-reopened":
        ledger.epoch, ledger.is_open = body["epoch"], True
    elif kind == "ledger-posted":
        ledger.posts.append((body["after"], body["upto"], body["revealed"]))
    else:
        raise BadRecord(f"an entry of the unknown kind {kind!r}")


# -- rolling --------------------------------------------------------------------------------------------------


def purpose_text(words: str) -> str:
    """A purpose in one line; it must say something."""
    text = unicodedata.normalize("NFC", " ".join(words.split()))
    if not folds(text)[0] or len(text) > LONGEST_PURPOSE or not text.isprintable():
        raise UsageError(
            f"{text[:60]!r} is not a purpose: say in 1 to {LONGEST_PURPOSE} printable letters what the roll is for, "
            'such as "T3 attack on 1804"'
        )
    return text


def label_of(purpose: str, player: str = "", word: str = "") -> str:
    """What the dice are bound to: the player, the purpose, and the word that a player gave."""
    text = f"{player} / {purpose}" if player else purpose
    return purpose_text(f"{text} / {word}" if word else text)


def rolling(
    ledger: Ledger, secret: bytes, purpose: str, label: str, specs: Sequence[Spec], now: str, player: str = ""
) -> list[dict[str, Any]]:
    """The entries of a roll: one for each part, all under one purpose that was never used before."""
    _check_open(ledger)
    _check_fresh(ledger, purpose, label)
    if len(specs) > MOST_AT_ONCE:
        raise UsageError(f"{len(specs)} casts at once are too many: at most {MOST_AT_ONCE} under one purpose")
    value = seed_of(ledger, secret)
    bodies = []
    for part, spec in enumerate(specs, 1):
        name = f"{label} / {part}" if len(specs) > 1 else label
        bodies.append(
            {"number": len(ledger.casts) + part, "epoch": ledger.epoch, "purpose": purpose, "player": player,
             "label": name, "what": str(spec), "result": cast(value, name, spec), "at": now}
        )  # fmt: skip
    return bodies


def _check_open(ledger: Ledger) -> None:
    if not ledger.is_open:
        raise UsageError(
            f"epoch {ledger.epoch} of {ledger.name} is closed: its secret is public, so everybody knows its dice. "
            f"`pbem dice open {ledger.name}` opens the next epoch"
        )


def _check_fresh(ledger: Ledger, purpose: str, label: str) -> None:
    """A roll is never repeated: the same purpose again gives what it gave."""
    wanted = {*folds(purpose), *folds(label)}
    given = [c for c in ledger.casts if wanted & {*folds(c.purpose), *folds(c.roll.label)}]
    if given:
        results = "; ".join(f"roll {c.roll.number}, {c.roll.what}: {c.roll.result}" for c in given[:5])
        raise UsageError(
            f"{ledger.name} has been rolled for this purpose: {results}. A roll is not repeated; "
            "another roll needs a purpose of its own, which says why it is made"
        )


def seed_of(ledger: Ledger, secret: bytes, epoch: int = 0) -> bytes:
    """The seed of an epoch from the moderator's secret."""
    links = links_of(ledger.game, secret, ledger.links)
    if links[0] != ledger.commitment:
        raise BadRecord("the secret of the store does not fit the published commitment; no dice can be cast from it")
    return seed(ledger.game, epoch or ledger.epoch, b"", {MODERATOR: link_for(links, epoch or ledger.epoch)})


# -- closing and showing --------------------------------------------------------------------------------------


def closing(ledger: Ledger, secret: bytes, now: str) -> dict[str, Any]:
    """The entry that reveals the secret of the epoch."""
    _check_open(ledger)
    seed_of(ledger, secret)
    link = link_for(links_of(ledger.game, secret, ledger.links), ledger.epoch)
    return {"epoch": ledger.epoch, "secret": link.hex(), "upto": len(ledger.casts), "at": now}


def reopening(ledger: Ledger, now: str) -> dict[str, Any]:
    """The entry that begins the next epoch, under the next link of the same commitment."""
    if ledger.is_open:
        raise UsageError(
            f"there is an open ledger {ledger.name} already, in epoch {ledger.epoch}: roll with `pbem dice roll "
            f"{ledger.name}`, or choose another name"
        )
    return {"epoch": ledger.epoch + 1, "at": now}


def states(ledger: Ledger) -> list[bytes]:
    """The transcript after each roll, the first before any."""
    found = [first_state(ledger.game, ledger.commitment)]
    for one in ledger.casts:
        found.append(next_state(found[-1], roll_record(one.roll)))
    return found


def proof_of(ledger: Ledger, after: int = 0, upto: int | None = None) -> Proof:
    """The proof of the rolls after a number, with the secrets that are revealed."""
    last = len(ledger.casts) if upto is None else upto
    trail = states(ledger)
    rolls = [one.roll for one in ledger.casts[after:last]]
    secrets = {(epoch, MODERATOR): link for epoch, link in ledger.revealed.items()}
    return Proof(
        ledger.game, DESK, {MODERATOR: ledger.commitment}, secrets=secrets, rolls=rolls,
        before=(after, trail[after]), after=(last, trail[last]),
    )  # fmt: skip


def check_casts(ledger: Ledger, secret: bytes) -> None:
    """Every roll of the record is what its secret gives; no post is written from another."""
    seeds = {epoch: seed_of(ledger, secret, epoch) for epoch in {one.roll.epoch: None for one in ledger.casts}}
    for one in ledger.casts:
        spec = exact_spec(one.roll.what)
        if spec is None or cast(seeds[one.roll.epoch], one.roll.label, spec) != one.roll.result:
            raise BadRecord(f"roll {one.roll.number} ({one.roll.label}) is not what the committed secret gives")
