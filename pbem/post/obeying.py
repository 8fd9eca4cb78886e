"""Carrying out what a player or the moderator asks for by mail."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.desk.adjudicating import adjudicate
from pbem.desk.consent_letter import read_consent
from pbem.desk.consenting import consent, decline
from pbem.desk.overdue import extend
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.dice.harmless import harmless
from pbem.errors import PbemError, UsageError
from pbem.kernel.naming import the
from pbem.post import absence, answering, previewing
from pbem.post.commands import WORDS, Command, command_in, help_text, text_below
from pbem.post.heads import Head
from pbem.post.office import Asked, Office
from pbem.post.results import is_authentic
from pbem.post.tokens import Standing
from pbem.store.letters import Came

Words = tuple[str, str]  # a subject, a text
_HOURS = re.compile(r"(\d{1,4})\s*(?:h|hours?)?", re.I)


def for_player(office: Office, head: Head, letter: Came, seat: Standing, command: Command | None) -> str:
    """Answer a player's mail that brings no orders; in words for the log."""
    asked = Asked(
        seat.campaign, seat.who, command.word if command else "help", command.rest if command else "", letter.data
    )
    board = b""
    try:
        if command and command.only_looks:
            found = office.ask(asked)
            subject, text, board = asked.word, found.text, found.board
        else:
            subject, text = _ACTS[asked.word](office, asked, letter.key)
    except PbemError as error:
        subject, text = f"`{asked.word}` could not be carried out", f"{error}\n"
    loaded, state = office.load(seat.campaign)
    cause = letter.key
    if command is None:
        text = f"Your mail has no order block and no command that I know.\n\n{text}"
        cause = f"help {seat.campaign} {seat.who} {office.now[:10]}"  # once a day: a program may be answering us
    answering.to_seat(office, loaded, state, seat.who, answering.ANSWER, cause, subject, text,
                      answers=head.id, board=board)  # fmt: skip
    return f"answered `{asked.word}`" if command else "answered with help: no orders, no command"


def word_of_consent(office: Office, campaign: str, data: bytes) -> Command | None:
    """The word in a block that answers what is proposed; any other block brings orders."""
    try:
        said = read_consent(office.store, campaign, data)
    except PbemError:
        return None
    return Command("refuse" if said.is_refused else "consent", "")


# -- what changes something -----------------------------------------------------------------------------------


def _help(office: Office, asked: Asked, key: str) -> Words:
    return "help", help_text(office.load(asked.campaign)[0].name)


def _consent(office: Office, asked: Asked, key: str) -> Words:
    side = office.load(asked.campaign)[0].side_of(asked.who)
    done = consent(office.store, asked.campaign, side, office.now)
    return "your consent is in the record", "It is carried out.\n" if done else "Another side has still to consent.\n"


def _refuse(office: Office, asked: Asked, key: str) -> Words:
    side = office.load(asked.campaign)[0].side_of(asked.who)
    return (
        "your refusal is in the record",
        f"{decline(office.store, asked.campaign, side, office.now)} stays as it was.\n",
    )


def _extend(office: Office, asked: Asked, key: str) -> Words:
    """A player asks, the moderator decides."""
    hours = _hours(asked.rest)
    loaded, _ = office.load(asked.campaign)
    player = loaded.player(asked.who) or loaded.side_name(asked.who)
    text = f"{player} asks for {hours} hours more.\n\nAnswer with the line `extend {hours}` to grant them.\n"
    answering.to_moderator(office, key, f"{loaded.name}: {player} asks for more time", text, loaded.id)
    return "the moderator was asked for more time", f"You asked for {hours} hours. The date stands until he agrees.\n"


def _press(office: Office, asked: Asked, key: str) -> Words:
    """Press goes through the judge, so that nobody needs the other's address."""
    loaded, state = office.load(asked.campaign)
    unsigned = asked.rest.lower().endswith(" unsigned")
    if unsigned and office.of(loaded.id).press != "unsigned":
        raise UsageError("this campaign takes signed press only: write `press` without `unsigned`")
    to = asked.rest[: -len(" unsigned")] if unsigned else asked.rest
    others = [who for who in loaded.senders if who != asked.who]
    if to.strip().lower() not in ("", "all"):
        others = list(
            loaded.seats_of(side_called({**loaded.sides, **sender_names(loaded)}, to.strip().removeprefix("to ")))
        )
    words = "\n".join(harmless(line) for line in text_below(asked.data).splitlines())
    if not words:
        raise UsageError("the press has no text: write it below the line with `press`")
    by = "Unsigned" if unsigned else f"From {the(loaded.side_name(asked.who))}"
    for who in others:
        answering.to_seat(office, loaded, state, who, "press", f"{key} {who}", "press", f"{by}:\n\n{words}\n")
    return "your press was forwarded", f"To {' and '.join(the(loaded.side_name(who)) for who in others)}:\n\n{words}\n"


def _away(office: Office, asked: Asked, key: str) -> Words:
    return absence.announce(office, asked, key)


def _not_yours(office: Office, asked: Asked, key: str) -> Words:
    raise UsageError(f"only the moderator answers `{asked.word}`")


_ACTS: dict[str, Callable[[Office, Asked, str], Words]] = {
    "help": _help,
    "consent": _consent,
    "refuse": _refuse,
    "extend": _extend,
    "press": _press,
    "away": _away,
    "yes": _not_yours,
    "no": _not_yours,
}
assert all(word in _ACTS or Command(word, "").only_looks for word in WORDS)


# -- the moderator --------------------------------------------------------------------------------------------


def is_moderator(office: Office, head: Head) -> bool:
    """Whether the moderator writes, as far as the provider vouches for it."""
    settings = office.settings
    is_named = bool(settings.moderator) and head.sender == settings.moderator.lower()
    return is_named and (settings.believe_from or is_authentic(head, settings.results_of))


def for_moderator(office: Office, head: Head, letter: Came) -> str:
    """Carry out his word about the letter that he answers; in words for the log, empty where he says nothing such."""
    command = command_in(head, letter.data)
    about = next((one for id in head.answers if (one := office.letters.one(id)) is not None), None)
    if command is None or about is None or not about.campaign:
        return ""
    campaign = about.campaign
    if command.word == "extend":
        due = extend(office.store, campaign, office.now, _hours(command.rest))
        return f"the date of {campaign} moves to {due}"
    if command.word == "yes":
        if not previewing.is_current(office, about):
            answering.to_moderator(office, letter.key, f"{campaign}: that preview is out of date",
                                   "Something came in since. A new preview is on its way.", campaign)  # fmt: skip
            return "an old preview was answered"
        done = adjudicate(office.store, campaign, office.now)
        return f"played on the moderator's word: {', '.join(ran.label for ran in done.ran) or 'nothing'}"
    return "the moderator says no: nothing is played" if command.word == "no" else ""


def _hours(text: str) -> int:
    found = _HOURS.fullmatch(text.strip())
    if found is None or not int(found[1]):
        raise UsageError(f"found `extend {text}`, wanted hours: write `extend 48`")
    return int(found[1])
