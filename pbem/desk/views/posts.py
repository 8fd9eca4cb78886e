"""Publishing: the post of a step, of several steps, or of the opening, from the record to the report room.

What a game hides is taken out before a word is written: `side` names whose eyes a page is for (see `record.eyes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, eyes_of
from pbem.desk.record.names import side_called
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.under_way import under_way
from pbem.desk.views.citing import luck_line
from pbem.desk.views.dice_so_far import habits_of, summed
from pbem.desk.views.opening_post import opening_post
from pbem.desk.views.post import Published, Wish, context_of, written
from pbem.desk.views.spans import Span, steps_in
from pbem.desk.views.steps_seen import steps_seen
from pbem.desk.views.telling import tale
from pbem.kernel.questions import question_from_json
from pbem.store.entry import Reads
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.report.several import Part


def report(
    store: Reads,
    campaign: str = "",
    span: Span | str = "",
    *,
    fmt: str = "txt",
    picture: str = "",
    own: str = "",
    side: str = "",
) -> Published:
    """The post of a span of steps; without one, of all that is new. `picture` is the address of the board."""
    wanted = Span(only=span) if isinstance(span, str) else span
    return post_of(store, asked_for(store, campaign, wanted, side), Wish(fmt, own), picture)


class Asked(NamedTuple):
    """What a post is asked to tell: the steps as those eyes see them; none for the opening post."""

    campaign: Campaign  # with counters for what is seen but dimly
    state: State
    eyes: str
    steps: Sequence[StepFacts]


def asked_for(store: Reads, campaign: str, span: Span, side: str) -> Asked:
    """The steps of a span, looked up once, however often they are written out."""
    loaded, state = load(store, campaign)
    eyes = eyes_of(loaded, state, side)
    is_untouched = not state.trail and under_way(loaded, state) is None
    if span.is_start or (span == Span() and is_untouched):
        return Asked(loaded, state, eyes, ())
    shown, steps = steps_seen(loaded, steps_in(store, loaded, state, span, who_asks(loaded, side)), eyes)
    return Asked(shown, state, eyes, steps)


def post_of(store: Reads, asked: Asked, wish: Wish, picture: str) -> Published:
    """The whole post, however long."""
    shown, state, eyes, steps = asked
    if not steps:
        return opening_post(store, shown, state, eyes, wish, picture)
    if len(steps) == 1 and steps[0].is_complete:
        text = _one(shown, state, steps[0], picture, eyes, wish)
    else:
        text = _several(shown, state, steps, picture, eyes, wish)
    first, last = steps[0].label, steps[-1].label
    return Published(first if first == last else f"{first} to {last}", text, tuple(wish.warnings))


def who_asks(campaign: Campaign, side: str) -> str:
    """The side to which the page must be new; nobody in particular where it is for all."""
    return side_called(campaign.sides, side) if side and side.strip().lower() != ALL else ""


def _one(campaign: Campaign, state: State, found: StepFacts, picture: str, eyes: str, wish: Wish) -> str:
    told = tale(campaign, found.after, found.facts)
    context = context_of(campaign, state, found, picture, luck_after(campaign, found), eyes)
    return written(campaign, found, told, context, wish).text


def _several(campaign: Campaign, state: State, steps: Sequence[StepFacts], picture: str, eyes: str, wish: Wish) -> str:
    from pbem.report.several import steps_page

    parts = parts_of(campaign, state, steps, eyes)
    context = together(parts, luck_after(campaign, steps[-1]))
    if picture:
        context["picture"] = {"file": picture, "text": f"the board after {steps[-1].label}"}
    return steps_page("steps", campaign.scenario, parts, context=context, **wish.words())


def luck_after(campaign: Campaign, found: StepFacts) -> str:
    """A sentence on the luck of both sides up to a step."""
    return luck_line(campaign, summed(campaign, habits_of(campaign.game.name), found.luck))


# -- several steps ----------------------------------------------------------------------------------------------


def parts_of(campaign: Campaign, state: State, steps: Sequence[StepFacts], eyes: str) -> list[Part]:
    """Each step with what its own post would say."""
    from pbem.report.several import Part

    return [
        Part(
            found.title, tale(campaign, found.after, found.facts), found.before, found.after,
            context_of(campaign, state, found, "", eyes=eyes), found.is_complete,
            () if found.is_complete else _asked_in(state),
        )
        for found in steps
    ]  # fmt: skip


def _asked_in(state: State) -> tuple[tuple[str, int], ...]:
    """The episodes, by kind and number, in which questions are open."""
    asked = [question_from_json(one).episode for one in (state.open.questions if state.open else ())]
    return tuple((outer.kind, outer.number) for one in asked if one for outer in one.inward()[:1])


def together(parts: Sequence[Part], luck: str) -> dict[str, Any]:
    """What is said once for all steps: rulings and data that any of them used, each step's proof, who is next."""
    contexts = [part.context for part in parts]
    proofs = [one["dice"]["proof"] for one in contexts if one["dice"]["proof"]]
    return {
        **contexts[-1],
        "press": (),
        "luck": luck,
        "dice": {"mode": contexts[-1]["dice"]["mode"], "proof": "\n\n".join(proofs)},
        "rulings": _each_once(contexts, "rulings", "id"),
        "reconstructed": _each_once(contexts, "reconstructed", "what"),
    }


def _each_once(contexts: Sequence[Mapping[str, Any]], key: str, name: str) -> list[Any]:
    return list({row[name]: row for context in contexts for row in context[key]}.values())
