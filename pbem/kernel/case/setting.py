"""Laying out a case: its scenario from the game's texts and its own, and its starting position."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from pbem.errors import Refusal, Refused, Spot, Unreadable
from pbem.kernel.case.parts import Case, Lines
from pbem.kernel.case.words import fault
from pbem.kernel.chartfile import Place
from pbem.kernel.chartvalues import Known
from pbem.kernel.game import Game, Texts
from pbem.kernel.ground.hexes import HexId, Hexside, read_hexside
from pbem.kernel.loading import check_charts, check_values, file_of, toml_of
from pbem.kernel.pieces import ASIDE, GONE, UnitId
from pbem.kernel.position import Position, UnitState, read_position
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import Line
from pbem.kernel.text.words import did_you_mean
from pbem.values import replace
from pbem.values.patterns import pattern

OWN = "case"
_STATE = pattern(r"(^.*\sat\s+(\S+))\s+(\S.*)$")
_AT = pattern(r"at line (\d+)")


def padded(lines: Lines) -> str:
    """The lines as a text in which each stands at its number in the case, so that faults are shown there."""
    rows = [""] * (lines[-1].number if lines else 0)
    for line in lines:
        rows[line.number - 1] = line.text
    return "\n".join(rows) + "\n"


# -- the scenario --------------------------------------------------------------------------------------------


def lay_out(case: Case, game: Game, texts: Texts) -> tuple[Scenario, Position]:
    """Scenario and starting position of a case, before its first changes."""
    if case.game and case.game != game.name:
        raise Unreadable("the case is for another game", found=case.game, wanted=game.name)
    _check_options(case, texts)
    rows = _unit_rows(case, game)
    name = case.scenario or OWN
    if case.scenario and f"{case.scenario}.toml" not in texts:
        known = [file.removesuffix(".toml") for file in texts if file.endswith(".toml")]
        advice = did_you_mean(case.scenario, known)
        raise Unreadable("the game has no such scenario", found=case.scenario, wanted=", ".join(known), advice=advice)
    scenario = game.load(_texts(case, texts, [text for text, _ in rows.values()]), name, case.options)
    charts = _merged(scenario.charts, _toml(case, "charts"))
    if "charts" in case.blocks:
        place = Place("", padded(case.blocks["charts"]))
        check_charts(charts, game.charts, place)
        ours = Known(scenario.charts, game.demands, scenario.map.base, scenario.units)
        check_values(charts, ours, game.charts, place)
    card = _merged(scenario.card, _toml(case, "card"))
    scenario = replace(scenario, charts=charts, card=card)
    return scenario, _position(case, game, scenario, {unit: state for unit, (_, state) in rows.items() if state})


def _texts(case: Case, texts: Texts, units: list[str]) -> dict[str, str]:
    """The game's texts with the case's own map and units in them; without a scenario its units are all there are."""
    found = dict(texts)
    card = toml_of(texts, f"{case.scenario}.toml") if case.scenario else {}
    map_file, units_file = file_of(card, "map"), file_of(card, "units")
    if "map" in case.blocks:
        own = padded(case.blocks["map"])
        has_legend = re.search(r"^legend:", own, re.M) is not None
        found[map_file] = own if has_legend else own + _legend(texts.get(map_file, ""))
    if "map also" in case.blocks:  # first, so that its faults keep their line
        found[map_file] = padded(case.blocks["map also"]) + found.get(map_file, "")
    if case.scenario:
        found[units_file] = "\n".join([found.get(units_file, ""), *units, ""])
    else:
        found[units_file] = "\n".join([*units, ""])
        found[f"{OWN}.toml"] = ""
    return found


def _legend(text: str) -> str:
    """The legend of the game's own map: its letters hold in the maps of cases."""
    found = re.search(r"^legend:.*\n(?:[ \t].*\n|\n)*", text, re.M)
    return found[0] if found else ""


def _check_options(case: Case, texts: Texts) -> None:
    """A case without a scenario may set any option that one of the game's cards knows."""
    cards = [tomllib.loads(text) for file, text in texts.items() if file.endswith(".toml") and "[options" in text]
    known = dict.fromkeys(option for card in cards for option in card.get("options", {}))
    for option in case.options:
        if known and option not in known:
            advice = did_you_mean(option, list(known))
            raise Unreadable("the game has no such option", found=option, wanted=", ".join(known), advice=advice)


def _toml(case: Case, block: str) -> dict[str, Any]:
    lines = case.blocks.get(block, ())
    try:
        return tomllib.loads(padded(lines))
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        number = int(at[1]) if at else lines[-1].number
        row = next((line for line in lines if line.number == number), lines[-1])
        raise fault(row, f"`{block}` is TOML: {error}", row.text, "such as `crt.row1 = [...]`") from None


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables laid over tables, key by key."""
    merged = dict(under)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


# -- the units -----------------------------------------------------------------------------------------------


def _unit_rows(case: Case, game: Game) -> dict[UnitId, tuple[str, tuple[str, ...]]]:
    """Each made-up unit with its line of the manifest, and the place, steps and marks that follow it."""
    rows: dict[UnitId, tuple[str, tuple[str, ...]]] = {}
    problems = []
    for line in case.blocks.get("units", ()):
        text = line.text.partition(";")[0].strip()
        if not text:
            continue
        found = _STATE.match(text)
        row = found[1] if found else text
        try:
            unit = game.read_unit(row)
        except Refusal as refusal:
            problems.append(replace(refusal.problem, spot=Spot(line.number, line.text)))
            continue
        if unit.id in rows:
            problems.append(fault(line, f"{unit.id} appears here a second time", unit.id, "one line").problem)
        rows[unit.id] = (row, (found[2], *found[3].split()) if found else ())
    if problems:
        raise Refused(problems)
    return rows


def _position(case: Case, game: Game, scenario: Scenario, stated: Mapping[UnitId, tuple[str, ...]]) -> Position:
    if "position" in case.blocks:
        lines = case.blocks["position"]
        for line in (row for row in lines if row.text.split()[:1] == ["side"]):
            side_on_map(scenario, line, line.text.split()[1])
        found = read_position(padded(lines))
        return replace(found, game=found.game or game.name)
    position = game.set_up(scenario)
    own = _unit_rows(case, game)
    states = dict(position.units)
    for unit, state in position.units.items():
        if case.is_empty and unit not in own:
            states[unit] = UnitState(ASIDE, state.steps)
    for unit, words in stated.items():
        states[unit] = _state(states[unit], words)
    return replace(position, units=states)


def _state(old: UnitState, words: tuple[str, ...]) -> UnitState:
    """A state from `PLACE [STEPS] [MARKS]`; with the place alone steps and marks stay, but for a unit that is gone."""
    place, *rest = words
    if place == GONE and not rest:
        return UnitState(GONE, 0)  # as the rules leave a unit that they eliminate
    if rest and rest[0].isdecimal():
        return UnitState(place, int(rest[0]), tuple(sorted(rest[1:])))
    return UnitState(place, old.steps, tuple(sorted(rest)) if rest else old.marks)


# -- changes -------------------------------------------------------------------------------------------------


def edited(scenario: Scenario, position: Position, edits: Lines) -> Position:
    """The position after the lines `unit`, `hex`, `side`, `note` and `turn` of a case."""
    for line in edits:
        keyword, first, *rest = line.text.split()
        if keyword == "turn":
            position = replace(position, turn=int(first))
        elif keyword == "unit":
            position = _edit_unit(scenario, position, line, first, tuple(rest))
        elif keyword == "hex":
            _check_hex(scenario, line, first)
            marks = {HexId(first): tuple(sorted(rest))} if rest != ["none"] else {}
            others = {hex_id: old for hex_id, old in position.hexes.items() if hex_id != first}
            position = replace(position, hexes=others | marks)
        elif keyword == "side":
            side = side_on_map(scenario, line, first)
            kept = {one: old for one, old in position.sides.items() if one != side}
            position = replace(position, sides=kept | ({side: tuple(sorted(rest))} if rest != ["none"] else {}))
        else:
            note = {first: " ".join(rest)} if rest != ["none"] else {}
            others_noted = {key: value for key, value in position.notes.items() if key != first}
            position = replace(position, notes=others_noted | note)
    return position


def _edit_unit(scenario: Scenario, position: Position, line: Line, name: str, words: tuple[str, ...]) -> Position:
    unit = UnitId(name)
    if unit not in scenario.units or unit not in position.units:
        raise fault(line, "the case has no such unit", name, "a unit of it", did_you_mean(name, list(position.units)))
    if re.fullmatch(r"[A-Z]?\d+", words[0]):
        _check_hex(scenario, line, words[0])
    return replace(position, units={**position.units, unit: _state(position.units[unit], words)})


def _check_hex(scenario: Scenario, line: Line, text: str) -> None:
    if HexId(text) not in scenario.map.grid:
        advice = "features of the map, such as a trench, go under `map:` or `map also:`"
        raise fault(line, "the map has no such hex", text, "a hex number", advice)


def side_on_map(scenario: Scenario, line: Line, text: str) -> Hexside:
    """The hexside that the text names; two hexes of the map that touch."""
    side, grid = read_hexside(text), scenario.map.grid
    if side is None:
        raise fault(line, "a hexside is written as two hexes", text, "such as 0302/0303")
    for hex_id in side:
        _check_hex(scenario, line, hex_id)
    if not grid.are_adjacent(*side):
        around = ", ".join(sorted(grid.neighbours[side.a]))
        raise fault(line, f"{side.a} and {side.b} do not touch", text, f"{side.a} and one of {around}")
    return side
