"""The charts of a campaign, turn by turn: losses, victory points, luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.desk.archive.chronicle import Chronicle
from pbem.desk.record.campaign import Campaign
from pbem.dice.luck_over_time import shares_over_time
from pbem.kernel.board import Board
from pbem.report.book import BookChart, losses_by_turn, points_by_turn
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.draw.charts import ChartLine

Series = Mapping[str, tuple[int | None, ...]]  # a value for each turn, by the name of the side
_LUCK = "All dice up to the end of each turn; the middle is what fair dice give on the average."


class _Plan(NamedTuple):
    title: str
    file: str
    text: str
    series: Series
    draw: Callable[[str, Sequence[str], Sequence[ChartLine]], bytes]


def charts_of(chronicle: Chronicle, is_drawn: bool = True) -> Iterator[tuple[BookChart, bytes]]:
    """The charts for which there is anything to show; without `is_drawn` only what they are called."""
    turns = [str(turn) for turn in chronicle.thrown]
    colours = _colours(chronicle.campaign)
    for plan in _plans(chronicle):
        if any(value is not None for values in plan.series.values() for value in values):
            chart = BookChart(plan.title, plan.file, plan.text)
            yield chart, plan.draw(plan.title, turns, _lines(plan.series, colours)) if is_drawn else b""


def _plans(chronicle: Chronicle) -> list[_Plan]:
    from pbem.draw.charts import draw_losses, draw_luck_over_time, draw_points

    book = chronicle.book((), (), "")
    losses = {book.sides[side]: values for side, values in losses_by_turn(book).items()}
    points = {book.sides[side]: values for side, values in points_by_turn(book).items()}
    shares = shares_over_time(list(chronicle.thrown.values()))
    luck = {
        name: shares[name] for name in (*(n for n in losses if n in shares), *(n for n in shares if n not in losses))
    }
    lost = "Steps lost: " + ", ".join(f"{name} {sum(values)}" for name, values in losses.items()) + "."
    scored = "At the end: " + ", ".join(f"{name} {_last(values)}" for name, values in points.items()) + "."
    return [
        _Plan("Losses", "charts/losses.png", lost, losses, draw_losses),
        _Plan("Victory points", "charts/points.png", scored, points, draw_points),
        _Plan("Luck", "charts/luck.png", _LUCK, luck, draw_luck_over_time),
    ]


def _last(values: Sequence[int | None]) -> int:
    return next((value for value in reversed(values) if value is not None), 0)


def _colours(campaign: Campaign) -> dict[str, str]:
    """The colours of the sides by their names, as the board shows them."""
    start = campaign.game.set_up(campaign.scenario)
    sides = campaign.game.look(Board(campaign.scenario, start)).sides
    return {name: sides[side].colour if side in sides else "" for side, name in campaign.sides.items()}


def _lines(series: Series, colours: Mapping[str, str]) -> list[ChartLine]:
    from pbem.draw.charts import ChartLine

    return [ChartLine(name, values, colours.get(name, "")) for name, values in series.items()]
