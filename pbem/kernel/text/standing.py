"""Reading standing orders: `TOPIC [hex or unit] [on RESULT]: what, what if ...`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.errors import Refusal, Unreadable
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.phrases import WHO, take_who
from pbem.kernel.text.preferences import Condition, Preference
from pbem.kernel.text.words import Words
from pbem.values import dataclass, field, replace

TakeUnit = Callable[[Words, Reading], UnitId]
Choice = Callable[[Words, Reading], tuple[str, ...]]  # one thing that is wanted, in one word or several


def _nothing(words: Words, reading: Reading) -> tuple[Condition, ...]:
    return ()


def _allow(words: Words, preference: Preference) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of a game's standing orders: of each what may be chosen, and what may stand around it."""

    choices: Mapping[str, Choice]
    take_unit: TakeUnit
    take_conditions: Callable[[Words, Reading], tuple[Condition, ...]] = _nothing
    results: tuple[str, ...] = ()  # that may follow `on`, in small letters
    synonyms: Mapping[str, str] = field(default_factory=dict)  # other words for topics
    check: Callable[[Words, Preference], None] = _allow  # refuses a line that could never be about its topic

    @property
    def names(self) -> tuple[str, ...]:
        """The words with which a preference begins."""
        return (*self.choices, *self.synonyms)

    def knows(self, word: str) -> bool:
        """Whether a preference begins with the word."""
        return word in self.choices or word in self.synonyms

    def read(self, word: str, words: Words, reading: Reading) -> Preference:
        """The preference of which the first word has been taken."""
        topic = self.synonyms.get(word, word)
        where, on = self._where(word, words, reading), self._on(words)
        words.expect(":")
        choices = list(self.choices[topic](words, reading))
        while words.skip(",", "|", "then", "or"):
            choices += self.choices[topic](words, reading)
        found = Preference(topic, tuple(choices), where, on, self.take_conditions(words, reading))
        self.check(words, found)
        return found

    def _where(self, topic: str, words: Words, reading: Reading) -> str:
        """A hex, a place, or one of the side's units; nothing for everywhere."""
        mark = words.at
        try:
            return self._place(words, reading)
        except Refusal:
            words.at = mark
            if words.has(":"):
                raise
        why, advice = "the colon is missing", f"write `{topic}: ...`, or `{topic} HEX: ...` for one place"
        raise words.unreadable(why, "a colon before what you want", advice)

    def _place(self, words: Words, reading: Reading) -> str:
        if words.skip("all", "everywhere") or words.peek() == ":" or (self.results and words.peek() == "on"):
            return ""
        words.skip("at")
        if HexId(words.peek().upper()) not in reading.scenario.map.grid:
            mark = words.at
            try:
                return self.take_unit(words, reading)
            except Refusal:
                words.at = mark
        return take_hex(words, reading.scenario.map)

    def _on(self, words: Words) -> str:
        """The result after `on`, where the game has any."""
        if not self.results or not words.skip("on"):
            return ""
        words.skip("result")
        return words.expect(*self.results).upper()


# -- what can be chosen --------------------------------------------------------------------------------------


def units(take_unit: TakeUnit) -> Choice:
    """Units one by one, or `all`, `none`, `weakest first`, `strongest first`."""

    def take(words: Words, reading: Reading) -> tuple[str, ...]:
        return take_who(words, tuple) if words.peek() in WHO else (take_unit(words, reading),)

    return take


def hexes(words: Words, reading: Reading) -> tuple[str, ...]:
    """A hex."""
    return (take_hex(words, reading.scenario.map),)


def toward(otherwise: Choice) -> Choice:
    """`toward` a hex, which `kernel.text.counsel.goal` answers, or what else the game offers."""

    def take(words: Words, reading: Reading) -> tuple[str, ...]:
        if words.skip("toward", "towards"):
            return (f"toward {take_hex(words, reading.scenario.map)}",)
        return otherwise(words, reading)

    return take


def wanting(choice: Choice, wanted: str) -> Choice:
    """The choice; where its words are not understood, everything that could stand there is named."""

    def take(words: Words, reading: Reading) -> tuple[str, ...]:
        try:
            return choice(words, reading)
        except Unreadable as refused:
            refused.problem = replace(refused.problem, wanted=wanted)
            raise

    return take


def one_of(*allowed: str) -> Choice:
    """One of these words."""
    return lambda words, reading: (words.expect(*allowed),)
