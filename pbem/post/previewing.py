"""Where the moderator approves: he is shown what would be played, and answers `yes`."""

from __future__ import annotations

from pbem.desk.adjudicating import can_run
from pbem.desk.record.secrets import Secrets
from pbem.post import answering
from pbem.post.office import Office
from pbem.store.letters import Going

PREVIEW = "preview"


def preview(office: Office, campaign: str) -> bool:
    """Show the moderator that a step can be played, once for each state of the record; whether it is new."""
    loaded, state = office.load(campaign)
    if not can_run(Secrets(office.store, loaded), state, office.now):
        return False
    step = loaded.steps[state.position.step]
    lines = [f"{loaded.name}, turn {state.position.turn}: {step.title} can be played.", ""]
    for who in loaded.senders:
        sent = state.pending.get(who, {})
        filed = ", ".join(f"{loaded.steps[one].title} (entry {item.seq})" for one, item in sent.items())
        lines.append(f"  {loaded.side_name(who)}: {filed or 'no orders on file'}")
    lines += ["", "Answer `yes` and the step is played with the dice as they fall; `no` leaves it."]
    before = len(office.told)
    answering.to_moderator(office, cause_of(loaded.id, state.head), f"{loaded.name}: {step.title} can be played",
                           "\n".join(lines) + "\n", loaded.id)  # fmt: skip
    del office.told[before:]
    return True


def cause_of(campaign: str, head: str) -> str:
    """What a preview follows from: the record as it was."""
    return f"{PREVIEW} {campaign} {head}"


def is_current(office: Office, letter: Going) -> bool:
    """Whether the record is still as the preview showed it."""
    from pbem.post.letter import Draft, id_of

    _, state = office.load(letter.campaign)
    same = Draft(
        answering.NOTICE, cause_of(letter.campaign, state.head), letter.campaign, "", "", letter.to, "", "", ""
    )
    return id_of(office, same) == letter.id
