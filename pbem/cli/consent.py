"""`pbem consent`: a side answers an amendment, or an edition of the rules, that another one proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING
from pbem.cli.files import DEFAULT_DB, now, store_for_reading, store_for_writing
from pbem.cli.letters import one_letter
from pbem.cli.options import Addressed, Db, Json
from pbem.cli.printing import say, say_json
from pbem.cli.upgrade import show_dry_run, tell_upgrade
from pbem.desk.lines.receipt import receipt_lines

if TYPE_CHECKING:
    from pbem.desk.inbox.receipts import Receipt
    from pbem.desk.stores import Reads, Store


def consent(
    file: Annotated[str, typer.Argument(help="A mail whose block says `consent` or `refuse`; - reads stdin.")] = "",
    side: Annotated[str, typer.Option("--side", help="Who consents or looks; by default the owner of the store.")] = "",
    refuse: Annotated[bool, typer.Option("--refuse", help="Do not consent; play continues as before.")] = False,
    pace: Annotated[bool, typer.Option("--pace", help="To `pbem status --pace`; with --refuse: no longer.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Only show what is proposed, and which dice stay.")] = False,
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Agree to the amendment or the edition of the rules that the other side has proposed, or refuse it.

    \b
    Examples:
      pbem consent --show
      pbem consent --side AL
      pbem consent bruno.eml             his block says `consent` or `refuse`
      pbem consent --refuse              also: who has proposed it takes it back
      pbem consent --pace --side CP      once all agree: `status --pace`
    Exit code 3 if another side has still to consent.
    """
    from pbem.desk import consenting

    if show:
        return _show_proposal(store_for_reading(db), campaign, side, as_json)
    store = store_for_writing(db)
    if pace:
        return _allow_pace(store, campaign, side, not refuse, as_json)
    if file:
        campaign, side, refuse = _said_in(store, campaign, file)
    if refuse:
        label = consenting.decline(store, campaign, side, now())
        say_json({"declined": label}) if as_json else say(f"Declined: {label} stays as it was.")
        return DONE
    done = consenting.consent(store, campaign, side, now())
    if isinstance(done, consenting.Going):
        tell_upgrade(done, as_json)
    else:
        _tell_amended(done, as_json)
    return DONE if done else WAITING


def _allow_pace(store: Store, campaign: str, who: str, is_allowed: bool, as_json: bool) -> int:
    from pbem.desk.consenting import allow_pace

    lacking = allow_pace(store, campaign, who, is_allowed, now())
    if as_json:
        say_json({"pace": is_allowed, "lacking": lacking})
    elif not is_allowed:
        say("In the record: `pbem status --pace` shows nothing from now on.")
    else:
        waits = f"it shows nothing before {' and '.join(lacking)} agreed, too" if lacking else "it works from now on"
        say(f"In the record: you agree to `pbem status --pace`; {waits}.")
    return WAITING if lacking and is_allowed else DONE


def _tell_amended(receipt: Receipt | None, as_json: bool) -> None:
    if as_json:
        say_json({"amended": receipt is not None, "receipt": receipt.as_json() if receipt else None})
    elif receipt:
        say("\n".join(receipt_lines(receipt, "the amendment")))
        say("\nNext: pbem adjudicate")
    else:
        say("The consent is in the record; another side is still waited for.")


def _said_in(store: Store, campaign: str, file: str) -> tuple[str, str, bool]:
    """The campaign, the side that answers in a mail, and whether it refuses."""
    from pbem.desk.consent_letter import read_consent
    from pbem.desk.inbox.addressed import meant

    data = one_letter(file).data
    campaign = meant(store, campaign, data)
    return campaign, *read_consent(store, campaign, data)


def _show_proposal(store: Reads, campaign: str, side: str, as_json: bool) -> int:
    from pbem.desk.amending import proposed
    from pbem.desk.upgrading import is_offered

    if is_offered(store, campaign):
        return show_dry_run(store, campaign, as_json)

    receipt = proposed(store, campaign, now(), side)
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, "the proposed amendment")))
        say("\nNext: pbem consent, or pbem consent --refuse")
    return DONE
