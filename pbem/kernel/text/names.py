"""From what players call things to what they are: units by any unambiguous short form, hexes by number or name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from pbem.errors import Ambiguous, Unreadable
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.words import Words, did_you_mean

# What sizes are called, by the sign over a counter. A word may follow a unit's name and only say what it is; so may its
# type, as the game's own manifest writes it, also shortened: `15 artillery`, `15 art`.
SIZES = {
    "army": "XXXX", "corps": "XXX", "division": "XX", "div": "XX", "brigade": "X", "bde": "X", "regiment": "III",
    "rgt": "III", "battalion": "II", "bn": "II", "company": "I", "coy": "I", "battery": "I", "headquarters": "hq",
}  # fmt: skip
_SHORT = 3  # letters that a shortened type has at least


def folded(text: str) -> str:
    """A name without case and accents, for comparing."""
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()


class UnitNames:
    """Every way to write a unit."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self.units = {unit.id: unit for unit in units}
        self._kinds = SIZES | {folded(word): word for u in self.units.values() for word in (u.size, u.type) if word}
        self._nations = dict.fromkeys(folded(unit.nation) for unit in self.units.values())
        self._forms: dict[str, list[UnitId]] = {}
        for unit in self.units.values():
            written = (unit.id, unit.id.partition("-")[2], unit.name, f"{unit.nation}-{unit.name}")
            for form in dict.fromkeys(map(folded, written)):
                if form:
                    self._forms.setdefault(form, []).append(unit.id)

    def take(self, words: Words, fits: Callable[[Unit], bool], wanted: str) -> UnitId:
        """The unit that the next words name; `fits` says which units can be meant here."""
        start = words.at
        text = words.take(wanted)
        said = folded(text)
        if said in self._nations and folded(f"{text}-{words.peek()}") in self._forms:
            text = f"{text}-{words.take(wanted)}"
            said = folded(text)
        found = self._forms.get(said, [])
        what = self._kind(words.peek(), found)
        if found and what:
            words.take(wanted)
            found = [u for u in found if what in (self.units[u].size, self.units[u].type)]
        if len(found) == 1 and said == folded(found[0]):
            return found[0]
        spot = words.spot(words.at - start, words.at - start)
        written = words.line.text[spot.column : spot.column + spot.width]
        if not found:
            why, advice = f"no unit is called {written!r}", self._near(text, fits)
            raise Unreadable(why, found=written, wanted=wanted, advice=advice, spot=spot)
        meant = [u for u in found if fits(self.units[u])]
        if len(meant) > 1:
            exact = [u for u in meant if folded(u) == folded(text)]
            if len(exact) == 1:
                return exact[0]
            raise Ambiguous(f"{written!r} can mean several units", tuple(meant), found=written, spot=spot)
        return meant[0] if meant else found[0]

    def _kind(self, word: str, found: Iterable[UnitId]) -> str:
        """The size or type that a word after a name means; a shortened type only if one of these units has it."""
        if word in self._kinds or len(word) < _SHORT or word.isdecimal():
            return self._kinds.get(word, "")
        return next((kind for u in found if folded(kind := self.units[u].type).startswith(word)), "")

    def _near(self, text: str, fits: Callable[[Unit], bool]) -> str:
        """Advice on a name that nothing bears: the same name of another size, near misses, or where to look."""
        same = [u for u in self._forms.get(folded(text), []) if fits(self.units[u])]
        if same:
            return f"did you mean {' or '.join(same)}?"
        known = [unit for unit in self.units.values() if fits(unit)]
        advice = did_you_mean(text, [*(unit.id for unit in known), *dict.fromkeys(unit.name for unit in known)])
        return advice or "the order sheet lists the units"


def take_hex(words: Words, map: Map, wanted: str = "a hex number or a place name") -> HexId:
    """The hex that the next words name."""
    meant, count = next_hex(words, map)
    if meant is not None:
        words.at += count
        return meant
    spot, text = words.spot(), words.peek().upper()
    several = on_sheets(map, text)
    if several:
        raise Ambiguous(f"several sheets of the map have a hex {text}", several, found=text, spot=spot)
    if re.fullmatch(r"[A-Z]?\d{4}", text):
        raise Unreadable(f"the map has no hex {text}", found=text, wanted=wanted, advice=_span(map), spot=spot)
    advice = did_you_mean(words.peek(), list(map.places)) or _span(map)
    found = words.take(wanted)
    raise Unreadable(f"no hex or place is called {found!r}", found=found, wanted=wanted, advice=advice, spot=spot)


def next_hex(words: Words, map: Map) -> tuple[HexId | None, int]:
    """The hex that the next words name and how many words that takes; nothing where they name none."""
    number = numbered(map, words.peek())
    if number is not None:
        return number, 1
    if words.peek().upper() in map.grid.numbering.sheets:  # the letter of the sheet apart: `W 1201`
        number = numbered(map, words.peek() + words.peek(1))
        if number is not None:
            return number, 2
    places = map.memo("folded places", lambda: {folded(name): h for name, h in map.places.items()})
    for count in (4, 3, 2, 1):
        name = folded(" ".join(words.peek(k) for k in range(count)))
        if name in places:
            return places[name], count
    return None, 0


def numbered(map: Map, text: str) -> HexId | None:
    """The hex with this number. Where only one sheet of the map has it, the letter of the sheet may be left out."""
    number = HexId(text.upper())
    if number in map.grid:
        return number
    found = on_sheets(map, number)
    return found[0] if len(found) == 1 else None


def on_sheets(map: Map, number: str) -> tuple[HexId, ...]:
    """The hexes that have this number, one from each sheet; none on a map of one sheet."""
    found = (HexId(sheet + number) for sheet in map.grid.numbering.sheets)
    return tuple(hex_id for hex_id in found if hex_id in map.grid)


def _span(map: Map) -> str:
    spans = []
    for sheet in map.grid.numbering.sheets or ("",):
        hexes = [hex_id for hex_id in map.grid.hexes if hex_id.startswith(sheet)]
        spans += [f"from {min(hexes)} to {max(hexes)}"] if hexes else []
    return "hexes run " + " and ".join(spans)
