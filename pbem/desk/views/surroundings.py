"""Looking around: a hex, a unit or the front, with the eyes of one side, as values that words are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.desk.record.campaign import Campaign
from pbem.draw.look import read_look
from pbem.draw.piles import Stack, stacks_of
from pbem.draw.style import styles_of
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.clock import hour
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Feature, contiguous
from pbem.kernel.naming import the
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.views.look import UnitLook
from pbem.kernel.views.surroundings import Beside, Contact, Far, Front, HexSeen, StackSeen, Surroundings, UnitSeen

_ZONES = "zoc"  # the layer of zones of control, where a game has one


class Lookout:
    """A position as somebody sees it, ready to be described: legends of the drawing, stacks, zones of control."""

    def __init__(self, campaign: Campaign, position: Position) -> None:
        self.campaign, self.position, self.board = campaign, position, Board(campaign.scenario, position)
        self.map = campaign.scenario.map
        self.look = read_look(campaign.game.look(self.board))
        self.styles = styles_of(self.look.styles)
        self.stacks = stacks_of(campaign.scenario, position, self.look)
        self.zones = self._zones()

    def _zones(self) -> Mapping[Side, frozenset[str]]:
        layer = self.campaign.game.layers.get(_ZONES)
        if layer is None:
            return {}
        laid = {side: layer.lay(self.board, side) for side in self.campaign.game.sides}
        return {side: frozenset(one for area in found for one in area.hexes) for side, found in laid.items()}

    # -- a hex ------------------------------------------------------------------------------------------------

    def seen(self, hex_id: HexId) -> HexSeen:
        """What lies and stands in a hex."""
        drawn = [name for one in self.map.features(hex_id) if (name := self._called(one))]
        ground = (self._called(Feature(self.map.base[hex_id])) or self.map.base[hex_id], *drawn)
        zones = tuple([side for side, hexes in self.zones.items() if hex_id in hexes])
        return HexSeen(hex_id, self.map.name_of(hex_id), ground, self._stacks_in(hex_id), zones)

    def _called(self, feature: Feature) -> str:
        """What the legend of the board calls it, with its name and its owner; nothing for what no board shows."""
        style = self.styles.get(feature.name)
        if style is None:
            return ""
        word = (style.legend or feature.name.replace("-", " ")).lower()
        named = f"{word} {feature.get('name')}" if feature.get("name") else word
        owner = self.campaign.game.sides.get(Side(feature.get("owner")))
        return f"{named} of {the(owner)}" if owner else named

    def _stacks_in(self, hex_id: HexId) -> tuple[StackSeen, ...]:
        stack = self.stacks.get(hex_id)
        if stack is None:
            return ()
        by_side: dict[Side, list[UnitSeen]] = {}
        for unit, look in zip(stack.units, stack.looks, strict=True):
            by_side.setdefault(self.board.unit(unit).side, []).append(self._unit(unit, look))
        return tuple([StackSeen(side, tuple(units)) for side, units in by_side.items()])

    def _unit(self, unit: UnitId, look: UnitLook) -> UnitSeen:
        if is_stand_in(unit):
            return UnitSeen("a unit face down")
        steps = f"{look.steps} of {look.full} steps" if 0 < look.steps < look.full else ""
        return UnitSeen(unit, look.figures, steps, tuple([self._mark(mark) for mark in look.marks]))

    def _mark(self, mark: str) -> str:
        name, _, value = mark.partition("=")
        known = self.look.marks.get(name)
        words = known.legend if known and known.legend else name.replace("-", " ")
        return f"{words} {value}" if value else words

    # -- around a hex -----------------------------------------------------------------------------------------

    def around(self, hex_id: HexId) -> Surroundings:
        """A hex, its neighbours from 12 o'clock on, and the nearest stack of each side that stands farther off."""
        beside = [self._beside(hex_id, other) for other in self.map.grid.neighbours[hex_id]]
        beside.sort(key=lambda one: one.hour % 12)
        return Surroundings(self.seen(hex_id), tuple(beside), tuple(self._nearest(hex_id)))

    def _beside(self, here: HexId, there: HexId) -> Beside:
        across = [name for one in self.map.hexside(here, there) if (name := self._called(one))]
        along = [name for one in self.map.along.get((here, there), ()) if (name := self._called(one))]
        return Beside(hour(self.map.grid, here, there), self.seen(there), tuple(across), tuple(along))

    def _nearest(self, here: HexId) -> Iterable[Far]:
        for side in self.campaign.game.sides:
            far = [(self.map.grid.distance(here, there), there) for there in self.stands(side)]
            beyond = min([one for one in far if one[0] > 1], default=None)
            if beyond:
                yield Far(hour(self.map.grid, here, beyond[1]), beyond[0], self.seen(beyond[1]))

    def stands(self, side: Side) -> list[HexId]:
        """Where stacks of a side stand."""
        return [there for there, stack in self.stacks.items() if self._is_of(stack, side)]

    def _is_of(self, stack: Stack, side: Side) -> bool:
        return any(self.board.unit(unit).side == side for unit in stack.units)

    # -- the front --------------------------------------------------------------------------------------------

    def front(self, side: Side) -> Front:
        """The stacks of a side that touch the enemy."""
        others = [other for other in self.campaign.game.sides if other != side]
        enemies = dict.fromkeys(there for other in others for there in self.stands(other))
        around = self.map.grid.neighbours
        touching = {here: [there for there in around[here] if there in enemies] for here in self.stands(side)}
        met = sorted([here for here, facing in touching.items() if facing], key=self._from_the_top)
        stretches = [sorted(stretch, key=self._from_the_top) for stretch in contiguous(self.map.grid, met)]
        return Front(side, tuple([tuple([self._contact(here, touching[here]) for here in one]) for one in stretches]))

    def _contact(self, here: HexId, facing: Iterable[HexId]) -> Contact:
        return Contact(self.seen(here), tuple([self._beside(here, there) for there in facing]))

    def _from_the_top(self, hex_id: HexId) -> tuple[int, int]:
        """Where the hex comes when the picture is read row by row, left to right."""
        numbering, (q, r) = self.map.grid.numbering, self.map.grid.axial[hex_id]
        right = 2 * q + r
        return r if numbering.rows_down else -r, right if numbering.columns_right else -right
