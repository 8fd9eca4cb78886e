"""Make the recorded game in examples/strafexpedition anew: look for a seed under which the mails make sense.

python tools/examples/make_strafexpedition.py            keeps the seed of game.toml if it still fits
python tools/examples/make_strafexpedition.py 400        looks at so many seeds at most
"""

from __future__ import annotations

from recorded import Adjudicated, Script, Store, make

from pbem.desk.replay.load import load
from pbem.kernel.pieces import UnitId

# What the later mails take for granted: where the Kaiserjaeger stand after a mail.
TAKEN = {"05": ("1434",), "06": ("1434", "1435")}
STORM = {UnitId("AH-58-3-I"): "1435", UnitId("AH-58-3-II"): "1435"}  # who storms the summit on the second day


def differs(number: str, done: Adjudicated, store: Store) -> str:
    """Who has the first word, which hexes have not fallen, or who is not there to go on."""
    campaign, state = load(store)
    position = state.position
    if number == "03" and position.step != "ah-action-1":
        return f"next is {position.step}"
    questions = [str(question["key"]) for debt in done.waiting for question in debt.questions]
    if number == "04" and [key.rpartition(" ")[2] for key in questions] != ["1434"]:
        return f"asked: {', '.join(questions)}"
    held = {at.place for unit, at in position.units.items() if campaign.scenario.side_of(unit) == "AH"}
    missed = [hex_id for hex_id in TAKEN.get(number, ()) if hex_id not in held]
    if missed:
        return f"not taken: {', '.join(missed)}"
    if number == "08" and not any(fact.kind == "assault" for ran in done.ran for fact in ran.facts):
        return "nobody fights for the summit"
    away = [unit for unit, place in STORM.items() if number == "06" and position.units[UnitId(unit)].place != place]
    return f"not there: {', '.join(away)}" if away else ""


if __name__ == "__main__":
    make(Script("strafexpedition", "Kaiserjaeger", refused=("02",), asked=("04",), differs=differs))
