"""A post as it was copied, every die derived again."""

from __future__ import annotations

from pbem.dice.cleaning import LARGEST, post_text
from pbem.dice.judging import PostVerdict, judge_post

__all__ = ("LARGEST", "PostVerdict", "judge")


def judge(data: bytes, known: str = "") -> PostVerdict:
    """What the proof in a post is worth; `known` is a commitment that was published before."""
    return judge_post(post_text(data), known)
