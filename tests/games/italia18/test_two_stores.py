"""Monte Grappa between two stores: the whole game by turn files, dice of a chain, one record on both sides."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Pbem, clock, pbem
from tests.cli.two import Clock

__all__ = ["clock", "pbem"]

OTHER = {"CP": "EN", "EN": "CP"}
STANDING = "standing:\nguns: match\ncb: none\nretreat: never\nsend: none\nlosses: weakest first\nhide all\ndefaults\n"
ORDERS = {
    ("CP", "move-1"): f"move GE-11Jg, GE-12Jg, GE-13Jg to 2225\n{STANDING}",
    ("CP", "combat-1"): "attack 2026 with GE-Leib, GE-1Jg, GE-2Jg, GE-3Jg, GE-4Jg, GE-5Jg guns GE-A14, GE-Stein\n"
    "  on any: losses weakest first; bombarded weakest first; stoss always; advance none; exploit none\n",
    ("EN", "move-1"): f"move IT-59 to 1924\n{STANDING}",
}


def send_ahead(pbem: Pbem) -> None:
    """The standing orders of the Entente, before anybody attacks."""
    Path("first.txt").write_text(
        f"campaign: tomba\nside: EN\nturn: 1\nstep: combat-1\ndone\n\n{STANDING}", encoding="utf-8"
    )
    ahead = pbem("submit", "first.txt", "--db", "EN.db")
    assert ahead.code == 0, ahead.out + ahead.err


def do_all(pbem: Pbem, me: str) -> bool:
    """All that a side can do while it has the pen; whether the game is over."""
    for _ in range(40):
        pbem("adjudicate", "--db", f"{me}.db")
        now = pbem("status", "--json", "--side", me, "--db", f"{me}.db").json
        mine = [debt for debt in now["waiting"] if debt["side"] == me and debt["kind"] == "orders"]
        if now["over"] or not mine:
            return bool(now["over"])
        step, turn = mine[0]["step"].removeprefix(f"{me.lower()}-"), now["turn"]
        text = ORDERS.get((me, step), "done\n") if turn == 1 else "done\n"
        Path("orders.txt").write_text(
            f"campaign: tomba\nside: {me}\nturn: {turn}\nstep: {step}\n{text}", encoding="utf-8"
        )
        said = pbem("submit", "orders.txt", "--db", f"{me}.db")
        assert said.code == 0, said.out + said.err
    raise AssertionError(f"{me} is waited for again and again")


def test_7_0d_a_whole_game_goes_to_and_fro_and_both_records_agree(pbem: Pbem, clock: Clock) -> None:
    """7.0d, 16.0: four sequences of both sides to the verdict; either store proves every die."""
    new = pbem("new", "tomba", "--game", "italia18", "--scenario", "grappa", "--dice", "chain", "--me", "CP",
               "--player", "CP=Otto", "--player", "EN=Luigi", "--db", "CP.db")  # fmt: skip
    assert new.code == 0, new.err
    pen, is_over = "CP", False
    for mails in range(1, 60):
        if mails == 2:
            send_ahead(pbem)
        is_over = do_all(pbem, pen) if mails > 1 else False
        assert pbem("export-turn", "--out", f"{mails}.txt", "--db", f"{pen}.db").code == 0
        pen = OTHER[pen]
        joining = ("--me", pen) if mails == 1 else ()
        taken = pbem("import-turn", f"{mails}.txt", *joining, "--db", f"{pen}.db")
        assert taken.code == 0, taken.out + taken.err
        if is_over and not pbem("status", "--json", "--db", f"{pen}.db").json["waiting"]:
            break
    assert is_over
    heads = [pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in OTHER]
    assert heads[0] == heads[1]
    assert [pbem("verify", "--db", f"{side}.db").code for side in OTHER] == [0, 0]
    told = pbem("report", "--turn", "1", "--db", "EN.db").out
    assert "Central Powers on 2026" in told
    assert "The game is over" in pbem("report", "--turn", "2", "--db", "CP.db").out
