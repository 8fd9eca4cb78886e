"""Opening a campaign: the first entry holds all that a replay in five years will need."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem import library
from pbem.desk.campaign import RECORD_FORMAT, Campaign, campaign_id, sha256
from pbem.desk.folding import first_state
from pbem.desk.naming import check_name, players_by_side
from pbem.desk.state import State
from pbem.dice.derive import VERSION
from pbem.dice.seal import LINKS, MODERATOR, SECRET_BYTES, links_of
from pbem.kernel.game import Game
from pbem.store.entry import Draft, Head, Listed, chained

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Opened:
    """A campaign that was opened."""

    campaign: str
    game: str
    scenario: str
    title: str
    options: Mapping[str, str]
    players: Mapping[str, str]
    sides: Mapping[str, str]
    changes: tuple[str, ...]
    commitment: str
    turn: int
    step: str
    head: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "game": self.game,
            "scenario": self.scenario,
            "title": self.title,
            "options": dict(self.options),
            "players": dict(self.players),
            "sides": dict(self.sides),
            "changes": list(self.changes),
            "commitment": self.commitment,
            "turn": self.turn,
            "step": self.step,
            "head": self.head,
        }


def open_campaign(
    store: Store,
    name: str,
    game: str,
    scenario: str,
    *,
    options: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    secret: bytes | None = None,
    charts: str = "",
    now: str = "",
) -> Opened:
    """Open a campaign. `charts` names a file whose tables replace those of the scenario."""
    check_name(name)
    card = library.game(game)
    texts, changes = library.texts_for(card, scenario, charts)
    loaded = card.load(texts, scenario, dict(options or {}))
    secret = os.urandom(SECRET_BYTES) if secret is None else secret
    body = {
        **_head(name, card, scenario, now),
        "options": dict(options or {}),
        "players": players_by_side(card.sides, players or {}),
        **_data(texts, changes),
        "dice": _committed(campaign_id(name), secret),
        "position": card.set_up(loaded).digest(),
    }
    campaign = Campaign(campaign_id(name), name, body, card, loaded)
    draft = Draft("opened", body)
    state = first_state(campaign, chained(Head(0, ""), [draft])[0])
    store.create(Listed(campaign.id, name, now), [draft], state.text(), {MODERATOR: secret.hex()})
    return _answer(campaign, state)


def _head(name: str, card: Game, scenario: str, now: str) -> dict[str, Any]:
    return {
        "format": RECORD_FORMAT,
        "campaign": campaign_id(name),
        "name": name,
        "at": now,
        "game": card.name,
        "rules": card.version,
        "scenario": scenario,
        "sides": dict(card.sides),
    }


def _data(texts: Mapping[str, str], changes: list[str]) -> dict[str, Any]:
    """The data files themselves, so that the record can be replayed when they are gone."""
    return {"texts": texts, "sha256": {file: sha256(text) for file, text in texts.items()}, "changes": changes}


def _committed(campaign: str, secret: bytes) -> dict[str, Any]:
    anchor = links_of(campaign, secret)[0]
    return {"mode": "seed", "scheme": VERSION, "party": MODERATOR, "links": LINKS, "commitment": anchor.hex()}


def _answer(campaign: Campaign, state: State) -> Opened:
    body, loaded, place = campaign.opened, campaign.scenario, state.position
    return Opened(
        campaign.name, campaign.game.name, loaded.name, loaded.title, loaded.options, body["players"], body["sides"],
        tuple(body["changes"]), body["dice"]["commitment"], place.turn, place.step, state.head,
    )  # fmt: skip
