"""15.6 Tanks: no scenario has any."""

from __future__ import annotations

from pbem.games.italia18.counters import COMBAT_TYPES, SUPPORT_TYPES
from tests.games.italia18.data import UNITS


def test_no_counter_of_any_scenario_is_a_tank() -> None:
    """15.6.1a, 15.6.1b, 15.6.1c, 15.6.1.1, 15.6.2: they come with random events of the campaign game only."""
    assert not [kind for kind in (*COMBAT_TYPES, *SUPPORT_TYPES) if "tank" in kind]
    for counters in UNITS.values():
        assert not [unit.id for unit in counters.values() if "tank" in (unit.type, *unit.tags)]
