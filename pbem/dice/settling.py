"""Deriving the dice of a game again, from any union of contributions: the moderator's secret, links, the beacon."""

from __future__ import annotations

import hmac

from pbem.dice.binding import SECRET, SIGNATURE, Binding, Need, binding_of
from pbem.dice.casting import cast, exact_spec
from pbem.dice.derive import commitment, link_before, seed
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand_bls import FALSE, GENUINE, check_round
from pbem.dice.gathering import Game
from pbem.dice.lookalikes import folds
from pbem.dice.proof import ProvenRoll, first_state, next_state
from pbem.dice.seal import MODERATOR, link_name, party_of
from pbem.values import dataclass

MOST_LINKS = 500_000  # hashes along chains in one post
MOST_CASTS = 300_000  # hashes for dice and draws in one post, about
MOST_ROUNDS = 2_000  # signatures of the beacon in one post
BOUND, CONSISTENT, WAITING, WRONG = "bound", "consistent", "waiting", "wrong"
UNCHECKED = "unchecked"  # bound but for the signature of the beacon, which was not checked
_FITS, _FREE = "fits", "free"  # a secret that was committed to, and one that anybody could have chosen

Key = tuple[int, str]  # epoch and name of a contribution


@dataclass(slots=True)
class Budget:
    """How much work a post may cause."""

    links: int = MOST_LINKS
    casts: int = MOST_CASTS
    rounds: int = MOST_ROUNDS


def settle(game: Game, budget: Budget, bls: bool, kept: frozenset[str] = frozenset()) -> Binding:
    """The status of every roll, and what binds it."""
    if game.is_desk:
        _check_ledger(game)
    _check_agreement(game)
    fits = {**_fitting_secrets(game, budget), **_fitting_rounds(game, budget, bls)}
    binding = binding_of(game, kept, fits)
    for key, roll in game.rolls.items():
        game.status[key] = _status(game, roll, binding, budget)
    binding.finish()
    return binding


# -- what contradicts itself ----------------------------------------------------------------------------------


def _check_ledger(game: Game) -> None:
    """A ledger is one row of rolls from its commitment on, each purpose once, and nothing else goes into its dice."""
    if any((game.commits, game.inputs, game.salts, game.seals, game.named, game.beacons, game.absent)):
        game.wrong("malformed", "a dice ledger has a commitment, secrets and rolls; nothing else makes its dice")
    _check_transcript(game)
    seen: dict[str, int] = {}
    for roll in game.rolls.values():
        folded = folds(roll.label)
        given = next((seen[word] for word in folded if word in seen), 0)
        if given:
            game.wrong("twice", f"rolls {given} and {roll.number} have the same purpose: {roll.label}")
        seen |= {word: seen.get(word, roll.number) for word in folded}
        if any(roll.epoch <= epoch and roll.number > count for epoch, count in game.closed.items()):
            game.wrong("late", f"roll {roll.number} ({roll.label}) was cast after its secret had been revealed")


def _check_transcript(game: Game) -> None:
    """All transcripts that are shown follow from the commitment and from the rolls that are shown."""
    anchor = game.anchors.get(MODERATOR)
    state = first_state(game.name, anchor) if anchor else None
    number = 0
    while state:
        if game.states.get(number, state) != state:
            what = f"the transcript after roll {number}" if number else "the first transcript"
            game.wrong("state", f"{what} does not follow from the commitment and the rolls")
            return
        number += 1
        state = next_state(state, game.texts[number]) if (number, "") in game.rolls else None


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


def _fitting_secrets(game: Game, budget: Budget) -> dict[Key, str]:
    """Which revealed secrets fit a commitment; one that contradicts its commitment is a fault."""
    found: dict[Key, str] = {}
    known = {party: (0, anchor) for party, anchor in game.anchors.items()}
    for epoch, name in sorted(game.secrets):
        secret, party = game.secrets[epoch, name], party_of(name)
        if name == DRAND:  # nobody can commit to a round of the beacon
            found[epoch, name] = _FREE
            continue
        if party in known:
            start, value = known[party]
            fits = _leads_back(game, party, (epoch, secret), (start, value), budget)
            known[party] = (epoch, secret) if fits else (start, value)
        elif (epoch, party) in game.commits:
            fits = commitment(game.name, party, epoch, secret) == game.commits[epoch, party].hex()
        else:
            found[epoch, name] = _FREE
            continue
        if not fits:
            game.wrong("secret", f"the secret of epoch {epoch} ({name}) does not fit the commitment")
        found[epoch, name] = _FITS if fits else _FREE
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


def _fitting_rounds(game: Game, budget: Budget, bls: bool) -> dict[Key, str]:
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
        found[epoch, DRAND] = {GENUINE: _FITS, FALSE: _FREE}.get(checked.status, UNCHECKED)
    return found


# -- what follows from it -------------------------------------------------------------------------------------


def _status(game: Game, roll: ProvenRoll, binding: Binding, budget: Budget) -> str:
    spec = exact_spec(roll.what)
    if spec is None:
        game.wrong("malformed", f"roll {roll.number} ({roll.label}): `{roll.what[:60]}` is nothing that can be cast")
        return WRONG
    if roll.epoch not in game.seeds:
        game.seeds[roll.epoch] = _seed(game, roll.epoch, binding)
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
    return status if binding.is_bound(roll) else CONSISTENT


def _seed(game: Game, epoch: int, binding: Binding) -> tuple[bytes | None, str]:
    """The seed of an epoch and the most that its rolls can claim by it; no seed while a contribution is missing."""
    secrets = {name: game.secrets[epoch, name] for name in binding.names.get(epoch, ())}
    absent = {party for e, party in game.absent if e == epoch and epoch in game.beacons}
    lacking = _owed(game, epoch, {*secrets}, absent)
    if not secrets or lacking:
        for who in sorted(lacking) or [""]:
            binding.needs[Need(epoch, SECRET, who)] = None
        return None, WAITING
    value = seed(game.name, epoch, game.inputs.get(epoch, b""), secrets)
    if UNCHECKED in {binding.fits[epoch, name] for name in secrets}:
        drawn = game.beacons[epoch]
        binding.needs[Need(epoch, SIGNATURE, f"{drawn.chain.name} {drawn.round.number}")] = None
        return value, UNCHECKED
    return value, BOUND if _FREE not in {binding.fits[epoch, name] for name in secrets} else CONSISTENT


def _owed(game: Game, epoch: int, names: set[str], absent: set[str]) -> set[str]:
    """Who has committed himself, or is promised by the mode, and is missing."""
    shown = {party_of(name) for name in names} | absent
    owed = {*game.anchors, *(party for e, party in game.commits if e == epoch)} - shown
    parts = game.mode.split("+")
    if "seed" in parts and MODERATOR not in names:
        owed.add(MODERATOR)
    if "beacon" in parts and DRAND not in names:
        owed.add(DRAND)
    links = {name for name in names if name.startswith("link:")} | absent
    return owed | ({"link"} if "chain" in parts and len(links) < 2 else set())
