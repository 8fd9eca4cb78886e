"""Every page names the sides as a sentence needs it: `orders of the Allies`, `orders of North`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.desk.opening import open_campaign
from pbem.desk.outbox.making import messages
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.views.pages import receipt_page, sheet
from pbem.desk.views.post import side_names
from pbem.desk.views.posts import report
from pbem.kernel.naming import Plural
from pbem.report import KINDS, receipt
from pbem.report import sheet as sheet_text
from pbem.store import open_store
from pbem.store.store import Store
from tests.guest import card
from tests.report.samples import QUESTIONS, RECEIPT, SHEET, message_of

NOW = "2026-11-16T20:00:00Z"
FORMATS = [fmt for fmt in KINDS if fmt != "json"]
GUEST = {"NO": "Anna", "SO.west": "Otto", "SO.east": "Karl"}


def opened(folder: Path, game: str, scenario: str, players: Mapping[str, str]) -> Store:
    card.register()
    store = open_store(str(folder / f"{game}.db"), create=True)
    open_campaign(store, game, game, scenario, players=players, secret=bytes(range(32)), now=NOW)
    return store


def pages(store: Store, side: str, fmt: str) -> dict[str, str]:
    """Every page that is written for a side or about it, before the first step is played."""
    campaign, _ = load(store)
    name, text = campaign.name, f"campaign: {campaign.name}\nside: {side}\nturn: 1\nnonsense\n"
    refused = receive(store, name, text.encode(), "somebody", NOW)
    return {
        "opening.j2": report(store, name, "start", fmt=fmt).text,
        "sheet.j2": sheet(store, name, side, fmt=fmt).text,
        "receipt.j2": receipt_page(refused, side_names(campaign), fmt=fmt).text,
        "message.j2": "".join(one.text for one in messages(store, name, fmt=fmt, boards=False)),
    }


def plain(text: str) -> str:
    return " ".join(re.sub(r"\[/?\w+\]|</?\w[^>]*>|[*_#>]+", "", text).split())


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_singular_side_of_a_guest_stands_without_an_article(fmt: str, tmp_path: Path) -> None:
    made = pages(opened(tmp_path, "ford", "day", GUEST), "NO", fmt)
    for name, text in made.items():
        assert not re.search(r"\bthe (North|South)\b", plain(text), re.IGNORECASE), name
    assert "rder sheet of North" in plain(made["sheet.j2"])
    assert "receipt for the orders of North, turn 1" in plain(made["receipt.j2"])
    assert "Anna, you play North in" in plain(made["message.j2"])


@pytest.mark.parametrize("fmt", FORMATS)
def test_the_plural_sides_of_gwe_take_an_article(fmt: str, tmp_path: Path) -> None:
    made = pages(opened(tmp_path, "gwe", "tyrol", {"CP": "Anna", "AL": "Bruno"}), "CP", fmt)
    for name, text in made.items():
        assert not re.search(r"\b(of|play|for|by) (Central Powers|Allies)\b", plain(text)), name
    assert "rder sheet of the Central Powers" in plain(made["sheet.j2"])
    assert "receipt for the orders of the Central Powers, turn 1" in plain(made["receipt.j2"])
    assert "Bruno, you play the Allies in" in plain(made["message.j2"])


@pytest.mark.parametrize(
    ("name", "said"), [("Red", "Red"), (Plural("Reds"), "the Reds"), (Plural("Re\u200bds"), "the Reds")]
)
def test_the_report_room_keeps_the_number_of_a_name(name: str, said: str) -> None:
    about = {"campaign": "c", "sides": {"CP": name}, "side": "CP"}
    assert f"orders of {said}, turn" in plain(receipt(RECEIPT, context=about))
    assert f"Order sheet of {said}:" in plain(sheet_text(SHEET, context=about))
    assert f"you play {said} in" in plain(message_of(QUESTIONS, "txt", about))


def test_templates_of_players_have_the_words_too(tmp_path: Path) -> None:
    (tmp_path / "receipt.j2").write_text('{{ para(upper_first(does(receipt.side, "owe")) ~ " nothing") }}', "utf-8")
    owed = [receipt(RECEIPT, context={"sides": {"CP": name}}, own=str(tmp_path)) for name in ("Red", Plural("Reds"))]
    assert [plain(one) for one in owed] == ["Red owes nothing", "The Reds owe nothing"]
