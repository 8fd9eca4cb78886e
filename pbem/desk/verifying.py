"""Verifying: the whole campaign replayed from its record alone, every hash, digest and die computed again."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import campaign_id, glance_at, sha256
from pbem.desk.rebuilding import Replay, start
from pbem.desk.state import label
from pbem.dice.seal import MODERATOR, is_link, links_of
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import canonical
from pbem.store.entry import Entry, Snapshot, entry_hash

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the record that does not prove itself."""

    seq: int
    place: str
    what: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"seq": self.seq, "place": self.place, "what": self.what}

    def __str__(self) -> str:
        return f"entry {self.seq}{f' ({self.place})' if self.place else ''}: {self.what}"


@dataclass(slots=True)
class Verdict:
    """What a replay of the whole record found."""

    campaign: str
    entries: int = 0
    steps: int = 0
    dice: int = 0
    orders: int = 0
    head: str = ""
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether every part of the record proves itself."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "good": self.is_good,
            "entries": self.entries,
            "steps": self.steps,
            "dice": self.dice,
            "orders": self.orders,
            "head": self.head,
            "faults": [fault.as_json() for fault in self.faults],
            "notes": list(self.notes),
        }


def verify(store: Store, campaign: str = "", known: str = "") -> Verdict:
    """Replay the record. `known` is the hash of any entry that a player has kept; it must still be there."""
    listed = campaign_id(campaign) if campaign else _only_one(store)
    entries = store.entries(listed)
    with _uncollected():
        verdict = verify_entries(entries, listed, store.snapshots(listed))
    if known and known not in [entry.hash for entry in entries]:
        verdict.faults.append(Fault(0, "", f"the record has no entry with the hash {known}"))
    _check_row(store, entries, verdict)
    _check_submissions(store, entries, verdict)
    _check_secret(store, entries, verdict)
    return verdict


@contextmanager
def _uncollected() -> Iterator[None]:
    """A replay makes much short-lived garbage and few cycles: the collector would take a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _only_one(store: Store) -> str:
    try:
        return str(glance_at(store).opened.values()["campaign"])
    except (ValueError, KeyError, TypeError):
        return store.campaigns()[0].id


def verify_entries(entries: Sequence[Entry], listed: str, snapshots: Sequence[Snapshot] = ()) -> Verdict:
    """The verdict on a record alone, without its store."""
    verdict = Verdict(listed, len(entries), head=entries[-1].hash if entries else "")
    if not entries:
        raise UsageError(f"there is no record of a campaign called {listed}")
    _check_chain(entries, verdict)
    _Verifier(verdict, {snapshot.seq: snapshot for snapshot in snapshots}).run(entries)
    last = entries[-1].seq
    if snapshots and snapshots[-1].seq != last:
        verdict.faults.append(Fault(last, "", f"the newest snapshot was taken after entry {snapshots[-1].seq}"))
    return verdict


# -- the chain ------------------------------------------------------------------------------------------------


def _check_chain(entries: Sequence[Entry], verdict: Verdict) -> None:
    prev = ""
    for number, entry in enumerate(entries, 1):
        for what in _chain_faults(entry, number, prev):
            verdict.faults.append(Fault(entry.seq, _place(entry), what))
        prev = entry.hash


def _chain_faults(entry: Entry, number: int, prev: str) -> list[str]:
    faults = []
    if entry.seq != number:
        faults.append(f"entry {number} is missing: this is entry {entry.seq}")
    if entry.prev != prev:
        faults.append("it does not name the hash of the entry before it")
    if entry.hash != entry_hash(entry.prev, entry.kind, entry.body):
        faults.append("its hash does not fit its text")
    try:
        if canonical(entry.values()) != entry.body:
            faults.append("its text is not in canonical form")
    except ValueError:
        faults.append("its text cannot be read")
    return faults


def _place(entry: Entry) -> str:
    try:
        body = entry.values()
        return label(body["turn"], body["step"]) if "step" in body else ""
    except (ValueError, KeyError, TypeError):
        return ""


# -- the replay -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Verifier:
    verdict: Verdict
    snapshots: dict[int, Snapshot]
    link: tuple[int, bytes] = (0, b"")  # the last link that is proven, and its epoch

    def run(self, entries: Sequence[Entry]) -> None:
        """Replay as far as the record can be replayed."""
        replay: Replay | None = None
        for entry in entries:
            place = _place(entry)
            try:
                if replay is None:
                    replay = self._open(entry)
                else:
                    self._take(replay, entry)
            except Exception as error:  # a forged entry may trip any rule, and is then a fault of the record
                text = str(error) or type(error).__name__
                self._report(entry.seq, place, f"it cannot be replayed: {text}; later entries were not replayed")
                return
            self._check_snapshot(replay, entry)

    def _report(self, seq: int, place: str, what: str) -> None:
        self.verdict.faults.append(Fault(seq, place, what))

    def _open(self, entry: Entry) -> Replay:
        if entry.kind != "opened":
            raise BadRecord("the record does not begin with the entry `opened`")
        body = entry.values()
        for file, text in body["texts"].items():
            if sha256(text) != body["sha256"].get(file):
                self._report(entry.seq, "", f"the text of {file} does not fit its hash")
        replay = start(entry, report=lambda seq, what: self._report(seq, "", what))
        if replay.campaign.game.version != body["rules"]:
            now = replay.campaign.game.version
            self.verdict.notes.append(f"opened under rules version {body['rules']}, replayed with {now}")
        self.link = (0, bytes.fromhex(body["dice"]["commitment"]))
        return replay

    def _take(self, replay: Replay, entry: Entry) -> None:
        place = _place(entry)
        replay.report = lambda seq, what: self._report(seq, place, what)
        if entry.kind in ("asked", "played"):
            self._check_secrets(replay, entry, place)
        replay.take(entry)
        if replay.played and entry.kind == "played":
            rolls = [page for page in replay.played.pages if page.kind == "roll"]
            self.verdict.steps += 1
            self.verdict.dice += sum(len(page.values) for page in rolls)
            used = (replay.state.trail[-1].orders or {}).values()
            self.verdict.orders += sum(len(item.orders) for item in used)

    def _check_secrets(self, replay: Replay, entry: Entry, place: str) -> None:
        """Each revealed secret must lead back, link by link, to the commitment of the first entry."""
        for epoch, value in sorted((int(e), v) for e, v in entry.values()["secrets"].items()):
            known_epoch, known = self.link
            if epoch <= known_epoch:
                if replay.secrets.get(epoch) != {MODERATOR: bytes.fromhex(value)}:
                    self._report(entry.seq, place, f"the secret of epoch {epoch} differs from the one revealed before")
            elif is_link(replay.campaign.id, epoch, bytes.fromhex(value), known, known_epoch):
                self.link = (epoch, bytes.fromhex(value))
            else:
                self._report(entry.seq, place, f"the secret of epoch {epoch} does not fit the commitment")

    def _check_snapshot(self, replay: Replay, entry: Entry) -> None:
        snapshot = self.snapshots.get(entry.seq)
        if snapshot and snapshot.state != replay.state.text():
            self._report(entry.seq, _place(entry), "the snapshot kept beside it says something else than the replay")


# -- what the store holds beside the record -------------------------------------------------------------------


def _check_row(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    try:
        name = entries[0].values()["name"]
    except (ValueError, KeyError, TypeError):
        return
    row = [listed for listed in store.campaigns() if listed.id == verdict.campaign]
    if row and row[0].name != name:
        verdict.faults.append(Fault(1, "", f"the store calls the campaign {row[0].name!r}, the record {name!r}"))


def _check_submissions(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The files as received are still there, byte for byte."""
    for entry in entries:
        if entry.kind not in ("submitted", "amended"):
            continue
        try:
            body = entry.values()
            data = store.submission(body["sha256"]) if body["is_kept"] else None
        except (ValueError, KeyError, TypeError, BadRecord) as error:
            verdict.faults.append(Fault(entry.seq, "", f"the file as received cannot be read: {error}"))
            continue
        if body["is_kept"] and data is None:
            verdict.faults.append(Fault(entry.seq, "", "the file as received is missing from the store"))
        elif data is not None and hashlib.sha256(data).hexdigest() != body["sha256"]:
            verdict.faults.append(Fault(entry.seq, "", "the file as received does not fit its hash"))


def _check_secret(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The moderator's secret, where this store holds it, is the one that was committed to."""
    try:
        dice = entries[0].values()["dice"]
        secret = store.secret(verdict.campaign, MODERATOR)
        if secret and links_of(verdict.campaign, bytes.fromhex(secret), dice["links"])[0].hex() != dice["commitment"]:
            verdict.faults.append(Fault(1, "", "the secret in the store does not fit the commitment"))
    except (ValueError, KeyError, TypeError, UsageError):
        verdict.faults.append(Fault(1, "", "the secret in the store or the commitment cannot be read"))
