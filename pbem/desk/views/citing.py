"""What a post cites besides its facts: rulings and data of ours that were used, the luck so far, dates in words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem import library
from pbem.desk.record.campaign import Campaign
from pbem.dice.luck import Summed, percent
from pbem.dice.luck_over_time import chance_of_such_luck
from pbem.kernel.facts import Fact
from pbem.kernel.naming import the
from pbem.library.texts import read_toml
from pbem.values.patterns import pattern

_OURS = "reconstructed"
_DID_NOT = ("decided", "dropped", "skipped")  # facts of what somebody wanted
_MOMENT = pattern(r"([\d-]{10})T([\d:]{5})[\d:.]*Z")


def date_in_words(moment: str, zone: str = "") -> str:
    """`2026-10-24 18:05 UTC`, or by the clocks of a zone; what is no moment of the record stays as it is."""
    if zone and _MOMENT.fullmatch(moment):
        from pbem.desk.record.calendar import in_zone  # late: only letters to a player know his zone

        return in_zone(moment, zone)
    return _MOMENT.sub(r"\1 \2 UTC", moment)


def eyes_in_words(campaign: Campaign, eyes: str) -> str:
    """Whom a page is for if it leaves something out, and why it does."""
    whom = f"{the(campaign.side_name(eyes))} may" if eyes else "both sides may"
    return f"As {whom} see it; {campaign.game.hides(campaign.scenario)}."


# -- rulings and data of ours -----------------------------------------------------------------------------------


def rulings_used(campaign: Campaign, facts: Iterable[Fact]) -> list[dict[str, str]]:
    """The rulings on reconstructed or disputed points by whose rules something happened, in the order of the file."""
    if not os.path.exists(os.path.join(library.game_folder(campaign.game.name), "rulings.toml")):
        return []
    happened = [fact for fact in facts if fact.kind not in _DID_NOT]
    cited = dict.fromkeys(rule for fact in happened for rule in rules_of(fact))
    known = _ours(library.data_text(campaign.game.name, "rulings.toml"))
    used = [one for one in known if any(rule in cited for rule in one["rules"])]
    return [{"id": one["id"], "title": one["title"]} for one in used]


@lru_cache(maxsize=4)
def _ours(text: str) -> Sequence[Mapping[str, Any]]:
    """The rulings of a file that posts cite; a post of several steps asks for each."""
    return [one for one in read_toml(text, "rulings.toml").get("ruling", ()) if is_ours(one)]


def is_ours(ruling: Mapping[str, Any]) -> bool:
    """Whether players might see it otherwise: the point is reconstructed, risky, or an option of the campaign."""
    return ruling["source"].startswith(_OURS) or ruling.get("risk") == "high" or "switch" in ruling


def rules_of(fact: Fact) -> list[str]:
    """The rules that a fact cites: its own."""
    return [rule.strip() for rule in fact.rule.split(",")] if fact.rule else []


def reconstructed(campaign: Campaign, rulings: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """Data in use that no rulebook prints: ours, and replaceable. A chart is named where its ruling is used."""
    source = campaign.scenario.map.heading.get("source", "")
    found = [{"what": "the map", "source": source}] if source.startswith(_OURS) else []
    used = [one["id"] for one in rulings]
    for name, chart in campaign.scenario.charts.items():
        origin = str(chart.get("source", "")) if isinstance(chart, Mapping) else ""
        if origin.startswith(_OURS) and any(word in used for word in re.findall(r"\w+", origin)):
            found.append({"what": f"the chart {name}", "source": origin})
    units = sum(1 for unit in campaign.scenario.units.values() if _OURS in unit.source)
    if units:
        found.append(
            {"what": f"figures of {units} counters", "source": "the counter manifest names the ruling of each"}
        )
    return found


# -- luck -------------------------------------------------------------------------------------------------------


def luck_line(campaign: Campaign, thrown: Iterable[Summed]) -> str:
    """How lucky each side was so far, exactly; nothing while no side has cast a die of its own."""
    cast = list(thrown)
    parts = []
    for name in campaign.sides.values():
        own = [one for one in cast if one.side == name]
        if own:
            dice = sum(one.dice for one in own)
            parts.append(f"{name} {percent(chance_of_such_luck(own))} with {dice} {'die' if dice == 1 else 'dice'}")
    return f"Luck so far, as the exact chance of such luck or more: {', '.join(parts)}." if parts else ""
