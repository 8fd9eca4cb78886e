"""One campaign of the site: its page with boards and reports, its feed, the picture for links. Public eyes only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.archive.boards import KIT
from pbem.desk.archive.make import about_of
from pbem.desk.archive.manifest import FINISHED, PUBLISHED
from pbem.desk.archive.parts import Contents, told_book
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.eyes import eyes_of, hidden_now, seen
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import silent
from pbem.desk.site.feed import FeedEntry, feed
from pbem.desk.views.citing import date_in_words
from pbem.desk.views.dates_ics import dates, dates_ics
from pbem.desk.views.past import state_after
from pbem.desk.views.picture import picture
from pbem.desk.views.post import harmless_name
from pbem.dice.harmless import harmless
from pbem.kernel.naming import does
from pbem.kernel.position import Position
from pbem.report.book import Book, BookFile
from pbem.store.entry import Entry
from pbem.values import NamedTuple, replace

if TYPE_CHECKING:
    from pbem.store.entry import Reads

SCALE = 80
_NEARER = 2  # how much larger the board of the small picture is drawn, so that its counters can be read
CARD, PAGE, FEED, DATES = "card.png", "index.html", "feed.atom", "dates.ics"
PUBLIC = "public"


class Wish(NamedTuple):
    """How a site is wanted."""

    side: str = ""  # whose eyes; empty for everybody's
    delay: int = 0  # turns that are held back where a game hides things
    url: str = ""  # where the site will lie; without it links are relative
    title: str = "Campaigns"


class Card(NamedTuple):
    """What the front page and the common feed say of a campaign."""

    id: str
    name: str
    game: str
    scenario: str
    turn: str
    happened: str
    owed: tuple[str, ...]
    seen: str  # the newest board in words
    entries: tuple[FeedEntry, ...]


class Shown(NamedTuple):
    """A campaign of the site: what the front page says, and its files by name."""

    card: Card
    files: dict[str, bytes]


def show(store: Reads, name: str, wish: Wish) -> Shown:
    """The campaign as these eyes may see it, as far as it may be shown."""
    campaign, state = load(store, name)
    eyes = eyes_of(campaign, state, wish.side)
    entries = shown_entries(campaign, state, store.entries(campaign.id)[: state.seq], wish.delay)
    kind = FINISHED if campaign.step_of(state) is None else PUBLISHED
    contents = Contents(about_of(kind, campaign, entries, SCALE), campaign, entries, lambda _: None, {}, KIT)
    book, files = told_book(contents, silent, eyes)
    at_end = state_after(store, campaign, entries[-1].seq).position
    scene, position = seen(campaign, eyes, at_end)
    told = _owed(campaign, state)
    book = _for_site(book, told, kind == FINISHED)
    news = _news(campaign, book, entries)
    card = Card(
        campaign.id, harmless(campaign.name), campaign.game.title, campaign.scenario.title,
        f"Turn {book.steps[-1].turn}" + (f": {book.steps[-1].date}" if book.steps[-1].date else ""),
        _last(book), told, book.steps[-1].seen, news,
    )  # fmt: skip
    files[CARD] = _card(scene, position, book)
    files[PAGE] = _page(book, card, wish).encode()
    files[FEED] = feed(card.name, campaign.id, news, f"{wish.url}{campaign.id}/" if wish.url else "").encode()
    files[DATES] = dates_ics(dates(store, [campaign.id]))
    return Shown(card, files)


def shown_entries(campaign: Campaign, state: State, entries: Sequence[Entry], delay: int) -> Sequence[Entry]:
    """The record up to the last step that may be shown. Pages tell of played steps alone, so files need not be cut."""
    newest = state.position.turn - delay if delay and hidden_now(campaign, state) else state.position.turn
    last = 1
    for entry in entries:
        body = body_of(entry) if entry.kind == "played" else None
        if isinstance(body, StepPlayed) and body.turn <= newest:
            last = entry.seq
    return entries[:last]


def _owed(campaign: Campaign, state: State) -> tuple[str, ...]:
    """Who owes what, as every post says it."""
    lines = []
    for debt in owed(campaign, state):
        if not debt.side:
            continue
        name = harmless_name(campaign, debt.seat or debt.side)
        who = f"{harmless(debt.player)} ({name}) owes" if debt.player else does(name, "owe")
        words = f"{who} {debt.what}" + (f", by {date_in_words(debt.due)}." if debt.due else ".")
        lines.append(words[:1].upper() + words[1:])
    return tuple(lines)


def _for_site(book: Book, owing: Sequence[str], is_over: bool) -> Book:
    """The book with links to what a site has, and with who owes what in the place of how far an archive goes."""
    links = (
        BookFile("All campaigns", "../index.html"),
        BookFile("Feed of this campaign", FEED),
        BookFile("Dates for your calendar", DATES),
        BookFile("Check the dice of a post", "../verify_dice.html"),
    )
    steps = tuple([replace(step, files=()) for step in book.steps])
    outcome = book.outcome if is_over else " ".join(owing)
    return replace(book, steps=steps, files=links, outcome=outcome)


def _news(campaign: Campaign, book: Book, entries: Sequence[Entry]) -> tuple[FeedEntry, ...]:
    """The opening and every played step, oldest first, each under the hash of its entry."""
    played = [entries[0], *(entry for entry in entries if entry.kind == "played")]
    return tuple([
        FeedEntry(entry.hash, f"{campaign.name}, turn {step.turn}. {step.title}", step.at or body_of(entry).at,
                  step.happened, f"{campaign.id}/{PAGE}#{step.label}")
        for entry, step in zip(played, book.steps, strict=True)
    ])  # fmt: skip


def _last(book: Book) -> str:
    """The last thing that happened, with its step: quiet steps are passed over."""
    told = [step for step in book.steps if step.happened and step.happened != step.title]
    return f"{told[-1].title}: {told[-1].happened}" if told else book.steps[-1].title


def _card(campaign: Campaign, position: Position, book: Book) -> bytes:
    from pbem.draw.card import card

    action = next((step.action for step in reversed(book.steps) if step.action), ())
    near = tuple([pixels * _NEARER for pixels in action])
    return card(picture(campaign, position, scale=SCALE * _NEARER), near)


def _page(book: Book, card: Card, wish: Wish) -> str:
    from pbem.dice.verifiers import verify_script
    from pbem.report.bookpages import index_page
    from pbem.report.sitepages import open_graph

    address = f"{wish.url}{card.id}/" if wish.url else ""
    about = {
        "og:title": f"{card.name}: {card.scenario}",
        "og:description": f"{card.turn}. {card.happened}",
        "og:type": "website",
        "og:image": f"{address}{CARD}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": card.seen,
        **({"og:url": address} if address else {}),
    }
    return index_page(book, verify_script(), head=open_graph(about, FEED))
