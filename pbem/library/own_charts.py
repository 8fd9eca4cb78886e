"""Charts of somebody's own beside ours: what would stop a rule in mid-game is refused before the game begins."""

from __future__ import annotations

from pbem import library
from pbem.kernel.chartfile import Place
from pbem.kernel.chartvalues import Known
from pbem.kernel.game import Game
from pbem.kernel.loading import check_values, file_of, toml_of
from pbem.kernel.scenario import Scenario


def check_own(card: Game, loaded: Scenario, own: Place) -> None:
    """Refuse charts that differ from ours in what the rules cannot do without; `own` is the file they come from."""
    if loaded.name not in library.scenarios(card.name):
        return  # nothing of ours to compare it with
    texts = library.texts_of(card, loaded.name)
    ours = toml_of(texts, file_of(toml_of(texts, f"{loaded.name}.toml"), "charts"))
    check_values(loaded.charts, Known(ours, card.demands, loaded.map.base, loaded.units), card.charts, own)
