"""Carrying out what a player or the moderator asks for by mail."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.desk.adjudicating import adjudicate
from pbem.desk.consent_letter import read_consent
from pbem.desk.consenting import allow_pace, consent, decline
from pbem.desk.lines.pace import pace_lines
from pbem.desk.overdue import extend
from pbem.desk.record.calendar import read_zone
from pbem.desk.record.people import LEFT, Role
from pbem.desk.views.citing import date_in_words
from pbem.desk.views.pace import pace
from pbem.errors import PbemError, UsageError
from pbem.kernel.naming import the
from pbem.post import absence, answering, press, previewing
from pbem.post.commands import WORDS, Command, command_in, help_text
from pbem.post.heads import Head
from pbem.post.office import Asked, Office
from pbem.post.results import is_authentic
from pbem.post.rights import at_seat, why_not
from pbem.post.tokens import Standing
from pbem.store.letters import Came

Words = tuple[str, str]  # a subject, a text
_HOURS = re.compile(r"(\d{1,4})\s*(?:h|hours?)?", re.I)


def for_player(office: Office, head: Head, letter: Came, seat: Standing, command: Command | None) -> str:
    """Answer a player's mail that brings no orders; in words for the log."""
    asked = Asked(
        seat.campaign, seat.seat, command.word if command else "help", command.rest if command else "", letter.data,
        seat.who, office.zone(seat.campaign, seat.who), str(office.load(seat.campaign)[0].side_of(seat.seat)),
    )  # fmt: skip
    board, barred = b"", _barred(office, asked)
    try:
        if barred:
            subject, text = f"`{asked.word}` is not for you" if command else "your seat", f"{barred}\n"
        elif command and command.only_looks:
            found = office.ask(asked)
            subject, text, board = asked.word, found.text, found.board
        else:
            subject, text = _ACTS[asked.word](office, asked, letter.key)
    except PbemError as error:
        subject, text = f"`{asked.word}` could not be carried out", f"{error}\n"
    loaded, state = office.load(seat.campaign)
    cause = letter.key
    if command is None and not barred:
        text = f"Your mail has no order block and no command that I know.\n\n{text}"
    if command is None:
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


_READS = {Role.OBSERVER: ("help", "status", "board", "tell"), Role.SUBSTITUTE: ("help",), LEFT: ()}
_HIS_OWN = {  # what a commander alone says
    "deputy": "Only the commander says whether his deputies give orders.",
    "pace": "Only the commander says whether all may see how quick he is.",
}
_DECIDES = ("consent", "refuse", "extend")  # words that bind the side


def _barred(office: Office, asked: Asked) -> str:
    """Why a word is not for this member, in words for him; empty if it is."""
    seats = office.seats(asked.campaign)
    one = next((seat for seat in seats if seat.member.id == asked.member), None)
    if one is None:
        return ""
    why, role = why_not(seats, one, office.now), one.member.role
    if role in _READS:
        return why if asked.word not in _READS[role] else ""
    if asked.word in _HIS_OWN and asked.rest and role != Role.COMMANDER:
        return why or _HIS_OWN[asked.word]
    return why if asked.word in _DECIDES else ""


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


def _pace(office: Office, asked: Asked, key: str) -> Words:
    """Everybody may see how quick each is, once all agree; alone the word asks for it."""
    word = asked.rest.lower()
    if not word:
        return "pace", "\n".join(pace_lines([one.row for one in pace(office.store, asked.campaign)])) + "\n"
    if word not in ("yes", "no"):
        raise UsageError(f"found `pace {asked.rest}`, wanted `pace`, `pace yes` or `pace no`")
    lacking = allow_pace(office.store, asked.campaign, asked.who, word == "yes", office.now)
    loaded, state = office.load(asked.campaign)
    player = loaded.player(asked.who) or the(loaded.side_name(asked.who))
    if word == "no":
        return "your pace is not shown", "Nobody sees how quick anybody is from now on.\n"
    for who in lacking:
        words = f"{player} agrees that all see how quick each player is. It is shown once you agree, too: `pace yes`.\n"
        answering.to_seat(office, loaded, state, who, answering.NOTICE, key, "may all see how quick you are?", words)
    names = " and ".join(loaded.player(who) or the(loaded.side_name(who)) for who in lacking)
    after = f"It is shown once {names} agreed, too.\n" if lacking else "All agree: `pace` shows it.\n"
    return "you agree that your pace is shown", after


def _press(office: Office, asked: Asked, key: str) -> Words:
    return press.forward(office, asked, key)


def _away(office: Office, asked: Asked, key: str) -> Words:
    return absence.announce(office, asked, key)


def _deputy(office: Office, asked: Asked, key: str) -> Words:
    """A commander lets his deputies give orders, or does so no longer."""
    word = asked.rest.lower()
    if word not in ("on", "off"):
        raise UsageError(f"found `deputy {asked.rest}`, wanted `deputy on` or `deputy off`")
    office.letters.set_wishes(asked.campaign, asked.member, lets=word == "on")
    office.people.clear()
    names = [one.member.name for one in at_seat(office.seats(asked.campaign), asked.who, Role.DEPUTY)]
    whose = " and ".join(names) or "Whoever becomes your deputy"
    may = "may give orders from now on; yours count too" if word == "on" else "may no longer give orders"
    return f"your deputy {'may' if word == 'on' else 'may not'} give orders", f"{whose} {may}. The last file counts.\n"


def _zone(office: Office, asked: Asked, key: str) -> Words:
    zone = read_zone(asked.rest)
    office.letters.set_wishes(asked.campaign, asked.member, zone=zone)
    office.people.clear()
    return "your time zone is noted", f"It is {date_in_words(office.now, zone)} there. Letters say so from now on.\n"


def _not_yours(office: Office, asked: Asked, key: str) -> Words:
    raise UsageError(f"only the moderator answers `{asked.word}`")


_ACTS: dict[str, Callable[[Office, Asked, str], Words]] = {
    "help": _help,
    "consent": _consent,
    "refuse": _refuse,
    "extend": _extend,
    "press": _press,
    "pace": _pace,
    "away": _away,
    "deputy": _deputy,
    "zone": _zone,
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
