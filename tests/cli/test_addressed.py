"""A store with several campaigns: a file that names its own campaign needs no --campaign."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.cli.conftest import ITALIANS, MOVES, Pbem, write
from tests.seeds import seed_file

WORDS = MOVES + "combat:\nattack 1904 with AH-1, AH-50, GE-5\n"


@pytest.fixture
def both(pbem: Pbem, after: Path, tmp_path: Path) -> Path:
    """A store with `isonzo`, whose first turn is under way, and `piave`, which has just been opened."""
    made = pbem("new", "piave", "--player", "CP=Anna", "--player", "AL=Bruno", "--seed", seed_file("a second one"))
    assert made.code == 0, made.err
    return tmp_path


def entries(pbem: Pbem, campaign: str) -> int:
    return len(pbem("history", "--json", "-c", campaign).json["entries"])


def of(text: str, campaign: str) -> str:
    return text.replace("campaign: isonzo", f"campaign: {campaign}")


def test_the_file_decides_for_which_campaign_it_is(pbem: Pbem, both: Path) -> None:
    before = {name: entries(pbem, name) for name in ("isonzo", "piave")}
    for name in ("piave", "Piave"):  # in whatever case it is written
        assert pbem("check", write(both, "orders.txt", of(WORDS, name)), "--json").json["campaign"] == "piave"
    assert pbem("submit", "orders.txt").code == 0
    assert pbem("check", write(both, "al.txt", ITALIANS), "--json").json["campaign"] == "isonzo"
    assert {name: entries(pbem, name) for name in before} == {**before, "piave": before["piave"] + 1}


def test_so_does_the_block_of_a_mail_and_each_mail_of_a_box(pbem: Pbem, both: Path) -> None:
    def mail(name: str) -> bytes:
        made = EmailMessage()
        made["From"], made["Subject"] = "Bruno <bruno@example.org>", "orders"
        made.set_content(f"Hello!\n\n=== orders ===\n{of(ITALIANS, name)}=== end of orders ===\n")
        return made.as_bytes()

    (both / "one.eml").write_bytes(mail("piave"))
    assert pbem("check", "one.eml", "--json").json["campaign"] == "piave"
    box = b"".join(b"From bruno Mon Nov 16 12:00:00 2026\n" + mail(name) + b"\n" for name in ("isonzo", "piave"))
    (both / "two.mbox").write_bytes(box)
    found = pbem("submit", "two.mbox", "--json").json["receipts"]
    assert [one["campaign"] for one in found] == ["isonzo", "piave"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (MOVES.replace("campaign: isonzo\n", ""), "the file names none"),
        (of(MOVES, "tagliamento"), "the file names tagliamento, which is not among them"),
        (
            "".join(f"=== orders ===\n{of(MOVES, one)}=== end of orders ===\n" for one in ("isonzo", "piave")),
            "the file names isonzo and piave",
        ),
        ("", "the file names none"),
    ],
    ids=["no header", "another", "two", "empty"],
)
@pytest.mark.parametrize("command", ["check", "submit", "try", "odds", "answer"])
def test_where_it_does_not_say_the_campaign_must_be_named(
    pbem: Pbem, both: Path, command: str, text: str, why: str
) -> None:
    before = entries(pbem, "isonzo") + entries(pbem, "piave")
    said = pbem(command, write(both, "orders.txt", text))
    assert said.code == 2
    words = " ".join(said.err.split())
    assert f"the store holds several campaigns, and {why}" in words
    assert "say with --campaign which one it is for, isonzo, piave" in words
    assert entries(pbem, "isonzo") + entries(pbem, "piave") == before


def test_what_is_named_on_the_command_line_counts_first(pbem: Pbem, both: Path) -> None:
    said = pbem("check", write(both, "orders.txt", ITALIANS), "-c", "piave")
    assert said.code == 1
    assert "the file is for another campaign" in said.out


def test_a_file_with_a_slip_in_the_only_campaign_is_still_refused_for_its_header(pbem: Pbem, fresh: Path) -> None:
    said = pbem("check", write(fresh.parent, "orders.txt", of(MOVES, "tagliamento")))
    assert said.code == 1
    assert "the file is for another campaign" in said.out


def test_other_commands_that_take_a_file_go_by_it_too(pbem: Pbem, both: Path) -> None:
    write(both, "orders.txt", of(WORDS, "piave"))
    assert pbem("try", "orders.txt", "--json").json["campaign"] == "piave"
    assert pbem("odds", "orders.txt", "--json").json["attacks"]
    corrected = pbem("amend", write(both, "new.txt", MOVES + "combat:\ndone\n"), "--reason", "both agree", "--json")
    assert (corrected.code, corrected.json["campaign"]) == (0, "isonzo"), corrected.err
    consent = pbem("consent", write(both, "yes.txt", "campaign: isonzo\nside: AL\nconsent\n"))
    assert "several campaigns" not in consent.err


def test_an_answer_goes_to_the_campaign_that_asked(pbem: Pbem, both: Path) -> None:
    before = entries(pbem, "piave")
    said = pbem("answer", write(both, "answer.txt", "campaign: piave\nside: AL\nanswer Q1: 1\n"), "--json")
    assert (said.code, said.json["campaign"], said.json["verdict"]) == (1, "piave", "refused")
    assert entries(pbem, "piave") == before + 1  # kept, as every file is
