"""Answers in advance beside those of combat: arrivals, HQs."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.text.counsel import Saying, goal

PREFERENCES: Mapping[str, Saying] = {"arrive": goal, "hq-to": goal}
