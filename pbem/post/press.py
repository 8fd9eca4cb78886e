"""Press: the judge forwards it, so that nobody needs another's address. To a side, to all, unsigned where allowed."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called
from pbem.desk.record.people import Role
from pbem.desk.record.senders import sender_names
from pbem.dice.harmless import harmless
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.post import answering
from pbem.post.commands import text_below
from pbem.post.office import Asked, Office
from pbem.post.rights import at_seat

_UNSIGNED = "unsigned"


def forward(office: Office, asked: Asked, key: str) -> tuple[str, str]:
    """Forward the text below the command; a subject and a text for whoever sent it."""
    loaded, state = office.load(asked.campaign)
    words = asked.rest.split()
    unsigned = _UNSIGNED in [word.lower().rstrip(":,") for word in words]
    if unsigned and office.of(loaded.id).press != _UNSIGNED:
        raise UsageError("this campaign takes signed press only: write `press` without `unsigned`")
    to = " ".join(word for word in words if word.lower().rstrip(":,") != _UNSIGNED)
    text = "\n".join(harmless(line) for line in text_below(asked.data).splitlines())
    if not text:
        raise UsageError("the press has no text: write it below the line with `press`")
    whom = _whom(loaded, to, asked.who)
    seats = office.seats(loaded.id)
    by = "Unsigned" if unsigned else f"From {_signed(loaded, seats_name(office, asked), asked.who)}"
    for who in whom:
        for one in at_seat(seats, who, Role.COMMANDER, Role.DEPUTY):
            if one.member.id != asked.member and (one.addresses or one.member.role == Role.COMMANDER):
                answering.to_seat(office, loaded, state, one.member.id, "press", f"{key} {one.member.id}", "press",
                                  f"{by}:\n\n{text}\n")  # fmt: skip
    names = " and ".join(the(loaded.side_name(who)) for who in whom)
    return "your press was forwarded", f"To {names}{', unsigned' if unsigned else ''}:\n\n{text}\n"


def seats_name(office: Office, asked: Asked) -> str:
    """The name of whoever asks."""
    seat = office.seat(asked.campaign, asked.member)
    return seat.member.name if seat else ""


def _signed(campaign: Campaign, name: str, who: str) -> str:
    side = the(campaign.side_name(who))
    return f"{harmless(name)}, {side}" if name else side


def _whom(campaign: Campaign, text: str, who: str) -> list[str]:
    """The seats that press is for: `all` and nothing mean everybody else; one's own side is its other people."""
    word = text.strip().removeprefix("to ").strip(" :,")
    if word.lower() in ("", "to", "all"):
        return [one for one in campaign.senders if one != who]
    return list(campaign.seats_of(side_called({**campaign.sides, **sender_names(campaign)}, word)))
