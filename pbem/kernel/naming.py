"""The names of sides in sentences: `the Allies owe an answer`, `Red owes an answer`.

A name that is `Plural` on its game's card takes an article and plural verbs; any other name stands alone and takes
singular ones. Players and seats are singular.
"""

from __future__ import annotations

_SINGULAR = {"are": "is", "have": "has", "do": "does", "were": "was", "their": "its", "them": "it", "they": "it"}


class Plural(str):
    """A side's name that reads as several: `Plural("Allies")`."""

    __slots__ = ()


def alike(name: str, text: str) -> str:
    """The text as a name that reads as several if the first one does: for a name in another spelling."""
    return Plural(text) if isinstance(name, Plural) else text


def the(name: str) -> str:
    """The name inside a sentence: `the Allies`, `Red`."""
    return f"the {name}" if isinstance(name, Plural) else name


def agreed(name: str, word: str) -> str:
    """A verb or pronoun, given in the plural, to go with the name: `owe` or `owes`, `their` or `its`."""
    if isinstance(name, Plural):
        return word
    return _SINGULAR.get(word, word + "s")


def does(name: str, verb: str) -> str:
    """The name with its verb, which is given in the plural: `the Allies owe`, `Red owes`."""
    return f"{the(name)} {agreed(name, verb)}"


def whose(name: str) -> str:
    """The owner of something: `the Allies'`, `Red's`."""
    return the(name) + ("'" if name.endswith("s") else "'s")


def played_by(name: str, player: str) -> str:
    """A side by its player, who is one person: `Luigi (Allies)`; the side itself where nobody is named."""
    return f"{player} ({name})" if player else name


def begun(text: str) -> str:
    """The text as the beginning of a sentence: `The Allies owe`."""
    return text[:1].upper() + text[1:]
