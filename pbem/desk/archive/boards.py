"""The boards of an archive: a kit that the reader's browser puts together, or a picture of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from pbem.desk.archive.write import Part
from pbem.desk.record.campaign import Campaign
from pbem.desk.views.picture import picture, view_of, where_it_happened
from pbem.errors import UsageError
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.draw.kit import Kit

KIT, PNG = "kit", "png"
KINDS = (KIT, PNG)


class Pictured(NamedTuple):
    """The board after a step: its file if it has one, and where on it something happened."""

    file: str
    action: tuple[int, ...] = ()


class Boards(Protocol):
    """Takes the boards one by one, and gives the files that they become."""

    def shown(self, name: str) -> str:
        """The file of this board, as posts name it; empty if it has none of its own."""
        ...

    def take(
        self, campaign: Campaign, position: Position, told: Tale | None, name: str, title: str
    ) -> tuple[Pictured, list[Part]]:
        """A board, and the files that it adds."""
        ...

    def rest(self) -> Iterator[Part]:
        """The files that all boards share."""
        ...

    def data(self) -> Mapping[str, Any] | None:
        """What a page needs to put the boards together; None where each is a picture."""
        ...


def check_kind(kind: str) -> None:
    """Refuse a word that is none of ours, before anything is written."""
    if kind not in KINDS:
        raise UsageError(f"boards cannot be kept as {kind!r}; write --boards {' or '.join(KINDS)}")


def boards_of(kind: str, scale: int, is_drawn: bool) -> Boards:
    """Nothing is drawn for whoever only compares the texts."""
    return Kitted(scale, is_drawn) if kind == KIT else Pictures(scale, is_drawn)


class Pictures:
    """Each board as a PNG, with title and legend."""

    def __init__(self, scale: int, is_drawn: bool) -> None:
        self.scale, self.is_drawn = scale, is_drawn

    def shown(self, name: str) -> str:
        """Its own file."""
        return f"boards/{name}.png"

    def take(
        self, campaign: Campaign, position: Position, told: Tale | None, name: str, title: str
    ) -> tuple[Pictured, list[Part]]:
        """The picture."""
        file, parts = self.shown(name), list[Part]()
        if self.is_drawn:
            parts.append((file, picture(campaign, position, told, scale=self.scale, title=title)))
        action = where_it_happened(campaign, position, told, scale=self.scale) if told else ()
        return Pictured(file, action), parts

    def rest(self) -> Iterator[Part]:
        """They share nothing."""
        return iter(())

    def data(self) -> None:
        """They need nothing."""


class Kitted:
    """One ground, sheets of counters, and a list of what lies where."""

    def __init__(self, scale: int, is_drawn: bool) -> None:
        self.scale, self.is_drawn = scale, is_drawn
        self.kit: Kit | None = None
        self.boards: dict[str, list[int]] = {}
        self._numbers: dict[str, int] = {}  # of what is laid: most counters stand where they stood
        self._laid: list[Any] = []
        self._data: dict[str, Any] = {}

    def shown(self, name: str) -> str:
        """None of its own."""
        return ""

    def take(
        self, campaign: Campaign, position: Position, told: Tale | None, name: str, title: str
    ) -> tuple[Pictured, list[Part]]:
        """The board goes into the kit."""
        from pbem.draw import Size
        from pbem.draw.kit import Kit

        size = Size(scale=self.scale)
        if self.is_drawn:
            self.kit = self.kit or Kit(size)
            self.boards[name] = [self._number(one) for one in self.kit.board(view_of(campaign, position, told))]
        action = where_it_happened(campaign, position, told, is_framed=False, scale=self.scale) if told else ()
        return Pictured("", action), []

    def _number(self, laid: list[Any]) -> int:
        key = repr(laid)
        if key not in self._numbers:
            self._numbers[key] = len(self._laid)
            self._laid.append(laid)
        return self._numbers[key]

    def rest(self) -> Iterator[Part]:
        """The ground and the sheets."""
        if self.kit is None:
            return
        yield "boards/ground.png", self.kit.ground()
        sheets, spots = self.kit.sheets()
        names = [f"boards/counters-{number}.png" for number in range(1, len(sheets) + 1)]
        yield from zip(names, sheets, strict=True)
        size = self.kit.extent()
        self._data = {
            "size": size, "ground": "boards/ground.png", "sheets": names, "spots": spots, "laid": self._laid
        }  # fmt: skip

    def data(self) -> Mapping[str, Any]:
        """All boards, once the files that they share are made."""
        return {**self._data, "boards": self.boards} if self._data else {}
