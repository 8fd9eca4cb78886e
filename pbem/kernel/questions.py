"""Questions to players, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pbem.kernel.episodes import Episode, episode_from_json, full_name
from pbem.kernel.pieces import Side


class Option(NamedTuple):
    """One legal answer: what the player writes, and what it means."""

    value: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a player must decide.

    `many` questions take any number of the options, in the order of preference; the others take exactly one.
    `about` is what a standing order's conditions look at; `hint` is the standing order that saves the mail.
    The table writes the episode in which it is asked into it, and its names before the key; a question that may come
    inside and outside of episodes alike, and has a key that says it all, is `alone`.
    """

    side: Side
    key: str
    options: tuple[Option, ...]
    rule: str
    text: str = ""
    many: bool = False
    default: tuple[str, ...] = ()
    hint: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    alone: bool = False
    episode: Episode | None = None

    def asked_in(self, episode: Episode | None) -> Question:
        """The question as it is put within an episode."""
        key = self.key if self.alone else full_name(episode, self.key)
        return replace(self, key=key, episode=episode) if episode else self

    def within(self, kind: str) -> Episode | None:
        """The episode of a kind in which it is asked, be it the innermost or one around it."""
        return self.episode.within(kind) if self.episode else None

    @property
    def topic(self) -> str:
        """What it is about in a word, by which standing orders know it."""
        return str(self.about.get("topic", ""))

    def allows(self, answer: tuple[str, ...]) -> bool:
        """Whether the answer is among the options (and, where one is wanted, just one)."""
        values = [option.value for option in self.options]
        fits = all(value in values for value in answer) and len(set(answer)) == len(answer)
        return fits and (self.many or len(answer) == 1)

    def as_json(self) -> dict[str, Any]:
        """The plain values, for questions that are stored and shown."""
        return {
            "side": self.side,
            "key": self.key,
            "rule": self.rule,
            "text": self.text,
            "many": self.many,
            "options": [[option.value, option.meaning] for option in self.options],
            "default": list(self.default),
            "hint": self.hint,
            "episode": self.episode.as_json() if self.episode else None,
        }


def question_from_json(values: Mapping[str, Any]) -> Question:
    """The question that `as_json` wrote."""
    return Question(
        Side(values["side"]),
        values["key"],
        tuple(Option(value, meaning) for value, meaning in values["options"]),
        values["rule"],
        values["text"],
        values["many"],
        tuple(values["default"]),
        values["hint"],
        episode=episode_from_json(values["episode"]),
    )


class Answer(NamedTuple):
    """The chosen options, and where they came from: `orders`, `standing`, `default`, `answer`, or `kept`."""

    chosen: tuple[str, ...]
    source: str

    @property
    def is_late(self) -> bool:
        """Whether it came by a mail of its own, after the question had been put."""
        return self.source == "answer"
