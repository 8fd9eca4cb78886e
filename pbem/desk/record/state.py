"""The state of a campaign: what the entries of its record add up to. Its snapshot is only a cache."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from pbem.desk.record.body import Back, Rolls, Takes
from pbem.desk.record.dice_state import DiceState, dice_from_json
from pbem.desk.record.fallen import Came, Fallen
from pbem.desk.record.heads import PUBLIC, Seen
from pbem.desk.record.luck import Totals, totals_from_json, totals_json
from pbem.desk.record.open_step import Lines, Open, Parts, Row, Sent, Used
from pbem.desk.record.people import People, Person
from pbem.desk.record.terms import is_before
from pbem.desk.record.typed import read, written
from pbem.errors import PbemError
from pbem.kernel.facts import canonical
from pbem.kernel.position import Position, read_position
from pbem.kernel.rolls import Kept
from pbem.store.entry import Entry
from pbem.values import NamedTuple, dataclass, field

FORMAT = 3  # of snapshots; another format is made again from the entries


class Past(NamedTuple):
    """A step that was played. Everything after `seq` is known only while the record is read from its start."""

    turn: int
    step: str
    seq: int
    before: Position | None = None
    orders: Mapping[str, Used] | None = None
    settled: Kept = {}
    secrets: Mapping[int, Parts] = {}
    inputs: Mapping[int, str] = {}
    luck: Totals = {}  # of all dice before it
    sealed_before: str = ""  # the digest of the inputs that were sealed before it


class TakenOver(NamedTuple):
    """The answers that an amended step takes over; its dice are among those that have fallen."""

    label: str
    answers: tuple[Came, ...]


class Promise(NamedTuple):
    """Orders of a side that only it knows yet: the entry with their hash, and whether the other side has that."""

    seq: int
    is_sent: bool
    turn: int
    steps: tuple[str, ...]
    digest: str


class Proposal(NamedTuple):
    """An amendment that waits for consent: all that the sides consent to, and who has."""

    seq: int
    consents: tuple[str, ...]
    side: str
    turn: int
    sha256: str
    takes: Takes
    who: str
    reason: str
    back: Back
    taken_back: tuple[str, ...]
    dice: Rolls
    edition: int = 0  # that is offered; then there is nothing to take back


@dataclass(slots=True)
class State:
    """A campaign between two entries of its record. Folding an entry into it changes it."""

    campaign: str
    seq: int
    head: str
    position: Position
    dice: DiceState
    pending: dict[str, dict[str, Sent]] = field(default_factory=dict)  # by side and step
    standing: dict[str, Lines] = field(default_factory=dict)  # by side
    press: list[tuple[str, str]] = field(default_factory=list)  # since the last step
    open: Open | None = None
    next_epoch: int = 1
    trail: list[Past] = field(default_factory=list)  # of the record so far, or only the turn that was played last
    earlier: int = 0  # the entry of the step before the first of the trail; 0 where the trail is whole
    pen: str = ""  # the side that may write, where two stores keep the record by turns
    keys: dict[str, str] = field(default_factory=dict)  # public keys by side
    promises: dict[str, Promise] = field(default_factory=dict)  # by side
    marks: list[str] = field(default_factory=list)  # of the signatures that came in; none counts twice
    amended: TakenOver | None = None  # of the step that is played anew
    public: tuple[int, str] = (0, "")  # the last entry that everybody was told of, and its hash
    seen: dict[str, Seen] = field(default_factory=dict)  # what each sender last said that he had been shown
    fallen: dict[str, Fallen] = field(default_factory=dict)  # dice of steps that were taken back, by label
    proposal: Proposal | None = None
    luck: Totals = field(default_factory=dict)  # of the dice of all steps that stand
    handed: dict[str, int] = field(default_factory=dict)  # the last entry that gave the pen to a side
    hidden: dict[str, tuple[str, str]] = field(default_factory=dict)  # hashes of secret lines: whose, for which step
    shown: dict[str, tuple[str, str]] = field(default_factory=dict)  # those that were opened: the line and its salt
    truth: dict[str, str] = field(default_factory=dict)  # lines that this reader knows beyond the record; never kept
    stood: Position | None = None  # the board in the middle of a step, where its journal is not there: in a leaf
    edition: int = 1  # of the rules that count
    made_by: str = ""  # the program under which all entries up to here were made or replayed
    at: str = ""  # of the last entry
    people: dict[str, People] = field(default_factory=dict)  # by seat, where entries changed who sits there
    paces: dict[str, bool] = field(default_factory=dict)  # who has said since the start whether his pace may be shown

    def text(self) -> str:
        """The snapshot: canonical JSON."""
        return canonical(
            {
                "format": FORMAT,
                "campaign": self.campaign,
                "seq": self.seq,
                "head": self.head,
                "position": self.position.text(),
                "dice": self.dice.as_json(),
                "pending": {side: dict(sent) for side, sent in self.pending.items() if sent},
                "standing": {side: list(lines) for side, lines in self.standing.items()},
                "press": [list(item) for item in self.press],
                "open": self.open.as_json() if self.open else None,
                "next_epoch": self.next_epoch,
                **self._trail_json(),
                "pen": self.pen,
                "keys": dict(self.keys),
                "promises": written(self.promises),
                "marks": list(self.marks),
                "amended": written(self.amended),
                "public": list(self.public),
                "seen": written(self.seen),
                "fallen": written(self.fallen),
                "proposal": written(self.proposal),
                "luck": totals_json(self.luck),
                "handed": dict(self.handed),
                "edition": self.edition,
                "hidden": written(self.hidden),
                "shown": written(self.shown),
                "made_by": self.made_by,
                "at": self.at,
                **self._rare_json(),
            }
        )

    def _rare_json(self) -> dict[str, Any]:
        """What most campaigns have nothing of."""
        people = {who: [list(one) for one in found] for who, found in self.people.items()}
        found = {"people": people, "paces": dict(self.paces), "stood": self.stood.text() if self.stood else ""}
        return {name: value for name, value in found.items() if value}

    def _trail_json(self) -> dict[str, Any]:
        """The steps of the turn that was played last: the rest is in the snapshot kept after the step before them."""
        tail = list(takewhile(lambda past: past.turn == self.trail[-1].turn, reversed(self.trail)))
        before = self.trail[len(self.trail) - len(tail) - 1].seq if len(tail) < len(self.trail) else self.earlier
        return {"trail": [[past.turn, past.step, past.seq] for past in reversed(tail)], "earlier": before}

    def closed(self, side: str = "") -> list[str]:
        """The hashes of secret lines that nobody has opened; of one side, or of all."""
        return [token for token, (who, _) in self.hidden.items() if token not in self.shown and side in ("", who)]

    def time(self, now: str) -> str:
        """The time of an entry that is written now: a clock behind that of the last entry keeps its time."""
        return self.at if is_before(now, self.at) else now

    def stand_behind(self, entry: Entry, at: str) -> None:
        """An entry is folded in: the state is the one after it."""
        self.seq, self.head, self.at = entry.seq, entry.hash, at
        if entry.kind in PUBLIC:
            self.public = (entry.seq, entry.hash)

    def played_in(self, turn: int) -> list[str]:
        """The steps of a turn that have been played."""
        return [past.step for past in self.trail if past.turn == turn]


def state_from_text(text: str) -> State | None:
    """The state of a snapshot; nothing if it is of another format or cannot be read."""
    try:
        values = json.loads(text)
        return _state_from_json(values) if values["format"] == FORMAT else None
    except (PbemError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def _state_from_json(values: Row) -> State:
    return State(
        values["campaign"],
        values["seq"],
        values["head"],
        read_position(values["position"]),
        dice_from_json(values["dice"]),
        {
            side: {step: Sent(turn, tuple(lines), seq) for step, (turn, lines, seq) in sent.items()}
            for side, sent in values["pending"].items()
        },
        {side: tuple(lines) for side, lines in values["standing"].items()},
        [(side, words) for side, words in values["press"]],
        read(Open, values["open"]) if values["open"] else None,
        values["next_epoch"],
        [Past(*row) for row in values["trail"]],
        values["earlier"],
        values["pen"],
        dict(values["keys"]),
        {side: read(Promise, promise) for side, promise in values["promises"].items()},
        list(values["marks"]),
        read(TakenOver, values["amended"]) if values["amended"] else None,
        (values["public"][0], values["public"][1]),
        {who: read(Seen, found) for who, found in values["seen"].items()},
        {name: read(Fallen, found) for name, found in values["fallen"].items()},
        read(Proposal, values["proposal"]) if values["proposal"] else None,
        totals_from_json(values["luck"]),
        dict(values["handed"]),
        {token: (side, step) for token, (side, step) in values["hidden"].items()},
        {token: (line, salt) for token, (line, salt) in values["shown"].items()},
        edition=values["edition"],
        made_by=values["made_by"],
        at=values["at"],
        people={who: tuple(Person(*one) for one in found) for who, found in values.get("people", {}).items()},
        paces=dict(values.get("paces", {})),
        stood=read_position(values["stood"]) if "stood" in values else None,
    )


def label(turn: int, step: str) -> str:
    """A step of a campaign as people and dice name it: t3/cp-combat."""
    return f"t{turn}/{step}"


def labels(trail: Sequence[Past]) -> list[str]:
    """The labels of the played steps; one that comes again in a turn is numbered: t3/activation#2."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for past in trail:
        name = label(past.turn, past.step)
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return found


def label_of(state: State, turn: int, step: str) -> str:
    """The label that a step under way has, or one that is played next: numbered where it comes again in its turn."""
    times = sum(past[:2] == (turn, step) for past in takewhile(lambda past: past.turn >= turn, reversed(state.trail)))
    return label(turn, step) + (f"#{times + 1}" if times else "")
