"""The boards of an archive: a kit that the reader's browser puts together, or a picture of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from pbem.desk.archive.write import Part
from pbem.desk.record.campaign import Campaign
from pbem.desk.views.picture import happened_at, picture, view_of
from pbem.errors import UsageError
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.draw import View

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
        return Pictured(file, happened_at(view_of(campaign, position, told), scale=self.scale)), parts

    def rest(self) -> Iterator[Part]:
        """They share nothing."""
        return iter(())

    def data(self) -> None:
        """They need nothing."""


class Kitted:
    """One printed map, and for each board a list of what lies where; what is equal is kept once."""

    def __init__(self, scale: int, is_drawn: bool) -> None:
        self.scale, self.is_drawn = scale, is_drawn
        self.boards: dict[str, list[int]] = {}
        self._faces, self._laid = Numbered(), Numbered()
        self._view: View | None = None
        self._data: dict[str, Any] = {}

    def shown(self, name: str) -> str:
        """None of its own."""
        return ""

    def take(
        self, campaign: Campaign, position: Position, told: Tale | None, name: str, title: str
    ) -> tuple[Pictured, list[Part]]:
        """The board goes into the kit."""
        from pbem.draw.plain import pieces

        view = view_of(campaign, position, told)
        self._view = self._view or view
        found = pieces(view.scenario, view.position, view.look, told.events if told else ())
        for stack in found["stacks"]:
            stack["units"] = [self._faces.number(unit) for unit in stack["units"]]
        for ghost in found["ghosts"]:
            ghost["unit"] = self._faces.number(ghost["unit"])
        found["stacks"] = [[stack["hex"], stack["units"]] for stack in found["stacks"]]
        self.boards[name] = [self._laid.number([kind, one]) for kind, each in found.items() for one in each]
        return Pictured("", happened_at(view, is_framed=False, scale=self.scale)), []

    def rest(self) -> Iterator[Part]:
        """The printed map, and where its hexes lie."""
        from pbem.draw import Size
        from pbem.draw.kit import ground

        if self._view is None or not self.is_drawn:
            return
        picture, where = ground(self._view, Size(scale=self.scale))
        yield "boards/ground.png", picture
        self._data = {**where, "ground": "boards/ground.png", "names": _names(self._view)}

    def data(self) -> Mapping[str, Any]:
        """All boards, once the map that they share is drawn."""
        if not self._data:
            return {}
        return {**self._data, "faces": self._faces.values, "laid": self._laid.values, "boards": self.boards}


class Numbered:
    """Plain values, each once, by the number under which it came up first."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: Any) -> int:
        """The number of a value."""
        key = repr(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def _names(view: View) -> dict[str, str]:
    map_ = view.scenario.map
    return {hex_id: name for hex_id in map_.grid.hexes if (name := map_.name_of(hex_id))}
