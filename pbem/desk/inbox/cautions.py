"""What a player should hear in time: sections with nothing in them, orders that will do nothing, dangers ahead."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.rehearsal import Rehearsal
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.state import State
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.mail import PRESS, Block


def empty_sections(block: Block) -> list[str]:
    """Sections with nothing under their header: what they are taken for, and how to say so on purpose."""
    return [
        f"line {block.section_lines[section].number}: there is nothing under `{section}:`; {_taken_for(section)}"
        for section, lines in block.sections.items()
        if section and section != PRESS and not lines
    ]


def _taken_for(section: str) -> str:
    if section == "standing":
        return "it leaves you without standing orders. Write `done` under it if you mean that, else leave it out"
    if section == "answers":
        return "it answers nothing"
    return "it counts as no orders. Write `done` under it if you mean that, else leave it out"


def cautions(campaign: Campaign, state: State, judged: Judged, rehearsal: Rehearsal) -> list[str]:
    """What the rehearsed steps had to say, then what threatens the side on the board after them."""
    found = dict.fromkeys(_of_steps(rehearsal))
    position = _behind(state, rehearsal)
    if position is not None:
        seen = position_seen(campaign, position, own_eyes(campaign, state, judged.side))
        found |= dict.fromkeys(map(str, campaign.game.cautions(Board(campaign.scenario, seen), Side(judged.side))))
    return list(found)


def _of_steps(rehearsal: Rehearsal) -> Iterator[str]:
    for number, item in enumerate(rehearsal.steps):
        for caution in item.played.warned:
            yield f"{item.step.title}: {caution}" if number and not caution.line else str(caution)


def _behind(state: State, rehearsal: Rehearsal) -> Position | None:
    """The board after the last step that can be foreseen; none while a step is under way."""
    if state.open:
        return None
    if not rehearsal.steps:
        return state.position
    last = rehearsal.steps[-1]
    return last.played.position if last.played.is_complete else last.before
