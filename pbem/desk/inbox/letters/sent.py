"""The order blocks that sheets, reports and questions print now: what comes back unchanged is no order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import is_instalment, owed
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.state import State
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.blocks import HEADER, Row, says
from pbem.kernel.text.names import folded
from pbem.values import NamedTuple, replace

_SAYS_WHERE = ("campaign", "side", "turn", "step", "record", "player")  # fields that bring nothing by themselves


class Content(NamedTuple):
    """What a block says: its header, and all else in one piece, however it was wrapped."""

    header: Mapping[str, str]
    rest: str
    has_notes: bool = False  # lines after #, which every block that is sent out has

    @property
    def brings(self) -> bool:
        """Whether there is more in it than a header; a link of the dice chain is more."""
        return bool(self.rest) or any(key not in _SAYS_WHERE for key in self.header)


def content_of(rows: Sequence[Row]) -> Content:
    """The content of a block as it came."""
    header: dict[str, str] = {}
    rest: list[str] = []
    for line in says(rows):
        fields = list(HEADER.finditer(line)) if HEADER.match(line) else []
        for field, after in zip(fields, [*fields[1:], None], strict=True) if fields else ():
            header[field[1].lower()] = line[field.end() : after.start() if after else None].strip(" ,;")
        rest += [] if fields else ["".join(line.split())]
    return Content(header, "".join(rest), any(row.text.lstrip().startswith("#") for row in rows))


class SentBlock(NamedTuple):
    """A block as the program prints it, for one side."""

    side: str
    rest: str
    is_answers: bool = False


def sent_blocks(campaign: Campaign, state: State, contents: Sequence[Content]) -> list[SentBlock]:
    """The blocks that these could be: on the sheet of the next step that needs their side, and with open questions."""
    found = []
    for side in campaign.game.sides:
        if not any(_is_of(campaign, content, side) for content in contents):
            continue  # a sheet is dear to make
        position = next_of(campaign, state, side)
        if position is not None:
            found.append(SentBlock(side, _packed(_sheet_lines(campaign, state, side, position))))
    for debt in owed(campaign, state):
        if debt.questions:
            found.append(SentBlock(debt.side, _packed(_answer_lines(debt.questions)), is_answers=True))
    return [block for block in found if block.rest]


def next_of(campaign: Campaign, state: State, side: str) -> Position | None:
    """The position with the step set to the next one that needs this side; nothing when the game is over."""
    order = list(campaign.steps)
    if state.position.step not in order:
        return None
    first = order.index(state.position.step)
    for step in order[first:] + order[:first]:
        if side in campaign.steps[step].needs:
            return replace(state.position, step=step)
    return state.position


def _sheet_lines(campaign: Campaign, state: State, side: str, position: Position) -> list[str]:
    seen = position_seen(campaign, position, own_eyes(campaign, state, side))
    lines = list(campaign.game.sheet(Board(campaign.scenario, seen), Side(side)).orders)
    standing = state.standing.get(side, ())
    return [*lines, *(["standing:", *standing] if standing else [])]


def _answer_lines(questions: Sequence[Mapping[str, object]]) -> list[str]:
    """The answers as a question page fills them in: the default of each, where it has one."""
    lines = []
    for question in questions:
        default = question["default"]
        is_filled = bool(default or question["many"]) and not is_instalment(question)
        if is_filled and isinstance(default, Sequence):
            lines.append(f"answer {question['number']}: {', '.join(default) or 'none'}")
    return lines


def _packed(lines: Sequence[str]) -> str:
    return "".join("".join(line.split()) for line in says([Row(0, 0, line) for line in lines]))


def is_as_sent(campaign: Campaign, content: Content, blocks: Sequence[SentBlock], *, is_written: bool) -> bool:
    """Whether a block came back as it was sent.

    What he has written himself is meant: answers, also the default, and orders from which he has taken the notes.
    """
    is_bare = is_written and not content.has_notes
    return any(
        content.rest == block.rest
        and _is_of(campaign, content, block.side)
        and not (is_bare or (is_written and block.is_answers))
        for block in blocks
    )


def _is_of(campaign: Campaign, content: Content, side: str) -> bool:
    """Whether the header names the side, by its short or its full name."""
    said = folded(content.header.get("side", ""))
    return said in (folded(side), folded(campaign.side_name(side)))
