"""Charts of a short campaign, one of each kind and palette: what the golden charts show."""

from __future__ import annotations

from collections.abc import Callable

from pbem.draw.charts import ChartLine, draw_losses, draw_luck_over_time, draw_points
from pbem.draw.luck import LuckBar, draw_luck

TURNS = ("1", "2", "3", "4", "5", "6", "7", "8")
LOSSES = (
    ChartLine("Central Powers", (3, 5, 8, 2, 0, 4, 9, 12), "red"),
    ChartLine("Allies", (9, 14, 21, 7, 5, None, 3, 8), "green"),
)
POINTS = (
    ChartLine("Central Powers", (0, 5, 15, 20, 20, 25, 40, 45), "red"),
    ChartLine("Allies", (0, 0, 5, -5, 10, 20, 30, 45), "green"),
)
LUCK = (
    ChartLine("Central Powers", (None, 300, 250, 400, 480, 510, 600, 700)),
    ChartLine("Allies", (1000, 700, 600, 620, 550, 500, 480, 300)),
    ChartLine("A third side with a long name", (0, 100, 200, 210, 230, 240, 250, 290)),
)
BARS = (LuckBar("Allies, crt: 12d6", 300, "70.0%", False), LuckBar("Central Powers, crt: 40d6", 998, "0.2%", True))

CHARTS: dict[str, Callable[[], bytes]] = {
    "chart-losses.png": lambda: draw_losses("The valley: steps lost in each turn", TURNS, LOSSES),
    "chart-losses-safe.png": lambda: draw_losses("The valley: steps lost in each turn", TURNS, LOSSES, "safe"),
    "chart-points.png": lambda: draw_points("The valley: victory points", TURNS, POINTS),
    "chart-points-dark.png": lambda: draw_points("The valley: victory points", TURNS, POINTS, "dark"),
    "chart-luck-over-time.png": lambda: draw_luck_over_time("The valley: luck of all dice so far", TURNS, LUCK),
    "chart-luck.png": lambda: draw_luck("Luck of the dice, the valley", BARS),
}
