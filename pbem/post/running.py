"""One run of the judge: fetch, take in, play, report, remind, send. A crash at any point loses and doubles nothing."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.adjudicating import adjudicate, can_run
from pbem.desk.inbox.letters.page import LARGEST
from pbem.desk.record.secrets import Fetch, Secrets
from pbem.errors import PbemError
from pbem.post import absence, answering, dating
from pbem.post.boxes.box import Box, Fetched
from pbem.post.carriers import Carrier
from pbem.post.heads import key_of, read_head
from pbem.post.office import Office
from pbem.post.previewing import preview
from pbem.post.reminding import remind
from pbem.post.reporting import report
from pbem.post.sending import send
from pbem.post.settings import Mode
from pbem.post.taking import Verdict, take
from pbem.store.letters import Came, Kept
from pbem.values import dataclass

_AT_ONCE = 50  # mails


@dataclass(slots=True)
class Done:
    """What a run has done."""

    came: int = 0
    steps: int = 0
    sent: int = 0


def run(office: Office, box: Box | None, carrier: Carrier | None = None, fetch: Fetch | None = None) -> Done:
    """One run over the box and all campaigns of the store."""
    done = Done()
    office.people.clear()  # others may have changed what lies beside the records
    if box is not None:
        done.came = fetch_all(office, box)
    for letter in office.letters.unread():
        take(office, letter)
    for listed in office.store.campaigns():
        done.steps += _campaign(office, listed.id, fetch)
    done.sent = send(office, carrier)
    return done


def fetch_all(office: Office, box: Box) -> int:
    """Keep every mail of the box as it came; only then it is marked there."""
    count, some, size = 0, list[Fetched](), 0
    try:
        for mail in box.mails():
            some.append(mail)
            size += len(mail.data or b"")
            if len(some) >= _AT_ONCE or size >= LARGEST:
                count += _keep_some(office, box, some)
                some, size = [], 0
    finally:  # what came before the connection broke is kept
        count += _keep_some(office, box, some)
    return count


def _keep_some(office: Office, box: Box, mails: Sequence[Fetched]) -> int:
    """Keep a few mails at once: each commit waits for the disk, and none of them is marked before it."""
    count = 0
    if mails:
        with office.store.together():
            for mail in mails:
                count += keep(office, mail.data) if mail.data is not None else _too_large(office, mail)
    for mail in mails:
        box.done(mail.place)
    return count


def _too_large(office: Office, mail: Fetched) -> int:
    office.tell(f"a mail of {mail.size:,} bytes was not read: it is too large")
    answering.to_moderator(office, f"large {mail.place} {mail.size}", "a mail is too large",
                           f"A mail of {mail.size:,} bytes was not read. It is still in the box.")  # fmt: skip
    return 0


def keep(office: Office, data: bytes) -> bool:
    """Keep a mail; whether it is new. A different one under a known Message-ID is kept too, and the moderator told."""
    head = read_head(data)
    letter = Came(key_of(head, data), office.now, data)
    kept = office.letters.keep(letter)
    if kept is Kept.OTHER:
        words = f"Two different mails came with the Message-ID {letter.key}. Both are kept."
        answering.to_moderator(office, f"double {letter.key}", "two mails with one name", words)
    return kept is not Kept.KNOWN


def take_one(office: Office, data: bytes, fetch: Fetch | None = None) -> Verdict | None:
    """One mail from a pipe: kept, judged and answered; nothing where it came before."""
    is_new = keep(office, data)
    office.people.clear()
    verdict = None
    for letter in office.letters.unread():
        verdict = take(office, letter)
    for campaign in [verdict.campaign] if verdict and verdict.campaign else []:
        _campaign(office, campaign, fetch)
    return verdict if is_new else None


def _campaign(office: Office, campaign: str, fetch: Fetch | None) -> int:
    """Play what can be played, move dates, report, remind; a campaign that cannot go on stops no other one."""
    try:
        with office.looking():
            return _run(office, campaign, fetch)
    except PbemError as error:
        answering.to_moderator(office, f"stuck {campaign} {str(error)[:200]}", f"{campaign} cannot go on", f"{error}\n",
                               campaign)  # fmt: skip
        return 0


def _run(office: Office, campaign: str, fetch: Fetch | None) -> int:
    mode, steps = office.of(campaign).mode, 0
    loaded, state = office.load(campaign)
    if state.pen:
        return 0  # two stores take turns: their turn files are handed over by hand
    dating.follow_up(office, campaign)
    loaded, state = office.load(campaign)
    if mode is Mode.AUTOMATIC and (fetch or can_run(Secrets(office.store, loaded), state, office.now)):
        ran = adjudicate(office.store, campaign, office.now, fetch).ran
        steps = len(ran)
        if ran:
            office.tell(f"{campaign}: played {', '.join(one.label for one in ran)}")
    elif mode is Mode.APPROVE:
        preview(office, campaign)
    absence.tell(office, campaign)
    dating.move_dates(office, campaign)
    report(office, campaign)
    remind(office, campaign)
    return steps
