"""Opening a campaign: the first entry holds all that a replay in five years will need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem import library
from pbem.desk.inbox.signatures import check_keys
from pbem.desk.record.campaign import RECORD_FORMAT, Campaign, Opened, campaign_id, sha256
from pbem.desk.record.eyes import protection
from pbem.desk.record.kinds import draft_of
from pbem.desk.record.kinds.opened import first_state
from pbem.desk.record.names import check_name, players_by_side, side_called
from pbem.desk.record.secrets import ME
from pbem.desk.record.state import State
from pbem.desk.record.terms import CHAIN, SEED, Terms, check_answer_hours, check_exchange
from pbem.desk.record.typed import written
from pbem.dice import chance
from pbem.dice.derive import salt_root
from pbem.dice.seal import MODERATOR, SALT, links_of
from pbem.kernel.game import Game
from pbem.kernel.scenario import Scenario
from pbem.library.shipped import Data
from pbem.store.entry import Head, Listed, chained
from pbem.values import dataclass, replace

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign that was opened."""

    campaign: str
    game: str
    scenario: str
    title: str
    options: Mapping[str, str]
    players: Mapping[str, str]
    sides: Mapping[str, str]
    data: Data
    dice: Terms
    commitment: str  # the one that this store has just made; empty where the beacon alone decides
    turn: int
    step: str
    head: str
    me: str = ""  # the side that has opened it, where turn files go to and fro
    hidden: str = ""  # what can and cannot be kept from the other side, where the game hides things

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
            "data": self.data.as_json(),
            "dice": written(self.dice),
            "commitment": self.commitment,
            "turn": self.turn,
            "step": self.step,
            "head": self.head,
            "me": self.me,
            **({"hidden": self.hidden} if self.hidden else {}),
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
    texts: Mapping[str, str] | None = None,
    now: str = "",
    dice: Terms | None = None,
    me: str = "",
    signed: bool = False,
    keys: Mapping[str, str] | None = None,
    answer_hours: int = 0,
    pace: bool = False,
) -> NewCampaign:
    """Open a campaign; `charts` names a file whose tables replace the scenario's, `texts` are data files in place of
    those that are shipped, `me` is the side that opens it."""
    check_name(name)
    card = library.game(game)
    texts = texts or library.texts_for(card, scenario, charts)
    loaded = card.load(texts, scenario, dict(options or {}))
    me = check_agreement(card, dice or Terms(), me, signed, keys or {})
    terms, secrets = _committed(campaign_id(name), dice or Terms(), me, secret)
    opened = replace(
        _first_entry(card, loaded, name, now, texts, terms),
        options=dict(options or {}), players=players_by_side(card.sides, players or {}, card.seats(loaded)),
        exchange=me, signed=signed, keys=dict(keys or {}), answer_hours=check_answer_hours(terms, answer_hours),
        pace=pace,
    )  # fmt: skip
    campaign = Campaign(opened, card, loaded)
    draft = draft_of(opened)
    state = first_state(campaign, chained(Head(0, ""), [draft])[0])
    store.create(Listed(campaign.id, name, now), [draft], state.text(), secrets)
    return _answer(campaign, state, terms)


def _first_entry(card: Game, loaded: Scenario, name: str, now: str, texts: Mapping[str, str], terms: Terms) -> Opened:
    """The entry with the data files themselves, so that the record can be replayed when they are gone."""
    return Opened(
        at=now,
        format=RECORD_FORMAT,
        campaign=campaign_id(name),
        name=name,
        game=card.name,
        edition=card.edition,
        scenario=loaded.name,
        options={},
        players={},
        sides={str(side): name for side, name in card.sides.items()},
        texts=texts,
        sha256={file: sha256(text) for file, text in texts.items()},
        dice=terms,
        position=card.set_up(loaded).digest(),
    )


def check_agreement(card: Game, terms: Terms, me: str, signed: bool, keys: Mapping[str, str]) -> str:
    """Refuse what cannot be agreed on; the side that opens the campaign where two stores take turns."""
    me = side_called(card.sides, me) if me else ""
    if me:
        check_exchange(terms)
    if signed:
        check_keys(card.sides, keys, me if terms.has(CHAIN) else "")
    return me


def _committed(campaign: str, terms: Terms, me: str, secret: bytes | None) -> tuple[Terms, dict[str, str]]:
    """The terms with the anchors of the chains that begin in this store, and the secrets behind them."""
    party = MODERATOR if terms.has(SEED) else me if terms.has(CHAIN) else ""
    secrets = {ME: me} if me else {}
    secret = chance.fresh() if secret is None or not party else secret
    if not me:
        terms = terms._replace(salts=links_of(campaign, salt_root(campaign, secret), terms.links, SALT)[0].hex())
    if not party:
        return terms, {**secrets, SALT: secret.hex()}
    anchor = links_of(campaign, secret, terms.links, party)[0]
    return terms._replace(anchors={party: anchor.hex()}), {**secrets, party: secret.hex()}


def _answer(campaign: Campaign, state: State, terms: Terms) -> NewCampaign:
    body, loaded, place = campaign.opened, campaign.scenario, state.position
    return NewCampaign(
        campaign.name, campaign.game.name, loaded.name, loaded.title, loaded.options, body.players, body.sides,
        campaign.data, terms, "".join(terms.anchors.values()), place.turn, place.step, state.head,
        body.exchange, protection(campaign.game.hides(loaded), bool(body.exchange)),
    )  # fmt: skip
