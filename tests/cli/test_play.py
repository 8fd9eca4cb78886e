"""`adjudicate`, `undo`, `amend`, `history`, `verify`: running steps, taking them back, and the record of it all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.cli.conftest import ATTACK, ITALIANS, MOVES, Pbem, write


def test_adjudicate_waits_for_orders(pbem: Pbem, fresh: Path) -> None:
    said = pbem("adjudicate")
    assert said.code == 3
    assert "No step could run." in said.out
    assert "Anna (Central Powers) owes orders for movement" in said.out
    assert pbem("adjudicate", "--json").code == 3


def test_adjudicate_runs_every_step_that_can_run(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    pbem("submit", write(tmp_path, "al.txt", ITALIANS))
    pbem("submit", write(tmp_path, "cp.txt", MOVES + ATTACK))
    said = pbem("adjudicate")
    assert said.code == 0
    assert "t1/cp-movement     played  Central Powers: Movement Phase" in said.out
    assert "t1/cp-combat       played" in said.out
    assert "Bruno (Allies) owes orders for movement, turn 1" in said.out


def test_adjudicate_stops_at_a_question_and_goes_on_with_the_answer(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    """Units next to the enemy may withdraw before combat; who has no standing order is asked."""
    orders = "campaign: isonzo\nside: AL\nturn: 1\nstep: movement\ndone\ncombat:\ndone\n"
    assert pbem("submit", write(tmp_path, "al.txt", orders)).code == 0
    said = pbem("adjudicate")
    assert said.code == 3
    assert "t1/al-withdrawal  waits" in said.out
    assert "Q1  " in said.out
    status = pbem("status")
    assert "Anna (Central Powers) owes answers to" in status.out
    assert "[12." in status.out
    asked = pbem("status", "--json").json["waiting"][0]["questions"]
    answers = "".join(f"answer {question['number']}: none\n" for question in asked)
    answer = f"campaign: isonzo\nside: CP\nturn: 1\nanswers:\n{answers}"
    assert pbem("submit", write(tmp_path, "answer.txt", answer)).code == 0
    done = pbem("adjudicate", "--json")
    assert done.code == 0
    assert [ran["label"] for ran in done.json["ran"]][:2] == ["t1/al-withdrawal", "t1/al-combat"]
    assert (done.json["turn"], done.json["step"]) == (2, "cp-movement")


def test_undo_is_a_visible_entry(pbem: Pbem, after: Path) -> None:
    said = pbem("undo", "--reason", "the ridge was overlooked", "--to", "t1/cp-combat", "--by", "both")
    assert said.code == 0
    assert "Taken back as entry" in said.out
    assert "t1/cp-combat, t1/cp-replacement" in said.out
    assert "The campaign is back at turn 1, cp-combat" in said.out
    assert "taken back by both: the ridge was overlooked" in " ".join(pbem("history").out.split())
    assert pbem("verify").code == 0


def test_undo_needs_a_reason_and_something_to_undo(pbem: Pbem, fresh: Path) -> None:
    assert pbem("undo").code == 2
    said = pbem("undo", "--reason", "x")
    assert said.code == 2
    assert "nothing to take back" in said.err
    assert pbem("undo", "--reason", " ").code == 2


def test_undo_of_a_step_that_was_not_played(pbem: Pbem, after: Path) -> None:
    said = pbem("undo", "--reason", "x", "--to", "t1/cp-comabt")
    assert said.code == 2
    assert "did you mean t1/cp-combat?" in said.err
    assert pbem("undo", "--reason", "x", "--json").json["taken_back"] == ["t1/cp-replacement"]


def test_amend_replaces_the_orders_of_a_played_step(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    corrected = MOVES.replace("movement\n", "movement\n", 1)
    said = pbem("amend", write(tmp_path, "a.txt", corrected), "--reason", "agreed by mail")
    assert said.code == 0
    assert "accepted as entry" in said.out
    status = pbem("status", "--json").json
    assert (status["step"], status["can_run"]) == ("cp-movement", True)
    assert pbem("verify").code == 0


def test_amend_with_a_bad_file_takes_nothing_back(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    said = pbem("amend", write(tmp_path, "a.txt", MOVES + "move GE-12 to 1904\n"), "--reason", "agreed")
    assert said.code == 1
    assert "Nothing was taken back." in said.out
    assert pbem("status", "--json").json["step"] == "al-movement"


def test_history_shows_every_entry(pbem: Pbem, after: Path) -> None:
    said = pbem("history")
    assert said.code == 0
    assert "opened" in said.out
    assert "t1/cp-combat: played" in said.out
    entries = pbem("history", "--json").json["entries"]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert len(pbem("history", "--last", "2", "--json").json["entries"]) == 2
    assert pbem("history", "--last", "0").code == 2


def test_verify_replays_the_record(pbem: Pbem, after: Path) -> None:
    said = pbem("verify")
    assert said.code == 0
    assert "Replayed and proven: every step was played again" in said.out
    head = pbem("history", "--json").json["entries"][3]["hash"]
    assert pbem("verify", "--known", head).code == 0
    said = pbem("verify", "--known", "0" * 64)
    assert said.code == 1
    assert "the record has no entry with the hash" in said.out


def test_verify_finds_a_changed_record(pbem: Pbem, after: Path) -> None:
    with sqlite3.connect(after) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE entry SET body = replace(body, 'GE-26', 'GE-12') WHERE seq = 3")
    connection.close()
    said = pbem("verify")
    assert said.code == 1
    assert "What does not prove itself" in said.out
    assert "entry 3" in said.out
    assert pbem("verify", "--json").json["good"] is False
