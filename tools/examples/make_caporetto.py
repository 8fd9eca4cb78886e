"""Make the recorded game in examples/caporetto anew: look for a seed under which the mails make sense, and play it.

python tools/examples/make_caporetto.py            keeps the seed of game.toml if it still fits
python tools/examples/make_caporetto.py 400        looks at so many seeds at most
"""

from __future__ import annotations

from recorded import Adjudicated, Script, Store, make

from pbem.desk.replay.load import load

# What the later mails take for granted: where the Central Powers stand after a mail.
TAKEN = {"03": ("3019", "2820"), "04": ("2919", "2819"), "08": ("2720", "2718"), "09": ("2717",)}


def differs(number: str, done: Adjudicated, store: Store) -> str:
    """The hexes that should have fallen and have not."""
    campaign, state = load(store)
    held = {at.place for unit, at in state.position.units.items() if campaign.scenario.side_of(unit) == "CP"}
    missed = [hex_id for hex_id in TAKEN.get(number, ()) if hex_id not in held]
    results = [f"{f['targets'][0]} {f['result']}" for ran in done.ran for f in ran.facts if f.kind == "combat"]
    return f"not taken: {', '.join(missed)} ({', '.join(results)})" if missed else ""


if __name__ == "__main__":
    make(Script("caporetto", "Feuerwalze", refused=("05",), asked=("02",), differs=differs))
