"""Two players, two stores, no server: export-turn, import-turn, extend, overdue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING
from pbem.cli.files import DEFAULT_DB, check_output, now, read_input, store_for_writing, write_output
from pbem.cli.letters import one_letter
from pbem.cli.options import Db, Json, Name, Option
from pbem.cli.printing import say, say_json, wrapped
from pbem.cli.verdicts import Accept
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.exchange.import_ import Imported
    from pbem.desk.record.kinds.handed import Signer
    from pbem.desk.stores import Store

Key = Annotated[str, typer.Option("--key", help="Your secret key, where turn files are signed.")]


def export_turn(
    out: Annotated[str, typer.Option("--out", help="Where to write the file; else it is printed.")] = "",
    since: Annotated[int, typer.Option(help="The last entry that the other player has, if he lost a file.")] = -1,
    anyway: Annotated[bool, typer.Option("--anyway", help="Hand over even though you still owe something.")] = False,
    key: Key = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Hand the record over: write what the other player does not have yet as a turn file to mail.

    From then on the other player writes, until a turn file comes back. Running it again writes the same file.

    \b
    Examples:
      pbem export-turn --out turn-3.txt
      pbem export-turn --since 12            he has entries 1 to 12 only
    """
    from pbem.desk.exchange.export import export_turn as hand_over

    if out:
        check_output(out)
    signer, store = _signer(key), store_for_writing(db)
    _refuse_forgotten(store, campaign, anyway)
    made = hand_over(store, campaign, now(), signer, since)
    if out:
        write_output(out, made.text.encode())
    if as_json:
        say_json(made.as_json())
    elif out:
        say(f"{out}: {made.entries} entries for {made.player or made.to}, record {made.head[:16]}...")
        say("\nNext: mail it; pbem import-turn takes the answer in")
    else:
        say(made.text.rstrip("\n"))


def _refuse_forgotten(store: Store, campaign: str, anyway: bool) -> None:
    """A turn file for which the other player waits in vain costs two mails."""
    from pbem.desk.exchange.forgotten import forgotten

    found = [] if anyway else forgotten(store, campaign)
    if found:
        raise UsageError(f"nothing handed over: {'; '.join(found)}. --anyway hands over regardless")


def _signer(key: str) -> Signer | None:
    if not key:
        return None
    from pbem.desk.inbox.signatures import signer_from

    return signer_from(read_input(key).decode("utf-8", "replace"))


def import_turn(
    file: Annotated[str, typer.Argument(help="The turn file, or the mail it came in; - reads stdin.")],
    me: Annotated[str, typer.Option("--me", help="Your side, when the campaign comes for the first time.")] = "",
    public_key: Annotated[str, typer.Option("--public-key", help="Your public key, published when you join.")] = "",
    instead_of: Annotated[
        str, typer.Option("--instead-of", help="Your old store, whose record has parted from the other's.")
    ] = "",
    accept: Accept = False,
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Import a turn file: pbem replays every entry and derives every die again before it accepts it.

    \b
    Examples:
      pbem import-turn mail.txt --me AL      an invitation: join as the Allies
      pbem import-turn mail.txt --accept     and agree to data of the other player
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
    taken = take_in(store_for_writing(db, create=True), data, now(), me, key=_public(key), old=old, accept=accept)
    if as_json:
        say_json(taken.as_json())
    else:
        _tell_taken(file, taken)


def _tell_taken(file: str, taken: Imported) -> None:
    if not taken.entries:
        say(f"{file}: known already; the record of {taken.campaign} is as it was.")
        return
    shown = "replayed and proven" if taken.data.is_shipped else f"replayed with {taken.data}"
    say(f"{file}: {taken.entries} entries from {taken.sender} imported, {shown}.")
    if taken.joined:
        say(f"You have joined. The anchor of your dice chain: {taken.joined}")
    if taken.hidden:
        say(wrapped(taken.hidden))
    say(f"{taken.campaign} is at turn {taken.turn}, {taken.step}; record {taken.head[:16]}...")
    if taken.joined:
        first = "pbem status shows what is asked of you. Send your standing orders before you run a step"
        rest = "what they leave open goes by the printed defaults. Nothing is sealed here before you send something"
        say(wrapped(f"\nNext: {first}: {rest}. Then pbem adjudicate"))
    else:
        say("\nNext: pbem adjudicate, then pbem status")


def _public(text: str) -> str:
    if not text:
        return ""
    from pbem.desk.inbox.signatures import read_keys

    return read_keys({"me": text})["me"]


def extend(
    days: Annotated[int, Option("--days", help="By this many days; by default as agreed.", min=0)] = 0,
    hours: Annotated[int, Option("--hours", help="By this many hours.", min=0)] = 0,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Give a side a later deadline, before or after it has passed; where the beacon decides, this names a new round.

    \b
    Examples:
      pbem extend
      pbem extend --days 2
      pbem extend --hours 12
    """
    from pbem.desk.overdue import extend as move_date

    due = move_date(store_for_writing(db), campaign, now(), days * 24 + hours)
    say_json({"due": due}) if as_json else say(f"The new date is {due}.\n\nNext: pbem status")


_FOLLOWS = {
    "forfeit": "That loses the game.",
    "standing": "Its standing orders decide, and what they leave open goes by the defaults. Next: pbem adjudicate",
    "substitute": "The substitute takes over and has a new deadline. Next: pbem players",
    "moderator": "What follows is yours to decide. Next: pbem extend, or pbem players seats somebody else",
    "wait": "The agreement is to wait. Next: pbem extend sets a new deadline",
}


def overdue(campaign: Name = "", db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Declare a missed deadline; what follows was agreed when the campaign was opened.

    \b
    Example:
      pbem overdue
    Exit code 3 if nothing follows by itself: you agreed to wait, or the
    moderator decides.
    """
    from pbem.desk.overdue import name_overdue

    missed = name_overdue(store_for_writing(db), campaign, now())
    if as_json:
        say_json(missed.as_json())
        return DONE if missed.seq else WAITING
    place = f"Entry {missed.seq}: " if missed.seq else ""
    say(wrapped(f"{place}{missed.side} missed the deadline of {missed.due} for {missed.what}."))
    if missed.named:
        named = missed.named
        say(wrapped(f"Round {named.round} of {named.chain} ({named.time}) takes its place."))
        say("\nNext: pbem adjudicate, once the round is out")
    else:
        say(wrapped(_FOLLOWS[missed.consequence]))
    return DONE if missed.seq else WAITING
