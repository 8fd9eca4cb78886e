"""12.2 A combat from its sixth step on: what is known of it, and what its dice have brought so far."""

from __future__ import annotations

from pbem.games.italia18.battle import ATTACKER, Battle
from pbem.games.italia18.columns import Leads
from pbem.games.italia18.guns import Battery
from pbem.values import NamedTuple


class Fight(NamedTuple):
    """The lead units, both sides' Artillery, and who pays first, as far as that has been asked (`paying`)."""

    battle: Battle
    leads: Leads
    batteries: dict[str, Battery]
    ranks: dict[str, tuple[str, ...]]


class Hits(NamedTuple):
    """Hit points of both sides, none ever below nothing, and how far the defenders were already driven back."""

    attacker: int
    defender: int
    fled: int = 0

    def of(self, role: str) -> int:
        """Those of one side."""
        return self.attacker if role == ATTACKER else self.defender

    def less(self, role: str, points: int) -> Hits:
        """See ruling R121: with so many fewer for one side."""
        if role == ATTACKER:
            return self._replace(attacker=max(0, self.attacker - points))
        return self._replace(defender=max(0, self.defender - points))
