"""11.7.2 Combat modifiers: every column shift and every die modifier, each with the rule that gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.caporetto.assault import is_printed_assault
from pbem.games.caporetto.attack import Declared
from pbem.games.caporetto.control import is_controlled_by
from pbem.games.caporetto.counters import CP, NATION_NAMES, attack_factor, hqs_in, is_out_of_supply, nation_of
from pbem.games.caporetto.events import ROMMEL
from pbem.games.caporetto.morale import army_of_stack, level
from pbem.games.caporetto.morale import chart as morale_chart
from pbem.games.caporetto.options import chosen, is_on
from pbem.games.caporetto.stacking import is_overstacked_freely
from pbem.games.caporetto.terrain import ground, row, terrains
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Tally, Term, tally
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """An attack with the support that was really employed, on both sides."""

    declared: Declared
    employed: tuple[UnitId, ...] = ()
    shield: tuple[UnitId, ...] = ()  # the defender's


def printed(board: Board, chart: str, name: str) -> Mapping[str, Any]:
    """A line of the printed list of modifiers: of its `shift` or of its `drm` part."""
    found: Mapping[str, Any] = next(line for line in board.scenario.charts[chart] if line["id"] == name)
    return found


def artillery(board: Board, units: Sequence[UnitId], nation: str = "") -> list[UnitId]:
    """The artillery among support units, of one nation if one is named."""
    guns = [unit for unit in units if board.unit(unit).type == "artillery"]
    return [unit for unit in guns if not nation or nation_of(board, unit) == nation]


# -- column shifts -------------------------------------------------------------------------------------------


def shifts(board: Board, effort: Effort) -> Tally:
    """See 11.7.2, CM.1, CM.2, CM.3, CM.5, CM.6, ruling R04: all shifts, right for the attacker, left for the
    defender."""
    terms = [term for source in _SHIFTS for term in source(board, effort)]
    return tally([*terms, *_cancelled(board, effort, terms)])


def _support(board: Board, effort: Effort) -> list[Term]:
    """CM.1, 16.3/5 (see 16.3): one column for each unit employed."""
    ours = [Term(f"{unit} employed", "CM.1", 1) for unit in effort.employed]
    return ours + [Term(f"{unit} employed in defence", "CM.1", -1) for unit in effort.shield]


def _massed_guns(board: Board, effort: Effort) -> list[Term]:
    """16.5/2 (see CM.5, CM.6): two or more German artillery units give one more, on turns 1 and 2."""
    line = printed(board, "shift", "feuerwaltz")
    guns = artillery(board, effort.employed, "GE")
    if board.turn in line["turns"] and len(guns) >= int(line["german_artillery"]):
        return [Term(f"Feuerwaltz: {len(guns)} German artillery units", "16.5/2", int(line["right"]))]
    return []


def _surprise(board: Board, effort: Effort) -> list[Term]:
    """11.7.2/3, CM.5: every attack of the Central Powers on turn 1."""
    line = printed(board, "shift", "surprise")
    if effort.declared.side == CP and board.turn in line["turns"]:
        return [Term(f"surprise on turn {board.turn}", "11.7.2/3", int(line["right"]))]
    return []


def _terrain(board: Board, effort: Effort) -> list[Term]:
    """CM.2, TEC.mountain, TEC.marsh, TEC.alpine (see TEC.town, TEC.dominant, ruling R29): the highest, by option the
    sum."""
    target = effort.declared.target
    found = [(int(row(board, name).get("left", 0)), name) for name in terrains(board.map, target)]
    worst = max(found, key=lambda entry: entry[0])
    counted = found if chosen(board, "terrain-shifts") == "added" else [worst]
    return [Term(name, f"TEC.{'town' if name == 'city' else name}", -left) for left, name in counted]


def _river(board: Board, effort: Effort) -> list[Term]:
    """11.7.2/2 (see TEC.bridge, TEC.river, rulings R30, R31): if at least half of the factors come across rivers."""
    target = effort.declared.target
    factors = {unit: attack_factor(board, unit) for unit in effort.declared.attackers}
    wet = [unit for unit in factors if board.map.crosses(board.hex_of(unit), target, "river")]
    across, whole = sum(factors[unit] for unit in wet), sum(factors.values())
    if wet and 2 * across >= whole:
        left = int(printed(board, "shift", "river")["left"])
        return [Term(f"{across} of {whole} factors across a river", "11.7.2/2", -left)]
    return []


def _low_morale(board: Board, effort: Effort) -> list[Term]:
    """10.6, 10.6/3, 10.6/4, CM.3 (see 10.1, 10.1/2, ruling R19): one column, however many units are shaken."""
    figures = morale_chart(board)["attack_left"]
    attackers = effort.declared.attackers
    nations = dict.fromkeys(nation_of(board, unit) for unit in attackers)
    lone = [unit for unit in attackers if nation_of(board, unit) == "AH" and not _has_german(board, unit, attackers)]
    for nation, is_bound, joint in (("IT", "IT" in nations, "10.6/3"), ("AH", bool(lone), "10.6/4")):
        if is_bound and level(board, nation) <= int(figures["at_or_below"]):
            rule = joint if len(nations) > 1 else "10.6"
            label = f"morale of {NATION_NAMES[nation]} at {level(board, nation)}"
            return [Term(label, rule, -int(figures["left"]))]
    return []


def _has_german(board: Board, unit: UnitId, attackers: Sequence[UnitId]) -> bool:
    """See 10.1/2, 10.6/4, rulings R19, R157: whether a German attacks from the unit's hex too; by option an HQ will
    do."""
    here = board.hex_of(unit)
    staff = hqs_in(board, here, board.unit(unit).side) if chosen(board, "hq-in-stack") == "mixes" else ()
    beside = [*(other for other in attackers if board.place(other) == here), *staff]
    return any(nation_of(board, other) == "GE" for other in beside)


def _raid(board: Board, effort: Effort) -> list[Term]:
    """See 19.3, ruling R112: the division that landed attacks Trieste one column lower."""
    raiders = [unit for unit in effort.declared.attackers if board.is_marked(unit, "raid")]
    if raiders and effort.declared.target == board.scenario.charts["raid"]["target"]:
        return [Term(f"raid of {raiders[0]}", "19.3", -int(printed(board, "shift", "raid")["left"]))]
    return []


def _cancelled(board: Board, effort: Effort, so_far: Sequence[Term]) -> list[Term]:
    """See 19.5/3: defensive artillery on an overstacked attacking hex takes one right shift away, if there is one."""
    declared = effort.declared
    if not is_on(board, "free-set-up") or not artillery(board, effort.shield):
        return []
    crowded = [h for h in attacking_hexes(board, declared) if is_overstacked_freely(board, h, declared.side)]
    right = sum(term.value for term in so_far if term.value > 0)
    least = min(right, int(printed(board, "shift", "overstacked-attacker")["left"]))
    return [Term(f"artillery on the overstacked {crowded[0]}", "19.5/3", -least)] if crowded else []


_SHIFTS: tuple[Callable[[Board, Effort], list[Term]], ...] = (
    _support, _massed_guns, _surprise, _terrain, _river, _low_morale, _raid,
)  # fmt: skip


# -- the die -------------------------------------------------------------------------------------------------


def die_modifiers(board: Board, effort: Effort) -> Tally:
    """CM.4 (see 11.7.2, CM.5, CM.6): all modifiers of the die for the Combat Results Table."""
    return tally([term for source in _DIE for term in source(board, effort)])


def attacking_hexes(board: Board, declared: Declared) -> tuple[HexId, ...]:
    """See 11.2/2, ruling R28: the hexes from which units really attack."""
    return tuple(dict.fromkeys(board.hex_of(unit) for unit in declared.attackers))


def _concentric(board: Board, effort: Effort) -> list[Term]:
    """11.2/2 (see 11.7.2, CM.4, ruling R28): from three or more hexes, once."""
    hexes, line = attacking_hexes(board, effort.declared), printed(board, "drm", "concentric")
    if len(hexes) >= int(line["hexes"]):
        return [Term(f"concentric, from {len(hexes)} hexes", "11.2/2", int(line["drm"]))]
    return []


def _out_of_supply(board: Board, effort: Effort) -> list[Term]:
    """14.3/3 (see CM.4, ruling R146): against units out of supply; one such unit among the defenders is enough."""
    cut_off = [unit for unit in effort.declared.defenders if is_out_of_supply(board, unit)]
    drm = int(printed(board, "drm", "out-of-supply")["drm"])
    return [Term(f"{cut_off[0]} out of supply", "14.3/3", drm)] if cut_off else []


def _shaken(board: Board, effort: Effort) -> list[Term]:
    """10.6/2 (see 10.1/2, CM.4, rulings R17, R19): Italians, or AH units alone, of an army at -3 or lower."""
    declared, figures = effort.declared, morale_chart(board)["enemy_drm"]
    army = army_of_stack(board, declared.target, board.enemy_of(declared.side))
    if army and level(board, army) <= int(figures["at_or_below"]):
        return [Term(f"morale of {NATION_NAMES[army]} at {level(board, army)}", "10.6/2", int(figures["drm"]))]
    return []


def _gas(board: Board, effort: Effort) -> list[Term]:
    """16.6, CM.6 (see CM.5, ruling R78): German artillery brings gas on turns 1 and 2, once however many guns there
    are."""
    drm = int(printed(board, "drm", "gas")["drm"][board.turn - 1])
    return [Term("gas", "16.6", drm)] if artillery(board, effort.employed, "GE") else []


def _rommel(board: Board, effort: Effort) -> list[Term]:
    """EV.A.rommel, ruling R35: in the second Combat Sub-phase, if German assault infantry attacks."""
    declared = effort.declared
    if declared.side != CP or declared.number != 2 or board.noted("event") != ROMMEL:
        return []
    drm = int(printed(board, "drm", "rommel")["drm"])
    led = [u for u in declared.attackers if nation_of(board, u) == "GE" and is_printed_assault(board.unit(u))]
    return [Term(f"Rommel with {led[0]}", "EV.A.rommel", drm)] if led else []


def _observed(board: Board, effort: Effort) -> list[Term]:
    """19.4, rulings R115, R147: artillery fires beside dominant terrain that the attacker controls."""
    declared = effort.declared
    if not is_on(board, "dominant-terrain") or not artillery(board, effort.employed):
        return []
    heights = [h for h in board.map.grid.neighbours[declared.target] if ground(board.map, h) == "dominant"]
    held = [h for h in heights if is_controlled_by(board, h, declared.side)]
    drm = int(printed(board, "drm", "dominant")["drm"])
    return [Term(f"observers on {board.map.called(held[0])}", "19.4", drm)] if held else []


def _crowded(board: Board, effort: Effort) -> list[Term]:
    """19.5/3 (see ruling R147): artillery on an overstacked hex, whatever the defender's guns do."""
    declared = effort.declared
    is_crowded = is_on(board, "free-set-up") and is_overstacked_freely(
        board, declared.target, board.enemy_of(declared.side)
    )
    if not is_crowded or not artillery(board, effort.employed):
        return []
    return [Term("overstacked defenders", "19.5/3", int(printed(board, "drm", "overstacked-defender")["drm"]))]


_DIE: tuple[Callable[[Board, Effort], list[Term]], ...] = (
    _concentric, _out_of_supply, _shaken, _gas, _rommel, _observed, _crowded,
)  # fmt: skip
