"""Two players, two stores, no server: export-turn, import-turn, consent, extend, overdue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING
from pbem.cli.files import DEFAULT_DB, check_output, now, read_input, store_for_writing, write_output
from pbem.cli.letters import one_letter
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import say, say_json, wrapped
from pbem.cli.receipt import receipt_lines

if TYPE_CHECKING:
    from pbem.desk.exchange.import_ import Imported
    from pbem.desk.record.kinds.handed import Signer
    from pbem.desk.stores import Store

Key = Annotated[str, typer.Option("--key", help="Your secret key, where turn files are signed.")]


def export_turn(
    out: Annotated[str, typer.Option("--out", help="Where to write the file; else it is printed.")] = "",
    since: Annotated[int, typer.Option(help="The last entry that the other player has, if he lost a file.")] = -1,
    key: Key = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Hand the record over: write what the other player does not have yet as a turn file, for a mail.

    From then on he writes, until his turn file comes back. The same call again writes the same file.

    \b
    Examples:
      pbem export-turn --out turn-3.txt
      pbem export-turn --since 12            he has entries 1 to 12 only
    """
    from pbem.desk.exchange.export import export_turn as hand_over

    if out:
        check_output(out)
    made = hand_over(store_for_writing(db), campaign, now(), _signer(key), since)
    if out:
        write_output(out, made.text.encode())
    if as_json:
        say_json(made.as_json())
    elif out:
        say(f"{out}: {made.entries} entries for {made.player or made.to}, record {made.head[:16]}...")
        say("\nNext: mail it; pbem import-turn takes the answer in")
    else:
        say(made.text.rstrip("\n"))


def _signer(key: str) -> Signer | None:
    if not key:
        return None
    from pbem.desk.inbox.signatures import signer_from

    return signer_from(read_input(key).decode("utf-8", "replace"))


def import_turn(
    file: Annotated[str, typer.Argument(help="The turn file or the mail it stands in; - reads stdin.")],
    me: Annotated[str, typer.Option("--me", help="Your side, when the campaign comes for the first time.")] = "",
    public_key: Annotated[str, typer.Option("--public-key", help="Your public key, published when you join.")] = "",
    instead_of: Annotated[
        str, typer.Option("--instead-of", help="Your old store, whose record has parted from the other's.")
    ] = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Take a turn file in: every entry is replayed, every die derived again, before it is believed.

    \b
    Examples:
      pbem import-turn mail.txt --me AL      an invitation: you join as the Allies
      pbem import-turn turn-4.txt
      pbem import-turn whole.txt --db new.db --instead-of pbem.db
                                             you go on with the other's record
    Exit code 1 if the file does not continue your record or does not prove
    itself; nothing is taken then.
    """
    from pbem.desk.exchange.import_ import import_turn as take_in
    from pbem.desk.exchange.turn_file import read_turn

    data = one_letter(file).data
    read_turn(data)  # what is no turn is refused before a store is made for it
    key = read_input(public_key).decode("utf-8", "replace") if public_key else ""
    old = store_for_writing(instead_of) if instead_of else None
    taken = take_in(store_for_writing(db, create=True), data, now(), me, key=_public(key), old=old)
    if as_json:
        say_json(taken.as_json())
    else:
        _tell_taken(file, taken)


def _tell_taken(file: str, taken: Imported) -> None:
    if not taken.entries:
        say(f"{file}: known already; the record of {taken.campaign} is as it was.")
        return
    say(f"{file}: {taken.entries} entries from {taken.sender} taken in, replayed and proven.")
    if taken.joined:
        say(f"You have joined. The anchor of your dice chain: {taken.joined}")
    if taken.hidden:
        say(wrapped(taken.hidden))
    say(f"{taken.campaign} stands at turn {taken.turn}, {taken.step}; record {taken.head[:16]}...")
    say("\nNext: pbem adjudicate, then pbem status")


def _public(text: str) -> str:
    if not text:
        return ""
    from pbem.desk.inbox.signatures import read_keys

    return read_keys({"me": text})["me"]


def consent(
    file: Annotated[str, typer.Argument(help="A mail whose block says `consent` or `refuse`; - reads stdin.")] = "",
    side: Annotated[str, typer.Option("--side", help="Who consents; in a player's own store his side.")] = "",
    refuse: Annotated[bool, typer.Option("--refuse", help="Do not consent; the play goes on as it was.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Only show what is proposed, and which dice stay.")] = False,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Agree to the amendment that the other side has proposed, or refuse it.

    \b
    Examples:
      pbem consent --show
      pbem consent --side AL
      pbem consent bruno.eml             his block says `consent` or `refuse`
      pbem consent --refuse              also: who has proposed it takes it back
    Exit code 3 if another side has still to consent.
    """
    from pbem.desk import consenting

    store = store_for_writing(db)
    if show:
        return _show_proposal(store, campaign, as_json)
    if file:
        side, refuse = _said_in(store, campaign, file)
    if refuse:
        label = consenting.decline(store, campaign, side, now())
        say_json({"declined": label}) if as_json else say(f"Declined: {label} stays as it was played.")
        return DONE
    receipt = consenting.consent(store, campaign, side, now())
    if as_json:
        say_json({"amended": receipt is not None, "receipt": receipt.as_json() if receipt else None})
    elif receipt:
        say("\n".join(receipt_lines(receipt, "the amendment")))
        say("\nNext: pbem adjudicate")
    else:
        say("The consent is in the record; another side is still waited for.")
    return DONE if receipt else WAITING


def _said_in(store: Store, campaign: str, file: str) -> tuple[str, bool]:
    """The side that answers in a mail, and whether it refuses."""
    from pbem.desk.consent_letter import read_consent

    return read_consent(store, campaign, one_letter(file).data)


def _show_proposal(store: Store, campaign: str, as_json: bool) -> int:
    from pbem.desk.amending import proposed

    receipt = proposed(store, campaign, now())
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, "the proposed amendment")))
        say("\nNext: pbem consent, or pbem consent --refuse")
    return DONE


def extend(campaign: Name = "", db: Db = DEFAULT_DB, as_json: Json = False) -> None:
    """Give the side that is late a new date; where the beacon decides, another round is named with it.

    \b
    Example:
      pbem extend
    """
    from pbem.desk.overdue import extend as move_date

    due = move_date(store_for_writing(db), campaign, now())
    say_json({"due": due}) if as_json else say(f"The new date is {due}.\n\nNext: pbem status")


def overdue(campaign: Name = "", db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Name the side that has let its date pass; what follows was agreed when the campaign was opened.

    \b
    Example:
      pbem overdue
    Exit code 3 if the agreement is to wait.
    """
    from pbem.desk.overdue import name_overdue

    missed = name_overdue(store_for_writing(db), campaign, now())
    if as_json:
        say_json(missed.as_json())
        return DONE if missed.seq else WAITING
    place = f"Entry {missed.seq}: " if missed.seq else ""
    say(wrapped(f"{place}{missed.side} owed {missed.what} by {missed.due} and has not sent it."))
    if missed.named:
        named = missed.named
        say(wrapped(f"Round {named.round} of {named.chain} ({named.time}) takes its place."))
        say("\nNext: pbem adjudicate, when the round has fallen")
    elif missed.seq:
        say("It has lost the game.")
    else:
        say("The agreement is to wait. Next: pbem extend gives a new date")
    return DONE if missed.seq else WAITING
