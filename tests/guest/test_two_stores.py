"""The guest game between two stores without a moderator: two players on a side, turn files to and fro, to the end."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.record.kinds import kept_in
from pbem.store import open_store
from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.desk.hidden import unpacked
from tests.guest import card
from tests.guest.playing import keep, look_around, send

__all__ = ["clock", "pbem"]

OTHER = {"NO": "SO", "SO": "NO"}
NOT_YET = (b"choose west", b"brigade N4")  # a plan that is opened at the end, a brigade that never acts


def searched(turn_file: str) -> bytes:
    """All that the South could search: a turn file unpacked, its store and every file in it."""
    data = unpacked(Path(turn_file).read_text(encoding="utf-8"))
    if not Path("SO.db").exists():
        return data
    store = open_store("SO.db")
    entries = store.entries("ford-2")
    files = [store.submission(sha256) or b"" for sha256 in kept_in(entries)]
    store.close()
    return b"\n".join([data, Path("SO.db").read_bytes(), *(entry.body.encode() for entry in entries), *files])


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
    look_around(pbem, "ford-2", "N2", "0302", "--db", "NO.db")
    pen, is_over = "NO", False
    for mails in range(1, 80):
        is_over = do_all(pbem, pen) if mails > 1 else False
        assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        assert taken.code == 0, taken.out + taken.err
        secret = [words for words in NOT_YET if not is_over and words in searched(f"{mails}.txt")]
        assert secret == [], mails
        if is_over and not pbem("status", "--json", "--db", f"{pen}.db").json["waiting"]:
            break
    assert is_over
    for words in NOT_YET:  # opened in the end, and proven
        assert words in Path("SO.db").read_bytes()
    heads = [pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in OTHER]
    assert heads[0] == heads[1]
    keep(pbem, "--db", "NO.db")
    assert pbem("verify", "--db", "SO.db").code == 0
    assert "The plan was" in pbem("report", "--db", "SO.db").out
