"""The guest game between two stores without a moderator: two players on a side, turn files to and fro, to the end."""

from __future__ import annotations

from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.guest import card
from tests.guest.playing import send

__all__ = ["clock", "pbem"]

OTHER = {"NO": "SO", "SO": "NO"}


def do_all(pbem: Pbem, me: str) -> bool:
    """All that a side can do while it has the pen; whether the game is over."""
    for _ in range(30):
        pbem("adjudicate", "--db", f"{me}.db")
        now = pbem("status", "--json", "--side", me, "--db", f"{me}.db").json
        mine = [
            debt
            for debt in now["waiting"]
            if debt["side"] == me and debt["kind"] in ("orders", "answers", "instalment")
        ]
        if now["over"] or not mine:
            return bool(now["over"])
        send(pbem, "ford-2", mine[0], now["turn"], "--db", f"{me}.db")
    raise AssertionError(f"{me} is waited for again and again")


def test_it_is_played_to_its_end_and_both_stores_hold_the_same_record(pbem: Pbem, clock: Clock) -> None:
    card.register()
    new = pbem("new", "ford-2", "--game", "ford", "--scenario", "night", "--dice", "chain", "--me", "NO", "--player",
               "NO=Anna", "--player", "SO.west=Otto", "--player", "SO.east=Karl", "--db", "NO.db")  # fmt: skip
    assert new.code == 0, new.err
    assert "let a third person keep the campaign" in " ".join(new.out.split())  # what two stores cannot hide is said
    pen, is_over = "NO", False
    for mails in range(1, 80):
        is_over = do_all(pbem, pen) if mails > 1 else False
        assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        assert taken.code == 0, taken.out + taken.err
        if is_over:
            break
    assert is_over
    heads = [pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in OTHER]
    assert heads[0] == heads[1]
    assert [pbem("verify", "--db", f"{side}.db").code for side in OTHER] == [0, 0]
    assert "The plan was" in pbem("report", "--db", "SO.db").out
