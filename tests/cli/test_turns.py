"""`export-turn` and `import-turn`: what two players with a store each do, and what they are told."""

from __future__ import annotations

import os
import shutil

import pytest

from pbem.desk.exchange.turn_file import LARGEST, read_turn, write_turn
from tests.cli.conftest import write
from tests.cli.two import BIDS, Two, flat

# -- to and fro -----------------------------------------------------------------------------------------------


def test_two_players_play_a_step_and_have_one_record(two: Two) -> None:
    two.moved()
    red, blue = (two(side, "status", "--json").json for side in ("red", "blue"))
    assert red == blue
    assert (red["step"], red["pen"]) == ("red-fight", "RED")
    for side in ("red", "blue"):
        assert "Replayed and proven: every step was played again" in two(side, "verify").out
        kinds = [line["kind"] for line in two(side, "history", "--json").json["entries"]]
        assert kinds.count("contributed") == 2
        assert kinds[:3] == ["opened", "handed", "joined"]


def test_an_invitation_says_what_to_do_with_it(two: Two) -> None:
    assert "Next: pbem export-turn invites the other player" in two.new().out
    said = two("red", "export-turn")
    lines = said.out.splitlines()
    assert lines[0] == "pbem turn file of Field-1 (A tiny game)"
    assert lines[1] == "from Rosa (Red Army) to Bruno (Blue Army); entries 1 to 2"
    assert "Bruno (Blue Army) owes the anchor of its dice chain." in lines
    assert "Save this mail as a file, then: pbem import-turn FILE" in lines
    write(two.folder, "mail.txt", "".join(f"> {line}\n" for line in lines))
    taken = two("blue", "import-turn", "mail.txt", "--me", "blue army")
    assert "mail.txt: 2 entries from RED imported, replayed and proven." in taken.out
    assert "You have joined. The anchor of your dice chain: " in taken.out
    assert "Field-1 is at turn 1, bids; record " in taken.out
    assert "Send your standing orders before you run a step" in flat(taken.out)
    assert "then pbem status" not in taken.out, "nothing is sealed before the newcomer has had his say"


def test_who_is_invited_is_known_from_the_file(two: Two) -> None:
    two.new()
    two.mail("red", "blue")
    assert two("blue", "status", "--json").json["anchors"].keys() == {"RED", "BLUE"}


def test_programs_get_json(two: Two) -> None:
    two.new()
    sent = two("red", "export-turn", "--json").json
    assert (sent["campaign"], sent["to"], sent["player"], sent["entries"]) == ("Field-1", "BLUE", "Bruno", 2)
    assert read_turn(sent["text"].encode()).head == sent["head"]
    write(two.folder, "t.txt", sent["text"])
    taken = two("blue", "import-turn", "t.txt", "--json").json
    assert (taken["campaign"], taken["from"], taken["entries"], taken["step"]) == ("Field-1", "RED", 2, "bids")
    assert len(taken["joined"]) == 64
    assert two("blue", "import-turn", "t.txt", "--json").json["entries"] == 0


def test_a_file_is_written_once_more_and_taken_in_once(two: Two) -> None:
    two.new()
    first = two("red", "export-turn", "--out", "a.txt")
    assert "a.txt: 2 entries for Bruno, record " in first.out
    assert "Next: mail it; pbem import-turn takes the answer in" in first.out
    two("red", "export-turn", "--out", "b.txt")
    assert (two.folder / "a.txt").read_bytes() == (two.folder / "b.txt").read_bytes()
    two("blue", "import-turn", "a.txt")
    assert "b.txt: known already; the record of Field-1 is as it was." in two("blue", "import-turn", "b.txt").out


def test_a_file_that_was_lost_is_written_from_where_the_other_stands(two: Two) -> None:
    two.bid()
    two("red", "export-turn", "--anyway", "--out", "all.txt", "--since", "0")
    assert "entries 1 to" in (two.folder / "all.txt").read_text()
    refused = two("red", "export-turn", "--since", "99", code=2)
    assert "--since 99: the record has entries 1 to " in refused.err
    assert "all.txt: 1 entries from RED imported" in two("blue", "import-turn", "all.txt").out


def test_the_status_names_the_pen_and_the_next_command_all_the_way(two: Two) -> None:
    """What stands in the last line can be done, by who is named."""

    def last(side: str) -> str:
        return two(side, "status").out.rstrip().splitlines()[-1]

    two.new()
    assert "Red Army writes next." in two("red", "status").out
    assert last("red").startswith("Next: pbem sheet --side RED > orders.txt")
    two("red", "export-turn", "--out", "t.txt")
    assert "Blue Army writes next." in two("red", "status").out
    assert last("red") == "Next: pbem import-turn FILE --me BLUE, by BLUE, to join"
    two("blue", "import-turn", "t.txt")
    assert last("blue").startswith("Next: pbem sheet --side BLUE")
    two.order("blue", BIDS["blue"], "bid")
    assert last("blue") == "Next: pbem export-turn, by BLUE"
    two.mail("blue", "red")
    two.order("red", BIDS["red"], "bid")
    said = two("red", "adjudicate", code=3).out
    assert "Bruno (Blue Army) owes the opening of the sealed orders for bid" in flat(said)
    assert said.rstrip().endswith("Next: pbem export-turn, by RED")
    two.mail("red", "blue")
    assert last("blue") == "Next: pbem adjudicate, by BLUE"
    assert "Next: pbem export-turn, by BLUE" in two("blue", "adjudicate").out
    two.mail("blue", "red")
    two.order("red", "go R2 0301\n", "move")
    two("red", "adjudicate", code=3)
    two.mail("red", "blue")
    assert "Bruno (Blue Army) owes link 2 of its dice chain" in two("blue", "status").out
    assert last("blue") == "Next: pbem adjudicate, by BLUE"


# -- refusals -------------------------------------------------------------------------------------------------


def test_what_is_no_turn_file_makes_no_store(two: Two) -> None:
    write(two.folder, "mail.txt", "Hello!\n")
    said = two("blue", "import-turn", "mail.txt", code=1)
    assert "this is not a turn file" in said.err
    assert "ask for the file again" in said.err
    assert said.out == ""
    assert os.listdir(two.folder) == ["mail.txt"]
    error = two("blue", "import-turn", "mail.txt", "--json", code=1).json["error"]
    assert error["kind"] == "refused"
    assert error["problems"][0]["why"] == "this is not a turn file"


def test_a_huge_file_is_refused_after_its_beginning(two: Two) -> None:
    with open(two.folder / "huge.txt", "wb") as file:
        file.truncate(50 * LARGEST)  # a hole: nothing of it is on the disk
    assert "huge.txt is too large" in two("blue", "import-turn", "huge.txt", code=2).err


def test_damage_is_named(two: Two) -> None:
    two.new()
    text = two("red", "export-turn").out
    line = text.splitlines()[-3]
    write(two.folder, "bad.txt", text.replace(line, line[:5] + line[6:]))
    said = two("blue", "import-turn", "bad.txt", code=1)
    assert "the turn was damaged on its way" in said.err
    assert "found:  group " in said.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("import-turn", "nowhere.txt"), "there is no file nowhere.txt"),
        (("import-turn", "."), ". is a folder: name a file in it"),
        (("import-turn",), "Missing argument"),
        (("import-turn", "t.txt", "--me", "RED"), "this store is that of BLUE, not of RED"),
        (("import-turn", "t.txt", "--me", "GREEN"), "there is no side `GREEN`"),
        (("import-turn", "t.txt", "--public-key", "t.txt"), "there is no key in the text"),
        (("import-turn", "t.txt", "--instead-of", "nowhere.db"), "nowhere.db"),
        (("export-turn", "--out", "no/such/folder.txt"), "there is no folder no/such"),
        (("export-turn", "--out", "."), ". is a folder"),
        (("export-turn", "--out", "blue.db"), "blue.db is a store or keeps a secret, and is not written over"),
        (("export-turn", "--key", "nowhere.key"), "there is no file nowhere.key"),
        (("export-turn", "--key", "t.txt"), "there is no key in the text"),
        (("export-turn", "--since", "x"), "Invalid value for '--since'"),
        (("export-turn", "--campaign", "feild-1"), "did you mean Field-1?"),
    ],
)  # fmt: skip
def test_slips_are_told_and_change_nothing(two: Two, words: tuple[str, ...], told: str) -> None:
    two.joined()
    two("red", "export-turn", "--out", "t.txt")
    before = two("blue", "status", "--json").json["head"]
    said = two.pbem(*words, "--db", "blue.db")
    assert said.code == (1 if "no key in the text" in told else 2)
    assert told in flat(said.err)
    assert said.out == ""
    assert two("blue", "status", "--json").json["head"] == before


def test_who_still_owes_something_is_told_before_he_hands_over(two: Two) -> None:
    two.joined()
    head = two("blue", "status", "--json").json["head"]
    said = flat(two("blue", "export-turn", "--out", "t.txt", code=2).err)
    assert "nothing handed over: you still owe your orders for bid: pbem sheet --side BLUE" in said
    assert "--anyway" in said
    assert two("blue", "status", "--json").json["head"] == head
    two.order("blue", BIDS["blue"], "bid")
    two("blue", "export-turn", "--out", "t.txt")


def test_who_forgets_to_run_a_step_is_told(two: Two) -> None:
    two.bid()
    two.order("red", "go R1 0102\n", "move")
    assert "can run: pbem adjudicate runs it" in flat(two("red", "export-turn", code=2).err)


def test_who_joins_is_asked_for_a_side_that_is_free(two: Two) -> None:
    two.new()
    two("red", "export-turn", "--out", "t.txt")
    assert "the turn file is for the other side" in two("blue", "import-turn", "t.txt", "--me", "RED", code=1).err
    assert "there is no side `GREEN`" in two("blue", "import-turn", "t.txt", "--me", "GREEN", code=2).err
    assert "for the other side" in two("red", "import-turn", "t.txt", code=1).err


def test_a_turn_file_in_the_middle_is_no_invitation(two: Two) -> None:
    two.joined()
    two.order("blue", BIDS["blue"], "bid")
    two("blue", "export-turn", "--out", "t.txt")
    said = two("third", "import-turn", "t.txt", code=1)
    assert "this store does not know the campaign field-1" in said.err
    assert "import the invitation first" in said.err


def test_only_who_has_the_pen_writes(two: Two) -> None:
    two.joined()
    text = "campaign: Field-1\nside: RED\nturn: 1\nstep: bid\nbid 3\n"
    write(two.folder, "red.txt", text)
    for words in (("submit", "red.txt"), ("adjudicate",), ("amend", "red.txt", "--reason", "x"), ("consent",)):
        said = two("red", *words, code=2)
        assert "Blue Army writes next" in flat(said.err)
        assert "`pbem export-turn` writes it again" in flat(said.err)


def test_a_ghost_is_refused_and_the_way_out_works(two: Two) -> None:
    """Red goes back to a copy of his store and plays on from there; Blue then agrees to go on with that record."""
    two.bid()
    shutil.copy(two.folder / "red.db", two.folder / "ghost.db")
    two.order("red", "go R2 0301\n", "move")
    two.mail("red", "blue")
    two(
        "ghost", "submit", write(two.folder, "g.txt", "campaign: Field-1\nside: RED\nturn: 1\nstep: move\ngo R1 0102\n")
    )
    two("ghost", "export-turn", "--anyway", "--out", "ghost.txt")
    said = flat(two("blue", "import-turn", "ghost.txt", code=1).err)
    assert "the turn file continues from another position" in said
    assert "a record that parts from this one at entry 12" in said
    assert "they agree up to entry 11" in said
    assert "`pbem import-turn FILE --db NEW --instead-of OLD`" in said
    two("ghost", "export-turn", "--since", "0", "--out", "whole.txt")
    taken = two("new", "import-turn", "whole.txt", "--instead-of", "blue.db")
    assert "imported, replayed and proven" in taken.out
    assert "You have joined" not in taken.out
    assert two("new", "status", "--json").json == two("ghost", "status", "--json").json
    two("new", "adjudicate")


def test_a_forged_file_is_refused_and_leaves_all_as_it_was(two: Two) -> None:
    two.joined()
    two.order("blue", BIDS["blue"], "bid")
    turn = read_turn(two("blue", "export-turn").out.encode())
    forged = write_turn(turn._replace(head="0" * 64), ["from Bruno"])
    write(two.folder, "forged.txt", forged)
    before = two("red", "status", "--json").json
    assert "the turn file was altered" in two("red", "import-turn", "forged.txt", code=1).err
    assert two("red", "status", "--json").json == before


@pytest.mark.parametrize("base", [-1, -(10**30), 10**30])
def test_numbers_that_no_record_has_are_refused(two: Two, base: int) -> None:
    two.joined()
    turn = read_turn(two("blue", "export-turn", "--anyway").out.encode())
    for change in ({"base": (base, "0" * 64)}, {"base": (2, "0" * 64), "ladder": ((base, "0" * 64),)}):
        write(two.folder, "forged.txt", write_turn(turn._replace(**change), []))
        assert "whose parts are not those of a turn" in two("red", "import-turn", "forged.txt", code=1).err


def test_a_moderated_campaign_has_no_turn_files(two: Two) -> None:
    two("red", "new", "Field-1", "--game", "tiny")
    said = flat(two("red", "export-turn", code=2).err)
    assert "Field-1 is kept by a moderator, not by two stores in turn" in said
    assert "`pbem new --dice chain --me SIDE`" in said


def test_refused_orders_are_not_shown_to_the_other_side(two: Two) -> None:
    """A slip in secret orders must not travel: the other side would read what is meant."""
    two.joined()
    before = two("blue", "status", "--json").json["head"]
    said = two.order("blue", "bid 2\nbidd 5\n", "bid", code=1)
    assert "blue.txt: refused: 1 problem." in said.out
    (two.folder / "junk.bin").write_bytes(os.urandom(5_000_000))
    assert "too large for an order file" in two("blue", "submit", "junk.bin", code=1).out
    assert two("blue", "status", "--json").json["head"] == before
    two.mail("blue", "red")  # and a huge file by mistake does not make a turn file that nobody can take in


# -- signatures -----------------------------------------------------------------------------------------------


@pytest.fixture
def signed(two: Two) -> Two:
    """Both sign their turn files; Red's invitation waits to be taken in as t.txt."""
    for name in ("rosa", "bruno"):
        write(two.folder, f"{name}.pub", two.pbem("keys", "make", name, "--out", f"{name}.key").out)
    two.new("--dice", "chain", "--signed", "--key", "RED=rosa.pub")
    two("red", "export-turn", "--key", "rosa.key", "--out", "t.txt")
    return two


def test_signed_turn_files_go_to_and_fro(signed: Two) -> None:
    signed("blue", "import-turn", "t.txt", "--public-key", "bruno.pub")
    signed.order("blue", BIDS["blue"], "bid")
    said = signed("blue", "export-turn", code=2)
    assert "Field-1 wants signed turn files: give your secret key with --key FILE" in flat(said.err)
    signed("blue", "export-turn", "--key", "bruno.key", "--out", "t2.txt")
    signed("red", "import-turn", "t2.txt")
    assert "Replayed and proven: every step was played again" in signed("red", "verify").out


def test_who_joins_where_all_sign_brings_his_key(signed: Two) -> None:
    said = signed("blue", "import-turn", "t.txt", code=2)
    assert "Field-1 wants signed files: give your public key with --public-key FILE" in flat(said.err)
    secret = signed("blue", "import-turn", "t.txt", "--public-key", "bruno.key", code=1)
    assert "this is a secret key; its owner must keep it to himself" in secret.err
    assert "You have joined." in signed("blue", "import-turn", "t.txt", "--public-key", "bruno.pub").out


def test_a_turn_file_signed_with_another_key_is_refused(signed: Two) -> None:
    signed("blue", "import-turn", "t.txt", "--public-key", "bruno.pub")
    signed.order("blue", BIDS["blue"], "bid")
    signed("blue", "export-turn", "--key", "rosa.key", "--out", "t2.txt")
    before = signed("red", "status", "--json").json["head"]
    said = signed("red", "import-turn", "t2.txt", code=1)
    assert "the turn file does not prove itself, and nothing of it was taken" in flat(said.err)
    assert signed("red", "status", "--json").json["head"] == before


def test_a_signature_that_nobody_could_check_is_not_made(two: Two) -> None:
    two.new()
    two.pbem("keys", "make", "Rosa", "--out", "rosa.key")
    said = two("red", "export-turn", "--key", "rosa.key", code=2)
    assert "the campaign has no public key of Red Army" in flat(said.err)
