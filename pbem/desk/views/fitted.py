"""A post that fits where it goes: cut at steps, then at combats, each part with the proof of its own dice.

Nobody may have to put two parts together to check one die. So the facts are cut, and each part is written as a post of
its own; nothing is cut out of a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.opening_post import OPENING
from pbem.desk.views.post import Published, Wish, context_of, written
from pbem.desk.views.posts import asked_for, luck_after, parts_of, post_of, together
from pbem.desk.views.spans import Span
from pbem.desk.views.telling import tale
from pbem.errors import UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.telling.pieces import Piece, chapters_of, pieces
from pbem.kernel.telling.tale import Tale
from pbem.store.entry import Reads
from pbem.values import NamedTuple, replace

if TYPE_CHECKING:
    from pbem.report.places import Place

# What only the last part says, for all of them.
_AT_THE_END = ("victory", "next", "next_step", "order_block", "rulings", "reconstructed", "luck")


class Cut(NamedTuple):
    """What one part tells: whole steps, or some pieces of one step; in brief where even one piece is too long.

    A cut step without pieces is the end of the post: how matters stand, and who is next.
    """

    steps: Sequence[StepFacts]
    tale: Tale | None = None  # of the one step that is cut
    pieces: tuple[Piece, ...] = ()
    is_brief: bool = False

    @property
    def is_first(self) -> bool:
        """Whether it is the beginning of its step."""
        return self.tale is None or (bool(self.pieces) and self.pieces[0] == pieces(self.tale)[0])

    @property
    def name(self) -> str:
        """What it is about."""
        first, last = self.steps[0].label, self.steps[-1].label
        return first if first == last else f"{first} to {last}"


def place_for(name: str, fmt: str = "txt") -> Place:
    """The place of this name; `fmt` is another dialect of its tongue, such as `bbcode-spoiler` for a phpBB board."""
    from pbem.report.escape import FORMATS
    from pbem.report.places import place_called

    place = place_called(name)
    if fmt in ("txt", place.fmt):
        return place
    if fmt not in FORMATS or FORMATS[fmt].like != place.fmt:
        raise UsageError(f"{place.words} is written as {place.fmt}, not as {fmt}: leave out --format")
    return place._replace(fmt=fmt)


def fitted(
    store: Reads, campaign: str, span: Span, place: Place, *, picture: str = "", own: str = "", side: str = ""
) -> tuple[Published, ...]:
    """The post in as few parts as the place takes. A part that cannot be made short enough comes with a warning."""
    asked = asked_for(store, campaign, span, side)
    whole = post_of(store, asked, Wish(place.fmt, own), picture)
    if len(whole.text) <= place.most or whole.name == OPENING:
        return (_weighed(whole, place),)
    writer = _Writer(asked.campaign, asked.state, asked.eyes, Wish(place.fmt, own), picture)
    cuts = _cuts(writer, asked.steps, place.most)
    made = []
    for number, cut in enumerate(cuts, 1):
        name = f"{cut.name}, part {number} of {len(cuts)}"
        made.append(_weighed(Published(name, writer.text(cut, number, len(cuts))), place))
    told = dict.fromkeys(writer.wish.warnings)  # every try at a length complains of the reader's templates again
    return (replace(made[0], warnings=(*told, *made[0].warnings)), *made[1:])


def _weighed(page: Published, place: Place) -> Published:
    """The part with a word of warning where it is longer than the place takes."""
    if len(page.text) <= place.most:
        return page
    found = f"{page.name} has {len(page.text):,} characters; {place.words} takes {place.most:,}: attach it as a file"
    return replace(page, warnings=(*page.warnings, found))


# -- where to cut -----------------------------------------------------------------------------------------------


def _cuts(writer: _Writer, steps: Sequence[StepFacts], most: int) -> list[Cut]:
    """Steps together as long as they fit, a step that does not fit alone in pieces; how matters stand where it fits."""
    found: list[Cut] = []
    for step in steps:
        more = Cut((*found[-1].steps, step)) if found and found[-1].tale is None else None
        if more and writer.length(more) <= most:
            found[-1] = more
        elif writer.length(Cut((step,))) <= most:
            found.append(Cut((step,)))
        else:
            found += _pieces(writer, step, most)
    if writer.length(found[-1], is_last=True) > most:
        found.append(Cut(steps[-1:], tale(writer.campaign, steps[-1].after, steps[-1].facts)))
    return found


def _pieces(writer: _Writer, step: StepFacts, most: int) -> list[Cut]:
    """One step in runs of pieces, each as long as fits."""
    told = tale(writer.campaign, step.after, step.facts)
    found: list[Cut] = []
    for piece in pieces(told):
        more = found[-1]._replace(pieces=(*found[-1].pieces, piece)) if found and not found[-1].is_brief else None
        if more and writer.length(more) <= most:
            found[-1] = more
            continue
        alone = Cut((step,), told, (piece,))
        found.append(alone._replace(is_brief=writer.length(alone) > most))
    return found or [Cut((step,))]


# -- one part as a post -----------------------------------------------------------------------------------------


class _Writer(NamedTuple):
    """All that the parts have in common."""

    campaign: Campaign
    state: State
    eyes: str
    wish: Wish
    picture: str

    def length(self, cut: Cut, is_last: bool = False) -> int:
        """How long it would be, with numbers of two digits."""
        return len(self.text(cut, 99 if is_last else 98, 99))

    def text(self, cut: Cut, number: int, count: int) -> str:
        """One part; only the first has the picture, only the last says where matters stand and who is next."""
        about: dict[str, Any] = {"part": f"part {number} of {count}"}
        if self.picture and number == 1:
            about["picture"] = {"file": self.picture, "text": f"the board after {cut.steps[-1].label}"}
        if number < count:
            about |= {**dict.fromkeys(_AT_THE_END), "positions": "none"}
        return self._cut_step(cut, about) if cut.tale else self._whole_steps(cut.steps, about)

    def _cut_step(self, cut: Cut, about: dict[str, Any]) -> str:
        assert cut.tale is not None
        facts = _facts_of(cut)
        step = replace(cut.steps[0], facts=facts, is_first=cut.steps[0].is_first and cut.is_first)
        luck = luck_after(self.campaign, step)
        context = context_of(self.campaign, self.state, step, "", luck, self.eyes) | about
        context |= {} if cut.is_first else {"press": ()}
        told = replace(cut.tale, facts=facts, chapters=chapters_of(cut.pieces))
        if not cut.is_first:  # the sums of the step stand in its first part
            told = replace(told, sums=tale(self.campaign, step.after, ()).sums)
        return written(self.campaign, step, told, context, self.wish, is_brief=cut.is_brief).text

    def _whole_steps(self, steps: Sequence[StepFacts], about: dict[str, Any]) -> str:
        from pbem.report.several import steps_page

        parts = parts_of(self.campaign, self.state, steps, self.eyes)
        context = together(parts, luck_after(self.campaign, steps[-1])) | about
        return steps_page("steps", self.campaign.scenario, parts, context=context, **self.wish.words())


def _facts_of(cut: Cut) -> tuple[Fact, ...]:
    """The facts that the pieces tell; dice of which no piece tells stand in the first part of the step."""
    assert cut.tale is not None
    held = tuple(fact for piece in cut.pieces for fact in piece.facts)
    if not cut.is_first:
        return held
    told = {fact["name"] for piece in pieces(cut.tale) for fact in piece.facts if fact.kind == "rolled"}
    return (*held, *(fact for fact in cut.tale.facts if fact.kind == "rolled" and fact["name"] not in told))
