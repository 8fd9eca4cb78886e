"""21.0 Heroic leaders, and the interphase that ends a Game-Turn."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Waiting
from pbem.games.gwe import command, heroes
from pbem.games.gwe.by_mail.counsel import counsel
from pbem.games.gwe.by_mail.orders import Heroes
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.loading import load
from pbem.games.gwe.occupation import go
from pbem.games.gwe.set_up import initial_position
from pbem.games.gwe.stacking import points
from pbem.games.gwe.strengths import attack_strength, defence_strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.preferences import Defaults
from tests.games.gwe.boards import SCENARIOS, board, facts, table

FIELD = """
    terrain:
      01 . . . . . . . . . .
      02 . . . . . . . . . .
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
    line rail owner=AL: 0105-0104-0103
    hex rail-exit owner=AL: 0105
"""
ON = {"heroic-leaders": "on"}
ROMMEL = """
    GE-BA     XX 6-7-8 alpine stosstruppen at 0102
    GE-rommel -  1h8 leader with GE-BA
    GE-5      XX 6-7-8 infantry at 0102
"""
ITALIANS = "IT-13 XX 2-3-6 infantry at 0104\nIT-60 XX 2-3-6 infantry at 0105\nIT-1 XX 2-3-6 infantry at 0105\n"


def unit(name: str) -> UnitId:
    return UnitId(name)


def hexes(*numbers: str) -> tuple[HexId, ...]:
    return tuple(HexId(number) for number in numbers)


def with_rommel(more: str = "") -> Board:
    b = board(FIELD, ROMMEL + more, options=ON)
    heroes.keep_rommel(b)
    return b


def orders(*items: Order, standing: tuple[Order, ...] = ()) -> dict[object, Orders]:
    return {CP: Orders(CP), AL: Orders(AL, items, standing)}


def interphase(b: Board, *items: Order, answers: object = None, standing: tuple[Order, ...] = ()) -> None:
    heroes.run_interphase(b, table(b, (), answers), orders(*items, standing=standing))  # type: ignore[arg-type]


def named(b: Board) -> list[UnitId]:
    return [u for u in b.units() if b.is_marked(u, "hero")]


# -- Rommel --------------------------------------------------------------------------------------------------


def test_21_11_rommel_is_always_with_his_division() -> None:
    b = with_rommel()
    assert b.place(unit("GE-rommel")) == "0102"
    go(b, unit("GE-BA"), hexes("0102", "0103"), "test")
    heroes.keep_rommel(b)
    assert b.place(unit("GE-rommel")) == "0103"
    before = len(b.facts)
    heroes.keep_rommel(b)
    assert len(b.facts) == before


def test_21_11_rommel_dies_with_his_division_and_weighs_nothing() -> None:
    b = with_rommel()
    assert points(b, b.units_at("0102")) == 4
    b.eliminate(unit("GE-5"), "test")
    heroes.keep_rommel(b)
    assert b.place(unit("GE-rommel")) == "0102"
    b.lose(unit("GE-BA"), 2, "test")
    heroes.keep_rommel(b)
    assert b.place(unit("GE-rommel")) == "gone"
    assert facts(b, "eliminated", unit="GE-rommel")[0].rule == "21.11"


def test_21_12_one_more_in_attacks_of_his_division_only() -> None:
    b = with_rommel("IT-1 XX 2-3-6 infantry at 0103")
    assert attack_strength(b, (unit("GE-BA"),), hexes("0103"), {}).total == 7
    assert attack_strength(b, (unit("GE-BA"), unit("GE-5")), hexes("0103"), {}).total == 13
    assert attack_strength(b, (unit("GE-5"),), hexes("0103"), {}).total == 6
    assert defence_strength(b, CP, hexes("0102"), ()).total == 14


def test_21_12_rommel_commands_nobody() -> None:
    b = with_rommel()
    assert not command.is_in_command(b, unit("GE-5"))
    assert not command.is_in_command(b, unit("GE-BA"))


@pytest.mark.parametrize(("value", "place"), [("off", "aside"), ("on", "1702")])
def test_16_0_10_2_rommel_only_with_the_option(value: str, place: str) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.is_file()}
    scenario = load(texts, "historical", {"heroic-leaders": value})
    assert initial_position(scenario).units[unit("GE-rommel")].place == place


# -- DiGiorgio and Ferretti ----------------------------------------------------------------------------------


def test_21_21_they_have_no_counter(printed_units: str) -> None:
    leaders = [row for row in printed_units.splitlines() if " leader " in row and not row.startswith("#")]
    assert [row.split()[0] for row in leaders] == ["GE-rommel"]


def test_21_22_two_named_units_defend_at_one_more_in_the_coming_turn() -> None:
    b = board(FIELD, ITALIANS, turn=4, options=ON)
    interphase(b, answers={"heroes for turn 5": ("IT-13", "IT-60")})
    assert named(b) == ["IT-13", "IT-60"]
    assert defence_strength(b, AL, hexes("0104"), ()).total == 4
    assert defence_strength(b, AL, hexes("0105"), ()).total == 7
    interphase(b, answers={"heroes for turn 5": ()})
    assert named(b) == []
    assert defence_strength(b, AL, hexes("0104"), ()).total == 3


def asked(b: Board, *items: Order) -> Question:
    with pytest.raises(Waiting) as waiting:
        interphase(b, *items)
    questions: tuple[Question, ...] = waiting.value.questions
    return questions[0]


def test_21_22_only_supplied_italians_are_offered() -> None:
    others = "IT-17 XX 2-3-6 infantry at 0210 2\nFR-47 XX 3-4-8 infantry at 0105\nIT-hq2 HQ 2-8(1)8 hq at 0105\n"
    wall = "side impassable: 0109/0110 0110/0209 0209/0210"
    b = board(FIELD + f"    {wall}\n", ITALIANS + others, options=ON)
    question = asked(b)
    assert (question.side, question.rule, question.many) == (AL, "21.22", True)
    assert [option.value for option in question.options] == ["IT-13", "IT-60", "IT-1"]
    assert question.default == ()
    assert counsel(b, question, (), (Heroes((unit("IT-17"), unit("IT-60"))),)) == (("IT-60",), "standing")
    assert counsel(b, question, (), (Defaults(),)) == ((), "default")


def test_21_22_default_is_who_was_named_last() -> None:
    b = board(FIELD, ITALIANS, options=ON)
    b.mark(unit("IT-60"), "hero", "test")
    question = asked(b)
    assert question.default == ("IT-60",)
    assert question.hint == "heroes IT-60"


def test_21_22_third_name_is_a_substitute() -> None:
    b = board(FIELD, ITALIANS, options=ON)
    interphase(b, answers={"heroes for turn 2": ("IT-1", "IT-13", "IT-60")})
    assert named(b) == ["IT-13", "IT-1"]


def test_21_22_named_with_the_movement_orders() -> None:
    b = board(FIELD, ITALIANS, options=ON)
    heroes.note_heroes(b, Heroes((unit("IT-60"), unit("IT-1"))), AL)
    interphase(b)
    assert named(b) == ["IT-60", "IT-1"]
    assert b.noted("heroes") == ""
    heroes.note_heroes(b, Heroes(()), AL)
    interphase(b)
    assert named(b) == []


def test_21_22_orders_for_the_interphase_count_more_than_earlier_ones() -> None:
    b = board(FIELD, ITALIANS, options=ON)
    heroes.note_heroes(b, Heroes((unit("IT-60"),)), AL)
    assert asked(b, Heroes((unit("IT-1"),))).key == "heroes for turn 2"


def refused(b: Board, order: Heroes, side: str = "AL") -> str:
    with pytest.raises(Illegal) as refusal:
        heroes.note_heroes(b, order, AL if side == "AL" else CP)
    assert b.noted("heroes") == ""
    return refusal.value.problem.why


def test_21_22_refused_without_the_option_for_foreigners_and_for_the_enemy() -> None:
    order = Heroes((unit("IT-13"),))
    assert "not in play" in refused(board(FIELD, ITALIANS), order)
    b = board(FIELD, ITALIANS + "FR-47 XX 3-4-8 infantry at 0105\nIT-hq2 HQ 2-8(1)8 hq at 0105", options=ON)
    assert "FR-47" in refused(b, Heroes((unit("FR-47"),)))
    assert "IT-hq2" in refused(b, Heroes((unit("IT-hq2"),)))
    assert "only the Allies" in refused(b, order, "CP")


def test_21_22_no_question_without_the_option() -> None:
    b = board(FIELD, ITALIANS)
    interphase(b)
    assert facts(b, "decided") == facts(b, "heroes") == []


def test_21_23_nothing_in_attack() -> None:
    b = board(FIELD, "IT-13 XX 2-3-6 infantry at 0104 2 hero\nGE-5 XX 6-7-8 infantry at 0103", options=ON)
    assert heroes.defence_bonus(b, unit("IT-13")) == 1
    assert attack_strength(b, (unit("IT-13"),), hexes("0103"), {}).total == 2


# -- the interphase ------------------------------------------------------------------------------------------


def test_4_0_c_marks_of_the_turn_come_off() -> None:
    b = board(
        FIELD,
        """
        IT-art1 X (4)2-4 artillery at 0104 2 barraged shielded moved
        IT-1 XX 2-3-6 infantry at 0105 2 hero fought
        """,
    )
    interphase(b)
    assert b.marks(unit("IT-art1")) == ("moved",)
    assert b.marks(unit("IT-1")) == ("fought",)
    assert facts(b, "victory") == []


@pytest.mark.parametrize(("turn", "notes"), [(15, {}), (7, {"ended": "7"})], ids=["last turn", "by agreement"])
def test_4_0_c_final_score_when_the_game_ends(turn: int, notes: dict[str, str]) -> None:
    b = board(FIELD, ITALIANS, turn=turn, options=ON, notes=notes | {"lost.corps": "3"})
    interphase(b)
    (result,) = facts(b, "victory")
    assert (result["winner"], result["totals"]) == ("CP", {"CP": 6, "AL": 0})
    assert facts(b, "decided") == []
