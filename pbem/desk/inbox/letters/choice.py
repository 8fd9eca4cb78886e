"""Which order block of a letter counts: the sender's own; else one that he has edited in the mail that he answers."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.inbox.letters import words
from pbem.desk.inbox.letters.page import Letter, Page
from pbem.desk.inbox.letters.sent import Content, content_of, is_as_sent, sent_blocks
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called
from pbem.desk.record.state import State
from pbem.errors import Spot, UsageError
from pbem.kernel.text.blocks import Row, Span, find_spans, has_header, inside, order_rows, two_blocks
from pbem.kernel.text.names import folded
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_SIGNATURE = "pbem-sign/"
_ASKED = pattern(r"\W*Q\d+\.\s")  # as the page of a question begins


class Chosen(NamedTuple):
    """The rows of the block that counts, the text after it, where a signature may be, and where it was found."""

    rows: tuple[Row, ...]
    behind: str = ""
    source: str = ""  # the attachment
    level: int = 0


class Candidate(NamedTuple):
    """An order block of a letter."""

    page: Page
    span: Span
    rows: tuple[Row, ...]
    content: Content
    behind: str

    @property
    def mark(self) -> Row:
        """The row of its marker."""
        return self.page.rows[self.span.begin]

    @property
    def is_written(self) -> bool:
        """Whether the sender typed it: into the quotation, or on a page that does not show what he was asked."""
        if any(row.level < self.mark.level and row.text.strip() for row in self.rows):
            return True
        above = self.page.rows[: self.span.begin]
        return self.mark.level == 0 and not any(_ASKED.match(row.text) for row in above)

    @property
    def is_signed(self) -> bool:
        """Whether a signature follows it."""
        return _SIGNATURE in self.behind

    @property
    def spot(self) -> Spot:
        """Where it begins."""
        return Spot(self.mark.number, self.mark.text, source=self.page.name)


def choose(campaign: Campaign, state: State, letter: Letter, *, is_again: bool = False) -> Chosen:
    """The one block that counts. What is missing, cut off, unedited, old or in doubt is refused with its place."""
    for turn in sorted({page.turn for page in letter.pages}):
        pages = [page for page in letter.pages if page.turn == turn]
        found = [candidate for page in pages for candidate in candidates(page)]
        if found:
            return _Choice(campaign, state, letter.is_mail, is_again).of(found)
    if letter.is_mail:
        raise words.no_block(letter)
    return unmarked(letter.pages[0])


def unmarked(page: Page) -> Chosen:
    """A text without markers: all of it, down to a signature of ours and to the mail signature."""
    at = next((i for i, row in enumerate(page.rows) if row.text.strip().startswith(_SIGNATURE)), len(page.rows))
    behind = "\n".join(row.text for row in page.rows[at:])
    return Chosen(tuple(order_rows(page.rows[:at])), behind, page.name)


def candidates(page: Page) -> list[Candidate]:
    """All blocks of a page, each with the text down to the next one."""
    spans = find_spans(page.rows)
    ends = [*(span.begin for span in spans), len(page.rows)][1:]
    found = []
    for span, end in zip(spans, ends, strict=True):
        rows = tuple(inside(page.rows, span))
        behind = "\n".join(row.text for row in page.rows[min(span.end, end) : end])
        if not span.is_closed:
            rows, behind = _open_block(rows, behind)
        found.append(Candidate(page, span, rows, content_of(rows), behind))
    return found


def _open_block(rows: tuple[Row, ...], behind: str) -> tuple[tuple[Row, ...], str]:
    """A block without an end goes down to a signature of ours."""
    at = next((i for i, row in enumerate(rows) if row.text.strip().startswith(_SIGNATURE)), len(rows))
    return rows[:at], "\n".join([*(row.text for row in rows[at:]), behind])


class _Choice(NamedTuple):
    """The choice between the blocks of a letter."""

    campaign: Campaign
    state: State
    is_mail: bool
    is_again: bool = False  # a file that was accepted, and is read once more

    def of(self, found: Sequence[Candidate]) -> Chosen:
        """His own block, else an edited one of the mail that he answers."""
        own = [one for one in found if one.mark.level == 0]
        old = [one for one in found if one.mark.level > 0]
        if not own and old and not self.is_mail and has_header(_outside(found[0].page)):
            return unmarked(found[0].page)
        unedited = self._unedited(found)
        for group in (own, self._answered(old)):
            bringing = [one for one in group if one.content.brings and one not in unedited]
            if group is not own or not self.is_again:
                bringing = self._of_the_sender(bringing)
            if bringing:
                return self._one(bringing)
        if self.is_mail or unedited or len(found) > 1:
            raise words.unedited(found[0].spot, is_empty=not unedited)
        return _chosen(found[0])  # a header alone: whoever reads it says so

    def _unedited(self, found: Sequence[Candidate]) -> list[Candidate]:
        """The blocks that came back as they were sent. The sheets are made only if there is something to compare."""
        asked = [one for one in found if one.content.rest and (one.content.has_notes or not one.is_written)]
        if not asked or (self.is_again and len(found) == 1):
            return []
        blocks = sent_blocks(self.campaign, self.state, [one.content for one in asked])
        return [one for one in asked if is_as_sent(self.campaign, one.content, blocks, is_written=one.is_written)]

    def _answered(self, old: Sequence[Candidate]) -> list[Candidate]:
        """The blocks of the mail that is answered: deeper ones are older, and nobody means them by an answer."""
        level = min((one.mark.level for one in old), default=0)
        least = [one for one in old if one.mark.level == level]
        between = {row.level for one in least for row in one.page.rows if row.text.strip() and row.level < level}
        if level > 1 and between - {0}:
            raise words.too_old(least[0].spot)
        return least

    def _of_the_sender(self, found: Sequence[Candidate]) -> list[Candidate]:
        """A mail may have blocks of both sides in it: only those of its sender can be his."""
        side = sender_side(self.campaign, found[0].page.sender) if found else ""
        his = [one for one in found if not side or self._side_of(one) in ("", side)]
        if found and not his:
            name = self.campaign.side_name(self._side_of(found[0]))
            raise words.not_his(found[0].spot, name, self.campaign.side_name(side), found[0].mark.level > 0)
        return his

    def _side_of(self, one: Candidate) -> str:
        try:
            return side_called(self.campaign.sides, one.content.header.get("side", ""))
        except UsageError:
            return ""

    def _one(self, found: Sequence[Candidate]) -> Chosen:
        """The only one; of several those that are signed, and of those the one that they all say."""
        signed = [one for one in found if one.is_signed] or list(found)
        for one in signed:
            if not one.span.is_closed:
                raise words.cut_off(one.spot)
        others = [one for one in signed if one.content != signed[0].content]
        if others:
            raise two_blocks(signed[0].spot.place, others[0].spot.place, others[0].spot)
        return _chosen(signed[0])


def _chosen(one: Candidate) -> Chosen:
    return Chosen(one.rows, one.behind, one.page.name, one.mark.level)


def _outside(page: Page) -> list[Row]:
    """The sender's own rows that stand in no block."""
    blocks = {index for span in find_spans(page.rows) for index in range(span.begin, span.end)}
    return [row for index, row in enumerate(page.rows) if row.level == 0 and index not in blocks]


def sender_side(campaign: Campaign, sender: str) -> str:
    """The side that the sender of a mail plays, if his name says so beyond doubt."""
    name, _, address = sender.partition("<")
    said = {*folded(name.strip(' "')).split(), folded(address.partition("@")[0])}
    fits = [s for s in campaign.game.sides if (known := set(folded(campaign.player(s)).split())) and known <= said]
    return fits[0] if len(fits) == 1 else ""
