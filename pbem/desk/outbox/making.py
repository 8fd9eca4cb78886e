"""Making messages: for each player one, from the record, as his eyes may see it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf_of
from pbem.desk.outbox.asks import asks
from pbem.desk.outbox.blocks import block_for
from pbem.desk.outbox.boards import board_of, concerned
from pbem.desk.outbox.knowing import Known, Reader, known_to
from pbem.desk.outbox.message import Message
from pbem.desk.outbox.receipts import orders_alone
from pbem.desk.outbox.telling import context_of, since
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds import body_of
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import is_side, sender_names
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views.board_words import board_words
from pbem.desk.views.opening_post import agreement, players
from pbem.desk.views.pages import receipt_rows
from pbem.desk.views.post import Wish, harmless_name
from pbem.dice.harmless import harmless
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.store.entry import Reads

BOARD = "board.png"


def messages(
    store: Reads, campaign: str = "", side: str = "", *, fmt: str = "txt", own: str = "", boards: bool = True,
    reader: Reader | None = None, seen: tuple[Campaign, State] | None = None,
) -> list[Message]:  # fmt: skip
    """One message for each player, or for those of a side; `boards` says whether each gets a picture.

    `reader` is somebody else of the seat, or says by whose clocks the player reads. `seen` is the campaign with its
    state, if they were loaded before.
    """
    loaded, state = seen or load(store, campaign)
    if state.pen:
        raise UsageError(
            f"{loaded.name} goes to and fro as turn files: `pbem export-turn` writes what you mail to the other player"
        )
    wanted = _wanted(loaded, side) if side else loaded.senders
    return [_message(store, known_to(store, loaded, who, reader), Wish(fmt, own), boards) for who in wanted]


def _wanted(campaign: Campaign, side: str) -> Sequence[str]:
    """The players of a side, or the one who sits in a seat."""
    if is_side(campaign, side):
        return campaign.seats_of(side_called(campaign.sides, side))
    return (str(side_called(sender_names(campaign), side)),)


def _message(store: Reads, known: Known, wish: Wish, with_board: bool) -> Message:
    campaign, state, who = known.campaign, known.state, known.who
    reader = known.reader
    refused = known.is_refused and not reader.aside
    subject, sentences = asks(campaign, state, who, known.debts, refused, reader.zone, reader.aside)
    board, words = board_of(known) if with_board else (b"", "")
    text = _text(known, subject, sentences, words, wish)
    newest = store.entries(campaign.id, state.seq - 1)[-1]
    position = None if reader.aside else leaf_of(campaign, state, who)  # whoever writes no orders needs none
    return Message(
        campaign.name, who, reader.name or campaign.player(who), store.addresses(campaign.id).get(who, ""), subject,
        tuple(debt.kind.value for debt in known.own), text, body_of(newest).at, state.head,
        state.position.turn, board, words, tuple(wish.warnings),
        packed(position) if position else b"", position.name if position else "",
        board_words(known.shown, known.position) if board else "",
    )  # fmt: skip


def _text(known: Known, subject: str, sentences: Sequence[str], shows: str, wish: Wish) -> str:
    from pbem.report.message import message

    campaign, who, reader = known.campaign, known.who, known.reader
    receipt = None if reader.aside else known.receipt
    block = None if reader.aside else block_for(campaign, known.state, who, known.own)
    parts, context = context_of(known)
    values = {
        "subject": subject,
        "asks": list(sentences),
        "player": harmless(reader.name or campaign.player(who)),
        "plays": the(harmless_name(campaign, who)),
        "since": since(known),
        "agreed": [] if known.wrote else agreement(campaign),  # once: until he has written for the first time
        "players": [] if known.wrote else players(campaign),
        "receipt": receipt_rows(receipt._replace(canonical=orders_alone(receipt.canonical))) if receipt else None,
        "questions": known.questions,
        "concerned": concerned(known),
        "block_about": block.about if block else "",
    }
    context["order_block"] = block.text if block else ""
    if shows:
        context["picture"] = {"file": BOARD, "text": shows}
    return message(known.shown.scenario, parts, values, context=context, **wish.words())
