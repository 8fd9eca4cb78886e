"""4.0 Sequence of play: which steps a turn has, and which are passed over."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.caporetto import sequence
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, read_orders
from tests.games.caporetto.boards import read
from tests.games.caporetto.turns import field_board, play
from tests.games.tables import facts

UNITS = "AH-4 XX 3-5-8 infantry at 0603\nIT-7 XX 3-4-8 infantry at 0203\n"
ASSAULT = "GE-12 XX 6-8-8 infantry assault at 0603\nFR-46 XX 6-7-8 infantry assault at 0203\n"


def turn_of(units: str, turn: int, notes: dict[str, str] | None = None) -> list[str]:
    """The steps that are played in a turn, from the one that opens it."""
    b = field_board(units, turn=turn, step=opening(turn), notes={"pool": "no-event", **(notes or {})})
    found = []
    while b.step not in found:
        found.append(b.step)
        place = sequence.after(b.scenario, b)
        if place.turn != turn or place.step == "over":
            break
        b = Board(b.scenario, b.freeze(turn, place.step))
    return found


def opening(turn: int) -> str:
    return "cp-first-combat" if turn == 1 else "events" if turn == 2 else "pause"


def test_4_0_the_game_ends_after_turn_13() -> None:
    b = field_board(UNITS, turn=13, step="end")
    play(b)
    assert sequence.after(b.scenario, b).step == "over"
    assert facts(b, "victory") != []
    earlier = field_board(UNITS, turn=12, step="end")
    play(earlier)
    assert sequence.after(earlier.scenario, earlier) == Place(13, "pause")


def test_4_0_the_central_powers_go_first() -> None:
    played = turn_of(UNITS, 4)
    assert played.index("cp-movement") < played.index("al-first-combat")


def test_4_1_the_phases_of_turn_4_in_their_order() -> None:
    units = UNITS + "UK-7 XX 5-6-8 infantry turn 4\nAH-9 XX 3-5-8 infantry at gone 0\nAH-10 XX 3-5-8 infantry at 0604\n"
    assert turn_of(units, 4) == [
        "pause", "events", "al-reinforcement", "replacement", "withdrawal", "al-strategic", "cp-strategic",
        "cp-first-combat", "cp-second-combat", "cp-movement", "cp-supply",
        "al-first-combat", "al-second-combat", "al-movement", "al-supply", "end",
    ]  # fmt: skip


def test_4_1_1_turn_1_begins_with_combat() -> None:
    played = turn_of(UNITS, 1)
    assert played[0] == "cp-first-combat"
    assert not {"events", "replacement", "withdrawal", "al-strategic", "cp-strategic"} & set(played)
    assert sequence.after(*_ended(1)) == Place(2, "events")


def _ended(turn: int) -> tuple[Scenario, Board]:
    b = field_board(UNITS, turn=turn, step="end")
    return b.scenario, b


def test_4_1_2_a_segment_has_five_sub_phases() -> None:
    played = turn_of(ASSAULT, 5)
    assert [step for step in played if step.startswith("cp-")] == [
        "cp-strategic", "cp-first-combat", "cp-infiltration", "cp-second-combat", "cp-movement", "cp-supply",
    ]  # fmt: skip


@pytest.mark.parametrize(("turn", "found"), [(1, False), (2, False), (3, True)])
def test_4_1_3_no_allied_infiltration_before_turn_3(turn: int, found: bool) -> None:
    assert ("al-infiltration" in turn_of(ASSAULT, turn)) is found


def test_4_1_3_nobody_infiltrates_without_assault_infantry() -> None:
    assert not {"cp-infiltration", "al-infiltration"} & set(turn_of(UNITS, 4))


def test_4_1_4_withdrawals_cp_first_strategic_movement_allies_first() -> None:
    b = field_board(UNITS)
    order = list(sequence.steps(b.scenario))
    assert order.index("al-strategic") < order.index("cp-strategic")
    assert sequence.steps(b.scenario)["replacement"].needs == (CP, AL)


def test_4_1_5_morale_then_casualties_then_victory() -> None:
    notes = {"morale.IT": "-1", "casualties.IT": "9", "casualties.AH": "3", "morale.AH": "0"}
    b = field_board(UNITS, turn=13, step="end", notes=notes)
    play(b)
    kinds = [fact.kind for fact in b.facts if fact.kind in ("morale", "victory")]
    assert kinds == ["morale", "victory"]
    assert (b.number("morale.IT"), b.number("casualties.IT"), b.number("casualties.AH")) == (-2, 0, 0)


def test_4_1_5_the_turn_leaves_nothing_behind() -> None:
    units = UNITS + "AH-art1 - - artillery support 1 spent\n"
    notes = {"event": "rommel", "attacks.CP": "2", "artillery.AL": "1"}
    b = field_board(units, step="end", notes=notes)
    play(b)
    assert [b.noted(key) for key in notes] == ["", "", ""]
    assert not any(b.marks(unit) for unit in b.units())


def test_4_0_an_order_in_the_wrong_section_is_told_where_it_belongs() -> None:
    b = field_board(UNITS)
    with pytest.raises(Unreadable) as caught:
        read(b, "pause yes", CP, "movement")
    assert caught.value.problem.advice == "put the line `pause:` above it"


def test_one_file_carries_a_whole_turn() -> None:
    """The mails of a turn: every section in one file, each read for its own step."""
    text = (
        "campaign: x\nside: CP\nturn: 4\npause:\npause no\nreinforcement:\nreplacement:\nreplenish AH-4\n"
        "withdrawal:\nwithdraw AH-4\nstrategic:\nmove AH-4 to 0604\nfirst-combat:\ninfiltration:\n"
        "second-combat:\nmovement:\nmove AH-4 to 0604\nstanding:\ndefaults\n"
    )
    b = field_board(UNITS)
    block = read_block(text, (*GAME.sections, *GENERAL_SECTIONS), GAME.verbs)
    file = read_orders(block, GAME, b.scenario, CP, "pause")
    assert file.problems == []
    assert list(file.orders) == list(GAME.sections[1:])
    assert [str(order) for order in file.orders["strategic"]] == ["move AH-4 to 0604"]
