"""Make the recorded game in examples/gwe anew: look for a seed under which the mails make sense, and play it.

python tools/examples/make_gwe.py            keeps the seed of game.toml if it still fits
python tools/examples/make_gwe.py 400        looks at so many seeds at most
"""

from __future__ import annotations

from recorded import Adjudicated, Script, Store, make

# What the later mails take for granted: the results of the first Combat Phase.
RESULTS = {"1904": "-/E", "1703": "-/3", "1404": "-/3", "1603": "1/1"}


def differs(number: str, done: Adjudicated, store: Store) -> str:
    """The results of the first Combat Phase, if they are others."""
    if number != "02":
        return ""
    found = {fact["targets"][0]: fact["result"] for ran in done.ran for fact in ran.facts if fact.kind == "combat"}
    return "" if found == RESULTS else str(found)


if __name__ == "__main__":
    make(Script("gwe", "Waffentreue", refused=("04",), asked=("02",), differs=differs))
