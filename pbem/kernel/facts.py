"""Facts: what happened, with the rule that made it so. Rules record them; templates find the words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.kernel.episodes import Episode, episode_from_json
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.values import dataclass, field

_FIXED = ("kind", "rule", "episode")  # what a fact is beside its values


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened, and the episode it happened in. `about` holds plain JSON values only."""

    kind: str
    rule: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    episode: Episode | None = None

    def __getitem__(self, key: str) -> Any:
        return self.about[key]

    def get(self, key: str, otherwise: Any = None) -> Any:
        """A value, or something else where the fact has none."""
        return self.about.get(key, otherwise)

    def within(self, kind: str) -> Episode | None:
        """The episode of a kind that the fact belongs to, be it the innermost or one around it."""
        return self.episode.within(kind) if self.episode else None

    def having(self, **values: Any) -> Fact:
        """The same fact with some values more, or with others in their place."""
        return Fact(self.kind, self.rule, {**self.about, **values}, self.episode)

    def as_json(self) -> dict[str, Any]:
        """Kind, rule and values side by side, and the episode where there is one."""
        found = {"kind": self.kind, "rule": self.rule, **self.about}
        if self.episode:
            found["episode"] = self.episode.as_json()
        return found


def fact_from_json(values: Mapping[str, Any]) -> Fact:
    """The fact that `as_json` wrote."""
    about = {key: value for key, value in values.items() if key not in _FIXED}
    return Fact(values["kind"], values["rule"], about, episode_from_json(values.get("episode")))


def steps_lost(fact: Fact) -> int:
    """The steps that a fact counts as losses; none where a game marks it `uncounted`, as for an HQ without steps."""
    is_loss = fact.kind in ("lost", "eliminated") and not fact.get("uncounted")
    return int(fact.get("steps", 0)) if is_loss else 0


def losses(facts: Iterable[Fact], units: Mapping[UnitId, Unit]) -> dict[Side, int]:
    """The steps that the facts count as losses, by side; no side without any."""
    found: dict[Side, int] = {}
    for fact in facts:
        lost = steps_lost(fact)
        unit = units.get(fact.get("unit", "")) if lost else None
        if unit is not None:
            found[unit.side] = found.get(unit.side, 0) + lost
    return found


def canonical(value: Any) -> str:
    """JSON in one fixed form: sorted keys, no blanks, real letters. What is hashed is written so."""
    return _ENCODER.encode(value)


# Facts and records are trees: nothing in them can hold itself.
_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical_facts(facts: Iterable[Fact]) -> str:
    """The facts as one list in one fixed form."""
    return canonical([fact.as_json() for fact in facts])
