"""What was published before what: whether the dice of an epoch were bound, and which post or receipt shows it.

Dice that follow from a text are *consistent* with it, no more: whoever knows the secrets can write such a text. They
are *bound* if the commitment stood before the sealed orders (or the purpose), these before the secret, and the round
of the beacon was announced before it fell. The reader vouches for the order of the posts, as the forum dates them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.dice.derive import seal_of
from pbem.dice.drand import NAME as DRAND
from pbem.dice.gathering import Game
from pbem.dice.proof import ProvenRoll
from pbem.dice.seal import party_of
from pbem.values import NamedTuple, dataclass, field

NEVER = 1 << 60
KEPT_COMMITMENT, KEPT_SEAL = -2, -1  # in place of the number of a block: a word that the reader has kept
COMMITMENT, SEAL, ROUND, ABSENT, PURPOSE, GAP, SIGNATURE, SECRET = (
    "commitment", "seal", "round", "absent", "purpose", "gap", "signature", "secret",
)  # fmt: skip
_MOST_RANGES = 20


class Need(NamedTuple):
    """What is not shown: without it the dice of an epoch are not bound, or not known at all."""

    epoch: int  # 0 for the whole game
    code: str
    who: str  # a party, a round, the seal that is wanted, numbers of rolls


class Shown(NamedTuple):
    """What is shown in time, and the block that shows it."""

    epoch: int
    code: str
    who: str
    at: int


@dataclass(slots=True)
class Binding:
    """The order of publication in one game."""

    game: Game
    kept: frozenset[str]
    fits: Mapping[tuple[int, str], str]  # of each revealed secret, whether it fits its commitment
    names: dict[int, list[str]] = field(default_factory=dict)  # contributions by epoch
    revealed: dict[int, int] = field(default_factory=dict)  # the block with the first secret of an epoch
    needs: dict[Need, None] = field(default_factory=dict)
    shown: dict[Shown, None] = field(default_factory=dict)
    fixed: dict[int, int] = field(default_factory=dict)  # the block that fixed a roll of a ledger
    first_gap: int = NEVER
    known_epochs: dict[int, bool] = field(default_factory=dict)
    loose: dict[int, list[int]] = field(default_factory=dict)  # rolls that came with their secret, by epoch

    def is_bound(self, roll: ProvenRoll) -> bool:
        """Whether everything that makes a roll was published in time; what was not is noted."""
        if self.game.is_desk:
            return self._is_fixed(roll)
        if roll.epoch not in self.known_epochs:
            self.known_epochs[roll.epoch] = self._is_sealed(roll.epoch)
        return self.known_epochs[roll.epoch]

    # -- campaigns --------------------------------------------------------------------------------------------

    def _is_sealed(self, epoch: int) -> bool:
        sealed = self._seal(epoch)
        before = min(self.revealed[epoch], sealed)
        found = [self._is_committed(epoch, name, before) for name in self.names[epoch]]
        absent = [party for e, party in self.game.absent if e == epoch and epoch in self.game.beacons]
        for party in absent:
            self.needs[Need(epoch, ABSENT, party)] = None
        return sealed < NEVER and all(found) and not absent

    def _seal(self, epoch: int) -> int:
        """The block in which the orders were sealed; NEVER if that was not before the first secret."""
        game, end = self.game, self.revealed[epoch]
        wanted = seal_of(game.name, epoch, game.inputs.get(epoch, b""), game.salts.get(epoch, b""))
        told = game.seals.get(epoch, [])
        others = [at for at, value in told if value != wanted]
        fitting = [at for at, value in told if value == wanted and at < end]
        if wanted.hex() in self.kept:
            fitting.append(KEPT_SEAL)
        if others and (not fitting or max(others) >= end):
            game.wrong("seal", f"the orders of epoch {epoch} are not those that were sealed before their dice fell")
        if not fitting or others:
            self.needs[Need(epoch, SEAL, wanted.hex())] = None
            return NEVER
        self.shown[Shown(epoch, SEAL, wanted.hex(), min(fitting))] = None
        return min(fitting)

    def _is_committed(self, epoch: int, name: str, before: int) -> bool:
        game = self.game
        if name == DRAND and epoch in game.beacons:
            drawn = game.beacons[epoch]
            who, at = f"{drawn.chain.name} {drawn.round.number}", game.first.get(("named", epoch), NEVER)
            return self._note(epoch, ROUND, who, at, game.first["beacon", epoch])
        return self._note(epoch, COMMITMENT, party_of(name), self._committed_at(epoch, name), before)

    def _committed_at(self, epoch: int, name: str) -> int:
        """The block that shows the commitment to a secret first."""
        game, party = self.game, party_of(name)
        if self.fits[epoch, name] != "fits":
            return NEVER
        value = game.anchors.get(party) or game.commits[epoch, party]
        if value.hex() in self.kept:
            return KEPT_COMMITMENT
        return game.first["anchor", party] if party in game.anchors else game.first["commit", (epoch, party)]

    def _note(self, epoch: int, code: str, who: str, at: int, before: int) -> bool:
        if at >= before:
            self.needs[Need(epoch, code, who)] = None
            return False
        self.shown[Shown(epoch, code, who, at)] = None
        return True

    # -- dice ledgers -----------------------------------------------------------------------------------------

    def _is_fixed(self, roll: ProvenRoll) -> bool:
        fixed = self.fixed[roll.number]
        found = [
            self._note(roll.epoch, COMMITMENT, party_of(name), self._committed_at(roll.epoch, name), fixed)
            for name in self.names[roll.epoch]
        ]
        is_early = fixed < self.revealed[roll.epoch]
        if not is_early:
            self.loose.setdefault(roll.epoch, []).append(roll.number)
        return all(found) and is_early and roll.number < self.first_gap

    def finish(self) -> None:
        """Rolls that are missing, and those that came together with their secret, in one line each."""
        for epoch, numbers in self.loose.items():
            self.needs[Need(epoch, PURPOSE, _ranges((n, n) for n in sorted(numbers)))] = None
        if self.game.is_desk and (gaps := _gaps(self.game)):
            self.needs[Need(0, GAP, _ranges(gaps))] = None


def binding_of(game: Game, kept: frozenset[str], fits: Mapping[tuple[int, str], str]) -> Binding:
    """The order of publication in a game."""
    found = Binding(game, kept, fits)
    for epoch, name in sorted(game.secrets):
        found.names.setdefault(epoch, []).append(name)
    later = NEVER  # a later link of a chain gives away all earlier ones
    for epoch in sorted(found.names, reverse=True):
        first = {name: game.first["secret", (epoch, name)] for name in found.names[epoch]}
        found.revealed[epoch] = min(later, *first.values())
        later = min([later, *(at for name, at in first.items() if party_of(name) in game.anchors)])
    if game.is_desk:
        found.fixed = _fixed(game)
        found.first_gap = next((first for first, _ in _gaps(game)), NEVER)
    return found


def _fixed(game: Game) -> dict[int, int]:
    """The block that fixes each roll: it lists the roll, or the transcript after it."""
    found, at = {}, NEVER
    numbers = {number for number, _ in game.rolls}
    for number in sorted({*numbers, *game.states}, reverse=True):
        at = min(at, game.first.get(("state", number), NEVER))
        if number in numbers:
            found[number] = min(at, game.first["roll", (number, "")])
    return found


def _gaps(game: Game) -> list[tuple[int, int]]:
    """Numbers of rolls that no block lists, up to the last one that is mentioned."""
    found, wanted = [], 1
    for number in sorted(number for number, _ in game.rolls):
        if number > wanted:
            found.append((wanted, number - 1))
        wanted = max(wanted, number + 1)
    last = max(game.states, default=0)
    return [*found, (wanted, last)] if last >= wanted else found


def _ranges(spans: Iterable[tuple[int, int]]) -> str:
    """Numbers in short: `1-3, 7`."""
    joined: list[list[int]] = []
    for first, last in spans:
        if joined and first == joined[-1][1] + 1:
            joined[-1][1] = last
        else:
            joined.append([first, last])
    words = [f"{first}-{last}" if last > first else str(first) for first, last in joined[:_MOST_RANGES]]
    return ", ".join(words + ["..."] * (len(joined) > _MOST_RANGES))
