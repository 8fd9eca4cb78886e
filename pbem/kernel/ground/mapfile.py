"""Reading a map from its text: a picture of the terrain, then features in plain lines.

    numbering: even rows shifted, rows down, columns left
    columns: 01-34
    legend:
      .  clear
    terrain:
      01   . . ^
      02  . . ^
    hex trench owner=AL: 0101 0102
    side river name=Torre: 0101/0201 0102/0201
    line rail owner=AL: 0101-0102-0103
    link off-map cost=5: 0101 0203
    place Udine: 0102

A map of several sheets says how many columns lie before each, and puts its letter before every number:

    numbering: even rows shifted, rows up, sheet W +0, sheet E +38
    columns: W 01-38, E 01-30
    terrain:
      W01  . . ^
      E01  . ^ ^
    side river: W0138/E0101

A line that begins with blanks goes on with the one above. Every fault names the line it stands in.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping

from pbem.errors import Spot, Unreadable
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.mapnumbers import Row, fault, read_columns, read_numbering
from pbem.kernel.ground.terrain import Feature, Link, Map
from pbem.values import NamedTuple

HEADINGS = ("map", "title", "source", "numbering", "rows", "columns", "north")
HOLE, NOTHING = "_", "none"  # the letter and the name of a place where the map has no hex
FEATURES = ("hex", "side", "line", "link", "place")


class Clause(NamedTuple):
    """What stands before a colon, and the lines of what stands after it."""

    head: str
    colon: str
    rows: tuple[Row, ...]

    def items(self, also: str = "") -> Iterator[tuple[Row, str]]:
        """The words of all rows, each with its line; commas (and `also`) are blanks."""
        for row in self.rows:
            text = row.text.replace(",", " ")
            for item in (text.replace(also, " ") if also else text).split():
                yield row, item


def read_map(text: str) -> Map:
    """The map that the text describes; a fault names its line."""
    heading: dict[str, Row] = {}
    legend = {HOLE: NOTHING}  # in every map, whatever else it says
    pictures: list[Row] = []
    features: list[Clause] = []
    for entry in _entries(text):
        if entry.head == "legend":
            legend |= dict(_legend_row(row) for row in entry.rows if row.text.strip())
        elif entry.head == "terrain":
            pictures += [row for row in entry.rows if row.text.strip()]
        elif entry.head in HEADINGS:
            words = " ".join(" ".join(row.text for row in entry.rows).split())
            heading[entry.head] = entry.rows[0]._replace(text=words)
        else:
            features.append(entry)
    numbering = read_numbering(heading.get("numbering"))
    base = _read_terrain(pictures, legend, heading.get("columns"), numbering)
    map = Map(_grid(numbering, base, heading), base, {key: row.text for key, row in heading.items()})
    for entry in features:
        _read_feature(map, entry)
    return map


def _grid(numbering: Numbering, base: Iterable[HexId], heading: Mapping[str, Row]) -> Grid:
    """The grid; where two hexes share a cell, the fault shows the line of the numbering, which is to be mended."""
    try:
        return Grid(numbering, base)
    except Unreadable as refusal:
        if row := heading.get("numbering"):
            refusal.problem = refusal.problem.at(Spot(row.number, row.whole))
        raise


def _entries(text: str) -> Iterator[Clause]:
    """Rows with their indented continuations, comments left out."""
    held: list[Row] = []
    for number, raw in enumerate(text.splitlines(), 1):
        row = Row(number, raw.split("#")[0].rstrip(), raw.rstrip())
        if row.text and row.text[0] not in " \t":
            if held:
                yield _entry(held)
            held = [row]
        elif held:
            held.append(row)
        elif row.text:
            raise fault(row, "the first line of a map is not indented", row.text.strip(), "a heading such as `map:`")
    if held:
        yield _entry(held)


def _entry(rows: list[Row]) -> Clause:
    head, colon, rest = rows[0].text.partition(":")
    return Clause(" ".join(head.split()), colon, (rows[0]._replace(text=rest), *rows[1:]))


def _legend_row(row: Row) -> tuple[str, str]:
    match row.text.split():
        case [letter, name, *_] if len(letter) == 1:
            return letter, name
    raise fault(row, "a row of the legend is a letter and a name", row.text.strip(), "such as `.  clear`")


def _read_terrain(rows: list[Row], legend: dict[str, str], drawn: Row | None, numbering: Numbering) -> dict[HexId, str]:
    columns = read_columns(drawn, numbering) if drawn else {}
    base: dict[HexId, str] = {}
    labels: dict[str, None] = {}
    for row in rows:
        label, *letters = row.text.split()
        if not re.fullmatch(r"[A-Za-z]*\d\d", label) or label in labels:
            raise fault(row, "a row begins with its own number", label, "two digits, each number once")
        if numbering.sheets and label[:-2] not in numbering.sheets:
            wanted = f"the letter of a sheet ({', '.join(numbering.sheets)}) before the number"
            raise fault(row, "this row is on no sheet of the map", label, wanted)
        labels[label] = None
        places = columns.get(label[:-2] if numbering.sheets else "") or range(1, len(letters) + 1)
        if len(letters) != len(places):
            found = f"{len(letters)} hexes"
            raise fault(row, "the row has the wrong length", found, f"{len(places)} hexes, one letter each")
        for column, letter in zip(places, letters, strict=True):
            if letter not in legend:
                raise fault(row, f"the letter {letter!r} is not in the legend", letter, " ".join(legend))
            if legend[letter] != NOTHING:
                base[HexId(f"{label}{column % 100:02}")] = legend[letter]
    return base


def _read_feature(map: Map, entry: Clause) -> None:
    kind, *words = entry.head.split() or [""]
    first = entry.rows[0]
    if kind not in FEATURES or not entry.colon or not words:
        wanted = "`hex`, `side`, `line`, `link` or `place`, a name, and a colon"
        raise fault(first, "this line is not understood", entry.head + entry.colon + first.text, wanted)
    attributes = tuple((key, value) for key, _, value in (word.partition("=") for word in words[1:]))
    feature = Feature(words[0], attributes)
    if kind == "place":
        (map.places[" ".join(words)],) = _hexes(map, entry, 1)
    elif kind == "link":
        a, b = _hexes(map, entry, 2)
        map.links = (*map.links, Link(feature, a, b))
    elif kind == "hex":
        for row, item in entry.items():
            hex_id = _hex(map, row, item)
            map.in_hex[hex_id] = (*map.features(hex_id), feature)
    elif kind == "side":
        for row, item in entry.items():
            a, b = _pair(map, row, item.split("/"))
            for pair in ((a, b), (b, a)):
                map.on_side[pair] = (*map.on_side.get(pair, ()), feature)
    else:
        for row, item in entry.items(also=";"):
            _read_chain(map, row, item, feature)


def _read_chain(map: Map, row: Row, item: str, feature: Feature) -> None:
    chain = item.split("-")
    if len(chain) < 2:
        raise fault(row, "a line goes through two hexes at least", item, "such as 0101-0102-0103")
    for start, end in itertools.pairwise(chain):
        a, b = _pair(map, row, [start, end])
        for pair in ((a, b), (b, a)):
            if feature not in map.along.get(pair, ()):
                map.along[pair] = (*map.along.get(pair, ()), feature)


def _hexes(map: Map, entry: Clause, count: int) -> tuple[HexId, ...]:
    found = list(entry.items())
    if len(found) != count:
        shown = " ".join(item for _, item in found) or "nothing"
        raise fault(
            entry.rows[0], f"`{entry.head.split()[0]}` has the wrong number of hexes", shown, f"{count} of them"
        )
    return tuple(_hex(map, row, item) for row, item in found)


def _pair(map: Map, row: Row, ends: list[str]) -> tuple[HexId, HexId]:
    if len(ends) != 2:
        raise fault(row, "a hexside is written as two hexes", "/".join(ends), "such as 0101/0102")
    a, b = (_hex(map, row, end) for end in ends)
    if not map.grid.are_adjacent(a, b):
        raise fault(row, f"{a} and {b} do not touch", f"{a} {b}", "two adjacent hexes")
    return a, b


def _hex(map: Map, row: Row, text: str) -> HexId:
    if HexId(text) not in map.grid:
        raise fault(row, f"the map has no hex {text!r}", text, "a hex of the terrain picture")
    return HexId(text)
