"""6, 2.5.3, 11.1, 16.5: set-up, secrets, preliminary fire, gas, and the attack before turn 1."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Waiting
from pbem.games.durchbruch import payment, surprise
from pbem.games.durchbruch.accessory import points_left, prove, turn_up
from pbem.games.durchbruch.by_mail.orders import Fire
from pbem.games.durchbruch.counters import AG, IT, is_face_down
from pbem.games.durchbruch.fog import hidden_in, view
from pbem.games.durchbruch.losses import hurt
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.payment import targets_of
from pbem.games.durchbruch.preliminary import paid_sectors
from pbem.games.durchbruch.set_up import check_place, initial_position, is_free
from pbem.games.durchbruch.status import strength
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.openings import Openings
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import MoreOrder, Orders
from tests.games.durchbruch.boards import scenario
from tests.games.durchbruch.field import at, field, fight, has, play, read_all, steps, table_for, why
from tests.games.tables import facts

FIVE = ("GE-R23", "GE-R62", "GE-R63", "GE-Leib", "GE-AKJ1")


def start(name: str = "oct24", step: str = "set-up") -> Board:
    """The game's own set-up."""
    position = initial_position(scenario(name))
    return Board(scenario(name), Board(scenario(name), position).freeze(1, step))


# -- set-up --------------------------------------------------------------------------------------------------


def test_6_1_a_everybody_stands_where_the_tables_say() -> None:
    """6.1-a: on the map or, as a reinforcement, beside it; free counters where their owner could have put them."""
    b = start()
    assert (at(b, "IT-87"), at(b, "GE-G119"), b.turn) == ("1619", "waiting", 1)
    for unit in [unit for unit in b.on_map() if is_free(b.unit(unit))]:
        check_place(b, unit, b.hex_of(unit))


@pytest.mark.parametrize(
    ("unit", "hex_id", "rule"),
    [
        ("IT-ard1", "2125", "6.5-1"), ("IT-mg1", "1721", ""), ("IT-mg1", "2020", "6.5-2"),
        ("IT-comIV", "4709", "6.5-3"), ("IT-comIV", "3020", ""), ("IT-87", "1620", "6.1-a"),
        ("GE-gas1", "1614", "2.5.3.2-a"), ("GE-gas1", "1617", "2.5.1-a"),
        ("GE-gas2", "1616", "2.5.1-a"), ("IT-mg1", "1617", "6.1-a"),
    ],
)  # fmt: skip
def test_6_5_2_where_special_units_may_stand(unit: str, hex_id: str, rule: str) -> None:
    """6.5-1, 6.5-2, 6.5-3, 10.2-a, 2.5.3.2-a: towns, roads and trails; near the HQ; stations within nine hexes; gas
    near Plezzo."""
    b = start()
    if rule:
        with pytest.raises(Illegal) as refused:
            check_place(b, UnitId(unit), HexId(hex_id))
        assert refused.value.problem.rule == rule
    else:
        check_place(b, UnitId(unit), HexId(hex_id))


def test_6_5_2_dummies_may_be_left_out() -> None:
    """6.5-2: dummies alone; stations and machine guns are set up."""
    b = start()
    play(b, {IT: "aside IT-dummy3\naside IT-comIV\nplace IT-mg1 at 1721"})
    assert (at(b, "IT-dummy3"), at(b, "IT-mg1"), why(b)) == ("aside", "1721", ["6.5-2"])


def test_6_1_c_the_campaign_wants_a_plan() -> None:
    """6.1-c, 16.5: one, in secret, before anything is placed; the short scenarios can do without."""
    with pytest.raises(Waiting) as owed:
        play(start("campaign"), {IT: "place IT-mg1 at 1720"})
    assert [question.side for question in owed.value.questions] == [AG]
    b = start("campaign")
    play(b, {AG: "choose conrad\nchoose boroevic", IT: "choose conrad"})
    assert (b.noted("@AG.plan.1"), b.noted("@AG.plan.2"), why(b)) == ("choose_conrad", "", ["6.1-c", "16.5"])
    b = start("campaign")
    play(b, {AG: "choose conrad"})
    assert b.noted("@AG.plan.1") == "choose_conrad"
    play(start("oct24"), {})


# -- what the enemy sees -------------------------------------------------------------------------------------


def test_1_5_counters_without_a_back_lie_face_down() -> None:
    """1.5, 6.5-2: machine guns, stations and dummies look alike, and only they are hidden."""
    found = scenario("oct24")
    position = initial_position(found)
    hidden = hidden_in(found, position)
    assert {found.units[unit].type for unit in hidden} == {"mg", "station", "dummy"}
    assert all(is_face_down(found.units[unit]) for unit in hidden)
    seen = view(found, position, AG)
    assert not [unit for unit in seen.units if unit in hidden]
    assert len([unit for unit in seen.units if is_stand_in(unit)]) == len(hidden)
    assert view(found, position, IT) == position


def test_1_5_opt_nothing_masks_a_stack() -> None:
    """1.5-opt, 6.5-note: the option is not offered; under a station, an HQ or machine guns every other unit is seen."""
    b = field("IT-87 2425", "IT-hq50 2425", "IT-mg1 2425", "IT-comIV 2425", "IT-dummy1 2425")
    seen = view(b.scenario, b.freeze(2, "corps-III"), AG)
    assert {"IT-87", "IT-hq50"} <= set(seen.units)
    assert sum(1 for unit, state in seen.units.items() if is_stand_in(unit) and state.place == "2425") == 3


def test_no_refusal_and_no_price_depends_on_what_lies_face_down() -> None:
    """See 1.5, 13.2.1-6, 7.1-RP: hidden machine guns make no attack hopeless, and their corps is nobody's business."""
    b = field("AH-R33 2424 1", "IT-hq50 2425", "IT-mg1 2425", "IT-mg2 2425", "IT-mg3 2425", "IT-mg4 2425", "IT-87 2429",
              terrain={"2425": "^"})  # fmt: skip
    fight(b, "attack 2425 with AH-R33", dice=[1, 1])
    assert why(b) == []
    b = field("IT-mg9 2425", features="hex sector corps=IV: 2425")
    assert targets_of(b, [HexId("2425")]) == ("IV",)


# -- accessory points ----------------------------------------------------------------------------------------


def test_6_2_accessory_points_are_bought_in_secret() -> None:
    """6.2, 6.2.1-b, 6.2.2, 6.1-b: markers lie open, real ones and dummies; what they cost comes off forty."""
    b = start(step="bombardment")
    play(b, {AG: "marker GE-R23, GE-R62\nstrengthen GE-R23 2"})
    assert (has(b, "GE-R23", "extra"), has(b, "GE-R62", "extra"), strength(b, UnitId("GE-R23"))) == (True, True, 5)
    assert points_left(b) == 38
    assert [fact["key"] for fact in facts(b, "noted")] == ["@AG.sp.1"]


def test_6_2_3_they_are_points_and_steps() -> None:
    """6.2.3: 5 with 2 is 7; a loss makes it 6, the next 5, the next turns the counter; a dummy is nothing."""
    b = start(step="bombardment")
    play(b, {AG: "marker GE-R23, GE-R62\nstrengthen GE-R23 2"})

    table = table_for(b, (), "default")
    table.openings = Openings(read=lambda side, section, line: read_all(b, line, AG, "bombardment")[0], owner=AG)
    turn_up(b, table, [UnitId("GE-R23"), UnitId("GE-R62")], "6.2.1-b")
    seen = [strength(b, UnitId("GE-R23"))]
    for _ in range(3):
        hurt(b, UnitId("GE-R23"), "13.6.1")
        seen.append(strength(b, UnitId("GE-R23")))
    assert (seen, strength(b, UnitId("GE-R62")), b.number("lost.german")) == ([7, 6, 5, 3], 5, 3)
    assert points_left(b) == 38


def test_r144_on_receipt_the_owner_hears_of_points_behind_hashes() -> None:
    """7.1-RP, 6.2.2, ruling R144: between two stores the rules see hashes; a file of the owner that would overspend the
    pool is refused when it comes in, and in play nobody can tell."""
    seen: dict[int, list[str]] = {}
    for points in (0, 4):
        lines = {f"{number:064x}": f"strengthen {unit} 4" for number, unit in enumerate(FIVE[:points])}
        notes = {f"@AG.sp.{number}": f"hidden_{token}" for number, token in enumerate(lines, 1)}
        b = field("GE-art12 2423", "IT-87 2425", features="hex sector corps=IV: 2425", notes={**notes, "rp": "24"})
        table, heard = table_for(b, (), "default"), list[str]()
        table.openings = Openings(lines=lines, owner=AG)
        table._foresee = lambda order, problem, heard=heard: heard.append(problem.rule)
        orders = [order for order in read_all(b, "fire GE-art12 at 2425", AG, "corps-III") if isinstance(order, Fire)]
        payment.preview(b, table, AG, orders)
        payment.check_paid(b, AG, (), orders[0])
        seen[points] = heard
    assert seen == {0: [], 4: ["7.1-RP"]}


def test_r144_every_line_is_opened_at_the_end() -> None:
    """6.2.2, rulings R143 and R144: markers are turned up, dummies too, and the books are right."""
    b = start(step="bombardment")
    play(b, {AG: "marker GE-R23, GE-R62\nstrengthen GE-R23 2"})
    table = table_for(b, (), "default")
    table.openings = Openings(read=lambda side, section, line: read_all(b, line, AG, "bombardment")[0], owner=AG)
    prove(b, table)
    assert [(fact["unit"], fact["points"]) for fact in facts(b, "marker")] == [("GE-R23", 2), ("GE-R62", 0)]
    assert table.revealed.untrue == []
    b.write("rp", 39, "7.1-RP")
    prove(b, table)
    assert len(table.revealed.untrue) == 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("strengthen GE-R23 2", "6.2.1"),
        ("marker GE-R23\nstrengthen GE-R23 5", "6.2.1"),
        ("marker GE-art12", "6.2.1-b"),
        (f"marker {', '.join(FIVE)}\n" + "\n".join(f"strengthen {unit} 1" for unit in FIVE), "6.2.1"),
    ],
)
def test_6_2_1_limits(text: str, rule: str) -> None:
    """6.2.1: a marker must lie there, four points a unit, four units of a corps, regiments and assault units."""
    b = start(step="bombardment")
    play(b, {AG: text})
    assert rule in why(b)


def test_6_2_2_the_pool_is_forty() -> None:
    """6.2.2, 6.1-b: sixteen units with three points each are too many."""
    b = start(step="bombardment")
    units = ("AH-TS1", "AH-TS2", "AH-S3", "AH-S26", "GE-R23", "GE-R62", "GE-R63", "GE-Leib", "GE-J3", "GE-J4", "GE-J5")
    play(b, {AG: f"marker {', '.join(units)}\n" + "\n".join(f"strengthen {unit} 4" for unit in units)})
    assert "6.2.2" in why(b)


# -- preliminary fire ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "hit"), [((3, 2), True), ((2, 2), False)])
def test_11_1_1_4_a_passage_by_fire(dice: tuple[int, int], hit: bool) -> None:
    """11.1.1-3, 11.1.1-4, 1.4-a5, 11.1, 6.3.1, 5-1: five opens 1618; the battery is spent, a point is paid."""
    b = start(step="bombardment")
    play(b, {AG: "fire AH-artIa at 1618"}, dice={"fire on 1618 / fire": dice})
    assert (has_passage(b, HexId("1618"), AG), has(b, "AH-artIa", "spent"), b.number("rp")) == (hit, True, 1)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("fire AH-artIa, AH-artIb at 1618", "11.1.1-3"), ("fire AH-artIa at 1618\nfire AH-artIb at 1618", "11.1.1-2"),
        ("fire AH-art22 at 2017", "2.3-d"), ("fire AH-artIa at 1611", "11.1"), ("fire AH-R7 at 1618", "11.1"),
    ],
)  # fmt: skip
def test_11_1_1_2_one_attempt_each(text: str, rule: str) -> None:
    """11.1.1-2, 11.1, 2.3-e, 2.3-f: a battery and a hex once, in range, at the Italians."""
    b = start(step="bombardment")
    play(b, {AG: text}, dice={"fire on 1618 / fire": (1, 1)})
    assert rule in why(b)


def test_11_1_1_1_a_point_for_each_sector() -> None:
    """11.1.1-1, 11.1.1-5: two hexes of one corps cost one, another corps one more; counters face down go along."""
    b = start(step="bombardment")
    assert paid_sectors(b, [HexId("1618"), HexId("1718")]) == ("IV",)
    assert paid_sectors(b, [HexId("1618"), HexId("4206")]) == ("IV", "XXVII")
    assert paid_sectors(b, [HexId("1618"), HexId("3018")]) == ("IV",)


def test_11_1_1_5_a_counter_face_down_makes_no_first_line_cheaper() -> None:
    """11.1.1-1, 11.1.1-5, ruling R183: beside a regiment or in the first line the hex is paid for; alone it goes with
    a sector whose HQ reaches it."""
    sectors = "hex sector corps=IV: 2425\nhex sector corps=XXVII: 2427"
    lines = f"{sectors}\nline road: 2429-2428-2427\nhex edge owner=IT: 2429"
    units = ("IT-hqIV 2429", "IT-mg1 2427")
    both = [HexId("2425"), HexId("2427")]
    assert paid_sectors(field(*units, turn=1, step="bombardment", features=lines), both) == ("IV",)
    with_regiment = field(*units, "IT-87 2427", turn=1, step="bombardment", features=lines)
    assert paid_sectors(with_regiment, both) == ("IV", "XXVII")
    first = field(*units, turn=1, step="bombardment", features=lines + "\nhex trench owner=IT line=first: 2427")
    assert paid_sectors(first, both) == ("IV", "XXVII")


def test_6_5_5_what_fire_does_to_counters_face_down() -> None:
    """6.5-5, 11.1.1-6, 6.5-4: machine guns and dummies are gone, a station is known and silent, others are unhurt."""
    b = field("GE-artIIIa 2424", "IT-comIV 2428", "IT-mg1 2428", "IT-dummy1 2428", "IT-87 2428", turn=1,
              step="bombardment", features="hex sector corps=IV: 2428\nline road: 2424-2423")  # fmt: skip
    play(b, {AG: "fire GE-artIIIa at 2428"}, dice={"fire on 2428 / fire": (6, 6)})
    assert [at(b, unit) for unit in ("IT-mg1", "IT-dummy1", "IT-comIV", "IT-87")] == ["gone", "gone", "2428", "2428"]
    assert (b.noted("silent"), has(b, "IT-comIV", "up"), has_passage(b, HexId("2428"), AG)) == ("2428", True, False)


def test_6_3_1_guns_fire_from_roads() -> None:
    """6.3.1."""
    b = field("GE-artIIIa 2424", "IT-87 2428", turn=1, step="bombardment", features="hex sector corps=IV: 2428")
    play(b, {AG: "fire GE-artIIIa at 2428"})
    assert why(b) == ["6.3.1"]


# -- gas -----------------------------------------------------------------------------------------------------


def test_2_5_3_2_b_gas() -> None:
    """2.5.3.1, 2.5.3.2-b, 2.5.3.2-c, 2.5.3.2-d, 6.3.2: eight hits, three costs a step; two hexes back, and pinned."""
    b = field("GE-gas1 2423", "IT-87 2425", "IT-hq50 2429", turn=1, step="bombardment")
    play(
        b,
        {AG: "gas GE-gas1 at 2425\ngas GE-gas1 at 2424"},
        dice={"gas of GE-gas1 / gas": (4, 4), "gas of GE-gas1 / gas losses": 3},
    )
    assert (steps(b, "IT-87"), at(b, "IT-87"), has(b, "IT-87", "pinned"), why(b)) == (1, "2427", True, ["2.5.3.1"])
    b = field("GE-gas1 2422", "IT-87 2425", turn=1, step="bombardment")
    play(b, {AG: "gas GE-gas1 at 2425"})
    assert why(b) == ["2.5.3.2-b"]


@pytest.mark.parametrize(("dice", "hit"), [((2, 2), False), ((2, 3), True), ((4, 5), True), ((5, 5), False)])
def test_2_5_3_2_b_five_to_nine(dice: tuple[int, int], hit: bool) -> None:
    """2.5.3.2-b, 2.5.3.2-c: and four to six costs two steps."""
    b = field("GE-gas1 2423", "IT-87 2425", "IT-hq50 2429", turn=1, step="bombardment")
    play(b, {AG: "gas GE-gas1 at 2425"}, dice={"gas of GE-gas1 / gas": dice, "gas of GE-gas1 / gas losses": 4})
    assert (at(b, "IT-87") == "gone") == hit


# -- the attack before turn 1 --------------------------------------------------------------------------------


def test_6_4_1_twenty_units_without_guns() -> None:
    """6.4.1: no artillery among them, no support, and the twenty-first is refused; who was refused itself does not
    count; then a chit is drawn."""
    regiments = [u for u in scenario().units.values() if u.side == AG and u.type in ("infantry", "mountain")][:21]
    hexes = [f"{row}{column}" for row in (20, 22, 24) for column in range(22, 30)]
    placed = [f"{unit.id} {hex_id}" for unit, hex_id in zip(regiments, hexes, strict=False)]
    lines = [f"move {unit.id} {int(h) + 100}" for unit, h in zip(regiments, hexes, strict=False)]
    b = field(*placed, "GE-artLIa 2620", turn=1, step="surprise")
    play(b, {AG: "\n".join(["move GE-artLIa 2621", f"move {regiments[20].id} 2920", *lines])}, dice=[1] * 200)
    assert why(b) == ["6.4.1", "12-b", "6.4.1"]
    b = field("GE-R23 2424", "GE-art12 2422", "IT-87 2425", turn=1, step="surprise")
    play(b, {AG: "attack 2425 with GE-R23 support GE-art12\nfirst LI"})
    assert (why(b), b.noted("drawn")) == (["6.4.1"], "LI")


def test_6_4_all_moves_come_before_the_first_attack() -> None:
    """6.4.1, 5-1: after `more` nobody moves any more, but marked hexes may still be attacked."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2525", "IT-hq50 2429", turn=1, step="surprise")
    later = read_all(b, "move GE-R62 2523\nattack 2525 with GE-R62\nfirst LI", AG, "surprise")
    first = (*read_all(b, "attack 2425 with GE-R23\ntarget 2525", AG, "surprise"), MoreOrder())
    made = table_for(b, [6, 6, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1], "default", first)
    made._instalments = lambda side, key: later
    surprise.run(b, made, {AG: Orders(AG, first), IT: Orders(IT)})
    assert (why(b), len(facts(b, "combat"))) == (["6.4.1"], 2)


def test_6_2_1_b_all_markers_are_counted() -> None:
    """6.2.1-b: eight dummies and one for each unit that has points, in however many lines they are laid."""
    names = [u.id for u in scenario().units.values() if u.side == AG and u.type in ("infantry", "mountain")][:10]
    b = field(*[f"{unit} 24{at_}" for at_, unit in enumerate(names, 20)], turn=1, step="bombardment")
    play(b, {AG: f"marker {', '.join(names[:6])}\nmarker {', '.join(names[6:9])}\nstrengthen {names[0]} 2"})
    assert why(b) == []
    b = field(*[f"{unit} 24{at_}" for at_, unit in enumerate(names, 20)], turn=1, step="bombardment")
    play(b, {AG: f"marker {', '.join(names[:6])}\nmarker {', '.join(names[6:])}\nstrengthen {names[0]} 2"})
    assert why(b) == ["6.2.1-b"]


def test_6_4_2_two_columns_more() -> None:
    """6.4.2, 6.4.3, 7.2-3a: 1:1 becomes 3:1; the first chit is named, and no die falls for it."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-hq50 2429", turn=1, step="surprise")
    play(b, {AG: "attack 2425 with GE-R23\nfirst XV"}, dice=[1, 1, 1, 1])
    assert (facts(b, "combat")[0]["odds"], b.noted("drawn")) == ("3:1", "XV")
    assert not [fact for fact in facts(b, "rolled") if fact["draw"]]


def test_11_1_1_2_a_condition_of_preliminary_fire_counts() -> None:
    """11.1.1-2: looked at before the first die; an order whose condition fails is left out, and the gun stays ready."""
    b = start(step="bombardment")
    play(b, {AG: "fire GE-artLIa at 4205 if turn >= 2\nfire GE-artLIb at 4305 if turn <= 1"}, dice=[1, 1])
    assert (len(facts(b, "skipped")), has(b, "GE-artLIa", "spent"), has(b, "GE-artLIb", "spent")) == (1, False, True)
