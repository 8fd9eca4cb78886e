"""Opening a campaign: the first entry holds all that a replay in five years will need."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem import library
from pbem.desk.campaign import RECORD_FORMAT, Campaign, campaign_id, sha256
from pbem.desk.folding import first_state
from pbem.dice.derive import VERSION
from pbem.dice.seal import LINKS, MODERATOR, SECRET_BYTES, links_of
from pbem.errors import UsageError
from pbem.kernel.game import Game
from pbem.kernel.words import did_you_mean
from pbem.store.entry import Draft, Head, Listed, chained
from pbem.store.store import Store

_NAME = re.compile(r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$")
LONGEST_PLAYER = 80


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
    chosen = dict(options or {})
    loaded = card.load(texts, scenario, chosen)
    secret = os.urandom(SECRET_BYTES) if secret is None else secret
    links = links_of(campaign_id(name), secret)
    body = {
        "format": RECORD_FORMAT,
        "campaign": campaign_id(name),
        "name": name,
        "at": now,
        "game": card.name,
        "rules": card.version,
        "scenario": scenario,
        "options": chosen,
        "sides": dict(card.sides),
        "players": players_by_side(card, players or {}),
        "texts": texts,
        "sha256": {file: sha256(text) for file, text in texts.items()},
        "changes": changes,
        "dice": {"mode": "seed", "scheme": VERSION, "party": MODERATOR, "links": LINKS, "commitment": links[0].hex()},
        "position": card.set_up(loaded).digest(),
    }
    campaign = Campaign(campaign_id(name), name, body, card, loaded)
    draft = Draft("opened", body)
    state = first_state(campaign, chained(Head(0, ""), [draft])[0])
    listed = Listed(campaign.id, name, now)
    store.create(listed, [draft], state.text(), {MODERATOR: secret.hex()})
    place = state.position
    return Opened(
        name, card.name, scenario, loaded.title, loaded.options, body["players"], body["sides"], tuple(changes),
        links[0].hex(), place.turn, place.step, state.head,
    )  # fmt: skip


def check_name(name: str) -> None:
    """A campaign's name travels in order files, file names and posts: plain letters only."""
    if not _NAME.match(name):
        raise UsageError(
            f"{shown(name)} cannot be the name of a campaign: use 1 to 60 letters a-z, digits, `-`, `_` and `.`, "
            "beginning with a letter or digit, such as isonzo-2026"
        )


def shown(text: str) -> str:
    """A text of unknown origin, safe to print: control characters are spelled out, long ones cut."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:80])
    return repr(plain) if "'" not in plain else f'"{plain}"'


def players_by_side(card: Game, players: Mapping[str, str]) -> dict[str, str]:
    """Players by the id of their side; sides may be given by name."""
    found: dict[str, str] = {}
    for side, player in players.items():
        found[side_called(card, side)] = player_name(player)
    return found


def side_called(card: Game, text: str) -> str:
    """The side that a word means: its id or its name, in any case."""
    words = " ".join(text.split()).casefold()
    for side, name in card.sides.items():
        if words in (side.casefold(), name.casefold()):
            return side
    known = [part for side in card.sides.items() for part in side]
    wanted = " or ".join(f"{side} ({name})" for side, name in card.sides.items())
    raise UsageError(f"{card.name} has no side {shown(text)}: it has {wanted}. {did_you_mean(words, known)}".strip())


def player_name(text: str) -> str:
    """A player's name: any letters and signs, but no control characters."""
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > LONGEST_PLAYER or not name.isprintable():
        raise UsageError(
            f"{shown(text)} cannot be the name of a player: use 1 to {LONGEST_PLAYER} printable characters, "
            "without line breaks or control characters"
        )
    return name
