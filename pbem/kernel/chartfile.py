"""Reading results charts, and everything that can be wrong with one, each fault with its line.

Refused are holes between rows and in them, rows of unequal length, columns out of order, dice that nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Family, Problem, Refused, Spot
from pbem.kernel.charts import COLUMNS, Chart, dice_of
from pbem.kernel.odds import DEFENDER, ROUNDINGS, Odds, Scale, Totals, read_odds, read_total
from pbem.values import NamedTuple, dataclass, field
from pbem.values.patterns import pattern

Table = Mapping[str, Any]
TOTALS = "totals"
_ROW = pattern(r"(?:row)?(-?\d+)", re.ASCII)
FARTHEST = 99  # a row with a greater number is a slip, and holes would be looked for up to it


class Place(NamedTuple):
    """The file that a chart stands in, so that a fault can point at its line."""

    file: str = ""
    text: str = ""

    def spot(self, table: str, key: str = "") -> Spot | None:
        """The line of a key of the table, else of its heading."""
        found, inside, whole = None, False, re.escape(table) + r"\s*\."
        for number, row in enumerate(self.text.splitlines(), 1):
            if re.match(r"\s*\[", row):
                inside = re.match(rf"\s*\[\s*{re.escape(table)}\s*\]", row) is not None
                found = Spot(number, row) if inside and found is None else found
            elif key and re.match(rf"\s*{'' if inside else whole}\"?{re.escape(key)}\"?\s*=", row):
                return Spot(number, row)
        return found

    def spot_of(self, path: str) -> Spot | None:
        """The line of a value such as `terrain.clear.mp[0]` or `event[3].pool`, else of the table it stands in."""
        best, deepest, inside, counts = None, 0, "", dict[str, int]()
        for number, row in enumerate(self.text.splitlines(), 1):
            if heading := re.match(r"\s*\[(\[?)\s*([^\[\]]+?)\s*\]", row):
                name = heading[2].replace('"', "")
                counts[name] = counts.get(name, 0) + 1
                inside = f"{name}[{counts[name]}]" if heading[1] else name
                here = inside
                best = best or (Spot(number, row) if name == path else None)
            elif given := re.match(r'\s*"?([\w-]+)"?\s*=', row):
                here = f"{inside}.{given[1]}" if inside else given[1]
            else:
                continue
            if len(here) > deepest and re.match(rf"{re.escape(here)}(?![\w-])", path):
                best, deepest = Spot(number, row), len(here)
        return best


def is_row(key: str) -> bool:
    """Whether a key of a results chart is the name of a row: `row3` or `3`."""
    return _ROW.fullmatch(key) is not None


def chart_of(name: str, table: Table, keys: Sequence[str] = (), place: Place | None = None) -> Chart:
    """The chart that a table describes; `keys` name its rows of odds, if it has others than `columns`.

    Raises `Refused` with everything that is wrong with it.
    """
    reader = _Reader(name, table, place or Place())
    rows = reader.rows()
    scales = {key: reader.scale(key) for key in keys or ((COLUMNS,) if COLUMNS in table else ())}
    chart = Chart(name, reader.dice(), rows, scales, reader.totals() if TOTALS in table else None)
    reader.check_shape(chart)
    if reader.problems:
        raise Refused(reader.problems)
    return chart


@dataclass(slots=True)
class _Reader:
    """A table while it is being read, and what is wrong with it so far."""

    name: str
    table: Table
    place: Place
    problems: list[Problem] = field(default_factory=list)

    def fault(self, why: str, found: str, wanted: str, key: str = "", advice: str = "") -> None:
        """Remember what is wrong, with its line."""
        where = f"the chart [{self.name}]" + (f" of {self.place.file}" if self.place.file else "")
        spot = self.place.spot(self.name, key)
        line = f"fix line {spot.line}" + (f" of {self.place.file}" if self.place.file else "") if spot else "fix it"
        problem = Problem(Family.UNREADABLE, f"{where}: {why}", found, wanted, advice=advice or line, spot=spot)
        self.problems.append(problem)

    def dice(self) -> tuple[int, ...]:
        """The dice of the chart."""
        text = self.table.get("dice", "d6")
        found = dice_of(text) if isinstance(text, str) else ()
        if not found:
            self.fault("its dice cannot be read", str(text), "such as `d6`, `2d6` or `d10`", "dice")
        return found or (6,)

    def rows(self) -> dict[int, tuple[str, ...]]:
        """All rows by their number; none may be missing between the first and the last."""
        found: dict[int, tuple[str, ...]] = {}
        for key, cells in self.table.items():
            if number := _ROW.fullmatch(key):
                self._put(found, key, number[1], self._cells(key, cells))
        missing = [n for n in range(min(found, default=0), max(found, default=0)) if n not in found]
        if missing:
            have = ", ".join(map(str, sorted(found)))
            advice = "add " + ", ".join(f"row{number} = [...]" for number in missing)
            self.fault("it has a hole between its rows", f"rows {have}", "every row from the first", advice=advice)
        return dict(sorted(found.items()))

    def _put(self, rows: dict[int, tuple[str, ...]], key: str, number: str, cells: tuple[str, ...]) -> None:
        if len(number) > len("-99") or abs(int(number)) > FARTHEST:
            self.fault(f"{key[:20]} is no row that dice could reach", key[:20], f"a row from 1 to {FARTHEST}", key)
        elif int(number) in rows:
            self.fault(f"row {number} stands there twice", key, "one row for each roll", key)
        else:
            rows[int(number)] = cells

    def _cells(self, key: str, cells: Any) -> tuple[str, ...]:
        listed = [cells] if isinstance(cells, str) else cells
        if not isinstance(listed, list) or not listed or not all(isinstance(c, str) and c.strip() for c in listed):
            self.fault(f"{key} has a hole", str(cells), "a result for each column, in quotes", key)
            return ("",)
        return tuple(listed)

    def scale(self, key: str) -> Scale:
        """A row of odds, each greater than the one before it."""
        rounding = self.table.get("rounding", DEFENDER)
        if rounding not in ROUNDINGS:
            self.fault("its rounding is unknown", str(rounding), ", ".join(ROUNDINGS), "rounding")
        found: list[Odds] = []
        for text in self._heading(key):
            odds = read_odds(text)
            if odds is None:
                self.fault(f"{text!r} of {key} is not a ratio", text, "such as `1:3`, `3.5:1` or `3-1`", key)
            elif found and odds.value < found[-1].value:
                wanted = "no column worse for the attacker than the one to its left"
                self.fault(f"the columns of {key} are out of order", f"{text} after {found[-1].text}", wanted, key)
            found += [odds] if odds else []
        return Scale(tuple(found), rounding if rounding in ROUNDINGS else DEFENDER)

    def totals(self) -> Totals:
        """Columns by a number: each begins where the one before it ends."""
        texts, least = self._heading(TOTALS), list[int]()
        due: int | None = None
        for number, text in enumerate(texts):
            span = read_total(text)
            is_next = span is not None and (number == 0 or span[0] == due)
            if span is None or not is_next or (span[1] is not None and span[1] < span[0]):
                wanted = "`0`, `1`, `2-3`, `4+`: each column begins where the one before it ends"
                self.fault("its totals have a hole or are out of order", text, wanted, TOTALS)
                break
            least.append(span[0])
            due = None if span[1] is None else span[1] + 1
        return Totals(tuple(texts), tuple(least))

    def _heading(self, key: str) -> list[str]:
        texts = self.table.get(key)
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            self.fault(f"it has no {key}", str(texts or "nothing"), f"`{key} = [...]`, a text for each column", key)
            return []
        return texts

    def check_shape(self, chart: Chart) -> None:
        """As many results in every row as there are columns, and a row for every roll of the bare dice."""
        if self.problems:
            return
        if not chart.rows:
            self.fault("it has no rows", "nothing", "`row1 = [...]` and so on")
            return
        heads = {key: len(scale.odds) for key, scale in chart.scales.items()}
        heads |= {TOTALS: len(chart.totals.texts)} if chart.totals else {}
        width = next(iter(heads.values()), chart.width)
        for key, count in {**heads, **{f"row{n}": len(cells) for n, cells in chart.rows.items()}}.items():
            if count != width:
                own = key if key in self.table else key.removeprefix("row")
                self.fault(
                    f"{key} has a different number of columns from the others", str(count), f"{width} of them", own
                )
        least, most = len(chart.dice), sum(chart.dice)
        if min(chart.rows) > least or max(chart.rows) < most:
            found = f"rows {min(chart.rows)} to {max(chart.rows)}"
            self.fault(
                "its rows do not reach as far as its dice", found, f"a row for every roll from {least} to {most}"
            )
