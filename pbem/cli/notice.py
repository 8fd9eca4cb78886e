"""`pbem notice`: what must stand in public before dice fall."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, now, store_for_reading, store_for_writing
from pbem.cli.options import Db, Json, Name, Option
from pbem.cli.printing import say, say_json, wrapped


def notice(
    seal: Annotated[
        bool, Option("--seal", help="Seal the step first if it is complete; its orders are then final.")
    ] = False,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write what to post before the dice are rolled: the commitments, the seal of the step, the round that decides.

    \b
    Examples:
      pbem notice             after `pbem new`: the commitments
      pbem notice --seal      before `pbem adjudicate`: it binds the dice
    """
    from pbem.desk.adjudicating import seal_step
    from pbem.desk.record.notice import notice_lines, seals_of
    from pbem.desk.replay.load import load

    is_sealed = seal and seal_step(store_for_writing(db), campaign, now())
    store = store_for_reading(db)
    loaded, state = load(store, campaign)
    seals = seals_of(loaded, state)
    lines = notice_lines(loaded, state, seals)
    if as_json:
        say_json({"campaign": loaded.name, "sealed": is_sealed, "seals": seals, "proof": "\n".join(lines)})
        return
    place = f"turn {state.position.turn}, {state.position.step}"
    if seals:
        told = (
            f"{loaded.name}, {place}: the orders are sealed. Post this before the dice are rolled; anyone can then "
            "check that they were made with these orders:"
        )
    else:
        told = f"{loaded.name}, {place}: no orders are sealed yet. What the dice are bound to so far:"
    say(wrapped(told))
    say("\n" + "\n".join(lines))
