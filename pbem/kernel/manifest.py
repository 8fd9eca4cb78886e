"""The manifest: one line for each counter, `ID SIZE FIGURES TYPE [tags] [key=value] SET-UP ; source  # comment`.

The words in their places are the same in every game; a game's `Form` says which shapes its figures have, whose the
nations are, and how many steps a size has. Cases write their made-up units in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pbem.errors import Spot, Unreadable
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.text.mail import Line
from pbem.values import NamedTuple
from pbem.values.patterns import pattern


class Figures(NamedTuple):
    """Figures in a shape such as `({barrage}){defence}-{move}`, which reads (5)3-4."""

    shape: str
    pattern: re.Pattern[str]
    names: tuple[str, ...]

    def read(self, printed: str) -> dict[str, int] | None:
        """The figures by name, where they are printed in this shape."""
        found = self.pattern.fullmatch(printed)
        return dict(zip(self.names, map(int, found.groups()), strict=True)) if found else None

    @property
    def example(self) -> str:
        """What the shape looks like: `{attack}-{defence}` is 2-3."""
        numbers = iter(range(2, 10))
        return _FIGURE.sub(lambda _: str(next(numbers)), self.shape)


class Shape(NamedTuple):
    """The front of a counter and its reduced side, which follows `back=`."""

    front: Figures
    back: Figures | None
    types: tuple[str, ...]  # of the counters that are printed so; empty: all


def shape(front: str, back: str = "", types: tuple[str, ...] = ()) -> Shape:
    """`shape("{attack}-{defence}-{move}", back="{attack}-{defence}")`."""
    return Shape(_figures(front), _figures(back) if back else None, types)


_FIGURE = pattern(r"\{([\w-]+)\}")


def _figures(text: str) -> Figures:
    # Every second part is the name of a figure.
    parts = _FIGURE.split(text)
    printed = "".join("([0-9]+)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return Figures(text, pattern(printed), tuple(parts[1::2]))


class Form(NamedTuple):
    """How the counters of a game are written."""

    types: tuple[str, ...]
    shapes: tuple[Shape, ...]
    nations: Mapping[str, Side]  # whose a counter is, by the word before the dash or by `nation=`
    steps: Callable[[Row], int]  # where the line does not say `steps=`
    set_up_words: tuple[str, ...]  # with which a set-up begins
    wanted: str  # the form in words, with an example
    figures: str  # the shapes of figures in words
    file: str  # where it can be seen
    no_units: tuple[str, ...] = ()  # types of counters that are passed over: what they show stands in the position
    unprinted: Callable[[int], int] = lambda front: (front + 1) // 2  # a figure of a reduced side that is not given
    has_strangers: bool = False  # whether a counter of no listed nation may say `side=CP`

    def read(self, text: str) -> dict[UnitId, Unit]:
        """All counters of a manifest, in its order."""
        return {unit.id: unit for unit in self._units(text)}

    def read_unit(self, line: str, number: int = 1) -> Unit:
        """One line of the manifest."""
        row = row_of(line, number, self)
        shape, figures = _front(row)
        nation, side = _owner(row)
        figures["steps"] = int(row.values.pop("steps", self.steps(row)))
        figures |= _back(row, shape, figures, row.values.pop("back", ""))
        shown = row.values.pop("name", row.name.partition("-")[2] or row.name)
        about = (row.size, row.type, row.tags, figures, row.values, row.set_up, row.source)
        return Unit(UnitId(row.name), side, nation, shown, *about)

    def _units(self, text: str) -> Iterator[Unit]:
        for number, row in enumerate(text.splitlines(), 1):
            words = row.split("#")[0].split()
            if words and (len(words) < 4 or words[3] not in self.no_units):
                yield self.read_unit(row, number)


class Row(NamedTuple):
    """A line of the manifest, taken apart."""

    line: Line
    form: Form
    name: str
    size: str
    figures: str
    type: str
    tags: tuple[str, ...]
    values: dict[str, str]
    set_up: str
    source: str

    def fault(self, why: str, found: str, wanted: str) -> Unreadable:
        """A refusal that shows the line."""
        return _fault(self.line, self.form, why, found, wanted)


def row_of(row: str, number: int, form: Form) -> Row:
    """The line taken apart; its type must be one of the game's."""
    text, _, source = row.split("#")[0].partition(";")
    words = text.split()
    line = Line(number, text.rstrip())
    if len(words) < 4 or words[3] not in form.types:
        raise _fault(line, form, "the counter cannot be read", text.strip(), form.wanted)
    name, size, figures, kind, *rest = words
    tags, values, set_up = _details(rest, form.set_up_words)
    if set_up in _NEED_A_WORD:
        raise _fault(
            line, form, "the set-up gives neither a place nor a turn", text.strip(), "`at 1902`, `turn 4` or the like"
        )
    if not values.get("steps", "1").isdecimal() or len(values.get("steps", "")) > 2:
        raise _fault(
            line, form, "the counter has no number of steps", f"steps={values['steps']}", "steps=2 or the like"
        )
    return Row(line, form, name, size, figures, kind, tags, values, set_up, source.strip())


_NEED_A_WORD = ("at", "turn", "with")  # words of a set-up that something must follow


def _details(words: list[str], set_up_words: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, str], str]:
    """Tags and `key=value` in any order, then the set-up: `at 1902`, `turn 4 C`."""
    tags: list[str] = []
    values: dict[str, str] = {}
    for index, word in enumerate(words):
        if word in set_up_words:
            return tuple(tags), values, " ".join(words[index:])
        key, equals, value = word.partition("=")
        if equals:
            values[key] = value
        else:
            tags.append(word)
    return tuple(tags), values, ""


# -- the parts of a line -------------------------------------------------------------------------------------


def _owner(row: Row) -> tuple[str, Side]:
    """Nation and side."""
    form = row.form
    nation = row.values.pop("nation", row.name.partition("-")[0])
    named = row.values.pop("side", "") if form.has_strangers else ""
    side = Side(named) if named else form.nations.get(nation, Side(""))
    if side not in form.nations.values():
        sides = ", or `side=` and the side" if form.has_strangers else ""
        wanted = f"one of {', '.join(form.nations)} before the dash{sides}"
        raise row.fault("the counter belongs to no side", row.name, wanted)
    return nation, side


def _front(row: Row) -> tuple[Shape, dict[str, int]]:
    """The first shape that the printed figures have, and the figures by name."""
    for shape in row.form.shapes:
        found = shape.front.read(row.figures) if row.type in (shape.types or row.form.types) else None
        if found is not None:
            return shape, found
    raise row.fault("the figures of the counter cannot be read", row.figures, row.form.figures)


def _back(row: Row, shape: Shape, front: Mapping[str, int], printed: str) -> dict[str, int]:
    """The reduced side of a counter that has one: as printed, or made of its front."""
    if shape.back is None or front["steps"] < 2:
        return {}
    unprinted = {name: row.form.unprinted(front[name]) for name in shape.back.names}
    found = shape.back.read(printed) if printed else unprinted
    if found is None:
        raise row.fault("the reduced side cannot be read", printed, f"such as back={shape.back.example}")
    return {f"back-{name}": figure for name, figure in found.items()}


def _fault(line: Line, form: Form, why: str, found: str, wanted: str) -> Unreadable:
    spot = Spot(line.number, line.text)
    return Unreadable(why, found=found, wanted=wanted, advice=f"see {form.file}", spot=spot)
