"""Novegno between two stores: plans travel as hashes, and are opened when a headquarters is placed."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.record.kinds import kept_in
from pbem.store import open_store
from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.desk.hidden import unpacked

__all__ = ["clock", "pbem"]

OTHER = {"IT": "AH", "AH": "IT"}
NEVER_USED = b"brigade 180"  # planned on day 1, and never activated
ORDERS = {
    ("IT", "set-up"): "done\nstanding:\nreact: never\ndefaults\n",
    ("AH", "set-up"): "done\nstanding:\nreact: never\ndefaults\n",
    ("AH", "command"): "brigade 180\nbrigade 58 with 5 guns\nspend 3\n",
    ("IT", "command"): "brigade Ancona\nspend 1\n",
    ("AH", "action-1"): "activate 58 at 1635, 1636 with AH-S4-FLD-1\nbombard 1535 with AH-S4-FLD-1\npass\n",
}


def searched(turn_file: str) -> bytes:
    """All that Italy could search: a turn file unpacked, its store and every file in it."""
    data = unpacked(Path(turn_file).read_text(encoding="utf-8"))
    if not Path("IT.db").exists():
        return data
    store = open_store("IT.db")
    entries = store.entries("nov")
    files = [store.submission(sha256) or b"" for sha256 in kept_in(entries)]
    store.close()
    return b"\n".join([data, *(entry.body.encode() for entry in entries), *files])


def do_all(pbem: Pbem, me: str) -> bool:
    """All that a side can do while it has the pen; whether the game is over."""
    for _ in range(40):
        pbem("adjudicate", "--db", f"{me}.db")
        now = pbem("status", "--json", "--side", me, "--db", f"{me}.db").json
        mine = [debt for debt in now["waiting"] if debt["side"] == me and debt["kind"] in ("orders", "answers")]
        if now["over"] or not mine:
            return bool(now["over"])
        step, turn = mine[0]["step"].removeprefix(f"{me.lower()}-"), now["turn"]
        otherwise = "pass today\n" if step.startswith("action") else "done\n"
        text = ORDERS.get((me, step), otherwise) if turn == 1 or step == "set-up" else otherwise
        Path("orders.txt").write_text(
            f"campaign: nov\nside: {me}\nturn: {turn}\nstep: {step}\n{text}", encoding="utf-8"
        )
        said = pbem("submit", "orders.txt", "--db", f"{me}.db")
        assert said.code == 0, said.out + said.err
    raise AssertionError(f"{me} is waited for again and again")


def test_4_0_2_secret_a_plan_is_a_hash_until_its_headquarters_is_placed(pbem: Pbem, clock: Clock) -> None:
    new = pbem("new", "nov", "--game", "strafexpedition", "--scenario", "novegno", "--dice", "chain", "--me", "AH",
               "--player", "IT=Luigi", "--player", "AH=Franz", "--db", "AH.db")  # fmt: skip
    assert new.code == 0, new.err
    pen, is_over = "AH", False
    for mails in range(1, 60):
        is_over = do_all(pbem, pen) if mails > 1 else False
        assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        assert taken.code == 0, taken.out + taken.err
        assert is_over or NEVER_USED not in searched(f"{mails}.txt"), mails
        if is_over and not pbem("status", "--json", "--db", f"{pen}.db").json["waiting"]:
            break
    assert is_over
    heads = [pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in OTHER]
    assert heads[0] == heads[1]
    assert pbem("verify", "--db", "IT.db").code == 0
    assert "activates 58" in pbem("report", "--turn", "1", "--db", "IT.db").out
