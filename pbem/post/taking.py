"""The way of a mail: sorted, attributed, read, judged, recorded and answered, all in one transaction."""

from __future__ import annotations

import os

from pbem.desk.inbox.letters.bringing import campaigns_named
from pbem.desk.inbox.receipts import RAISE
from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.members import member_of
from pbem.desk.roster import Seat
from pbem.errors import PbemError
from pbem.kernel.naming import the
from pbem.post import answering, bouncing, obeying
from pbem.post.claiming import Claim, claim_in
from pbem.post.commands import command_in
from pbem.post.forum.fitting import fit_of
from pbem.post.heads import Head, read_head
from pbem.post.office import Office
from pbem.post.recording import record
from pbem.post.rights import acting, why_not
from pbem.post.settings import Accept
from pbem.post.sorting import Sort, is_away_note, sort_of
from pbem.post.tokens import Standing, names_no_seat
from pbem.post.trusting import Sender, author_of, is_enough, sender_of
from pbem.store.letters import Came, Stage
from pbem.values import NamedTuple


class Verdict(NamedTuple):
    """What became of a mail, for the log."""

    why: str
    campaign: str = ""
    who: str = ""
    stage: Stage = Stage.DONE


def take(office: Office, letter: Came) -> Verdict:
    """Judge a mail that is kept. What it brings, what is answered and that it is done are written at once."""
    with office.store.together(), office.looking():
        verdict = _judged(office, letter)
        office.letters.judged(letter.key, verdict.stage, verdict.why, verdict.campaign, verdict.who)
    office.tell(f"{verdict.campaign or '-'} {verdict.who or '-'}: {verdict.why}")
    return verdict


def _judged(office: Office, letter: Came) -> Verdict:
    head = read_head(letter.data)
    if head is None:
        return Verdict("it is no mail that can be read", stage=Stage.QUIET)
    kind, why = sort_of(head, office.settings.send.address)
    if kind is Sort.BOUNCE:
        return Verdict(bouncing.take(office, head, letter.data), stage=Stage.QUIET)
    if kind is not Sort.PERSON:
        _note_absence(office, head, letter.key)
        return Verdict(f"not answered: {why}", stage=Stage.QUIET)
    try:
        return _from_person(office, head, letter)
    except PbemError as error:
        return _failed(office, letter, str(error))
    except Exception as error:
        # A fault of ours must not stop the mail of others, nor lose this one.
        if os.environ.get(RAISE):
            raise
        return _failed(office, letter, f"the program failed on it: {type(error).__name__}: {error}"[:300])


def _failed(office: Office, letter: Came, why: str) -> Verdict:
    answering.to_moderator(
        office, letter.key, "a mail could not be judged", f"{why}\n\nThe mail is kept as {letter.key}."
    )
    return Verdict(f"not judged: {why}", stage=Stage.FAILED)


def _note_absence(office: Office, head: Head, key: str) -> None:
    """An absence note is for the moderator alone."""
    seats = office.letters.seats_at(head.sender) if is_away_note(head) else []
    for campaign, who in seats[:1]:
        found = member_of(office.load(campaign)[0], who)
        player = found.name if found else who
        answering.to_moderator(
            office, key, f"{player} seems to be away", f"A program answered for {player}: {head.subject}", campaign
        )


# -- a person's mail ------------------------------------------------------------------------------------------


def _from_person(office: Office, head: Head, letter: Came) -> Verdict:
    sender = sender_of(office, head)
    if obeying.is_moderator(office, head):
        done = obeying.for_moderator(office, head, letter)
        if done:
            return Verdict(done, who="moderator")
    named = [name for name in campaigns_named(letter.data) if office.store.head(name).seq]
    if len(named) > 1:
        return _several(office, head, sender, named)
    campaign = named[0] if named else _only(sender)
    if not campaign:
        return _nowhere(office, head, letter, sender)
    claim = claim_in(*office.load(campaign), letter.data)
    command = command_in(head, letter.data)
    seats = sender.in_campaign(campaign)
    if claim.has_block and not (command and command.word == "try"):
        return _orders(office, head, letter, sender, claim)
    if not seats:
        return Verdict("not answered: nobody of the campaign has this address", campaign, stage=Stage.QUIET)
    return Verdict(obeying.for_player(office, head, letter, seats[0], command), campaign, seats[0].who)


def _only(sender: Sender) -> str:
    """The campaign of somebody who plays in one alone."""
    return sender.campaigns[0] if len(sender.campaigns) == 1 else ""


def _nowhere(office: Office, head: Head, letter: Came, sender: Sender) -> Verdict:
    """A mail that names no campaign of ours: a stranger gets no answer, a player of several is asked which."""
    if not sender.campaigns:
        if names_no_seat(office, head):
            return _of_another_judge(office, head)
        return Verdict("not answered: a stranger wrote, and about no campaign of this store", stage=Stage.QUIET)
    first = sender.seats[0][0]
    names = ", ".join(office.load(name)[0].name for name in sender.campaigns)
    words = (
        f"You play in {len(sender.campaigns)} campaigns here: {names}.\n\nAnswer a letter of the one that you mean, or "
        "send its order block: its header names the campaign.\n"
    )
    loaded, state = office.load(first.campaign)
    answering.to_seat(office, loaded, state, first.who, answering.ANSWER, letter.key, "which campaign?", words,
                      answers=head.id)  # fmt: skip
    return Verdict("asked which campaign is meant", first.campaign, first.who)


def _of_another_judge(office: Office, head: Head) -> Verdict:
    """A reply to a letter that this judge has not written: two judges look into one box, and take the other's mail."""
    words = (
        f"{_shown(head)} answers a letter that this judge has not written. Either two judges look into one box and\n"
        "take each other's mail, or mail.key was made anew.\n\nGive each judge a box, or a folder ([box] folder), of "
        "its own. The mail is kept: `pbem mail log` names it.\n"
    )
    answering.to_moderator(office, f"another judge {office.now[:10]}", "a reply to another judge", words)
    return Verdict("not answered: it answers a letter of another judge. Do two look into one box?", stage=Stage.QUIET)


def _several(office: Office, head: Head, sender: Sender, named: list[str]) -> Verdict:
    seats = [seat for name in named for seat in sender.in_campaign(name)]
    if not seats:
        return Verdict("not answered: a stranger wrote", stage=Stage.QUIET)
    names = " and ".join(office.load(name)[0].name for name in named)
    loaded, state = office.load(seats[0].campaign)
    words = f"Your mail has order blocks for {names}. Nothing of it counts: send one mail for each campaign.\n"
    answering.to_seat(office, loaded, state, seats[0].who, answering.ANSWER, head.id, "one campaign a mail", words,
                      answers=head.id)  # fmt: skip
    return Verdict(f"refused: order blocks for {names} in one mail", seats[0].campaign, seats[0].who)


# -- orders ---------------------------------------------------------------------------------------------------


def _orders(office: Office, head: Head, letter: Came, sender: Sender, claim: Claim) -> Verdict:
    """Orders count if the sender may write for the seat that their block names."""
    campaign, mine = claim.campaign, sender.in_campaign(claim.campaign)
    who = claim.who or (mine[0].seat if len({one.seat for one in mine}) == 1 else "")
    wanted = office.of(campaign).accept
    author = author_of(office, sender, claim, who)
    if not is_enough(wanted, author.shown):
        return _not_his(office, head, letter, claim, mine, author.shown, wanted)
    loaded, state = office.load(campaign)
    seats = office.seats(campaign)
    one = next((seat for seat in seats if seat.member.id == author.member), None)
    why = why_not(seats, one, office.now) if one else ""
    if one and why:
        return _without_right(office, head, letter, campaign, one, why)
    word = obeying.word_of_consent(office, campaign, letter.data) if state.proposal else None
    if word is not None:
        said = obeying.for_player(office, head, letter, Standing(campaign, author.member), word)
        return Verdict(said, campaign, author.member)
    fit = fit_of(office.store, loaded, state, who, letter.data, office.zone(campaign, author.member))
    if fit.fault:
        return _not_as_sealed(office, head, letter, campaign, author.member, fit.fault)
    name = one.member.name if one else loaded.player(who)
    zone = office.zone(campaign, author.member)  # asked before: a campaign that is lent would be loaded once more
    with office.lent(campaign) as seen:
        receipt = record(office.store, seen, claim, letter.data, name, office.now, fit.note, zone)
    loaded, state = office.load(campaign)
    answering.answer_receipt(office, loaded, state, author.member, receipt, head)
    count = f", {len(receipt.problems)} problems" if receipt.problems else ""
    return Verdict(f"orders {receipt.verdict}{count}, entry {receipt.seq}", campaign, author.member)


def _not_as_sealed(office: Office, head: Head, letter: Came, campaign: str, member: str, why: str) -> Verdict:
    """Other orders than those whose hash stands in the thread. Nothing is recorded."""
    loaded, state = office.load(campaign)
    answering.to_seat(office, loaded, state, member, answering.ANSWER, letter.key, "not the orders that you sealed",
                      why, answers=head.id)  # fmt: skip
    return Verdict("refused: not the orders that were sealed in the thread", campaign, member)


def _without_right(office: Office, head: Head, letter: Came, campaign: str, one: Seat, why: str) -> Verdict:
    """Orders of somebody whose orders do not count. Nothing is recorded; he hears it, those who may, the moderator."""
    loaded, state = office.load(campaign)
    answering.to_seat(office, loaded, state, one.member.id, answering.ANSWER, letter.key, "your orders do not count",
                      f"{why} Nothing of your file counts.\n", answers=head.id)  # fmt: skip
    name = one.member.name or one.member.id
    words = f"{name} ({one.member.role}) sent orders for your seat. Nothing of them counts.\n"
    for other in acting(office.seats(campaign), one.member.who, office.now):
        answering.to_seat(office, loaded, state, other.member.id, answering.WARNING, letter.key,
                          f"orders of {name} do not count", words)  # fmt: skip
    said = f"{name} ({one.member.role}) sent orders for {one.member.who}; nothing was recorded."
    answering.to_moderator(office, letter.key, f"{loaded.name}: orders that do not count", said, campaign)
    return Verdict(f"orders of {one.member.id} refused: {why}", campaign, one.member.id)


def _not_his(
    office: Office, head: Head, letter: Came, claim: Claim, mine: list[Standing], shown: Accept | None, wanted: Accept
) -> Verdict:
    """Orders from the wrong hand. Nothing is recorded; the true seat hears of it, and so does a player who wrote."""
    loaded, state = office.load(campaign_id(claim.campaign))
    owner = claim.who
    proof = {Accept.ADDRESS: "an address that is known", Accept.TOKEN: "an answer to a letter of the judge",
             Accept.SIGNED: "a signature"}[wanted]  # fmt: skip
    if owner and owner in loaded.senders:
        words = (
            f"A mail with orders in your name came from {_shown(head)}, without what shows that it is yours: {proof}.\n"
            "Nothing of it counts. If you wrote it, answer a letter of mine and send the block again.\n"
        )
        answering.to_seat(office, loaded, state, owner, answering.WARNING, letter.key, "orders that are not proven",
                          words)  # fmt: skip
    for one in mine:
        if one.seat != owner:
            whose = the(loaded.side_name(owner)) if owner else "nobody"
            own = the(loaded.side_name(one.seat))
            words = f"The block in your mail is for {whose}, and you play {own}. Nothing of it counts.\n"
            answering.to_seat(office, loaded, state, one.who, answering.ANSWER, letter.key, "the block is not yours",
                              words, answers=head.id)  # fmt: skip
    words = f"{_shown(head)} sent orders for {owner or 'nobody'}; nothing was recorded."
    answering.to_moderator(office, letter.key, f"{loaded.name}: orders that are not proven", words, loaded.id)
    found = f"shown: {shown}" if shown else "nothing shows who sent it"
    return Verdict(f"orders for {owner or 'nobody'} refused: {found}, wanted {wanted}", loaded.id, owner)


def _shown(head: Head) -> str:
    """The address that a mail claims, safe to print; no proof of anything."""
    return "".join(sign for sign in head.sender if sign.isprintable())[:100] or "nobody"
