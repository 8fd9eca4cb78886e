"""A campaign before it is opened: what cannot be is refused before a store is made for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem import library
from pbem.desk.addresses import addresses_typed, set_address
from pbem.desk.inbox.signatures import read_keys
from pbem.desk.opening import NewCampaign, check_agreement, open_campaign
from pbem.desk.record.names import check_name, players_by_side, side_called
from pbem.desk.record.terms import CHAIN, Terms, agreed, check_answer_hours
from pbem.desk.rehearsing import loaded_for_play
from pbem.errors import UsageError
from pbem.kernel.chartfile import Place
from pbem.library.texts import read_text
from pbem.values import dataclass, replace

if TYPE_CHECKING:
    from pbem.store.store import Store

__all__ = ("Plan", "agreed", "key_texts", "open_planned", "plan")


@dataclass(frozen=True, slots=True)
class Plan:
    """A campaign that can be opened; `keys` are the texts of public keys by side."""

    name: str
    game: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[str, str]
    terms: Terms
    charts: str = ""
    has_secret: bool = False  # whether a secret of its own will be given
    me: str = ""
    signed: bool = False
    keys: Mapping[str, str] | None = None
    answer_hours: int = 0
    pace: bool = False


def plan(wanted: Plan) -> Plan:
    """The plan with its scenario named; refused if it could not be carried out."""
    card = library.game(wanted.game)
    scenario = wanted.scenario or next(iter(library.scenarios(card.name)), "")
    check_name(wanted.name)
    texts = library.texts_for(card, scenario, wanted.charts)
    loaded = loaded_for_play(card, texts, scenario, dict(wanted.options), _own(wanted.charts))
    players_by_side(card.sides, wanted.players, card.seats(loaded))
    keys = read_keys(dict(wanted.keys or {}))
    check_agreement(card, wanted.terms, wanted.me, wanted.signed, keys)
    check_answer_hours(wanted.terms, wanted.answer_hours)
    _check_seed(wanted)
    if wanted.terms.mode == CHAIN and not wanted.me:
        raise UsageError(
            "dice by chain are for two players who keep a store each: add --me and your side (--me CP). "
            "A moderator takes --dice seed+chain, in which players' links go with their orders"
        )
    return replace(wanted, scenario=scenario, keys=keys)


def _own(charts: str) -> Place:
    """The file of a player's own charts, so that a fault can point at its line."""
    return Place(os.path.basename(charts), read_text(charts)) if charts else Place()


def _check_seed(wanted: Plan) -> None:
    terms = wanted.terms
    if wanted.has_secret and not (terms.has("seed") or (wanted.me and terms.has("chain"))):
        raise UsageError(f"--seed is for a secret of yours; dice by {terms.mode} begin with none in this store")


def key_texts(game: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Texts of public keys by side, however the sides were written."""
    found: dict[str, str] = {}
    for word, text in texts.items():
        side = str(side_called(library.game(game).sides, word))
        if side in found:
            raise UsageError(f"--key: the key of {side} is given twice: say it once")
        found[side] = text
    return found


def open_planned(store: Store, made: Plan, secret: bytes | None, now: str) -> NewCampaign:
    """Open the campaign of a plan. Addresses that were typed with the names go into their own table."""
    opened = open_campaign(
        store, made.name, made.game, made.scenario, options=made.options, players=made.players,
        secret=secret, charts=made.charts, now=now, dice=made.terms,
        me=made.me, signed=made.signed, keys=made.keys, answer_hours=made.answer_hours, pace=made.pace,
    )  # fmt: skip
    for who, address in addresses_typed(made.players).items():
        set_address(store, made.name, who, address)
    return opened
