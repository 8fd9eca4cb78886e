"""Questions to players, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.kernel.episodes import Episode, episode_from_json, full_name
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple, dataclass, field, replace


class Option(NamedTuple):
    """One legal answer: what the player writes, what it means, and how often it may be chosen."""

    value: str
    meaning: str = ""
    times: int = 1  # more than once where points are shared out: the points that it can take
    parts: int = 0  # where a part of it may be meant: how many it has; `IT-7 2` names two of them


def split_part(chosen: str) -> tuple[str, int]:
    """What was chosen, and how many parts of it: `IT-7 2`; 0 where it is meant whole."""
    value, _, number = chosen.rpartition(" ")
    return (value, int(number)) if value and number.isdecimal() else (chosen, 0)


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a player must decide.

    `many` questions take any number of the options, in the order of preference; `least` and `most` bound how many:
    exactly two of these, at most three, five points shared out (an option that takes several has `times`). All others
    take exactly one. `about` is what a standing order's conditions look at; `hint` is the standing order that saves
    the mail.
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
    least: int = 0
    most: int = 0  # 0: no bound of its own
    alone: bool = False
    episode: Episode | None = None
    seat: str = ""  # where two players share a side: who of them decides; empty for either

    def __post_init__(self) -> None:
        """A question that nobody could answer is a fault of the rules, and is told where it is made."""
        room, (least, most) = self.room, self.bounds
        if self.options and (least > room or most < least):
            raise AssertionError(f"{self.key}: {least} to {most} are wanted, and {room} can be chosen")

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

    @property
    def room(self) -> int:
        """How many can be chosen if every option is taken as often as it may be."""
        return sum(option.times for option in self.options)

    @property
    def is_bounded(self) -> bool:
        """Whether it has bounds of its own."""
        return bool(self.least or self.most)

    @property
    def bounds(self) -> tuple[int, int]:
        """How many options an answer names, at least and at most; one that is taken twice counts twice."""
        if self.is_bounded:
            return self.least, min(self.most or self.room, self.room)
        return (0, self.room) if self.many else (1, 1)

    def allows(self, answer: tuple[str, ...]) -> bool:
        """Whether the answer takes offered options only, none too often, and as many as are wanted."""
        options = {option.value: option for option in self.options}
        least, most = self.bounds
        return all(_fits(options, answer, value) for value in dict.fromkeys(answer)) and least <= len(answer) <= most

    def filled(self, ranked: tuple[str, ...]) -> tuple[str, ...]:
        """As many as the question takes: the ranked options first, each as often as it may be chosen.

        So one ranking answers whatever the dice say. Where it is too short for what is wanted, the options that it
        does not name follow as printed, down to the least.
        """
        times = {option.value: option.times for option in self.options}
        least, most = self.bounds
        chosen = [value for value in dict.fromkeys(ranked) for _ in range(times.get(value, 0))][:most]
        others = [value for value in times if value not in ranked for _ in range(times[value])]
        return tuple(chosen + others[: max(least - len(chosen), 0)])

    def fallback(self) -> tuple[str, ...]:
        """The default, or the first legal answer where it has none that is legal."""
        return self.default if self.allows(self.default) else self.filled(())

    def as_json(self) -> dict[str, Any]:
        """The plain values, for questions that are stored and shown; bounds only where it has any."""
        bounds = dict(zip(("least", "most"), self.bounds, strict=True)) if self.is_bounded else {}
        times = {option.value: option.times for option in self.options if option.times > 1}
        parts = {option.value: option.parts for option in self.options if option.parts}
        return {
            "side": self.side,
            "key": self.key,
            "rule": self.rule,
            "text": self.text,
            "many": self.many,
            "options": [[option.value, option.meaning] for option in self.options],
            "default": list(self.default),
            "hint": self.hint,
            **({"seat": self.seat} if self.seat else {}),
            "episode": self.episode.as_json() if self.episode else None,
            **bounds,
            **({"times": times} if times else {}),
            **({"parts": parts} if parts else {}),
        }


def question_from_json(values: Mapping[str, Any]) -> Question:
    """The question that `as_json` wrote."""
    times, parts = values.get("times", {}), values.get("parts", {})
    return Question(
        Side(values["side"]),
        values["key"],
        tuple(Option(value, meaning, times.get(value, 1), parts.get(value, 0)) for value, meaning in values["options"]),
        values["rule"],
        values["text"],
        values["many"],
        tuple(values["default"]),
        values["hint"],
        episode=episode_from_json(values["episode"]),
        least=values.get("least", 0),
        most=values.get("most", 0),
        seat=values.get("seat", ""),
    )


def _fits(options: Mapping[str, Option], answer: tuple[str, ...], value: str) -> bool:
    """Whether one value of an answer is an option, or some parts of one, and is not taken too often."""
    if value in options:
        return answer.count(value) <= options[value].times
    name, parts = split_part(value)
    return answer.count(value) == 1 and name in options and 0 < parts <= options[name].parts


class Answer(NamedTuple):
    """The chosen options, and where they came from: `orders`, `standing`, `default`, `answer`, or `kept`."""

    chosen: tuple[str, ...]
    source: str

    @property
    def is_late(self) -> bool:
        """Whether it came by a mail of its own, after the question had been put."""
        return self.source == "answer"


class Wanting(NamedTuple):
    """Somebody whose next orders are wanted: the side, under which name, and who of it where players share it."""

    side: Side
    key: str
    seat: str = ""
