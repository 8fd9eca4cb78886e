"""A post as it was copied, every die derived again."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.dice.cleaning import LARGEST, post_text
from pbem.dice.judging import PostVerdict, judge_post

__all__ = ("LARGEST", "PostVerdict", "judge")


def judge(data: bytes, known: Sequence[bytes | str] = ()) -> PostVerdict:
    """What the proof in a post is worth to a reader who has kept earlier posts (bytes) or commitments (words)."""
    kept = [post_text(one) if isinstance(one, bytes) else one for one in known]
    return judge_post(post_text(data), "\n\n".join(kept))
