"""`export-turn`, `import-turn`, `consent`, `extend`, `overdue`: two players with a store each, and what they are told."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.cli import files
from pbem.desk.turn_file import LARGEST, read_turn, write_turn
from pbem.dice.drand import iso_of, seconds_of
from tests.cli.conftest import Pbem, Said, write
from tests.desk import tiny
from tests.desk.beacons import REAL, moment, opening
from tests.dice.drand_rounds import served

OPENED = "2026-11-16T20:00:00Z"
DAY = 24 * 3600
BIDS = {"red": "bid 3\n", "blue": "bid 2\n"}


@dataclass
class Clock:
    """The time as the commands see it."""

    at: str = OPENED

    def later(self, seconds: int) -> None:
        self.at = iso_of(seconds_of(self.at) + seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(files, "time", SimpleNamespace(gmtime=lambda: None, strftime=lambda *_: found.at))
    return found


_REACHED: dict[tuple[str, ...], dict[str, bytes]] = {}  # both stores at a stage, so that it is played only once


class Two:
    """Two folders in one: red.db and blue.db, and mails between them."""

    def __init__(self, pbem: Pbem, folder: Path, clock: Clock) -> None:
        tiny.register()
        self.pbem, self.folder, self.clock, self.mails = pbem, folder, clock, 0

    def __call__(self, side: str, *words: str, code: int = 0) -> Said:
        """A command in the store of a side; it must end with this code."""
        said = self.pbem(*words, "--db", f"{side}.db")
        assert said.code == code, f"{words}: {said}"
        return said

    def mail(self, sender: str, to: str) -> Said:
        """A turn file goes over."""
        self.mails += 1
        name = f"mail-{self.mails}.txt"
        self(sender, "export-turn", "--out", name)
        return self(to, "import-turn", name)

    def order(self, side: str, body: str, step: str, command: tuple[str, ...] = ("submit",), code: int = 0) -> Said:
        """An order file of a side in its own store."""
        text = f"campaign: Field-1\nside: {side.upper()}\nturn: 1\nstep: {step}\n{body}"
        return self(side, command[0], write(self.folder, f"{side}.txt", text), *command[1:], code=code)

    # -- stages of a campaign; each begins where the one before ends ------------------------------------------

    def new(self, *terms: str) -> Said:
        """Red has opened the campaign."""
        words = ("new", "Field-1", "--game", "tiny", "--player", "RED=Rosa", "--player", "BLUE=Bruno", "--me", "RED")
        return self("red", *words, *(terms or ("--dice", "chain")))

    def joined(self, *terms: str) -> None:
        """Blue has joined and has the pen."""
        self._reach("joined", terms, lambda: (self.new(*terms), self.mail("red", "blue")))

    def bid(self, *terms: str) -> None:
        """Both have bid; Red has the pen and is to move."""
        self._reach("bid", terms, lambda: self._bid(*terms))

    def _bid(self, *terms: str) -> None:
        self.joined(*terms)
        self.order("blue", BIDS["blue"], "bid")
        self.mail("blue", "red")
        self.order("red", BIDS["red"], "bid")
        self.mail("red", "blue")
        self("blue", "adjudicate")
        self.mail("blue", "red")

    def sealed(self, *terms: str) -> None:
        """Red has sealed a move that needs a die, and has the pen."""
        self._reach("sealed", terms, lambda: self._sealed(*terms))

    def _sealed(self, *terms: str) -> None:
        self.bid(*terms)
        self.order("red", "go R2 0301\n", "move")
        self("red", "adjudicate", "--offline", code=3)

    def moved(self) -> None:
        """Red's die has fallen, and Red has the pen."""
        self._reach("moved", (), self._moved)

    def _moved(self) -> None:
        self.sealed()
        self.mail("red", "blue")
        self("blue", "adjudicate")
        self.mail("blue", "red")

    def proposed(self) -> None:
        """Red wishes to have moved otherwise, and Blue is asked."""
        self._reach("proposed", (), self._proposed)

    def _proposed(self) -> None:
        self.moved()
        said = self.order("red", "go R1 0102\n", "move", ("amend", "--reason", "a slip", "--by", "Rosa"))
        assert "nothing is taken back before BLUE has consented" in flat(said.out)
        assert "Next: pbem consent, or pbem consent --refuse, by the other side" in said.out
        self.mail("red", "blue")

    def kept_back(self, *terms: str) -> None:
        """Red has shown its orders and its link; Blue keeps its own back beyond the date."""
        self.sealed("--dice", "chain", "--days", "3", *terms)
        self.mail("red", "blue")
        self.clock.later(3 * DAY + 1)

    def _reach(self, stage: str, terms: tuple[str, ...], play: Callable[[], object]) -> None:
        key = (stage, self.clock.at, *terms)
        if key not in _REACHED:
            play()
            _REACHED[key] = {name: (self.folder / name).read_bytes() for name in ("red.db", "blue.db")}
        for name, data in _REACHED[key].items():
            (self.folder / name).write_bytes(data)


@pytest.fixture
def two(pbem: Pbem, tmp_path: Path, clock: Clock) -> Two:
    return Two(pbem, tmp_path, clock)


def flat(text: str) -> str:
    """The words without the line breaks of the screen."""
    return " ".join(text.split())


# -- to and fro -----------------------------------------------------------------------------------------------


def test_two_players_play_a_step_and_have_one_record(two: Two) -> None:
    two.moved()
    red, blue = (two(side, "status", "--json").json for side in ("red", "blue"))
    assert red == blue
    assert (red["step"], red["pen"]) == ("red-fight", "RED")
    for side in ("red", "blue"):
        assert "Good: every part of the record" in two(side, "verify").out
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
    assert "Save this mail as a file and take it in with: pbem import-turn FILE" in lines
    write(two.folder, "mail.txt", "".join(f"> {line}\n" for line in lines))
    taken = two("blue", "import-turn", "mail.txt", "--me", "blue army")
    assert "mail.txt: 2 entries from RED taken in, replayed and proven." in taken.out
    assert "You have joined. The anchor of your dice chain: " in taken.out
    assert "Field-1 stands at turn 1, bids; record " in taken.out
    assert "Next: pbem adjudicate, then pbem status" in taken.out


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
    two("red", "export-turn", "--out", "all.txt", "--since", "0")
    assert "entries 1 to" in (two.folder / "all.txt").read_text()
    refused = two("red", "export-turn", "--since", "99", code=2)
    assert "--since 99: the record has entries 1 to " in refused.err
    assert "all.txt: 1 entries from RED taken in" in two("blue", "import-turn", "all.txt").out


def test_the_status_names_the_pen_and_the_next_command_all_the_way(two: Two) -> None:
    """What stands in the last line can be done, by who is named."""

    def last(side: str) -> str:
        return two(side, "status").out.rstrip().splitlines()[-1]

    two.new()
    assert "The pen is with Red Army." in two("red", "status").out
    assert last("red").startswith("Next: pbem sheet --side RED > orders.txt")
    two("red", "export-turn", "--out", "t.txt")
    assert "The pen is with Blue Army." in two("red", "status").out
    assert last("red") == "Next: pbem import-turn FILE --me BLUE, by BLUE, who joins with it"
    two("blue", "import-turn", "t.txt")
    assert last("blue").startswith("Next: pbem sheet --side BLUE")
    two.order("blue", BIDS["blue"], "bid")
    assert last("blue") == "Next: pbem export-turn, by BLUE"
    two.mail("blue", "red")
    two.order("red", BIDS["red"], "bid")
    said = two("red", "adjudicate", code=3).out
    assert "Blue Army (Bruno) owes the opening of the orders for bid that it has fixed" in flat(said)
    assert said.rstrip().endswith("Next: pbem export-turn, by RED")
    two.mail("red", "blue")
    assert last("blue") == "Next: pbem adjudicate, by BLUE"
    assert "Next: pbem export-turn, by BLUE" in two("blue", "adjudicate").out
    two.mail("blue", "red")
    two.order("red", "go R2 0301\n", "move")
    two("red", "adjudicate", code=3)
    two.mail("red", "blue")
    assert "Blue Army (Bruno) owes link 1 of its dice chain" in two("blue", "status").out
    assert last("blue") == "Next: pbem adjudicate, by BLUE"


# -- refusals -------------------------------------------------------------------------------------------------


def test_what_is_no_turn_file_makes_no_store(two: Two) -> None:
    write(two.folder, "mail.txt", "Hello!\n")
    said = two("blue", "import-turn", "mail.txt", code=1)
    assert "this is no turn file" in said.err
    assert "ask for the file once more" in said.err
    assert said.out == ""
    assert os.listdir(two.folder) == ["mail.txt"]
    error = two("blue", "import-turn", "mail.txt", "--json", code=1).json["error"]
    assert error["kind"] == "refused"
    assert error["problems"][0]["why"] == "this is no turn file"


def test_a_huge_file_is_refused_after_its_beginning(two: Two) -> None:
    with open(two.folder / "huge.txt", "wb") as file:
        file.truncate(50 * LARGEST)  # a hole: nothing of it is on the disk
    assert "too large for a turn file" in two("blue", "import-turn", "huge.txt", code=1).err


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
    two.new()
    two("red", "export-turn", "--out", "t.txt")
    two("blue", "import-turn", "t.txt")
    before = two("blue", "status", "--json").json["head"]
    said = two.pbem(*words, "--db", "blue.db")
    assert said.code == (1 if "no key in the text" in told else 2)
    assert told in flat(said.err)
    assert said.out == ""
    assert two("blue", "status", "--json").json["head"] == before


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
    assert "take in the invitation first" in said.err


def test_only_who_has_the_pen_writes(two: Two) -> None:
    two.joined()
    text = "campaign: Field-1\nside: RED\nturn: 1\nstep: bid\nbid 3\n"
    write(two.folder, "red.txt", text)
    for words in (("submit", "red.txt"), ("adjudicate",), ("amend", "red.txt", "--reason", "x"), ("consent",)):
        said = two("red", *words, code=2)
        assert "it is Blue Army's turn to write" in flat(said.err)
        assert "`pbem export-turn` writes yours once more" in flat(said.err)


def test_a_ghost_is_refused_and_the_way_out_works(two: Two) -> None:
    """Red goes back to a copy of his store and plays on from there; Blue then agrees to go on with that record."""
    two.bid()
    shutil.copy(two.folder / "red.db", two.folder / "ghost.db")
    two.order("red", "go R2 0301\n", "move")
    two.mail("red", "blue")
    two(
        "ghost", "submit", write(two.folder, "g.txt", "campaign: Field-1\nside: RED\nturn: 1\nstep: move\ngo R1 0102\n")
    )
    two("ghost", "export-turn", "--out", "ghost.txt")
    said = flat(two("blue", "import-turn", "ghost.txt", code=1).err)
    assert "the turn file continues from another position" in said
    assert "a record that parts from this one at entry 12" in said
    assert "they agree up to entry 11" in said
    assert "`pbem import-turn FILE --db NEW --instead-of OLD`" in said
    two("ghost", "export-turn", "--since", "0", "--out", "whole.txt")
    taken = two("new", "import-turn", "whole.txt", "--instead-of", "blue.db")
    assert "taken in, replayed and proven" in taken.out
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
    turn = read_turn(two("blue", "export-turn").out.encode())
    for change in ({"base": (base, "0" * 64)}, {"base": (2, "0" * 64), "ladder": ((base, "0" * 64),)}):
        write(two.folder, "forged.txt", write_turn(turn._replace(**change), []))  # type: ignore[arg-type]
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
    assert "Good: every part of the record" in signed("red", "verify").out


def test_who_joins_where_all_sign_brings_his_key(signed: Two) -> None:
    said = signed("blue", "import-turn", "t.txt", code=2)
    assert "key" in said.err
    secret = signed("blue", "import-turn", "t.txt", "--public-key", "bruno.key", code=1)
    assert "this is a secret key; its owner must keep it to himself" in secret.err
    assert "bruno.pub" in os.listdir(signed.folder)


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
    assert "the campaign knows no public key of Red Army" in flat(said.err)


# -- consent --------------------------------------------------------------------------------------------------


@pytest.fixture
def proposed(two: Two) -> Two:
    two.proposed()
    return two


def test_the_other_side_sees_what_it_is_asked(proposed: Two) -> None:
    status = proposed("blue", "status").out
    assert "Blue Army (Bruno) owes consent to the amendment of t1/red-move" in flat(status)
    assert status.rstrip().endswith("Next: pbem consent --side BLUE, or with --refuse")
    said = proposed("blue", "consent", "--show").out
    assert "proposed by Rosa: a slip" in said
    assert "taken back: t1/red-move" in said
    assert "dice that are cast anew, in epoch 2: R2 enters 0301" in said
    assert "Next: pbem consent, or pbem consent --refuse" in said
    values = proposed("blue", "consent", "--show", "--json").json
    assert (values["side"], values["steps"]) == ("RED", ["red-move"])


def test_consent_carries_the_amendment_out(proposed: Two) -> None:
    said = proposed("blue", "consent")
    assert "the amendment: accepted as entry " in said.out
    assert "Next: pbem adjudicate" in said.out
    proposed("blue", "adjudicate")
    proposed.mail("blue", "red")
    kinds = [line["kind"] for line in proposed("red", "history", "--json").json["entries"]]
    assert [kind for kind in kinds if kind in ("proposed", "consented", "amended")] == ["proposed", "consented", "amended"]  # fmt: skip  # noqa: E501
    assert "Good: every part of the record" in proposed("red", "verify").out


def test_consent_as_json(proposed: Two) -> None:
    values = proposed("blue", "consent", "--json").json
    assert values["amended"] is True
    assert values["receipt"]["side"] == "RED"


def test_refusing_lets_the_play_go_on(proposed: Two) -> None:
    assert "Declined: t1/red-move stays as it was played." in proposed("blue", "consent", "--refuse").out
    proposed.mail("blue", "red")
    assert "Red Army (Rosa) owes orders for fight, turn 1" in proposed("red", "status").out
    said = proposed("red", "consent", code=2)
    assert "no amendment of Field-1 waits for consent: `pbem amend FILE` proposes one" in flat(said.err)


def test_refusing_as_json(proposed: Two) -> None:
    assert proposed("blue", "consent", "--refuse", "--json").json == {"declined": "t1/red-move"}


def test_a_store_speaks_for_its_own_side_only(proposed: Two) -> None:
    said = proposed("blue", "consent", "--side", "Red Army", code=2)
    assert "this store speaks for BLUE only; RED consents in its own" in flat(said.err)
    assert "there is no side `GREEN`" in proposed("blue", "consent", "--side", "GREEN", code=2).err


def test_nothing_is_shown_where_nothing_is_proposed(two: Two) -> None:
    two.joined()
    for words in (("consent",), ("consent", "--refuse"), ("consent", "--show")):
        assert "no amendment of Field-1 waits for consent" in flat(two("blue", *words, code=2).err)


def test_in_a_moderated_campaign_every_side_consents_by_name(two: Two) -> None:
    two("red", "new", "Field-1", "--game", "tiny", "--rewind", "consent")
    two.order("red", BIDS["red"], "bid")
    text = "campaign: Field-1\nside: BLUE\nturn: 1\nstep: bid\nbid 2\n"
    two("red", "submit", write(two.folder, "blue.txt", text))
    two("red", "adjudicate")
    undone = two("red", "undo", "--reason", "x", code=2)
    assert "in Field-1 a step is taken back by consent of all sides" in flat(undone.err)
    two.order("red", "bid 4\n", "bid", ("amend", "--reason", "a slip"))
    said = two("red", "consent", code=2)
    assert "say who consents: --side RED or --side BLUE" in flat(said.err)
    assert "Red Army has consented already; Blue Army has not" in two("red", "consent", "--side", "RED", code=2).err
    assert "the amendment: accepted as entry" in two("red", "consent", "--side", "blue army").out


def test_what_was_agreed_never_to_be_taken_back_stays(two: Two) -> None:
    two.bid("--dice", "chain", "--rewind", "never")
    said = two.order("red", "bid 4\n", "bid", ("amend", "--reason", "x"), code=2)
    assert "was opened with --rewind never: a step that was played stays played" in flat(said.err)


# -- dates ----------------------------------------------------------------------------------------------------


def test_a_campaign_without_dates_has_nobody_late(two: Two) -> None:
    two.joined()
    for command in ("extend", "overdue"):
        said = two("red", command, code=2)
        assert "the campaign has no dates, so nobody can be late: `pbem new --days` sets them" in flat(said.err)


def test_before_the_date_nobody_is_late(two: Two) -> None:
    two.joined("--dice", "chain", "--days", "3")
    assert "by 2026-11-19T20:00:00Z" in two("red", "status").out
    for command in ("extend", "overdue"):
        said = two("red", command, code=2)
        assert "the date has not passed" in flat(said.err)
        assert "is due by 2026-11-19T20:00:00Z, and it is 2026-11-16T20:00:00Z" in flat(said.err)


def test_who_is_late_does_not_name_himself(two: Two, clock: Clock) -> None:
    two.kept_back()
    for command in ("extend", "overdue"):
        assert "nobody else owes anything: `pbem status` says" in flat(two("blue", command, code=2).err)


def test_a_new_date_can_be_given(two: Two, clock: Clock) -> None:
    two.kept_back()
    said = two("red", "extend")
    assert "The new date is 2026-11-22T20:00:01Z." in said.out
    assert "Next: pbem status" in said.out
    assert "by 2026-11-22T20:00:01Z" in two("red", "status").out
    clock.later(3 * DAY + 1)
    assert two("red", "extend", "--json").json == {"due": "2026-11-25T20:00:02Z"}


def test_where_the_agreement_is_to_wait_the_side_is_named_and_nothing_follows(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "wait")
    before = two("red", "status", "--json").json["head"]
    said = flat(two("red", "overdue", code=3).out)
    assert "BLUE owed link 1 of its dice chain by 2026-11-19T20:00:00Z and has not sent it." in said
    assert "The agreement is to wait. Next: pbem extend gives a new date" in said
    values = two("red", "overdue", "--json", code=3).json
    assert (values["side"], values["consequence"], values["seq"]) == ("BLUE", "wait", 0)
    assert two("red", "status", "--json").json["head"] == before


def test_who_keeps_his_link_back_loses_where_that_was_agreed(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "forfeit")
    said = flat(two("red", "overdue").out)
    assert "BLUE owed link 1 of its dice chain by 2026-11-19T20:00:00Z and has not sent it." in said
    assert said.startswith("Entry ")
    assert "It has lost the game." in said
    assert "The game is over." in two("red", "status").out
    again = two("red", "overdue", code=2)
    assert "nobody else owes anything" in again.err
    assert "Good: every part of the record" in two("red", "verify").out


def test_a_round_takes_the_place_of_a_link_where_that_was_agreed(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    values = two("red", "overdue", "--json").json
    assert (values["side"], values["consequence"]) == ("BLUE", "beacon")
    named = values["named"]
    assert (named["chain"], named["time"] >= "2026-11-20T20:00:00Z") == ("quicknet", True)
    said = two("red", "status").out
    assert f"round {named['round']} of" in flat(said)


def test_a_round_that_is_named_is_told_in_words(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    said = flat(two("red", "overdue").out)
    assert " of quicknet (2026-11-20T20:00:" in said
    assert "takes its place." in said
    assert "Next: pbem adjudicate, when the round has fallen" in said


def test_a_side_is_not_named_when_the_round_is_known(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    clock.later(2 * DAY)
    said = flat(two("red", "overdue", code=2).err)
    assert "which would stand in, fell at" in said
    assert "Give a new date with `pbem extend`" in said


# -- the beacon -----------------------------------------------------------------------------------------------


def test_a_step_is_decided_by_the_round_that_was_named(two: Two, clock: Clock) -> None:
    clock.at = opening()
    two.sealed("--dice", "beacon")
    said = two("red", "status").out
    assert f"Dice: round {REAL} of quicknet, which falls at {moment()}." in flat(said)
    assert f"The beacon owes round {REAL} of the drand chain quicknet, which falls at {moment()}" in flat(said)
    assert "Next: pbem export-turn, by RED; when the round has fallen pbem adjudicate" in flat(said)
    two.mail("red", "blue")
    clock.at = moment()
    write(two.folder, "round.json", served("quicknet", REAL))
    assert "t1/red-move" in two("blue", "adjudicate", "--beacon", "round.json").out
    two.mail("blue", "red")
    assert "Good: every part of the record" in two("red", "verify").out


def test_orders_that_come_after_their_round_are_refused_with_the_way_out(two: Two, clock: Clock) -> None:
    clock.at = opening()
    two.sealed("--dice", "beacon")
    two("red", "export-turn", "--out", "late.txt")
    clock.at = moment(seconds=1)
    said = flat(two("blue", "import-turn", "late.txt", code=1).err)
    assert "the turn file came after the beacon round that decides" in said
    assert "`pbem extend`" in said
    assert f"The new date is {iso_of(seconds_of(clock.at) + 3 * DAY)}." in two("blue", "extend").out
