"""The hashes of the data that each release ships.

python -m tests.house.shipped 0.2.0     adds today's data to scenarios/<game>/shipped.toml, under the coming release
"""

from __future__ import annotations

import sys

from pbem import library
from pbem.library.shipped import FILE, digest_of, releases
from tests.house.where import ROOT, playable

HEAD = """\
# The hash of each scenario's data by the release that first had them; `python -m tests.house.shipped` adds one.
# Rows of releases that are out never change: by them data of an old campaign are known again.
"""


def table_of(game: str, release: str) -> dict[str, dict[str, str]]:
    """The table with today's data in it; those of earlier releases stay."""
    card, known = library.game(game), releases(game)
    table = {scenario: dict(known.get(scenario, {})) for scenario in library.scenarios(game)}
    for scenario, rows in table.items():
        today = digest_of(library.texts_of(card, scenario))
        if today not in rows.values():
            rows[release] = today
    return table


def text_of(game: str, release: str) -> str:
    """The file with today's data in it."""
    parts = [HEAD]
    for scenario, rows in table_of(game, release).items():
        parts += [f"\n[{scenario}]\n", *(f'"{release}" = "{digest}"\n' for release, digest in rows.items())]
    return "".join(parts)


if __name__ == "__main__":
    for name in playable():
        (ROOT / "scenarios" / name / FILE).write_text(text_of(name, sys.argv[1]), encoding="utf-8")
