"""Whether orders that come by mail are those that their player has sealed in the thread."""

from __future__ import annotations

from pbem.desk.inbox.letters.sent import content_of
from pbem.desk.inbox.signatures import read_letter
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.views.citing import date_in_words
from pbem.errors import Family, Problem, Refusal
from pbem.kernel.naming import begun
from pbem.post.forum.sealed import digest_of, salt_of
from pbem.store.forums import Forums, SealedNote
from pbem.store.store import Store
from pbem.values import NamedTuple


class Fit(NamedTuple):
    """What a file is to the hashes of its player: the note that it fits, or what is wrong; else neither."""

    note: SealedNote | None = None
    problem: Problem | None = None

    @property
    def fault(self) -> str:
        """What is wrong, for a letter; empty where nothing is."""
        one = self.problem
        if one is None:
            return ""
        return f"{begun(one.why)}.\n\nwanted: {one.wanted}\nfound:  {one.found}\n\n{begun(one.advice)}.\n"


def fit_of(store: Store, campaign: Campaign, state: State, who: str, data: bytes, zone: str = "") -> Fit:
    """Hold a file against the hashes that its player has posted for its turn; dates by the clocks of a zone."""
    waiting = [note for note in Forums(store).sealed(campaign.id) if note.who == who and not note.is_fitted]
    if not waiting:
        return Fit()
    try:
        rows = read_letter(campaign, state, data).rows
    except Refusal:
        return Fit()  # the receipt says what is wrong with it
    found = digest_of(rows)
    for note in waiting:
        if note.digest == found:
            return Fit(note)
    turn = content_of(rows).header.get("turn", str(state.position.turn))
    same = [note for note in waiting if note.place.startswith(f"t{turn}/")]
    return (
        Fit(problem=_problem(same[0], found, bool(salt_of(rows)), date_in_words(state.dice.due, zone)))
        if same
        else Fit()
    )


def _problem(note: SealedNote, found: str, has_salt: bool, due: str) -> Problem:
    """What was found, what was wanted, and what to do."""
    why = f"the orders for {note.place} were sealed in post {note.post} of the thread, and a hash there fixes them"
    missing = "" if has_salt else ", without a line `# seal: ...`, so it cannot be what was sealed"
    until = f" before {due}" if due else ""
    advice = (
        "nothing of this file counts. Send the file that `pbem forum seal` wrote, unchanged; or, to change your "
        f"mind, post a new sealed block{until} and then send its file"
    )
    asked = f"orders whose hash is {found}{missing}", f"the orders whose hash is {note.digest}"
    return Problem(Family.ILLEGAL, why, *asked, advice=advice)


def fitted(store: Store, campaign: str, note: SealedNote, zone: str = "") -> str:
    """Note that the orders have come; a sentence for the receipt."""
    Forums(store).note(campaign, note._replace(is_fitted=True))
    when = date_in_words(note.at, zone)
    return f"These are the orders that you sealed in post {note.post} of the thread, {when}: the hash fits."
