"""Comparing: what an expectation wants, and what a step has brought. `None` is met; else what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from pbem.kernel.case.aftermath import QUERIES, Aftermath, Found
from pbem.kernel.case.matching import fact_text, fits, listed, matching, terms_of, text_of
from pbem.kernel.case.parts import Expect
from pbem.kernel.case.words import amount, same_amount
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId, read_hexside
from pbem.kernel.pieces import GONE, UnitId
from pbem.kernel.questions import Question
from pbem.kernel.tally import plain
from pbem.kernel.text.words import did_you_mean


def check(scene: Aftermath, expect: Expect) -> Found:
    """Whether the expectation is met. One with `not` is met when the thing itself is not so."""
    stranger = _stranger(scene, expect)
    if stranger:
        return (stranger,)
    found = _CHECKS[expect.verb](scene, expect)
    if not expect.is_not:
        return found
    return None if found is not None else ("it is so",)


def _stranger(scene: Aftermath, expect: Expect) -> str:
    """A unit, hex or hexside that the case does not have; such a line could never be wrong, or never right."""
    if expect.verb in ("hex", "side"):
        return _no_place(scene, expect.verb, expect.words[0])
    if expect.verb in ("at", "moved", "reaches", "cannot", "is", "may", "has"):
        names: Iterable[str] = expect.words[:1]
    elif expect.verb in ("gone", "loses"):
        names = [word for word in expect.words if not word.isdecimal() and word not in scene.game.sides]
    else:
        names = ()
    unknown = [name for name in names if UnitId(name) not in scene.position.units]
    if not unknown:
        return ""
    return f"the case has no unit {unknown[0]}. {did_you_mean(unknown[0], list(scene.position.units))}".strip()


def _no_place(scene: Aftermath, verb: str, text: str) -> str:
    """What is wrong with a hex or a hexside that the map does not have."""
    grid = scene.scenario.map.grid
    if verb == "hex":
        return "" if HexId(text) in grid else f"the map has no hex {text}"
    side = read_hexside(text)
    if side and side.a in grid and grid.are_adjacent(*side):
        return ""
    return f"the map has no hexside {text}; it is written as two adjacent hexes, such as 0302/0303"


# -- facts ---------------------------------------------------------------------------------------------------


def _fact(scene: Aftermath, expect: Expect) -> Found:
    kind = expect.words[0]
    facts = [fact for fact in scene.facts_of(expect) if fact.kind == kind]
    met = [fact for fact in facts if matching(fact, expect.values) == len(expect.values)]
    if (expect.times < 0 and met) or len(met) == expect.times:
        return None
    return _nearest(scene, expect, kind, facts, met)


def _nearest(
    scene: Aftermath, expect: Expect, kind: str, facts: Sequence[Fact], met: Sequence[Fact]
) -> tuple[str, ...]:
    if expect.times >= 0 and met:
        return (f"{len(met)} of them", *(fact_text(fact, expect.values) for fact in met[:6]))
    if not facts:
        kinds = list(dict.fromkeys(fact.kind for fact in scene.facts))
        return (f"no fact `{kind}`; there were: {listed(kinds)}", did_you_mean(kind, kinds))
    ranked = sorted(facts, key=lambda fact: -matching(fact, expect.values))
    return tuple(fact_text(fact, expect.values) for fact in ranked[:3])


def _figures(scene: Aftermath, expect: Expect) -> Found:
    facts = [fact for fact in scene.facts_of(expect) if all(key in fact.about for key in expect.values)]
    if any(matching(fact, expect.values) == len(expect.values) for fact in facts):
        return None
    shown = [", ".join(f"{key} {text_of(fact[key])}" for key in expect.values) for fact in facts]
    return tuple(shown[:4]) or ("no combat was resolved",)


def _modifier(scene: Aftermath, expect: Expect) -> Found:
    terms = [term for fact in scene.facts_of(expect) for term in terms_of(fact, expect.values.get("in", ""))]
    wanted = expect.values
    for label, rule, value in terms:
        by_rule = wanted.get("rule", "") in ("", *(part.strip() for part in rule.split(",")))
        by_value = "value" not in wanted or Fraction(wanted["value"]) == value
        if by_rule and by_value and wanted.get("label", "").lower() in label.lower():
            return None
    shown = [f'modifier {rule} {"+" * (value >= 0)}{plain(value)} "{label}"' for label, rule, value in terms[:12]]
    return tuple(shown) or ("no modifiers",)


def _loses(scene: Aftermath, expect: Expect) -> Found:
    who = expect.words[0]
    lost: dict[str, int] = {}
    for fact in scene.facts_of(expect):
        if fact.kind in ("lost", "eliminated"):
            lost[fact["unit"]] = lost.get(fact["unit"], 0) + fact["steps"]
    mine = {u: n for u, n in lost.items() if who in (u, scene.scenario.side_of(UnitId(u)))}
    total = sum(mine.values())
    if len(expect.words) == 1:
        return None if total else ("nothing is lost",)
    return None if total == int(expect.words[1]) else (f"{who} loses {total} ({listed(_pairs(lost))})",)


def _pairs(values: dict[str, int]) -> list[str]:
    return [f"{name} {number}" for name, number in values.items()]


def _moved(scene: Aftermath, expect: Expect) -> Found:
    unit = expect.words[0]
    renamed = {"as": "how", "by": "rule"}
    values = {renamed.get(key, key): value for key, value in expect.values.items() if key not in ("to", "cost")}
    facts = [fact for fact in scene.facts_of(expect) if fact.kind == "moved" and fact["unit"] == unit]
    goal = expect.values.get("to", "")
    for fact in facts:
        if matching(fact, values) == len(values) and goal in ("", fact["path"][-1]) and _has_cost(fact, expect):
            return None
    return tuple(fact_text(fact, values | {"path": ""}) for fact in facts) or (f"{unit} did not move",)


def _has_cost(fact: Fact, expect: Expect) -> bool:
    """What the move cost; a game that notes what is left of the allowance has it as the difference."""
    if "cost" not in expect.values:
        return True
    whole, left = amount(fact.get("allowance")), amount(fact.get("left"))
    spent = whole - left if whole is not None and left is not None else ""
    return same_amount(expect.values["cost"], str(fact.get("cost") or spent))


def _rolled(scene: Aftermath, expect: Expect) -> Found:
    rolls = [fact for fact in scene.facts if fact.kind == "rolled"]
    for fact in rolls:
        if fact["name"] == expect.words[0] and fits(expect.values.get("faces", text_of(fact["faces"])), fact["faces"]):
            return None
    return tuple(f'rolled "{fact["name"]}" {text_of(fact["faces"])}' for fact in rolls) or ("no die was rolled",)


# -- the position --------------------------------------------------------------------------------------------


def _at(scene: Aftermath, expect: Expect) -> Found:
    unit, place, *rest = expect.words
    state = scene.position.units[UnitId(unit)]
    steps = rest.pop(0) if rest and rest[0].isdecimal() else ""
    is_met = state.place == place and steps in ("", str(state.steps)) and all(mark in state.marks for mark in rest)
    return None if is_met else (" ".join((unit, "at", state.place, str(state.steps), *state.marks)),)


def _gone(scene: Aftermath, expect: Expect) -> Found:
    places = {unit: scene.position.units[UnitId(unit)].place for unit in expect.words}
    left = [f"{unit} is at {place}" for unit, place in places.items() if place != GONE]
    return tuple(left) or None


def _hex(scene: Aftermath, expect: Expect) -> Found:
    hex_id, *marks = expect.words
    return _marked(expect, f"hex {hex_id}", marks, scene.position.hexes.get(HexId(hex_id), ()))


def _side(scene: Aftermath, expect: Expect) -> Found:
    side = read_hexside(expect.words[0])
    return _marked(expect, f"side {side}", expect.words[1:], scene.position.sides.get(side, ()) if side else ())


def _marked(expect: Expect, where: str, marks: Sequence[str], there: Sequence[str]) -> Found:
    """Whether all the marks are there, by name or with their value; under `not`, whether any of them is."""
    named = [mark for mark in marks if mark in there or any(m.partition("=")[0] == mark for m in there)]
    met = bool(named) if expect.is_not else len(named) == len(marks)
    return None if met else (f"{where} {' '.join(there) or 'has no marks'}",)


def _note(scene: Aftermath, expect: Expect) -> Found:
    key, value = expect.words
    found = scene.position.notes.get(key, "none")
    return None if found == value else (f"note {key} {found}",)


def _next(scene: Aftermath, expect: Expect) -> Found:
    turn, step = scene.position.turn, scene.position.step
    is_met = step == expect.words[0] and expect.values.get("turn", str(turn)) == str(turn)
    return None if is_met else (f"next {step} turn {turn}",)


# -- questions -----------------------------------------------------------------------------------------------


def _asks(scene: Aftermath, expect: Expect) -> Found:
    side, key, values = expect.values["side"], expect.words[0], expect.values
    for question in scene.asked:
        if question.key == key and side in (question.side, scene.game.sides[question.side]):
            return _compare_question(question, values)
    shown = tuple(_question_text(question) for question in scene.asked)
    return shown or ("nobody was asked anything",)


def _compare_question(question: Question, values: Mapping[str, str]) -> Found:
    options = [option.value for option in question.options]
    is_met = "options" not in values or _list(values["options"]) == options
    is_met = is_met and values.get("rule", question.rule) == question.rule
    is_met = is_met and ("default" not in values or _list(values["default"]) == list(question.default))
    return None if is_met else (_question_text(question),)


def _list(text: str) -> list[str]:
    return [] if text.strip() == "none" else [part.strip() for part in text.split(",") if part.strip()]


def _question_text(question: Question) -> str:
    options = ", ".join(option.value for option in question.options) or "none"
    default = ", ".join(question.default) or "none"
    return f'asks {question.side} "{question.key}": {options} by {question.rule} default {default}'


def _waits(scene: Aftermath, expect: Expect) -> Found:
    waiting = [q for q in scene.waiting if not expect.words or expect.words[0] in (q.side, scene.game.sides[q.side])]
    shown = tuple(_question_text(question) for question in scene.waiting)
    return None if waiting else shown or ("the step is complete",)


_CHECKS: dict[str, Callable[[Aftermath, Expect], Found]] = {
    "fact": _fact, "figures": _figures, "modifier": _modifier, "loses": _loses, "moved": _moved, "rolled": _rolled,
    "at": _at, "gone": _gone, "hex": _hex, "side": _side, "note": _note, "next": _next, "asks": _asks,
    "waits": _waits, **QUERIES,
}  # fmt: skip
