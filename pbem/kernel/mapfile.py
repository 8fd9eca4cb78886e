"""Reading a map from its text: a picture of the terrain, then features in plain lines.

    numbering: even rows shifted, rows down, columns left
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
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pbem.errors import Spot, Unreadable
from pbem.kernel.hexes import Grid, HexId, Numbering
from pbem.kernel.mail import Line
from pbem.kernel.terrain import Feature, Link, Map

HEADINGS = ("map", "title", "source", "numbering", "rows", "columns")


def read_map(text: str) -> Map:
    """The map that the text describes; a fault names its line."""
    heading: dict[str, str] = {}
    legend: dict[str, str] = {}
    pictures: list[Line] = []
    features: list[Line] = []
    for line in _logical_lines(text):
        head, _, rest = line.text.partition(":")
        if head == "legend":
            legend |= dict(row.split()[:2] for row in rest.split("\n") if row.split())
        elif head == "terrain":
            start = line.number
            pictures += [Line(start + k, row) for k, row in enumerate(rest.split("\n")) if row.split()]
        elif head in HEADINGS:
            heading[head] = " ".join(rest.split())
        else:
            features.append(Line(line.number, " ".join(line.text.split())))
    numbering = _read_numbering(heading)
    base = _read_terrain(pictures, legend, heading, numbering)
    chart = Map(Grid(numbering, base), base, heading)
    for line in features:
        _read_feature(chart, line)
    return chart


def _logical_lines(text: str) -> Iterator[Line]:
    """Lines with their indented continuations; a continuation keeps its line break."""
    held: Line | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        row = raw.split("#")[0].rstrip() if not raw.lstrip().startswith("#  ") else ""
        if held and (not row or row[0] in " \t"):
            held = Line(held.number, held.text + "\n" + row)
            continue
        if held:
            yield held
        held = Line(number, row) if row else None
    if held:
        yield held


def _read_numbering(heading: dict[str, str]) -> Numbering:
    text = heading.get("numbering", "even rows shifted, rows down, columns right")
    wrap = next((int(part.split()[1]) for part in text.split(",") if part.split()[:1] == ["wrap"]), 100)
    return Numbering(1 if "odd rows" in text else 0, "rows up" not in text, "columns left" not in text, wrap)


def _read_terrain(
    rows: list[Line], legend: dict[str, str], heading: dict[str, str], numbering: Numbering
) -> dict[HexId, str]:
    first, last = heading["columns"].split("-") if "columns" in heading else ("", "")
    base: dict[HexId, str] = {}
    for row in rows:
        number, *letters = row.text.split()
        columns = _columns(int(first), int(last), numbering.wrap) if first else range(1, len(letters) + 1)
        if len(letters) != len(columns):
            found = f"{len(letters)} hexes"
            raise _fault(row, "the row has the wrong length", found, f"{len(columns)} hexes, one letter each")
        for column, letter in zip(columns, letters, strict=True):
            if letter not in legend:
                raise _fault(row, f"the letter {letter!r} is not in the legend", letter, " ".join(legend))
            if legend[letter] != "none":
                base[HexId(f"{number}{column % 100:02}")] = legend[letter]
    return base


def _columns(first: int, last: int, wrap: int) -> range:
    first, last = (c - 100 if c >= wrap else c for c in (first, last))
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def _read_feature(chart: Map, line: Line) -> None:
    head, colon, rest = line.text.partition(":")
    kind, *words = head.split() or [""]
    if kind not in ("hex", "side", "line", "link", "place") or not colon or not words:
        raise _fault(line, "this line is not understood", line.text, "`hex`, `side`, `line`, `link` or `place`")
    items = rest.replace(",", " ").split()
    if kind == "place":
        chart.places[" ".join(words)] = _hex(chart, line, items[0] if items else "")
        return
    attributes = tuple((key, value) for key, _, value in (word.partition("=") for word in words[1:]))
    feature = Feature(words[0], attributes)
    if kind == "link":
        a, b = (_hex(chart, line, item) for item in items[:2])
        chart.links = (*chart.links, Link(feature, a, b))
    elif kind == "hex":
        for item in items:
            hex_id = _hex(chart, line, item)
            chart.in_hex[hex_id] = (*chart.features(hex_id), feature)
    elif kind == "side":
        for item in items:
            a, b = _pair(chart, line, item.split("/"))
            for pair in ((a, b), (b, a)):
                chart.on_side[pair] = (*chart.on_side.get(pair, ()), feature)
    else:
        for item in rest.replace(",", " ").replace(";", " ").split():
            chain = item.split("-")
            for start, end in itertools.pairwise(chain):
                a, b = _pair(chart, line, [start, end])
                for pair in ((a, b), (b, a)):
                    if feature not in chart.along.get(pair, ()):
                        chart.along[pair] = (*chart.along.get(pair, ()), feature)


def _pair(chart: Map, line: Line, ends: list[str]) -> tuple[HexId, HexId]:
    if len(ends) != 2:
        raise _fault(line, "a hexside is written as two hexes", "/".join(ends), "such as 0101/0102")
    a, b = (_hex(chart, line, end) for end in ends)
    if not chart.grid.are_adjacent(a, b):
        raise _fault(line, f"{a} and {b} do not touch", f"{a} {b}", "two adjacent hexes")
    return a, b


def _hex(chart: Map, line: Line, text: str) -> HexId:
    if HexId(text) not in chart.grid:
        raise _fault(line, f"the map has no hex {text!r}", text, "a hex of the terrain picture")
    return HexId(text)


def _fault(line: Line, why: str, found: str, wanted: str) -> Unreadable:
    return Unreadable(why, found=found, wanted=wanted, advice="mend the map file", spot=Spot(line.number, line.text))
