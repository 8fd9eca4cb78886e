"""Deriving the dice of a game again, from any union of contributions: the moderator's secret, links, the beacon."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from pbem.dice.casting import cast, exact_spec
from pbem.dice.derive import commitment, link_before, seed
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand_bls import FALSE, GENUINE, check_round
from pbem.dice.gathering import Game
from pbem.dice.proof import DESK, ProvenRoll, first_state
from pbem.dice.seal import MODERATOR, link_name, party_of

MOST_LINKS = 500_000  # hashes along chains in one post
MOST_CASTS = 300_000  # hashes for dice and draws in one post, about
MOST_ROUNDS = 2_000  # signatures of the beacon in one post
PROVEN, DERIVED, WAITING, WRONG = "proven", "derived", "waiting", "wrong"
UNCHECKED = "unchecked"  # all is proven but the signature of the beacon

Key = tuple[int, str]  # epoch and name of a contribution


@dataclass(slots=True)
class Budget:
    """How much work a post may cause."""

    links: int = MOST_LINKS
    casts: int = MOST_CASTS
    rounds: int = MOST_ROUNDS


def settle(game: Game, budget: Budget, bls: bool) -> None:
    """The status of every roll."""
    anchor = game.anchors.get(MODERATOR)
    if 0 in game.states and anchor and game.states[0] != first_state(game.name, anchor):
        game.wrong("state", "the first transcript does not follow from the commitment")
    _check_agreement(game)
    proven = {**_proven_secrets(game, budget), **_proven_rounds(game, budget, bls)}
    seen: dict[str, int] = {}
    for key, roll in game.rolls.items():
        if game.mode == DESK and roll.label in seen:
            game.wrong("twice", f"rolls {seen[roll.label]} and {roll.number} have the same purpose: {roll.label}")
        seen.setdefault(roll.label, roll.number)
        late = [epoch for epoch, count in game.closed.items() if roll.epoch <= epoch and roll.number > count]
        if late:
            game.wrong("late", f"roll {roll.number} ({roll.label}) was cast after its secret had been revealed")
        game.status[key] = _status(game, roll, proven, budget)


def _check_agreement(game: Game) -> None:
    """The round that decides is the one announced, unless it stands in for a link; nobody is absent who gave his."""
    stood_in = {epoch for epoch, _ in game.absent}
    for epoch, drawn in game.beacons.items():
        named = game.named.get(epoch)
        if epoch not in stood_in and named and named != (drawn.chain.name, drawn.round.number):
            what = f"round {drawn.round.number} of {drawn.chain.name}, but round {named[1]} of {named[0]} was announced"
            game.wrong("conflict", f"epoch {epoch} takes {what}")
    for epoch, party in game.absent:
        if (epoch, link_name(party)) in game.secrets:
            game.wrong("conflict", f"{party} is said to be absent in epoch {epoch}, and its link is there")


# -- what is committed to -------------------------------------------------------------------------------------


def _proven_secrets(game: Game, budget: Budget) -> dict[Key, str]:
    """Which revealed secrets were committed to; one that contradicts its commitment is a fault."""
    found: dict[Key, str] = {}
    known = {party: (0, anchor) for party, anchor in game.anchors.items()}
    for epoch, name in sorted(game.secrets):
        secret, party = game.secrets[epoch, name], party_of(name)
        if name == DRAND:  # nobody can commit to a round of the beacon
            found[epoch, name] = DERIVED
            continue
        if party in known:
            start, value = known[party]
            fits = _leads_back(game, party, (epoch, secret), (start, value), budget)
            known[party] = (epoch, secret) if fits else (start, value)
        elif (epoch, party) in game.commits:
            fits = commitment(game.name, party, epoch, secret) == game.commits[epoch, party].hex()
        else:
            found[epoch, name] = DERIVED
            continue
        if not fits:
            game.wrong("secret", f"the secret of epoch {epoch} ({name}) does not fit the commitment")
        found[epoch, name] = PROVEN if fits else DERIVED
    return found


def _leads_back(game: Game, party: str, link: tuple[int, bytes], known: tuple[int, bytes], budget: Budget) -> bool:
    budget.links -= link[0] - known[0]
    if budget.links < 0:
        game.wrong("large", "the chains of this post are too long to be followed")
        return False
    value = link[1]
    for index in range(link[0], known[0], -1):
        value = link_before(game.name, party, index, value)
    return link[0] > known[0] and hmac.compare_digest(value, known[1])


def _proven_rounds(game: Game, budget: Budget, bls: bool) -> dict[Key, str]:
    """Which rounds of the beacon are genuine; what can be seen without the library was looked at before."""
    found: dict[Key, str] = {}
    for epoch, drawn in game.beacons.items():
        found[epoch, DRAND] = UNCHECKED
        budget.rounds -= 1
        if not bls:
            continue
        if budget.rounds < 0:
            game.wrong("large", "the post has more rounds of the beacon than are checked")
            continue
        checked = check_round(drawn.chain, drawn.round)
        game.checked[epoch] = checked.status
        if checked.status == FALSE:
            game.wrong("beacon", f"the round of epoch {epoch} is not genuine: {checked.why}")
        found[epoch, DRAND] = {GENUINE: PROVEN, FALSE: DERIVED}.get(checked.status, UNCHECKED)
    return found


# -- what follows from it -------------------------------------------------------------------------------------


def _status(game: Game, roll: ProvenRoll, proven: dict[Key, str], budget: Budget) -> str:
    spec = exact_spec(roll.what)
    if spec is None:
        game.wrong("malformed", f"roll {roll.number} ({roll.label}): `{roll.what[:60]}` is nothing that can be cast")
        return WRONG
    if roll.epoch not in game.seeds:
        game.seeds[roll.epoch] = _seed(game, roll.epoch, proven)
    value, status = game.seeds[roll.epoch]
    budget.casts -= spec.number * (1 + len(roll.what) // 256) if spec.items else spec.number // 16 + 1
    if value is None:
        return status
    if budget.casts < 0:
        game.wrong("large", "the post has too many dice to be derived again")
        return WRONG
    found = cast(value, roll.label, spec)
    if found != roll.result:
        game.wrong("dice", f"roll {roll.number} ({roll.label}, {roll.what[:60]}) gives {found}, not {roll.result}")
        return WRONG
    return status


def _seed(game: Game, epoch: int, proven: dict[Key, str]) -> tuple[bytes | None, str]:
    """The seed of an epoch and what its rolls can claim by it; no seed while a contribution is missing."""
    secrets = {name: value for (e, name), value in game.secrets.items() if e == epoch}
    absent = {party for e, party in game.absent if e == epoch and epoch in game.beacons}
    if not secrets or _is_owed(game, epoch, {*secrets}, absent):
        return None, WAITING
    claims = {proven[epoch, name] for name in secrets} | ({DERIVED} if absent else set())
    value = seed(game.name, epoch, game.inputs.get(epoch, b""), secrets)
    return value, DERIVED if DERIVED in claims else UNCHECKED if UNCHECKED in claims else PROVEN


def _is_owed(game: Game, epoch: int, names: set[str], absent: set[str]) -> bool:
    """Whether somebody who committed himself, or something that the mode promises, is missing."""
    shown = {party_of(name) for name in names} | absent
    committed = {*game.anchors, *(party for e, party in game.commits if e == epoch)}
    parts = game.mode.split("+")
    links = {name for name in names if name.startswith("link:")} | absent
    return bool(
        committed - shown
        or ("seed" in parts and MODERATOR not in names)
        or ("beacon" in parts and DRAND not in names)
        or ("chain" in parts and len(links) < 2)
    )
