"""The files whose tests take longest, the longest first.

Workers take whole files, in this order and then by name. A long file at the end would leave the other worker idle.
`pytest --durations=100` shows what belongs here; a file that is missing costs time and nothing else.
"""

from __future__ import annotations

DEAR = (
    "page/test_recorded.py",
    "post/test_forum_posting.py",
    "report/test_every_command.py",
    "games/durchbruch/test_secrets.py",
    "page/test_desk_browser.py",
    "fuzz/test_greedy_durchbruch.py",
    "post/test_games.py",
    "desk/test_site.py",
    "desk/test_killed.py",
    "report/test_fog.py",
    "games/durchbruch/test_two_stores.py",
    "games/test_endings.py",
    "post/test_crashes.py",
    "games/strafexpedition/test_two_stores.py",
    "post/test_post_office.py",
    "desk/test_record_mutations.py",
    "dice/test_mutations.py",
    "page/test_browser.py",
    "desk/test_exchanging.py",
    "cli/test_demo.py",
    "fuzz/test_random_durchbruch.py",
    "fuzz/test_random_player.py",
    "games/durchbruch/test_examples.py",
    "editions/test_recorded.py",
    "post/test_long_runs.py",
    "fuzz/test_random_caporetto.py",
    "games/strafexpedition/test_examples.py",
    "desk/test_leaf.py",
    "desk/test_together.py",
    "fuzz/test_random_strafexpedition.py",
    "house/test_sizes.py",
    "games/durchbruch/test_by_mail.py",
    "fuzz/test_tracebacks.py",
)
_PLACES = {f"tests/{name}": place for place, name in enumerate(DEAR)}


def dearest_first(nodeid: str) -> int:
    """The place of a test's file among all others."""
    return _PLACES.get(nodeid.partition("::")[0], len(DEAR))
