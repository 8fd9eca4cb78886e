"""A post as it was copied, every die derived again."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.inbox.letters.opening import is_mail
from pbem.desk.inbox.letters.versions import texts_in
from pbem.dice.cleaning import LARGEST, post_text
from pbem.dice.judging import PostVerdict, judge_post

__all__ = ("LARGEST", "PostVerdict", "judge")


def judge(data: bytes, known: Sequence[bytes | str] = ()) -> PostVerdict:
    """What the proof in a post is worth to a reader who has kept earlier posts (bytes) or commitments (words)."""
    kept = [_text(one) if isinstance(one, bytes) else one for one in known]
    return judge_post(_text(data), "\n\n".join(kept))


def _text(data: bytes) -> str:
    """The post in a file, or in a mail as it was saved: every text of it in which there is a proof."""
    found = texts_in(data, lambda text: "pbem-" in text) if is_mail(data) and len(data) <= LARGEST else None
    return post_text(data) if found is None else "\n\n".join(found)
