"""The parts of an archive, one after the other: everything but the files as sent follows from the record alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files as resources
from typing import Any

from pbem.desk.archive.boards import KIT, Boards, boards_of
from pbem.desk.archive.charts import charts_of
from pbem.desk.archive.chronicle import Chronicle, chronicle_of
from pbem.desk.archive.files import MANIFEST
from pbem.desk.archive.manifest import About
from pbem.desk.archive.posts import posts_of
from pbem.desk.archive.texts import ending, readme, timeline
from pbem.desk.archive.write import Part
from pbem.desk.record.body import WithFile
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, seen
from pbem.desk.record.fallen import retaken_words
from pbem.desk.record.kinds import body_of, file_in
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.state import label
from pbem.desk.record.typed import written
from pbem.desk.replay.jsonl import record_bytes
from pbem.desk.replay.progress import Progress
from pbem.desk.replay.steps import StepTold, retaken, retold, taken_back
from pbem.desk.views.board_words import board_words
from pbem.desk.views.citing import luck_line
from pbem.desk.views.dice_so_far import summed
from pbem.desk.views.history import lines_of
from pbem.desk.views.steps_seen import step_seen
from pbem.desk.views.telling import tale
from pbem.errors import BadRecord
from pbem.report.book import Book, BookChart, BookFile
from pbem.store.entry import Entry
from pbem.values import dataclass, replace
from pbem.values.patterns import pattern

RECORD, SECRET = "record.jsonl", "SECRET-DO-NOT-SHARE.json"
FORMATS = ("txt", "md", "bbcode", "html")  # of the posts; also how their names end
PAGES = {
    "README.txt": "What this is",
    RECORD: "The record",
    "timeline.txt": "The timeline",
    "book.md": "The game as a text",
    "book.html": "The game as one page",
    "verify_dice.html": "Check the dice of a post",
    "verify_dice.py": "The same as a program",
    MANIFEST: "All files with their hashes",
}

_PLAIN = pattern(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive is made from. `file_of` gives the bytes of a player's file by their SHA-256."""

    about: About
    campaign: Campaign
    entries: Sequence[Entry]
    file_of: Callable[[str], bytes | None]
    secrets: Mapping[str, str]
    boards: str = KIT


def parts_of(contents: Contents, progress: Progress, is_drawn: bool = True) -> Iterator[Part]:
    """Every file but the manifest. Without `is_drawn` there are no pictures, for who only compares the texts."""
    yield "README.txt", _readme(contents).encode()
    yield RECORD, record_bytes(contents.entries)
    if contents.secrets:
        yield SECRET, secret_bytes(contents.about, contents.secrets)
    for entry in contents.entries:
        yield from _file_parts(contents, entry)
    chronicle = chronicle_of(contents.campaign)
    boards = boards_of(contents.boards, contents.about.scale, is_drawn)
    yield from _step_parts(contents, chronicle, boards, progress)
    yield from boards.rest()
    yield from _book_parts(contents, chronicle, boards, is_drawn)


def _readme(contents: Contents) -> str:
    again = retaken_words(*retaken(contents.entries))
    return readme(contents.about, contents.campaign, _last(contents.entries), again)


def _last(entries: Sequence[Entry]) -> str:
    """Where a record ends, in words."""
    last = next((entry for entry in reversed(entries) if entry.kind == "played"), None)
    body = body_of(last) if last else None
    return label(body.turn, body.step) if isinstance(body, StepPlayed) else "the set-up"


def json_bytes(values: Any) -> bytes:
    """Plain values for people and programs; the same values give the same bytes."""
    return (json.dumps(values, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def secret_bytes(about: About, secrets: Mapping[str, str]) -> bytes:
    """The file that nobody else may have."""
    words = "These secrets make the dice. Anyone who has them can work out dice in advance. Never publish them."
    return json_bytes({"warning": words, "campaign": about.campaign, "head": about.head, "secrets": dict(secrets)})


# -- the files of the players -----------------------------------------------------------------------------------


def file_name(seq: int, body: WithFile) -> str:
    """What a player's file is called in the archive, without its ending: orders/0012-cp."""
    side = _PLAIN.sub("-", body.side.lower()).strip("-")
    return f"orders/{seq:04}-{side or 'nobody'}"


def _file_parts(contents: Contents, entry: Entry) -> Iterator[Part]:
    """A file as the record keeps it, byte for byte, and beside it who sent it, when, and what became of it."""
    body = file_in(entry)
    if body is None:
        return
    name, values = file_name(entry.seq, body), written(body)
    if body.is_kept:
        data = contents.file_of(body.sha256)
        if data is None:
            raise BadRecord(f"the file of entry {entry.seq} as received is missing; `pbem verify` says more")
        yield f"{name}.txt", data
    told = ("at", "sender", "side", "turn", "verdict", "sha256", "bytes", "is_kept", "problems", "reason")
    yield f"{name}.json", json_bytes({"entry": entry.seq, **{key: values[key] for key in told if key in values}})


# -- the steps --------------------------------------------------------------------------------------------------


def _step_parts(
    contents: Contents, chronicle: Chronicle, boards: Boards, progress: Progress, eyes: str = ALL
) -> Iterator[Part]:
    campaign, back = contents.campaign, taken_back(contents.entries)
    names = {e.seq: f"{file_name(e.seq, body)}.txt" for e in contents.entries if (body := file_in(e))}
    first = "0000-start"
    scene, start = seen(campaign, eyes, campaign.game.set_up(campaign.scenario))
    chronicle.begin(boards.shown(first), first, board_words(scene, start))
    yield from boards.take(scene, start, None, first, f"{campaign.name}, the set-up")[1]
    for played in retold(contents.entries, campaign):
        scene, step = step_seen(campaign, played.step, eyes)
        told = played._replace(step=step)
        progress(told.number, contents.about.steps, step.label)
        name = f"{told.number:04}-{_PLAIN.sub('-', told.step.label)}"
        luck = luck_line(campaign, summed(campaign, chronicle.habits, told.state.luck))
        tells = tale(scene, step.after, step.facts)
        board = boards.shown(name)
        posts = posts_of(scene, told.state, step, tells, FORMATS, f"../{board}" if board else "", luck, eyes)
        yield from ((f"posts/{name}.{form}", text.encode()) for form, text in posts.texts.items())
        title = f"{campaign.name}, turn {step.turn}. {step.title}"
        pictured, parts = boards.take(scene, step.after, tells, name, title)
        yield from parts
        links, words = _links(campaign, told, name, names), board_words(scene, step.after)
        chronicle.take(told, posts, pictured, links, back.get(told.seq, ""), name, words)


def _links(campaign: Campaign, told: StepTold, name: str, names: Mapping[int, str]) -> tuple[BookFile, ...]:
    """The post in the formats of forums, and the orders that the step used."""
    used = {item.sent: side for side, item in told.step.body.orders.items() if item.sent}
    orders = [
        BookFile(f"Orders of {campaign.side_name(side)}", names[seq]) for seq, side in used.items() if seq in names
    ]
    return (*(BookFile(f"Post as {form}", f"posts/{name}.{form}") for form in FORMATS), *orders)


# -- the book ---------------------------------------------------------------------------------------------------


def told_book(contents: Contents, progress: Progress, eyes: str = ALL) -> tuple[Book, dict[str, bytes]]:
    """The book alone, as these eyes may read it, and its pictures by name."""
    chronicle = chronicle_of(contents.campaign)
    boards = boards_of(contents.boards, contents.about.scale, True)
    parts = _step_parts(contents, chronicle, boards, progress, eyes)
    pictures = {name: data for name, data in parts if name.startswith("boards/")} | dict(boards.rest())
    charts = list(charts_of(chronicle, True))
    pictures |= {chart.file: data for chart, data in charts}
    return replace(_book(contents, chronicle, [chart for chart, _ in charts], ()), kit=boards.data()), pictures


def _book(contents: Contents, chronicle: Chronicle, charts: Sequence[BookChart], files: Sequence[BookFile]) -> Book:
    end = chronicle.end or ending(contents.about, _last(contents.entries))
    again = retaken_words(*retaken(contents.entries))
    return replace(chronicle.book(tuple(charts), tuple(files), end), again=again)


def _book_parts(contents: Contents, chronicle: Chronicle, boards: Boards, is_drawn: bool) -> Iterator[Part]:
    lines = lines_of(contents.entries)
    yield "timeline.txt", timeline(contents.about, lines).encode()
    yield "timeline.json", json_bytes({"campaign": contents.about.campaign, "entries": [e.as_json() for e in lines]})
    charts: list[BookChart] = []
    for chart, data in charts_of(chronicle, is_drawn):
        charts.append(chart)
        if is_drawn:
            yield chart.file, data
    for name in ("verify_dice.py", "verify_dice.html"):
        yield name, (resources("pbem.dice.verifiers") / name).read_bytes()
    files = [BookFile(title, name) for name, title in PAGES.items()]
    yield from _pages(replace(_book(contents, chronicle, charts, files), kit=boards.data()))


def _pages(book: Book) -> Iterator[Part]:
    from pbem.dice.verifiers import verify_script
    from pbem.report.bookpages import index_page, series_book

    yield "index.html", index_page(book, verify_script()).encode()
    yield "book.md", series_book(book, "md").encode()
    yield "book.html", series_book(book, "html").encode()
