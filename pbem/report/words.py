"""The words: from a fact to a sentence, by the macro that bears its name in `facts.j2`.

The game's own file is asked first, then the one for all games; a kind that neither knows gets a neutral sentence.
No fact is lost and none can stop a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.scenario import Scenario
from pbem.report.marks import PHRASES, block, phrase
from pbem.report.shelf import Shelf
from pbem.report.story import Habits, Told


class Words:
    """The words of one game for one page."""

    def __init__(self, shelf: Shelf, scenario: Scenario, more: Mapping[str, Any] | None = None) -> None:
        self.shelf, self.scenario = shelf, scenario
        self.values: dict[str, Any] = {**plain_words(), **self._names(), **(more or {}), "scenario": scenario}
        self.values |= {"say": self.say, "tell": self.tell, "told_of": self.told_of, "part": self.part}
        game = [f"{scenario.game}/facts.j2"] if scenario.game else []
        self._modules = shelf.macros((*game, "facts.j2"), self.values)
        self._parts = shelf.macros(("parts.j2",), self.values)
        self.habits = Habits(
            *(self._habit(name, empty) for name, empty in (("quiet", ()), ("tells", {}), ("gathered", ()), ("chapters", {})))
        )

    def _habit(self, name: str, otherwise: Any) -> Any:
        return next((getattr(m, name) for m in self._modules if hasattr(m, name)), otherwise)

    # -- telling ----------------------------------------------------------------------------------------------

    def say(self, fact: Fact) -> str:
        """One fact as a sentence; empty if the words for it are none."""
        found = self._call(_macro_name(fact.kind), fact)
        return neutral(fact, self.scenario) if found is None else found

    def tell(self, told: Told) -> str:
        """What is told together, as blocks: by a macro for all of them (`all_moved`), else one by one."""
        name = "battle" if told.number else "all_" + _macro_name(told.kind)
        found = self._call(name, told if told.number else list(told.facts))
        if found is not None:
            return found
        sentences = [text for text in map(self.say, told.facts) if text]
        return block("para", *sentences) if len(sentences) == 1 else "".join(block("item", s, 1) for s in sentences)

    def told_of(self, name: str, *values: Any) -> str:
        """What a macro of the game's words makes of values such as the state of victory; empty if it has none."""
        return self._call(name, *values) or ""

    def part(self, name: str, *values: Any) -> str:
        """A part that several pages share, by a macro of `parts.j2`."""
        return str(next(getattr(module, name) for module in self._parts if hasattr(module, name))(*values))

    def _call(self, name: str, *values: Any) -> str | None:
        for module in self._modules:
            macro = getattr(module, name, None)
            if callable(macro):
                try:
                    return str(macro(*values)).strip()
                except Exception as error:
                    # The reader's own words are laid aside by the shelf; ours give way to the next, then to neutral ones.
                    if self.shelf.culprit(error):
                        raise
        return None

    # -- names ------------------------------------------------------------------------------------------------

    def _names(self) -> dict[str, Any]:
        return {"hex": self._hex, "at": self._at, "unit": _unit, "units": _units, "counter": self._counter,
                "side": self._side, "side_of": self._side_of, "way": self._way, "called": self._called,
                "runs": self._runs, "ends": self._ends, "stack_words": stack_words}  # fmt: skip

    def _hex(self, place: Any) -> str:
        return phrase("hex", PLACES.get(str(place), place))

    def _at(self, place: Any) -> str:
        """The hex with the name of its place: `1710 (Udine)`."""
        return phrase("hex", self.scenario.map.called(place) if place in self.scenario.map.grid else PLACES.get(place, place))

    def _way(self, path: Sequence[str]) -> str:
        """A path: `from 1902 by 1903 to 1904 (Kolovrat)`."""
        if len(path) < 2:
            return f"in {self._at(path[0])}" if path else ""
        by = f" by {phrase('hex', '-'.join(PLACES.get(h, h) for h in path[1:-1]))}" if len(path) > 2 else ""
        return f"from {self._hex(path[0])}{by} to {self._at(path[-1])}"

    def _counter(self, unit: str) -> Any:
        return self.scenario.units.get(unit)  # type: ignore[call-overload]

    def _called(self, unit: str) -> str:
        """The unit in words, by the game's macro `unit_name`, with its designation."""
        counter = self._counter(unit)
        name = self._call("unit_name", counter) if counter else None
        return f"{name} ({_unit(unit)})" if name else _unit(unit)

    def _runs(self, facts: Iterable[Fact], also: Sequence[str] = ()) -> list[list[Fact]]:
        """The facts that are told, cut where the kind changes; `also` are quiet kinds that are wanted too."""
        found: list[list[Fact]] = []
        for fact in facts:
            if fact.kind in self.habits.quiet and fact.kind not in also:
                continue
            if found and (found[-1][0].kind, found[-1][0].get("how")) == (fact.kind, fact.get("how")):
                found[-1].append(fact)
            else:
                found.append([fact])
        return found

    def _ends(self, facts: Iterable[Fact]) -> list[str]:
        """The hexes in which moves end, each once."""
        return list(dict.fromkeys(self._at(fact["path"][-1]) for fact in facts))

    def _side(self, side: str) -> str:
        names = self.values.get("sides") or {}
        card = self.scenario.card.get("sides", {}).get(side, {})
        return str(names.get(side) or card.get("name") or side)

    def _side_of(self, unit: str) -> str:
        counter = self._counter(unit)
        return self._side(counter.side) if counter else ""


PLACES = {"waiting": "the reinforcements", "gone": "the eliminated units", "aside": "the units set aside",
          "offmap": "off the map"}  # fmt: skip


def _macro_name(kind: str) -> str:
    return kind.replace("-", "_")


def _unit(unit: Any) -> str:
    return phrase("unit", unit)


def _units(units: Iterable[Any]) -> str:
    return listed(_unit(unit) for unit in units)


def stack_words(units: Iterable[Mapping[str, Any]]) -> str:
    """Units of a stack with the steps they have left: `GE-5 2/2, GE-hq14`."""
    return ", ".join(_unit(u["unit"]) + (f" {u['steps']}/{u['whole']}" if u["whole"] else "") for u in units)


# -- words without a game --------------------------------------------------------------------------------------


def plain_words() -> dict[str, Any]:
    """The functions that every template can use; docs/templates.md lists them."""
    found: dict[str, Any] = {kind: _phrase_maker(kind) for kind in PHRASES if kind not in ("hex", "unit")}
    found |= {kind: _block_maker(kind) for kind in ("title", "para", "head", "row", "pre")}
    found |= {
        "image": lambda text, address: block("picture", text, address),
        "heading": lambda text, level=2: block("heading", text, level),
        "item": lambda text, level=1: block("item", text, level),
        "quote": lambda who, text: block("quote", who, text),
        "fold": lambda text, caller: block("fold", text) + str(caller()) + block("unfold"),
        "count": count, "ordinal": ordinal, "signed": signed, "listed": listed, "alike": alike, "rules": rules,
        "percent": percent, "upper_first": upper_first, "source": source, "moves_of": moves_of,
    }  # fmt: skip
    return found


def _phrase_maker(kind: str) -> Any:
    return lambda text: phrase(kind, text)


def _block_maker(kind: str) -> Any:
    return lambda *fields: block(kind, *fields)


def count(number: int, word: str, words: str = "") -> str:
    """`1 step`, `3 steps`; `words` is for words that do not take an s."""
    return f"{number} {word if number == 1 else words or word + 's'}"


def ordinal(name: str) -> str:
    """`5th`, `22nd`; what is no number stays as it is."""
    if not name.isdecimal():
        return name
    ending = "th" if name[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(name[-1], "th")
    return name + ending


def signed(number: int) -> str:
    """`+1`, `-2`."""
    return f"{number:+d}"


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    found = [part for part in parts if part]
    return f"{', '.join(found[:-1])} {word} {found[-1]}" if len(found) > 1 else "".join(found)


def alike(facts: Iterable[Fact], *keys: str) -> list[list[Fact]]:
    """The facts in groups that agree in these values, each group where its first fact stands."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(repr([fact.rule, *(fact.get(key) for key in keys)]), []).append(fact)
    return list(groups.values())


def moves_of(facts: Iterable[Fact], *hows: str) -> list[Fact]:
    """The moves of these kinds: `moves_of(facts, "retreat")`."""
    return [fact for fact in facts if fact.kind == "moved" and fact.get("how") in hows]


SOURCES = {"orders": "orders", "standing": "standing orders", "default": "the printed default",
           "answer": "an answer by mail"}  # fmt: skip


def source(name: str) -> str:
    """Where a decision came from."""
    return SOURCES.get(name, name)


def rules(ids: str) -> str:
    """Several rule numbers, `5.4.mountain, 5.4.trench`, cited as one."""
    return phrase("rule", ids)


def percent(part: int, whole: int) -> str:
    """A share in whole per cent, halves rounded up."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else ""


def upper_first(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def neutral(fact: Fact, scenario: Scenario) -> str:
    """A sentence for any fact: its kind and all its values, with the rule."""
    values = [f"{key.replace('_', ' ')} {_value(value, scenario)}" for key, value in fact.about.items() if key != "then"]
    head = upper_first(fact.kind.replace("-", " "))
    cited = f" {phrase('rule', fact.rule)}" if fact.rule else ""
    then = "".join(f" {neutral(other, scenario)}" for other in fact.get("then", ()))
    return f"{head}{': ' if values else ''}{', '.join(values)}{cited}.{then}"


def _value(value: Any, scenario: Scenario) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_value(entry, scenario)}" for key, entry in value.items()) + ")"
    if isinstance(value, (list, tuple)):
        return " ".join(_value(entry, scenario) for entry in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if text in scenario.units:
        return _unit(text)
    return phrase("hex", text) if text in scenario.map.grid else text or "none"
