"""The verbs of a game as forms: where each may stand, an example, and whether it reads in this scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import Pattern
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.kernel.game import Form
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.grammar import STANDING
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.reading import read_orders
from pbem.values.patterns import pattern

_UNIT, _HEX = pattern(r"\b[A-Z]{2}-[\w-]+"), pattern(r"\b[A-Z]?\d{4}\b")
_CHOICES = ("weakest first", "all", "none", "yes", "no", "1")  # what most topics take one of


def forms_of(campaign: Campaign, side: Side, coming: Sequence[str]) -> list[dict[str, Any]]:
    """All verbs and topics, those that may stand in the coming sections first."""
    stems = [stem_of(section) for section in coming]
    found = [_form(campaign, side, form) for form in campaign.game.forms()]
    found = [{**form, "is_due": any(stem in form["sections"] for stem in stems)} for form in found]
    return sorted(found, key=lambda form: (form["is_topic"], not form["is_due"]))


def _form(campaign: Campaign, side: Side, form: Form) -> dict[str, Any]:
    tried = _examples(campaign, side, form) if form.is_topic else [form.example, *_mine(campaign, side, form.example)]
    example = next((line for line in tried if _reads(campaign, side, form.places, line)), "")
    return {
        "verb": form.verb,
        "example": example or form.example or f"{form.verb}: ",
        "reads": bool(example),  # whether it is an order of this side: its units may belong to another scenario
        "sections": list(dict.fromkeys(stem_of(place) for place in form.places if place != STANDING)),
        "is_standing": STANDING in form.places,
        "is_topic": form.is_topic,
    }


def _mine(campaign: Campaign, side: Side, example: str) -> Iterator[str]:
    """The example with units of this side in the place of others, and hexes of this map."""
    units = [unit for unit, counter in campaign.scenario.units.items() if counter.side == side]
    hexes = campaign.scenario.map.grid.hexes
    for start in range(0, len(units), max(1, len(units) // 12)):
        line = _put(_UNIT, units[start:], example)
        yield line
        yield _put(_HEX, hexes[start:], line)


def _put(kind: Pattern[str], names: Sequence[str], line: str) -> str:
    """The line with these names, one after the other, in the place of those of a kind."""
    rest = iter(names)
    return kind.sub(lambda found: next(rest, found[0]), line)


def _examples(campaign: Campaign, side: Side, form: Form) -> Iterator[str]:
    """Lines that may be an example of a topic: whatever reads first is one."""
    unit = next((unit for unit, counter in campaign.scenario.units.items() if counter.side == side), "")
    here = campaign.scenario.map.grid.hexes[0]
    words = (*_CHOICES, unit, f"toward {here}", here, *_wanted(campaign, side, form))
    yield from (f"{form.verb}: {word}" for word in words if word)
    yield from (f"{form.verb} {unit}: {word}" for word in words if word)


def _wanted(campaign: Campaign, side: Side, form: Form) -> list[str]:
    """The words that the reader says it wanted, where it wanted one of a few."""
    problems = _problems(campaign, side, form.places[0], f"{form.verb}: ?")
    wanted = problems[0].wanted.removeprefix("one of ") if problems else ""
    return [word.strip(" `") for word in wanted.replace(" or ", ",").split(",")]


def _reads(campaign: Campaign, side: Side, places: Sequence[str], line: str) -> bool:
    return any(not _problems(campaign, side, place, line) for place in places)


def _problems(campaign: Campaign, side: Side, section: str, line: str) -> list[Any]:
    block = Block(sections={section: [Line(1, line)]})
    return read_orders(block, campaign.game, campaign.scenario, side, section).problems
