"""The post of a step in all forms that an archive keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL
from pbem.desk.record.state import State
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.post import Wish, context_of, written, written_in
from pbem.kernel.telling.tale import Tale
from pbem.report.book import DEEPER
from pbem.values import dataclass

_NOT_IN_A_BOOK = ("picture", "dice", "next", "next_step", "order_block")


@dataclass(frozen=True, slots=True)
class Posts:
    """The post of a step in several formats, the step in one sentence, and the proof of its dice."""

    texts: Mapping[str, str]  # by format
    in_short: str
    bare: str  # in Markdown, without title, picture, proof and order block, as part of a book
    proof: str


def posts_of(
    campaign: Campaign,
    state: State,
    found: StepFacts,
    told: Tale,
    formats: Iterable[str],
    picture: str,
    luck: str,
    eyes: str = ALL,
) -> Posts:
    """The posts of a step as things stood when it had been played; what they have in common is found out once."""
    context = context_of(campaign, state, found, picture, luck, eyes)
    texts = written_in(campaign, found, told, context, formats)
    bare = {key: value for key, value in context.items() if key not in _NOT_IN_A_BOOK}
    part = written(campaign, found, told, bare, Wish("md"), DEEPER)
    return Posts(texts, part.in_short, part.text, str(context["dice"].get("proof", "")))
