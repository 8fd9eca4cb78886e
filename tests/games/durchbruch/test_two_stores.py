"""October 24th between two stores: plan and accessory points travel as hashes, each line its own, and are proven."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.desk.record.kinds import kept_in
from pbem.games.durchbruch import accessory
from pbem.store import open_store
from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock
from tests.desk.hidden import unpacked

__all__ = ["clock", "pbem"]

OTHER = {"IT": "AG", "AG": "IT"}
STANDING = "standing:\nlosses: weakest first\nhits: retreat\nsupport: all\nmg: highest\nblow: yes\ndefaults\n"
# GE-J3 fights and turns its marker up; AH-G22 has points and never fights; under GE-Leib lies a dummy marker.
ORDERS = {
    ("AG", "set-up"): f"choose boroevic\nplace GE-gas1 at 1717\n{STANDING}",
    ("IT", "set-up"): f"place IT-mg1 at 1720\n{STANDING}",
    ("AG", "bombardment"): (
        "marker GE-J3, AH-G22, GE-Leib\nstrengthen GE-J3 3\nstrengthen AH-G22 2\n"
        "fire GE-artLIa at 4205\nfire GE-artLIb at 4305\n"
    ),
    ("AG", "surprise"): "first LI\nmove GE-J3 4205\n",
    ("AG", "corps-LI"): "attack 4306 with GE-J3\n",
}
SECRET = (b"choose boroevic", b"choose_boroevic", b"strengthen AH-G22", b"strengthen_AH-G22")


def searched(turn_file: str) -> bytes:
    """All that the Italians could search: a turn file unpacked, their store and every file in it."""
    data = unpacked(Path(turn_file).read_text(encoding="utf-8"))
    if not Path("IT.db").exists():
        return data
    store = open_store("IT.db")
    entries = store.entries("d-2")
    files = [store.submission(sha256) or b"" for sha256 in kept_in(entries)]
    store.close()
    return b"\n".join([data, Path("IT.db").read_bytes(), *(entry.body.encode() for entry in entries), *files])


def do_all(pbem: Pbem, me: str, orders: Mapping[tuple[str, str], str] = ORDERS) -> bool:
    """All that a side can do while it has the pen; whether the game is over."""
    for _ in range(40):
        pbem("adjudicate", "--db", f"{me}.db")
        now = pbem("status", "--json", "--side", me, "--db", f"{me}.db").json
        mine = [debt for debt in now["waiting"] if debt["side"] == me and debt["kind"] in ("orders", "answers")]
        if now["over"] or not mine:
            return bool(now["over"])
        step, turn = mine[0]["step"], now["turn"]
        text = orders.get((me, step), "done\n") if turn == 1 else "done\n"
        head = f"campaign: d-2\nside: {me}\nturn: {turn}\nstep: {step}\n"
        for body in (text, "done\n"):
            Path("orders.txt").write_text(head + body, encoding="utf-8")
            said = pbem("submit", "orders.txt", "--db", f"{me}.db")
            if said.code == 0:
                break
        assert said.code == 0, said.out + said.err
    raise AssertionError(f"{me} is waited for again and again")


def begin(pbem: Pbem) -> None:
    """What two stores cannot hide is said at the start."""
    new = pbem("new", "d-2", "--game", "durchbruch", "--scenario", "oct24", "--dice", "chain", "--me", "AG",
               "--player", "IT=Luigi", "--player", "AG=Anna", "--db", "AG.db")  # fmt: skip
    assert new.code == 0, new.err
    assert "let a third person keep the campaign" in " ".join(new.out.split())


def test_16_5_the_plan_and_the_points_are_hashes_until_they_are_opened(pbem: Pbem, clock: Clock) -> None:
    """6.2.1-b, 16.5: what is never turned up is in no turn file and in no store of the enemy before the game is over;
    what two stores cannot hide is said at the start."""
    begin(pbem)
    pen, is_over = "AG", False
    for mails in range(1, 90):
        is_over = do_all(pbem, pen) if mails > 1 else False
        assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        assert taken.code == 0, taken.out + taken.err
        assert is_over or [words for words in SECRET if words in searched(f"{mails}.txt")] == [], mails
        if is_over and not pbem("status", "--json", "--db", f"{pen}.db").json["waiting"]:
            break
    assert is_over
    assert SECRET[0] in searched(f"{mails}.txt"), "opened in the end"
    assert SECRET[2] in searched(f"{mails}.txt"), "opened in the end"
    heads = [pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in OTHER]
    assert heads[0] == heads[1]
    for side in OTHER:
        proven = pbem("verify", "--db", f"{side}.db")
        assert proven.code == 0, proven.out + proven.err
    assert pbem("report", "--step", "t2/end", "--db", "IT.db").code == 0


# -- the pool ------------------------------------------------------------------------------------------------

BOUGHT = ("AH-R14", "AH-R59", "AH-TS1", "GE-Leib", "GE-R23", "GE-R62", "GE-J3", "GE-J4", "GE-J5", "AH-G22", "AH-G7")


def _no_check(*given: object) -> None:
    """What a forged program looks at."""


def test_r144_whoever_spends_more_than_the_pool_is_found_out_at_the_end(
    pbem: Pbem, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.1-b, 6.2.2, rulings R35 and R144: a forged program hides lines for more points than there are; when they are
    opened the other store refuses the end of the game, and `verify` says why."""
    begin(pbem)
    lines = "".join(f"strengthen {unit} 4\n" for unit in BOUGHT)
    orders = {**ORDERS, ("AG", "bombardment"): f"marker {', '.join(BOUGHT)}\n{lines}"}
    pen, refused = "AG", ""
    for mails in range(1, 90):
        with monkeypatch.context() as forged:
            if pen == "AG":
                forged.setattr(accessory, "check_bought", _no_check)
                forged.setattr(accessory, "belie", _no_check)
            if mails > 1:
                do_all(pbem, pen, orders)
            assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        with monkeypatch.context() as forged:
            if pen == "AG":
                forged.setattr(accessory, "belie", _no_check)
            taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        if taken.code or pbem("status", "--json", "--db", f"{pen}.db").json["over"]:
            refused = taken.out + taken.err
            break
    told = " ".join(refused.split())
    assert pen == "IT"
    assert "so many resource points there are not (44)" in told, told
    proven = pbem("verify", "--db", "AG.db")
    assert proven.code != 0
    assert "6.2.2" in proven.out + proven.err
