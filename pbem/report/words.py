"""The words: from a fact to a sentence, by the macro that bears its name in `facts.j2`.

The game's own file is asked first, then the one for all games; a kind that neither knows gets a neutral sentence.
No fact is lost and none can stop a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.fog import is_stand_in
from pbem.kernel.naming import does, the
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.figures import Sums
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.numbers import lines, runs, side_of
from pbem.kernel.telling.story import Told
from pbem.report.faults import fault_of
from pbem.report.marks import bare, block, phrase
from pbem.report.phrases import PLACES, neutral, number_word, plain_words, stack_words, unit_word, unit_words
from pbem.report.shelf import Shelf

_POLICY = ("quiet", "tells", "gathered", "last", "chapters")  # once set in these files


class Wording:
    """The words of one game for one page."""

    def __init__(
        self, shelf: Shelf, scenario: Scenario, telling: Telling, more: Mapping[str, Any] | None = None
    ) -> None:
        self.shelf, self.scenario, self.telling = shelf, scenario, telling
        shelf.guest = Path(scenario.templates) if scenario.templates else None
        self.places = PLACES | dict(telling.places)
        known = {"scenario": scenario, "unsettled": None}  # the combat that waits for an answer, in a step under way
        self.values: dict[str, Any] = {**plain_words(), **self._names(), **known, **(more or {})}
        self.values |= {"say": self.say, "tell": self.tell, "told_of": self.told_of, "part": self.part}
        game = [f"{scenario.game}/facts.j2"] if scenario.game else []
        self._macros = shelf.macros((*game, "facts.j2"), self.values)
        self._parts = shelf.macros(("parts.j2",), self.values)
        self._refuse_policy()

    def _refuse_policy(self) -> None:
        """What is told is the game's to say: a file of words that sets it is told so, not obeyed in silence."""
        for macros in self._macros:
            for name in (one for one in _POLICY if macros.has(one)):
                why = "the game's card decides what is told, and in what order"
                self.shelf.faults[f"{macros.filename} sets {name!r}, which has no effect: {why}"] = None

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
        sentences = [number_word(fact) + text for fact in told.facts if (text := self.say(fact))]
        return block("para", *sentences) if len(sentences) == 1 else "".join(block("item", s, 1) for s in sentences)

    def told_of(self, name: str, *values: Any) -> str:
        """What a macro of the game's words makes of values such as the state of victory; empty if it has none."""
        return self._call(name, *values) or ""

    def in_short(self, sums: Sums) -> str:
        """The step in one sentence, by the game's macro `brief`; empty if it has none, or nothing to sum up."""
        return bare(self.told_of("brief", sums))

    def part(self, name: str, *values: Any) -> str:
        """A part that several pages share, by a macro of `parts.j2`."""
        return next(macros for macros in self._parts if macros.has(name)).call(name, *values)

    def _call(self, name: str, *values: Any) -> str | None:
        for macros in self._macros:
            if macros.has(name) and callable(macros.get(name)):
                try:
                    return macros.call(name, *values).strip()
                except Exception as error:
                    # The reader's own words are laid aside by the shelf; ours give way to neutral ones.
                    if self.shelf.culprit(error):
                        raise
                    self.shelf.faults[fault_of(name, error)] = None
        return None

    # -- names ------------------------------------------------------------------------------------------------

    def _names(self) -> dict[str, Any]:
        return {
            "hex": self._hex, "at": self._at, "way": self._way, "ends": self._ends, "ending": self._ending,
            "unit": unit_word, "units": unit_words, "counter": self._counter, "called": self._called,
            "side": self._side, "the": self._the, "does": self._does,
            "side_of": self._side_of, "by_side": self._by_side, "runs": self._runs,
            "lines": self._lines, "stack_words": stack_words,
        }  # fmt: skip

    def _hex(self, place: Any) -> str:
        return phrase("hex", self.places.get(str(place), place))

    def _at(self, place: Any) -> str:
        """The hex with the name of its place: `1710 (Udine)`."""
        return phrase(
            "hex", self.scenario.map.called(place) if place in self.scenario.map.grid else self.places.get(place, place)
        )

    def _way(self, path: Sequence[str]) -> str:
        """A path: `from 1902 by 1903 to 1904 (Kolovrat)`."""
        if len(path) < 2:
            return f"in {self._at(path[0])}" if path else ""
        by = f" by {phrase('hex', '-'.join(self.places.get(h, h) for h in path[1:-1]))}" if len(path) > 2 else ""
        return f"from {self._hex(path[0])}{by} to {self._at(path[-1])}"

    def _counter(self, unit: str) -> Any:
        return self.scenario.units.get(unit)  # type: ignore[call-overload]

    def _called(self, unit: str) -> str:
        """The unit in words, by the game's macro `unit_name`, with its designation."""
        counter = None if is_stand_in(unit) else self._counter(unit)
        name = self._call("unit_name", counter) if counter else None
        return f"{name} ({unit_word(unit)})" if name else unit_word(unit)

    def _runs(self, facts: Iterable[Fact], also: Sequence[str] = ()) -> list[list[Fact]]:
        """The facts that are told, cut where the kind changes; `also` are quiet kinds that are wanted too."""
        return runs(facts, [kind for kind in self.telling.quiet if kind not in also])

    def _lines(self, facts: Iterable[Fact]) -> list[list[Fact]]:
        """The facts of a run, line by line; each line has one number at most."""
        return lines(facts, side_of(self.scenario), self.telling)

    def _ends(self, facts: Iterable[Fact]) -> list[str]:
        """The hexes in which moves end, each once."""
        return list(dict.fromkeys(self._at(fact["path"][-1]) for fact in facts))

    def _ending(self, facts: Iterable[Fact], end: str) -> list[Fact]:
        """The moves that end in a hex as `ends` names it."""
        return [fact for fact in facts if self._at(fact["path"][-1]) == end]

    def _by_side(self, facts: Iterable[Fact]) -> list[tuple[str, list[Fact]]]:
        """The facts by the owner of their unit."""
        found: dict[str, list[Fact]] = {}
        for fact in facts:
            counter = self._counter(fact["unit"])
            found.setdefault(counter.side if counter else "", []).append(fact)
        return list(found.items())

    def _side(self, side: str) -> str:
        names = self.values.get("sides") or {}
        card = self.scenario.card.get("sides", {}).get(side, {})
        found: str = names.get(side) or card.get("name") or side
        return found

    def _the(self, side: str) -> str:
        """The side inside a sentence: `the Allies`, `Red`."""
        return the(self._side(side))

    def _does(self, side: str, verb: str) -> str:
        """The side with its verb, which is given in the plural: `the Allies owe`, `Red owes`."""
        return does(self._side(side), verb)

    def _side_of(self, unit: str) -> str:
        counter = self._counter(unit)
        return self._side(counter.side) if counter else ""


def _macro_name(kind: str) -> str:
    return kind.replace("-", "_")
