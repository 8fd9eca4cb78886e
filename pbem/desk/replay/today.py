"""What today's rules make of a step that an older edition has played, and the first fact in which the two part.

The record stands either way: an older edition played by other rules, and a release that has them replays it exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import release_of
from pbem.desk.record.kinds.run import StepAsked, StepPlayed
from pbem.desk.record.open_step import Open
from pbem.desk.record.recorded import orders_behind, sealed_dice
from pbem.desk.record.sealing import input_of, openings_of
from pbem.desk.record.state import State, label
from pbem.dice.seal import SealedDice
from pbem.errors import BadRecord
from pbem.kernel.facts import Fact, fact_from_json
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.play import Played, play_step
from pbem.kernel.rolls import Roll
from pbem.values import NamedTuple

# Of a fact: where a die or an answer came from, and a refusal in words; what happened, and by which rule, counts.
_BY_THE_WAY = ("epoch", "source", "why", "advice")
_VEILED = "not public while the game is in progress"
_LONGEST = 160


class Difference(NamedTuple):
    """A step that today's rules play otherwise."""

    seq: int
    place: str
    edition: int  # that played it
    fact: int  # the first that differs, from 1; 0 where there is none to name
    recorded: str
    today: str
    rule: str
    changes: tuple[str, ...]  # of later editions, that concern the rule or, if none does, all of them
    release: str  # that replays it exactly
    is_named: bool = True  # whether these changes name the rule

    def veiled(self) -> Difference:
        """As anybody may read it while the game hides things: where the two part, and not what happened there."""
        return self._replace(recorded=_VEILED, today=_VEILED)

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {**self._asdict(), "changes": list(self.changes)}

    def lines(self) -> list[str]:
        """For people: what differs, by which rule, and who replays it."""
        by = f", by rule {self.rule}" if self.rule else ""
        where = f"fact {self.fact}" if self.fact else "the run"
        return [
            f"{self.place} (entry {self.seq}), played by edition {self.edition}: {where} differs{by}",
            f"  recorded: {self.recorded}",
            f"  today:    {self.today}",
            *self._changed(),
            f"  exactly:  {self.release} replays it",
        ]

    def _changed(self) -> list[str]:
        if self.is_named:
            return [f"  changed:  {change}" for change in self.changes]
        by = f"rule {self.rule}" if self.rule else "a rule of this run"
        head = f"  changed:  no listed change names {by}; one of these has led to it:"
        return [head, *(f"    {change}" for change in self.changes)]


def difference(campaign: Campaign, state: State, seq: int, body: StepAsked | StepPlayed) -> Difference | None:
    """Where today's rules part from a run of an older edition; `state` is the one before its entry."""
    if state.open is None:
        raise BadRecord("a step was played before it was sealed")
    try:
        played = _played_today(campaign, state, state.open, body)
    except Exception as error:  # today's rules may not know what to do with a position of other rules
        return _differs(campaign, seq, body, (0, None, None), today=f"it cannot be played: {error}")
    if isinstance(body, StepAsked) or played.waiting:
        return _other_questions(campaign, seq, body, played)
    then = [fact_from_json(fact) for fact in body.facts]
    found = _first_unlike(then, played.facts)
    if found is None and (played.position.turn, played.position.step) != body.next:
        there = label(played.position.turn, played.position.step)
        return _differs(campaign, seq, body, (0, None, None), f"then {label(*body.next)}", f"then {there}")
    if found is None and (orders_behind(played), _called(played)) != (body.behind, body.called):
        words = "other orders behind its dice and answers"
        return _differs(campaign, seq, body, (0, None, None), "orders behind its dice and answers", words)
    return _differs(campaign, seq, body, found) if found else None


def _called(played: Played) -> tuple[tuple[str, str], ...]:
    return tuple((str(side), step) for side, step in played.called)


def _played_today(campaign: Campaign, state: State, opened: Open, body: StepAsked | StepPlayed) -> Played:
    pages = pages_from_json(body.pages)
    given = input_of(campaign, opened)
    kept = {page.key: page.values for page in pages if page.kind == "ask" and page.source == "kept"}
    given = type(given)(given.orders, {**kept, **given.answers}, given.instalments)
    dice = _Fallen(pages, sealed_dice(campaign, opened, body.secrets))
    return play_step(
        campaign.game, campaign.scenario, state.position, given, dice, first_epoch=opened.first_epoch,
        openings=openings_of(state, "", opened),
    )  # fmt: skip


class _Fallen:
    """The dice as they fell; those that only today's rules cast come from the same seeds."""

    def __init__(self, pages: Sequence[Page], sealed: SealedDice) -> None:
        self.faces = {page.key: page for page in pages if page.kind == "roll"}
        self.sealed = sealed

    def cast(self, roll: Roll) -> tuple[int, ...]:
        page = self.faces.get(roll.name)
        is_same = page is not None and page.cast is not None and (len(page.values), page.cast.sides) == roll[1:3]
        return page.values if page is not None and is_same else self.sealed.cast(roll)


# -- where they part ------------------------------------------------------------------------------------------

_Parting = tuple[int, Fact | None, Fact | None]  # the number of the fact, as recorded, as today


def _first_unlike(then: Sequence[Fact], today: Sequence[Fact]) -> _Parting | None:
    for number in range(max(len(then), len(today))):
        old, new = (facts[number] if number < len(facts) else None for facts in (then, today))
        if old is None or new is None or _plain(old) != _plain(new):
            return number + 1, old, new
    return None


def _plain(fact: Fact) -> dict[str, Any]:
    return {key: value for key, value in fact.as_json().items() if key not in _BY_THE_WAY}


def _other_questions(
    campaign: Campaign, seq: int, body: StepAsked | StepPlayed, played: Played
) -> Difference | None:  # fmt: skip
    asked = [str(question["key"]) for question in body.questions] if isinstance(body, StepAsked) else []
    today = [question.key for question in played.waiting]
    if asked == today:
        return None
    rule = played.waiting[0].rule if played.waiting else ""
    words = [f"it asks {'; '.join(keys)}" if keys else "it asks nobody" for keys in (asked, today)]
    return _differs(campaign, seq, body, (0, None, None), words[0], words[1], rule)


def _differs(
    campaign: Campaign, seq: int, body: StepAsked | StepPlayed, parting: _Parting, recorded: str = "",
    today: str = "", rule: str = "",
) -> Difference:  # fmt: skip
    number, old, new = parting
    rules = [fact.rule for fact in (new, old) if fact and fact.rule] + ([rule] if rule else [])
    changes, is_named = _changes(campaign, body.edition, rules)
    return Difference(
        seq, label(body.turn, body.step), body.edition, number, recorded or _words(old), today or _words(new),
        rules[0] if rules else "", changes, release_of(campaign, body.edition), is_named,
    )  # fmt: skip


def _words(fact: Fact | None) -> str:
    if fact is None:
        return "nothing more"
    about = ", ".join(f"{key} {_value(value)}" for key, value in fact.about.items() if value not in ("", [], None))
    rule = f" [{fact.rule}]" if fact.rule else ""
    line = f"{fact.kind}{rule}: {about}"[:_LONGEST]
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _value(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)


def _changes(campaign: Campaign, edition: int, rules: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """The changes of later editions that name one of the rules; if none does, all of them."""
    from pbem.library.editions import editions

    later = [one for one in editions(campaign.game.name).values() if edition < one.number <= campaign.game.edition]
    changes = [change for one in later for change in one.changes]
    named = {number.strip() for rule in rules for number in rule.split(",")}
    found = [str(change) for change in changes if named & set(change.rules)]
    return tuple(found or map(str, changes)), bool(found)
