"""A board in words, for who does not see it: the same facts as `pbem tell front`, short enough for alternative text."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.views import in_words
from pbem.desk.views.surroundings import Lookout
from pbem.kernel.naming import the
from pbem.kernel.position import Position

LONGEST = 900  # characters: screen readers read alternative text in one breath
_MORE = "`pbem tell` says more."


def board_words(campaign: Campaign, position: Position, longest: int = LONGEST) -> str:
    """Where the sides touch, as whoever sees this position sees it; where they do not, how many stacks each has."""
    lookout, sides = Lookout(campaign, position), list(campaign.game.sides)
    fronts = [lookout.front(side) for side in sides]
    first = next((front for front in fronts if front.stretches), None)
    if first is None:
        counts = [f"{the(campaign.game.sides[side])} in {_hexes(len(lookout.stands(side)))}" for side in sides]
        return f"The sides do not touch: {', '.join(counts)}."
    lines = [line.strip() for line in in_words.front(first, campaign.game.sides) if line.strip()]
    return _cut(lines, longest)


def _hexes(count: int) -> str:
    return f"{count} hex" if count == 1 else f"{count} hexes"


def _cut(lines: list[str], longest: int) -> str:
    """As many whole sentences as fit; that there is more is said."""
    found = ""
    for number, line in enumerate(lines):
        more = f"{found} {line}".strip()
        rest = len(lines) - number - 1
        if len(more) + (len(_MORE) + 1 if rest else 0) > longest:
            return f"{found} {_MORE}".strip()
        found = more
    return found
