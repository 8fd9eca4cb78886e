"""The verbs of a game: of each its reader, its places in the sequence of play, and an example that must read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kernel.game import Form, Reading
from pbem.kernel.pieces import Side
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import check_section
from pbem.kernel.text.preferences import Defaults
from pbem.kernel.text.standing import Topics
from pbem.kernel.text.words import Words
from pbem.values import NamedTuple

STANDING = "standing"


class Verb(NamedTuple):
    """One verb. Without places it is a standing order too, and may stand beside any others."""

    read: Callable[[Words, Reading], Order]
    example: str
    places: tuple[str, ...] = ()


def _defaults(words: Words, reading: Reading) -> Order:
    return Defaults()


DEFAULTS = Verb(_defaults, "defaults")  # what nothing else covers is decided by the printed default


class Verbs(NamedTuple):
    """All verbs of a game; `topics` are those of preferences, `losses: weakest first`."""

    sections: tuple[str, ...]
    verbs: Mapping[str, Verb]
    topics: Topics
    owners: Mapping[str, Side] = {}  # of sections that one side alone sends

    @property
    def names(self) -> tuple[str, ...]:
        """The words with which an order begins."""
        return tuple(dict.fromkeys((*self.verbs, *self.topics.names)))

    def forms(self) -> list[Form]:
        """All that can be written: the verbs, then the topics of preferences."""
        anywhere = (STANDING, *self.sections)
        found = [Form(name, verb.example, verb.places or anywhere) for name, verb in self.verbs.items()]
        return found + [Form(topic, "", anywhere, is_topic=True) for topic in self.topics.choices]

    def read(self, words: Words, reading: Reading) -> Order:
        """The order in a line; raises what is wrong with it."""
        verb = words.peek()
        known = self.verbs.get(verb)
        is_topic = self.topics.knows(verb) and (known is None or _has_colon(words))
        places = (known.places if known and not is_topic else ()) or (STANDING, *self.sections)
        section = reading.stem if reading.stem in places else reading.section
        if section not in places:
            own = [place for place in places if self.owners.get(place, reading.side) == reading.side]
            check_section(words, section, places, own)
        words.take("a verb")
        if is_topic:
            return self.topics.read(verb, words, reading)
        return self.verbs[verb].read(words, reading)


def _has_colon(words: Words) -> bool:
    """A preference has a colon, where the same word is a verb as well."""
    return any(word.text == ":" for word in words.words)
