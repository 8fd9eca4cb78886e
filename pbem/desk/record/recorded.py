"""A step that older rules have played, as its entry tells it: nothing of it is adjudicated again.

What needs no rules is checked all the same: the journal goes on where it stood, its dice follow from their seeds, and
its late answers are those that came in. `laid_over` checks that the facts lead to the position after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import seed_parts
from pbem.desk.record.fallen import Came
from pbem.desk.record.open_step import Open, Parts
from pbem.dice.seal import SealedDice
from pbem.errors import PbemError
from pbem.kernel.facts import fact_from_json
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.laid import laid_over
from pbem.kernel.pieces import Side
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.questions import question_from_json
from pbem.kernel.rolls import Occasion, Roll

Behind = tuple[tuple[str, int], ...]  # the order behind a roll or an answer, and how much was decided in it before


class Run(Protocol):
    """What the entry of a run holds, be it complete or not."""

    @property
    def pages(self) -> tuple[Any, ...]: ...
    @property
    def behind(self) -> Behind: ...
    @property
    def secrets(self) -> Mapping[int, Parts]: ...
    @property
    def called(self) -> tuple[tuple[str, str], ...]: ...


def asked_as_recorded(before: Position, run: Run, questions: Sequence[Mapping[str, Any]]) -> Played:
    """A run that stopped at questions."""
    played = _played(before, run)
    played.waiting = tuple(question_from_json(question) for question in questions)
    return played


def played_as_recorded(before: Position, run: Run, facts: Sequence[Any], behind: tuple[int, str]) -> Played:
    """A run that came to its end; `behind` is where play continues."""
    played = _played(before, run)
    played.facts = [fact_from_json(fact) for fact in facts]
    played.position = laid_over(before, played.facts, *behind)
    return played


def _played(before: Position, run: Run) -> Played:
    pages = pages_from_json(run.pages)
    called = [(Side(side), step) for side, step in run.called]
    return Played(before, [], pages, 0, occasions=_occasions(_settled(pages), run.behind), called=called)


def _settled(pages: Sequence[Page]) -> list[Page]:
    """The pages that have an occasion."""
    return [page for page in pages if page.kind in ("roll", "ask")]


def _occasions(pages: Sequence[Page], behind: Behind) -> dict[tuple[str, str], Occasion]:
    """On which occasion each roll and each answer came up: for which order, after which decisions in it."""
    decided: dict[str, list[str]] = {}
    rows = list(zip(pages, behind or [("", 0)] * len(pages), strict=True))
    for page, (order, _) in rows:
        if page.kind == "ask":
            decided.setdefault(order, []).append(f"{page.key}: {', '.join(page.values)}")
    return {
        (page.kind, page.key): Occasion(page.kind, page.key, order, tuple(decided.get(order, ())[:count]))
        for page, (order, count) in rows
    }


def orders_behind(played: Played) -> Behind:
    """The occasion of each roll and each answer of a run; nothing where no order stands behind any of them."""
    found = [played.occasions[page.kind, page.key] for page in _settled(played.pages)]
    rows = tuple((one.order, len(one.decided)) for one in found)
    return rows if any(row != ("", 0) for row in rows) else ()


# -- what needs no rules --------------------------------------------------------------------------------------


def check_pages(campaign: Campaign, opened: Open, run: Run, fallen: Iterable[Came]) -> Iterator[str]:
    """The journal of a run that is not played again; `fallen` are dice of before it was taken back."""
    pages = pages_from_json(run.pages)
    if tuple(run.pages[: len(opened.pages)]) != opened.pages:
        yield "the journal does not begin as it stood before"
    if run.behind and len(run.behind) != len(_settled(pages)):
        yield "`behind` does not name an order for each roll and each answer"
    dice = sealed_dice(campaign, opened, run.secrets)
    before = {(came.occasion.name, came.settled.epoch): came.settled.values for came in fallen}
    for number, page in enumerate(pages, 1):
        yield from (f"page {number} of the journal: {what}" for what in _page_faults(opened, dice, page, before))


def sealed_dice(campaign: Campaign, opened: Open, secrets: Mapping[int, Parts]) -> SealedDice:
    """The dice of all epochs of a step whose secrets are open."""
    return SealedDice(
        campaign.id,
        opened.place,
        {epoch: seed_parts(parts, campaign.terms.chain) for epoch, parts in secrets.items()},
        {epoch: bytes.fromhex(digest) for epoch, digest in opened.inputs.items()},
    )


def _page_faults(
    opened: Open, dice: SealedDice, page: Page, before: Mapping[tuple[str, int], tuple[Any, ...]]
) -> Iterator[str]:  # fmt: skip
    if page.kind == "roll" and page.cast:
        try:
            kept = before.get((page.key, page.epoch))
            faces = kept or dice.cast(Roll(page.key, len(page.values), page.cast.sides, page.epoch))
        except PbemError as error:
            yield str(error)
            return
        if faces != page.values:
            yield f"{page.key} is recorded as {list(page.values)}, the dice give {list(faces)}"
    elif page.kind == "ask" and page.source == "answer":
        reply = opened.late.get(page.key)
        if reply is None or tuple(reply.values) != page.values:
            yield f"{page.key} is recorded as {list(page.values)}, and no such answer came in"
    elif page.kind not in ("ask", "more"):
        yield f"it is a {page.kind}, which no journal has"
