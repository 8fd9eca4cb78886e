"""`sheet`, `check`, `submit`: an order file on its way to the desk."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pbem.store import open_store
from tests.cli.conftest import ATTACK, MOVES, Pbem, write


def test_sheet_lists_the_units_and_is_itself_an_order_file(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    said = pbem("sheet", "--side", "CP")
    assert said.code == 0
    assert "GE-12" in said.out
    assert "IT-50" not in said.out
    write(tmp_path, "sheet.txt", said.out.replace("# move UNIT to HEX", "move GE-12 to 1902"))
    assert pbem("check", "sheet.txt").code == 0


def test_sheet_of_the_side_that_is_not_waited_for_is_for_its_next_step(pbem: Pbem, fresh: Path) -> None:
    said = pbem("sheet", "--side", "Allies")
    assert said.code == 0
    assert "step: al-movement" in said.out


def test_sheet_without_a_side_is_for_the_one_that_is_waited_for(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    said = pbem("sheet", "--out", "orders.txt")
    assert said.code == 0
    assert "side: Central Powers" in (tmp_path / "orders.txt").read_text(encoding="utf-8")
    assert pbem("sheet", "--json").json["side"] == "CP"


def test_sheet_of_nobody_is_refused(pbem: Pbem, fresh: Path) -> None:
    said = pbem("sheet", "--side", "Germany")
    assert said.code == 2
    assert "there is no side" in said.err
    assert pbem("sheet", "--format", "pdf").code == 2


def test_check_shows_the_orders_as_understood_and_records_nothing(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    before = fresh.read_bytes()
    file = write(tmp_path, "o.txt", MOVES + ATTACK)
    said = pbem("check", file)
    assert said.code == 0
    assert "move GE-5 1903" in said.out
    assert "nothing was recorded" in said.out
    assert "Next: pbem submit o.txt" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())
    assert fresh.read_bytes() == before


def test_check_tells_all_problems_at_once(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    file = write(
        tmp_path, "o.txt", MOVES + "move GE-12 to 1904\nmvoe GE-55 1404\nmove GE-999 to 1403\nmove GE-5 0000\n"
    )
    said = pbem("check", file)
    assert said.code == 1
    assert "did you mean move?" in said.out
    assert "no unit is called 'GE-999'" in said.out
    assert "^^^^" in said.out
    assert "4 problems. Nothing counts" in said.out
    said = pbem("check", write(tmp_path, "p.txt", MOVES + "move GE-12 to 1904\n"), "--json")
    assert said.code == 1
    assert said.json["verdict"] == "refused"
    assert said.json["problems"][0]["rule"] == "5.13"


def test_check_names_the_questions_that_may_still_come(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    attack = "combat:\nattack 1904 with AH-1, AH-50, GE-5, GE-26\n"
    said = pbem("check", write(tmp_path, "o.txt", MOVES + attack))
    assert said.code == 0
    assert "Questions that may still come to you" in said.out
    assert "attack on 1904, losses" in said.out


def test_a_long_order_is_shown_in_lines_that_can_be_sent_again(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    first = pbem("check", write(tmp_path, "o.txt", MOVES + ATTACK), "--json").json
    shown = pbem("check", "o.txt").out.partition("\n\n")[2].partition("\nhash")[0]
    again = pbem("check", write(tmp_path, "again.txt", shown), "--json").json
    assert again["digest"] == first["digest"]


def test_check_reads_standard_input(pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(MOVES.encode())))
    assert pbem("check", "-").code == 0


def test_submit_gives_a_receipt(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    said = pbem("submit", write(tmp_path, "o.txt", MOVES), "--from", "Anna <anna@example.org>")
    assert said.code == 0
    assert "o.txt: accepted as entry 2 (CP, turn 1: cp-movement)" in said.out
    assert "Next: pbem adjudicate" in said.out
    assert "file from Anna, accepted" in " ".join(pbem("history").out.split())
    again = pbem("submit", "o.txt", "--json").json
    assert (again["seq"], again["verdict"]) == (2, "accepted")
    assert "this very file came before, as entry 2: it counts once" in again["warnings"][-1]


def test_submit_keeps_what_it_refuses(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    said = pbem("submit", write(tmp_path, "o.txt", MOVES + "move GE-12 to 1904\n"))
    assert said.code == 1
    assert "[5.13]" in said.out
    assert "refused, kept as entry 2: 1 problem" in " ".join(said.out.split())
    assert pbem("submit", "o.txt", "--json").code == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\1\2\3" * 50, "this is not a text file"),
        (b"move GE-5\n" * 200_000, "too large"),
        ("side: CP\nmove GE-5 1903\n".encode("utf-16"), "does not name the campaign"),
        (b"campaign: other\nside: CP\nturn: 1\nstep: movement\nmove GE-5 to 1903\n", "for another campaign"),
        (b"campaign: isonzo\nside: XX\nturn: 1\n", "no such side"),
        (b"campaign: isonzo\nside: CP\nturn: 9\nstep: movement\nmove GE-5 to 1903\n", "turn 9 has not begun"),
        (b"campaign: isonzo\nside: CP\nturn: 1\nstep: movment\nmove GE-5 to 1903\n", "did you mean movement?"),
    ],
)
def test_bad_input_gets_a_clear_word_and_is_kept(
    pbem: Pbem, fresh: Path, tmp_path: Path, data: bytes, told: str
) -> None:
    (tmp_path / "o.txt").write_bytes(data)
    said = pbem("submit", "o.txt")
    assert said.code == 1
    assert told in said.out
    assert "kept as entry 2" in " ".join(said.out.split())
    store = open_store(str(fresh))
    (kept,) = [entry.values()["sha256"] for entry in store.entries("isonzo", 1)]
    assert store.submission(kept) == data  # as it came, whatever is wrong with it
    store.close()


def test_a_file_with_illegal_orders_for_a_later_step_is_not_headed_legal(
    pbem: Pbem, fresh: Path, tmp_path: Path
) -> None:
    write(tmp_path, "orders.txt", MOVES + ATTACK + "attack 1404 with GE-12\n")
    said = " ".join(pbem("check", "orders.txt").out.split())
    assert "legal as far as pbem can tell" not in said
    assert "but 1 order for a later step would be illegal as matters would stand by then" in said
    assert "none foreseen" not in said
    assert "Not checked, so more questions may come: Central Powers: Combat Phase." in said


def test_the_meter_foresees_the_questions_to_the_enemy_too(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "orders.txt", MOVES + ATTACK)
    said = pbem("check", "orders.txt").out
    assert "legal as far as pbem can tell" in said
    assert "Questions that may come to others, unless their standing orders decide them: 2" in said
    assert "AL  attack on 1904, retreat" in said


def test_without_orders_nothing_is_foreseen(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "standing.txt", "campaign: isonzo\nside: AL\nstanding:\nstay all\n")
    said = pbem("check", "standing.txt").out
    assert "none foreseen" not in said
    assert "this file brings no orders, so none can be foreseen" in said


def test_sheet_of_a_side_whose_step_is_past_names_the_next_turn(pbem: Pbem, after: Path) -> None:
    said = pbem("sheet", "--side", "CP")
    assert said.code == 0
    assert "turn: 2\n" in said.out
    assert "step: cp-movement\n" in said.out


def test_check_of_a_file_that_is_too_large_claims_not_to_have_kept_it(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "huge.txt", MOVES + "# padding\n" * 400_000)
    before = pbem("history", "--json").json
    said = pbem("check", "huge.txt")
    assert said.code == 1
    assert "too large" in said.out + said.err
    assert "kept" not in said.out + said.err
    assert "recorded" not in (said.out + said.err).replace("nothing was recorded", "")
    assert pbem("history", "--json").json == before
