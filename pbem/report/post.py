"""The post of a step: the tale in the words of the game, and what the context adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.figures import stacks
from pbem.kernel.telling.tale import Tale
from pbem.report.context import settled
from pbem.report.document import Own, as_json, check_format, documents
from pbem.report.escape import clean
from pbem.report.look import Dress
from pbem.report.marks import folded
from pbem.report.shelf import Shelf, written
from pbem.report.words import Wording
from pbem.values import NamedTuple


class Post(NamedTuple):
    """The post of a step, and the step in one sentence (empty where there is nothing to sum up)."""

    text: str
    in_short: str


def report_step(
    scenario: Scenario,
    step_title: str,
    tale: Tale,
    before: Position | None,
    after: Position,
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    deeper: int = 0,
    is_brief: bool = False,
    own: Own = None,
    warnings: list[str] | None = None,
) -> Post:
    """The post of a step; `pbem.report.context` lists the keys of the context.

    With `deeper` it is part of another page: without its title, its headings so many levels deeper. In brief it tells
    how each combat came out, and leaves the sums behind it to the full post; the proof is whole.
    """
    given = {"context": context, "deeper": deeper, "is_brief": is_brief, "own": own, "warnings": warnings}
    return report_forms(scenario, step_title, tale, before, after, (fmt,), **given)[fmt]  # type: ignore[arg-type]


def report_forms(
    scenario: Scenario,
    step_title: str,
    tale: Tale,
    before: Position | None,
    after: Position,
    formats: Iterable[str],
    *,
    context: Mapping[str, Any] | None = None,
    deeper: int = 0,
    is_brief: bool = False,
    own: Own = None,
    warnings: list[str] | None = None,
) -> dict[str, Post]:
    """The post of a step in several formats: its words are found once."""
    wanted = tuple(formats)
    for fmt in wanted:
        check_format(fmt)
    told = tale.each(clean)
    values = _report_values(scenario, step_title, told, after, settled(context))
    values["stacks"] = _stacks(scenario, before, after, values["positions"])
    values |= {"rolls": [], "decisions": []} if is_brief else {}

    def pages(shelf: Shelf) -> dict[str, Post]:
        words = Wording(shelf, scenario, tale.telling, values)
        words.values["in_short"] = in_short = words.in_short(told.sums)
        words.values["chapters"] = told.chapters
        dressed = [fmt for fmt in wanted if fmt != "json"]
        looks = [Dress(shelf, fmt, deeper=deeper, is_brief=is_brief) for fmt in dressed]
        texts = dict(zip(dressed, documents(shelf, words, "report", looks, scenario.game), strict=True))
        if "json" in wanted:
            texts["json"] = as_json({**_report_json(values, words, Dress(shelf, "txt")), "in_short": in_short})
        return {fmt: Post(texts[fmt], in_short) for fmt in wanted}

    return written(pages, own, warnings)


def _report_values(
    scenario: Scenario, step_title: str, tale: Tale, after: Position, values: dict[str, Any]
) -> dict[str, Any]:
    """What the template is told: the context, and what the tale says."""
    place = values["dice"].get("place", "")
    return values | {
        "game": values["game"] or clean(scenario.title),
        "step_title": folded(clean(step_title)),
        "facts": list(tale.facts),
        "numbers": tale.numbers,
        "digest": after.digest(),
        "sums": tale.sums,
        "is_over": any(fact.kind == "victory" for fact in tale.facts),
        "rolls": [_roll(fact, place) for fact in tale.facts if fact.kind == "rolled"],
        "decisions": [fact for fact in tale.facts if fact.kind == "decided"],
    }


def _stacks(scenario: Scenario, before: Position | None, after: Position, which: str) -> list[dict[str, Any]]:
    return [] if which == "none" else stacks(scenario, before, after, which != "all")


def _roll(fact: Fact, place: str) -> dict[str, Any]:
    label = f"{place}/{fact['name']}" if place else str(fact["name"])
    return {"label": label, "faces": list(fact["faces"]), "sides": fact["sides"], "epoch": fact["epoch"]}


def _report_json(values: Mapping[str, Any], words: Wording, look: Dress) -> dict[str, Any]:
    """The report as plain values; each fact also has its sentence."""
    facts = [{**fact.as_json(), "text": folded(look.inked(words.say(fact)))} for fact in values["facts"]]
    kept = {key: value for key, value in values.items() if key not in ("facts", "decisions", "verbs", "numbers")}
    return {**kept, "facts": facts}
