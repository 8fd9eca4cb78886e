"""The post of a step in all forms that an archive keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL
from pbem.desk.record.state import State
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.post import Wish, context_of, written

_NOT_IN_A_BOOK = ("picture", "dice", "next", "next_step", "order_block")


@dataclass(frozen=True, slots=True)
class Posts:
    """The post of a step in several formats, and the proof of its dice."""

    texts: Mapping[str, str]  # by format
    bare: str  # in Markdown, without picture, proof and order block, as a page of a book
    proof: str


def posts_of(
    campaign: Campaign,
    state: State,
    found: StepFacts,
    formats: Iterable[str],
    picture: str,
    luck: str,
    eyes: str = ALL,
) -> Posts:
    """The posts of a step as things stood when it had been played; what they have in common is found out once."""
    context = context_of(campaign, state, found, picture, luck, eyes)
    texts = {fmt: written(campaign, found, context, Wish(fmt)) for fmt in formats}
    bare = {key: value for key, value in context.items() if key not in _NOT_IN_A_BOOK}
    return Posts(texts, written(campaign, found, bare, Wish("md")), str(context["dice"].get("proof", "")))
