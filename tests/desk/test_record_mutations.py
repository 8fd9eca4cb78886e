"""Thousands of changes of single bytes of campaign records, every kind of entry among them: all found, none crashes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.amending import amend
from pbem.desk.consenting import allow_pace, consent, decline
from pbem.desk.overdue import extend, name_overdue
from pbem.desk.receiving import receive
from pbem.desk.record.kinds import KINDS
from pbem.desk.record.terms import GRACE, agreed
from pbem.desk.replay.verify import verify_entries
from pbem.desk.seating import seat
from pbem.desk.undoing import undo
from pbem.desk.upgrading import upgrade
from pbem.kernel.facts import canonical
from pbem.store.entry import Draft, Entry, Head, chained
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.beacons import DAY, REAL, accepted, bid_and_move, from_vectors, moment, open_with, opening
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.hidden import planned, to_the_end
from tests.desk.two_stores import after_bids, give, mail, run, two_stores
from tests.dice.test_mutations import changed

EACH = 150  # changes of raw bytes in a record; test_archive_mutations.py and dice/test_mutations.py make thousands
START, LATE = moment(REAL, -GRACE - 3 * DAY), moment(REAL, -GRACE + 60)


def moderated(folder: Path) -> Store:
    """A moderator's seed: a deputy and a successor, a question, a late answer, an undo and an amendment; their pace."""
    store = open_with(folder / "pbem.db", agreed("seed"), NOW)
    seat(store, NAME, "RED", "Dora", "deputy", NOW)
    seat(store, NAME, "RED", "Carla", "commander", NOW)
    seat(store, NAME, "RED", "Dora", "left", NOW)
    for side in ("RED", "BLUE"):
        allow_pace(store, NAME, side, True, NOW)
    allow_pace(store, NAME, "BLUE", False, NOW)
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid")
    assert not receive(store, NAME, order_file("RED", "bit 3\n", step="bid"), "Rosa", NOW).is_accepted
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\nfight:\nhit 0203\npress:\nHello.\n", NOW, step="bid")
    adjudicate(store, NAME, NOW)
    accepted(store, "BLUE", "answer Q1: hold\n", NOW)
    adjudicate(store, NAME, NOW)
    undo(store, NAME, "once more", "Mo", NOW)
    adjudicate(store, NAME, NOW)
    amend(store, NAME, "R2 stays", order_file("RED", "done\n", step="move"), "Mo", NOW)
    adjudicate(store, NAME, NOW)
    return store


def by_turns(folder: Path) -> Store:
    """Chains of two stores, with promised bids, links, a proposal that is refused and one that is carried out."""
    red, blue = two_stores(folder)
    after_bids(red, blue)
    give(red, "RED", "go R2 0301\n", step="move")
    for sender, to in ((red, blue), (blue, red)):
        run(sender)
        mail(sender, to)
    for answer in (decline, consent):
        amend(red, NAME, "R2 stays", order_file("RED", "done\n", step="move"), "Anna", NOW)
        mail(red, blue)
        answer(blue, NAME, "", NOW)
        mail(blue, red)
    run(red)
    return red


def with_dates(folder: Path) -> Store:
    """Chains, a date that was moved, and a round of the beacon that stands in for a link."""
    from tests.desk.links import anchor_of, link_of

    early = moment(REAL, -GRACE - 9 * DAY)
    store = open_with(folder / "pbem.db", agreed("chain", days=3, refusal="beacon"), early)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", early, header={"anchor": anchor_of(side)})
    extend(store, NAME, START)
    bid_and_move(store, START, RED={"link": f"1 {link_of('RED', 1)}"})
    name_overdue(store, NAME, LATE)
    adjudicate(store, NAME, moment(REAL), from_vectors)
    return store


def by_beacon(folder: Path) -> Store:
    """The beacon alone."""
    store = open_with(folder / "pbem.db", agreed("beacon"), opening())
    bid_and_move(store, opening())
    adjudicate(store, NAME, moment(REAL), from_vectors)
    return store


def by_editions(folder: Path) -> Store:
    """Bids by an older edition; then one side offers today's and the other consents."""
    with pytest.MonkeyPatch.context() as older:
        tiny.register()
        older.setattr(tiny, "GAME", replace(tiny.GAME, edition=0))
        red, blue = two_stores(folder)
        after_bids(red, blue)
    upgrade(red, NAME, "", "Anna", NOW)
    mail(red, blue)
    consent(blue, NAME, "", NOW)
    mail(blue, red)
    give(red, "RED", "go R2 0301\n", step="move")
    for sender, to in ((red, blue), (blue, red)):
        run(sender)
        mail(sender, to)
    return red


def with_secrets(folder: Path) -> Store:
    """Two stores of a game with secrets: one is used, one asked for, one denied, the rest opened at the end."""
    red, blue = planned(folder)
    to_the_end(red, blue, ask="ask marten\nask badger\n")
    return red


def by_standing_orders(folder: Path) -> Store:
    """Missed dates where standing orders decide: of a step, and of a question with hours of its own."""
    store = open_with(folder / "pbem.db", agreed("seed", days=3, refusal="standing"), START, answer_hours=24)
    accepted(store, "BLUE", "bid 2\n", START, step="bid")
    accepted(store, "RED", "bid 3\n", START, step="bid")
    adjudicate(store, NAME, START)
    name_overdue(store, NAME, LATE)  # Red's move
    accepted(store, "RED", "hit 0203\n", LATE, step="fight")
    adjudicate(store, NAME, LATE)
    name_overdue(store, NAME, moment(REAL, 2 * DAY))  # Blue's answer
    adjudicate(store, NAME, moment(REAL, 2 * DAY))
    return store


def by_substitute(folder: Path) -> Store:
    """A substitute takes over after a missed date, and moves it in his turn."""
    store = open_with(folder / "pbem.db", agreed("seed", days=3, refusal="substitute"), START)
    seat(store, NAME, "RED", "Sven", "substitute", START)
    accepted(store, "BLUE", "bid 2\n", START, step="bid")
    name_overdue(store, NAME, LATE)
    extend(store, NAME, LATE)
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", LATE, step="bid")
    adjudicate(store, NAME, LATE)
    return store


RECORDS = {
    "standing orders": by_standing_orders,
    "substitute": by_substitute,
    "secrets": with_secrets,
    "seed": moderated,
    "editions": by_editions,
    "chain by turns": by_turns,
    "dates": with_dates,
    "beacon": by_beacon,
}


FILES: dict[str, bytes | None] = {}  # as received, by their hash


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Entry]]:
    stores = {name: make(tmp_path_factory.mktemp("record")) for name, make in RECORDS.items()}
    found = {name: store.entries("field-1") for name, store in stores.items()}
    for name, store in stores.items():
        hashes = [entry.values().get("sha256", "") for entry in found[name][1:]]
        FILES.update({sha256: store.submission(sha256) for sha256 in hashes if sha256})
    return found


def test_every_kind_of_entry_is_among_them(records: Mapping[str, list[Entry]]) -> None:
    assert {entry.kind for record in records.values() for entry in record} == set(KINDS)
    for name, record in records.items():
        verdict = verify_entries(record, "field-1", file_of=FILES.get)
        assert verdict.verdict == "replayed", (name, [str(fault) for fault in verdict.faults])


@pytest.mark.parametrize("name", RECORDS)
def test_no_change_of_a_byte_goes_unnoticed(records: Mapping[str, list[Entry]], name: str) -> None:
    """Whoever changes the file of a store: every entry is chained by hash."""
    record, chance = records[name], random.Random(f"bytes of {name}")
    for _ in range(EACH):
        at, part = chance.randrange(len(record)), chance.choice(["body", "body", "body", "kind", "prev", "hash"])
        value = getattr(record[at], part)
        other = changed(value.encode(), chance).decode("utf-8", "replace") if value else "x"
        if other == value:
            continue
        changed_entry = record[at]._replace(**{part: other})  # type: ignore[arg-type]
        forged = [*record[:at], changed_entry, *record[at + 1 :]]
        faults = verify_entries(_short(forged, at), "field-1").faults
        assert faults, (record[at].seq, part, other[:200])


def _short(record: list[Entry], at: int) -> list[Entry]:
    """What stands behind a change need not be replayed to find it."""
    return record[: at + 2]


# -- a forger who can compute hashes --------------------------------------------------------------------------

# What only tells people something: nobody can compute it again.
TOLD = {
    "opened": {"at", "players", "texts", "sha256", "options", "keys", "pace"},
    "submitted": {"sender", "refused_by"},
    "amended": {"reason"},
    "proposed": {"who", "reason"},
    "undone": {"who", "reason"},
    "upgraded": {"who"},
    "seated": {"player", "key"},
}
TIMES = {"at"}  # whose clock it was no replay can tell


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all single values of a body."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [(key, inner) for key, inner in items]
    if not found:
        yield path
    for key, inner in found:
        yield from _leaves(inner, (*path, key))


def _with_other(body: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The body with another value at a place."""
    other = json.loads(canonical(body))
    place = other
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = _another(place[path[-1]])
    return dict(other)


def _another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1] != "0" else "1") if value else "x"
    return ["x"] if isinstance(value, list) else {"x": 1}


@pytest.mark.parametrize("name", RECORDS)
def test_no_other_value_passes_even_with_all_hashes_made_anew(records: Mapping[str, list[Entry]], name: str) -> None:
    """Every single value of every entry: what the rules, the dice and the agreement give is computed again."""
    record = records[name]
    missed = []
    for at, entry in enumerate(record):
        body = entry.values()
        for path in _leaves(body):
            if not path or path[0] in TIMES or path[0] in TOLD.get(entry.kind, set()):
                continue
            bodies = [_with_other(body, path) if n == at else e.values() for n, e in enumerate(record)]
            drafts = [Draft(e.kind, b) for e, b in zip(record, bodies, strict=True)]
            if verify_entries(chained(Head(0, ""), drafts), "field-1", file_of=FILES.get).verdict == "replayed":
                missed.append((entry.seq, entry.kind, path))
    assert not missed, "\n".join(map(str, missed))
