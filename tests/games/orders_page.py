"""The orders on a game's pages: each is read, written back in canonical form, and read again as the same.

    ```orders side=CP section=combat scenario=tyrol
    attack 1904 with GE-5
    ```

Without a section the text is a file of its own, with a header or not; without a scenario it is the page's usual one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS, OrderFile, read_orders

DOCS = Path(__file__).parents[2] / "docs"
_FENCE = re.compile(r"```orders side=(\w+)(?: section=([\w-]+))?(?: scenario=([\w-]+))?\n(.*?)```", re.S)


class Example(NamedTuple):
    """A block of orders on a page."""

    side: str
    section: str
    scenario: str
    text: str

    def __str__(self) -> str:
        """Its first line, which names the test."""
        return self.text.partition("\n")[0][:40]


class OrdersPage:
    """The pages of a game's orders; `section` is what a block is in that names none."""

    def __init__(self, game: Game, scenario: Callable[[str], Scenario], *files: str, section: str = "") -> None:
        self.game = game
        self.scenario = scenario
        self.section = section
        self.text = "".join((DOCS / file).read_text(encoding="utf-8") for file in files)
        self.examples = [Example(*found) for found in _FENCE.findall(self.text)]

    def read(self, example: Example, text: str, section: str) -> OrderFile:
        """A text as if it stood in a section of the example's file."""
        game = self.game
        block = read_block(text, (*game.sections, *GENERAL_SECTIONS), (*game.verbs, *GENERAL_VERBS))
        if section == "standing":
            block.sections = {"standing": block.sections[""]}
        return read_orders(block, game, self.scenario(example.scenario), Side(example.side), section or self.section)

    def check(self, example: Example) -> None:
        """It has no problems, and each of its orders reads back from its canonical form."""
        file = self.read(example, example.text, example.section)
        assert [str(problem) for problem in file.problems] == []
        for kind, orders in {**file.orders, "standing": file.standing or []}.items():
            for order in orders:
                if not str(order).startswith("plan"):  # heads the lines after it, and says nothing alone
                    again = self.read(example, f"{order}\n", kind)
                    found = again.standing if kind == "standing" else again.orders.get(kind, [])
                    assert again.problems == []
                    assert found == [order], str(order)

    def without_example(self, words: Iterable[str]) -> list[str]:
        """Those of the verbs and topics with which no line of an example begins."""
        lines = [line.split() for example in self.examples for line in example.text.splitlines()]
        first = {line[0].rstrip(":") for line in lines if line}
        return [word for word in words if word not in first]

    def unnamed(self, words: Iterable[str]) -> list[str]:
        """Those of the words that the pages do not name."""
        return [word for word in words if f"`{word}`" not in self.text]
